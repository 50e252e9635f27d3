// SPDX-License-Identifier: MIT
/* Stage `drain`: flow directions, drainage area and discharge of any height field.
 *
 * in   height     out   receiver, area, discharge; cover, water and coast of the sea; lakes of one
 *                       cell with `fill-free`
 *
 * Hollows: with `fill-free` each keeps its water, in a closed lake of one cell at its root; with
 * `connect` water goes on over the lowest pass, back along the way it came down (the hierarchy's
 * passes are a minimum spanning tree of basins); `carve` also cuts that way into the ground. */
#include "stages/drain/drain.h"

#include "placed/placed.h"
#include "stages/shared/flow.h"
#include "stages/shared/routing.h"
#include "stages/shared/sea.h"
#include "stages/shared/sinks.h"
#include "stages/shared/ways.h"
#include "water/drainage.h"
#include "water/hollows.h"

/* The next stage may want the same hollows. */
static void leave_hollows(fluv_landscape *land, fluv_shared *kept, bool connected)
{
    ((fluv_hollows *)(void *)kept->data)->connected = connected;
    land->hollows = kept;
}

/* Every hollow is passed on through a cut in the ground; land below the sea comes up to it. */
static fluv_status carve(fluv_ctx *ctx, const fluv_drainage_job *job, const fluv_drainage *drainage,
                         float *height, fluv_ground_change *change)
{
    uint8_t *ends = fluv_scratch(ctx, job->topology.count, sizeof *ends);
    if (!ends)
        return FLUV_NO_MEMORY;
    *change = (fluv_ground_change){0};
    FLUV_TRY(fluv_ways_carve(ctx, drainage, height, change));
    fluv_ways_lift(drainage, job->kind, ends, height, change);
    fluv_receivers_uncross(&job->topology, height, NULL, job->receiver);
    fluv_scratch_drop(ctx, ends);
    return FLUV_OK;
}

/* Area and discharge, and the lakes that take water out of them, if there are any. */
static fluv_status find_flow(fluv_ctx *ctx, const fluv_drain_params *p,
                             const fluv_drainage_job *job, const fluv_lakes_found *found,
                             fluv_landscape *land)
{
    assert(job->receiver && fluv_receivers_inside(&job->topology, job->receiver));
    assert(!found->lakes.count || (found->lake_of && found->exits));
    fluv_flow_job flow = {.topology = &job->topology,
                          .kind = job->kind,
                          .receiver = job->receiver,
                          .lake = found->lake_of,
                          .exits = found->exits,
                          .lake_count = found->lakes.count};
    FLUV_TRY(fluv_rate_of(ctx, land, &p->runoff, "drain", "runoff", &flow.runoff));
    FLUV_TRY(fluv_springs_add(ctx, land, &flow.runoff));
    if (!found->lake_of && !flow.runoff.map)
        return fluv_flow_even(ctx, land, &flow);
    if (found->lake_of) {
        flow.water = fluv_scratch_zero(ctx, flow.lake_count, sizeof *flow.water);
        if (!flow.water)
            return FLUV_NO_MEMORY;
    }
    fluv_flow_sums sums;
    FLUV_TRY(fluv_flow_find(ctx, land, &flow, &sums));
    return found->lakes.count ? fluv_lakes_publish(ctx, &job->topology, found, land) : FLUV_OK;
}

/* Every hollow keeps its water. */
static fluv_status keep(fluv_ctx *ctx, const fluv_drainage_job *job, float *height,
                        fluv_lakes_found *found)
{
    uint32_t count = job->topology.count;
    found->lake_of = fluv_scratch(ctx, count, sizeof *found->lake_of);
    found->exits = fluv_scratch_zero(ctx, count, sizeof *found->exits);
    if (!found->lake_of || !found->exits)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < count; c++)
        found->lake_of[c] = FLUV_NONE;
    return fluv_sinks_keep(ctx, &job->topology, job->kind, job->receiver, height, found);
}

fluv_descent fluv_drain_descent(const fluv_drain_params *params)
{
    static const fluv_descent descents[] = {FLUV_FOLLOW, FLUV_STEEPEST, FLUV_LOWEST};
    return descents[params->descent];
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    const fluv_drain_params *p = params;
    fluv_drainage_job job = {0};
    land->drained = (fluv_drained){true, (uint8_t)fluv_drain_descent(p), (float)p->wander, false};
    fluv_routing_set(land, &job);
    FLUV_TRY(fluv_sea_find(ctx, land, &job.topology, &job.kind));
    FLUV_TRY(fluv_placed_shape(ctx, land, &job.topology, job.kind));
    FLUV_TRY(fluv_routing_lead(ctx, land, &job));
    float *height = fluv_layer_edit(ctx, land, FLUV_LAYER_height);
    job.receiver = fluv_layer_renew(ctx, land, FLUV_LAYER_receiver);
    job.height = height;
    if (!height || !job.receiver)
        return FLUV_NO_MEMORY;
    job.keep = p->depressions != FLUV_DRAIN_DEPRESSIONS_carve; /* as `lakes` would find */
    fluv_drainage drainage;
    fluv_lakes_found found = {0};
    FLUV_TRY(fluv_drainage_find(ctx, &job, &drainage));
    bool same = job.keep; /* the hollows' ways out are where the next stage would look for them */
    if (p->depressions != FLUV_DRAIN_DEPRESSIONS_fill_free)
        fluv_ways_connect(&drainage.hierarchy, job.receiver);
    if (p->depressions == FLUV_DRAIN_DEPRESSIONS_connect)
        same = !fluv_receivers_part(&job.topology, height, job.receiver);
    if (p->depressions == FLUV_DRAIN_DEPRESSIONS_carve)
        FLUV_TRY(carve(ctx, &job, &drainage, height, &land->change));
    fluv_status status = FLUV_OK;
    if (p->depressions == FLUV_DRAIN_DEPRESSIONS_fill_free) {
        status = keep(ctx, &job, height, &found);
        same = !found.lakes.count; /* their ground was touched */
    }
    if (same && status == FLUV_OK)
        leave_hollows(land, drainage.kept, p->depressions == FLUV_DRAIN_DEPRESSIONS_connect);
    else if (job.keep)
        fluv_shared_drop(drainage.kept);
    if (status == FLUV_OK)
        status = fluv_advance(ctx, 0.6);
    if (status == FLUV_OK)
        status = find_flow(ctx, p, &job, &found, land);
    fluv_list_free(&found.lakes);
    return status == FLUV_OK ? fluv_advance(ctx, 1.0) : status;
}

/* Water that stays in hollows stands there as lakes. */
static fluv_status makes_with(fluv_ctx *ctx, const void *params, fluv_layer_set present,
                              fluv_layer_set *makes)
{
    (void)ctx, (void)present;
    const fluv_drain_params *p = params;
    if (p->depressions == FLUV_DRAIN_DEPRESSIONS_fill_free)
        *makes |= FLUV_SET(lakes);
    return FLUV_OK;
}

#define PARAMS fluv_drain_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/drain/drain.def"

#include <assert.h>
};

const fluv_stage fluv_stage_drain = {
    .info = {.name = "drain",
             .summary = "Where water goes: flow directions, drainage area, discharge.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_drain_params),
    FLUV_NEEDS(height),
    FLUV_MAKES(receiver, area, discharge, change),
    FLUV_AMENDS(height, cover, water, coast),
    .makes_with = makes_with,
    .bytes_per_cell = 40.0,
    .run = run,
};
