// SPDX-License-Identifier: MIT
/* A map cut into tiles, and the rims at which they meet. Places in the map are 64 bits wide where
 * they are numbers of cells; within a tile 32 bits do, as everywhere. */
#ifndef FLUV_TILES_TILING_H
#define FLUV_TILES_TILING_H

#include "field/grid.h"
#include "water/topology.h"

#define FLUV_NO_CELL UINT64_MAX /* of the map */

typedef struct fluv_tiling {
    uint32_t cols, rows;           /* of the map */
    uint32_t tile_cols, tile_rows; /* of all tiles but the last ones of a row and a column */
    uint32_t across, down, count;  /* tiles */
} fluv_tiling;

/* A rectangle of cells of the map. */
typedef struct fluv_pane {
    uint32_t col, row, cols, rows;
} fluv_pane;

fluv_tiling fluv_tiling_make(uint32_t cols, uint32_t rows, uint32_t tile_cols, uint32_t tile_rows);
fluv_pane fluv_tiling_window(const fluv_tiling *tiling, uint32_t tile);
/* The window with `by` cells more on each side, as far as the map goes. */
fluv_pane fluv_pane_grown(const fluv_tiling *tiling, fluv_pane window, uint32_t by);

static inline size_t fluv_pane_count(fluv_pane window)
{
    return (size_t)window.cols * window.rows;
}

static inline uint32_t fluv_tiling_at(const fluv_tiling *tiling, uint32_t col, uint32_t row)
{
    return row / tiling->tile_rows * tiling->across + col / tiling->tile_cols;
}

/* The tile of a cell of the map. */
static inline uint32_t fluv_tiling_tile(const fluv_tiling *tiling, uint64_t cell)
{
    return fluv_tiling_at(tiling, (uint32_t)(cell % tiling->cols), (uint32_t)(cell / tiling->cols));
}

static inline uint64_t fluv_tiling_cell(const fluv_tiling *tiling, uint32_t col, uint32_t row)
{
    assert(col < tiling->cols && row < tiling->rows);
    return (uint64_t)row * tiling->cols + col;
}

/* The cell of the map that a cell of a window is. */
static inline uint64_t fluv_pane_cell(const fluv_tiling *tiling, fluv_pane window, uint32_t cell)
{
    return fluv_tiling_cell(tiling, window.col + cell % window.cols,
                            window.row + cell / window.cols);
}

/* The cell of a window that a place of the map is; NONE: it lies outside. */
static inline uint32_t fluv_pane_find(fluv_pane window, int64_t col, int64_t row)
{
    int64_t c = col - window.col, r = row - window.row;
    bool inside = c >= 0 && r >= 0 && c < window.cols && r < window.rows;
    return inside ? (uint32_t)(r * window.cols + c) : FLUV_NONE;
}

/* The same of a cell of the map, and of a cell of another window. */
static inline uint32_t fluv_pane_find_cell(const fluv_tiling *tiling, fluv_pane window,
                                           uint64_t cell)
{
    return fluv_pane_find(window, (int64_t)(cell % tiling->cols), (int64_t)(cell / tiling->cols));
}

static inline uint32_t fluv_pane_find_of(fluv_pane window, fluv_pane other, uint32_t cell)
{
    return fluv_pane_find(window, (int64_t)other.col + cell % other.cols,
                          (int64_t)other.row + cell / other.cols);
}

/* ---- Rims: the outermost cells of a window have places 0 .. count - 1: its first row, its last,
 * then left and right of the rows between. */

uint32_t fluv_rim_count(fluv_pane window);
uint32_t fluv_rim_place(fluv_pane window, uint32_t cell); /* NONE: it does not lie on the rim */
uint32_t fluv_rim_cell(fluv_pane window, uint32_t place);

/* A cell beside another, by the number of the neighbour. */
static inline uint32_t fluv_cell_beside(uint32_t cols, uint32_t cell, int k)
{
    return (uint32_t)((int64_t)cell + (int64_t)fluv_dy[k] * cols + fluv_dx[k]);
}

/* Ways as bytes: which of the eight neighbours a cell drains to. */
enum { FLUV_NO_WAY = 8 };

static inline int fluv_way_back(int k)
{
    return k == FLUV_NO_WAY ? FLUV_NO_WAY : (k + 4) & 7;
}

/* Receivers within a window from ways; what leads out of it, and what ends, has NONE. */
void fluv_ways_to_receivers(fluv_pane window, const uint8_t *way, uint32_t *receiver);
/* The number of the neighbour that `to` is of `from`; NO_WAY: none. */
int fluv_way_between(uint32_t cols, uint32_t from, uint32_t to);

#endif
