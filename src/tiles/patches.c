// SPDX-License-Identifier: MIT
/* Patches that reach over rims.
 *
 * in   marks of each tile        out   for each piece of a patch what all of them say together
 *
 * A tile tells the flags of its pieces and, for each cell of its rim, the piece that it is part of;
 * what lies within the tile stays there. O(rims), nearly. */
#include "tiles/patches.h"

#include "water/sets.h"

fluv_status fluv_pieces_find(fluv_ctx *ctx, fluv_pane window, const uint8_t *marks,
                             fluv_pieces *pieces)
{
    uint32_t cells = (uint32_t)fluv_pane_count(window), most = 0;
    *pieces = (fluv_pieces){.window = window,
                            .label = fluv_scratch_zero(ctx, cells, sizeof *pieces->label)};
    uint32_t *queue = fluv_scratch(ctx, cells, sizeof *queue);
    if (!pieces->label || !queue)
        return FLUV_NO_MEMORY;
    const fluv_topology grid = {.count = cells, .cols = window.cols, .rows = window.rows};
    for (uint32_t c = 0; (c = fluv_next_marked(marks, c, cells)) < cells; c++) {
        uint32_t tail = 0;
        if (pieces->label[c])
            continue;
        pieces->label[c] = ++most;
        queue[tail++] = c;
        while (tail) {
            fluv_around around = fluv_around_cell(&grid, queue[--tail]);
            for (uint32_t i = 0; i < around.count; i++) {
                uint32_t other = around.cell[i];
                if (pieces->label[other] || !marks[other])
                    continue;
                pieces->label[other] = most;
                queue[tail++] = other;
            }
        }
    }
    fluv_scratch_drop(ctx, queue);
    pieces->count = most;
    pieces->flags = fluv_scratch_zero(ctx, (size_t)most + 1, sizeof *pieces->flags);
    return pieces->flags ? FLUV_OK : FLUV_NO_MEMORY;
}

fluv_status fluv_pieces_tell(fluv_tile_work *work, uint32_t tile, const fluv_pieces *pieces)
{
    uint32_t rim = fluv_rim_count(pieces->window);
    if (!pieces->count)
        return FLUV_OK;
    uint32_t *head = fluv_parcel_add(work, tile, 1, sizeof *head);
    if (!head)
        return FLUV_NO_MEMORY;
    *head = pieces->count;
    uint32_t *flags = fluv_parcel_add(work, tile, pieces->count, sizeof *flags);
    if (!flags)
        return FLUV_NO_MEMORY;
    memcpy(flags, pieces->flags + 1, pieces->count * sizeof *flags);
    uint32_t *label = fluv_parcel_add(work, tile, rim, sizeof *label);
    if (!label)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < rim; i++)
        label[i] = pieces->label[fluv_rim_cell(pieces->window, i)];
    return FLUV_OK;
}

/* What all tiles told. */
typedef struct told {
    const fluv_tiling *tiling;
    uint32_t *first; /* of each tile: its first piece among all */
    const uint32_t **rim, **flags;
    uint32_t *sets;
} told;

static fluv_status read_all(fluv_tile_work *work, told *t)
{
    fluv_ctx *ctx = work->ctx;
    uint32_t tiles = work->tiling.count;
    uint64_t all = 0;
    t->first = fluv_scratch(ctx, (size_t)tiles + 1, sizeof *t->first);
    t->rim = fluv_scratch(ctx, tiles, sizeof *t->rim);
    t->flags = fluv_scratch(ctx, tiles, sizeof *t->flags);
    if (!t->first || !t->rim || !t->flags)
        return FLUV_NO_MEMORY;
    for (uint32_t tile = 0; tile < tiles; tile++) {
        size_t at = 0;
        fluv_pane window = fluv_tiling_window(t->tiling, tile);
        t->first[tile] = (uint32_t)all;
        t->rim[tile] = t->flags[tile] = NULL;
        if (!work->parcels[tile].count)
            continue;
        uint32_t count = *(const uint32_t *)fluv_parcel_take(work, tile, &at, 1, sizeof count);
        t->flags[tile] = fluv_parcel_take(work, tile, &at, count, sizeof **t->flags);
        t->rim[tile] = fluv_parcel_take(work, tile, &at, fluv_rim_count(window), sizeof **t->rim);
        all += count;
    }
    if (all >= FLUV_NONE)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "%llu patches reach over the tiles, expected fewer "
                         "than %u",
                         (unsigned long long)all, FLUV_NONE);
    t->first[tiles] = (uint32_t)all;
    t->sets = fluv_scratch(ctx, all + 1, sizeof *t->sets);
    return t->sets ? FLUV_OK : FLUV_NO_MEMORY;
}

/* The piece at a place of the map that lies on a rim; NONE: there is none. */
static uint32_t piece_at(const told *t, uint32_t col, uint32_t row)
{
    uint32_t tile = fluv_tiling_at(t->tiling, col, row);
    fluv_pane window = fluv_tiling_window(t->tiling, tile);
    if (!t->rim[tile])
        return FLUV_NONE;
    uint32_t place = fluv_rim_place(window, fluv_pane_find(window, col, row));
    assert(place != FLUV_NONE);
    uint32_t label = t->rim[tile][place];
    return label ? t->first[tile] + label - 1 : FLUV_NONE;
}

static void join_at(const told *t, uint32_t tile, fluv_pane window, uint32_t cell)
{
    uint32_t col = window.col + cell % window.cols, row = window.row + cell / window.cols;
    uint32_t own = piece_at(t, col, row);
    for (int k = 0; k < 8 && own != FLUV_NONE; k++) {
        int64_t c = (int64_t)col + fluv_dx[k], r = (int64_t)row + fluv_dy[k];
        if (!fluv_in_grid(t->tiling->cols, t->tiling->rows, c, r) ||
            fluv_tiling_at(t->tiling, (uint32_t)c, (uint32_t)r) == tile)
            continue;
        uint32_t other = piece_at(t, (uint32_t)c, (uint32_t)r);
        if (other == FLUV_NONE)
            continue;
        uint32_t a = fluv_set_of(t->sets, own), b = fluv_set_of(t->sets, other);
        t->sets[a > b ? a : b] = a < b ? a : b;
    }
}

fluv_status fluv_pieces_join(fluv_tile_work *work)
{
    told t = {.tiling = &work->tiling};
    FLUV_TRY(read_all(work, &t));
    uint32_t tiles = work->tiling.count, all = t.first[tiles];
    uint32_t *flags = fluv_scratch_zero(work->ctx, (size_t)all + 1, sizeof *flags);
    if (!flags)
        return FLUV_NO_MEMORY;
    fluv_sets_begin(t.sets, all);
    for (uint32_t tile = 0; tile < tiles; tile++) {
        fluv_pane window = fluv_tiling_window(&work->tiling, tile);
        for (uint32_t i = 0; t.rim[tile] && i < fluv_rim_count(window); i++)
            join_at(&t, tile, window, fluv_rim_cell(window, i));
    }
    for (uint32_t tile = 0; tile < tiles; tile++)
        for (uint32_t i = t.first[tile]; i < t.first[tile + 1]; i++)
            flags[fluv_set_of(t.sets, i)] |= t.flags[tile][i - t.first[tile]];
    for (uint32_t tile = 0; tile < tiles; tile++) {
        uint32_t count = t.first[tile + 1] - t.first[tile];
        fluv_parcel_clear(work, tile);
        fluv_piece_whole *answer =
            count ? fluv_parcel_add(work, tile, count, sizeof *answer) : NULL;
        if (count && !answer)
            return FLUV_NO_MEMORY;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t set = fluv_set_of(t.sets, t.first[tile] + i);
            answer[i] = (fluv_piece_whole){flags[set], set};
        }
    }
    return FLUV_OK;
}

const fluv_piece_whole *fluv_pieces_answers(const fluv_tile_work *work, uint32_t tile)
{
    return work->answers[tile].count ? work->answers[tile].items : NULL;
}
