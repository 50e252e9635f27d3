// SPDX-License-Identifier: MIT
#ifndef FLUV_WATER_ACCUMULATE_H
#define FLUV_WATER_ACCUMULATE_H

#include "water/topology.h"

/* Adds every cell's value to all cells downstream of it. `area` and `flow` hold each cell's own part
 * on entry and the sums on return; flow may be NULL. `donors` is work, one a cell.
 *
 * Where exits[cell] is set (may be NULL), a negative flow is raised to 0 before it goes on: a lake
 * cannot lose more than reaches it. Returns the sum of what was raised. */
double fluv_accumulate(const fluv_topology *topology, const uint32_t *receiver,
                       const uint8_t *exits, uint8_t *donors, double *area, double *flow);

#endif
