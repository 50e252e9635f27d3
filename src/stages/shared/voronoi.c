// SPDX-License-Identifier: MIT
/* Voronoi cells of river nodes.
 *
 * in   nodes        out   the corners of each node's cell, in order
 *
 * The corners are the centres of the circles through Delaunay triangles. A ring of far points
 * around the land closes the cells of the outermost nodes.  O(n log n). */
#include "stages/shared/voronoi.h"

#include "mesh/delaunay.h"
#include "mesh/hilbert.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define FAR_POINTS 12
#define FAR        3.0 /* boxes from the middle */

typedef struct sorted_node {
    uint64_t key;
    uint32_t node; /* FLUV_NONE: a far point */
    fluv_spot spot;
} sorted_node;

typedef struct plan {
    const fluv_streams *streams;
    uint32_t count;   /* nodes and far points */
    uint32_t *node;   /* by place on the curve */
    fluv_vec *at;     /* by place on the curve, m */
    fluv_spot *spots; /* by place on the curve */
    fluv_edges edges;
} plan;

static int by_key(const void *a, const void *b)
{
    const sorted_node *left = a, *right = b;
    if (left->key != right->key)
        return left->key < right->key ? -1 : 1;
    return left->node < right->node ? -1 : left->node > right->node;
}

static fluv_vec far_point(fluv_box box, double size, uint32_t k)
{
    double angle = 2.0 * M_PI * k / FAR_POINTS;
    return (fluv_vec){0.5 * (box.low.x + box.high.x) + FAR * size * cos(angle),
                      0.5 * (box.low.y + box.high.y) + FAR * size * sin(angle)};
}

/* The lattice of Delaunay's integers: its unit is a power of two of a metre and it counts from 0,
 * so that a node has the same place on it whatever the box. */
typedef struct lattice {
    double unit;                /* m */
    int64_t corner_x, corner_y; /* units */
} lattice;

static lattice lattice_over(fluv_box box, double size)
{
    double half = 1.01 * FAR * size;
    double unit = ldexp(1.0, (int)ceil(log2(2.0 * half + 1.0)) - FLUV_LATTICE_BITS);
    return (lattice){unit, (int64_t)floor((0.5 * (box.low.x + box.high.x) - half) / unit),
                     (int64_t)floor((0.5 * (box.low.y + box.high.y) - half) / unit)};
}

static sorted_node place_node(fluv_vec p, const lattice *l, uint32_t node)
{
    fluv_spot spot = {(int32_t)(llround(p.x / l->unit) - l->corner_x),
                      (int32_t)(llround(p.y / l->unit) - l->corner_y)};
    return (sorted_node){fluv_hilbert_key(spot, FLUV_LATTICE_BITS + 1, NULL), node, spot};
}

static fluv_status sort_nodes(fluv_ctx *ctx, fluv_box box, plan *p)
{
    uint32_t nodes = (uint32_t)p->streams->count;
    p->count = nodes + FAR_POINTS;
    sorted_node *order = fluv_scratch(ctx, p->count, sizeof *order);
    p->node = fluv_scratch(ctx, p->count, sizeof *p->node);
    p->at = fluv_scratch(ctx, p->count, sizeof *p->at);
    p->spots = fluv_scratch(ctx, p->count, sizeof *p->spots);
    if (!order || !p->node || !p->at || !p->spots)
        return FLUV_NO_MEMORY;
    double size = fmax(box.high.x - box.low.x, box.high.y - box.low.y);
    lattice l = lattice_over(box, size);
    for (uint32_t i = 0; i < nodes; i++) {
        fluv_vec at = {p->streams->nodes[i].x, p->streams->nodes[i].y};
        order[i] = place_node(at, &l, i);
    }
    for (uint32_t k = 0; k < FAR_POINTS; k++)
        order[nodes + k] = place_node(far_point(box, size, k), &l, FLUV_NONE);
    qsort(order, p->count, sizeof *order, by_key);
    for (uint32_t i = 0; i < p->count; i++) {
        p->node[i] = order[i].node;
        p->spots[i] = order[i].spot;
        p->at[i] = (fluv_vec){(double)(l.corner_x + order[i].spot.x) * l.unit,
                              (double)(l.corner_y + order[i].spot.y) * l.unit};
    }
    return FLUV_OK;
}

/* Centre of the circle through the origin, b and c. */
static fluv_vec circle_centre(fluv_vec b, fluv_vec c)
{
    double twice = 2.0 * fluv_cross(b, c), bb = fluv_dot(b, b), cc = fluv_dot(c, c);
    return (fluv_vec){(c.y * bb - b.y * cc) / twice, (b.x * cc - c.x * bb) / twice};
}

/* The corners around a node; half edges lead around it counter-clockwise. */
static uint32_t list_corners(const plan *p, uint32_t place, uint32_t start, fluv_corner *out)
{
    assert(start < p->edges.room);
    uint32_t count = 0, half = start;
    do {
        const fluv_half *here = &p->edges.halves[half];
        uint32_t left = here->end, right = p->edges.halves[here->next].end;
        fluv_vec b = fluv_minus(p->at[left], p->at[place]);
        fluv_vec c = fluv_minus(p->at[right], p->at[place]);
        fluv_vec centre = circle_centre(b, c);
        out[count++] = (fluv_corner){.at = fluv_plus(p->at[place], centre),
                                     .radius = sqrt(fluv_dot(centre, centre)),
                                     .left = p->node[left],
                                     .right = p->node[right]};
        half = here->next;
    } while (half != start);
    return count;
}

/* Some half edge that begins at each place. */
static void find_starts(const plan *p, uint32_t *start)
{
    for (uint32_t i = 0; i < p->count; i++)
        start[i] = FLUV_NONE;
    for (uint32_t h = 0; h < p->edges.room; h++) {
        if (p->edges.halves[h].end == FLUV_NONE || p->edges.halves[h ^ 1].end == FLUV_NONE)
            continue;
        uint32_t origin = fluv_half_origin(&p->edges, h);
        if (start[origin] == FLUV_NONE)
            start[origin] = h;
    }
}

fluv_status fluv_voronoi_find(fluv_ctx *ctx, const fluv_streams *streams, fluv_box box,
                              fluv_voronoi *out)
{
    plan p = {.streams = streams};
    FLUV_TRY(sort_nodes(ctx, box, &p));
    FLUV_TRY(fluv_delaunay(ctx, &(fluv_points){p.spots, p.count}, &p.edges));
    uint32_t *start = fluv_scratch(ctx, p.count, sizeof *start);
    uint32_t *place = fluv_scratch(ctx, streams->count, sizeof *place);
    out->first = fluv_scratch(ctx, streams->count + 1, sizeof *out->first);
    out->corners = fluv_scratch(ctx, 6 * (size_t)p.count, sizeof *out->corners);
    if (!start || !place || !out->first || !out->corners)
        return FLUV_NO_MEMORY;
    find_starts(&p, start);
    for (uint32_t i = 0; i < p.count; i++)
        if (p.node[i] != FLUV_NONE)
            place[p.node[i]] = i;
    uint32_t count = 0;
    for (uint32_t i = 0; i < streams->count; i++) {
        out->first[i] = count;
        count += list_corners(&p, place[i], start[place[i]], out->corners + count);
        assert(count <= 6 * (size_t)p.count);
    }
    out->first[streams->count] = count;
    return FLUV_OK;
}

fluv_status fluv_nodes_index(fluv_ctx *ctx, const fluv_streams *streams, fluv_box box,
                             fluv_segments *out)
{
    assert(streams->edge > 0.0);
    FLUV_TRY(fluv_segments_init(ctx, box, streams->edge, streams->count, out));
    for (uint32_t i = 0; i < streams->count; i++) {
        fluv_vec at = {streams->nodes[i].x, streams->nodes[i].y};
        if (!fluv_segments_add(out, (fluv_segment){at, at, i}))
            return fluv_fail(ctx, FLUV_NO_MEMORY, "too many rivers in one place");
    }
    return FLUV_OK;
}
