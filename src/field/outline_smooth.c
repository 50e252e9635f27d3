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

static fluv_status add_knot(fluv_ctx *ctx, fluv_trace *trace, knot at)
{
    knot *room = fluv_list_append(ctx, &trace->work, 1, sizeof *room);
    if (!room)
        return FLUV_NO_MEMORY;
    *room = at;
    return FLUV_OK;
}

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

/* What stands between an edge and the next: something only where the border is met or turns. */
static fluv_status add_border_knot(fluv_ctx *ctx, fluv_trace *trace, fluv_walk_edge edge,
                                   fluv_walk_edge next)
{
    if (!edge.border && !next.border)
        return FLUV_OK;
    if (edge.border && next.border && edge.side == next.side)
        return FLUV_OK;
    hold what = edge.border && next.border ? FIXED : edge.border ? FOOT_NEXT : FOOT_LAST;
    return add_knot(
        ctx, trace,
        (knot){.x = fluv_walk_end_col(edge), .y = fluv_walk_end_row(edge), .hold = what});
}

static fluv_status collect_knots(fluv_ctx *ctx, const fluv_outline_job *job, fluv_trace *trace,
                                 uint32_t label)
{
    const fluv_walk_edge *edges = trace->edges.items;
    size_t count = trace->edges.count;
    trace->work.count = 0;
    for (size_t i = 0; i < count; i++) {
        if (!edges[i].border)
            FLUV_TRY(add_knot(ctx, trace, sliding_knot(job, edges[i], label)));
        FLUV_TRY(add_border_knot(ctx, trace, edges[i], edges[i + 1 < count ? i + 1 : 0]));
    }
    return FLUV_OK;
}

/* Feet follow the points they belong to. */
static void set_feet(knot *knots, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (knots[i].hold != FOOT_NEXT && knots[i].hold != FOOT_LAST)
            continue;
        size_t of = knots[i].hold == FOOT_NEXT ? (i + 1) % count : (i + count - 1) % count;
        if (knots[of].hold == SLIDES_X)
            knots[i].x = knots[of].x;
        else
            knots[i].y = knots[of].y;
    }
}

static double slid(double now, double last, double next, double half, double pull)
{
    double wanted = now + pull * (0.5 * (last + next) - now);
    double least = half - REACH, most = half + REACH;
    return wanted < least ? least : wanted > most ? most : wanted;
}

static void slide(knot *knots, size_t count, double pull)
{
    knot first = knots[0], last = knots[count - 1];
    for (size_t i = 0; i < count; i++) {
        knot now = knots[i], next = i + 1 < count ? knots[i + 1] : first;
        if (now.hold == SLIDES_X)
            knots[i].x = slid(now.x, last.x, next.x, now.half, pull);
        else if (now.hold == SLIDES_Y)
            knots[i].y = slid(now.y, last.y, next.y, now.half, pull);
        last = now;
    }
    set_feet(knots, count);
}

static fluv_status cut_corners(fluv_ctx *ctx, fluv_trace *trace)
{
    const knot *knots = trace->work.items;
    size_t count = trace->work.count;
    for (size_t i = 0; i < count; i++) {
        knot now = knots[i], last = knots[(i + count - 1) % count], next = knots[(i + 1) % count];
        bool cut = now.hold == SLIDES_X || now.hold == SLIDES_Y;
        double *xy = fluv_list_append(ctx, &trace->xy, cut ? 4 : 2, sizeof *xy);
        if (!xy)
            return FLUV_NO_MEMORY;
        xy[0] = cut ? 0.75 * now.x + 0.25 * last.x : now.x;
        xy[1] = cut ? 0.75 * now.y + 0.25 * last.y : now.y;
        if (cut) {
            xy[2] = 0.75 * now.x + 0.25 * next.x;
            xy[3] = 0.75 * now.y + 0.25 * next.y;
        }
    }
    return FLUV_OK;
}

/* Takes out points on straight pieces of the ring at the end of the list. */
static void drop_straight_points(fluv_list *list, size_t first_point)
{
    double *xy = (double *)list->items + 2 * first_point;
    size_t count = list->count / 2 - first_point, kept = 0;
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
    list->count = 2 * (first_point + kept);
}

fluv_status fluv_walk_to_smooth_ring(fluv_ctx *ctx, const fluv_outline_job *job, fluv_trace *trace,
                                     fluv_traced_ring ring)
{
    size_t first_point = trace->xy.count / 2;
    FLUV_TRY(collect_knots(ctx, job, trace, ring.label));
    set_feet(trace->work.items, trace->work.count);
    for (int round = 0; round < ROUNDS; round++) {
        slide(trace->work.items, trace->work.count, FORWARDS);
        slide(trace->work.items, trace->work.count, BACKWARDS);
    }
    FLUV_TRY(cut_corners(ctx, trace));
    drop_straight_points(&trace->xy, first_point);
    return fluv_trace_ring(ctx, trace, ring, first_point);
}
