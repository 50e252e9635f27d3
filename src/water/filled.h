// SPDX-License-Identifier: MIT
#ifndef FLUV_WATER_FILLED_H
#define FLUV_WATER_FILLED_H

#include "base/ctx.h"
#include "water/topology.h"

/* The height of each cell with every hollow filled to where it overflows; NaN in voids. `receiver`
 * may be NULL, or what an earlier stage left: if it leads over the lowest passes of this ground it
 * saves finding them. Its ways must come to an end. Scratch is given back. */
FLUV_MUST_CHECK fluv_status fluv_filled_find(fluv_ctx *ctx, const fluv_topology *topology,
                                             uint8_t *kind, const float *height,
                                             const uint32_t *receiver, float *filled);

#endif
