// SPDX-License-Identifier: MIT
/* Which cells are whose lake's: a lake is what hangs together around its deepest point and is lake
 * at its level; a dry one, the dry bed below its level.  O(n). */
#include "landscape/lake_cells.h"

/* The bed of a river that ran dry ends at the shore of a dry lake: it does not lie below the lake's
 * level. */
bool fluv_lake_holds(const fluv_lake_map *map, const fluv_lake *lake, uint32_t cell)
{
    if (lake->state == FLUV_EMPTY)
        return map->cover[cell] == FLUV_DRY_BED && map->height[cell] < lake->level;
    return map->cover[cell] == FLUV_LAKE && map->water[cell] == lake->level;
}

uint32_t fluv_lake_root(const fluv_frame *frame, const fluv_lake *lake)
{
    double col = (lake->x - frame->west) / frame->cell;
    double row = (frame->north - lake->y) / frame->cell;
    if (!(col >= 0.0 && col < frame->cols && row >= 0.0 && row < frame->rows))
        return FLUV_NONE;
    return (uint32_t)row * frame->cols + (uint32_t)col;
}

static void spread(const fluv_lake_map *map, uint32_t place, uint32_t root, uint32_t *queue,
                   uint32_t *lake_of)
{
    uint32_t head = 0, tail = 0;
    queue[tail++] = root;
    lake_of[root] = place;
    while (head < tail) {
        fluv_around around = fluv_around_cell(&map->topology, queue[head++]);
        for (uint32_t k = 0; k < around.count; k++) {
            uint32_t other = around.cell[k];
            if (lake_of[other] != FLUV_NONE ||
                !fluv_lake_holds(map, &map->lakes->lakes[place], other))
                continue;
            lake_of[other] = place;
            queue[tail++] = other;
        }
    }
}

uint32_t fluv_lake_cells_find(const fluv_lake_map *map, int threads, uint32_t *queue,
                              uint32_t *lake_of)
{
    uint32_t taken = FLUV_NONE;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < map->topology.count; c++)
        lake_of[c] = FLUV_NONE;
    for (uint32_t i = 0; i < map->lakes->count; i++) {
        uint32_t root = fluv_lake_root(&map->frame, &map->lakes->lakes[i]);
        assert(root != FLUV_NONE);
        if (lake_of[root] == FLUV_NONE)
            spread(map, i, root, queue, lake_of);
        else if (taken == FLUV_NONE)
            taken = i;
    }
    return taken;
}
