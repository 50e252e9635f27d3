// SPDX-License-Identifier: MIT
/* Hollows of a map in tiles: what tiles and rank 0 tell each other of them. */
#ifndef FLUV_TILES_HOLLOWS_H
#define FLUV_TILES_HOLLOWS_H

#include "tiles/ends.h"
#include "water/catchments.h"

/* A pass that a tile alone cannot decide: between basins that reach over its rim, or over the map's
 * edge (high is NO_CELL). Basins have numbers in the map, OUTSIDE is 0. */
typedef struct fluv_open_pass {
    uint64_t low, high; /* cells of the map, as in fluv_pass */
    float height;
    uint32_t slants;      /* 0 or 1, as passes are ordered */
    uint32_t tile, index; /* who told it, and as which of its own */
    uint32_t basin[2];    /* on the low and on the high side */
    /* Where a way begins that would leave the basin here: the end, in the tile, of the cell at
     * which the basin's own water would turn; NONE: the pass's cell, which is not the tile's. */
    uint32_t end[2];
} fluv_open_pass;

/* What rank 0 lets a tile do: lead water over a pass that it told (index, from which side), or turn
 * the way from a place on its rim on, which then drains to neighbour `way`. */
typedef struct fluv_turn {
    enum { FLUV_TURN_PASS, FLUV_TURN_RIM } what;
    uint32_t index; /* of the pass, or the place on the rim */
    uint32_t side;
    uint32_t way;
} fluv_turn;

/* On rank 0, in two steps: names the basins at all rims; and finds which open passes water takes.
 */
FLUV_MUST_CHECK fluv_status fluv_hollows_name(fluv_tile_work *work);
FLUV_MUST_CHECK fluv_status fluv_hollows_join(fluv_tile_work *work);

#endif
