// SPDX-License-Identifier: MIT
/* The banks of rivers wider than a cell, cell by cell: on a whole map or on a window of it. */
#ifndef FLUV_HYDROGRAPHY_BANKS_H
#define FLUV_HYDROGRAPHY_BANKS_H

#include "hydrography/rivers.h"

/* What a cell is to the rivers around: bits. */
enum {
    FLUV_BANK_NEAR = 1,  /* within half the width of a wide river's channel */
    FLUV_BANK_LAND = 2,  /* could be covered */
    FLUV_BANK_RIVER = 4, /* a channel with water */
};

/* Half the width of the river in a channel cell, cells; below 1 it covers no other; 0: no river
 * with water. */
double fluv_river_cells_half_width(const fluv_river_cells *channels,
                                   const fluv_channel_shape *shape, uint32_t cell);

/* Marks as near the cells of a grid whose centres lie in a disc around a cell's centre, which may
 * lie outside of the grid. Nothing else is marked yet. Kernel. */
void fluv_banks_stamp(uint32_t cols, uint32_t rows, int64_t col, int64_t row, double radius,
                      uint8_t *bank);

/* Where the water of a near cell comes to: a river's cell, or the next cell that is near, over one
 * that is not at most; NONE: elsewhere. A near cell is covered if cells that follow each other so
 * end in a river: it then stands at that river's level. */
static inline uint32_t fluv_bank_next(const uint8_t *bank, const uint32_t *receiver, uint32_t cell)
{
    uint32_t to = receiver[cell];
    if (to != FLUV_NONE && (bank[to] & (FLUV_BANK_LAND | FLUV_BANK_NEAR)) == FLUV_BANK_LAND)
        to = receiver[to];
    if (to == FLUV_NONE)
        return FLUV_NONE;
    bool near = (bank[to] & FLUV_BANK_LAND) && (bank[to] & FLUV_BANK_NEAR);
    return near || (bank[to] & FLUV_BANK_RIVER) ? to : FLUV_NONE;
}

#endif
