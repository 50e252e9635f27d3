// SPDX-License-Identifier: MIT
/* Ways out of hollows. */
#ifndef FLUV_STAGES_WAYS_H
#define FLUV_STAGES_WAYS_H

#include "water/drainage.h"

/* Every hollow drains over its lowest pass, back along the way the water came down. */
void fluv_ways_connect(const fluv_hierarchy *hierarchy, uint32_t *receiver);
/* Takes that back: roots are roots again. */
void fluv_ways_disconnect(const fluv_hierarchy *hierarchy, uint32_t *receiver);
/* What stands higher than the way above it is cut: from each root, the lowest first, down to lower
 * ground, so that no cell is cut twice. On a grid. */
FLUV_MUST_CHECK fluv_status fluv_ways_carve(fluv_ctx *ctx, const fluv_drainage *drainage,
                                            float *height, fluv_ground_change *change);
/* Land whose water ends in the sea cannot lie below it: it is raised to 0. Heights must not rise
 * along the ways. `ends` has room for a byte a cell. */
void fluv_ways_lift(const fluv_drainage *drainage, const uint8_t *kind, uint8_t *ends,
                    float *height, fluv_ground_change *change);

#endif
