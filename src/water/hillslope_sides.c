// SPDX-License-Identifier: MIT
/* The sides of a mesh's cells, in the order in which soil crosses them.
 *
 * in   a mesh     out   widths and distances of the sides of its Voronoi cells, in groups
 *
 * No two sides of a group touch the same vertex, so that all of a group can be worked on at once.
 * Sides are taken in the order of their vertices, the first of each vertex, then the second, and so
 * on, and each goes into the first of some open groups in which both its vertices are free.  O(n).
 */
#include "water/hillslope.h"

#include <assert.h>
#include <string.h>

#define NARROW 0.02 /* of the distance: sides that are narrower are none */
#define OPEN   16   /* groups at a time */
#define FULL   FLUV_SIDE_GROUP

/* ---- Widths ---- */

typedef struct star {
    uint32_t count;
    uint32_t order[FLUV_DEGREE]; /* neighbours, around the vertex */
    double x[FLUV_DEGREE], y[FLUV_DEGREE], turn[FLUV_DEGREE];
} star;

/* Grows with the angle of a direction as atan2 does, from -2 to 2, and costs less. */
static double turn_of(double x, double y)
{
    double part = y / (fabs(x) + fabs(y));
    return x >= 0.0 ? part : copysign(2.0, y) - part;
}

/* The neighbours around a vertex, by angle. */
static void look_around(const fluv_topology *t, uint32_t vertex, star *s)
{
    s->count = t->first[vertex + 1] - t->first[vertex];
    assert(vertex < t->count && s->count <= FLUV_DEGREE);
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t other = t->neighbour[t->first[vertex] + i], k = i;
        s->x[i] = t->x[other] - t->x[vertex];
        s->y[i] = t->y[other] - t->y[vertex];
        s->turn[i] = turn_of(s->x[i], s->y[i]);
        for (; k > 0 && s->turn[s->order[k - 1]] > s->turn[i]; k--)
            s->order[k] = s->order[k - 1];
        s->order[k] = i;
    }
}

/* Cotangent of the angle at neighbour c in the triangle with the vertex and neighbour a. */
static double cotangent(const star *s, uint32_t a, uint32_t c)
{
    double ux = -s->x[c], uy = -s->y[c], vx = s->x[a] - s->x[c], vy = s->y[a] - s->y[c];
    double area = fabs(ux * vy - uy * vx);
    return area > 0.0 ? (ux * vx + uy * vy) / area : 0.0;
}

/* From one neighbour to the next, less than half a turn: they make a triangle with the vertex. */
static bool make_triangle(const star *s, uint32_t from, uint32_t to)
{
    return s->x[from] * s->y[to] - s->y[from] * s->x[to] > 0.0;
}

/* Width of the side to the neighbour that stands at a place around the vertex, over the distance
 * to it. */
static double width_of(const star *s, uint32_t place)
{
    assert(place < s->count);
    uint32_t own = s->order[place], next = s->order[(place + 1) % s->count],
             last = s->order[(place + s->count - 1) % s->count];
    double sum = make_triangle(s, own, next) ? cotangent(s, own, next) : 0.0;
    if (last != next || s->count == 2)
        sum += make_triangle(s, last, own) ? cotangent(s, own, last) : 0.0;
    return 0.5 * fmax(sum, 0.0);
}

static uint8_t whole_units(double value, double unit, double least)
{
    return (uint8_t)lrint(fmin(fmax(value / unit, least), UINT8_MAX));
}

/* The sides of a vertex to higher numbers, by the place of the neighbour in the topology. */
static void measure_sides(const fluv_hillslopes *h, uint32_t vertex, uint8_t *distance,
                          uint8_t *width)
{
    star s;
    const fluv_topology *t = h->topology;
    look_around(t, vertex, &s);
    for (uint32_t p = 0; p < s.count; p++) {
        uint32_t i = s.order[p];
        if (t->neighbour[t->first[vertex] + i] < vertex)
            continue;
        double wide = width_of(&s, p);
        distance[i] = whole_units(sqrt(s.x[i] * s.x[i] + s.y[i] * s.y[i]), (double)h->unit, 1.0);
        width[i] = wide < NARROW ? 0 : whole_units(wide, (double)FLUV_SIDE_WIDTH_UNIT, 0.0);
    }
}

/* ---- Groups ---- */

typedef struct grouper {
    const fluv_hillslopes *slopes;
    uint32_t begin, end; /* the block's vertices */
    fluv_sides *out;     /* NULL: groups are only counted */
    uint32_t count;      /* of groups that are written */
    fluv_sides open[OPEN];
    uint32_t filled[OPEN];
    uint16_t busy[FLUV_SIDE_BLOCK]; /* bits: the open groups that touch each vertex */
} grouper;

static uint32_t block_end(const fluv_hillslopes *h, uint32_t block)
{
    uint32_t begin = block * FLUV_SIDE_BLOCK, left = h->topology->count - begin;
    return begin + (left < FLUV_SIDE_BLOCK ? left : FLUV_SIDE_BLOCK);
}

static void close_group(grouper *g, uint32_t slot)
{
    fluv_sides *group = &g->open[slot];
    for (uint32_t i = 0; i < g->filled[slot]; i++) {
        g->busy[group->from[i]] &= (uint16_t) ~(1U << slot);
        g->busy[group->to[i]] &= (uint16_t) ~(1U << slot);
    }
    if (g->out)
        g->out[g->count] = *group;
    g->count++;
    g->filled[slot] = 0;
    *group = (fluv_sides){.distance = {1}};
    memset(group->distance, 1, sizeof group->distance);
}

/* An open group that touches neither vertex; the fullest is closed where there is none. */
static uint32_t find_slot(grouper *g, uint16_t from, uint16_t to)
{
    uint32_t free = ~((uint32_t)g->busy[from] | g->busy[to]) & ((1U << OPEN) - 1U);
    if (free)
        return (uint32_t)__builtin_ctz(free);
    uint32_t fullest = 0;
    for (uint32_t i = 1; i < OPEN; i++)
        fullest = g->filled[i] > g->filled[fullest] ? i : fullest;
    close_group(g, fullest);
    return fullest;
}

static void add_side(grouper *g, uint16_t from, uint16_t to, uint8_t distance, uint8_t width)
{
    uint32_t slot = find_slot(g, from, to), at = g->filled[slot]++;
    fluv_sides *group = &g->open[slot];
    assert(at < FULL && from != to);
    group->from[at] = from;
    group->to[at] = to;
    group->distance[at] = distance;
    group->width[at] = width;
    g->busy[from] |= (uint16_t)(1U << slot);
    g->busy[to] |= (uint16_t)(1U << slot);
    if (at + 1 == FULL)
        close_group(g, slot);
}

static void begin_block(grouper *g, const fluv_hillslopes *h, uint32_t block)
{
    *g = (grouper){.slopes = h, .begin = block * FLUV_SIDE_BLOCK, .end = block_end(h, block)};
    for (uint32_t i = 0; i < OPEN; i++)
        memset(g->open[i].distance, 1, sizeof g->open[i].distance);
}

/* The block's sides, the k-th of each vertex to a higher number. Sides without width are none. */
static void group_block(grouper *g, const uint8_t *distance, const uint8_t *width)
{
    const fluv_topology *t = g->slopes->topology;
    uint32_t base = t->first[g->begin];
    bool any = true;
    for (uint32_t k = 0; any; k++) {
        any = false;
        for (uint32_t v = g->begin; v < g->end; v++) {
            uint32_t at = t->first[v] + k;
            if (at >= t->first[v + 1])
                continue;
            uint32_t to = t->neighbour[at];
            any = true;
            if (to > v && to < g->end && width[at - base])
                add_side(g, (uint16_t)(v - g->begin), (uint16_t)(to - g->begin),
                         distance[at - base], width[at - base]);
        }
    }
    for (uint32_t i = 0; i < OPEN; i++)
        if (g->filled[i])
            close_group(g, i);
}

/* What one thread works with: widths and distances of a block's sides, and open groups. */
typedef struct bench {
    grouper grouper;
    uint8_t distance[FLUV_SIDE_BLOCK * FLUV_DEGREE], width[FLUV_SIDE_BLOCK * FLUV_DEGREE];
} bench;

static void measure_block(bench *b)
{
    const fluv_topology *t = b->grouper.slopes->topology;
    uint32_t base = t->first[b->grouper.begin];
    for (uint32_t v = b->grouper.begin; v < b->grouper.end; v++)
        measure_sides(b->grouper.slopes, v, b->distance + (t->first[v] - base),
                      b->width + (t->first[v] - base));
}

static fluv_status list_across(fluv_ctx *ctx, fluv_hillslopes *h)
{
    const fluv_topology *t = h->topology;
    for (uint32_t v = 0; v < t->count; v++) {
        uint32_t end = block_end(h, v / FLUV_SIDE_BLOCK), own = t->first[v], next = t->first[v + 1];
        uint8_t distance[FLUV_DEGREE], width[FLUV_DEGREE];
        if (next == own || t->neighbour[next - 1] < end)
            continue;
        measure_sides(h, v, distance, width);
        for (uint32_t i = own; i < next; i++) {
            if (t->neighbour[i] < end || !width[i - own])
                continue;
            fluv_side_across *row = fluv_list_append(ctx, &h->across, 1, sizeof *row);
            if (!row)
                return FLUV_NO_MEMORY;
            *row = (fluv_side_across){v, t->neighbour[i], 0.0f, distance[i - own], width[i - own]};
        }
    }
    return fluv_list_trim(ctx, &h->across);
}

/* Groups of every block: how many, or, where there is room for them, the groups. */
static void group_all(fluv_ctx *ctx, const fluv_hillslopes *h, bench *benches, uint32_t *counts)
{
#pragma omp parallel for num_threads(ctx->threads) schedule(static, 1)
    for (int p = 0; p < ctx->threads; p++) {
        bench *own = &benches[p];
        for (uint32_t b = (uint32_t)p; b < h->block_count; b += (uint32_t)ctx->threads) {
            begin_block(&own->grouper, h, b);
            own->grouper.out = h->groups ? h->groups + h->first[b] : NULL;
            measure_block(own);
            group_block(&own->grouper, own->distance, own->width);
            counts[b] = own->grouper.count;
        }
    }
}

fluv_status fluv_hillslopes_init(fluv_ctx *ctx, const fluv_topology *topology, fluv_hillslopes *h)
{
    uint32_t count = topology->count;
    assert(!topology->cols && count > 1);
    *h = (fluv_hillslopes){.topology = topology,
                           .block_count = (count + FLUV_SIDE_BLOCK - 1) / FLUV_SIDE_BLOCK};
    double frame = 0.0;
    for (uint32_t v = 0; v < count; v++)
        frame += topology->areas[v];
    h->unit = (float)(sqrt(frame / count) / FLUV_SIDE_UNITS);
    h->first = fluv_scratch(ctx, (size_t)h->block_count + 1, sizeof *h->first);
    uint32_t *counts = fluv_scratch(ctx, h->block_count, sizeof *counts);
    bench *benches = fluv_scratch(ctx, (size_t)ctx->threads, sizeof *benches);
    if (!h->first || !counts || !benches)
        return FLUV_NO_MEMORY;
    group_all(ctx, h, benches, counts);
    h->first[0] = 0;
    for (uint32_t b = 0; b < h->block_count; b++)
        h->first[b + 1] = h->first[b] + counts[b];
    h->groups = fluv_scratch(ctx, (size_t)h->first[h->block_count] + 1, sizeof *h->groups);
    if (!h->groups)
        return FLUV_NO_MEMORY;
    group_all(ctx, h, benches, counts);
    fluv_scratch_drop(ctx, counts);
    fluv_scratch_drop(ctx, benches);
    return list_across(ctx, h);
}

void fluv_hillslopes_drop(fluv_ctx *ctx, fluv_hillslopes *h)
{
    fluv_scratch_drop(ctx, h->first);
    fluv_scratch_drop(ctx, h->groups);
    fluv_list_free(&h->across);
    *h = (fluv_hillslopes){0};
}
