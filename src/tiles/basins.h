// SPDX-License-Identifier: MIT
/* The basins of a tile: which each cell of it, and of a ring around it, drains to. */
#ifndef FLUV_TILES_BASINS_H
#define FLUV_TILES_BASINS_H

#include "tiles/ends.h"
#include "water/catchments.h"

#define FLUV_BASINS_AROUND 2 /* cells: a ring of the neighbours', and one without labels */

/* A tile's basins have numbers of their own: OUTSIDE, its own hollows, then those of other tiles
 * that reach into it or its ring, by their numbers in the map. */
typedef struct fluv_tile_basins {
    fluv_pane window, held; /* the tile; and with its ring */
    fluv_topology grid;     /* the tile with AROUND cells on each side, also beyond the map */
    float *height;
    uint8_t *kind;
    uint32_t *label;
    uint32_t base, hollows;
    const uint32_t *names; /* in the map, at the rim of `held` */
    uint32_t *foreign;     /* rising */
    uint32_t foreign_count;
    uint8_t *border; /* for each basin: reaches over the rim, or may */
    fluv_ends ends;
} fluv_tile_basins;

/* Each tile tells the ends of its rim, which fluv_hollows_name answers with numbers of the map. */
FLUV_MUST_CHECK fluv_status fluv_basins_tell_rim(fluv_tile_work *work, uint32_t tile);
/* From that answer. Scratch. */
FLUV_MUST_CHECK fluv_status fluv_basins_find(fluv_tile_work *work, uint32_t tile,
                                             fluv_tile_basins *basins);
/* Passes between the basins of the tile and its ring, in rising order; `found` is the caller's to
 * free. */
FLUV_MUST_CHECK fluv_status fluv_basins_find_passes(fluv_ctx *ctx, const fluv_tile_basins *basins,
                                                    fluv_list *found, fluv_pass **sorted);
/* Those that are in the spanning tree whatever lies elsewhere: first in `decided`, up to one whose
 * low_cell is NONE; and those that a tile alone cannot decide, in `open`. */
FLUV_MUST_CHECK fluv_status fluv_basins_decide(fluv_ctx *ctx, const fluv_tile_basins *basins,
                                               const fluv_pass *sorted, uint32_t count,
                                               fluv_pass *decided, fluv_list *open);

static inline uint32_t fluv_basins_count(const fluv_tile_basins *b)
{
    return 1 + b->hollows + b->foreign_count;
}

/* The cell of the tile that a cell of the grid is; NONE: it lies in the ring. */
static inline uint32_t fluv_basins_tile_cell(const fluv_tile_basins *b, uint32_t at)
{
    uint32_t col = at % b->grid.cols - FLUV_BASINS_AROUND;
    uint32_t row = at / b->grid.cols - FLUV_BASINS_AROUND;
    return col < b->window.cols && row < b->window.rows ? row * b->window.cols + col : FLUV_NONE;
}

static inline uint64_t fluv_basins_map_cell(const fluv_tile_work *work, const fluv_tile_basins *b,
                                            uint32_t at)
{
    if (at == FLUV_NONE)
        return FLUV_NO_CELL;
    return fluv_tiling_cell(&work->tiling, b->window.col + at % b->grid.cols - FLUV_BASINS_AROUND,
                            b->window.row + at / b->grid.cols - FLUV_BASINS_AROUND);
}

/* From the tile's own numbers to those of the map. */
static inline uint32_t fluv_basins_map_number(const fluv_tile_basins *b, uint32_t basin)
{
    if (basin == FLUV_OUTSIDE || basin == FLUV_NONE)
        return basin;
    return basin <= b->hollows ? b->base + basin : b->foreign[basin - b->hollows - 1];
}

#endif
