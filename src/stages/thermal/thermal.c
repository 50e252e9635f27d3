// SPDX-License-Identifier: MIT
/* Stage `thermal`: what is steeper than its talus slides down, level by level.
 *
 * in   height        out   height, with the same volume
 *
 * field/talus.h does a step. Far ways are gone on coarse lattices, so that the frame's own cells
 * need few steps.  O(cells * steps). */
#include "stages/thermal/thermal.h"

#include "field/talus.h"
#include "stages/shared/tiers.h"

#include <assert.h>

#define VISITS_A_STEP 0.02 /* a cell: most are light steps of coarse lattices */

typedef struct job {
    const fluv_thermal_params *params;
    const fluv_landscape *land;
    const float *talus; /* over the frame; NULL: one number */
} job;

static void step(int threads, const fluv_talus *talus, const float *change, float *next)
{
    assert(threads > 0 && change != next);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t row = 0; row < talus->rows; row++)
        fluv_talus_row(talus, row, change, next);
}

static fluv_status slide(fluv_ctx *ctx, const job *j, const fluv_talus *talus,
                         fluv_tier_state *state)
{
    const fluv_tier *level = &state->level;
    float *next = fluv_scratch_zero(ctx, fluv_tier_room(level), sizeof *next);
    if (!next)
        return FLUV_NO_MEMORY;
    int64_t steps = fluv_tier_steps(level, j->params->steps);
    for (int64_t i = 0; i < steps; i++) {
        FLUV_TRY(fluv_advance(ctx, level->from + level->share * (double)i / (double)steps));
        step(ctx->threads, talus, state->change, next);
        float *old = state->change;
        state->change = next;
        next = old;
    }
    fluv_scratch_drop(ctx, next);
    return FLUV_OK;
}

static fluv_status work(fluv_ctx *ctx, void *user, fluv_tier_state *state)
{
    const job *j = user;
    const fluv_tier *level = &state->level;
    fluv_talus talus = {.cols = level->cols,
                        .rows = level->rows,
                        .ground = state->ground,
                        .steepest = (float)j->params->talus.number,
                        .cell = (float)level->cell,
                        .rate = (float)j->params->rate};
    if (!j->talus)
        return slide(ctx, j, &talus, state);
    float *slope = fluv_scratch(ctx, fluv_tier_room(level), sizeof *slope);
    if (!slope)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_tier_take(ctx, j->land, level, j->talus, slope));
    talus.slope = slope;
    FLUV_TRY(slide(ctx, j, &talus, state));
    fluv_scratch_drop(ctx, slope);
    return FLUV_OK;
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    job j = {.params = params, .land = land};
    if (j.params->talus.kind != FLUV_FIELD_NUMBER) {
        float *talus = fluv_scratch(ctx, fluv_cell_count(land), sizeof *talus);
        if (!talus)
            return FLUV_NO_MEMORY;
        FLUV_TRY(fluv_field_fill(ctx, land, &j.params->talus, "thermal", "talus", talus));
        j.talus = talus;
    }
    fluv_tier_state end;
    FLUV_TRY(fluv_tiers_walk(ctx, land, 0, work, &j, &end));
    FLUV_TRY(fluv_tier_publish(ctx, &end, false, land));
    return fluv_advance(ctx, 1.0);
}

static double visits(const void *params, const fluv_landscape *land, fluv_extent extent)
{
    const fluv_thermal_params *p = params;
    (void)extent;
    return VISITS_A_STEP * (double)p->steps * (double)fluv_cell_count(land);
}

#define PARAMS fluv_thermal_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/thermal/thermal.def"
};

const fluv_stage fluv_stage_thermal = {
    .info = {.name = "thermal",
             .summary = "Steep ground crumbles and slides down until it holds.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_thermal_params),
    FLUV_NEEDS(height),
    FLUV_MAKES(height),
    FLUV_AMENDS(),
    .keeps = FLUV_SET(flow, wear, deposit, erosion, laid), /* what storms did, what was placed */
    .moves_sea = true,
    .visits = visits,
    .bytes_per_cell = 24.0,
    .run = run,
};
