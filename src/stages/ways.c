// SPDX-License-Identifier: MIT
/* Ways out of hollows: over the lowest pass, and cut into the ground. */
#include "stages/ways.h"

#include "water/hollows.h"

/* Every hollow drains over its pass. Hollows end after what lies in them, so that a hollow's water
 * has been led together to its root before it leaves. Of two that merge, the one with the higher
 * root goes. */
void fluv_ways_connect(const fluv_hierarchy *hierarchy, uint32_t *receiver)
{
    for (uint32_t i = 0; i < hierarchy->end_count; i++) {
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
void fluv_ways_carve(const fluv_drainage *drainage, float *height, fluv_ground_change *change)
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
