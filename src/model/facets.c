// SPDX-License-Identifier: MIT
/* A grid covered with as few right triangles as an error allows.
 *
 * in   kinds of cells, heights of corners        out   triangles
 *
 * Two triangles cover a square block of cells. Any triangle can be split in two at the middle of
 * its longest side, again and again, down to half a cell:
 *
 *     +-------+      +-------+      +---+---+      +---+---+
 *     | \     |      | \   / |      | \ | / |      |\ /| / |
 *     |   \   |  ->  |   +   |  ->  |   +   |  ->  | + +   |     numbers of cells along a side of
 *     |     \ |      | /   \ |      | / | \ |      |/ \| \ |     a block are powers of two
 *     +-------+      +-------+      +---+---+      +---+---+
 *
 * The middle belongs to two triangles, one on either side, and both are split together. So every
 * corner of the grid is the middle of one longest side, and a triangle is split when that corner
 * is needed: when leaving it out would move the ground by more than the error there, or when a
 * corner within either triangle is needed. The errors, made to rise from small triangles to large
 * ones, are found once and level by level; any threshold then gives a mesh without cracks, in which
 * no triangle can turn over.  O(corners).
 *
 * Based on: Evans, Kirkpatrick, Townsend. Right-triangulated irregular networks. 2001 */
#include "model/facets.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#define LARGEST_BLOCK 256
#define MIXED         (UINT32_MAX - 1) /* kind of a corner with different cells around it */
#define BINS          32768            /* floats from 0 up by their upper half */

typedef struct measure {
    fluv_facets *facets;
    uint32_t *kind; /* of each corner: of all cells its two triangles cover */
    int threads;
} measure;

static uint32_t block_side(uint32_t cols, uint32_t rows)
{
    uint32_t side = 1, shorter = cols < rows ? cols : rows;
    while (2 * side <= shorter && side < LARGEST_BLOCK)
        side *= 2;
    return side;
}

static size_t place(const fluv_facets *facets, uint32_t x, uint32_t y)
{
    assert(x < facets->stride && y <= facets->down * facets->block);
    return (size_t)y * facets->stride + x;
}

static uint32_t cell_kind(const fluv_facet_ground *ground, uint32_t x, uint32_t y)
{
    return x < ground->cols && y < ground->rows ? ground->kind[(size_t)y * ground->cols + x]
                                                : FLUV_FACET_VOID;
}

static uint32_t together(uint32_t a, uint32_t b)
{
    return a == b && a != FLUV_FACET_ALONE ? a : MIXED;
}

/* x - 1 of column 0 is a column far outside, and outside is void. */
static uint32_t kind_around(const fluv_facet_ground *ground, uint32_t x, uint32_t y)
{
    return together(together(cell_kind(ground, x - 1, y - 1), cell_kind(ground, x, y - 1)),
                    together(cell_kind(ground, x - 1, y), cell_kind(ground, x, y)));
}

static float height_at(const fluv_facet_ground *ground, uint32_t x, uint32_t y)
{
    assert(x <= ground->cols && y <= ground->rows);
    return ground->height[(size_t)y * (ground->cols + (size_t)1) + x];
}

/* What corner (x, y) itself loses as the middle between two others, dx and dy away. */
static float own_error(const fluv_facet_ground *ground, uint32_t x, uint32_t y, uint32_t dx,
                       uint32_t dy)
{
    if (!ground->height)
        return 0;
    float between = (height_at(ground, x - dx, y - dy) + height_at(ground, x + dx, y + dy)) / 2;
    float error = fabsf(height_at(ground, x, y) - between);
    return ground->care ? error * ground->care[(size_t)y * (ground->cols + (size_t)1) + x] : error;
}

/* Settles the corner from its own kind and error, `dx` and `dy` being half its longest side, and
 * from the smaller triangles' largest error. */
static void settle(measure *m, uint32_t x, uint32_t y, uint32_t dx, uint32_t dy, uint32_t kind,
                   float smaller)
{
    size_t at = place(m->facets, x, y);
    m->kind[at] = kind;
    m->facets->error[at] = kind == MIXED ? INFINITY
                           : kind == FLUV_FACET_VOID
                               ? -1
                               : fmaxf(smaller, own_error(&m->facets->ground, x, y, dx, dy));
}

/* Takes over the kind and error of the corner of a smaller triangle, if it is on the blocks. */
static void gather(const measure *m, uint32_t x, uint32_t y, uint32_t *kind, float *smaller)
{
    const fluv_facets *facets = m->facets;
    if (x >= facets->stride || y > facets->down * facets->block)
        return;
    size_t at = place(facets, x, y);
    *kind = *kind == FLUV_FACET_ALONE ? m->kind[at] : together(*kind, m->kind[at]);
    *smaller = fmaxf(*smaller, facets->error[at]);
}

/* Corners in the middle of a longest side of 2 * step along a row or a column. */
static void measure_upright(measure *m, uint32_t x, uint32_t y, uint32_t step)
{
    bool along_row = x / step % 2 == 1;
    uint32_t kind = FLUV_FACET_ALONE, half = step / 2;
    float smaller = 0;
    if (step == 1) {
        kind = kind_around(&m->facets->ground, x, y);
    } else {
        gather(m, x - half, y - half, &kind, &smaller);
        gather(m, x + half, y - half, &kind, &smaller);
        gather(m, x - half, y + half, &kind, &smaller);
        gather(m, x + half, y + half, &kind, &smaller);
    }
    settle(m, x, y, along_row ? step : 0, along_row ? 0 : step, kind, smaller);
}

/* Corners in the middle of a diagonal of a square with sides of 2 * step. Diagonals join the
 * corners that are no middle of the next larger longest sides. */
static void measure_diagonal(measure *m, uint32_t x, uint32_t y, uint32_t step)
{
    uint32_t kind = FLUV_FACET_ALONE;
    float smaller = 0;
    gather(m, x - step, y, &kind, &smaller);
    gather(m, x + step, y, &kind, &smaller);
    gather(m, x, y - step, &kind, &smaller);
    gather(m, x, y + step, &kind, &smaller);
    bool falls = ((x - step) / (2 * step) + (y - step) / (2 * step)) % 2 == 0;
    settle(m, x, y, step, falls ? step : 0u - step, kind, smaller);
}

/* Every corner of one size of triangle needs the sizes below it alone. */
static void measure_level(measure *m, uint32_t step)
{
    assert(m->threads > 0 && step > 0 && step < m->facets->block);
    const fluv_facets *facets = m->facets;
    uint32_t last_x = facets->across * facets->block, last_y = facets->down * facets->block;
#pragma omp parallel for schedule(static) num_threads(m->threads)
    for (uint32_t y = 0; y <= last_y; y += step)
        for (uint32_t x = y / step % 2 ? 0 : step; x <= last_x; x += 2 * step)
            measure_upright(m, x, y, step);
#pragma omp parallel for schedule(static) num_threads(m->threads)
    for (uint32_t y = step; y <= last_y; y += 2 * step)
        for (uint32_t x = step; x <= last_x; x += 2 * step)
            measure_diagonal(m, x, y, step);
}

fluv_status fluv_facets_measure(fluv_ctx *ctx, const fluv_facet_ground *ground, fluv_facets *facets)
{
    assert(ground->kind && ground->cols > 0 && ground->rows > 0);
    uint32_t block = block_side(ground->cols, ground->rows);
    *facets = (fluv_facets){.ground = *ground,
                            .block = block,
                            .across = (ground->cols + block - 1) / block,
                            .down = (ground->rows + block - 1) / block};
    facets->stride = facets->across * block + 1;
    size_t corners = (facets->down * block + (size_t)1) * facets->stride;
    measure m = {facets, fluv_scratch_zero(ctx, corners, sizeof *m.kind), ctx->threads};
    facets->error = fluv_scratch_zero(ctx, corners, sizeof *facets->error);
    if (!m.kind || !facets->error)
        return FLUV_NO_MEMORY;
    for (uint32_t step = 1; step < block; step *= 2)
        measure_level(&m, step);
    fluv_scratch_drop(ctx, m.kind);
    return FLUV_OK;
}

static uint32_t bin_of(float error)
{
    uint32_t bits;
    memcpy(&bits, &error, sizeof bits);
    return bits >> 16;
}

static float end_of_bin(uint32_t bin)
{
    uint32_t bits = bin << 16 | 0xffffu;
    float error;
    memcpy(&error, &bits, sizeof error);
    return error;
}

/* A corner that is needed splits two triangles, so it brings two more at most. */
float fluv_facets_choose(const fluv_facets *facets, size_t most, float least)
{
    assert(facets->error && !(least < 0.0f));
    uint32_t count[BINS] = {0};
    size_t corners = (facets->down * facets->block + (size_t)1) * facets->stride;
    for (size_t i = 0; i < corners; i++)
        if (facets->error[i] >= 0)
            count[bin_of(facets->error[i])]++;
    size_t triangles = 2 * ((size_t)facets->across * facets->down + count[bin_of(INFINITY)]);
    if (triangles > most)
        return INFINITY;
    uint32_t bin = bin_of(INFINITY) - 1;
    while (bin > bin_of(least) && triangles + 2 * (size_t)count[bin] <= most)
        triangles += 2 * (size_t)count[bin--];
    return fmaxf(least, end_of_bin(bin));
}

typedef struct point {
    uint32_t x, y;
} point;

/* Where the triangles of one block go; `list` NULL: they are only counted. */
typedef struct writer {
    const fluv_facets *facets;
    float error;
    fluv_facet *list;
    size_t count;
} writer;

static uint32_t corner_index(const fluv_facet_ground *ground, point at)
{
    assert(at.x <= ground->cols && at.y <= ground->rows);
    return at.y * (ground->cols + 1) + at.x;
}

static void put(writer *w, point a, point b, point c)
{
    const fluv_facet_ground *ground = &w->facets->ground;
    uint32_t x = (a.x + b.x + c.x) / 3, y = (a.y + b.y + c.y) / 3;
    if (cell_kind(ground, x, y) == FLUV_FACET_VOID)
        return;
    if (w->list)
        w->list[w->count] = (fluv_facet){
            {corner_index(ground, a), corner_index(ground, b), corner_index(ground, c)},
            y * ground->cols + x};
    w->count++;
}

/* The triangle with longest side a b and the right angle at c, or its halves. */
static void put_or_split(writer *w, point a, point b, point c)
{
    point middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    bool half_a_cell =
        (a.x > c.x ? a.x - c.x : c.x - a.x) + (a.y > c.y ? a.y - c.y : c.y - a.y) == 1;
    if (half_a_cell || !(w->facets->error[place(w->facets, middle.x, middle.y)] > w->error)) {
        put(w, a, b, c);
        return;
    }
    put_or_split(w, c, a, middle);
    put_or_split(w, b, c, middle);
}

static void put_block(writer *w, uint32_t col, uint32_t row)
{
    uint32_t side = w->facets->block, x = col * side, y = row * side;
    point nw = {x, y}, ne = {x + side, y}, sw = {x, y + side}, se = {x + side, y + side};
    if ((col + row) % 2 == 0) {
        put_or_split(w, nw, se, ne);
        put_or_split(w, se, nw, sw);
    } else {
        put_or_split(w, sw, ne, nw);
        put_or_split(w, ne, sw, se);
    }
}

/* Blocks in any order; `first` says where the triangles of each go, or takes their numbers. */
static void put_blocks(fluv_ctx *ctx, const fluv_facets *facets, float error, fluv_facet *list,
                       size_t *first)
{
    uint32_t blocks = facets->across * facets->down;
#pragma omp parallel for schedule(dynamic, 1) num_threads(ctx->threads)
    for (uint32_t i = 0; i < blocks; i++) {
        writer w = {facets, error, list ? list + first[i] : NULL, 0};
        if (!atomic_load(&ctx->cancelled))
            put_block(&w, i % facets->across, i / facets->across);
        if (!list)
            first[i] = w.count;
    }
}

fluv_status fluv_facets_list(fluv_ctx *ctx, const fluv_facets *facets, float error,
                             fluv_facet **list, size_t *count)
{
    assert(facets->error && isfinite(error));
    size_t blocks = (size_t)facets->across * facets->down;
    size_t *first = fluv_scratch(ctx, blocks, sizeof *first);
    if (!first)
        return FLUV_NO_MEMORY;
    put_blocks(ctx, facets, error, NULL, first);
    *count = 0;
    for (size_t i = 0; i < blocks; i++) {
        size_t here = first[i];
        first[i] = *count;
        *count += here;
    }
    *list = fluv_scratch(ctx, *count, sizeof **list);
    if (!*list)
        return FLUV_NO_MEMORY;
    put_blocks(ctx, facets, error, *list, first);
    fluv_scratch_drop(ctx, first);
    return fluv_look(ctx);
}
