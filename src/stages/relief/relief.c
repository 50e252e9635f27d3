// SPDX-License-Identifier: MIT
/* Stage `relief`: the land between rivers.
 *
 * in   basins, channels, regions, shore, height (the sea's floor), cover
 * out  height, water, cover, coast, receiver, area, discharge, rivers, lakes, watersheds
 *
 * Heights are grown on the mesh of basins, from all water outwards, scaled to the frame's range,
 * and brought to the cells; rivers and lakes come from their plan. What water needs besides, areas,
 * discharges, reaches, is made by the same code as for any other land. */
#include "stages/relief/relief.h"

#include "hydrography/rivers.h"
#include "stages/relief/courses.h"
#include "stages/rivers/rivers.h"
#include "stages/shared/flow.h"
#include "stages/shared/sea.h"

/* No one knows the depth of a river any closer. In steps a little more land behind it, or less,
 * leaves most of its bed as it was, so that an edit does not go down with the water to the sea. */
#define GRAIN (1.0 / 32.0)

static fluv_status open_cells(fluv_ctx *ctx, fluv_relief_job *job)
{
    fluv_landscape *land = job->landscape;
    FLUV_TRY(fluv_sea_find(ctx, land, &job->topology, &job->kind));
    size_t cells = job->topology.count;
    job->height = fluv_layer_edit(ctx, land, FLUV_LAYER_height);
    job->receiver = fluv_layer_edit(ctx, land, FLUV_LAYER_receiver);
    job->cover = fluv_layer_read(land, FLUV_LAYER_cover);
    job->state = fluv_scratch_zero(ctx, cells, 1);
    job->half = fluv_scratch_zero(ctx, cells, sizeof *job->half);
    job->floor = fluv_scratch_zero(ctx, cells, sizeof *job->floor);
    job->lake_of = fluv_scratch(ctx, cells, sizeof *job->lake_of);
    if (!job->height || !job->receiver || !job->state || !job->half || !job->floor || !job->lake_of)
        return FLUV_NO_MEMORY;
    for (size_t c = 0; c < cells; c++)
        job->receiver[c] = job->lake_of[c] = FLUV_NONE;
    return FLUV_OK;
}

/* Deserts give no water. */
static fluv_status runoff_of(fluv_ctx *ctx, const fluv_relief_job *job, fluv_rate *rate)
{
    const uint8_t *region = fluv_region_of(job->landscape);
    bool any_dry = false;
    for (uint32_t type = 0; type < job->regions->type_count; type++)
        any_dry |= job->regions->types[type].dry;
    *rate = (fluv_rate){.number = job->plan->runoff};
    if (!any_dry || !region)
        return FLUV_OK;
    float *map = fluv_scratch(ctx, job->topology.count, sizeof *map);
    if (!map)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < job->topology.count; c++) {
        bool dry = region[c] < job->regions->type_count && job->regions->types[region[c]].dry;
        map[c] = dry ? 0.0F : (float)job->plan->runoff;
    }
    rate->map = map;
    return FLUV_OK;
}

/* Goes up from dry beds, over land that is no river's. */
static fluv_status parch(fluv_ctx *ctx, const fluv_relief_job *job, fluv_list *dry,
                         float *discharge)
{
    for (size_t i = 0; i < dry->count; i++) {
        uint32_t at = ((const uint32_t *)dry->items)[i];
        fluv_around around = fluv_around_cell(&job->topology, at);
        for (uint32_t k = 0; k < around.count; k++) {
            uint32_t above = around.cell[k];
            if (job->receiver[above] != at || (job->state[above] & FLUV_CELL_RIVER))
                continue;
            uint32_t *to = fluv_list_append(ctx, dry, 1, sizeof *to);
            if (!to)
                return FLUV_NO_MEMORY;
            *to = above;
            discharge[above] = 0.0F;
        }
    }
    return FLUV_OK;
}

/* Beds that are planned dry carry nothing; those with water carry some. What falls on land that
 * drains to a dry bed never gathers. */
static fluv_status set_dry_beds(fluv_ctx *ctx, const fluv_relief_job *job, float *discharge)
{
    fluv_list dry = {0};
    for (uint32_t c = 0; c < job->topology.count; c++) {
        if (!(job->state[c] & FLUV_CELL_RIVER))
            continue;
        discharge[c] = job->state[c] & FLUV_CELL_WET ? fmaxf(discharge[c], 1e-6F) : 0.0F;
        uint32_t *to = NULL;
        if (discharge[c] == 0.0F && !(to = fluv_list_append(ctx, &dry, 1, sizeof *to))) {
            fluv_list_free(&dry);
            return FLUV_NO_MEMORY;
        }
        if (to)
            *to = c;
    }
    fluv_status status = parch(ctx, job, &dry, discharge);
    fluv_list_free(&dry);
    return status;
}

static fluv_status find_flow(fluv_ctx *ctx, fluv_relief_job *job)
{
    fluv_flow_job flow = {.topology = &job->topology, .kind = job->kind, .receiver = job->receiver};
    fluv_flow_sums sums;
    FLUV_TRY(runoff_of(ctx, job, &flow.runoff));
    if (job->placed)
        FLUV_TRY(fluv_springs_add(ctx, job->landscape, &flow.runoff));
    FLUV_TRY(fluv_flow_find(ctx, job->landscape, &flow, &sums));
    float *discharge = fluv_layer_edit(ctx, job->landscape, FLUV_LAYER_discharge);
    if (!discharge)
        return FLUV_NO_MEMORY;
    FLUV_TRY(set_dry_beds(ctx, job, discharge));
    fluv_arms_share(job->arms.items, job->arms.count, job->receiver, job->cover, discharge);
    job->landscape->budget = (fluv_budget){0};
    return FLUV_OK;
}

static fluv_status make_rivers(fluv_ctx *ctx, fluv_relief_job *job)
{
    uint8_t *given = job->state;
    for (uint32_t c = 0; c < job->topology.count; c++)
        given[c] = job->state[c] & FLUV_CELL_RIVER;
    fluv_river_cells_given known = {given, job->arms.items, job->arms.count};
    fluv_river_cells channels;
    FLUV_TRY(fluv_river_cells_take(ctx, job->landscape, &known, &channels));
    return fluv_rivers_build(ctx, &job->shape, &channels, job->landscape);
}

static fluv_status shape_channels(fluv_ctx *ctx, fluv_relief_job *job)
{
    FLUV_TRY(fluv_rivers_usual_shape(ctx, &job->shape));
    job->shape.width = job->plan->width;
    job->shape.max_width = job->plan->max_width;
    job->shape.spread = job->plan->spread;
    job->shape.grain = GRAIN;
    return FLUV_OK;
}

static fluv_status make_land(fluv_ctx *ctx, fluv_relief_job *job)
{
    FLUV_TRY(shape_channels(ctx, job));
    fluv_relief_range(job);
    FLUV_TRY(fluv_relief_levels(ctx, job));
    FLUV_TRY(fluv_relief_flow(ctx, job));
    FLUV_TRY(fluv_relief_heights(ctx, job));
    FLUV_TRY(fluv_look(ctx));
    FLUV_TRY(fluv_relief_levels_hold(ctx, job));
    FLUV_TRY(fluv_relief_wear(ctx, job));
    FLUV_TRY(fluv_advance(ctx, 0.1));
    FLUV_TRY(fluv_relief_sheet(ctx, job));
    FLUV_TRY(fluv_look(ctx));
    FLUV_TRY(fluv_relief_coast(ctx, job));
    FLUV_TRY(fluv_look(ctx));
    FLUV_TRY(open_cells(ctx, job));
    FLUV_TRY(fluv_advance(ctx, 0.2));
    FLUV_TRY(fluv_relief_courses(ctx, job));
    FLUV_TRY(fluv_relief_ground(ctx, job));
    fluv_scratch_drop(ctx, job->half);
    fluv_scratch_drop(ctx, job->floor);
    FLUV_TRY(fluv_relief_laid(ctx, job));
    FLUV_TRY(fluv_look(ctx));
    FLUV_TRY(fluv_relief_lake_floors(ctx, job));
    FLUV_TRY(fluv_look(ctx));
    FLUV_TRY(find_flow(ctx, job));
    FLUV_TRY(fluv_advance(ctx, 0.75));
    fluv_lakes_found found = {.lakes = job->lakes, .lake_of = job->lake_of};
    FLUV_TRY(fluv_lakes_publish(ctx, &job->topology, &found, job->landscape));
    FLUV_TRY(fluv_look(ctx));
    FLUV_TRY(make_rivers(ctx, job));
    if (job->left_count)
        fluv_note_add(job->landscape, "keep",
                      "%u of %zu lakes were left out, where they find no room beside their rivers: "
                      "the first at %.7g, %.7g",
                      job->left_count, job->placed->lake_count, job->left_at[0], job->left_at[1]);
    return fluv_relief_names(ctx, job);
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    fluv_relief_job job = {.params = params,
                           .landscape = land,
                           .frame = land->frame,
                           .basins = fluv_basins_of(land),
                           .plan = fluv_layout_of(land),
                           .regions = fluv_regions_of(land),
                           .longer = land->frame.cell * fmax(land->frame.cols, land->frame.rows)};
    job.placed = fluv_basins_placed(job.basins, land);
    fluv_status status = make_land(ctx, &job);
    fluv_list_free(&job.heads);
    fluv_list_free(&job.lakes);
    fluv_list_free(&job.arms);
    return status == FLUV_OK ? fluv_advance(ctx, 1.0) : status;
}

/* What is placed before it gets its cells. */
static fluv_status makes_with(fluv_ctx *ctx, const void *params, fluv_layer_set present,
                              fluv_layer_set *makes)
{
    (void)ctx;
    (void)params;
    if (present & FLUV_SET(placed))
        *makes |= FLUV_SET(laid);
    return FLUV_OK;
}

#define PARAMS fluv_relief_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/relief/relief.def"
};

const fluv_stage fluv_stage_relief = {
    .info = {.name = "relief",
             .summary = "The land between rivers: slopes, valleys and crests that fit the water.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_relief_params),
    FLUV_NEEDS(basins, channels, regions, shore, height, cover),
    FLUV_MAKES(height, receiver, area, discharge, rivers, lakes, watersheds),
    FLUV_AMENDS(water, cover, coast),
    .makes_with = makes_with,
    .bytes_per_cell = 58.0,
    .run = run,
};
