// SPDX-License-Identifier: MIT
/* Delaunay triangulation by dividing and joining, along the Hilbert curve.
 *
 * in   points in the order of the curve        out   the edges around each point
 *
 * The curve visits a square's halves one after the other, and each half's quarters, so the points
 * are already sorted for cutting: every square is triangulated as its four quarters, which are
 * joined pairwise across straight cuts. Squares with a few points are cut along x alone.
 *
 * Squares of some thousand points are triangulated independently in parallel, each with edges of
 * its own range; then they are joined, level by level. O(n log n), nearly linear for points that
 * are spread out.
 *
 * Based on: Dwyer. A faster divide-and-conquer algorithm for constructing Delaunay triangulations.
 * 1987 */
#include "mesh/delaunay.h"

#include "base/list.h"
#include "mesh/hilbert.h"
#include "mesh/join.h"

#include <assert.h>

#define FEW   10   /* points that are cut along x alone */
#define BLOCK 8192 /* points triangulated by one thread at a time */
#define BATCH 64   /* blocks between looks at the progress */

/* A square of the curve and its points. */
typedef struct square {
    uint32_t first, end;
    int bit; /* of the coordinates, that parts the square; -1: a single lattice point */
    fluv_curve curve;
} square;

/* ---- One thread's work -------------------------------------------------------------------- */

static fluv_part cut_along_x(fluv_edge_store *store, const uint32_t *sorted, uint32_t count)
{
    if (count == 0)
        return FLUV_NONE;
    if (count == 1)
        return fluv_part_point(store, sorted[0]);
    if (count == 2)
        return fluv_part_edge(store, sorted[0], sorted[1]);
    if (count == 3)
        return fluv_part_triangle(store, sorted[0], sorted[1], sorted[2]);
    fluv_part low = cut_along_x(store, sorted, count / 2);
    fluv_part high = cut_along_x(store, sorted + count / 2, count - count / 2);
    return fluv_parts_join(store, low, high, false);
}

static bool comes_before(fluv_spot a, fluv_spot b)
{
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

static fluv_part triangulate_few(fluv_edge_store *store, uint32_t first, uint32_t count)
{
    uint32_t sorted[FEW];
    assert(count <= FEW);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = i;
        fluv_spot spot = store->spots[first + i];
        for (; place > 0 && comes_before(spot, store->spots[sorted[place - 1]]); place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = first + i;
    }
    return cut_along_x(store, sorted, count);
}

/* The first point of the square behind the quarters before `quarter`. */
static uint32_t find_quarter(const fluv_spot *spots, const square *at, int quarter)
{
    assert(at->bit >= 0 && quarter > 0 && quarter < 4);
    uint32_t low = at->first, high = at->end;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (fluv_curve_quarter(at->curve, spots[middle], at->bit) < quarter)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void cut_square(const fluv_spot *spots, const square *at, square quarters[4])
{
    uint32_t first = at->first;
    for (int q = 0; q < 4; q++) {
        uint32_t end = q == 3 ? at->end : find_quarter(spots, at, q + 1);
        quarters[q] = (square){first, end, at->bit - 1, fluv_curve_enter(at->curve, q)};
        first = end;
    }
    assert(first == at->end); /* none is left out */
}

/* Joins what came first and second on the curve. */
static fluv_part join_in_order(fluv_edge_store *store, fluv_part first, fluv_part second,
                               bool along_y, bool falling)
{
    return falling ? fluv_parts_join(store, second, first, along_y)
                   : fluv_parts_join(store, first, second, along_y);
}

static fluv_part join_quarters(fluv_edge_store *store, fluv_curve curve, const fluv_part part[4])
{
    fluv_part half = join_in_order(store, part[0], part[1], !curve.turned, curve.reversed);
    fluv_part other = join_in_order(store, part[2], part[3], !curve.turned, !curve.reversed);
    return join_in_order(store, half, other, curve.turned, curve.reversed);
}

static fluv_part triangulate(fluv_edge_store *store, const square *at)
{
    if (at->end - at->first <= FEW)
        return triangulate_few(store, at->first, at->end - at->first);
    square quarters[4];
    fluv_part part[4];
    cut_square(store->spots, at, quarters);
    for (int q = 0; q < 4; q++)
        part[q] = triangulate(store, &quarters[q]);
    return join_quarters(store, at->curve, part);
}

/* ---- Blocks and levels -------------------------------------------------------------------- */

/* A node of the tree of large squares. Its quarters stand at `quarters` and after; 0: a block. */
typedef struct node {
    square at;
    size_t quarters;
    int level;
    fluv_edge_store store;
    fluv_part part;
} node;

typedef struct job {
    fluv_ctx *ctx;
    const fluv_spot *spots;
    fluv_half *halves;
    fluv_list nodes;
    size_t blocks;
    int levels;
} job;

/* Cuts the whole square into blocks; a node comes before its quarters. */
static fluv_status plan_blocks(job *j, uint32_t count)
{
    node *root = fluv_list_append(j->ctx, &j->nodes, 1, sizeof *root);
    if (!root)
        return FLUV_NO_MEMORY;
    *root = (node){.at = {0, count, FLUV_LATTICE_BITS, {false, false}}};
    for (size_t i = 0; i < j->nodes.count; i++) {
        node now = ((node *)j->nodes.items)[i];
        if (now.at.end - now.at.first <= BLOCK) {
            j->blocks++;
            continue;
        }
        node *quarters = fluv_list_append(j->ctx, &j->nodes, 4, sizeof *quarters);
        if (!quarters)
            return FLUV_NO_MEMORY;
        square cut[4];
        cut_square(j->spots, &now.at, cut);
        for (int q = 0; q < 4; q++)
            quarters[q] = (node){.at = cut[q], .level = now.level + 1};
        ((node *)j->nodes.items)[i].quarters = j->nodes.count - 4;
        j->levels = now.level + 1;
    }
    return FLUV_OK;
}

static void triangulate_block(const job *j, node *block)
{
    assert(block->quarters == 0 && block->at.first <= block->at.end);
    block->store =
        (fluv_edge_store){j->spots, j->halves, 6 * block->at.first, 6 * block->at.end, FLUV_NONE};
    block->part = triangulate(&block->store, &block->at);
}

/* Hands a store's pairs over to another as freed ones. */
static void absorb(fluv_edge_store *into, fluv_edge_store *from)
{
    for (; from->unused < from->end; from->unused += 2) {
        into->halves[from->unused].next = from->freed;
        from->freed = from->unused;
    }
    while (from->freed != FLUV_NONE) {
        uint32_t half = from->freed;
        from->freed = into->halves[half].next;
        into->halves[half].next = into->freed;
        into->freed = half;
    }
}

static void join_node(const job *j, node *at)
{
    assert(at->quarters > 0 && at->quarters + 4 <= j->nodes.count);
    node *quarters = (node *)j->nodes.items + at->quarters;
    fluv_part part[4];
    at->store = (fluv_edge_store){j->spots, j->halves, 0, 0, FLUV_NONE};
    for (int q = 3; q >= 0; q--) {
        absorb(&at->store, &quarters[q].store);
        part[q] = quarters[q].part;
    }
    at->part = join_quarters(&at->store, at->at.curve, part);
}

static fluv_status triangulate_blocks(job *j)
{
    node *nodes = j->nodes.items;
    size_t count = j->nodes.count;
    for (size_t first = 0; first < count; first += BATCH) {
        size_t end = first + BATCH < count ? first + BATCH : count;
#pragma omp parallel for num_threads(j->ctx->threads) schedule(dynamic)
        for (size_t i = first; i < end; i++)
            if (nodes[i].quarters == 0)
                triangulate_block(j, &nodes[i]);
        FLUV_TRY(fluv_advance(j->ctx, 0.5 + 0.2 * (double)end / (double)count));
    }
    return FLUV_OK;
}

static fluv_status join_levels(job *j)
{
    node *nodes = j->nodes.items;
    size_t count = j->nodes.count;
    for (int level = j->levels - 1; level >= 0; level--) {
#pragma omp parallel for num_threads(j->ctx->threads) schedule(dynamic)
        for (size_t i = 0; i < count; i++)
            if (nodes[i].quarters != 0 && nodes[i].level == level)
                join_node(j, &nodes[i]);
        FLUV_TRY(fluv_advance(j->ctx, 0.7));
    }
    return FLUV_OK;
}

/* Equal points stand side by side. */
static fluv_status refuse_equal(fluv_ctx *ctx, const fluv_points *points)
{
    const fluv_spot *spot = points->spot;
    for (uint32_t i = 1; i < points->count; i++)
        if (spot[i - 1].x == spot[i].x && spot[i - 1].y == spot[i].y)
            return fluv_fail(ctx, FLUV_BAD_USE, "points %u and %u are the same, at %d, %d", i - 1,
                             i, spot[i].x, spot[i].y);
    return FLUV_OK;
}

static void mark_unused(fluv_half *halves, const fluv_edge_store *store)
{
    assert(store->unused <= store->end && store->unused % 2 == 0);
    for (uint32_t half = store->unused; half < store->end; half++)
        halves[half].end = FLUV_NONE;
    for (uint32_t half = store->freed; half != FLUV_NONE; half = halves[half].next)
        halves[half].end = halves[half + 1].end = FLUV_NONE;
}

static fluv_status run(job *j, uint32_t count, fluv_edges *out)
{
    FLUV_TRY(plan_blocks(j, count));
    FLUV_TRY(triangulate_blocks(j));
    FLUV_TRY(join_levels(j));
    const node *root = j->nodes.items;
    mark_unused(j->halves, &root->store);
    *out = (fluv_edges){6 * count, j->halves, root->part};
    return FLUV_OK;
}

fluv_status fluv_delaunay(fluv_ctx *ctx, const fluv_points *points, fluv_edges *out)
{
    uint32_t count = points->count;
    assert(count <= FLUV_MOST_VERTICES);
    *out = (fluv_edges){0, NULL, FLUV_NONE};
    if (count < 2)
        return FLUV_OK;
    FLUV_TRY(refuse_equal(ctx, points));
    job j = {.ctx = ctx, .spots = points->spot};
    j.halves = fluv_scratch(ctx, (size_t)count * 6, sizeof *j.halves);
    if (!j.halves)
        return FLUV_NO_MEMORY;
    fluv_status status = run(&j, count, out);
    fluv_list_free(&j.nodes);
    return status;
}
