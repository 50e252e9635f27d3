// SPDX-License-Identifier: MIT
/* Receivers, flats, basins, passes and the hierarchy of hollows, in this order. Nearly O(n). */
#include "water/drainage.h"

#include "water/survey.h"

#include <assert.h>
#include <string.h>

/* Where only a survey changed the ground, most flats drain as they did. */
static fluv_status find_receivers(fluv_ctx *ctx, const fluv_drainage_job *job)
{
    const fluv_topology *topology = &job->topology;
    bool lakes = job->survey && job->survey->lake_of, again = lakes && job->survey->changed;
    uint32_t *before = again ? fluv_scratch(ctx, topology->count, sizeof *before) : NULL;
    if (again && !before)
        return FLUV_NO_MEMORY;
    if (again)
        memcpy(before, job->receiver, topology->count * sizeof *before);
    if (job->descent == FLUV_FOLLOW)
        fluv_receivers_follow(topology, ctx->threads, &job->wander, job->height, job->kind,
                              job->receiver);
    else
        fluv_receivers(topology, ctx->threads, job->descent, job->height, job->kind, job->receiver);
    FLUV_TRY(fluv_look(ctx));
    fluv_flats_work work = {
        .queue = fluv_scratch(ctx, topology->count, sizeof *work.queue),
        .first = fluv_scratch(ctx, (size_t)topology->count + 1, sizeof *work.first),
        .to_low = fluv_scratch(ctx, topology->count, sizeof *work.to_low),
        .from_high = fluv_scratch(ctx, topology->count, sizeof *work.from_high),
    };
    if (!work.queue || !work.first || !work.to_low || !work.from_high)
        return FLUV_NO_MEMORY;
    fluv_flats_known known = {again ? job->survey->changed : NULL, before};
    fluv_flats_resolve(topology, ctx->threads, job->height, job->kind, again ? &known : NULL, &work,
                       job->receiver);
    fluv_scratch_drop(ctx, before);
    if (lakes)
        fluv_survey_route(topology, job->survey, work.queue, job->receiver);
    fluv_scratch_drop(ctx, work.queue);
    fluv_scratch_drop(ctx, work.first);
    fluv_scratch_drop(ctx, work.to_low);
    fluv_scratch_drop(ctx, work.from_high);
    return FLUV_OK;
}

/* Water that would cross a slanting step from a to b joins it, if it can: then true. */
static bool uncross_step(const fluv_drainage_job *job, uint32_t a, uint32_t b)
{
    uint32_t cols = job->topology.cols;
    uint32_t one = b / cols * cols + a % cols, other = a / cols * cols + b % cols;
    if (one == a || one == b)
        return true; /* it is straight */
    uint32_t crossing = job->receiver[one] == other   ? one
                        : job->receiver[other] == one ? other
                                                      : FLUV_NONE;
    if (crossing == FLUV_NONE)
        return true;
    if (!(job->height[b] < job->height[crossing]))
        return false;
    job->receiver[crossing] = b;
    return true;
}

/* One step of a way, where water can take it: not up, not out of a lake or the sea. */
static void lead_step(const fluv_drainage_job *job, uint32_t a, uint32_t b)
{
    assert(a < job->topology.count && b < job->topology.count && a != b);
    const uint32_t *lake_of = job->survey ? job->survey->lake_of : NULL;
    bool wet = (lake_of && lake_of[a] != FLUV_NONE) || (job->kind[a] & FLUV_CELL_SEA);
    if (!wet && job->height[b] < job->height[a] && uncross_step(job, a, b))
        job->receiver[a] = b;
}

static void lead(const fluv_drainage_job *job)
{
    const fluv_leads *leads = &job->leads;
    assert(!leads->count || (leads->first && leads->cells && leads->end));
    for (size_t i = 0; i < leads->count; i++)
        for (uint32_t k = leads->first[i]; k < leads->first[i + 1]; k++) {
            bool last = k + 1 == leads->first[i + 1];
            uint32_t next = last ? leads->end[i] : leads->cells[k + 1];
            if (next != FLUV_NONE)
                lead_step(job, leads->cells[k], next);
        }
}

/* Room for labels, nodes and ends, in one block where they are to be kept. */
static fluv_status take_room(fluv_ctx *ctx, const fluv_drainage_job *job, fluv_drainage *drainage)
{
    fluv_hierarchy *hierarchy = &drainage->hierarchy;
    size_t cells = job->topology.count, basins = hierarchy->basin_count, nodes = 2 * basins + 1;
    if (!job->keep) {
        drainage->label = fluv_scratch(ctx, cells, sizeof *drainage->label);
        hierarchy->nodes = fluv_scratch(ctx, nodes, sizeof *hierarchy->nodes);
        hierarchy->ends = fluv_scratch(ctx, basins, sizeof *hierarchy->ends);
        bool all = drainage->label && hierarchy->nodes && hierarchy->ends;
        return all ? FLUV_OK : FLUV_NO_MEMORY;
    }
    size_t node_bytes = nodes * sizeof *hierarchy->nodes,
           end_bytes = basins * sizeof *hierarchy->ends;
    drainage->kept = fluv_shared_new(
        ctx, 1, sizeof(fluv_hollows) + cells * sizeof *drainage->label + node_bytes + end_bytes);
    if (!drainage->kept)
        return FLUV_NO_MEMORY;
    hierarchy->nodes = (void *)(drainage->kept->data + sizeof(fluv_hollows));
    hierarchy->ends = (void *)(hierarchy->nodes + nodes);
    drainage->label = (void *)(hierarchy->ends + basins);
    return FLUV_OK;
}

static fluv_status build_hierarchy(fluv_ctx *ctx, const fluv_drainage_job *job,
                                   const uint32_t *root, fluv_list *passes, fluv_drainage *drainage)
{
    fluv_hierarchy *hierarchy = &drainage->hierarchy;
    uint32_t basins = hierarchy->basin_count;
    FLUV_TRY(
        fluv_passes_find(ctx, &job->topology, job->height, job->kind, drainage->label, passes));
    FLUV_TRY(fluv_look(ctx));
    assert(passes->count < FLUV_NONE);
    uint32_t count = (uint32_t)passes->count;
    uint64_t *work = fluv_scratch(ctx, (size_t)count * 2, sizeof *work);
    fluv_pass *sorted = fluv_scratch(ctx, count, sizeof *sorted);
    uint32_t *sets = fluv_scratch(ctx, 5 * ((size_t)basins + 1), sizeof *sets);
    if (!work || !sorted || !sets)
        return FLUV_NO_MEMORY;
    fluv_passes_sort(passes->items, count, job->topology.cols, ctx->threads, work, sorted);
    FLUV_TRY(fluv_look(ctx));
    fluv_hierarchy_build(hierarchy, sorted, count, job->height, root, sets);
    fluv_scratch_drop(ctx, work);
    fluv_scratch_drop(ctx, sorted);
    fluv_scratch_drop(ctx, sets);
    return FLUV_OK;
}

static fluv_status find_hollows(fluv_ctx *ctx, const fluv_drainage_job *job,
                                fluv_drainage *drainage)
{
    const fluv_topology *topology = &job->topology;
    uint32_t basins = fluv_catchments_count(topology, ctx->threads, job->kind, job->receiver);
    assert(basins <= topology->count);
    drainage->hierarchy.basin_count = basins;
    uint32_t *root = fluv_scratch(ctx, (size_t)basins + 1, sizeof *root);
    if (!root)
        return FLUV_NO_MEMORY;
    FLUV_TRY(take_room(ctx, job, drainage));
    FLUV_TRY(fluv_look(ctx));
    fluv_catchments_label(topology, ctx->threads, job->kind, job->receiver, drainage->label, root);
    FLUV_TRY(fluv_advance(ctx, 0.3));
    fluv_list passes = {0};
    fluv_status status = build_hierarchy(ctx, job, root, &passes, drainage);
    fluv_list_free(&passes);
    fluv_scratch_drop(ctx, root);
    if (status == FLUV_OK && drainage->kept)
        *(fluv_hollows *)(void *)drainage->kept->data =
            (fluv_hollows){.label = drainage->label, .hierarchy = drainage->hierarchy};
    return status;
}

fluv_status fluv_drainage_find(fluv_ctx *ctx, const fluv_drainage_job *job, fluv_drainage *drainage)
{
    assert(job->topology.count > 0 && job->height && job->kind && job->receiver);
    *drainage =
        (fluv_drainage){.topology = job->topology, .kind = job->kind, .receiver = job->receiver};
    if (!job->leads.all)
        FLUV_TRY(find_receivers(ctx, job));
    lead(job);
    assert(fluv_receivers_inside(&job->topology, job->receiver));
    FLUV_TRY(fluv_advance(ctx, 0.2));
    fluv_status status = find_hollows(ctx, job, drainage);
    if (status != FLUV_OK)
        fluv_drainage_forget(ctx, drainage);
    return status;
}

fluv_drainage fluv_drainage_of_kept(const fluv_drainage_job *job, fluv_shared *kept)
{
    const fluv_hollows *hollows = (const void *)kept->data;
    assert(hollows->label && hollows->hierarchy.basin_count <= job->topology.count);
    return (fluv_drainage){.topology = job->topology,
                           .kind = job->kind,
                           .receiver = job->receiver,
                           .label = hollows->label,
                           .hierarchy = hollows->hierarchy,
                           .kept = kept};
}

void fluv_drainage_forget(fluv_ctx *ctx, fluv_drainage *drainage)
{
    if (!drainage->kept) {
        fluv_scratch_drop(ctx, drainage->label);
        fluv_scratch_drop(ctx, drainage->hierarchy.nodes);
        fluv_scratch_drop(ctx, drainage->hierarchy.ends);
    }
    fluv_shared_drop(drainage->kept);
    drainage->kept = NULL;
    drainage->label = NULL;
    drainage->hierarchy = (fluv_hierarchy){0};
}
