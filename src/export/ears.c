// SPDX-License-Identifier: MIT
/* Triangles of a polygon with holes, by cutting off ears.
 *
 * in   rings      out   triangles that cover it
 *
 * Holes are joined to the outer ring first, the easternmost first, by a bridge to the corner that
 * is seen from their easternmost point. An ear is a convex corner whose triangle holds no reflex
 * corner; the corner after the one that was cut is asked next, so that triangles do not all
 * meet in one point. Where rounding leaves no ear the next convex corner is cut: what is lost is a
 * sliver.  O(n * reflex corners).
 *
 * Based on: Eberly. Triangulation by ear clipping. 1998 */
#include "export/ears.h"

#include <assert.h>
#include <math.h>

typedef struct corner {
    uint32_t point; /* counted from the polygon's first */
    uint32_t next, back;
    bool reflex;
} corner;

typedef struct cutter {
    const double *xy; /* of the polygon's first point */
    corner *corners;
    uint32_t count;
} cutter;

static const double *at(const cutter *c, uint32_t corner_index)
{
    assert(corner_index < c->count);
    return c->xy + 2 * (size_t)c->corners[corner_index].point;
}

/* Twice the area of a, b, c; positive when they run counter-clockwise. */
static double turn(const double *a, const double *b, const double *c)
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static bool holds(const double *a, const double *b, const double *c, const double *p)
{
    return turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0;
}

static void judge(cutter *c, uint32_t i)
{
    c->corners[i].reflex =
        turn(at(c, c->corners[i].back), at(c, i), at(c, c->corners[i].next)) <= 0.0;
}

/* A ring as a loop of corners; returns its first. */
static uint32_t add_ring(cutter *c, uint32_t first, uint32_t end)
{
    assert(first <= end);
    uint32_t from = c->count, length = end - first;
    for (uint32_t i = 0; i < length; i++)
        c->corners[c->count++] = (corner){.point = first + i,
                                          .next = from + (i + 1) % length,
                                          .back = from + (i + length - 1) % length};
    return from;
}

static uint32_t easternmost(const cutter *c, uint32_t ring)
{
    uint32_t best = ring;
    for (uint32_t i = c->corners[ring].next; i != ring; i = c->corners[i].next)
        if (at(c, i)[0] > at(c, best)[0])
            best = i;
    return best;
}

/* The corner of the outer loop that a line eastwards from p meets first, by the edge it crosses. */
static uint32_t first_met(const cutter *c, uint32_t outer, const double *p, double meet[2])
{
    uint32_t best = FLUV_NONE, i = outer;
    double nearest = INFINITY;
    do {
        const double *a = at(c, i), *b = at(c, c->corners[i].next);
        bool crosses = a[1] != b[1] && fmin(a[1], b[1]) <= p[1] && p[1] <= fmax(a[1], b[1]);
        double x = crosses ? a[0] + (p[1] - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) : -INFINITY;
        if (crosses && x >= p[0] && x < nearest) {
            nearest = x;
            best = a[0] > b[0] ? i : c->corners[i].next;
        }
        i = c->corners[i].next;
    } while (i != outer);
    meet[0] = nearest;
    meet[1] = p[1];
    return best;
}

/* The corner of the outer loop that sees the hole's point p. */
static uint32_t visible(const cutter *c, uint32_t outer, const double *p)
{
    double meet[2], flattest = INFINITY;
    uint32_t best = first_met(c, outer, p, meet), i = outer;
    if (best == FLUV_NONE)
        return outer;
    const double *far = at(c, best);
    bool above = far[1] > p[1];
    const double *a = p, *b = above ? meet : far, *d = above ? far : meet;
    do { /* corners between them stand in the way: the one nearest to the line is seen */
        const double *q = at(c, i);
        double slope = q[0] > p[0] ? fabs(q[1] - p[1]) / (q[0] - p[0]) : INFINITY;
        if (c->corners[i].reflex && i != best && slope < flattest && holds(a, b, d, q)) {
            flattest = slope;
            best = i;
        }
        i = c->corners[i].next;
    } while (i != outer);
    return best;
}

/* Joins two loops by an edge there and back. */
static void bridge(cutter *c, uint32_t outer, uint32_t inner)
{
    assert(outer < c->count && inner < c->count);
    uint32_t twin_outer = c->count, twin_inner = c->count + 1;
    c->corners[c->count++] = c->corners[outer];
    c->corners[c->count++] = c->corners[inner];
    c->corners[c->corners[outer].next].back = twin_outer;
    c->corners[c->corners[inner].back].next = twin_inner;
    c->corners[outer].next = inner;
    c->corners[inner].back = outer;
    c->corners[twin_inner].next = twin_outer;
    c->corners[twin_outer].back = twin_inner;
    judge(c, outer);
    judge(c, inner);
    judge(c, twin_outer);
    judge(c, twin_inner);
}

static bool is_ear(const cutter *c, uint32_t i)
{
    uint32_t back = c->corners[i].back, next = c->corners[i].next;
    const double *a = at(c, back), *b = at(c, i), *d = at(c, next);
    if (c->corners[i].reflex)
        return false;
    for (uint32_t k = c->corners[next].next; k != back; k = c->corners[k].next) {
        const double *p = at(c, k);
        bool same = (p[0] == a[0] && p[1] == a[1]) || (p[0] == b[0] && p[1] == b[1]) ||
                    (p[0] == d[0] && p[1] == d[1]);
        if (c->corners[k].reflex && !same && holds(a, b, d, p))
            return false;
    }
    return true;
}

static uint32_t next_ear(const cutter *c, uint32_t from)
{
    uint32_t i = from, convex = from;
    do {
        if (is_ear(c, i))
            return i;
        convex = c->corners[convex].reflex ? i : convex;
        i = c->corners[i].next;
    } while (i != from);
    return convex;
}

static size_t cut_all(cutter *c, uint32_t start, uint32_t left, uint32_t *indices)
{
    size_t count = 0;
    for (; left >= 3; left--) {
        uint32_t ear = next_ear(c, start), back = c->corners[ear].back, next = c->corners[ear].next;
        if (turn(at(c, back), at(c, ear), at(c, next)) > 0.0) {
            indices[count++] = c->corners[back].point;
            indices[count++] = c->corners[ear].point;
            indices[count++] = c->corners[next].point;
        }
        c->corners[back].next = next;
        c->corners[next].back = back;
        judge(c, back);
        judge(c, next);
        start = c->corners[next].next;
    }
    return count;
}

size_t fluv_ears_room(const fluv_polygon *polygon)
{
    return 3 * (size_t)(polygon->first_point[polygon->ring_count] - polygon->first_point[0] +
                        2 * polygon->ring_count);
}

fluv_status fluv_ears_cut(fluv_ctx *ctx, const fluv_polygon *polygon, uint32_t *indices,
                          size_t *count)
{
    assert(polygon->ring_count >= 1);
    uint32_t first = polygon->first_point[0], rings = (uint32_t)polygon->ring_count;
    uint32_t points = polygon->first_point[rings] - first;
    cutter c = {.xy = polygon->xy + 2 * (size_t)first};
    c.corners = fluv_scratch(ctx, points + 2 * (size_t)rings, sizeof *c.corners);
    uint32_t *holes = fluv_scratch(ctx, rings, sizeof *holes);
    if (!c.corners || !holes)
        return FLUV_NO_MEMORY;
    for (uint32_t r = 0; r < rings; r++) {
        uint32_t ring =
            add_ring(&c, polygon->first_point[r] - first, polygon->first_point[r + 1] - first);
        holes[r] = r ? easternmost(&c, ring) : ring;
    }
    for (uint32_t i = 0; i < points; i++)
        judge(&c, i);
    for (uint32_t r = 1; r < rings; r++)
        for (uint32_t k = r + 1; k < rings; k++) /* few: lakes have few islands */
            if (at(&c, holes[k])[0] > at(&c, holes[r])[0]) {
                uint32_t other = holes[r];
                holes[r] = holes[k];
                holes[k] = other;
            }
    for (uint32_t r = 1; r < rings; r++)
        bridge(&c, visible(&c, holes[0], at(&c, holes[r])), holes[r]);
    *count = cut_all(&c, holes[0], c.count, indices);
    assert(*count % 3 == 0 && *count <= fluv_ears_room(polygon));
    fluv_scratch_drop(ctx, holes);
    fluv_scratch_drop(ctx, c.corners);
    return fluv_look(ctx);
}
