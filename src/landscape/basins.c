// SPDX-License-Identifier: MIT
/* Basins in one block. */
#include "landscape/basins.h"

#include "landscape/block.h"

fluv_shared *fluv_basins_seal(fluv_ctx *ctx, const fluv_basins *b)
{
    size_t n = b->count;
    fluv_block_part parts[] = {
        {.from = b, .bytes = sizeof *b},
        {.from = b->first, .bytes = (n + 1) * sizeof *b->first},
        {.from = b->neighbour, .bytes = b->first[n] * sizeof *b->neighbour},
        {.from = b->x, .bytes = n * sizeof *b->x},
        {.from = b->y, .bytes = n * sizeof *b->y},
        {.from = b->cell, .bytes = n * sizeof *b->cell},
        {.from = b->area, .bytes = n * sizeof *b->area},
        {.from = b->growth, .bytes = n * sizeof *b->growth},
        {.from = b->bed, .bytes = n * sizeof *b->bed},
        {.from = b->receiver, .bytes = n * sizeof *b->receiver},
        {.from = b->outlet, .bytes = n * sizeof *b->outlet},
        {.from = b->order, .bytes = b->land_count * sizeof *b->order},
        {.from = b->type, .bytes = n},
        {.from = b->ocean, .bytes = n},
        {.from = b->wet, .bytes = n},
        {.from = b->other, .bytes = n},
        {.from = b->own, .bytes = n * sizeof *b->own},
        {.from = b->ways, .bytes = b->way_count * sizeof *b->ways},
        {.from = b->way_vertex, .bytes = b->way_vertex_count * sizeof *b->way_vertex},
        {.from = b->way_xy,
         .bytes = (size_t)b->way_vertex_count * 2 * FLUV_WAY_POINTS * sizeof *b->way_xy},
        {.from = b->lake_exit, .bytes = b->placed_lakes * sizeof *b->lake_exit},
        {.from = b->spot_at, .bytes = b->placed_spots * sizeof *b->spot_at},
    };
    fluv_shared *shared = fluv_block_seal(ctx, parts, sizeof parts / sizeof *parts);
    if (!shared)
        return NULL;
    fluv_basins *own = parts[0].at;
    own->first = parts[1].at;
    own->neighbour = parts[2].at;
    own->x = parts[3].at;
    own->y = parts[4].at;
    own->cell = parts[5].at;
    own->area = parts[6].at;
    own->growth = parts[7].at;
    own->bed = parts[8].at;
    own->receiver = parts[9].at;
    own->outlet = parts[10].at;
    own->order = parts[11].at;
    own->type = parts[12].at;
    own->ocean = parts[13].at;
    own->wet = parts[14].at;
    own->other = parts[15].at;
    own->own = parts[16].at;
    own->ways = parts[17].at;
    own->way_vertex = parts[18].at;
    own->way_xy = parts[19].at;
    own->lake_exit = parts[20].at;
    own->spot_at = parts[21].at;
    return shared;
}
