// SPDX-License-Identifier: MIT
/* Storms over one level after another: what `hydraulic` does between its landscape and the step of
 * the water. */
#ifndef FLUV_STAGES_HYDRAULIC_STORM_H
#define FLUV_STAGES_HYDRAULIC_STORM_H

#include "stages/hydraulic/hydraulic.h"
#include "stages/hydraulic/pipes.h"
#include "stages/hydraulic/still.h"
#include "stages/shared/tiers.h"

typedef enum fluv_storm_amount {
    FLUV_STORM_WATER,
    FLUV_STORM_LOAD,
    FLUV_STORM_FLOOR, /* laid down under still water */
    FLUV_STORM_AMOUNTS
} fluv_storm_amount;

typedef struct fluv_storm {
    const fluv_hydraulic_params *params;
    const fluv_landscape *land;
    const float *rain;  /* over the frame, mm/h; NULL: a number */
    const float *still; /* over the frame, m, NaN: none; NULL: none at all */
    float *flow;        /* made at the last level, with its rim: mean flow out of a cell, m3/s */
    fluv_erosion sums;  /* m3; what can be known while it rains */
} fluv_storm;

/* How water runs at a level with cells of this size, for so many steps of rain. */
fluv_pipe_rules fluv_storm_rules(const fluv_hydraulic_params *params, double cell, int64_t steps);
/* As a level begins: ground that the coarser one brought under still water, or took from its
 * shores, is put right, and what that gives or costs goes to the load, as does what lay on floors.
 */
void fluv_floors_begin(fluv_storm *storm, const fluv_tier_state *state, const float *still);
/* As it ends: what lies on floors is set apart for the next; under lakes whose floor the map does
 * not show it is gone. */
void fluv_floors_end(fluv_storm *storm, const fluv_tier_state *state, const float *still);
/* A fluv_tier_fn; `user` is a fluv_storm. */
FLUV_MUST_CHECK fluv_status fluv_storm_level(fluv_ctx *ctx, void *user, fluv_tier_state *state);

#endif
