// SPDX-License-Identifier: MIT
/* Erosion: one step of `hydraulic` and of `thermal` at several sizes, on the frame's own cells. */
#include "bench.h"

#include "field/talus.h"
#include "stages/hydraulic/storm.h"

#include <math.h>
#include <stdio.h>

#define STEPS  4
#define BANKS  4    /* steps from one slide of the banks to the next, as in storms */
#define BUDGET 10.0 /* ns a cell for a step */

static fluv_status make_grids(fluv_ctx *ctx, const fluv_tier_state *state, fluv_pipe_grids *g)
{
    const fluv_tier *level = &state->level;
    float *still = fluv_scratch(ctx, fluv_tier_room(level), sizeof *still);
    *g = (fluv_pipe_grids){.cols = level->cols,
                           .rows = level->rows,
                           .stride = level->stride,
                           .ground = state->ground,
                           .still = still,
                           .lost = fluv_scratch_zero(ctx, level->rows, sizeof *g->lost),
                           .taken = fluv_scratch_zero(ctx, level->rows, sizeof *g->taken)};
    float **grids[] = {&g->change,  &g->change_next, &g->water,   &g->water_next,
                       &g->load,    &g->load_next,   &g->share,   &g->flow,
                       &g->pipe[0], &g->pipe[1],     &g->pipe[2], &g->pipe[3]};
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
        if (!(*grids[i] = fluv_scratch_zero(ctx, fluv_tier_room(level), sizeof(float))))
            return FLUV_NO_MEMORY;
    if (!still || !g->lost || !g->taken)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < fluv_tier_room(level); i++)
        still[i] = FLUV_STILL_NONE;
    return FLUV_OK;
}

/* A step of water while it rains; the best of several runs. */
static fluv_status time_water(fluv_ctx *ctx, fluv_pipe_grids *g, double cell, double *best)
{
    fluv_hydraulic_params params;
    FLUV_TRY(fluv_params_init(ctx, &fluv_stage_hydraulic.info, &params, sizeof params));
    const fluv_pipe_rules rules = fluv_storm_rules(&params, cell, STEPS);
    float *work = fluv_scratch(ctx, fluv_pipes_room(g->cols) * (size_t)ctx->threads, sizeof *work);
    if (!work)
        return FLUV_NO_MEMORY;
    *best = INFINITY;
    for (int i = 0; i < BENCH_REPEATS; i++) {
        double start = fluv_clock();
        for (int step = 0; step < STEPS; step++)
            (void)fluv_pipes_step(&rules, ctx->threads, g, work);
        *best = fmin(*best, (fluv_clock() - start) / STEPS);
    }
    return FLUV_OK;
}

static double time_slide(fluv_ctx *ctx, const fluv_pipe_grids *g, double cell)
{
    fluv_talus talus = {.cols = g->cols,
                        .rows = g->rows,
                        .ground = g->ground,
                        .steepest = 0.1F,
                        .cell = (float)cell,
                        .rate = 1.0F};
    double best = INFINITY;
    for (int i = 0; i < BENCH_REPEATS; i++) {
        double start = fluv_clock();
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
        for (uint32_t row = 0; row < talus.rows; row++)
            fluv_talus_row(&talus, row, g->change, g->change_next);
        best = fmin(best, fluv_clock() - start);
    }
    return best;
}

static fluv_status time_size(fluv_ctx *ctx, const fluv_landscape *land)
{
    fluv_tier levels[FLUV_TIERS];
    int count = fluv_tiers_of(&land->frame, levels);
    fluv_tier_state state = {.level = levels[count - 1]};
    fluv_pipe_grids grids;
    state.ground = fluv_scratch(ctx, fluv_tier_room(&state.level), sizeof *state.ground);
    if (!state.ground)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_tier_take(ctx, land, &state.level, fluv_height_of(land), state.ground));
    FLUV_TRY(make_grids(ctx, &state, &grids));
    double water, cells = (double)fluv_cell_count(land);
    FLUV_TRY(time_water(ctx, &grids, state.level.cell, &water));
    double slide = time_slide(ctx, &grids, state.level.cell);
    double step = (water + slide / BANKS) / cells * 1e9;
    printf("%8u^2 %12.1f %12s %12.1f\n", land->frame.cols, step, bench_judge(step, BUDGET).text,
           slide / cells * 1e9);
    return FLUV_OK;
}

fluv_status bench_hydraulic(fluv_ctx *ctx, uint32_t size)
{
    printf("\nhydraulic, one step, %d threads, best of %d\n%10s %12s %12s %12s\n", ctx->threads,
           BENCH_REPEATS, "cells", "ns a cell", "budget", "thermal, ns");
    for (uint32_t side = size / 4 ? size / 4 : 1; side <= size; side *= 2) {
        fluv_landscape land = {0};
        fluv_status status = bench_map_make(ctx, BENCH_NATURAL, side, &land);
        if (status == FLUV_OK)
            status = time_size(ctx, &land);
        fluv_scratch_release(ctx, NULL);
        fluv_landscape_free(&land);
        FLUV_TRY(status);
    }
    return FLUV_OK;
}
