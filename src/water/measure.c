// SPDX-License-Identifier: MIT
/* Sizes of hollows: area and volume below each hollow's spill, and the land that drains to it.
 *
 * in   hierarchy, heights, basin of each cell     out   area, volume, catchment of each hollow
 *
 * A cell belongs to the smallest hollow around it whose spill is above it; sums then go up the
 * tree. They are whole numbers (water/sums.h), and so do not depend on the order of cells. Most
 * cells of real land lie above every spill and are passed over at once.  O(n log h). */
#include "water/hollows.h"

#include <assert.h>

/* The hierarchy's parents and spills as arrays of their own, and each basin's outermost spill. */
static fluv_status prepare(fluv_ctx *ctx, const fluv_hierarchy *hierarchy, fluv_ascent *ascent,
                           float **outer)
{
    uint32_t count = hierarchy->node_count;
    uint32_t *parent = fluv_scratch(ctx, count, sizeof *parent);
    float *level = fluv_scratch(ctx, count, sizeof *level);
    uint32_t *jump = fluv_scratch(ctx, count, sizeof *jump);
    uint32_t *depth = fluv_scratch(ctx, count, sizeof *depth);
    *outer = fluv_scratch(ctx, count, sizeof **outer);
    if (!parent || !level || !jump || !depth || !*outer)
        return FLUV_NO_MEMORY;
    for (uint32_t n = count; n-- > 1;) {
        const fluv_hollow *hollow = &hierarchy->nodes[n];
        parent[n] = hollow->parent;
        level[n] = hollow->spill;
        (*outer)[n] = hollow->parent == FLUV_OUTSIDE ? hollow->spill : (*outer)[hollow->parent];
    }
    *ascent = (fluv_ascent){parent, level, jump, FLUV_OUTSIDE};
    fluv_ascent_prepare(ascent, count, depth);
    fluv_scratch_drop(ctx, depth);
    return FLUV_OK;
}

/* Adds what flows in over other hollows, when those are full, to the catchments of basins. The
 * hollows that spill into one end after it. */
static fluv_status add_inflows(fluv_ctx *ctx, const fluv_hierarchy *hierarchy,
                               const uint32_t *label, fluv_hollow_sums *sums)
{
    uint32_t count = hierarchy->node_count;
    uint32_t *top = fluv_scratch(ctx, count, sizeof *top); /* the outermost hollow around each */
    uint64_t *all = fluv_scratch_zero(ctx, count, sizeof *all);
    if (!top || !all)
        return FLUV_NO_MEMORY;
    for (uint32_t n = count; n-- > 1;) {
        uint32_t parent = hierarchy->nodes[n].parent;
        top[n] = parent == FLUV_OUTSIDE ? n : top[parent];
    }
    for (uint32_t b = 1; b <= hierarchy->basin_count; b++)
        all[top[b]] += sums[b].catchment;
    for (uint32_t i = hierarchy->end_count; i-- > 0;) {
        uint32_t node = hierarchy->ends[i].node, to = hierarchy->nodes[node].pass_to;
        if (hierarchy->ends[i].merges || to == FLUV_NONE || label[to] == FLUV_OUTSIDE)
            continue;
        sums[label[to]].catchment += all[node];
        all[top[label[to]]] += all[node];
    }
    fluv_scratch_drop(ctx, top);
    fluv_scratch_drop(ctx, all);
    return FLUV_OK;
}

/* What a hollow's parts have is also its own. */
static void add_up(const fluv_hierarchy *hierarchy, fluv_hollow_sums *sums)
{
    for (uint32_t n = 1; n < hierarchy->node_count; n++) {
        uint32_t parent = hierarchy->nodes[n].parent;
        if (parent == FLUV_OUTSIDE)
            continue;
        sums[parent].area += sums[n].area;
        sums[parent].ground += sums[n].ground;
        sums[parent].catchment += sums[n].catchment;
    }
    /* Of two that merge, the higher one spills into the lower. */
    for (uint32_t n = hierarchy->node_count; n-- > 1;) {
        const fluv_hollow *hollow = &hierarchy->nodes[n];
        if (hollow->parent != FLUV_OUTSIDE && hierarchy->nodes[hollow->parent].root == hollow->root)
            sums[n].catchment = sums[hollow->parent].catchment;
    }
}

static void write_sizes(const fluv_hierarchy *hierarchy, const fluv_weights *weights,
                        const fluv_hollow_sums *sums, fluv_hollow_size *size)
{
    size[FLUV_OUTSIDE] = (fluv_hollow_size){0};
    for (uint32_t n = 1; n < hierarchy->node_count; n++) {
        fluv_steps brim = fluv_in_steps((double)hierarchy->nodes[n].spill);
        fluv_steps volume = (fluv_steps)sums[n].area * brim - sums[n].ground;
        assert(volume >= 0 && sums[n].catchment > 0);
        size[n] = (fluv_hollow_size){.area = fluv_weighed_area(weights, sums[n].area),
                                     .volume = fluv_weighed_sum(weights, volume),
                                     .catchment = fluv_weighed_area(weights, sums[n].catchment)};
    }
}

fluv_status fluv_hollows_add_up(fluv_ctx *ctx, const fluv_hierarchy *hierarchy,
                                const uint32_t *label, const fluv_weights *weights,
                                fluv_hollow_sums *sums, fluv_hollow_size *size)
{
    assert(hierarchy->node_count > hierarchy->basin_count && sums && size);
    FLUV_TRY(add_inflows(ctx, hierarchy, label, sums));
    add_up(hierarchy, sums);
    write_sizes(hierarchy, weights, sums, size);
    return FLUV_OK;
}

/* `in` holds the hollow that each cell lies in. */
static void add_cells(const fluv_topology *topology, const fluv_weights *weights,
                      const float *height, const uint32_t *label, const uint32_t *in,
                      fluv_hollow_sums *sums)
{
    for (uint32_t c = 0; c < topology->count; c++) {
        if (label[c] == FLUV_NONE || label[c] == FLUV_OUTSIDE)
            continue;
        int64_t weight = fluv_weight(weights, c);
        sums[label[c]].catchment += (uint64_t)weight;
        if (in[c] == FLUV_OUTSIDE)
            continue;
        sums[in[c]].area += (uint64_t)weight;
        sums[in[c]].ground += fluv_in_steps((double)height[c]) * weight;
    }
}

fluv_status fluv_hollows_measure(fluv_ctx *ctx, const fluv_topology *topology,
                                 const fluv_hierarchy *hierarchy, const float *height,
                                 const uint32_t *label, fluv_hollow_size *size)
{
    assert(hierarchy->node_count > hierarchy->basin_count);
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    const fluv_weights weights = fluv_weights_of(topology);
    fluv_ascent ascent;
    float *outer;
    FLUV_TRY(prepare(ctx, hierarchy, &ascent, &outer));
    uint32_t *in = fluv_scratch(ctx, topology->count, sizeof *in);
    fluv_hollow_sums *sums = fluv_scratch_zero(ctx, hierarchy->node_count, sizeof *sums);
    if (!in || !sums)
        return FLUV_NO_MEMORY;
    fluv_ascended last = FLUV_NOT_ASCENDED;
#pragma omp parallel for num_threads(ctx->threads) schedule(static) firstprivate(last)
    for (uint32_t c = 0; c < topology->count; c++) {
        bool inside =
            label[c] != FLUV_NONE && label[c] != FLUV_OUTSIDE && height[c] < outer[label[c]];
        in[c] = inside ? fluv_ascend(&ascent, &last, label[c], height[c]) : FLUV_OUTSIDE;
    }
    add_cells(topology, &weights, height, label, in, sums);
    FLUV_TRY(fluv_hollows_add_up(ctx, hierarchy, label, &weights, sums, size));
    fluv_scratch_release(ctx, mark);
    return FLUV_OK;
}
