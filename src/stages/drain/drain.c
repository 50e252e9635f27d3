// SPDX-License-Identifier: MIT
/* Stage `drain`: flow directions, drainage area and discharge of any height field.
 *
 * in   height     out   receiver, area, discharge; cover, water and coast of the sea
 *
 * Hollows: with `fill-free` each keeps its water and its root is a root; with `connect` water goes
 * on over the lowest pass, back along the way it came down (the hierarchy's passes are a minimum
 * spanning tree of basins); `carve` also cuts that way into the ground. */
#include "stages/drain/drain.h"

#include "placed/placed.h"
#include "stages/shared/flow.h"
#include "stages/shared/routing.h"
#include "stages/shared/sea.h"
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
    fluv_ways_carve(drainage, height, change);
    fluv_ways_lift(drainage, job->kind, ends, height, change);
    fluv_receivers_uncross(&job->topology, height, NULL, job->receiver);
    fluv_scratch_drop(ctx, ends);
    return FLUV_OK;
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    const fluv_drain_params *p = params;
    static const fluv_descent descents[] = {FLUV_FOLLOW, FLUV_STEEPEST, FLUV_LOWEST};
    fluv_drainage_job job = {0};
    land->drained = (fluv_drained){true, (uint8_t)descents[p->descent], (float)p->wander, false};
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
    FLUV_TRY(fluv_drainage_find(ctx, &job, &drainage));
    bool turned = false;
    if (p->depressions != FLUV_DRAIN_DEPRESSIONS_fill_free)
        fluv_ways_connect(&drainage.hierarchy, job.receiver);
    if (p->depressions == FLUV_DRAIN_DEPRESSIONS_connect)
        turned = fluv_receivers_part(&job.topology, height, job.receiver);
    if (p->depressions == FLUV_DRAIN_DEPRESSIONS_carve)
        FLUV_TRY(carve(ctx, &job, &drainage, height, &land->change));
    if (turned) /* the hollows' ways out are no longer where the next stage would look for them */
        fluv_shared_drop(drainage.kept);
    else if (job.keep)
        leave_hollows(land, drainage.kept, p->depressions == FLUV_DRAIN_DEPRESSIONS_connect);
    FLUV_TRY(fluv_advance(ctx, 0.6));
    fluv_flow_job flow = {.topology = &job.topology, .kind = job.kind, .receiver = job.receiver};
    FLUV_TRY(fluv_rate_of(ctx, land, &p->runoff, "drain", "runoff", &flow.runoff));
    FLUV_TRY(fluv_springs_add(ctx, land, &flow.runoff));
    fluv_flow_sums sums;
    FLUV_TRY(fluv_flow_find(ctx, land, &flow, &sums));
    return fluv_advance(ctx, 1.0);
}

#define PARAMS fluv_drain_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/drain/drain.def"
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
    .bytes_per_cell = 40.0,
    .run = run,
};
