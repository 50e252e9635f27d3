// SPDX-License-Identifier: MIT
/* The smooth outline: one point between each pair of neighbouring cells that the line separates.
 *
 * A point lies on the straight line between two cell centres and may slide on it, from 0.2 to 0.8
 * of the way. It starts where the ground crosses the water level (halfway where there is none),
 * then a few rounds of smoothing slide all points, forwards and backwards in turn so that nothing
 * shrinks, and at last every corner is cut at a quarter of its two sides.
 *
 * Between four centres the line is a chord, or two that cut opposite corners; as points slide on
 * the sides alone, chords never meet, and a cut moves the line by at most a quarter of what is
 * left. So rings stay simple, never touch, and keep every centre on its side.
 *
 * On the frame's border the line runs along it: a point that slides along the border has a foot
 * on it, and the frame's corners stand.  O(n) for a walk of n edges.
 *
 * Based on: Gibson. Constrained elastic surface nets. 1998
 *           Taubin. A signal processing approach to fair surface design. 1995
 *           Chaikin. An algorithm for high-speed curve generation. 1974 */
#include "field/outline_walk.h"

#include <assert.h>
#include <math.h>

#define ROUNDS    6
#define FORWARDS  0.5
#define BACKWARDS (-0.52)
#define REACH     0.3  /* farthest slide from halfway, in cells */
#define STRAIGHT  1e-9 /* cross product in cells under which a point says nothing */

typedef enum hold {
    SLIDES_X,
    SLIDES_Y,
    FIXED,     /* a corner of the frame */
    FOOT_NEXT, /* on the border, below the point after it */
    FOOT_LAST  /* … below the point before it */
} hold;

typedef struct knot {
    double x, y;
    double half; /* the coordinate that slides, halfway between the centres */
    hold hold;
} knot;

/* How far beyond halfway, from the labelled cell outwards, the ground crosses the level. */
static double crossing(const fluv_outline_job *job, fluv_walk_edge edge, uint32_t label)
{
    if (!job->ground || !job->level)
        return 0.0;
    size_t cell = (size_t)edge.row * job->cols + edge.col;
    size_t other = edge.side == FLUV_SIDE_E   ? cell + 1
                   : edge.side == FLUV_SIDE_W ? cell - 1
                   : edge.side == FLUV_SIDE_S ? cell + job->cols
                                              : cell - job->cols;
    double inside = job->ground[cell], outside = job->ground[other];
    double part = (job->level[label] - inside) / (outside - inside);
    return part >= 0.0 && part <= 1.0 ? fmin(fmax(part - 0.5, -REACH), REACH) : 0.0;
}

static knot sliding_knot(const fluv_outline_job *job, fluv_walk_edge edge, uint32_t label)
{
    double x = edge.col + 0.5, y = edge.row + 0.5, shift = crossing(job, edge, label);
    switch (edge.side) {
    case FLUV_SIDE_E:
        return (knot){.x = x + 0.5 + shift, .y = y, .half = x + 0.5, .hold = SLIDES_X};
    case FLUV_SIDE_W:
        return (knot){.x = x - 0.5 - shift, .y = y, .half = x - 0.5, .hold = SLIDES_X};
    case FLUV_SIDE_S:
        return (knot){.x = x, .y = y + 0.5 + shift, .half = y + 0.5, .hold = SLIDES_Y};
    default:
        return (knot){.x = x, .y = y - 0.5 - shift, .half = y - 0.5, .hold = SLIDES_Y};
    }
}

/* Whether something stands between an edge and the next: only where the border is met or turns. */
static bool border_knot(fluv_walk_edge edge, fluv_walk_edge next, knot *at)
{
    if (!edge.border && !next.border)
        return false;
    if (edge.border && next.border && edge.side == next.side)
        return false;
    hold what = edge.border && next.border ? FIXED : edge.border ? FOOT_NEXT : FOOT_LAST;
    *at = (knot){.x = fluv_walk_end_col(edge), .y = fluv_walk_end_row(edge), .hold = what};
    return true;
}

static size_t collect_knots(const fluv_outline_job *job, const fluv_walk *walk, knot *knots)
{
    size_t count = 0;
    uint32_t label = fluv_walk_label(job, walk->col, walk->row);
    fluv_walk_edge at = fluv_walk_begin(job, walk);
    for (size_t i = 0; i < walk->edges; i++) {
        fluv_walk_edge next = fluv_walk_on(job, label, &at);
        if (!at.border)
            knots[count++] = sliding_knot(job, at, label);
        count += border_knot(at, next, &knots[count]);
        assert(count < 2 * walk->edges);
        at = next;
    }
    return count;
}

/* Feet follow the points they belong to. Returns whether there are any. */
static bool set_feet(knot *knots, size_t count)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (knots[i].hold != FOOT_NEXT && knots[i].hold != FOOT_LAST)
            continue;
        any = true;
        size_t of = knots[i].hold == FOOT_NEXT ? (i + 1) % count : (i + count - 1) % count;
        if (knots[of].hold == SLIDES_X)
            knots[i].x = knots[of].x;
        else
            knots[i].y = knots[of].y;
    }
    return any;
}

static double slid(double now, double last, double next, double half, double pull)
{
    double wanted = now + pull * (0.5 * (last + next) - now);
    double least = half - REACH, most = half + REACH;
    return wanted < least ? least : wanted > most ? most : wanted;
}

static void slide(knot *knots, size_t count, double pull)
{
    assert(count > 0);
    knot first = knots[0], last = knots[count - 1];
    for (size_t i = 0; i < count; i++) {
        knot now = knots[i], next = i + 1 < count ? knots[i + 1] : first;
        if (now.hold == SLIDES_X)
            knots[i].x = slid(now.x, last.x, next.x, now.half, pull);
        else if (now.hold == SLIDES_Y)
            knots[i].y = slid(now.y, last.y, next.y, now.half, pull);
        last = now;
    }
}

/* Returns the number of points. */
static size_t cut_corners(const knot *knots, size_t count, double *xy)
{
    double *to = xy;
    knot last = knots[count - 1];
    for (size_t i = 0; i < count; i++) {
        knot now = knots[i], next = knots[i + 1 < count ? i + 1 : 0];
        bool cut = now.hold == SLIDES_X || now.hold == SLIDES_Y;
        *to++ = cut ? 0.75 * now.x + 0.25 * last.x : now.x;
        *to++ = cut ? 0.75 * now.y + 0.25 * last.y : now.y;
        if (cut) {
            *to++ = 0.75 * now.x + 0.25 * next.x;
            *to++ = 0.75 * now.y + 0.25 * next.y;
        }
        last = now;
    }
    return (size_t)(to - xy) / 2;
}

/* Takes out points on straight pieces; returns how many are left. */
static size_t drop_straight_points(double *xy, size_t count)
{
    size_t kept = 0;
    double x0 = xy[0], y0 = xy[1], last_x = xy[2 * count - 2], last_y = xy[2 * count - 1];
    for (size_t i = 0; i < count; i++) {
        double x = xy[2 * i], y = xy[2 * i + 1];
        double next_x = i + 1 < count ? xy[2 * i + 2] : x0;
        double next_y = i + 1 < count ? xy[2 * i + 3] : y0;
        if (fabs((x - last_x) * (next_y - y) - (y - last_y) * (next_x - x)) <= STRAIGHT)
            continue;
        xy[2 * kept] = last_x = x;
        xy[2 * kept + 1] = last_y = y;
        kept++;
    }
    return kept;
}

static void make_smooth_ring(const fluv_outline_job *job, const fluv_walk *walk,
                             fluv_walk_rings *out)
{
    knot *knots = out->work;
    size_t count = collect_knots(job, walk, knots);
    bool feet = set_feet(knots, count);
    for (int i = 0; i < 2 * ROUNDS; i++) {
        slide(knots, count, i % 2 ? BACKWARDS : FORWARDS);
        if (feet)
            (void)set_feet(knots, count);
    }
    size_t points = cut_corners(knots, count, out->xy);
    assert(points <= 2 * walk->edges);
    out->length[out->ring_count++] = (uint32_t)drop_straight_points(out->xy, points);
}

/* Along the border a run of n edges has n + 1 knots at most, of one point each; elsewhere an edge
 * has one knot of two points. */
const fluv_walk_form fluv_walk_smooth = {
    .points = 2, .work = 2 * sizeof(knot), .make = make_smooth_ring};
