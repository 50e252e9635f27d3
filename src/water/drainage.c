// SPDX-License-Identifier: MIT
/* Receivers, flats, basins, passes and the hierarchy of hollows, in this order. Nearly O(n). */
#include "water/drainage.h"

static fluv_status find_receivers(fluv_ctx *ctx, const fluv_drainage_job *job)
{
    const fluv_topology *topology = &job->topology;
    fluv_receivers(topology, ctx->threads, job->descent, job->height, job->kind, job->receiver);
    fluv_flats_work work = {
        .queue = fluv_scratch(ctx, topology->count, sizeof *work.queue),
        .first = fluv_scratch(ctx, (size_t)topology->count + 1, sizeof *work.first),
        .to_low = fluv_scratch(ctx, topology->count, sizeof *work.to_low),
        .from_high = fluv_scratch(ctx, topology->count, sizeof *work.from_high),
    };
    if (!work.queue || !work.first || !work.to_low || !work.from_high)
        return FLUV_NO_MEMORY;
    fluv_flats_resolve(topology, ctx->threads, job->height, job->kind, &work, job->receiver);
    if (job->survey && job->survey->lake_of)
        fluv_survey_route(topology, job->survey, work.queue, job->receiver);
    fluv_scratch_drop(ctx, work.queue);
    fluv_scratch_drop(ctx, work.first);
    fluv_scratch_drop(ctx, work.to_low);
    fluv_scratch_drop(ctx, work.from_high);
    return FLUV_OK;
}

static fluv_status build_hierarchy(fluv_ctx *ctx, const fluv_drainage_job *job,
                                   const uint32_t *root, fluv_list *passes, fluv_drainage *drainage)
{
    fluv_hierarchy *hierarchy = &drainage->hierarchy;
    uint32_t basins = hierarchy->basin_count;
    FLUV_TRY(
        fluv_passes_find(ctx, &job->topology, job->height, job->kind, drainage->label, passes));
    uint32_t count = (uint32_t)passes->count;
    uint64_t *work = fluv_scratch(ctx, (size_t)count * 2, sizeof *work);
    fluv_pass *sorted = fluv_scratch(ctx, count, sizeof *sorted);
    uint32_t *sets = fluv_scratch(ctx, 5 * ((size_t)basins + 1), sizeof *sets);
    hierarchy->nodes = fluv_scratch(ctx, (size_t)basins * 2 + 1, sizeof *hierarchy->nodes);
    hierarchy->ends = fluv_scratch(ctx, basins, sizeof *hierarchy->ends);
    if (!work || !sorted || !sets || !hierarchy->nodes || !hierarchy->ends)
        return FLUV_NO_MEMORY;
    fluv_passes_sort(passes->items, count, work, sorted);
    fluv_hierarchy_build(hierarchy, sorted, count, job->height, root, sets);
    fluv_scratch_drop(ctx, work);
    fluv_scratch_drop(ctx, sorted);
    fluv_scratch_drop(ctx, sets);
    return FLUV_OK;
}

fluv_status fluv_drainage_find(fluv_ctx *ctx, const fluv_drainage_job *job, fluv_drainage *drainage)
{
    const fluv_topology *topology = &job->topology;
    *drainage =
        (fluv_drainage){.topology = *topology, .kind = job->kind, .receiver = job->receiver};
    FLUV_TRY(find_receivers(ctx, job));
    FLUV_TRY(fluv_advance(ctx, 0.2));
    uint32_t basins = fluv_basins_count(topology, ctx->threads, job->kind, job->receiver);
    drainage->label = fluv_scratch(ctx, topology->count, sizeof *drainage->label);
    uint32_t *root = fluv_scratch(ctx, (size_t)basins + 1, sizeof *root);
    if (!drainage->label || !root)
        return FLUV_NO_MEMORY;
    fluv_basins_label(topology, ctx->threads, job->kind, job->receiver, drainage->label, root);
    drainage->hierarchy.basin_count = basins;
    FLUV_TRY(fluv_advance(ctx, 0.3));
    fluv_list passes = {0};
    fluv_status status = build_hierarchy(ctx, job, root, &passes, drainage);
    fluv_list_free(&passes);
    fluv_scratch_drop(ctx, root);
    return status;
}

void fluv_drainage_forget(fluv_ctx *ctx, fluv_drainage *drainage)
{
    fluv_scratch_drop(ctx, drainage->label);
    fluv_scratch_drop(ctx, drainage->hierarchy.nodes);
    fluv_scratch_drop(ctx, drainage->hierarchy.ends);
    drainage->label = NULL;
    drainage->hierarchy = (fluv_hierarchy){0};
}
