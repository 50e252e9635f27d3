// SPDX-License-Identifier: MIT
/* The slope's direction at each cell of a tile, for ways that follow it (follow.c). */
#ifndef FLUV_WATER_FOLLOW_SLOPES_H
#define FLUV_WATER_FOLLOW_SLOPES_H

#include "water/follow.h"

#define FLUV_TILE        FLUV_FOLLOW_TILE
#define FLUV_TILE_PITCH  (FLUV_TILE + 2) /* a cell more on each side */
#define FLUV_TILE_PLACES (FLUV_TILE_PITCH * FLUV_TILE_PITCH)

/* Part of the grid. */
typedef struct fluv_tile {
    const fluv_topology *grid;
    const fluv_follow_part *part; /* of a map that the grid is */
    const fluv_wander *wander;
    const float *height; /* of the whole grid */
    uint32_t col, row;   /* of its first cell */
    uint32_t cols, rows; /* 1 .. FLUV_TILE */
} fluv_tile;

/* The slope at a place points between two neighbours that touch, one across an edge and one across
 * a corner, or at one; water goes to one of them. */
typedef struct fluv_slopes {
    uint8_t targets[FLUV_TILE_PLACES]; /* bit k: neighbour k is one of them */
    float
        tan[FLUV_TILE_PLACES]; /* of the angle between slope and neighbour across an edge, 0 .. 1 */
} fluv_slopes;

/* The place of a cell of the tile. */
static inline int fluv_tile_place(const fluv_tile *t, uint32_t col, uint32_t row)
{
    return (int)((row - t->row + 1) * FLUV_TILE_PITCH + (col - t->col + 1));
}

/* Targets are lower than the cell, 0 to 2 of them. Places around the tile are left as they are. */
void fluv_slopes_find(const fluv_tile *t, fluv_slopes *out);

#endif
