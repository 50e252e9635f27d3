// SPDX-License-Identifier: MIT
/* Lakes by strongly connected components and maximum flow, as published.
 *
 * in   stream trees, water at their roots        out   lake levels, water that left
 *
 * Lakes that lack water to their lowest pass are joined to the sink by what they lack, lakes that
 * are full to the neighbour beyond the pass; the source gives the water. Lakes that flow into each
 * other become one. The maximum flow tells how much water stands where; then all again, until
 * nothing flows and nothing merges. Outside is one more lake that is never full.
 *
 * Written to be read beside the paper, not to be fast. Graphs: igraph.
 *
 * Based on: Blaszczuk, Mizura, Plocharski, Porter-Sobieraj. Simulating Large-Scale Topographic
 * Terrain Features with Reservoirs and Flowing Water. 2023. Algorithms 2, 3 and 4 */
#include "judge_lakes.h"

#include <assert.h>
#include <igraph/igraph.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

/* A lake of the set L: one tree, or several merged. */
typedef struct lake {
    double remaining;    /* V_rem */
    double accumulated;  /* V_acc */
    double missing;      /* V_miss */
    uint32_t downstream; /* l_k */
} lake;

typedef struct judge {
    uint32_t cols, rows, cells;
    const float *z;
    double cell_area;
    const uint32_t *receiver;
    uint32_t *tree;     /* a cell: number of its tree; 0: outside */
    uint32_t *root;     /* a tree: its root */
    uint32_t *children; /* cells in the order of their receivers … */
    uint32_t *starts;   /* … those of cell c from starts[c] to starts[c + 1] - 1 */
    uint32_t *part_of;  /* a tree: the lake of L it is a part of; trees and lakes share numbers */
    uint32_t trees;     /* outside included */
    lake *lakes;        /* L is those with part_of[k] == k */
    double enough;      /* a flow no smaller than all the water */
    double nothing;     /* volumes below this are rounding */
} judge;

typedef struct pass {
    float height;
    bool slants;        /* after straight ones of its height */
    uint32_t low, high; /* cells, in order; high == NONE: the frame's edge */
    uint32_t to;        /* the lake beyond; NONE: there is no pass */
} pass;

static void *room(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        abort();
    return memory;
}

/* ---- The stream graph ---- */

static uint32_t root_of(const judge *j, uint32_t cell)
{
    while (j->receiver[cell] != NONE)
        cell = j->receiver[cell];
    return cell;
}

static void number_trees(judge *j, const unsigned char *outside)
{
    j->trees = 1;
    for (uint32_t cell = 0; cell < j->cells; cell++)
        if (j->receiver[cell] == NONE && !outside[cell]) {
            j->root[j->trees] = cell;
            j->tree[cell] = j->trees++;
        }
    for (uint32_t cell = 0; cell < j->cells; cell++)
        j->tree[cell] = j->tree[root_of(j, cell)];
}

static void list_children(judge *j)
{
    for (uint32_t cell = 0; cell < j->cells; cell++)
        if (j->receiver[cell] != NONE)
            j->starts[j->receiver[cell] + 1]++;
    for (uint32_t cell = 0; cell < j->cells; cell++)
        j->starts[cell + 1] += j->starts[cell];
    uint32_t *next = room(j->cells, sizeof *next);
    memcpy(next, j->starts, j->cells * sizeof *next);
    for (uint32_t cell = 0; cell < j->cells; cell++)
        if (j->receiver[cell] != NONE)
            j->children[next[j->receiver[cell]]++] = cell;
    free(next);
}

/* ---- The lakes graph ---- */

static bool is_lower(pass a, pass b)
{
    if (b.to == NONE)
        return true;
    if (a.height != b.height)
        return a.height < b.height;
    if (a.slants != b.slants)
        return b.slants;
    return a.low != b.low ? a.low < b.low : a.high < b.high;
}

static uint32_t lake_at(const judge *j, uint32_t cell)
{
    return j->part_of[j->tree[cell]];
}

static void consider(const judge *j, pass *lowest, float height, uint32_t a, uint32_t b,
                     uint32_t to)
{
    bool slants = b != NONE && a / j->cols != b / j->cols && a % j->cols != b % j->cols;
    pass found = {height, slants, a < b ? a : b, a < b ? b : a, to};
    if (is_lower(found, *lowest))
        *lowest = found;
}

static void look_around(const judge *j, uint32_t cell, uint32_t k, pass *lowest)
{
    int64_t col = cell % j->cols, row = cell / j->cols;
    for (int64_t r = row - 1; r <= row + 1; r++)
        for (int64_t c = col - 1; c <= col + 1; c++) {
            if (r < 0 || c < 0 || r >= j->rows || c >= j->cols) {
                consider(j, lowest, j->z[cell], cell, NONE, 0);
                continue;
            }
            uint32_t beside = (uint32_t)(r * j->cols + c);
            if (lake_at(j, beside) != k)
                consider(j, lowest, fmaxf(j->z[cell], j->z[beside]), cell, beside,
                         lake_at(j, beside));
        }
}

static pass lowest_pass(const judge *j, uint32_t k)
{
    pass lowest = {.to = NONE};
    for (uint32_t cell = 0; cell < j->cells; cell++)
        if (lake_at(j, cell) == k)
            look_around(j, cell, k, &lowest);
    return lowest;
}

/* ---- Algorithm 3: the water needed to reach a height ---- */

static double missing_volume(const judge *j, uint32_t k, double target)
{
    uint32_t *queue = room(j->cells, sizeof *queue);
    size_t first = 0, end = 0;
    double total = 0;
    for (uint32_t l = 1; l < j->trees; l++)
        if (j->part_of[l] == k && (double)j->z[j->root[l]] < target)
            queue[end++] = j->root[l];
    while (first < end) {
        uint32_t v = queue[first++];
        total += j->cell_area * (target - (double)j->z[v]);
        for (uint32_t i = j->starts[v]; i < j->starts[v + 1]; i++)
            if ((double)j->z[j->children[i]] < target)
                queue[end++] = j->children[i];
    }
    free(queue);
    double missing = total - j->lakes[k].accumulated;
    return missing > j->nothing ? missing : 0;
}

/* ---- Algorithm 4: the height of the surface over a volume ---- */

/* Takes the lowest cell out of the queue; small grids need no heap. */
static uint32_t take_lowest(const judge *j, uint32_t *queue, size_t *count)
{
    size_t lowest = 0;
    for (size_t i = 1; i < *count; i++)
        if (j->z[queue[i]] < j->z[queue[lowest]])
            lowest = i;
    uint32_t cell = queue[lowest];
    queue[lowest] = queue[--*count];
    return cell;
}

static double surface_height(const judge *j, uint32_t k)
{
    uint32_t *queue = room(j->cells, sizeof *queue);
    size_t count = 0;
    double below = 0, area = 0, height = INFINITY;
    for (uint32_t l = 1; l < j->trees; l++)
        if (j->part_of[l] == k)
            queue[count++] = j->root[l];
    while (count) {
        uint32_t v = take_lowest(j, queue, &count);
        if ((double)j->z[v] >= height)
            break;
        area += j->cell_area;
        below += j->cell_area * (double)j->z[v];
        height = (j->lakes[k].accumulated + below) / area;
        for (uint32_t i = j->starts[v]; i < j->starts[v + 1]; i++)
            if ((double)j->z[j->children[i]] < height)
                queue[count++] = j->children[i];
    }
    free(queue);
    return height;
}

/* ---- Algorithm 2: the lakes network ---- */

static void find_downstream(judge *j, uint32_t k)
{
    pass lowest = lowest_pass(j, k);
    assert(lowest.to != NONE);
    j->lakes[k].downstream = lowest.to;
    j->lakes[k].missing = missing_volume(j, k, (double)lowest.height);
}

/* Lines 11 to 22. Vertices: the lakes by number, then source and sink. */
static void build_network(const judge *j, igraph_t *network, igraph_vector_t *capacity)
{
    igraph_vector_int_t arcs;
    igraph_vector_int_init(&arcs, 0);
    igraph_integer_t source = j->trees, sink = j->trees + (igraph_integer_t)1;
    for (uint32_t k = 0; k < j->trees; k++) {
        const lake *one = &j->lakes[k];
        if (j->part_of[k] != k)
            continue;
        if (one->remaining > 0) {
            igraph_vector_int_push_back(&arcs, source);
            igraph_vector_int_push_back(&arcs, k);
            igraph_vector_push_back(capacity, one->remaining);
        }
        igraph_vector_int_push_back(&arcs, k);
        igraph_vector_int_push_back(&arcs, one->missing > 0 ? sink : one->downstream);
        igraph_vector_push_back(capacity,
                                fmin(one->missing > 0 ? one->missing : INFINITY, j->enough));
    }
    igraph_create(network, &arcs, sink + 1, IGRAPH_DIRECTED);
    igraph_vector_int_destroy(&arcs);
}

/* Lines 25 and 27: the lakes of one component become the lake of the lowest number. */
static void collapse(judge *j, const igraph_vector_int_t *membership, uint32_t m)
{
    igraph_integer_t component = VECTOR(*membership)[m];
    for (uint32_t k = m + 1; k < j->trees; k++) {
        if (j->part_of[k] != k || VECTOR(*membership)[k] != component)
            continue;
        j->lakes[m].remaining += j->lakes[k].remaining;
        j->lakes[m].accumulated += j->lakes[k].accumulated;
        for (uint32_t l = 0; l < j->trees; l++)
            if (j->part_of[l] == k)
                j->part_of[l] = m;
    }
}

/* Neighbours that were merged away are known by the lake they are a part of. */
static void point_to_merged(judge *j)
{
    for (uint32_t k = 0; k < j->trees; k++)
        if (j->lakes[k].downstream != NONE)
            j->lakes[k].downstream = j->part_of[j->lakes[k].downstream];
}

/* Lines 23 to 28; whether lakes have merged. */
static bool merge_components(judge *j, const igraph_t *network)
{
    igraph_vector_int_t membership, sizes;
    bool merged = false;
    igraph_vector_int_init(&membership, 0);
    igraph_vector_int_init(&sizes, 0);
    igraph_connected_components(network, &membership, &sizes, NULL, IGRAPH_STRONG);
    for (uint32_t k = 0; k < j->trees; k++)
        if (j->part_of[k] == k && VECTOR(sizes)[VECTOR(membership)[k]] > 1) {
            collapse(j, &membership, k);
            VECTOR(sizes)[VECTOR(membership)[k]] = 1;
            point_to_merged(j);
            find_downstream(j, k);
            merged = true;
        }
    igraph_vector_int_destroy(&membership);
    igraph_vector_int_destroy(&sizes);
    return merged;
}

static double lessened(const judge *j, double volume, double by)
{
    volume -= by;
    return volume > j->nothing ? volume : 0;
}

/* Lines 29 to 36; the value of the flow. */
static double let_flow(judge *j, const igraph_t *network, const igraph_vector_t *capacity)
{
    igraph_vector_t flow;
    igraph_real_t value;
    igraph_integer_t source = j->trees, sink = j->trees + (igraph_integer_t)1;
    igraph_vector_init(&flow, 0);
    igraph_maxflow(network, &value, &flow, NULL, NULL, NULL, source, sink, capacity, NULL);
    for (igraph_integer_t arc = 0; arc < igraph_ecount(network); arc++) {
        double moved = VECTOR(flow)[arc];
        if (IGRAPH_FROM(network, arc) == source) {
            lake *k = &j->lakes[IGRAPH_TO(network, arc)];
            k->remaining = lessened(j, k->remaining, moved);
        }
        if (IGRAPH_TO(network, arc) == sink) {
            lake *k = &j->lakes[IGRAPH_FROM(network, arc)];
            k->accumulated += moved;
            k->missing = lessened(j, k->missing, moved);
        }
    }
    igraph_vector_destroy(&flow);
    return value;
}

/* Lines 10 to 37. */
static void settle(judge *j)
{
    for (bool moved = true; moved;) {
        igraph_t network;
        igraph_vector_t capacity;
        igraph_vector_init(&capacity, 0);
        build_network(j, &network, &capacity);
        moved = merge_components(j, &network);
        if (moved) { /* the network with the pools in place of their parts */
            igraph_destroy(&network);
            igraph_vector_clear(&capacity);
            build_network(j, &network, &capacity);
        }
        moved |= let_flow(j, &network, &capacity) > j->nothing;
        igraph_destroy(&network);
        igraph_vector_destroy(&capacity);
    }
}

/* Lines 3 to 9. Outside is lake 0, which lacks more than all the water. */
static void start_lakes(judge *j, const unsigned char *outside, const double *water)
{
    double all = 0;
    for (uint32_t cell = 0; cell < j->cells; cell++)
        if (j->receiver[cell] == NONE) {
            all += water[cell];
            j->lakes[outside[cell] ? 0 : j->tree[cell]].remaining += water[cell];
        }
    j->enough = 2 * all;
    j->nothing = 1e-12 * all;
    for (uint32_t k = 0; k < j->trees; k++)
        j->part_of[k] = k;
    j->lakes[0].downstream = NONE;
    j->lakes[0].missing = INFINITY;
    for (uint32_t k = 1; k < j->trees; k++)
        find_downstream(j, k);
}

static void write_levels(const judge *j, double *level)
{
    double *heights = room(j->trees, sizeof *heights);
    for (uint32_t k = 0; k < j->trees; k++)
        heights[k] =
            k && j->part_of[k] == k && j->lakes[k].accumulated > 0 ? surface_height(j, k) : NAN;
    for (uint32_t cell = 0; cell < j->cells; cell++)
        level[cell] = heights[lake_at(j, cell)];
    free(heights);
}

void judge_lakes(uint32_t cols, uint32_t rows, const float *z, double cell_area,
                 const uint32_t *receiver, const unsigned char *outside, const double *water,
                 double *level, double *left)
{
    size_t cells = (size_t)cols * rows;
    judge j = {.cols = cols,
               .rows = rows,
               .cells = (uint32_t)cells,
               .z = z,
               .cell_area = cell_area,
               .receiver = receiver,
               .tree = room(cells, sizeof(uint32_t)),
               .root = room(cells + 1, sizeof(uint32_t)),
               .children = room(cells, sizeof(uint32_t)),
               .starts = room(cells + 1, sizeof(uint32_t)),
               .part_of = room(cells + 1, sizeof(uint32_t)),
               .lakes = room(cells + 1, sizeof(lake))};
    number_trees(&j, outside);
    list_children(&j);
    start_lakes(&j, outside, water);
    settle(&j);
    write_levels(&j, level);
    *left = j.lakes[0].accumulated;
    free(j.tree);
    free(j.root);
    free(j.children);
    free(j.starts);
    free(j.part_of);
    free(j.lakes);
}
