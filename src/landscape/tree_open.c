// SPDX-License-Identifier: MIT
/* Opening a tree: its lines are cut into pieces, and pieces are found by tile.
 *
 * in   a sound block        out   the index
 *
 * Nothing is decided here about which primitive matters where: that depends on how large a place is
 * asked for, and is cheap to find out then.  O(primitives + tiles). */
#include "landscape/tree_index.h"

#include <assert.h>
#include <math.h>

#define MOST_TILES 4e6

/* Tiles lie at multiples of their side from the origin, so that what is listed in one, and in which
 * order, does not depend on how far the land reaches elsewhere. */
static void set_tiles(fluv_tree_index *t)
{
    const fluv_tree_parts *p = &t->parts;
    double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY;
    for (uint32_t i = 0; i < p->head->ring_points; i++) {
        low_x = fmin(low_x, (double)p->ring_places[i].x);
        low_y = fmin(low_y, (double)p->ring_places[i].y);
        high_x = fmax(high_x, (double)p->ring_places[i].x);
        high_y = fmax(high_y, (double)p->ring_places[i].y);
    }
    double margin = (double)p->head->shelf_reach + 2.0 * (double)p->head->warp;
    assert(p->head->ring_points > 0 && high_x >= low_x && high_y >= low_y);
    double wide = high_x - low_x + 2.0 * margin, tall = high_y - low_y + 2.0 * margin;
    t->side = (double)p->head->tile;
    while ((wide / t->side + 2.0) * (tall / t->side + 2.0) > MOST_TILES)
        t->side *= 2.0;
    t->per_metre = 1.0 / t->side;
    t->west = t->side * floor((low_x - margin) / t->side);
    t->south = t->side * floor((low_y - margin) / t->side);
    t->cols = (uint32_t)((high_x + margin - t->west) / t->side) + 1;
    t->rows = (uint32_t)((high_y + margin - t->south) / t->side) + 1;
    assert(t->side > 0.0 && t->cols > 0 && t->rows > 0);
}

static fluv_status find_room(fluv_ctx *ctx, fluv_tree_index *t)
{
    const fluv_tree_head *h = t->parts.head;
    size_t tiles = (size_t)t->cols * t->rows, valleys = (size_t)h->valley_points + h->ring_points;
    t->valleys = fluv_alloc(ctx, valleys + 1, sizeof *t->valleys);
    t->shores = fluv_alloc(ctx, (size_t)h->ring_points + 1, sizeof *t->shores);
    t->rivers = fluv_alloc(ctx, (size_t)h->river_points + 1, sizeof *t->rivers);
    t->river_extents = fluv_alloc(ctx, (size_t)h->river_points + 1, sizeof *t->river_extents);
    t->inside = fluv_alloc_zero(ctx, tiles, sizeof *t->inside);
    t->lowest = fluv_alloc(ctx, tiles, sizeof *t->lowest);
    bool all = t->valleys && t->shores && t->rivers && t->river_extents && t->inside && t->lowest;
    return all ? FLUV_OK : FLUV_NO_MEMORY;
}

static fluv_tree_piece piece_between(const fluv_tree_vertex *a, const fluv_tree_vertex *b,
                                     uint32_t line)
{
    return (fluv_tree_piece){.ax = a->x,
                             .ay = a->y,
                             .bx = b->x,
                             .by = b->y,
                             .az = a->z,
                             .bz = b->z,
                             .size_a = a->size,
                             .size_b = b->size,
                             .line = line};
}

/* A line has a piece less than vertices: those of line i begin i before its first vertex. */
static void cut_valleys(int threads, fluv_tree_index *t)
{
    const fluv_tree_parts *p = &t->parts;
    uint32_t lines = p->head->valley_count, points = p->head->valley_points;
    assert(points >= 2 * lines); /* a line has two ends */
    t->valley_count = points - lines;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t i = 0; i < lines; i++) {
        uint32_t end = i + 1 == lines ? points : p->valley_first[i + 1];
        for (uint32_t k = p->valley_first[i]; k + 1 < end; k++)
            t->valleys[k - i] =
                piece_between(&p->valley_vertices[k], &p->valley_vertices[k + 1], i);
    }
}

static fluv_tree_extent extent_of(const fluv_tree_piece *p)
{
    float out = p->reach + FLUV_TREE_SLACK;
    return (fluv_tree_extent){fluv_less(p->ax, p->bx) - out, fluv_more(p->ax, p->bx) + out,
                              fluv_less(p->ay, p->by) - out, fluv_more(p->ay, p->by) + out};
}

static void cut_rivers(int threads, fluv_tree_index *t)
{
    const fluv_tree_parts *p = &t->parts;
    uint32_t lines = fluv_tree_count_lines(p);
    uint32_t points = lines < p->head->river_count ? p->rivers[lines].first : p->head->river_points;
    assert(points >= 2 * lines);
    t->river_count = points - lines;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t i = 0; i < lines; i++) {
        uint32_t end = i + 1 == lines ? points : p->rivers[i + 1].first;
        for (uint32_t k = p->rivers[i].first; k + 1 < end; k++) {
            fluv_tree_piece *piece = &t->rivers[k - i];
            assert(k - i < t->river_count);
            *piece = piece_between(&p->river_vertices[k], &p->river_vertices[k + 1], i);
            piece->size_a *= 0.5f; /* widths */
            piece->size_b *= 0.5f;
            piece->reach =
                fluv_river_reach(fluv_more(piece->size_a, piece->size_b), p->rivers[i].depth);
            t->river_extents[k - i] = extent_of(piece);
        }
    }
}

static void cut_shores(fluv_tree_index *t)
{
    const fluv_tree_parts *p = &t->parts;
    float beach = p->head->beach;
    for (uint32_t i = 0; i < p->head->ring_count; i++) {
        bool last = i + 1 == p->head->ring_count;
        uint32_t first = p->ring_first[i], end = last ? p->head->ring_points : p->ring_first[i + 1];
        assert(first < end && end <= p->head->ring_points);
        for (uint32_t k = first; k < end; k++) {
            const fluv_tree_place *a = &p->ring_places[k];
            const fluv_tree_place *b = &p->ring_places[k + 1 < end ? k + 1 : first];
            fluv_tree_piece piece = {.ax = a->x,
                                     .ay = a->y,
                                     .bx = b->x,
                                     .by = b->y,
                                     .size_a = -beach, /* no floor */
                                     .size_b = -beach,
                                     .reach = FLUV_TREE_SLACK,
                                     .line = p->head->valley_count + i};
            t->shores[t->shore_count++] = piece;
            t->valleys[t->valley_count++] = piece;
        }
    }
}

/* How low and how wide valleys are, so that whole tiles of them can be left out. */
static void bound_valleys(fluv_tree_index *t)
{
    const fluv_tree_sorted *v = &t->valley_tiles;
    for (size_t k = 0; k < (size_t)t->cols * t->rows; k++) {
        float lowest = INFINITY;
        for (uint32_t i = v->first[k]; i < v->first[k + 1]; i++) {
            lowest = fluv_less(lowest, v->lines.az[i] + fluv_less(v->lines.dz[i], 0.0f));
            float wide = v->lines.size[i] + fluv_more(v->lines.grow[i], 0.0f);
            t->widest = fluv_more(t->widest, fabsf(wide));
        }
        t->lowest[k] = lowest;
    }
}

static fluv_status fill(fluv_ctx *ctx, fluv_tree_index *t)
{
    FLUV_TRY(find_room(ctx, t));
    cut_valleys(ctx->threads, t);
    cut_shores(t);
    cut_rivers(ctx->threads, t);
    FLUV_TRY(fluv_tree_open_lakes(ctx, t));
    FLUV_TRY(fluv_tree_sort_discs(ctx, t));
    FLUV_TRY(fluv_tree_sort(ctx, t, t->valleys, t->valley_count, &t->valley_tiles));
    FLUV_TRY(fluv_tree_sort(ctx, t, t->shores, t->shore_count, &t->shore_tiles));
    FLUV_TRY(fluv_tree_list(ctx, t, t->shores, t->shore_count, &t->shore_lists));
    FLUV_TRY(fluv_tree_list(ctx, t, t->rivers, t->river_count, &t->river_lists));
    bound_valleys(t);
    fluv_tree_mark_inside(t);
    assert(t->shore_count == t->parts.head->ring_points);
    fluv_free(t->valleys); /* all that is needed stands in the tiles */
    t->valleys = NULL;
    return FLUV_OK;
}

fluv_status fluv_tree_open(fluv_ctx *ctx, const void *block, fluv_tree_index **out)
{
    fluv_tree_index *t = fluv_alloc_zero(ctx, 1, sizeof *t);
    *out = NULL;
    if (!t)
        return FLUV_NO_MEMORY;
    t->parts = fluv_tree_parts_of(block);
    set_tiles(t);
    fluv_status status = fill(ctx, t);
    if (status == FLUV_OK)
        *out = t;
    else
        fluv_tree_close(t);
    return status;
}

static void free_lists(fluv_tile_lists *lists)
{
    fluv_free(lists->first);
    fluv_free(lists->items);
}

static void free_sorted(fluv_tree_sorted *sorted)
{
    fluv_free(sorted->first);
    fluv_free(sorted->room);
}

void fluv_tree_close(fluv_tree_index *t)
{
    if (!t)
        return;
    free_sorted(&t->valley_tiles);
    free_sorted(&t->shore_tiles);
    free_lists(&t->disc_lists);
    free_lists(&t->river_lists);
    free_lists(&t->shore_lists);
    fluv_free(t->valleys);
    fluv_free(t->shores);
    fluv_free(t->rivers);
    fluv_free(t->river_extents);
    fluv_free(t->lakes);
    fluv_free(t->inside);
    fluv_free(t->lowest);
    fluv_free(t);
}
