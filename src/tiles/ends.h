// SPDX-License-Identifier: MIT
/* Where water goes within a tile: to a root there, or out over the rim; and rims as rank 0 knows
 * them, which lead from tile to tile. */
#ifndef FLUV_TILES_ENDS_H
#define FLUV_TILES_ENDS_H

#include "tiles/work.h"

/* An end of a tile's ways, as one number: 0, a root where water is gone; 1 and more, a hollow, by
 * the order of their roots; EXIT and a place of the rim, over which it leaves the tile; NONE, a
 * void. */
#define FLUV_EXIT_AT 0x80000000u

static inline bool fluv_end_is_exit(uint32_t end)
{
    return end >= FLUV_EXIT_AT && end != FLUV_NONE;
}

typedef struct fluv_ends {
    fluv_pane window;
    uint32_t *receiver; /* within the window */
    uint32_t *end;      /* for each cell */
    uint32_t hollows;
} fluv_ends;

/* Scratch. */
FLUV_MUST_CHECK fluv_status fluv_ends_find(fluv_ctx *ctx, fluv_pane window, const uint8_t *kind,
                                           const uint8_t *way, fluv_ends *ends);

/* Ends and ways of the rim's cells into the tile's parcel. */
FLUV_MUST_CHECK fluv_status fluv_rim_tell(fluv_tile_work *work, uint32_t tile,
                                          const fluv_ends *ends, const uint8_t *way);

/* All rims: those of a tile are first[tile] .. first[tile + 1] - 1. */
typedef struct fluv_rims {
    const fluv_tiling *tiling;
    uint64_t *first;
    uint32_t *end;
    uint8_t *way;
} fluv_rims;

/* A place on the rim of a tile. */
typedef struct fluv_rim_at {
    uint32_t tile, place;
} fluv_rim_at;

/* On rank 0: room for all rims, zeroed; plain memory. Free is legal after a failed begin. */
FLUV_MUST_CHECK fluv_status fluv_rims_begin(fluv_ctx *ctx, const fluv_tiling *tiling,
                                            fluv_rims *rims);
void fluv_rims_free(fluv_rims *rims);
/* Takes over what fluv_rim_tell put into a parcel at `*at`. */
void fluv_rims_take(const fluv_tile_work *work, uint32_t tile, size_t *at, fluv_rims *rims);

static inline uint64_t fluv_rims_index(const fluv_rims *rims, fluv_rim_at at)
{
    return rims->first[at.tile] + at.place;
}

/* The place on a rim of a cell of the map, which must lie on one. */
fluv_rim_at fluv_rims_find(const fluv_tiling *tiling, uint32_t col, uint32_t row);
/* Where the way from a place on a rim, over it, leads to. */
fluv_rim_at fluv_rims_beyond(const fluv_rims *rims, fluv_rim_at exit);

#define FLUV_NO_EXIT UINT64_MAX

/* Something goes down with the water: from an exit to the place that it leads to, and on to the
 * exit below of that tile, or NO_EXIT; all by their index. */
typedef void fluv_rim_carry(void *user, uint64_t exit, uint64_t to, uint64_t next);

/* From exit to exit, each when all that leads to it has been carried. */
FLUV_MUST_CHECK fluv_status fluv_rims_descend(fluv_ctx *ctx, const fluv_rims *rims,
                                              fluv_rim_carry *carry, void *user);
/* Every place's end becomes that of its whole way, over exits: none is an exit any more. */
void fluv_rims_follow(fluv_rims *rims);

#endif
