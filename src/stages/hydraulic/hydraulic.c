// SPDX-License-Identifier: MIT
/* Stage `hydraulic`: storms of rain wear the land, and lay down what they carry.
 *
 * in   height        out   height, flow (m3/s), wear and deposit (m)
 *
 * Water runs as a shallow sheet (pipes.c), first on a coarse lattice, then on finer and finer ones
 * (storm.c, levels.c). In the end the change of the ground goes to height, and what it took and
 * gave to wear and deposit; a second run adds to them. The volume worn off is that laid down, gone
 * over the frame's edge, sunk in lakes without a known floor, and, hardly any, still carried.
 * O(cells * steps). */
#include "stages/hydraulic/hydraulic.h"

#include "stages/hydraulic/storm.h"
#include "stages/shared/still.h"

#include <assert.h>
#include <math.h>

#define VISITS_A_STEP 0.04 /* a cell: most steps are those of coarse lattices */

static fluv_status fill_rain(fluv_ctx *ctx, fluv_storm *storm)
{
    assert(storm->params && storm->land && !storm->rain);
    const fluv_landscape *land = storm->land;
    const fluv_field *field = &storm->params->rain;
    if (field->kind == FLUV_FIELD_NUMBER)
        return FLUV_OK;
    float *rain = fluv_scratch(ctx, fluv_cell_count(land), sizeof *rain);
    if (!rain)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_field_fill(ctx, land, field, "hydraulic", "rain", rain));
    for (size_t i = 0; i < fluv_cell_count(land); i++)
        rain[i] = rain[i] > 0.0F ? rain[i] : 0.0F;
    storm->rain = rain;
    return FLUV_OK;
}

/* Volumes worn off and laid down, and what is still in the water; drops the grids that are done
 * with. */
static void add_up_ground(fluv_ctx *ctx, const fluv_tier_state *end, fluv_erosion *sums)
{
    assert(end->level.last && end->change);
    const fluv_tier *level = &end->level;
    double square = level->cell * level->cell, worn = 0.0, laid = 0.0;
    fluv_values change = fluv_tier_values(level, end->change);
    fluv_values load = fluv_tier_values(level, end->amounts[FLUV_STORM_LOAD]);
    fluv_values water = fluv_tier_values(level, end->amounts[FLUV_STORM_WATER]);
    for (uint32_t row = 0; row < change.rows; row++)
        for (uint32_t col = 0; col < change.cols; col++) {
            double moved = (double)change.at[row * change.stride + col];
            worn -= moved < 0.0 ? moved : 0.0;
            laid += moved > 0.0 ? moved : 0.0;
        }
    assert(!(worn < 0.0) && !(laid < 0.0));
    sums->eroded = square * worn;
    sums->deposited = square * laid;
    sums->carried = square * fluv_values_sum(&load);
    sums->standing = square * fluv_values_sum(&water);
    fluv_scratch_drop(ctx, end->amounts[FLUV_STORM_LOAD]);
    fluv_scratch_drop(ctx, end->amounts[FLUV_STORM_WATER]);
    fluv_scratch_drop(ctx, end->amounts[FLUV_STORM_FLOOR]);
    fluv_scratch_drop(ctx, end->ground);
}

/* The last level's flow, where there is ground. */
static fluv_status publish_flow(fluv_ctx *ctx, const fluv_tier *level, const float *flow,
                                fluv_landscape *land)
{
    float *out = fluv_layer_edit(ctx, land, FLUV_LAYER_flow);
    if (!out)
        return FLUV_NO_MEMORY;
    assert(flow && level->cols == land->frame.cols && level->rows == land->frame.rows);
    const float *height = fluv_height_of(land);
    for (uint32_t row = 0; row < level->rows; row++)
        for (uint32_t col = 0; col < level->cols; col++) {
            size_t to = (size_t)row * level->cols + col;
            if (!isnan(height[to]))
                out[to] = flow[(row + 1) * level->stride + col + 1];
        }
    return FLUV_OK;
}

static fluv_erosion sum_of(const fluv_erosion *a, const fluv_erosion *b)
{
    return (fluv_erosion){.known = true,
                          .eroded = a->eroded + b->eroded,
                          .deposited = a->deposited + b->deposited,
                          .carried = a->carried + b->carried,
                          .left = a->left + b->left,
                          .sunk = a->sunk + b->sunk,
                          .rain = a->rain + b->rain,
                          .evaporated = a->evaporated + b->evaporated,
                          .soaked = a->soaked + b->soaked,
                          .standing = a->standing + b->standing,
                          .water_left = a->water_left + b->water_left};
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    fluv_storm storm = {.params = params, .land = land};
    fluv_tier_state end;
    float *still;
    FLUV_TRY(fill_rain(ctx, &storm));
    FLUV_TRY(fluv_still_find(ctx, land, 0.0, &still));
    storm.still = still;
    FLUV_TRY(fluv_tiers_walk(ctx, land, FLUV_STORM_AMOUNTS, fluv_storm_level, &storm, &end));
    FLUV_TRY(fluv_look(ctx));
    add_up_ground(ctx, &end, &storm.sums);
    FLUV_TRY(fluv_look(ctx));
    FLUV_TRY(fluv_tier_publish(ctx, &end, true, land));
    FLUV_TRY(publish_flow(ctx, &end.level, storm.flow, land));
    land->erosion = sum_of(&land->erosion, &storm.sums);
    return fluv_advance(ctx, 1.0);
}

static double visits(const void *params, const fluv_landscape *land, fluv_extent extent)
{
    const fluv_hydraulic_params *p = params;
    (void)extent;
    return VISITS_A_STEP * (double)p->steps * (double)fluv_cell_count(land);
}

#define PARAMS fluv_hydraulic_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/hydraulic/hydraulic.def"
};

const fluv_stage fluv_stage_hydraulic = {
    .info = {.name = "hydraulic",
             .summary = "Storms of rain wear the land and lay down what they carry.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_hydraulic_params),
    FLUV_NEEDS(height),
    FLUV_MAKES(height, flow, wear, deposit, erosion),
    FLUV_AMENDS(),
    .keeps = FLUV_SET(laid),
    .moves_sea = true,
    .visits = visits,
    .bytes_per_cell = 64.0,
    .run = run,
};
