// SPDX-License-Identifier: MIT
/* The hierarchy of hollows, by Kruskal's rule: passes are taken from the lowest up, and each that
 * joins two hollows not yet joined is the lowest way out of both of them.
 *
 * in   passes in rising order     out   tree of hollows        O(passes), nearly
 *
 * Based on: Barnes, Callaghan, Wickert. Computing water flow through complex landscapes, part 2.
 *           2020
 *           Cordonnier, Bovy, Braun. A versatile, linear complexity algorithm for flow routing in
 *           topographies with depressions. 2019
 *           Myers. An applicative random-access stack. 1983 (jump pointers) */
#include "water/hierarchy.h"

#include <assert.h>

#define AHEAD 16 /* passes */

/* Sets of joined basins: `of` leads towards a set's representative, `hollow` gives the hollow that
 * a representative's set makes up now. */
typedef struct joined {
    uint32_t *of, *hollow;
} joined;

static uint32_t find(uint32_t *of, uint32_t basin)
{
    while (of[basin] != basin) {
        of[basin] = of[of[basin]];
        basin = of[basin];
    }
    return basin;
}

static void end_at(fluv_hollow *hollow, const fluv_pass *pass, bool own_side_low)
{
    hollow->spill = pass->height;
    hollow->pass_from = own_side_low ? pass->low_cell : pass->high_cell;
    hollow->pass_to = own_side_low ? pass->high_cell : pass->low_cell;
}

static bool is_lower(const float *height, uint32_t a, uint32_t b)
{
    return height[a] < height[b] || (height[a] == height[b] && a < b);
}

static void spill_outside(fluv_hierarchy *hierarchy, const fluv_pass *pass, uint32_t set,
                          bool own_side_low, const joined *sets)
{
    uint32_t node = sets->hollow[set];
    end_at(&hierarchy->nodes[node], pass, own_side_low);
    hierarchy->ends[hierarchy->end_count++] = (fluv_hollow_end){node, false};
    sets->of[set] = FLUV_OUTSIDE;
}

static void merge(fluv_hierarchy *hierarchy, const fluv_pass *pass, uint32_t low_set,
                  uint32_t high_set, const float *height, const joined *sets)
{
    fluv_hollow *nodes = hierarchy->nodes;
    uint32_t low = sets->hollow[low_set], high = sets->hollow[high_set];
    uint32_t whole = hierarchy->node_count++;
    end_at(&nodes[low], pass, true);
    end_at(&nodes[high], pass, false);
    nodes[low].parent = nodes[high].parent = whole;
    uint32_t a = nodes[low].root, b = nodes[high].root;
    nodes[whole] = (fluv_hollow){
        .parent = FLUV_OUTSIDE, .child = {low, high}, .root = is_lower(height, a, b) ? a : b};
    hierarchy->ends[hierarchy->end_count++] = (fluv_hollow_end){whole, true};
    sets->of[high_set] = low_set;
    sets->hollow[low_set] = whole;
}

void fluv_hierarchy_build(fluv_hierarchy *hierarchy, const fluv_pass *passes, uint32_t pass_count,
                          const float *height, const uint32_t *root, uint32_t *work)
{
    uint32_t basins = hierarchy->basin_count;
    joined sets = {work, work + basins + 1};
    for (uint32_t b = 0; b <= basins; b++) {
        sets.of[b] = sets.hollow[b] = b;
        hierarchy->nodes[b] =
            (fluv_hollow){.child = {FLUV_NONE, FLUV_NONE}, .root = root[b], .pass_to = FLUV_NONE};
    }
    hierarchy->node_count = basins + 1;
    hierarchy->end_count = 0;
    for (uint32_t i = 0; i < pass_count && hierarchy->end_count < basins; i++) {
        const fluv_pass *soon = &passes[i + AHEAD < pass_count ? i + AHEAD : i];
        __builtin_prefetch(&sets.of[soon->low_basin]); /* far apart in memory */
        __builtin_prefetch(&sets.of[soon->high_basin]);
        uint32_t low = find(sets.of, passes[i].low_basin);
        uint32_t high = find(sets.of, passes[i].high_basin);
        if (low == high)
            continue;
        if (low == FLUV_OUTSIDE)
            spill_outside(hierarchy, &passes[i], high, false, &sets);
        else if (high == FLUV_OUTSIDE)
            spill_outside(hierarchy, &passes[i], low, true, &sets);
        else
            merge(hierarchy, &passes[i], low, high, height, &sets);
    }
    assert(hierarchy->end_count == basins); /* every hollow has a way outside */
}

void fluv_ascent_prepare(fluv_ascent *ascent, uint32_t count, uint32_t *depth)
{
    for (uint32_t n = count; n-- > 0;) {
        uint32_t up = ascent->parent[n];
        if (n == ascent->top)
            continue;
        if (up == ascent->top) {
            depth[n] = 0;
            ascent->jump[n] = ascent->top;
            continue;
        }
        depth[n] = depth[up] + 1;
        uint32_t far = ascent->jump[up];
        bool equal_steps = far != ascent->top && ascent->jump[far] != ascent->top &&
                           depth[up] - depth[far] == depth[far] - depth[ascent->jump[far]];
        ascent->jump[n] = equal_steps ? ascent->jump[far] : up;
    }
}
