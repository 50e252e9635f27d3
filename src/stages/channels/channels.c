// SPDX-License-Identifier: MIT
/* Stage `channels`: where rivers and lakes are, before there is land around them.
 *
 * in   basins, regions, shore        out   channels
 *
 * Rivers begin at their sources and follow the basins' receivers; lakes lie on their way; deltas
 * branch off before the coast. All of it is a plan in metres: lines and shapes.
 *
 * Based on: Report and thesis on rivers first: River networks and lakes. 2022, 2021 */
#include "stages/channels/channels.h"

#include "stages/channels/parts.h"

fluv_layout fluv_channels_plan(const fluv_channels_job *job)
{
    const fluv_channels_params *params = job->params;
    return (fluv_layout){.line_count = job->line_count,
                         .arm_count = job->arm_count,
                         .point_count = (uint32_t)job->points.count,
                         .lake_count = job->lake_count,
                         .lines = job->lines,
                         .points = job->points.items,
                         .lakes = job->lakes,
                         .lobes = job->lobes,
                         .lobe_count = job->delta_count,
                         .runoff = params->runoff,
                         .width = params->width,
                         .max_width = params->max_width,
                         .spread = params->widen,
                         .outline = params->outline,
                         .bays = params->bays,
                         .outline_octaves = (int)params->outline_octaves,
                         .outline_key =
                             fluv_key_make(job->landscape->seed, "channels", "lake outlines")};
}

static fluv_status make_plan(fluv_ctx *ctx, fluv_channels_job *job)
{
    FLUV_TRY(fluv_channels_drawn(ctx, job));
    FLUV_TRY(fluv_channels_sources(ctx, job));
    FLUV_TRY(fluv_advance(ctx, 0.3));
    FLUV_TRY(fluv_channels_sites(ctx, job));
    FLUV_TRY(fluv_channels_lines(ctx, job));
    FLUV_TRY(fluv_advance(ctx, 0.6));
    FLUV_TRY(fluv_channels_standing(ctx, job));
    FLUV_TRY(fluv_advance(ctx, 0.8));
    return fluv_channels_deltas(ctx, job);
}

static void note_deltas(const fluv_channels_job *job, fluv_landscape *land)
{
    int64_t asked = job->params->deltas;
    if (job->delta_count < asked && fluv_shore_of(land)->has_ocean)
        fluv_note_add(land, "channels",
                      "%u of %lld deltas found room before a river's mouth: a smaller "
                      "delta_radius needs less",
                      job->delta_count, (long long)asked);
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    fluv_channels_job job = {.params = params,
                             .landscape = land,
                             .basins = fluv_basins_of(land),
                             .regions = fluv_regions_of(land),
                             .longer = land->frame.cell * fmax(land->frame.cols, land->frame.rows)};
    fluv_status status = make_plan(ctx, &job);
    fluv_layout plan = fluv_channels_plan(&job);
    fluv_shared *sealed = status == FLUV_OK ? fluv_layout_seal(ctx, &plan) : NULL;
    fluv_list_free(&job.points);
    fluv_list_free(&job.delta_arms);
    fluv_list_free(&job.fan);
    if (!sealed)
        return status == FLUV_OK ? FLUV_NO_MEMORY : status;
    fluv_layer_put(land, FLUV_LAYER_channels, sealed);
    note_deltas(&job, land);
    return fluv_advance(ctx, 1.0);
}

#define PARAMS fluv_channels_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/channels/channels.def"
};

const fluv_stage fluv_stage_channels = {
    .info = {.name = "channels",
             .summary = "Where rivers and lakes are: sources, courses, lakes, deltas, dry beds.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_channels_params),
    FLUV_NEEDS(basins, regions, shore),
    FLUV_MAKES(channels),
    FLUV_AMENDS(),
    .bytes_per_cell = 1.0,
    .run = run,
};
