// SPDX-License-Identifier: MIT
/* Putting a mesh together: points, triangulation, then for each vertex its neighbours and its area,
 * in one block.
 *
 * in   frame, spacing, key        out   a mesh
 *
 * Vertices are gone through in parallel; what is written for one depends on no other. O(n). */
#include "mesh/mesh.h"

#include "base/kept.h"
#include "mesh/delaunay.h"
#include "mesh/voronoi.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#define BAND            (1u << 20) /* vertices between looks at the progress */
#define POINTS_A_SQUARE 0.733      /* of the least distance: what maximal sampling comes to */
#define NARROWEST       0.8        /* space of a grid, against the spacing asked for */

typedef struct maker {
    fluv_ctx *ctx;
    const fluv_mesh_lattice *lattice;
    const fluv_spot *spots;
    uint32_t count;
    fluv_edges edges;
    uint32_t *start; /* a half edge out of each vertex, FLUV_NONE: none */
    atomic_bool crowded;
    /* in the block */
    uint32_t *first, *neighbour;
    double *x, *y, *area;
    uint8_t *at_edge;
} maker;

/* ---- Around one vertex ----------------------------------------------------------------------- */

/* Half edge to the neighbour of lowest index, so that sums begin at the same place always. */
static uint32_t find_lowest(const fluv_half *halves, uint32_t start)
{
    uint32_t lowest = start;
    for (uint32_t half = halves[start].next; half != start; half = halves[half].next)
        if (halves[half].end < halves[lowest].end)
            lowest = half;
    return lowest;
}

static void collect_star(const maker *m, uint32_t vertex, fluv_star *star)
{
    const fluv_half *halves = m->edges.halves;
    fluv_spot centre = m->spots[vertex];
    star->centre = centre;
    star->count = 0;
    star->closed = !fluv_spot_at_edge(m->lattice, centre);
    if (m->start[vertex] == FLUV_NONE)
        return;
    uint32_t start = find_lowest(halves, m->start[vertex]), half = start;
    do {
        fluv_spot end = m->spots[halves[half].end];
        star->x[star->count] = end.x - centre.x;
        star->y[star->count++] = end.y - centre.y;
        half = halves[half].next;
    } while (half != start && star->count < FLUV_MESH_DEGREE);
}

static uint32_t count_neighbours(const maker *m, uint32_t vertex)
{
    uint32_t start = m->start[vertex], degree = 0;
    if (start == FLUV_NONE)
        return 0;
    uint32_t half = start;
    do {
        degree++;
        half = m->edges.halves[half].next;
    } while (half != start);
    return degree;
}

static void write_neighbours(const maker *m, uint32_t vertex)
{
    uint32_t *out = m->neighbour + m->first[vertex];
    uint32_t half = m->start[vertex], count = m->first[vertex + 1] - m->first[vertex];
    assert(count <= FLUV_MESH_DEGREE);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = i, end = m->edges.halves[half].end;
        for (; place > 0 && out[place - 1] > end; place--)
            out[place] = out[place - 1];
        out[place] = end;
        half = m->edges.halves[half].next;
    }
}

/* ---- All vertices ---------------------------------------------------------------------------- */

/* Any half edge will do: which one is left in the end changes nothing. */
static uint32_t find_starts(const maker *m)
{
    const fluv_edges *edges = &m->edges;
    uint32_t in_use = 0;
#pragma omp parallel for num_threads(m->ctx->threads) schedule(static)
    for (uint32_t v = 0; v < m->count; v++)
        m->start[v] = FLUV_NONE;
#pragma omp parallel for num_threads(m->ctx->threads) schedule(static) reduction(+ : in_use)
    for (uint32_t half = 0; half < edges->room; half++)
        if (edges->halves[half].end != FLUV_NONE) {
            uint32_t *start = &m->start[fluv_half_origin(edges, half)];
            __atomic_store_n(start, half, __ATOMIC_RELAXED);
            in_use++;
        }
    return in_use;
}

static void measure_vertex(maker *m, uint32_t vertex)
{
    assert(vertex < m->count);
    const fluv_mesh_lattice *lattice = m->lattice;
    fluv_spot spot = m->spots[vertex];
    uint32_t degree = count_neighbours(m, vertex);
    m->first[vertex] = degree;
    m->x[vertex] = lattice->unit_x * spot.x;
    m->y[vertex] = lattice->unit_y * spot.y;
    m->at_edge[vertex] = fluv_spot_at_edge(lattice, spot);
    if (degree > FLUV_MESH_DEGREE) {
        atomic_store_explicit(&m->crowded, true, memory_order_relaxed);
        return;
    }
    fluv_star star;
    collect_star(m, vertex, &star);
    m->area[vertex] = fluv_voronoi_area(lattice, &star) * lattice->unit_x * lattice->unit_y;
}

static void turn_degrees_into_places(maker *m)
{
    uint32_t sum = 0;
    for (uint32_t v = 0; v <= m->count; v++) {
        uint32_t degree = v < m->count ? m->first[v] : 0;
        m->first[v] = sum;
        sum += degree;
    }
}

static fluv_status measure_all(maker *m, bool write)
{
    for (uint32_t begin = 0; begin < m->count; begin += BAND) {
        uint32_t end = m->count - begin > BAND ? begin + BAND : m->count;
#pragma omp parallel for num_threads(m->ctx->threads) schedule(dynamic, 4096)
        for (uint32_t v = begin; v < end; v++) {
            if (write)
                write_neighbours(m, v);
            else
                measure_vertex(m, v);
        }
        FLUV_TRY(fluv_advance(m->ctx, 0.7 + 0.125 * (write + (double)end / m->count)));
    }
    return FLUV_OK;
}

static fluv_status fill(maker *m)
{
    FLUV_TRY(measure_all(m, false));
    if (atomic_load(&m->crowded))
        return fluv_fail(m->ctx, FLUV_BAD_USE,
                         "a mesh vertex has more than %d neighbours: the points are too uneven",
                         FLUV_MESH_DEGREE);
    turn_degrees_into_places(m);
    return measure_all(m, true);
}

/* ---- The block ------------------------------------------------------------------------------- */

/* The widest things first, so that all are aligned. */
static fluv_shared *allocate(maker *m, const fluv_mesh_job *job, uint32_t neighbours)
{
    size_t count = m->count, head = (sizeof(fluv_mesh) + 63) / 64 * 64;
    size_t bytes = head + count * (3 * sizeof(double) + sizeof(uint32_t) + 1) +
                   (neighbours + (size_t)1) * sizeof(uint32_t);
    fluv_shared *block = fluv_shared_new(m->ctx, bytes, 1);
    if (!block)
        return NULL;
    m->x = (double *)(void *)(block->data + head);
    m->y = m->x + count;
    m->area = m->y + count;
    m->first = (uint32_t *)(void *)(m->area + count);
    m->neighbour = m->first + count + 1;
    m->at_edge = (uint8_t *)(m->neighbour + neighbours);
    assert(m->at_edge + count <= block->data + bytes);
    fluv_mesh *mesh = (fluv_mesh *)(void *)block->data;
    *mesh = (fluv_mesh){m->count,     job->width, job->height, *m->lattice, m->first,
                        m->neighbour, m->x,       m->y,        m->area,     m->at_edge};
    return block;
}

fluv_status fluv_mesh_from_points(fluv_ctx *ctx, const fluv_mesh_job *job,
                                  const fluv_mesh_lattice *lattice, const fluv_points *points,
                                  fluv_shared **out)
{
    maker m = {.ctx = ctx, .lattice = lattice, .spots = points->spot, .count = points->count};
    assert(lattice->width > 0 && lattice->height > 0);
    FLUV_TRY(fluv_delaunay(ctx, points, &m.edges));
    m.start = fluv_scratch(ctx, m.count, sizeof *m.start);
    if (!m.start)
        return FLUV_NO_MEMORY;
    fluv_shared *block = allocate(&m, job, find_starts(&m));
    if (!block)
        return FLUV_NO_MEMORY;
    fluv_status status = fill(&m);
    fluv_scratch_drop(ctx, m.edges.halves);
    fluv_scratch_drop(ctx, m.start);
    if (status != FLUV_OK)
        fluv_shared_drop(block);
    else
        *out = block;
    return status;
}

static fluv_status spread_points(fluv_ctx *ctx, const fluv_mesh_job *job,
                                 fluv_mesh_lattice *lattice, fluv_points *points)
{
    bool grid = job->kind == FLUV_MESH_GRID;
    double least = job->spacing * (grid ? NARROWEST : sqrt(POINTS_A_SQUARE));
    FLUV_TRY(fluv_mesh_lattice_init(ctx, job->width, job->height, least, lattice));
    if (!grid)
        return fluv_points_make(ctx, lattice, job->key, points);
    return fluv_points_grid(ctx, lattice, (uint32_t)lround(job->width / job->spacing),
                            (uint32_t)lround(job->height / job->spacing), points);
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

fluv_status fluv_mesh_make(fluv_ctx *ctx, const fluv_mesh_job *job, fluv_shared **out)
{
    fluv_mesh_lattice lattice;
    fluv_points points;
    const uint64_t whole[FLUV_KEPT_KEY_WORDS] = {bits_of(job->width), bits_of(job->height),
                                                 bits_of(job->spacing), (uint64_t)job->kind,
                                                 job->key.bits};
    double shorter = fmin(job->width, job->height);
    if (!(job->spacing <= 0.5 * shorter))
        return fluv_fail(ctx, FLUV_BAD_USE,
                         "a mesh spacing of %g m is more than half of the frame's %g x %g m",
                         job->spacing, job->width, job->height);
    *out = fluv_kept_find(ctx->kept, whole);
    if (*out)
        return FLUV_OK;
    FLUV_TRY(spread_points(ctx, job, &lattice, &points));
    assert(points.count >= 4); /* the frame's corners are among them */
    FLUV_TRY(fluv_mesh_from_points(ctx, job, &lattice, &points, out));
    fluv_scratch_drop(ctx, points.spot);
    fluv_kept_put(ctx->kept, whole, *out);
    return FLUV_OK;
}
