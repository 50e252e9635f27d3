// SPDX-License-Identifier: MIT
/* Basins for lakes that were placed.
 *
 * in   an outline, or a place and an area        out   the lake's cells, its level, a shore around
 * it
 *
 * By its outline a lake has the cells whose middle lies inside. By place and area it grows from
 * that place, cell by cell, where the ground is near in way and height, so that it lies along the
 * slope as lakes do; some noise gives it bays. Where a shore was made for it before there was
 * ground, it fills that first, and beyond it what lies nearest, until it has its area. Its level is
 * such that most of its shore is natural: the lower part of the rim is raised like a moraine, the
 * higher part sloped down where the lake is cut into it, and where the land falls away lowest a gap
 * is left for the outlet.  O(m log m) in its cells and those around. */
#include "placed/earth.h"

#include "base/queue.h"
#include "field/domain.h"
#include "landscape/layout.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UP_COUNTS    6.0   /* m of way that a metre above the place is worth, */
#define DOWN_COUNTS  9.0   /* and a metre below it */
#define BAYS         1.7   /* how uneven the shore is, as a share of the way */
#define LOWER_RIM    0.25  /* of the rim that lies below the level, at most */
#define LEVELS       16    /* that are tried */
#define SHORE        0.6f  /* m that the rim stands above the lake where it is raised, */
#define LEAST_SHORE  0.05f /* and where it is as it was */
#define CUT          0.5f  /* m that a lake is cut into the ground where its rim is sloped */
#define MORAINE      0.12f /* slope of what is raised, rise over run */
#define FEWEST_CELLS 4
#define APART        2 /* cells of land between two placed lakes, at least */
#define MOST_LOST                                                                                  \
    0.1 /* of a drawn lake that may lie too near to another, or apart from the rest                \
         */

/* Whether a lake may have the cell. */
static bool is_free(const fluv_earth *earth, uint32_t cell)
{
    assert(cell < earth->topology.count);
    return fluv_earth_is_land(earth, cell) && !earth->held[cell] &&
           !(earth->kind[cell] & FLUV_CELL_OPEN);
}

/* Whether there is room for a shore between a cell and the lakes that were placed before. */
static bool is_apart(const fluv_earth *earth, uint32_t cell)
{
    int64_t cols = earth->frame.cols, rows = earth->frame.rows;
    int64_t col = cell % cols, row = cell / cols;
    for (int64_t r = row - APART; r <= row + APART; r++)
        for (int64_t c = col - APART; c <= col + APART; c++)
            if (r >= 0 && c >= 0 && r < rows && c < cols && earth->lake[r * cols + c] != FLUV_NONE)
                return false;
    return true;
}

static fluv_status refuse(fluv_ctx *ctx, const fluv_earth *earth, const fluv_placed_lake *lake,
                          uint32_t cell)
{
    const char *why = earth->lake[cell] != FLUV_NONE         ? "another placed lake has that place"
                      : !is_apart(earth, cell)               ? "another placed lake is too near"
                      : (earth->kind[cell] & FLUV_CELL_SEA)  ? "it would lie in the sea"
                      : !fluv_earth_is_land(earth, cell)     ? "there is no ground"
                      : (earth->kind[cell] & FLUV_CELL_OPEN) ? "it would touch the edge of the land"
                                                             : "the ground there is frozen";
    return fluv_blame(ctx, &lake->by,
                      fluv_fail(ctx, FLUV_BAD_RECIPE, "place: lake %s cannot be at %.7g, %.7g: %s",
                                fluv_called(lake->name), fluv_cell_x(&earth->frame, cell),
                                fluv_cell_y(&earth->frame, cell), why));
}

static int by_number(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

static fluv_status put(fluv_ctx *ctx, fluv_list *cells, uint32_t cell)
{
    uint32_t *to = fluv_list_append(ctx, cells, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = cell;
    return FLUV_OK;
}

/* ---- By an outline ---- */

/* What an outline holds. */
typedef struct inside {
    size_t all;        /* cells */
    uint32_t too_near; /* one of them that lies too near to another lake, FLUV_NONE: none does */
} inside;

/* A lake of an earlier result that would lie in the sea, or in other water, has no cells. */
static fluv_status cells_inside(fluv_ctx *ctx, const fluv_earth *earth, const fluv_placed *placed,
                                const fluv_placed_lake *lake, fluv_list *cells, inside *in)
{
    const fluv_frame *f = &earth->frame;
    const double *xy = placed->xy + 2 * (size_t)lake->first_point;
    size_t begin = cells->count;
    fluv_outline shore;
    FLUV_TRY(fluv_placed_shore(ctx, placed, lake, &shore));
    fluv_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (size_t i = 0; i < lake->point_count; i++) {
        box.low = (fluv_vec){fmin(box.low.x, xy[2 * i]), fmin(box.low.y, xy[2 * i + 1])};
        box.high = (fluv_vec){fmax(box.high.x, xy[2 * i]), fmax(box.high.y, xy[2 * i + 1])};
    }
    fluv_domain domain;
    double side = fmax(fmax(box.high.x - box.low.x, box.high.y - box.low.y) / 64.0, f->cell);
    FLUV_TRY(fluv_domain_init(ctx, &shore, side, &domain));
    *in = (inside){.too_near = FLUV_NONE};
    for (uint32_t c = 0; c < earth->topology.count; c++) {
        double x = fluv_cell_x(f, c), y = fluv_cell_y(f, c);
        if (x < box.low.x || x > box.high.x || y < box.low.y || y > box.high.y ||
            !fluv_domain_holds(&domain, (fluv_vec){x, y}))
            continue;
        if (!is_free(earth, c) && lake->follows) {
            cells->count = begin;
            return FLUV_OK;
        }
        if (!is_free(earth, c))
            return refuse(ctx, earth, lake, c);
        in->all++;
        if (!lake->follows && !is_apart(earth, c))
            in->too_near = c;
        else
            FLUV_TRY(put(ctx, cells, c));
    }
    return FLUV_OK;
}

/* Gathers what hangs together with the first cell of the queue; cells that are marked by `own` wait
 * for it, and are free afterwards. Returns how many there are. */
static uint32_t gather_piece(const fluv_earth *earth, uint32_t own, uint32_t *queue)
{
    uint32_t tail = 1;
    earth->from[queue[0]] = FLUV_NONE;
    for (uint32_t head = 0; head < tail; head++) {
        fluv_around around = fluv_around_cell(&earth->topology, queue[head]);
        for (uint32_t k = 0; k < around.count; k++)
            if (earth->from[around.cell[k]] == own) {
                earth->from[around.cell[k]] = FLUV_NONE;
                queue[tail++] = around.cell[k];
            }
    }
    return tail;
}

/* An outline may hold cells that do not hang together, where it is narrower than a cell. A lake is
 * the largest piece; `apart` is a cell of another, FLUV_NONE: there is none. */
static fluv_status keep_largest(fluv_ctx *ctx, const fluv_earth *earth, fluv_list *cells,
                                size_t begin, uint32_t *apart)
{
    *apart = FLUV_NONE;
    if (cells->count == begin)
        return FLUV_OK;
    uint32_t *own = (uint32_t *)cells->items + begin, count = (uint32_t)(cells->count - begin);
    uint32_t *queue = fluv_scratch(ctx, count, sizeof *queue), largest = 0;
    if (!queue)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        earth->from[own[i]] = 0;
    uint32_t done = 0, best = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (earth->from[own[i]] == FLUV_NONE)
            continue;
        queue[done] = own[i];
        uint32_t piece = gather_piece(earth, 0, queue + done);
        if (piece > largest) {
            *apart = largest ? queue[best] : *apart;
            best = done;
            largest = piece;
        } else {
            *apart = own[i];
        }
        done += piece;
    }
    assert(done == count);
    memcpy(own, queue + best, largest * sizeof *own);
    cells->count = begin + largest;
    fluv_scratch_drop(ctx, queue);
    return FLUV_OK;
}

/* By its outline. What is lost of it, because another lake is too near or the rest does not hang
 * together, is little. */
static fluv_status cells_drawn(fluv_ctx *ctx, const fluv_earth *earth, const fluv_placed *placed,
                               const fluv_placed_lake *lake, fluv_list *cells)
{
    size_t begin = cells->count;
    uint32_t apart;
    inside in;
    FLUV_TRY(cells_inside(ctx, earth, placed, lake, cells, &in));
    double least = (1.0 - MOST_LOST) * (double)in.all;
    if ((double)(cells->count - begin) < least && !lake->follows)
        return refuse(ctx, earth, lake, in.too_near);
    FLUV_TRY(keep_largest(ctx, earth, cells, begin, &apart));
    if ((double)(cells->count - begin) >= least || lake->follows)
        return FLUV_OK;
    return fluv_blame(ctx, &lake->by,
                      fluv_fail(ctx, FLUV_BAD_RECIPE,
                                "place: the outline of lake %s falls into pieces, one of them at "
                                "%.7g, %.7g: it is narrower than a cell",
                                fluv_called(lake->name), fluv_cell_x(&earth->frame, apart),
                                fluv_cell_y(&earth->frame, apart)));
}

/* ---- By a place and an area ---- */

typedef struct grower {
    const fluv_earth *earth;
    fluv_heap open;
    fluv_noise bays;
    double x, y, ground; /* of the place it grows from */
    fluv_outline shore;  /* that was made for it; no rings: none was */
} grower;

/* How far cells are from the place, in way, height and chance, or from the shore that was made. */
static void remoteness(const grower *g, const fluv_around *around, float *far)
{
    const fluv_frame *frame = &g->earth->frame;
    if (!g->shore.ring_count)
        fluv_earth_noise(g->earth, &g->bays, around->cell, around->count, far);
    for (uint32_t i = 0; i < around->count; i++) {
        double x = fluv_cell_x(frame, around->cell[i]), y = fluv_cell_y(frame, around->cell[i]);
        if (g->shore.ring_count) {
            far[i] = (float)fluv_outline_beyond(&g->shore, x, y);
            continue;
        }
        double above = (double)g->earth->height[around->cell[i]] - g->ground;
        double way = hypot(x - g->x, y - g->y) * (1.0 + BAYS * (double)far[i]);
        far[i] = (float)(way + (above > 0.0 ? UP_COUNTS * above : -DOWN_COUNTS * above));
    }
}

static fluv_status grow(fluv_ctx *ctx, grower *g, uint32_t first, size_t wanted, fluv_list *cells,
                        size_t begin)
{
    assert(wanted > 0 && first < g->earth->topology.count && begin <= cells->count);
    const fluv_earth *earth = g->earth;
    fluv_heap_push(&g->open, 0.0f, first);
    earth->from[first] = first;
    for (uint32_t at;
         cells->count - begin < wanted && (at = fluv_heap_pop(&g->open, NULL)) != FLUV_NONE;) {
        FLUV_TRY(put(ctx, cells, at));
        fluv_around around = fluv_around_cell(&earth->topology, at);
        float far[FLUV_DEGREE];
        uint32_t more = 0;
        for (uint32_t i = 0; i < around.count; i++)
            if (earth->from[around.cell[i]] == FLUV_NONE && is_free(earth, around.cell[i]) &&
                is_apart(earth, around.cell[i]))
                around.cell[more++] = around.cell[i];
        around.count = more;
        remoteness(g, &around, far);
        for (uint32_t i = 0; i < more; i++) {
            earth->from[around.cell[i]] = first;
            fluv_heap_push(&g->open, far[i], around.cell[i]);
        }
    }
    return FLUV_OK;
}

/* Puts the work array back: what was looked at lies in the lake or beside it. */
static void forget(const fluv_earth *earth, const uint32_t *cells, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        earth->from[cells[i]] = FLUV_NONE;
        fluv_around around = fluv_around_cell(&earth->topology, cells[i]);
        for (uint32_t k = 0; k < around.count; k++)
            earth->from[around.cell[k]] = FLUV_NONE;
    }
}

static fluv_status cells_around(fluv_ctx *ctx, const fluv_earth *earth, const fluv_placed *placed,
                                const fluv_placed_lake *lake, fluv_list *cells)
{
    uint32_t first = fluv_earth_cell(earth, lake->x, lake->y);
    if (first == FLUV_NONE)
        return FLUV_OK;
    if (!is_free(earth, first) || !is_apart(earth, first))
        return refuse(ctx, earth, lake, first);
    double cell_area = earth->frame.cell * earth->frame.cell;
    size_t begin = cells->count, wanted = (size_t)fmax(1.0, round(lake->area / cell_area));
    if (wanted > earth->topology.count)
        wanted = earth->topology.count;
    grower g = {.earth = earth,
                .x = fluv_cell_x(&earth->frame, first),
                .y = fluv_cell_y(&earth->frame, first),
                .ground = (double)earth->height[first],
                .bays = {.key = earth->key,
                         .wavelength = 0.6 * sqrt(lake->area),
                         .octaves = 5,
                         .gain = 0.55,
                         .lacunarity = 2.0,
                         .finest = earth->frame.cell}};
    FLUV_TRY(fluv_placed_shore(ctx, placed, lake, &g.shore));
    FLUV_TRY(fluv_heap_init(ctx, &g.open, 8 * wanted + 8));
    fluv_status status = grow(ctx, &g, first, wanted, cells, begin);
    size_t count = cells->count - begin;
    forget(earth, (const uint32_t *)cells->items + begin, count);
    fluv_scratch_drop(ctx, g.open.items);
    if (status == FLUV_OK && count < wanted)
        return fluv_blame(
            ctx, &lake->by,
            fluv_fail(ctx, FLUV_BAD_RECIPE,
                      "place: lake %s at %.7g, %.7g has room for %.3g of its %.3g km2: the rest "
                      "would be sea, frozen ground or another lake",
                      fluv_called(lake->name), lake->x, lake->y, (double)count * cell_area * 1e-6,
                      lake->area * 1e-6));
    return status;
}

fluv_status fluv_basin_cells(fluv_ctx *ctx, const fluv_earth *earth, const fluv_placed *placed,
                             size_t index, fluv_list *cells)
{
    assert(index < placed->lake_count);
    const fluv_placed_lake *lake = &placed->lakes[index];
    size_t begin = cells->count;
    if (lake->ring_count && !lake->made)
        FLUV_TRY(cells_drawn(ctx, earth, placed, lake, cells));
    else
        FLUV_TRY(cells_around(ctx, earth, placed, lake, cells));
    size_t count = cells->count - begin;
    if (count < FEWEST_CELLS && lake->follows) {
        cells->count = begin; /* of an earlier result: too small for these cells */
        return FLUV_OK;
    }
    if (count && count < FEWEST_CELLS)
        return fluv_blame(
            ctx, &lake->by,
            fluv_fail(ctx, FLUV_BAD_RECIPE,
                      "place: lake %s has %zu cells of %g m: make it larger, or the cells smaller",
                      fluv_called(lake->name), count, earth->frame.cell));
    if (count)
        qsort((uint32_t *)cells->items + begin, count, sizeof(uint32_t), by_number);
    return fluv_advance(ctx, 0.2);
}

/* ---- Level and shore ---- */

/* The cells around a lake, each once. Scratch memory. */
typedef struct rim {
    uint32_t *cells;
    uint8_t *cut; /* of each whether ground beside it had to be cut down to the lake */
    size_t count;
} rim;

static fluv_status find_rim(fluv_ctx *ctx, const fluv_earth *earth, const uint32_t *cells,
                            size_t count, rim *out)
{
    assert(cells && count > 0);
    *out = (rim){.cells = fluv_scratch(ctx, 8 * count, sizeof *out->cells)};
    if (!out->cells)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        earth->from[cells[i]] = cells[i];
    for (size_t i = 0; i < count; i++) {
        fluv_around around = fluv_around_cell(&earth->topology, cells[i]);
        for (uint32_t k = 0; k < around.count; k++)
            if (earth->from[around.cell[k]] == FLUV_NONE) {
                earth->from[around.cell[k]] = around.cell[k];
                out->cells[out->count++] = around.cell[k];
            }
    }
    for (size_t i = 0; i < count; i++)
        earth->from[cells[i]] = FLUV_NONE;
    for (size_t i = 0; i < out->count; i++)
        earth->from[out->cells[i]] = FLUV_NONE;
    return FLUV_OK;
}

/* Which parts of the rim have to change: where the lake already lies in its basin, none. */
static fluv_status find_cut(fluv_ctx *ctx, const fluv_earth *earth, uint32_t own, float level,
                            rim *around)
{
    around->cut = fluv_scratch_zero(ctx, around->count, sizeof *around->cut);
    if (!around->cut)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < around->count; i++) {
        fluv_around beside = fluv_around_cell(&earth->topology, around->cells[i]);
        for (uint32_t k = 0; k < beside.count; k++)
            around->cut[i] |=
                earth->lake[beside.cell[k]] == own && earth->height[beside.cell[k]] > level + CUT;
    }
    return FLUV_OK;
}

static int by_height(const void *a, const void *b)
{
    float left = *(const float *)a, right = *(const float *)b;
    return (left > right) - (left < right);
}

/* m3 of earth that is moved for a lake at a level: out of it, onto the low part of its rim and off
 * the high one. */
static double earth_moved(const fluv_earth *earth, const uint32_t *cells, size_t count,
                          const float *rim_height, size_t rim_count, double level)
{
    double side = earth->frame.cell, volume = 0.0;
    for (size_t i = 0; i < count; i++)
        volume += side * side * fmax(0.0, (double)earth->height[cells[i]] - level);
    for (size_t i = 0; i < rim_count; i++) {
        double above = (double)rim_height[i] - level;
        bool dammed = above<0.0, cut = volume> 0.0;
        volume += dammed ? 0.5 * side * above * above / (double)MORAINE
                  : cut  ? 0.5 * side * above * above / earth->slope
                         : 0.0;
    }
    return volume;
}

/* Of levels from the lowest of the rim to one that a quarter of it lies below. */
static float least_moved(const fluv_earth *earth, const uint32_t *cells, size_t count,
                         const float *rim_height, size_t rim_count)
{
    assert(rim_count > 0);
    double low = (double)rim_height[0];
    double high = (double)rim_height[(size_t)(LOWER_RIM * (double)(rim_count - 1))];
    double best = low, least = INFINITY;
    for (int i = 0; i <= LEVELS; i++) {
        double level = low + (high - low) * i / LEVELS;
        double moved = earth_moved(earth, cells, count, rim_height, rim_count, level);
        best = moved < least ? level : best;
        least = fmin(least, moved);
    }
    return (float)best;
}

fluv_status fluv_basin_level(fluv_ctx *ctx, const fluv_earth *earth, const uint32_t *cells,
                             size_t count, float *level, float *lowest)
{
    rim around;
    FLUV_TRY(find_rim(ctx, earth, cells, count, &around));
    float *height = fluv_scratch(ctx, around.count, sizeof *height);
    if (!height)
        return FLUV_NO_MEMORY;
    size_t known = 0;
    float lowest_held = INFINITY;
    for (size_t i = 0; i < around.count; i++) {
        uint32_t cell = around.cells[i];
        if (!fluv_earth_is_land(earth, cell))
            continue;
        height[known++] = earth->height[cell];
        if (earth->held[cell])
            lowest_held = fminf(lowest_held, earth->height[cell]);
    }
    assert(known > 0);
    qsort(height, known, sizeof *height, by_height);
    *lowest = height[0];
    *level = least_moved(earth, cells, count, height, known);
    *level = fminf(*level, lowest_held - SHORE); /* ground that stays is no dam */
    *level = fmaxf(*level, 2.0f * SHORE);        /* the sea stands at 0 */
    fluv_scratch_drop(ctx, height);
    fluv_scratch_drop(ctx, around.cells);
    return FLUV_OK;
}

/* Where water will leave: the lowest ground of the rim. */
static uint32_t lowest_of(const fluv_earth *earth, const rim *around)
{
    assert(around->count > 0);
    uint32_t lowest = around->cells[0];
    for (size_t i = 1; i < around->count; i++)
        if (earth->height[around->cells[i]] < earth->height[lowest])
            lowest = around->cells[i];
    return lowest;
}

static bool is_near(const fluv_earth *earth, uint32_t a, uint32_t b)
{
    uint32_t cols = earth->frame.cols;
    return abs((int)(a % cols) - (int)(b % cols)) <= 1 &&
           abs((int)(a / cols) - (int)(b / cols)) <= 1;
}

/* Raises the low part of the rim but for the gap. */
static fluv_status close_rim(fluv_ctx *ctx, const fluv_earth *earth, const rim *around,
                             uint32_t gap, float level, fluv_seed *seeds)
{
    size_t count = 0;
    for (size_t i = 0; i < around->count; i++) {
        uint32_t cell = around->cells[i];
        bool open = gap != FLUV_NONE && is_near(earth, cell, gap);
        if (!fluv_earth_is_land(earth, cell) || earth->held[cell] || open ||
            earth->height[cell] >= level + LEAST_SHORE)
            continue;
        earth->height[cell] = level + SHORE;
        seeds[count++] = (fluv_seed){.cell = cell,
                                     .level = level + SHORE,
                                     .flat = (float)earth->frame.cell,
                                     .slope = MORAINE};
    }
    return fluv_sides_fill(ctx, earth, seeds, count);
}

/* Slopes the high part down to the water. */
static fluv_status open_rim(fluv_ctx *ctx, const fluv_earth *earth, const rim *around, float level,
                            fluv_seed *seeds)
{
    size_t count = 0;
    float shore = level + SHORE + (float)(0.5 * earth->slope * earth->frame.cell);
    for (size_t i = 0; i < around->count; i++) {
        uint32_t cell = around->cells[i];
        if (!around->cut[i] || !fluv_earth_is_land(earth, cell) || earth->held[cell] ||
            earth->height[cell] <= shore)
            continue;
        earth->height[cell] = shore;
        seeds[count++] = (fluv_seed){
            .cell = cell, .level = shore, .slope = (float)earth->slope, .soft = 4.0f * SHORE};
    }
    return fluv_sides_cut(ctx, earth, seeds, count);
}

fluv_status fluv_basin_shape(fluv_ctx *ctx, const fluv_earth *earth, const uint32_t *cells,
                             const fluv_laid_lake *lake, bool gap)
{
    rim around;
    size_t count = lake->cell_count;
    FLUV_TRY(find_rim(ctx, earth, cells, count, &around));
    fluv_seed *seeds = fluv_scratch(ctx, 8 * count, sizeof *seeds);
    if (!seeds)
        return FLUV_NO_MEMORY;
    assert(count > 0 && earth->lake[cells[0]] != FLUV_NONE);
    FLUV_TRY(find_cut(ctx, earth, earth->lake[cells[0]], lake->level, &around));
    uint32_t open = gap ? lowest_of(earth, &around) : FLUV_NONE;
    for (size_t i = 0; i < count; i++) {
        earth->height[cells[i]] = lake->level;
        earth->held[cells[i]] = 1;
    }
    FLUV_TRY(open_rim(ctx, earth, &around, lake->level, seeds));
    FLUV_TRY(close_rim(ctx, earth, &around, open, lake->level, seeds));
    fluv_scratch_drop(ctx, seeds);
    fluv_scratch_drop(ctx, around.cut);
    fluv_scratch_drop(ctx, around.cells);
    return FLUV_OK;
}
