// SPDX-License-Identifier: MIT
/* Ways down the slope, tile by tile.
 *
 * in   heights, kinds      out   ways, NO_WAY where no neighbour is lower
 *
 * Whichever way water descends, a cell's receiver is known from its surroundings: from its
 * neighbours, or (water/follow.c) from the square of 64 x 64 cells of the map that it lies in. So a
 * tile takes the squares that it touches, and finds what the whole map would.  O(n). */
#include "tiles/work.h"

/* The squares that hold a tile and what crosses its rim, and a cell around them. */
static fluv_pane squares_around(const fluv_tiling *tiling, fluv_pane window, fluv_follow_part *part)
{
    const uint32_t square = FLUV_FOLLOW_TILE;
    fluv_pane inner = fluv_pane_grown(tiling, window, 2), core;
    core.col = inner.col / square * square;
    core.row = inner.row / square * square;
    uint32_t end_col = fluv_block_count(inner.col + inner.cols, square) * square;
    uint32_t end_row = fluv_block_count(inner.row + inner.rows, square) * square;
    core.cols = (end_col < tiling->cols ? end_col : tiling->cols) - core.col;
    core.rows = (end_row < tiling->rows ? end_row : tiling->rows) - core.row;
    fluv_pane held = fluv_pane_grown(tiling, core, 1);
    *part = (fluv_follow_part){.west = held.col,
                               .north = held.row,
                               .map_cols = tiling->cols,
                               .core_col = core.col - held.col,
                               .core_row = core.row - held.row,
                               .core_cols = core.cols,
                               .core_rows = core.rows};
    return held;
}

static fluv_status find_ways(fluv_tile_work *work, uint32_t tile)
{
    fluv_follow_part part;
    int threads = work->ctx->threads;
    fluv_pane window = fluv_tiling_window(&work->tiling, tile);
    fluv_pane held = squares_around(&work->tiling, window, &part);
    if (work->descent != FLUV_FOLLOW)
        held = fluv_pane_grown(&work->tiling, window, 1);
    fluv_topology grid = fluv_topology_grid(held.cols, held.rows, work->cell);
    const float *height = fluv_tile_load(work, work->bare, held);
    const uint8_t *kind = height ? fluv_tile_load(work, FLUV_GRID_KIND, held) : NULL;
    if (!kind)
        return work->failed;
    uint32_t *receiver = fluv_scratch(work->ctx, grid.count, sizeof *receiver);
    uint8_t *way = fluv_scratch(work->ctx, grid.count, 1);
    if (!receiver || !way)
        return FLUV_NO_MEMORY;
    if (work->descent == FLUV_FOLLOW)
        fluv_receivers_follow_part(&grid, &part, threads, &work->wander, height, kind, receiver);
    else
        fluv_receivers(&grid, threads, work->descent, height, kind, receiver);
    for (uint32_t c = 0; c < grid.count; c++)
        way[c] = (uint8_t)fluv_way_between(held.cols, c, receiver[c]);
    return fluv_tile_keep(work, FLUV_GRID_SLOPE, tile, held, way);
}

fluv_status fluv_tiles_find_slopes(fluv_tile_work *work)
{
    return fluv_tiles_each(work, find_ways);
}
