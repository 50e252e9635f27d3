// SPDX-License-Identifier: MIT
/* Still water that a storm leaves as it is: the sea and the lakes there are. */
#ifndef FLUV_STAGES_HYDRAULIC_STILL_H
#define FLUV_STAGES_HYDRAULIC_STILL_H

#include "field/still.h"
#include "stages/shared/tiers.h"

/* For every cell of the frame the elevation of its still water, NaN where there is none; scratch,
 * or NULL where all is dry. */
FLUV_MUST_CHECK fluv_status fluv_still_find(fluv_ctx *ctx, const fluv_landscape *land,
                                            float **level);
/* The same for a level of the storm, whose ground is there, as field/still.h has it. Where the map
 * shows the surface in place of the floor, the floor becomes one that load cannot fill. */
FLUV_MUST_CHECK fluv_status fluv_still_take(fluv_ctx *ctx, const fluv_landscape *land,
                                            const float *level, fluv_tier_state *state,
                                            float *still);
/* Whether the floor under the still water is one the map does not show. */
bool fluv_still_hides_floor(float ground, float still);

#endif
