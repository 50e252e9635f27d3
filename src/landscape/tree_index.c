// SPDX-License-Identifier: MIT
/* Opening a tree: which primitives matter in which tile.
 *
 * in   a sound block        out   lists of pieces a tile
 *
 * A valley matters in a tile if it could be the lowest somewhere there: bounds of its height over
 * the tile follow from its distance and the slopes of the discs around. All that is certainly above
 * another one is left out, so that a point looks at a handful.  O(tiles * pieces around). */
#include "landscape/tree_index.h"

#include <math.h>
#include <string.h>

#define MOST_TILES 4e6
#define MOST_FAR   64 /* tiles to look for the shore */
#define FAR_TILES  9  /* beyond, no valley can be the lowest: others lie between */
#define CHUNK      256
#define SLACK      0.05f /* m: more than rounding moves a place */

static uint32_t col_of(const fluv_tree_index *t, double x)
{
    double col = floor((x - t->west) / t->side);
    return col <= 0.0 ? 0 : col >= t->cols ? t->cols - 1 : (uint32_t)col;
}

static uint32_t row_of(const fluv_tree_index *t, double y)
{
    double row = floor((y - t->south) / t->side);
    return row <= 0.0 ? 0 : row >= t->rows ? t->rows - 1 : (uint32_t)row;
}

static uint32_t tile_of(const fluv_tree_index *t, double x, double y)
{
    return row_of(t, y) * t->cols + col_of(t, x);
}

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
    double wide = high_x - low_x + 2.0 * margin, tall = high_y - low_y + 2.0 * margin;
    t->side = fmax((double)p->head->tile, sqrt(wide * tall / MOST_TILES));
    t->side = fmax(t->side, fmax(wide, tall) / MOST_TILES);
    t->west = low_x - margin;
    t->south = low_y - margin;
    t->cols = (uint32_t)(wide / t->side) + 1;
    t->rows = (uint32_t)(tall / t->side) + 1;
}

static fluv_tree_piece piece_between(const fluv_tree_vertex *a, const fluv_tree_vertex *b,
                                     float scale, uint32_t line)
{
    return (fluv_tree_piece){a->x, a->y, b->x, b->y, a->z, b->z, scale * a->size, scale * b->size,
                             line};
}

static void cut_valleys(fluv_tree_index *t)
{
    const fluv_tree_parts *p = &t->parts;
    for (uint32_t i = 0; i < p->head->valley_count; i++) {
        bool last = i + 1 == p->head->valley_count;
        uint32_t end = last ? p->head->valley_points : p->valley_first[i + 1];
        for (uint32_t k = p->valley_first[i]; k + 1 < end; k++)
            t->valleys[t->valley_count++] =
                piece_between(&p->valley_vertices[k], &p->valley_vertices[k + 1], 1.0f, i);
    }
}

static void cut_rivers(fluv_tree_index *t)
{
    const fluv_tree_parts *p = &t->parts;
    for (uint32_t i = 0; i < p->head->river_count; i++) {
        bool last = i + 1 == p->head->river_count;
        uint32_t end = last ? p->head->river_points : p->rivers[i + 1].first;
        for (uint32_t k = p->rivers[i].first; k + 1 < end; k++)
            t->rivers[t->river_count++] =
                piece_between(&p->river_vertices[k], &p->river_vertices[k + 1], 0.5f, i);
    }
}

static void cut_shores(fluv_tree_index *t)
{
    const fluv_tree_parts *p = &t->parts;
    float beach = p->head->beach;
    for (uint32_t i = 0; i < p->head->ring_count; i++) {
        bool last = i + 1 == p->head->ring_count;
        uint32_t first = p->ring_first[i], end = last ? p->head->ring_points : p->ring_first[i + 1];
        for (uint32_t k = first; k < end; k++) {
            const fluv_tree_place *a = &p->ring_places[k];
            const fluv_tree_place *b = &p->ring_places[k + 1 < end ? k + 1 : first];
            t->shores[t->shore_count++] = (fluv_tree_piece){
                a->x, a->y, b->x, b->y, 0.0f, 0.0f, beach, beach, p->head->valley_count + i};
        }
    }
    for (uint32_t i = 0; i < t->shore_count; i++)
        t->valleys[t->valley_count++] = t->shores[i];
}

/* Items are sorted into tiles by counting: first[k + 2] counts, then they are placed. */

static uint32_t disc_tile(const fluv_tree_index *t, uint32_t item)
{
    return tile_of(t, (double)t->parts.discs[item].x, (double)t->parts.discs[item].y);
}

static uint32_t piece_tile(const fluv_tree_index *t, const fluv_tree_piece *p)
{
    return tile_of(t, 0.5 * ((double)p->ax + (double)p->bx), 0.5 * ((double)p->ay + (double)p->by));
}

static fluv_status sort_discs(fluv_ctx *ctx, fluv_tree_index *t)
{
    size_t tiles = (size_t)t->cols * t->rows;
    uint32_t count = t->parts.head->disc_count;
    fluv_tile_lists *out = &t->disc_lists;
    out->first = fluv_alloc_zero(ctx, tiles + 2, sizeof *out->first);
    out->items = fluv_alloc(ctx, count + (size_t)1, sizeof *out->items);
    if (!out->first || !out->items)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        out->first[disc_tile(t, i) + 2]++;
    for (size_t k = 1; k <= tiles; k++)
        out->first[k + 1] += out->first[k];
    for (uint32_t i = 0; i < count; i++)
        out->items[out->first[disc_tile(t, i) + 1]++] = i;
    return FLUV_OK;
}

/* Pieces by tile, so that those of tiles beside each other in a row follow each other. */
static fluv_status sort_pieces(fluv_ctx *ctx, const fluv_tree_index *t, uint32_t count,
                               fluv_tree_piece **pieces, uint32_t **first_out)
{
    size_t tiles = (size_t)t->cols * t->rows;
    uint32_t *first = *first_out = fluv_alloc_zero(ctx, tiles + 2, sizeof *first);
    fluv_tree_piece *sorted = fluv_alloc(ctx, count + (size_t)1, sizeof *sorted);
    if (!first || !sorted) {
        fluv_free(sorted);
        return FLUV_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++)
        first[piece_tile(t, *pieces + i) + 2]++;
    for (size_t k = 1; k <= tiles; k++)
        first[k + 1] += first[k];
    for (uint32_t i = 0; i < count; i++)
        sorted[first[piece_tile(t, *pieces + i) + 1]++] = (*pieces)[i];
    fluv_free(*pieces);
    *pieces = sorted;
    return FLUV_OK;
}

static fluv_status set_lines(fluv_ctx *ctx, fluv_tree_index *t)
{
    t->line_room = fluv_alloc(ctx, FLUV_LINE_FLOATS * (size_t)t->valley_count + 1, sizeof(float));
    if (!t->line_room)
        return FLUV_NO_MEMORY;
    t->lines = fluv_lines_in(t->line_room, t->valley_count);
    for (uint32_t i = 0; i < t->valley_count; i++)
        fluv_line_put(&t->lines, i, &t->valleys[i]);
    return FLUV_OK;
}

static void bound_slopes(fluv_tree_index *t)
{
    for (size_t k = 0; k < (size_t)t->cols * t->rows; k++) {
        t->low[k] = INFINITY;
        t->high[k] = 0.0f;
        t->lowest[k] = INFINITY;
    }
    for (uint32_t i = 0; i < t->parts.head->disc_count; i++) {
        const fluv_tree_disc *d = &t->parts.discs[i];
        double r = (double)d->radius;
        uint32_t left = col_of(t, (double)d->x - r), right = col_of(t, (double)d->x + r);
        uint32_t low = row_of(t, (double)d->y - r), high = row_of(t, (double)d->y + r);
        for (uint32_t row = low; row <= high; row++)
            for (uint32_t col = left; col <= right; col++) {
                size_t k = (size_t)row * t->cols + col;
                t->low[k] = fminf(t->low[k], d->slope * fmaxf(0.0f, 1.0f - d->rough));
                t->high[k] = fmaxf(t->high[k], d->slope * (1.0f + d->rough));
            }
    }
    for (uint32_t i = 0; i < t->valley_count; i++) {
        float *lowest = &t->lowest[piece_tile(t, &t->valleys[i])];
        *lowest = fminf(*lowest, fminf(t->valleys[i].az, t->valleys[i].bz));
        t->widest = fmaxf(t->widest, fmaxf(t->valleys[i].size_a, t->valleys[i].size_b));
    }
}

static fluv_tree_spot spot_of(const fluv_tree_index *t, uint32_t col, uint32_t row)
{
    size_t k = (size_t)row * t->cols + col;
    return (fluv_tree_spot){.x = (float)(t->west + t->side * (col + 0.5)),
                            .y = (float)(t->south + t->side * (row + 0.5)),
                            .radius = (float)(t->side * M_SQRT1_2) + SLACK,
                            .crest = t->parts.head->crest,
                            .low = t->low[k],
                            .high = t->high[k]};
}

/* The tiles of the square ring `far` tiles around one, as far as they are in the grid. */
typedef struct ring {
    uint32_t count;
    uint32_t tiles[8 * MOST_FAR];
} ring;

static void add_to_ring(const fluv_tree_index *t, int64_t col, int64_t row, ring *out)
{
    if (col >= 0 && row >= 0 && col < t->cols && row < t->rows)
        out->tiles[out->count++] = (uint32_t)row * t->cols + (uint32_t)col;
}

static void find_ring(const fluv_tree_index *t, uint32_t col, uint32_t row, int64_t far, ring *out)
{
    out->count = 0;
    if (far == 0)
        add_to_ring(t, col, row, out);
    for (int64_t k = -far; k < far; k++) {
        add_to_ring(t, col + k, row - far, out);
        add_to_ring(t, col + far, row + k, out);
        add_to_ring(t, col - k, row + far, out);
        add_to_ring(t, col - far, row - k, out);
    }
}

/* Tiles of a row. */
typedef struct tile_row {
    uint32_t row, left, right; /* right: the last one */
} tile_row;

/* Bounds the land from above by the pieces of some tiles of a row. */
static void find_ceiling(const fluv_tree_index *t, const fluv_tree_spot *spot, tile_row r,
                         fluv_tree_bound *ceiling)
{
    float height[CHUNK], rise[CHUNK];
    size_t row = (size_t)r.row * t->cols;
    for (uint32_t i = t->near[row + r.left], end = t->near[row + r.right + 1]; i < end;
         i += CHUNK) {
        size_t n = end - i < CHUNK ? end - i : CHUNK;
        fluv_lines_above(&t->lines, i, n, spot, height, rise);
        *ceiling = fluv_lines_ceiling(spot, height, rise, n, *ceiling);
    }
}

/* Adds the pieces of some tiles of a row that may be the lowest in the spot. */
static uint32_t add_valleys(const fluv_tree_index *t, const fluv_tree_spot *spot, tile_row r,
                            fluv_tree_bound ceiling, uint32_t *items)
{
    float height[CHUNK], rise[CHUNK];
    size_t row = (size_t)r.row * t->cols;
    uint32_t count = 0;
    for (uint32_t i = t->near[row + r.left], end = t->near[row + r.right + 1]; i < end;
         i += CHUNK) {
        uint32_t n = end - i < CHUNK ? end - i : CHUNK;
        fluv_lines_below(&t->lines, i, n, spot, height, rise);
        for (uint32_t k = 0; k < n; k++) {
            if (fluv_bound_clears(spot, (fluv_tree_bound){height[k], rise[k]}, ceiling))
                continue;
            if (items)
                items[count] = i + k;
            count++;
        }
    }
    return count;
}

/* A tile and those up to `far` around it, as far as they are in the grid. */
typedef struct tile_box {
    uint32_t left, right, low, high;
} tile_box;

static tile_box box_around(const fluv_tree_index *t, uint32_t col, uint32_t row, uint32_t far)
{
    return (tile_box){col > far ? col - far : 0, col + far < t->cols ? col + far : t->cols - 1,
                      row > far ? row - far : 0, row + far < t->rows ? row + far : t->rows - 1};
}

/* Whether no piece of a tile, as low as its lowest, can be the lowest in the spot around the tile
 * at col and row. */
static bool is_clear(const fluv_tree_index *t, const fluv_tree_spot *spot, uint32_t col,
                     uint32_t row, uint32_t other_col, uint32_t other_row, fluv_tree_bound ceiling)
{
    uint32_t across = col > other_col ? col - other_col : other_col - col;
    uint32_t up = row > other_row ? row - other_row : other_row - row;
    uint32_t far = across > up ? across : up;
    float gap = far > 1 ? (float)((double)(far - 2) * t->side) : 0.0f;
    fluv_tree_bound lowest = {t->lowest[(size_t)other_row * t->cols + other_col],
                              fluv_more(0.0f, gap - t->widest)};
    return fluv_bound_clears(spot, lowest, ceiling);
}

/* The valleys that may be the lowest somewhere in a tile; counts them when `items` is NULL. */
static uint32_t list_valleys(const fluv_tree_index *t, uint32_t col, uint32_t row, uint32_t *items)
{
    fluv_tree_spot spot = spot_of(t, col, row);
    fluv_tree_bound ceiling = {INFINITY, 0.0f};
    uint32_t count = 0;
    if (!(spot.low <= spot.high))
        return 0; /* no disc reaches: open sea */
    for (uint32_t far = 1; far <= FAR_TILES && isinf(ceiling.height); far += 2) {
        tile_box box = box_around(t, col, row, far);
        for (uint32_t r = box.low; r <= box.high; r++)
            find_ceiling(t, &spot, (tile_row){r, box.left, box.right}, &ceiling);
    }
    tile_box box = box_around(t, col, row, FAR_TILES);
    for (uint32_t r = box.low; r <= box.high; r++)
        for (uint32_t c = box.left; c <= box.right; c++) {
            uint32_t from = c;
            while (c <= box.right && !is_clear(t, &spot, col, row, c, r, ceiling))
                c++;
            if (c > from)
                count += add_valleys(t, &spot, (tile_row){r, from, c - 1}, ceiling,
                                     items ? items + count : NULL);
        }
    return count;
}

/* Rivers whose profile reaches into a tile: entered from the rivers' side. */
static uint32_t *enter_rivers(const fluv_tree_index *t, uint32_t *first, uint32_t *items)
{
    for (uint32_t i = 0; i < t->river_count; i++) {
        const fluv_tree_piece *p = &t->rivers[i];
        float depth = t->parts.rivers[p->line].depth;
        double r = (double)fluv_river_reach(fmaxf(p->size_a, p->size_b), depth);
        uint32_t left = col_of(t, (double)fminf(p->ax, p->bx) - r);
        uint32_t right = col_of(t, (double)fmaxf(p->ax, p->bx) + r);
        uint32_t low = row_of(t, (double)fminf(p->ay, p->by) - r);
        uint32_t high = row_of(t, (double)fmaxf(p->ay, p->by) + r);
        for (uint32_t row = low; row <= high; row++)
            for (uint32_t col = left; col <= right; col++) {
                uint32_t *slot = &first[(size_t)row * t->cols + col + (items ? 1 : 2)];
                if (items)
                    items[*slot] = i;
                ++*slot;
            }
    }
    return first;
}

static fluv_status list_rivers(fluv_ctx *ctx, fluv_tree_index *t)
{
    size_t tiles = (size_t)t->cols * t->rows;
    uint32_t *first = t->river_lists.first = fluv_alloc_zero(ctx, tiles + 2, sizeof *first);
    if (!first)
        return FLUV_NO_MEMORY;
    enter_rivers(t, first, NULL);
    for (size_t k = 1; k <= tiles; k++)
        first[k + 1] += first[k];
    t->river_lists.items = fluv_alloc(ctx, first[tiles + 1] + (size_t)1, sizeof(uint32_t));
    if (!t->river_lists.items)
        return FLUV_NO_MEMORY;
    enter_rivers(t, first, t->river_lists.items);
    return FLUV_OK;
}

/* Crossings of the shore between the middles of two tiles beside each other. */
static void mark_inside(fluv_tree_index *t)
{
    memset(t->inside, 0, (size_t)t->cols * t->rows);
    for (uint32_t i = 0; i < t->shore_count; i++) {
        const fluv_tree_piece *p = &t->shores[i];
        double low = fmin((double)p->ay, (double)p->by), high = fmax((double)p->ay, (double)p->by);
        int64_t from = (int64_t)ceil((low - t->south) / t->side - 0.5);
        for (int64_t row = from < 0 ? 0 : from; row < (int64_t)t->rows; row++) {
            double y = t->south + t->side * ((double)row + 0.5);
            if (y >= high)
                break;
            double part = (y - (double)p->ay) / ((double)p->by - (double)p->ay);
            double x = (double)p->ax + part * ((double)p->bx - (double)p->ax);
            int64_t col = (int64_t)ceil((x - t->west) / t->side - 0.5);
            if (col < (int64_t)t->cols) /* all middles from here to the east change sides */
                t->inside[(size_t)row * t->cols + (size_t)(col < 0 ? 0 : col)] ^= 1;
        }
    }
    for (uint32_t row = 0; row < t->rows; row++)
        for (uint32_t col = 1; col < t->cols; col++)
            t->inside[(size_t)row * t->cols + col] ^= t->inside[(size_t)row * t->cols + col - 1];
}

static void mark_coastal(fluv_tree_index *t)
{
    memset(t->coastal, 0, (size_t)t->cols * t->rows);
    for (uint32_t i = 0; i < t->shore_count; i++) {
        const fluv_tree_piece *p = &t->shores[i];
        double slack = (double)SLACK;
        uint32_t left = col_of(t, (double)fminf(p->ax, p->bx) - slack);
        uint32_t right = col_of(t, (double)fmaxf(p->ax, p->bx) + slack);
        uint32_t low = row_of(t, (double)fminf(p->ay, p->by) - slack);
        uint32_t high = row_of(t, (double)fmaxf(p->ay, p->by) + slack);
        for (uint32_t row = low; row <= high; row++)
            memset(t->coastal + (size_t)row * t->cols + left, 1, right - left + (size_t)1);
    }
}

static float nearest_shore(const fluv_tree_index *t, const fluv_tree_spot *spot, uint32_t tile,
                           float nearest)
{
    for (uint32_t i = t->near_shore[tile]; i < t->near_shore[tile + 1]; i++)
        nearest = fluv_less(nearest, fluv_piece_distance(&t->shores[i], spot->x, spot->y));
    return nearest;
}

static uint32_t add_shores(const fluv_tree_index *t, const fluv_tree_spot *spot, uint32_t tile,
                           float limit, uint32_t *items)
{
    uint32_t count = 0;
    for (uint32_t i = t->near_shore[tile]; i < t->near_shore[tile + 1]; i++) {
        if (fluv_piece_distance(&t->shores[i], spot->x, spot->y) > limit)
            continue;
        if (items)
            items[count] = i;
        count++;
    }
    return count;
}

/* How far from a tile the nearest shore matters. */
static float shore_reach(const fluv_tree_index *t, uint32_t col, uint32_t row, float radius)
{
    bool land = t->inside[(size_t)row * t->cols + col];
    return (land ? 0.0f : t->parts.head->shelf_reach) + radius;
}

/* The innermost ring that may hold a shore at least `distance` away. */
static int64_t first_ring(const fluv_tree_index *t, float distance)
{
    double far = floor(M_SQRT1_2 * (double)distance / t->side) - 2.0; /* rings are squares */
    return far > 0.0 ? (int64_t)far : 0;
}

/* Distance to the nearest shore, if it is within reach. The tile to the west, which is known, says
 * what it is at least. */
static float find_shore(const fluv_tree_index *t, const fluv_tree_spot *spot, uint32_t col,
                        uint32_t row)
{
    ring around;
    float nearest = INFINITY, least = 0.0f, reach = shore_reach(t, col, row, spot->radius);
    if (col) {
        float west = t->nearest[(size_t)row * t->cols + col - 1];
        least = isinf(west) ? shore_reach(t, col - 1, row, spot->radius) : west;
        least -= (float)t->side;
    }
    for (int64_t far = first_ring(t, least); far < MOST_FAR; far++) {
        double gap = (double)(far - 2) * t->side;
        if (gap > (double)nearest || gap > (double)reach)
            break;
        find_ring(t, col, row, far, &around);
        for (uint32_t k = 0; k < around.count; k++)
            nearest = nearest_shore(t, spot, around.tiles[k], nearest);
    }
    return nearest > reach ? INFINITY : nearest; /* all land, or far out */
}

/* The shores that may be the nearest somewhere in a tile, if it is not all land. They are counted
 * first, row by row from the west. */
static uint32_t list_shores(const fluv_tree_index *t, uint32_t col, uint32_t row, uint32_t *items)
{
    fluv_tree_spot spot = spot_of(t, col, row);
    float *nearest = &t->nearest[(size_t)row * t->cols + col];
    uint32_t count = 0;
    ring around;
    if (!items)
        *nearest = find_shore(t, &spot, col, row);
    if (isinf(*nearest))
        return 0;
    float limit = *nearest + 2.0f * spot.radius;
    for (int64_t far = first_ring(t, *nearest);
         far < MOST_FAR && (double)(far - 2) * t->side <= (double)limit; far++) {
        find_ring(t, col, row, far, &around);
        for (uint32_t k = 0; k < around.count; k++)
            count += add_shores(t, &spot, around.tiles[k], limit, items ? items + count : NULL);
    }
    return count;
}

typedef uint32_t list_fn(const fluv_tree_index *t, uint32_t col, uint32_t row, uint32_t *items);

static fluv_status list_tiles(fluv_ctx *ctx, const fluv_tree_index *t, list_fn *list,
                              fluv_tile_lists *out)
{
    size_t tiles = (size_t)t->cols * t->rows;
    out->first = fluv_alloc_zero(ctx, tiles + 2, sizeof *out->first);
    if (!out->first)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic, 2)
    for (uint32_t row = 0; row < t->rows; row++)
        for (uint32_t col = 0; col < t->cols; col++)
            out->first[(size_t)row * t->cols + col + 1] = list(t, col, row, NULL);
    for (size_t k = 0; k < tiles; k++)
        out->first[k + 1] += out->first[k];
    out->items = fluv_alloc(ctx, out->first[tiles] + (size_t)1, sizeof *out->items);
    if (!out->items)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic, 2)
    for (uint32_t row = 0; row < t->rows; row++)
        for (uint32_t col = 0; col < t->cols; col++)
            list(t, col, row, out->items + out->first[(size_t)row * t->cols + col]);
    return FLUV_OK;
}

static fluv_status find_room(fluv_ctx *ctx, fluv_tree_index *t)
{
    const fluv_tree_head *h = t->parts.head;
    size_t tiles = (size_t)t->cols * t->rows;
    t->valleys = fluv_alloc(ctx, (size_t)h->valley_points + h->ring_points + 1, sizeof *t->valleys);
    t->shores = fluv_alloc(ctx, (size_t)h->ring_points + 1, sizeof *t->shores);
    t->rivers = fluv_alloc(ctx, (size_t)h->river_points + 1, sizeof *t->rivers);
    t->inside = fluv_alloc(ctx, tiles, 1);
    t->coastal = fluv_alloc(ctx, tiles, 1);
    t->low = fluv_alloc(ctx, tiles, sizeof *t->low);
    t->high = fluv_alloc(ctx, tiles, sizeof *t->high);
    t->lowest = fluv_alloc(ctx, tiles, sizeof *t->lowest);
    t->nearest = fluv_alloc(ctx, tiles, sizeof *t->nearest);
    bool all = t->valleys && t->shores && t->rivers && t->inside && t->coastal && t->low &&
               t->high && t->lowest && t->nearest;
    return all ? FLUV_OK : FLUV_NO_MEMORY;
}

static fluv_status fill(fluv_ctx *ctx, fluv_tree_index *t)
{
    FLUV_TRY(find_room(ctx, t));
    cut_valleys(t);
    cut_shores(t);
    cut_rivers(t);
    FLUV_TRY(sort_discs(ctx, t));
    FLUV_TRY(sort_pieces(ctx, t, t->valley_count, &t->valleys, &t->near));
    FLUV_TRY(sort_pieces(ctx, t, t->shore_count, &t->shores, &t->near_shore));
    FLUV_TRY(set_lines(ctx, t));
    bound_slopes(t);
    mark_inside(t);
    mark_coastal(t);
    FLUV_TRY(list_rivers(ctx, t));
    FLUV_TRY(list_tiles(ctx, t, list_valleys, &t->valley_lists));
    return list_tiles(ctx, t, list_shores, &t->shore_lists);
}

static void lists_free(fluv_tile_lists *lists)
{
    fluv_free(lists->first);
    fluv_free(lists->items);
    *lists = (fluv_tile_lists){0};
}

static void free_work(fluv_tree_index *t)
{
    fluv_free(t->near);
    fluv_free(t->near_shore);
    fluv_free(t->low);
    fluv_free(t->high);
    fluv_free(t->lowest);
    fluv_free(t->nearest);
    t->near = t->near_shore = NULL;
    t->low = t->high = t->lowest = t->nearest = NULL;
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
    free_work(t);
    if (status == FLUV_OK)
        *out = t;
    else
        fluv_tree_close(t);
    return status;
}

void fluv_tree_close(fluv_tree_index *t)
{
    if (!t)
        return;
    lists_free(&t->disc_lists);
    lists_free(&t->valley_lists);
    lists_free(&t->river_lists);
    lists_free(&t->shore_lists);
    fluv_free(t->valleys);
    fluv_free(t->shores);
    fluv_free(t->rivers);
    fluv_free(t->line_room);
    fluv_free(t->inside);
    fluv_free(t->coastal);
    fluv_free(t);
}
