// SPDX-License-Identifier: MIT
/* Maximal Poisson-disc sampling.
 *
 * in   frame on the lattice, key        out   points along the Hilbert curve
 *
 * Square cells whose diagonal is the spacing hold one point at most, and only the points of the
 * twenty cells around can be too near. Each cell is visited once: some darts are thrown into it;
 * if none hits free room, the cell is cut into quarters, again and again, and quarters that lie
 * within one point's disc are left, until a dart hits or nothing is left. On a lattice that ends,
 * and what is left out is covered for certain: the result is maximal as it stands.
 *
 * Cells are visited in a random order tile by tile. Tiles of one colour of four do not touch, so
 * they are filled in parallel and the result is the same for any number of threads. O(n).
 *
 * Based on: Wei. Parallel Poisson disk sampling. 2008
 *           Ebeida, Mitchell, Patney, Davidson, Owens. A simple algorithm for maximal Poisson-disk
 *           sampling in high dimensions. 2012 */
#include "mesh/points.h"

#include "mesh/hilbert.h"

#include <assert.h>
#include <stdlib.h>

#define TILE_BITS  5
#define TILE       (1 << TILE_BITS) /* cells a side */
#define TILE_CELLS (TILE * TILE)
#define MARGIN     2  /* empty cells around the frame, so that every cell has its neighbours */
#define NEIGHBOURS 20 /* cells around that can hold a point too near */
#define DARTS      3  /* thrown into a whole cell before it is cut */
#define BATCH      512
#define NOWHERE    (-(1 << 28)) /* coordinate of a cell's point while it has none: far from all */

typedef struct tile {
    uint64_t key; /* place on the curve */
    uint32_t col, row;
    uint32_t first, count; /* of its points */
    fluv_curve curve;
} tile;

typedef struct sampler {
    fluv_ctx *ctx;
    const fluv_mesh_lattice *lattice;
    fluv_key key;
    int64_t spacing2;
    uint32_t cols, rows;            /* cells */
    size_t stride;                  /* cells from row to row, margins included */
    fluv_spot *cells;               /* each cell's point */
    uint16_t *order;                /* a random order of a tile's cells */
    uint16_t (*curves)[TILE_CELLS]; /* the four orders of a tile's cells along the curve */
    tile *tiles;
    uint32_t tile_cols, tile_rows;
} sampler;

static fluv_spot *cell_at(const sampler *s, uint32_t col, uint32_t row)
{
    return &s->cells[(row + MARGIN) * s->stride + col + MARGIN];
}

/* ---- One cell ------------------------------------------------------------------------------- */

/* A square of lattice points: x .. x + side - 1. */
typedef struct patch {
    int32_t x, y, side;
} patch;

/* Points whose discs may reach a patch. */
typedef struct discs {
    uint32_t count;
    fluv_spot centre[NEIGHBOURS];
} discs;

/* A cell being filled: its random numbers. */
typedef struct visit {
    const sampler *s;
    uint64_t state;
} visit;

static uint64_t draw(visit *v)
{
    return fluv_mix(v->state++);
}

static void look_at(const fluv_spot *cell, discs *near)
{
    assert(near->count < NEIGHBOURS);
    near->centre[near->count] = *cell;
    near->count += cell->x != NOWHERE;
}

/* The eight cells around first: one of theirs alone can cover the cell. */
static void look_around(const fluv_spot *cell, ptrdiff_t stride, discs *near)
{
    near->count = 0;
    for (ptrdiff_t row = -1; row <= 1; row++)
        for (ptrdiff_t col = -1; col <= 1; col++)
            if (row != 0 || col != 0)
                look_at(&cell[row * stride + col], near);
}

static void look_farther(const fluv_spot *cell, ptrdiff_t stride, discs *near)
{
    for (ptrdiff_t i = -1; i <= 1; i++) {
        look_at(&cell[-2 * stride + i], near);
        look_at(&cell[2 * stride + i], near);
        look_at(&cell[i * stride - 2], near);
        look_at(&cell[i * stride + 2], near);
    }
}

static bool outside(const fluv_mesh_lattice *lattice, fluv_spot spot)
{
    return spot.x >= lattice->width || spot.y >= lattice->height;
}

static bool is_covered(const sampler *s, const discs *near, patch p)
{
    if (outside(s->lattice, (fluv_spot){p.x, p.y}))
        return true;
    int32_t last = p.side - 1;
    for (uint32_t i = 0; i < near->count; i++) {
        int32_t right = near->centre[i].x - p.x, down = near->centre[i].y - p.y;
        int64_t dx = right > last - right ? right : last - right;
        int64_t dy = down > last - down ? down : last - down;
        if (dx * dx + dy * dy < s->spacing2)
            return true;
    }
    return false;
}

/* How far a coordinate lies outside 0 .. last. */
static int64_t beyond(int32_t at, int32_t last)
{
    return at < 0 ? -at : at > last ? at - last : 0;
}

static void keep_reaching(const sampler *s, const discs *near, patch p, discs *reaching)
{
    reaching->count = 0;
    for (uint32_t i = 0; i < near->count; i++) {
        int64_t dx = beyond(near->centre[i].x - p.x, p.side - 1);
        int64_t dy = beyond(near->centre[i].y - p.y, p.side - 1);
        reaching->centre[reaching->count] = near->centre[i];
        reaching->count += dx * dx + dy * dy < s->spacing2;
    }
}

static bool throw_dart(visit *v, const discs *near, patch p, fluv_spot *found)
{
    uint64_t bits = draw(v);
    uint32_t mask = (uint32_t)p.side - 1;
    *found = (fluv_spot){p.x + (int32_t)(bits & mask), p.y + (int32_t)((bits >> 32) & mask)};
    bool hit = !outside(v->s->lattice, *found);
    for (uint32_t i = 0; i < near->count && hit; i++)
        hit = fluv_spots_apart(near->centre[i], *found) >= v->s->spacing2;
    return hit;
}

/* Looks for free room in a patch's quarters by darts and cutting, in a random order. */
static bool find_room(visit *v, const discs *near, patch p, fluv_spot *found)
{
    assert(p.side > 0 && (p.side & (p.side - 1)) == 0); /* quarters of a power of two */
    if (p.side == 1)
        return false;
    int32_t half = p.side / 2;
    int start = (int)(draw(v) >> 62);
    for (int q = 0; q < 4; q++) {
        int32_t right = (start ^ q) & 1, low = (start ^ q) >> 1;
        patch quarter = {p.x + right * half, p.y + low * half, half};
        if (is_covered(v->s, near, quarter))
            continue;
        discs reaching;
        keep_reaching(v->s, near, quarter, &reaching);
        if (throw_dart(v, &reaching, quarter, found) || find_room(v, &reaching, quarter, found))
            return true;
    }
    return false;
}

static void fill_cell(const sampler *s, uint32_t col, uint32_t row)
{
    assert(col < s->cols && row < s->rows);
    fluv_spot *cell = cell_at(s, col, row), found;
    if (cell->x != NOWHERE)
        return;
    int bits = s->lattice->cell_bits;
    patch whole = {(int32_t)(col << bits), (int32_t)(row << bits), 1 << bits};
    discs near;
    look_around(cell, (ptrdiff_t)s->stride, &near);
    if (is_covered(s, &near, whole))
        return;
    look_farther(cell, (ptrdiff_t)s->stride, &near);
    visit v = {s, fluv_random_bits(s->key, (uint64_t)row << 32 | col)};
    bool placed = false;
    for (int i = 0; i < DARTS && !placed; i++)
        placed = throw_dart(&v, &near, whole, &found);
    if (placed || find_room(&v, &near, whole, &found))
        *cell = found;
}

/* ---- Tiles ---------------------------------------------------------------------------------- */

/* The cells of the common random order, begun and stepped through differently in each tile. */
static void fill_tile(const sampler *s, const tile *t)
{
    uint64_t bits = fluv_random_bits(fluv_key_split(s->key, 1), (uint64_t)t->row << 32 | t->col);
    uint32_t step = (uint32_t)bits | 1, at = (uint32_t)(bits >> 32);
    for (int i = 0; i < TILE_CELLS; i++, at += step) {
        uint32_t place = s->order[at % TILE_CELLS];
        uint32_t col = t->col * TILE + place % TILE, row = t->row * TILE + place / TILE;
        if (col < s->cols && row < s->rows)
            fill_cell(s, col, row);
    }
}

static fluv_status fill_tiles(sampler *s)
{
    uint32_t wide = (s->tile_cols + 1) / 2, high = (s->tile_rows + 1) / 2;
    uint32_t pairs = wide * high;
    for (uint32_t colour = 0; colour < 4; colour++)
        for (uint32_t first = 0; first < pairs; first += BATCH) {
            uint32_t end = pairs - first > BATCH ? first + BATCH : pairs;
#pragma omp parallel for num_threads(s->ctx->threads) schedule(dynamic, 8)
            for (uint32_t i = first; i < end; i++) {
                uint32_t col = 2 * (i % wide) + (colour & 1), row = 2 * (i / wide) + colour / 2;
                if (col < s->tile_cols && row < s->tile_rows)
                    fill_tile(s, &s->tiles[row * s->tile_cols + col]);
            }
            FLUV_TRY(fluv_advance(s->ctx, 0.125 * (colour + (double)end / pairs)));
        }
    return FLUV_OK;
}

/* ---- The sides ------------------------------------------------------------------------------ */

static void place(const sampler *s, int32_t x, int32_t y)
{
    assert(x >= 0 && y >= 0 && x <= s->lattice->width && y <= s->lattice->height);
    int bits = s->lattice->cell_bits;
    *cell_at(s, (uint32_t)(x >> bits), (uint32_t)(y >> bits)) = (fluv_spot){x, y};
}

/* Spaces that fit into a side. */
static int32_t count_spaces(const fluv_mesh_lattice *lattice, int32_t side)
{
    int32_t spacing = (int32_t)ceil(sqrt((double)fluv_mesh_lattice_spacing2(lattice)));
    return side / spacing;
}

static void place_sides(const sampler *s)
{
    int32_t width = s->lattice->width, height = s->lattice->height;
    int32_t across = count_spaces(s->lattice, width), down = count_spaces(s->lattice, height);
    assert(across > 0 && down > 0);
    for (int32_t i = 0; i <= across; i++) {
        int32_t x = (int32_t)((int64_t)width * i / across);
        place(s, x, 0);
        place(s, x, height);
    }
    for (int32_t i = 0; i <= down; i++) {
        int32_t y = (int32_t)((int64_t)height * i / down);
        place(s, 0, y);
        place(s, width, y);
    }
}

/* ---- Order ---------------------------------------------------------------------------------- */

static int curve_index(fluv_curve curve)
{
    return curve.turned + 2 * curve.reversed;
}

/* Lists a tile's cells along the curve that lies in it. */
static void list_along_curve(fluv_curve curve, int bit, uint32_t col, uint32_t row, uint16_t **out)
{
    if (bit < 0) {
        *(*out)++ = (uint16_t)(row * TILE + col);
        return;
    }
    for (int quarter = 0; quarter < 4; quarter++) {
        uint32_t along = (quarter >= 2) ^ curve.reversed;
        uint32_t across = (quarter == 1 || quarter == 2) ^ curve.reversed;
        uint32_t x = curve.turned ? across : along, y = curve.turned ? along : across;
        list_along_curve(fluv_curve_enter(curve, quarter), bit - 1, col | x << bit, row | y << bit,
                         out);
    }
}

static void prepare_orders(sampler *s)
{
    for (int i = 0; i < 4; i++) {
        fluv_curve curve = {i & 1, i >> 1};
        uint16_t *out = s->curves[i];
        list_along_curve(curve, TILE_BITS - 1, 0, 0, &out);
        assert(out == s->curves[i] + TILE_CELLS);
    }
    fluv_key key = fluv_key_split(s->key, 0);
    for (uint32_t i = 0; i < TILE_CELLS; i++) {
        uint32_t j = (uint32_t)fluv_random_below(key, i, i + 1);
        s->order[i] = s->order[j];
        s->order[j] = (uint16_t)i;
    }
}

static int compare_tiles(const void *a, const void *b)
{
    const tile *p = a, *q = b;
    return p->key < q->key ? -1 : p->key > q->key;
}

static void number_tiles(sampler *s)
{
    int bits = FLUV_LATTICE_BITS + 1 - s->lattice->cell_bits - TILE_BITS;
    assert(bits > 0);
    for (uint32_t i = 0; i < s->tile_cols * s->tile_rows; i++) {
        tile *t = &s->tiles[i];
        t->col = i % s->tile_cols;
        t->row = i / s->tile_cols;
        t->key = fluv_hilbert_key((fluv_spot){(int32_t)t->col, (int32_t)t->row}, bits, &t->curve);
    }
}

/* Writes a tile's points along the curve; only counts them when `out` is NULL. */
static uint32_t emit_tile(const sampler *s, const tile *t, fluv_spot *out)
{
    const uint16_t *order = s->curves[curve_index(t->curve)];
    uint32_t count = 0;
    for (int i = 0; i < TILE_CELLS; i++) {
        uint32_t col = t->col * TILE + order[i] % TILE, row = t->row * TILE + order[i] / TILE;
        if (col >= s->cols || row >= s->rows || cell_at(s, col, row)->x == NOWHERE)
            continue;
        if (out)
            out[count] = *cell_at(s, col, row);
        count++;
    }
    return count;
}

static fluv_status emit(sampler *s, fluv_points *points)
{
    uint32_t tiles = s->tile_cols * s->tile_rows, total = 0;
    qsort(s->tiles, tiles, sizeof *s->tiles, compare_tiles);
#pragma omp parallel for num_threads(s->ctx->threads) schedule(dynamic, 16)
    for (uint32_t i = 0; i < tiles; i++)
        s->tiles[i].count = emit_tile(s, &s->tiles[i], NULL);
    for (uint32_t i = 0; i < tiles; i++) {
        s->tiles[i].first = total;
        total += s->tiles[i].count;
    }
    points->count = total;
    points->spot = fluv_scratch(s->ctx, total, sizeof *points->spot);
    if (!points->spot)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(s->ctx->threads) schedule(dynamic, 16)
    for (uint32_t i = 0; i < tiles; i++)
        emit_tile(s, &s->tiles[i], points->spot + s->tiles[i].first);
    fluv_scratch_drop(s->ctx, s->cells);
    fluv_scratch_drop(s->ctx, s->tiles);
    return FLUV_OK;
}

/* ---- The whole ------------------------------------------------------------------------------ */

fluv_status fluv_mesh_lattice_init(fluv_ctx *ctx, double width, double height, double spacing,
                                   fluv_mesh_lattice *lattice)
{
    assert(spacing <= 0.5 * fmin(width, height));
    double longer = fmax(width, height);
    double cells = 2.0 * (width / spacing) * (height / spacing);
    int bits = FLUV_LATTICE_BITS - (int)ceil(log2(longer * M_SQRT2 / spacing)) - 1;
    if (cells > 1.5e9 || bits < 4)
        return fluv_fail(ctx, FLUV_BAD_USE,
                         "a mesh spacing of %g m is too fine for a frame of %g x %g m: about %.3g "
                         "points",
                         spacing, width, height, 0.45 * cells);
    bits = bits < FLUV_LATTICE_BITS - TILE_BITS ? bits : FLUV_LATTICE_BITS - TILE_BITS;
    double unit = spacing / (M_SQRT2 * (double)(1 << bits));
    *lattice = (fluv_mesh_lattice){.width = (int32_t)lround(width / unit),
                                   .height = (int32_t)lround(height / unit),
                                   .cell_bits = bits};
    lattice->unit_x = width / lattice->width;
    lattice->unit_y = height / lattice->height;
    assert(lattice->width < 1 << FLUV_LATTICE_BITS && lattice->height < 1 << FLUV_LATTICE_BITS);
    return FLUV_OK;
}

static fluv_status allocate(sampler *s)
{
    const fluv_mesh_lattice *lattice = s->lattice;
    s->cols = (uint32_t)(lattice->width >> lattice->cell_bits) + 1;
    s->rows = (uint32_t)(lattice->height >> lattice->cell_bits) + 1;
    s->stride = s->cols + 2 * MARGIN;
    s->tile_cols = (s->cols + TILE - 1) / TILE;
    s->tile_rows = (s->rows + TILE - 1) / TILE;
    s->cells = fluv_scratch(s->ctx, s->stride * (s->rows + 2 * MARGIN), sizeof *s->cells);
    s->tiles = fluv_scratch(s->ctx, (size_t)s->tile_cols * s->tile_rows, sizeof *s->tiles);
    s->order = fluv_scratch(s->ctx, TILE_CELLS, sizeof *s->order);
    s->curves = fluv_scratch(s->ctx, 4, sizeof *s->curves);
    return s->cells && s->tiles && s->order && s->curves ? FLUV_OK : FLUV_NO_MEMORY;
}

static void clear_cells(const sampler *s)
{
#pragma omp parallel for num_threads(s->ctx->threads) schedule(static)
    for (uint32_t row = 0; row < s->rows + 2 * MARGIN; row++)
        for (size_t col = 0; col < s->stride; col++)
            s->cells[row * s->stride + col] = (fluv_spot){NOWHERE, NOWHERE};
}

static fluv_status prepare(sampler *s)
{
    FLUV_TRY(allocate(s));
    clear_cells(s);
    prepare_orders(s);
    number_tiles(s);
    return FLUV_OK;
}

fluv_status fluv_points_make(fluv_ctx *ctx, const fluv_mesh_lattice *lattice, fluv_key key,
                             fluv_points *points)
{
    sampler s = {.ctx = ctx,
                 .lattice = lattice,
                 .key = key,
                 .spacing2 = fluv_mesh_lattice_spacing2(lattice)};
    FLUV_TRY(prepare(&s));
    place_sides(&s);
    FLUV_TRY(fill_tiles(&s));
    return emit(&s, points);
}

fluv_status fluv_points_grid(fluv_ctx *ctx, const fluv_mesh_lattice *lattice, uint32_t across,
                             uint32_t down, fluv_points *points)
{
    sampler s = {.ctx = ctx, .lattice = lattice};
    assert(across > 0 && down > 0);
    FLUV_TRY(prepare(&s));
    int32_t width = lattice->width, height = lattice->height;
    for (uint32_t j = 0; j <= down; j++)
        for (uint32_t i = 0; i <= across; i++)
            place(&s, (int32_t)((int64_t)width * i / across),
                  (int32_t)((int64_t)height * j / down));
    return emit(&s, points);
}
