// SPDX-License-Identifier: MIT
#ifndef FLUV_WATER_ACCUMULATE_H
#define FLUV_WATER_ACCUMULATE_H

#include "water/topology.h"

/* A lake's water. */
typedef struct fluv_lake_water {
    double inflow;      /* what reaches it */
    double evaporation; /* what it loses of that */
    double demand;      /* what its surface would lose if enough came */
} fluv_lake_water;

/* Lakes on the way: where exits[cell] is set, the flow of lake[cell] gives up what the lake loses,
 * as far as there is any, before it goes on. */
typedef struct fluv_lake_losses {
    const uint8_t *exits;
    const uint32_t *lake;
    fluv_lake_water *water; /* for each lake; demand in, the rest out where it lets water out */
} fluv_lake_losses;

/* Adds every cell's value to all cells downstream of it. `area` and `flow` hold each cell's own
 * part on entry and the sums on return; flow and lakes may be NULL. A lake has one exit at most.
 * `donors` is work, one a cell. */
void fluv_accumulate(const fluv_topology *topology, int threads, const uint32_t *receiver,
                     const fluv_lake_losses *lakes, uint8_t *donors, double *area, double *flow);

#endif
