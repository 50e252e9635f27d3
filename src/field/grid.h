// SPDX-License-Identifier: MIT
/* What everything on a grid shares: the eight neighbours, and cell index <-> column and row.
 * Row 0 is in the north, so rows count downwards; cell index = row * cols + col. */
#ifndef FLUV_FIELD_GRID_H
#define FLUV_FIELD_GRID_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The eight neighbours, clockwise from the east: E SE S SW W NW N NE. Even ones share an edge with
 * the cell, odd ones a corner; the opposite of k is (k + 4) & 7. */
static const int fluv_dx[8] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int fluv_dy[8] = {0, 1, 1, 1, 0, -1, -1, -1};
static const float fluv_step[8] = {1.0F, 1.41421356F, 1.0F, 1.41421356F,
                                   1.0F, 1.41421356F, 1.0F, 1.41421356F}; /* in cells */
static const int fluv_by_index[8] = {5, 6, 7, 4, 0, 3, 2, 1}; /* the lowest cell index first */

static inline uint32_t fluv_cell_at(uint32_t cols, uint32_t col, uint32_t row)
{
    return row * cols + col;
}

static inline uint32_t fluv_col_of(uint32_t cols, uint32_t cell)
{
    return cell % cols;
}

static inline uint32_t fluv_row_of(uint32_t cols, uint32_t cell)
{
    return cell / cols;
}

/* Whether (col, row) lies in the grid; the arguments may be -1 or beyond the end. */
static inline bool fluv_in_grid(uint32_t cols, uint32_t rows, int64_t col, int64_t row)
{
    return col >= 0 && row >= 0 && col < (int64_t)cols && row < (int64_t)rows;
}

/* The first cell from `cell` on whose mark is not 0; `count` if there is none. For marks that few
 * cells have: eight others are passed at a time. */
static inline uint32_t fluv_next_marked(const uint8_t *mark, uint32_t cell, uint32_t count)
{
    for (uint64_t eight; count - cell >= 8; cell += 8) {
        memcpy(&eight, mark + cell, sizeof eight);
        if (eight)
            break;
    }
    while (cell < count && !mark[cell])
        cell++;
    return cell;
}

/* How many blocks of `size` hold `count` cells, also near 2^32. */
static inline uint32_t fluv_block_count(uint32_t count, uint32_t size)
{
    return count / size + (count % size != 0);
}

/* Whether two cells of a grid touch, at a side or a corner. */
static inline bool fluv_cells_touch(uint32_t cols, uint32_t a, uint32_t b)
{
    uint32_t ca = a % cols, cb = b % cols, ra = a / cols, rb = b / cols;
    return a != b && ca <= cb + 1 && cb <= ca + 1 && ra <= rb + 1 && rb <= ra + 1;
}

#endif
