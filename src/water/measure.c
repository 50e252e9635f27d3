// SPDX-License-Identifier: MIT
/* Sizes of hollows: area and volume below each hollow's spill, and the land that drains to it.
 *
 * in   hierarchy, heights, basin of each cell     out   area, volume, catchment of each hollow
 *
 * A cell belongs to the smallest hollow around it whose spill is above it; sums then go up the
 * tree. Most cells of real land lie above every spill and are passed over at once.  O(n log h). */
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
                               const uint32_t *label, fluv_hollow_size *size)
{
    uint32_t count = hierarchy->node_count;
    uint32_t *top = fluv_scratch(ctx, count, sizeof *top); /* the outermost hollow around each */
    double *all = fluv_scratch_zero(ctx, count, sizeof *all);
    if (!top || !all)
        return FLUV_NO_MEMORY;
    for (uint32_t n = count; n-- > 1;) {
        uint32_t parent = hierarchy->nodes[n].parent;
        top[n] = parent == FLUV_OUTSIDE ? n : top[parent];
    }
    for (uint32_t b = 1; b <= hierarchy->basin_count; b++)
        all[top[b]] += size[b].catchment;
    for (uint32_t i = hierarchy->end_count; i-- > 0;) {
        uint32_t node = hierarchy->ends[i].node, to = hierarchy->nodes[node].pass_to;
        if (hierarchy->ends[i].merges || to == FLUV_NONE || label[to] == FLUV_OUTSIDE)
            continue;
        size[label[to]].catchment += all[node];
        all[top[label[to]]] += all[node];
    }
    fluv_scratch_drop(ctx, top);
    fluv_scratch_drop(ctx, all);
    return FLUV_OK;
}

static void add_up(const fluv_hierarchy *hierarchy, fluv_hollow_size *size)
{
    for (uint32_t n = 1; n < hierarchy->node_count; n++) {
        const fluv_hollow *hollow = &hierarchy->nodes[n];
        if (hollow->parent != FLUV_OUTSIDE) {
            size[hollow->parent].area += size[n].area;
            size[hollow->parent].volume += size[n].volume;
            size[hollow->parent].catchment += size[n].catchment;
        }
        /* until here `volume` was the sum of area times height */
        size[n].volume = size[n].area * (double)hollow->spill - size[n].volume;
        assert(size[n].area >= 0.0 && size[n].catchment > 0.0);
    }
    /* Of two that merge, the higher one spills into the lower. */
    for (uint32_t n = hierarchy->node_count; n-- > 1;) {
        const fluv_hollow *hollow = &hierarchy->nodes[n];
        if (hollow->parent != FLUV_OUTSIDE && hierarchy->nodes[hollow->parent].root == hollow->root)
            size[n].catchment = size[hollow->parent].catchment;
    }
}

fluv_status fluv_hollows_measure(fluv_ctx *ctx, const fluv_topology *topology,
                                 const fluv_hierarchy *hierarchy, const float *height,
                                 const uint32_t *label, fluv_hollow_size *size)
{
    assert(hierarchy->node_count > hierarchy->basin_count);
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_ascent ascent;
    float *outer;
    FLUV_TRY(prepare(ctx, hierarchy, &ascent, &outer));
    uint32_t *in = fluv_scratch(ctx, topology->count, sizeof *in);
    if (!in)
        return FLUV_NO_MEMORY;
    fluv_ascended last = FLUV_NOT_ASCENDED;
#pragma omp parallel for num_threads(ctx->threads) schedule(static) firstprivate(last)
    for (uint32_t c = 0; c < topology->count; c++) {
        bool inside =
            label[c] != FLUV_NONE && label[c] != FLUV_OUTSIDE && height[c] < outer[label[c]];
        in[c] = inside ? fluv_ascend(&ascent, &last, label[c], height[c]) : FLUV_OUTSIDE;
    }
    for (uint32_t n = 0; n < hierarchy->node_count; n++)
        size[n] = (fluv_hollow_size){0};
    for (uint32_t c = 0; c < topology->count; c++) {
        if (label[c] == FLUV_NONE || label[c] == FLUV_OUTSIDE)
            continue;
        double area = fluv_cell_area(topology, c);
        assert(label[c] <= hierarchy->basin_count && in[c] < hierarchy->node_count);
        size[label[c]].catchment += area;
        if (in[c] == FLUV_OUTSIDE)
            continue;
        size[in[c]].area += area;
        size[in[c]].volume += area * (double)height[c];
    }
    FLUV_TRY(add_inflows(ctx, hierarchy, label, size));
    add_up(hierarchy, size);
    fluv_scratch_release(ctx, mark);
    return FLUV_OK;
}
