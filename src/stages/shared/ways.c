// SPDX-License-Identifier: MIT
/* Ways out of hollows: over the lowest pass, and cut into the ground. */
#include "stages/shared/ways.h"

#include "water/hollows.h"
#include "water/moved.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The hollow that leaves at an end: of two that merge, the one with the higher root. */
static const fluv_hollow *leaving(const fluv_hierarchy *hierarchy, fluv_hollow_end end)
{
    assert(end.node < hierarchy->node_count);
    const fluv_hollow *hollow = &hierarchy->nodes[end.node];
    if (!end.merges)
        return hollow;
    const fluv_hollow *first = &hierarchy->nodes[hollow->child[0]];
    return first->root == hollow->root ? &hierarchy->nodes[hollow->child[1]] : first;
}

/* Every hollow drains over its pass. Hollows end after what lies in them, so that a hollow's water
 * has been led together to its root before it leaves. */
void fluv_ways_connect(const fluv_hierarchy *hierarchy, uint32_t *receiver)
{
    for (uint32_t i = 0; i < hierarchy->end_count; i++) {
        const fluv_hollow *hollow = leaving(hierarchy, hierarchy->ends[i]);
        fluv_receivers_reverse(receiver, hollow->pass_from, hollow->pass_to);
    }
}

/* The last way out is taken back first; it leads from the root to the pass. */
void fluv_ways_disconnect(const fluv_hierarchy *hierarchy, uint32_t *receiver)
{
    for (uint32_t i = hierarchy->end_count; i-- > 0;) {
        const fluv_hollow *hollow = leaving(hierarchy, hierarchy->ends[i]);
        uint32_t before = FLUV_NONE, next;
        for (uint32_t at = hollow->root; before != hollow->pass_from; at = next) {
            assert(at != FLUV_NONE);
            next = receiver[at];
            receiver[at] = before;
            before = at;
        }
    }
}

typedef struct root {
    float height;
    uint32_t cell;
} root;

static int by_height(const void *a, const void *b)
{
    const root *left = a, *right = b;
    if (left->height != right->height)
        return left->height < right->height ? -1 : 1;
    return left->cell < right->cell ? -1 : left->cell > right->cell;
}

/* What stands as high as the way above it is cut down to it. */
static void carve_from(const fluv_drainage *drainage, const root *from, float *height,
                       fluv_moved *cut)
{
    uint32_t at = drainage->receiver[from->cell];
    for (; at != FLUV_NONE && height[at] >= from->height; at = drainage->receiver[at]) {
        if (!(height[at] > from->height))
            continue;
        fluv_moved_add(cut, height[at] - from->height);
        height[at] = from->height + 0.0f; /* of two zeros one */
    }
}

fluv_status fluv_ways_carve(fluv_ctx *ctx, const fluv_drainage *drainage, float *height,
                            fluv_ground_change *change)
{
    const fluv_hierarchy *hierarchy = &drainage->hierarchy;
    uint32_t count = hierarchy->basin_count;
    fluv_moved cut = {0};
    root *roots = fluv_scratch(ctx, count, sizeof *roots);
    if (!roots)
        return FLUV_NO_MEMORY;
    for (uint32_t b = 1; b <= count; b++)
        roots[b - 1] = (root){height[hierarchy->nodes[b].root], hierarchy->nodes[b].root};
    qsort(roots, count, sizeof *roots, by_height);
    for (uint32_t i = 0; i < count; i++)
        if (height[roots[i].cell] == roots[i].height) /* else a lower way came by and went on */
            carve_from(drainage, &roots[i], height, &cut);
    fluv_scratch_drop(ctx, roots);
    change->hollows_breached += count;
    change->volume_cut += fluv_moved_volume(&cut, fluv_cell_area(&drainage->topology, 0));
    change->deepest_cut = fmaxf(change->deepest_cut, cut.most);
    return FLUV_OK;
}

/* Where a way below sea level ends. */
enum { UNKNOWN, IN_SEA, ELSEWHERE };

/* Follows the way from a cell to where its end is known, and notes that on all of it. */
static uint8_t find_end(const fluv_drainage *drainage, const uint8_t *kind, uint32_t cell,
                        uint8_t *ends)
{
    uint32_t at = cell;
    while (at != FLUV_NONE && !(kind[at] & FLUV_CELL_SEA) && ends[at] == UNKNOWN)
        at = drainage->receiver[at];
    uint8_t end = at == FLUV_NONE ? ELSEWHERE : kind[at] & FLUV_CELL_SEA ? IN_SEA : ends[at];
    for (uint32_t c = cell; c != at; c = drainage->receiver[c])
        ends[c] = end;
    return end;
}

void fluv_ways_lift(const fluv_drainage *drainage, const uint8_t *kind, uint8_t *ends,
                    float *height, fluv_ground_change *change)
{
    const fluv_topology *topology = &drainage->topology;
    fluv_moved filled = {0};
    memset(ends, UNKNOWN, topology->count);
    for (uint32_t c = 0; c < topology->count; c++) {
        if (!(height[c] < 0.0F) || kind[c] & (FLUV_CELL_SEA | FLUV_CELL_VOID) ||
            find_end(drainage, kind, c, ends) != IN_SEA)
            continue;
        fluv_moved_add(&filled, -height[c]);
        height[c] = 0.0F;
    }
    change->volume_filled += fluv_moved_volume(&filled, fluv_cell_area(topology, 0));
    change->highest_fill = fmaxf(change->highest_fill, filled.most);
}
