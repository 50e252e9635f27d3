// SPDX-License-Identifier: MIT
/* What each cell is to water, tile by tile: voids, open cells, the sea.
 *
 * in   heights     out   kinds
 *
 * Voids and open cells are found with a ring of cells more. The sea is what lies at or below 0 and
 * is joined to an open cell by such cells: its pieces are joined over the rims (patches.c).  O(n).
 */
#include "tiles/patches.h"

enum { REACHES_OUT = 1 };

static bool is_low(float height)
{
    return height <= 0.0f;
}

/* A tile without the ring around it. */
static void take_inner(fluv_pane held, fluv_pane window, const uint8_t *from, uint8_t *out)
{
    for (uint32_t row = 0; row < window.rows; row++)
        memcpy(out + (size_t)row * window.cols,
               from + (size_t)(window.row - held.row + row) * held.cols + window.col - held.col,
               window.cols);
}

/* Low ground of a tile whose kinds are known so far, in pieces. */
static fluv_status find_low(fluv_tile_work *work, uint32_t tile, const uint8_t *kind,
                            fluv_pieces *pieces)
{
    fluv_pane window = fluv_tiling_window(&work->tiling, tile);
    uint32_t cells = (uint32_t)fluv_pane_count(window);
    const float *height = fluv_tile_load(work, FLUV_GRID_HEIGHT, window);
    uint8_t *low = fluv_scratch(work->ctx, cells, 1);
    if (!height || !low)
        return height ? FLUV_NO_MEMORY : work->failed;
    for (uint32_t c = 0; c < cells; c++)
        low[c] = is_low(height[c]) && !(kind[c] & FLUV_CELL_VOID);
    FLUV_TRY(fluv_pieces_find(work->ctx, window, low, pieces));
    for (uint32_t c = 0; c < cells; c++)
        if (pieces->label[c] && (kind[c] & FLUV_CELL_OPEN))
            pieces->flags[pieces->label[c]] |= REACHES_OUT;
    return FLUV_OK;
}

static fluv_status classify(fluv_tile_work *work, uint32_t tile)
{
    fluv_pane window = fluv_tiling_window(&work->tiling, tile);
    fluv_pane held = fluv_pane_grown(&work->tiling, window, 1);
    fluv_topology grid = fluv_topology_grid(held.cols, held.rows, work->cell);
    const float *height = fluv_tile_load(work, FLUV_GRID_HEIGHT, held);
    if (!height)
        return work->failed;
    uint8_t *kind = fluv_scratch(work->ctx, grid.count, 1);
    uint8_t *own = fluv_scratch(work->ctx, fluv_pane_count(window), 1);
    if (!kind || !own)
        return FLUV_NO_MEMORY;
    fluv_cells_classify(&grid, work->ctx->threads, height, kind);
    FLUV_TRY(fluv_tile_keep(work, FLUV_GRID_KIND, tile, held, kind));
    take_inner(held, window, kind, own);
    fluv_pieces pieces;
    FLUV_TRY(find_low(work, tile, own, &pieces));
    return fluv_pieces_tell(work, tile, &pieces);
}

static fluv_status flood(fluv_tile_work *work, uint32_t tile)
{
    const fluv_piece_whole *whole = fluv_pieces_answers(work, tile);
    if (!whole)
        return FLUV_OK;
    fluv_pane window = fluv_tiling_window(&work->tiling, tile);
    uint8_t *kind = fluv_tile_load(work, FLUV_GRID_KIND, window);
    if (!kind)
        return work->failed;
    fluv_pieces pieces;
    FLUV_TRY(find_low(work, tile, kind, &pieces));
    for (size_t c = 0; c < fluv_pane_count(window); c++)
        if (pieces.label[c] && (whole[pieces.label[c] - 1].flags & REACHES_OUT))
            kind[c] |= FLUV_CELL_SEA;
    return fluv_tile_keep(work, FLUV_GRID_KIND, tile, window, kind);
}

fluv_status fluv_tiles_find_sea(fluv_tile_work *work)
{
    FLUV_TRY(fluv_tiles_ask(work, classify, fluv_pieces_join));
    return fluv_tiles_each(work, flood);
}
