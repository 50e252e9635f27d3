// SPDX-License-Identifier: MIT
/* Patches of cells that reach over rims: each tile finds its pieces, rank 0 joins them. */
#ifndef FLUV_TILES_PATCHES_H
#define FLUV_TILES_PATCHES_H

#include "tiles/work.h"

/* A tile's pieces, numbered from 1 by their first cell. */
typedef struct fluv_pieces {
    fluv_pane window;
    uint32_t count;
    uint32_t *label; /* for each cell of the window, 0: in none */
    uint32_t *flags; /* for each piece and, unused, 0 */
} fluv_pieces;

/* What rank 0 answers for a piece. */
typedef struct fluv_piece_whole {
    uint32_t flags; /* of all pieces of the patch it is part of, joined */
    uint32_t patch; /* the same for all of these */
} fluv_piece_whole;

/* Cells of one mark other than 0 that touch, at sides or corners. Scratch. */
FLUV_MUST_CHECK fluv_status fluv_pieces_find(fluv_ctx *ctx, fluv_pane window, const uint8_t *marks,
                                             fluv_pieces *pieces);
/* Puts them into the tile's parcel; nothing where there are none. */
FLUV_MUST_CHECK fluv_status fluv_pieces_tell(fluv_tile_work *work, uint32_t tile,
                                             const fluv_pieces *pieces);
/* On rank 0: answers the parcels of all tiles. Pieces that touch over a rim are one patch. */
FLUV_MUST_CHECK fluv_status fluv_pieces_join(fluv_tile_work *work);
/* The answers, for pieces 1 and on; NULL: the tile has no pieces. */
const fluv_piece_whole *fluv_pieces_answers(const fluv_tile_work *work, uint32_t tile);

#endif
