// SPDX-License-Identifier: MIT
/* Stage `drain`: flow directions, drainage area and discharge of any height field.
 *
 * in   height     out   receiver, area, discharge; cover, water and coast of the sea
 *
 * Hollows: with `fill-free` each keeps its water and its root is a root; with `connect` water goes
 * on over the lowest pass, back along the way it came down (the hierarchy's passes are a minimum
 * spanning tree of basins); `carve` also cuts that way into the ground. */
#include "stages/drain.h"

#include "stages/flow.h"
#include "stages/sea.h"
#include "water/drainage.h"
#include "water/hollows.h"

enum { FILL_FREE, CONNECT, CARVE };

/* Every hollow drains over its pass. Hollows end from the lowest pass up, so that a hollow's water
 * has been led together to its root before it leaves. Of two that merge, the one with the higher
 * root goes. */
static void connect_hollows(const fluv_hierarchy *hierarchy, uint32_t *receiver)
{
    for (uint32_t i = 0; i < hierarchy->end_count; i++) {
        fluv_hollow_end_fetch(hierarchy, i, receiver);
        const fluv_hollow *hollow = &hierarchy->nodes[hierarchy->ends[i].node];
        if (hierarchy->ends[i].merges) {
            const fluv_hollow *first = &hierarchy->nodes[hollow->child[0]];
            const fluv_hollow *second = &hierarchy->nodes[hollow->child[1]];
            hollow = first->root == hollow->root ? second : first;
        }
        fluv_receivers_reverse(receiver, hollow->pass_from, hollow->pass_to);
    }
}

static void lower(const fluv_topology *topology, uint32_t cell, float level, float *height,
                  fluv_ground_change *change)
{
    float cut = height[cell] - level;
    change->volume_cut += (double)cut * fluv_cell_area(topology, cell);
    change->deepest_cut = fmaxf(change->deepest_cut, cut);
    height[cell] = level;
}

/* From each root down to lower ground: what stands higher than the way above it is cut. */
static void carve_ways(const fluv_drainage *drainage, float *height, fluv_ground_change *change)
{
    const fluv_hierarchy *hierarchy = &drainage->hierarchy;
    for (uint32_t b = 1; b <= hierarchy->basin_count; b++) {
        float level = height[hierarchy->nodes[b].root];
        uint32_t at = drainage->receiver[hierarchy->nodes[b].root];
        for (; at != FLUV_NONE && height[at] >= level; at = drainage->receiver[at])
            lower(&drainage->topology, at, level, height, change);
        change->hollows_breached++;
    }
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    const fluv_drain_params *p = params;
    fluv_drainage_job job = {.descent = p->descent ? FLUV_LOWEST : FLUV_STEEPEST};
    FLUV_TRY(fluv_sea_find(ctx, land, &job.topology, &job.kind));
    float *height = fluv_layer_edit(ctx, land, FLUV_LAYER_HEIGHT);
    job.receiver = fluv_layer_edit(ctx, land, FLUV_LAYER_RECEIVER);
    job.height = height;
    if (!height || !job.receiver)
        return FLUV_NO_MEMORY;
    fluv_drainage drainage;
    FLUV_TRY(fluv_drainage_find(ctx, &job, &drainage));
    FLUV_TRY(fluv_advance(ctx, 0.6));
    if (p->depressions != FILL_FREE)
        connect_hollows(&drainage.hierarchy, job.receiver);
    if (p->depressions == CARVE) {
        carve_ways(&drainage, height, &land->change);
        fluv_receivers_uncross(&job.topology, height, NULL, job.receiver);
    }
    fluv_flow_job flow = {.topology = &job.topology, .kind = job.kind, .receiver = job.receiver};
    FLUV_TRY(fluv_rate_of(ctx, land, &p->runoff, "drain", "runoff", &flow.runoff));
    fluv_flow_sums sums;
    FLUV_TRY(fluv_flow_find(ctx, land, &flow, &sums));
    return fluv_advance(ctx, 1.0);
}

#define PARAMS fluv_drain_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/drain.def"
};

const fluv_stage fluv_stage_drain = {
    .info = {.name = "drain",
             .summary = "Where water goes: flow directions, drainage area, discharge.",
             .needs = "height",
             .makes = "receiver area discharge cover water coast",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_drain_params),
    .needs = FLUV_HAS(FLUV_LAYER_HEIGHT),
    .makes = FLUV_HAS(FLUV_LAYER_RECEIVER) | FLUV_HAS(FLUV_LAYER_AREA) |
             FLUV_HAS(FLUV_LAYER_DISCHARGE) | FLUV_HAS(FLUV_LAYER_COVER) |
             FLUV_HAS(FLUV_LAYER_WATER) | FLUV_HAS(FLUV_LAYER_COAST),
    .bytes_per_cell = 40.0,
    .run = run,
};
