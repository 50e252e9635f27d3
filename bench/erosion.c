// SPDX-License-Identifier: MIT
/* Erosion: one step of `hydraulic` and of `thermal` at several sizes, on the frame's own cells. */
#include "bench.h"

#include "field/talus.h"
#include "stages/hydraulic/storm.h"

#include <math.h>
#include <stdio.h>

#define STEPS  12
#define BUDGET 10.0 /* ns a cell for a step */

/* A step of water on a level whose grids are there; the best of several. */
static fluv_status time_water(fluv_ctx *ctx, const fluv_landscape *land, fluv_tier_state *state,
                              double *best)
{
    fluv_hydraulic_params params;
    fluv_storm storm = {.params = &params, .land = land};
    const fluv_stage *stage = &fluv_stage_hydraulic;
    FLUV_TRY(fluv_params_init(ctx, &stage->info, &params, sizeof params));
    params.steps = STEPS;
    *best = INFINITY;
    for (int i = 0; i < BENCH_REPEATS; i++) {
        double start = fluv_clock();
        FLUV_TRY(fluv_storm_level(ctx, &storm, state));
        *best = fmin(*best, (fluv_clock() - start) / STEPS);
        fluv_scratch_drop(ctx, storm.flow);
    }
    return FLUV_OK;
}

static double time_slide(fluv_ctx *ctx, const fluv_tier_state *state)
{
    const fluv_tier *level = &state->level;
    fluv_talus talus = {.cols = level->cols,
                        .rows = level->rows,
                        .ground = state->ground,
                        .steepest = 0.1F,
                        .cell = (float)level->cell,
                        .rate = 1.0F};
    double best = INFINITY;
    for (int i = 0; i < BENCH_REPEATS; i++) {
        double start = fluv_clock();
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
        for (uint32_t row = 0; row < talus.rows; row++)
            fluv_talus_row(&talus, row, state->change, state->amounts[0]);
        best = fmin(best, fluv_clock() - start);
    }
    return best;
}

static fluv_status time_size(fluv_ctx *ctx, const fluv_landscape *land)
{
    fluv_tier levels[FLUV_TIERS];
    int count = fluv_tiers_of(&land->frame, levels);
    fluv_tier_state state = {.level = levels[count - 1]};
    state.level.index = 0; /* as many steps as asked for */
    float **grids[] = {&state.ground, &state.change, &state.amounts[0], &state.amounts[1]};
    for (int i = 0; i < 4; i++)
        if (!(*grids[i] = fluv_scratch_zero(ctx, fluv_tier_room(&state.level), sizeof(float))))
            return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_tier_take(ctx, land, &state.level, fluv_height_of(land), state.ground));
    double water, cells = (double)fluv_cell_count(land);
    FLUV_TRY(time_water(ctx, land, &state, &water));
    double bytes = (double)atomic_load(&ctx->memory.peak), slide = time_slide(ctx, &state);
    printf("%8u^2 %12.1f %12s %10.1f %12.1f\n", land->frame.cols, water / cells * 1e9,
           bench_judge(water / cells * 1e9, BUDGET).text, bytes / cells, slide / cells * 1e9);
    return FLUV_OK;
}

fluv_status bench_hydraulic(fluv_ctx *ctx, uint32_t size)
{
    printf("\nhydraulic, one step, %d threads, best of %d\n%10s %12s %12s %10s %12s\n",
           ctx->threads, BENCH_REPEATS, "cells", "ns a cell", "budget", "bytes", "thermal, ns");
    for (uint32_t side = size / 4 ? size / 4 : 1; side <= size; side *= 2) {
        fluv_landscape land = {0};
        atomic_store(&ctx->memory.peak, atomic_load(&ctx->memory.now));
        fluv_status status = bench_map_make(ctx, BENCH_NATURAL, side, &land);
        if (status == FLUV_OK)
            status = time_size(ctx, &land);
        fluv_scratch_release(ctx, NULL);
        fluv_landscape_free(&land);
        FLUV_TRY(status);
    }
    return FLUV_OK;
}
