// SPDX-License-Identifier: MIT
/* Invented names for rivers, lakes, mountains and regions.
 *
 * in   rivers, lakes, height, cover, region      out   names; mountains and regions as named spots
 *
 * A name is drawn by the place of what it belongs to, on a lattice in metres: of a river its mouth,
 * of a lake the middle of its shore, of a mountain its summit, of a region its middle. So it stays
 * while other things change, and in any size of the frame: places move a little from size to size,
 * and the lattice is wide beside that. Great things are called first; where two would have the same
 * name, the lesser draws again. What has a name keeps it.
 *
 * A summit is the highest cell within a distance, well above the ground there; a region is a piece
 * of land of one type.  O(cells + reaches log reaches + names^2). */
#include "stages/names/call.h"

#include "base/list.h"
#include "hydrography/stems.h"
#include "landscape/placed.h"
#include "landscape/reaches_below.h"
#include "landscape/vectors.h"
#include "stages/names/invent.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FINEST_SHARE (1.0 / 40.0) /* of the frame's longer side: the default of `least` */
#define RIVER_LENGTH 5.0          /* in those: the shortest river with a name */
#define LAKE_WIDTH   0.8          /* the root of the smallest lake's area */
#define PEAK_RADIUS  2.5          /* how far the next summit is */
#define PEAK_RISE    0.06         /* of that: how high it stands over the ground around */
#define REGION_WIDTH 3.0          /* the root of the smallest region's area */
#define RANGE_RISE   0.018        /* of a region's width: with ground as uneven it is mountains */
#define LATTICE      4.0          /* in those: the squares that names are drawn by */
#define MOST_NAMES   2000
#define ATTEMPTS     200

/* Something that wants a name. */
typedef struct wish {
    fluv_named_kind kind;
    double rank; /* the greatest are called first */
    double x, y;
    size_t index; /* of a reach or lake */
    int64_t id;
    bool called; /* it has a name; the one it would get stays free, so that others keep theirs */
} wish;

typedef struct caller {
    fluv_ctx *ctx;
    const fluv_names_params *params;
    fluv_landscape *land;
    double least; /* m */
    fluv_list wishes;
    fluv_list used; /* names, FLUV_NAME_ROOM bytes each */
    fluv_list made; /* fluv_placed_spot */
} caller;

static fluv_status want(caller *c, wish w)
{
    wish *to = fluv_list_append(c->ctx, &c->wishes, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = w;
    return FLUV_OK;
}

static fluv_status use(caller *c, const char *name)
{
    char *to = *name ? fluv_list_append(c->ctx, &c->used, 1, FLUV_NAME_ROOM) : NULL;
    if (*name && !to)
        return FLUV_NO_MEMORY;
    if (*name)
        snprintf(to, FLUV_NAME_ROOM, "%s", name);
    return FLUV_OK;
}

static bool is_used(const caller *c, const char *name)
{
    const char *used = c->used.items;
    for (size_t i = 0; i < c->used.count; i++)
        if (strcmp(used + i * FLUV_NAME_ROOM, name) == 0)
            return true;
    return false;
}

/* ---- Rivers and lakes ---- */

/* For every reach the strongest that runs into it, and the one that it runs into. */
static fluv_status relate(caller *c, const fluv_rivers *rivers, uint32_t *above, uint32_t *below)
{
    FLUV_TRY(fluv_reaches_below(c->ctx, rivers, below));
    for (uint32_t i = 0; i < rivers->count; i++)
        above[i] = FLUV_NONE;
    for (uint32_t i = 0; i < rivers->count; i++) {
        if (below[i] == FLUV_NONE)
            continue;
        uint32_t *best = &above[below[i]];
        if (*best == FLUV_NONE ||
            fluv_reach_is_stronger(&rivers->reaches[i], &rivers->reaches[*best]))
            *best = i;
    }
    return FLUV_OK;
}

/* Rivers by their lowest reach: those that end, or that join a stronger one. */
static fluv_status want_rivers(caller *c, uint32_t **above)
{
    const fluv_rivers *rivers = fluv_rivers_of(c->land);
    size_t count = rivers ? rivers->count : 0;
    uint32_t *below = fluv_scratch(c->ctx, count + 1, sizeof *below);
    *above = fluv_scratch(c->ctx, count + 1, sizeof **above);
    if (!below || !*above)
        return FLUV_NO_MEMORY;
    if (count)
        FLUV_TRY(relate(c, rivers, *above, below));
    for (uint32_t i = 0; i < count; i++) {
        const fluv_reach *foot = &rivers->reaches[i];
        bool ends = below[i] == FLUV_NONE || (*above)[below[i]] != i;
        bool minor = foot->kind == FLUV_DELTA || foot->kind == FLUV_BRAID;
        FLUV_TRY(use(c, foot->name));
        if (!ends || minor)
            continue;
        double length = 0.0;
        for (uint32_t at = i; at != FLUV_NONE && strcmp(rivers->reaches[at].name, foot->name) == 0;
             at = (*above)[at])
            length += rivers->reaches[at].length;
        const fluv_river_point *mouth = &rivers->points[foot->first_point + foot->point_count - 1];
        if (length >= RIVER_LENGTH * c->least)
            FLUV_TRY(want(c, (wish){FLUV_NAMED_RIVER, length, mouth->x, mouth->y, i, foot->id,
                                    *foot->name != '\0'}));
    }
    return FLUV_OK;
}

/* The middle of a lake's outer shore, by area; its deepest point jumps from one hollow to another
 * where the ground is only a little different. */
static void middle_of_lake(const fluv_lakes *lakes, const fluv_lake *lake, double *x, double *y)
{
    double area = 0.0, sum_x = 0.0, sum_y = 0.0;
    *x = lake->x;
    *y = lake->y;
    if (!lake->ring_count)
        return;
    const uint32_t *ring = lakes->outline.first_point + lake->first_ring;
    for (uint32_t i = ring[0]; i < ring[1]; i++) {
        const double *a = lakes->outline.xy + 2 * (size_t)i;
        const double *b = lakes->outline.xy + 2 * (size_t)(i + 1 < ring[1] ? i + 1 : ring[0]);
        double ax = a[0] - lake->x, ay = a[1] - lake->y, bx = b[0] - lake->x, by = b[1] - lake->y;
        double part = ax * by - bx * ay;
        area += part;
        sum_x += part * (ax + bx);
        sum_y += part * (ay + by);
    }
    if (area > 0.0) {
        *x += sum_x / (3.0 * area);
        *y += sum_y / (3.0 * area);
    }
}

static fluv_status want_lakes(caller *c)
{
    const fluv_lakes *lakes = fluv_lakes_of(c->land);
    for (size_t i = 0; lakes && i < lakes->count; i++) {
        const fluv_lake *lake = &lakes->lakes[i];
        double width = sqrt(lake->area);
        FLUV_TRY(use(c, lake->name));
        double x, y;
        middle_of_lake(lakes, lake, &x, &y);
        if (lake->state != FLUV_EMPTY && width >= LAKE_WIDTH * c->least)
            FLUV_TRY(want(
                c, (wish){FLUV_NAMED_LAKE, 10.0 * width, x, y, i, lake->id, *lake->name != '\0'}));
    }
    return FLUV_OK;
}

/* ---- Mountains ---- */

/* The highest and the lowest dry cell of a square of the frame. */
typedef struct square {
    uint32_t top;
    float high, low;
} square;

typedef struct squares {
    uint32_t cols, rows, cells; /* cells along a square's side */
    square *of;
} squares;

static fluv_status survey(caller *c, squares *s)
{
    const fluv_frame *frame = &c->land->frame;
    const float *height = fluv_height_of(c->land);
    const uint8_t *cover = fluv_cover_of(c->land);
    double side = PEAK_RADIUS * c->least / frame->cell;
    s->cells = side < 2.0 ? 2 : side > 1e6 ? 1000000 : (uint32_t)side;
    s->cols = (frame->cols + s->cells - 1) / s->cells;
    s->rows = (frame->rows + s->cells - 1) / s->cells;
    s->of = fluv_scratch(c->ctx, (size_t)s->cols * s->rows, sizeof *s->of);
    if (!s->of)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < (size_t)s->cols * s->rows; i++)
        s->of[i] = (square){FLUV_NONE, -INFINITY, INFINITY};
    for (uint32_t row = 0; row < frame->rows; row++)
        for (uint32_t col = 0; col < frame->cols; col++) {
            uint32_t cell = row * frame->cols + col;
            square *at = &s->of[(size_t)(row / s->cells) * s->cols + col / s->cells];
            if (isnan(height[cell]) || (cover && cover[cell] == FLUV_OCEAN))
                continue;
            at->low = fminf(at->low, height[cell]);
            if (height[cell] > at->high) {
                at->high = height[cell];
                at->top = cell;
            }
        }
    return FLUV_OK;
}

/* Whether the top of a square is the highest ground around, and by enough. */
static bool is_summit(const caller *c, const squares *s, uint32_t row, uint32_t col)
{
    const square *at = &s->of[(size_t)row * s->cols + col];
    float low = at->low;
    for (uint32_t r = row ? row - 1 : 0; r <= row + 1 && r < s->rows; r++)
        for (uint32_t k = col ? col - 1 : 0; k <= col + 1 && k < s->cols; k++) {
            const square *other = &s->of[(size_t)r * s->cols + k];
            low = fminf(low, other->low);
            if (other != at && other->top != FLUV_NONE &&
                (other->high > at->high || (other->high == at->high && other->top < at->top)))
                return false;
        }
    return (double)(at->high - low) >= PEAK_RISE * 2.0 * PEAK_RADIUS * c->least;
}

static bool is_placed_near(const fluv_placed *placed, double x, double y, double near)
{
    for (size_t i = 0; placed && i < placed->spot_count; i++)
        if (hypot(placed->spots[i].x - x, placed->spots[i].y - y) < near)
            return true;
    return false;
}

static fluv_status want_peaks(caller *c)
{
    const fluv_frame *frame = &c->land->frame;
    const fluv_placed *placed = fluv_layer_read(c->land, FLUV_LAYER_placed);
    squares s;
    for (size_t i = 0; placed && i < placed->spot_count; i++)
        FLUV_TRY(use(c, placed->spots[i].name));
    if (!fluv_height_of(c->land))
        return FLUV_OK;
    FLUV_TRY(survey(c, &s));
    for (uint32_t row = 0; row < s.rows; row++)
        for (uint32_t col = 0; col < s.cols; col++) {
            const square *at = &s.of[(size_t)row * s.cols + col];
            if (at->top == FLUV_NONE || !is_summit(c, &s, row, col))
                continue;
            double x = frame->west + (at->top % frame->cols + 0.5) * frame->cell;
            double y = frame->north - (at->top / frame->cols + 0.5) * frame->cell;
            if (!is_placed_near(placed, x, y, PEAK_RADIUS * c->least))
                FLUV_TRY(want(c, (wish){FLUV_NAMED_PEAK, (double)at->high, x, y, at->top,
                                        (int64_t)at->top, false}));
        }
    return FLUV_OK;
}

/* ---- Regions ---- */

/* One piece of land of one type: its cells, gathered from a first one. Returns how many. */
static size_t gather(const fluv_landscape *land, const uint8_t *region, uint32_t first,
                     uint8_t *seen, uint32_t *cells)
{
    const fluv_frame *frame = &land->frame;
    const uint8_t *cover = fluv_cover_of(land);
    size_t count = 0, at = 0;
    cells[count++] = first;
    seen[first] = 1;
    while (at < count) {
        uint32_t cell = cells[at++], col = cell % frame->cols, row = cell / frame->cols;
        uint32_t beside[4] = {row > 0 ? cell - frame->cols : cell,
                              row + 1 < frame->rows ? cell + frame->cols : cell,
                              col > 0 ? cell - 1 : cell, col + 1 < frame->cols ? cell + 1 : cell};
        for (int i = 0; i < 4; i++) {
            uint32_t next = beside[i];
            if (seen[next] || region[next] != region[first] || (cover && cover[next] == FLUV_OCEAN))
                continue;
            seen[next] = 1;
            cells[count++] = next;
        }
    }
    return count;
}

/* The cell nearest to the middle of all: a middle may lie outside a bent region. */
static uint32_t middle_of(const fluv_frame *frame, const uint32_t *cells, size_t count)
{
    double x = 0.0, y = 0.0, nearest = INFINITY;
    uint32_t best = cells[0];
    for (size_t i = 0; i < count; i++) {
        x += cells[i] % frame->cols;
        y += cells[i] / frame->cols;
    }
    for (size_t i = 0; i < count; i++) {
        double dx = cells[i] % frame->cols - x / (double)count;
        double dy = cells[i] / frame->cols - y / (double)count;
        if (dx * dx + dy * dy < nearest) {
            nearest = dx * dx + dy * dy;
            best = cells[i];
        }
    }
    return best;
}

/* Whether a piece of land is mountains: how far its ground lies from its mean, as a rule. Its
 * highest place would not tell: a plain may reach up to the hills beside it. */
static fluv_named_kind kind_of(const fluv_landscape *land, const uint32_t *cells, size_t count,
                               double width)
{
    const float *height = fluv_height_of(land);
    double known = 0.0, sum = 0.0, spread = 0.0;
    for (size_t i = 0; height && i < count; i++) {
        double z = (double)height[cells[i]];
        if (isnan(z))
            continue;
        known += 1.0;
        sum += z;
        spread += z * z;
    }
    if (known == 0.0)
        return FLUV_NAMED_LAND;
    double mean = sum / known, off = sqrt(fmax(spread / known - mean * mean, 0.0));
    return off >= RANGE_RISE * width ? FLUV_NAMED_RANGE : FLUV_NAMED_LAND;
}

static fluv_status want_regions(caller *c)
{
    const fluv_frame *frame = &c->land->frame;
    const uint8_t *region = fluv_region_of(c->land), *cover = fluv_cover_of(c->land);
    size_t count = (size_t)frame->cols * frame->rows;
    if (!region)
        return FLUV_OK;
    uint8_t *seen = fluv_scratch(c->ctx, count, sizeof *seen);
    uint32_t *cells = fluv_scratch(c->ctx, count, sizeof *cells);
    if (!seen || !cells)
        return FLUV_NO_MEMORY;
    memset(seen, 0, count);
    for (uint32_t i = 0; i < count; i++) {
        if (seen[i] || region[i] == 0 || (cover && cover[i] == FLUV_OCEAN))
            continue; /* type 0 is all that no region took */
        size_t size = gather(c->land, region, i, seen, cells);
        double width = sqrt((double)size) * frame->cell;
        uint32_t at = middle_of(frame, cells, size);
        if (width >= REGION_WIDTH * c->least)
            FLUV_TRY(want(c, (wish){kind_of(c->land, cells, size, width), 20.0 * width,
                                    frame->west + (at % frame->cols + 0.5) * frame->cell,
                                    frame->north - (at / frame->cols + 0.5) * frame->cell, size,
                                    (int64_t)i, false}));
    }
    return FLUV_OK;
}

/* ---- Calling ---- */

static int by_rank(const void *a, const void *b)
{
    const wish *left = a, *right = b;
    if (left->kind != right->kind)
        return left->kind < right->kind ? -1 : 1;
    if (left->rank != right->rank)
        return left->rank < right->rank ? 1 : -1;
    return left->id < right->id ? -1 : left->id > right->id;
}

/* A new name for a place; false: none was found that is not in use. */
static bool draw(const caller *c, const wish *w, char name[FLUV_NAME_ROOM])
{
    static const char *const purposes[FLUV_NAMED_KINDS] = {"rivers", "lakes", "peaks", "lands",
                                                           "lands"};
    fluv_key key = fluv_key_make(c->land->seed, "names", purposes[w->kind]);
    double side = LATTICE * c->least;
    key = fluv_key_at(key, side * floor(w->x / side), side * floor(w->y / side));
    for (uint64_t i = 0; i < ATTEMPTS; i++) {
        fluv_name_invent((int)c->params->invent - 1, w->kind, key, i, name);
        if (!is_used(c, name))
            return true;
    }
    return false;
}

static fluv_status add_spot(caller *c, const wish *w, const char *name)
{
    const fluv_frame *frame = &c->land->frame;
    fluv_placed_spot *spot = fluv_list_append(c->ctx, &c->made, 1, sizeof *spot);
    if (!spot)
        return FLUV_NO_MEMORY;
    bool land = w->kind == FLUV_NAMED_LAND || w->kind == FLUV_NAMED_RANGE;
    *spot = (fluv_placed_spot){.kind = land ? FLUV_SPOT_LAND : FLUV_SPOT_SUMMIT,
                               .x = w->x,
                               .y = w->y,
                               .height = land ? 0.0 : w->rank,
                               .radius = land ? 0.5 * sqrt((double)w->index) * frame->cell : 0.0};
    snprintf(spot->name, sizeof spot->name, "%s", name);
    return FLUV_OK;
}

static fluv_status call_all(caller *c, const uint32_t *above, fluv_reach *reaches, fluv_lake *lakes)
{
    const wish *wishes = c->wishes.items;
    for (size_t i = 0; i < c->wishes.count && i < MOST_NAMES; i++) {
        const wish *w = &wishes[i];
        char name[FLUV_NAME_ROOM];
        if (!draw(c, w, name))
            continue;
        FLUV_TRY(use(c, name));
        if (w->called)
            continue;
        if (w->kind == FLUV_NAMED_RIVER)
            for (uint32_t at = (uint32_t)w->index; at != FLUV_NONE && !*reaches[at].name;
                 at = above[at])
                snprintf(reaches[at].name, sizeof reaches[at].name, "%s", name);
        else if (w->kind == FLUV_NAMED_LAKE)
            snprintf(lakes[w->index].name, sizeof lakes[w->index].name, "%s", name);
        else
            FLUV_TRY(add_spot(c, w, name));
        FLUV_TRY(fluv_look(c->ctx));
    }
    return FLUV_OK;
}

/* Mountains and regions are spots beside those that the author placed. */
static fluv_status keep_spots(caller *c)
{
    fluv_placing placing = {0};
    if (!c->made.count)
        return FLUV_OK;
    fluv_status status = fluv_placing_open(c->ctx, c->land, &placing);
    fluv_placed_spot *to = status == FLUV_OK
                               ? fluv_list_append(c->ctx, &placing.spots, c->made.count, sizeof *to)
                               : NULL;
    if (!(placing.slope > 0.0))
        placing.slope = 0.5; /* of valley sides: nothing is cut for a name */
    if (to)
        memcpy(to, c->made.items, c->made.count * sizeof *to);
    fluv_shared *block = to ? fluv_placed_seal(c->ctx, &placing) : NULL;
    if (block)
        fluv_layer_put(c->land, FLUV_LAYER_placed, block);
    fluv_placing_free(&placing);
    return status == FLUV_OK && !block ? FLUV_NO_MEMORY : status;
}

static fluv_status invent(caller *c)
{
    uint32_t *above = NULL;
    FLUV_TRY(want_rivers(c, &above));
    FLUV_TRY(want_lakes(c));
    FLUV_TRY(want_peaks(c));
    FLUV_TRY(want_regions(c));
    if (!c->wishes.count)
        return FLUV_OK;
    qsort(c->wishes.items, c->wishes.count, sizeof(wish), by_rank);
    const fluv_rivers *rivers = fluv_rivers_of(c->land);
    const fluv_lakes *lakes = fluv_lakes_of(c->land);
    fluv_reach *reaches = rivers && rivers->count ? fluv_rivers_edit(c->ctx, c->land) : NULL;
    fluv_lake *list = lakes && lakes->count ? fluv_lakes_edit(c->ctx, c->land) : NULL;
    if ((rivers && rivers->count && !reaches) || (lakes && lakes->count && !list))
        return FLUV_NO_MEMORY;
    FLUV_TRY(call_all(c, above, reaches, list));
    return keep_spots(c);
}

fluv_status fluv_names_invent(fluv_ctx *ctx, const fluv_names_params *p, fluv_landscape *land)
{
    caller c = {.ctx = ctx, .params = p, .land = land, .least = p->least};
    if (p->invent == FLUV_NAMES_INVENT_none)
        return FLUV_OK;
    if (!(c.least > 0.0))
        c.least = FINEST_SHARE * fluv_frame_side(&land->frame);
    fluv_status status = invent(&c);
    fluv_list_free(&c.wishes);
    fluv_list_free(&c.used);
    fluv_list_free(&c.made);
    return status;
}
