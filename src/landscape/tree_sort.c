// SPDX-License-Identifier: MIT
/* Primitives by tile, sorted by counting.
 *
 * in   discs, pieces        out   which of them belong to a tile
 *
 * While items are placed, first[k + 1] is where the next one of tile k goes; once all are placed it
 * is where those of tile k end.  O(items + tiles). */
#include "landscape/tree_index.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

#define MOST_ENTRIES 100000000u

const fluv_tree_ends fluv_piece_ends = {0.0f, 1.0f};

static size_t tile_count(const fluv_tree_index *t)
{
    return (size_t)t->cols * t->rows;
}

/* From counts at first[k + 2] to where the items of tile k begin, at first[k + 1]. */
static void sum_up(uint32_t *first, size_t tiles)
{
    for (size_t k = 1; k <= tiles; k++)
        first[k + 1] += first[k];
}

static uint32_t tile_of(const fluv_tree_index *t, double x, double y)
{
    assert(fluv_tree_row(t, y) < t->rows && fluv_tree_col(t, x) < t->cols);
    return fluv_tree_row(t, y) * t->cols + fluv_tree_col(t, x);
}

static uint32_t tile_of_disc(const fluv_tree_index *t, uint32_t i)
{
    return tile_of(t, (double)t->parts.discs[i].x, (double)t->parts.discs[i].y);
}

static uint32_t tile_of_piece(const fluv_tree_index *t, const fluv_tree_piece *p)
{
    return tile_of(t, 0.5 * ((double)p->ax + (double)p->bx), 0.5 * ((double)p->ay + (double)p->by));
}

fluv_status fluv_tree_sort_discs(fluv_ctx *ctx, fluv_tree_index *t)
{
    uint32_t count = t->parts.head->disc_count;
    fluv_tile_lists *out = &t->disc_lists;
    out->first = fluv_alloc_zero(ctx, tile_count(t) + 2, sizeof *out->first);
    out->items = fluv_alloc(ctx, count + (size_t)1, sizeof *out->items);
    if (!out->first || !out->items)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        out->first[tile_of_disc(t, i) + 2]++;
    sum_up(out->first, tile_count(t));
    for (uint32_t i = 0; i < count; i++)
        out->items[out->first[tile_of_disc(t, i) + 1]++] = i;
    assert(out->first[tile_count(t)] == count);
    return FLUV_OK;
}

static fluv_tree_lines lines_in(void *room, size_t count)
{
    float *words = room;
    return (fluv_tree_lines){.ax = words,
                             .ay = words + count,
                             .dx = words + 2 * count,
                             .dy = words + 3 * count,
                             .inverse = words + 4 * count,
                             .az = words + 5 * count,
                             .dz = words + 6 * count,
                             .size = words + 7 * count,
                             .grow = words + 8 * count,
                             .line = (void *)(words + 9 * count)};
}

static void put_line(const fluv_tree_piece *p, uint32_t at, fluv_tree_sorted *out)
{
    fluv_tree_lines *to = &out->lines;
    float dx = p->bx - p->ax, dy = p->by - p->ay;
    to->ax[at] = p->ax;
    to->ay[at] = p->ay;
    to->dx[at] = dx;
    to->dy[at] = dy;
    to->inverse[at] = fluv_piece_inverse(dx, dy);
    to->az[at] = p->az;
    to->dz[at] = p->bz - p->az;
    to->size[at] = p->size_a;
    to->grow[at] = p->size_b - p->size_a;
    to->line[at] = (int32_t)p->line;
    out->half = fluv_more(out->half, 0.5f * fluv_more(fabsf(dx), fabsf(dy)));
}

fluv_status fluv_tree_sort(fluv_ctx *ctx, const fluv_tree_index *t, const fluv_tree_piece *pieces,
                           uint32_t count, fluv_tree_sorted *out)
{
    uint32_t *first = out->first = fluv_alloc_zero(ctx, tile_count(t) + 2, sizeof *first);
    out->room = fluv_alloc(ctx, FLUV_LINE_WORDS * (size_t)count + 1, sizeof(float));
    if (!first || !out->room)
        return FLUV_NO_MEMORY;
    out->lines = lines_in(out->room, count);
    for (uint32_t i = 0; i < count; i++)
        first[tile_of_piece(t, &pieces[i]) + 2]++;
    sum_up(first, tile_count(t));
    for (uint32_t i = 0; i < count; i++)
        put_line(&pieces[i], first[tile_of_piece(t, &pieces[i]) + 1]++, out);
    assert(first[tile_count(t)] == count);
    return FLUV_OK;
}

/* Counts when `items` is NULL, or else places. */
static void enter_pieces(const fluv_tree_index *t, const fluv_tree_piece *pieces, uint32_t count,
                         uint32_t *first, uint32_t *items)
{
    for (uint32_t i = 0; i < count; i++) {
        fluv_tile_box box = fluv_piece_tiles(t, &pieces[i]);
        assert(box.high < t->rows && box.right < t->cols);
        for (uint32_t row = box.low; row <= box.high; row++)
            for (uint32_t col = box.left; col <= box.right; col++) {
                uint32_t *slot = &first[(size_t)row * t->cols + col + (items ? 1 : 2)];
                if (items)
                    items[*slot] = i;
                ++*slot;
            }
    }
}

/* A tree from anywhere may have rivers as wide as the land, and many. */
static fluv_status check_entries(fluv_ctx *ctx, const fluv_tree_index *t,
                                 const fluv_tree_piece *pieces, uint32_t count)
{
    uint64_t entries = 0;
    for (uint32_t i = 0; i < count; i++) {
        fluv_tile_box box = fluv_piece_tiles(t, &pieces[i]);
        entries += (uint64_t)(box.right - box.left + 1) * (box.high - box.low + 1);
    }
    if (entries > MOST_ENTRIES)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "the terrain tree has lines too wide for its land: %" PRIu64
                         " entries in tiles, expected at most %u; courses.width makes rivers "
                         "narrower",
                         entries, MOST_ENTRIES);
    return FLUV_OK;
}

fluv_status fluv_tree_list(fluv_ctx *ctx, const fluv_tree_index *t, const fluv_tree_piece *pieces,
                           uint32_t count, fluv_tile_lists *out)
{
    size_t tiles = tile_count(t);
    FLUV_TRY(check_entries(ctx, t, pieces, count));
    out->first = fluv_alloc_zero(ctx, tiles + 2, sizeof *out->first);
    if (!out->first)
        return FLUV_NO_MEMORY;
    enter_pieces(t, pieces, count, out->first, NULL);
    sum_up(out->first, tiles);
    out->items = fluv_alloc(ctx, out->first[tiles + 1] + (size_t)1, sizeof *out->items);
    if (!out->items)
        return FLUV_NO_MEMORY;
    enter_pieces(t, pieces, count, out->first, out->items);
    assert(out->first[0] == 0 && out->first[tiles] == out->first[tiles + 1]);
    return FLUV_OK;
}
