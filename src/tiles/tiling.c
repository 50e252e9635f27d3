// SPDX-License-Identifier: MIT
/* Tiles of a map, their rims, and ways between cells as bytes. */
#include "tiles/tiling.h"

fluv_tiling fluv_tiling_make(uint32_t cols, uint32_t rows, uint32_t tile_cols, uint32_t tile_rows)
{
    assert(cols > 0 && rows > 0 && tile_cols > 0 && tile_rows > 0);
    fluv_tiling out = {.cols = cols, .rows = rows};
    out.tile_cols = tile_cols < cols ? tile_cols : cols;
    out.tile_rows = tile_rows < rows ? tile_rows : rows;
    out.across = fluv_block_count(cols, out.tile_cols);
    out.down = fluv_block_count(rows, out.tile_rows);
    out.count = out.across * out.down;
    return out;
}

fluv_pane fluv_tiling_window(const fluv_tiling *tiling, uint32_t tile)
{
    assert(tile < tiling->count);
    fluv_pane w = {tile % tiling->across * tiling->tile_cols,
                   tile / tiling->across * tiling->tile_rows, tiling->tile_cols, tiling->tile_rows};
    w.cols = tiling->cols - w.col < w.cols ? tiling->cols - w.col : w.cols;
    w.rows = tiling->rows - w.row < w.rows ? tiling->rows - w.row : w.rows;
    return w;
}

fluv_pane fluv_pane_grown(const fluv_tiling *tiling, fluv_pane window, uint32_t by)
{
    uint32_t left = window.col < by ? window.col : by, top = window.row < by ? window.row : by;
    uint32_t beyond_col = tiling->cols - window.col - window.cols;
    uint32_t beyond_row = tiling->rows - window.row - window.rows;
    uint32_t right = beyond_col < by ? beyond_col : by, low = beyond_row < by ? beyond_row : by;
    return (fluv_pane){window.col - left, window.row - top, window.cols + left + right,
                       window.rows + top + low};
}

uint32_t fluv_rim_count(fluv_pane window)
{
    return window.rows == 1 ? window.cols : 2 * window.cols + 2 * (window.rows - 2);
}

uint32_t fluv_rim_place(fluv_pane window, uint32_t cell)
{
    uint32_t col = cell % window.cols, row = cell / window.cols;
    if (row == 0)
        return col;
    if (row + 1 == window.rows)
        return window.cols + col;
    if (col == 0 || col + 1 == window.cols)
        return 2 * window.cols + 2 * (row - 1) + (col > 0);
    return FLUV_NONE;
}

uint32_t fluv_rim_cell(fluv_pane window, uint32_t place)
{
    assert(place < fluv_rim_count(window));
    if (place < window.cols)
        return place;
    if (place < 2 * window.cols)
        return (window.rows - 1) * window.cols + place - window.cols;
    uint32_t side = place - 2 * window.cols, row = 1 + side / 2;
    return row * window.cols + (side % 2 ? window.cols - 1 : 0);
}

void fluv_ways_to_receivers(fluv_pane window, const uint8_t *way, uint32_t *receiver)
{
    uint32_t cell = 0;
    for (uint32_t row = 0; row < window.rows; row++)
        for (uint32_t col = 0; col < window.cols; col++, cell++) {
            int k = way[cell];
            assert(k <= FLUV_NO_WAY);
            bool inside = k != FLUV_NO_WAY &&
                          fluv_in_grid(window.cols, window.rows, (int64_t)col + fluv_dx[k],
                                       (int64_t)row + fluv_dy[k]);
            receiver[cell] = inside ? fluv_cell_beside(window.cols, cell, k) : FLUV_NONE;
        }
}

int fluv_way_between(uint32_t cols, uint32_t from, uint32_t to)
{
    if (to == FLUV_NONE)
        return FLUV_NO_WAY;
    int64_t step = (int64_t)to - from, along = (int64_t)(to % cols) - from % cols;
    for (int k = 0; k < 8; k++)
        if (step == (int64_t)fluv_dy[k] * cols + fluv_dx[k] && along == fluv_dx[k])
            return k;
    return FLUV_NO_WAY;
}
