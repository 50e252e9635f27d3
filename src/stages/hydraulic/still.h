// SPDX-License-Identifier: MIT
/* Still water that a storm leaves as it is: the sea and the lakes there are. */
#ifndef FLUV_STAGES_HYDRAULIC_STILL_H
#define FLUV_STAGES_HYDRAULIC_STILL_H

#include "field/still.h"
#include "stages/shared/tiers.h"

/* Still water (stages/shared/still.h) for a level of the storm, whose ground is there, as
 * field/still.h has it. Where the map
 * shows the surface in place of the floor, the floor becomes one that load cannot fill. */
FLUV_MUST_CHECK fluv_status fluv_still_take(fluv_ctx *ctx, const fluv_landscape *land,
                                            const float *level, fluv_tier_state *state,
                                            float *still);
/* Whether the floor under the still water is one the map does not show. */
bool fluv_still_hides_floor(float ground, float still);

#endif
