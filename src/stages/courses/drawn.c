// SPDX-License-Identifier: MIT
/* Ways of rivers that were drawn by hand.
 *
 * in   sketches of the contour, nodes along them        out   ways through cells, point by point
 *
 * A drawn river keeps to its line from cell to cell. Corners are rounded a little, so that a river
 * does not turn on the spot; where a river that grew meets the upper end of a drawn one, it swings
 * into its direction.  O(points). */
#include "stages/courses/courses.h"

#include <assert.h>

#define ROUND  (1.0 / 16.0) /* of an edge: how far from a corner its rounding begins, */
#define MOST   0.4          /* of either piece at most */
#define PIECES 4            /* of a rounded corner */
#define INTO   8            /* pieces of the way from a river that grew */

static const fluv_stream_node *node_of(const fluv_drawn_graph *g, uint32_t node)
{
    assert(node < g->streams->count);
    return &g->streams->nodes[node];
}

bool fluv_continues_drawn(const fluv_drawn_graph *g, uint32_t node)
{
    const fluv_stream_node *at = node_of(g, node);
    assert(at->parent != FLUV_NONE);
    return at->sketched && node_of(g, at->parent)->sketched == at->sketched;
}

/* Ways up a node's sketch: to where the edge below the node is left. */
static double way_out(const fluv_drawn_graph *g, uint32_t node)
{
    const fluv_stream_node *at = node_of(g, node);
    double below = fluv_continues_drawn(g, node) ? node_of(g, at->parent)->way : 0.0;
    return 0.5 * (at->way + below);
}

/* ---- Sketches ---- */

/* A sketch as a line of points up from its foot. */
typedef struct sketch {
    const double *xy;
    uint32_t count;
} sketch;

static sketch sketch_of(const fluv_drawn_graph *g, uint32_t node)
{
    const fluv_outline *lines = &g->contour->sketches;
    uint32_t k = node_of(g, node)->sketched - 1;
    assert(k < lines->ring_count);
    return (sketch){lines->xy + 2 * (size_t)lines->first_point[k],
                    lines->first_point[k + 1] - lines->first_point[k]};
}

static fluv_vec point_at(const sketch *s, uint32_t i)
{
    return (fluv_vec){s->xy[2 * (size_t)i], s->xy[2 * (size_t)i + 1]};
}

/* The place a way up; `piece`: the point below it. */
static fluv_vec climb_to(const sketch *s, double way, uint32_t *piece)
{
    for (uint32_t i = 0;; i++) {
        double length = fluv_vec_distance(point_at(s, i), point_at(s, i + 1));
        *piece = i;
        if (way <= length || i + 2 == s->count)
            return fluv_between(point_at(s, i), point_at(s, i + 1),
                                length > 0.0 ? fmin(1.0, way / length) : 0.0);
        way -= length;
    }
}

fluv_vec fluv_outlet_of(const fluv_drawn_graph *g, uint32_t node)
{
    const fluv_stream_node *at = node_of(g, node), *below = node_of(g, at->parent);
    uint32_t piece;
    if (!at->sketched)
        return (fluv_vec){0.5 * (at->x + below->x), 0.5 * (at->y + below->y)};
    sketch s = sketch_of(g, node);
    return climb_to(&s, way_out(g, node), &piece);
}

double fluv_drawn_bend(const fluv_drawn_graph *g, uint32_t node)
{
    const fluv_stream_node *at = node_of(g, node);
    if (!at->sketched)
        return 1.0;
    const fluv_sketch_foot *foot = &g->contour->feet[at->sketched - 1];
    return at->way < foot->drawn ? 1.0 : 1.0 - foot->weight;
}

/* ---- Lines ---- */

static void add(fluv_drawn_way *line, fluv_vec at)
{
    line->points[line->count++] = at;
}

/* Down a sketch from one way to another, both ends included. */
static void add_down(const sketch *s, double from, double to, fluv_drawn_way *line)
{
    uint32_t upper, lower;
    fluv_vec top = climb_to(s, from, &upper), end = climb_to(s, to, &lower);
    add(line, top);
    for (uint32_t i = upper; i > lower; i--)
        add(line, point_at(s, i));
    add(line, end);
}

static fluv_status begin(fluv_ctx *ctx, size_t room, fluv_drawn_way *line)
{
    *line = (fluv_drawn_way){.points = fluv_scratch(ctx, room, sizeof *line->points)};
    return line->points ? FLUV_OK : FLUV_NO_MEMORY;
}

/* Points without those that follow each other at one place. */
static void leave_out_same(fluv_drawn_way *line, double near)
{
    uint32_t kept = 1;
    for (uint32_t i = 1; i < line->count; i++) {
        bool last = i + 1 == line->count;
        if (fluv_vec_distance(line->points[i], line->points[kept - 1]) > near)
            line->points[kept++] = line->points[i];
        else if (last && kept > 1)
            line->points[kept - 1] = line->points[i];
    }
    if (kept == 1) /* all at one place */
        line->points[kept++] = line->points[line->count - 1];
    line->count = kept;
}

static void add_corner(fluv_vec before, fluv_vec at, fluv_vec after, double most,
                       fluv_drawn_way *to)
{
    double back = fluv_vec_distance(before, at), on = fluv_vec_distance(at, after);
    fluv_vec a = fluv_between(at, before, fmin(MOST, most / back));
    fluv_vec b = fluv_between(at, after, fmin(MOST, most / on));
    for (int k = 0; k <= PIECES; k++) {
        double t = (double)k / PIECES;
        add(to, fluv_between(fluv_between(a, at, t), fluv_between(at, b, t), t));
    }
}

/* Rounds corners and measures ways. */
static fluv_status finish(fluv_ctx *ctx, double edge, fluv_drawn_way *line)
{
    fluv_drawn_way round;
    leave_out_same(line, 1e-6 * edge);
    FLUV_TRY(begin(ctx, (PIECES + (size_t)1) * line->count, &round));
    add(&round, line->points[0]);
    for (uint32_t i = 1; i + 1 < line->count; i++)
        add_corner(line->points[i - 1], line->points[i], line->points[i + 1], ROUND * edge, &round);
    add(&round, line->points[line->count - 1]);
    fluv_scratch_drop(ctx, line->points);
    *line = round;
    line->way = fluv_scratch(ctx, line->count, sizeof *line->way);
    if (!line->way)
        return FLUV_NO_MEMORY;
    line->way[0] = 0.0;
    for (uint32_t i = 1; i < line->count; i++)
        line->way[i] =
            line->way[i - 1] + fmax(fluv_vec_distance(line->points[i - 1], line->points[i]), 1e-9);
    return FLUV_OK;
}

void fluv_drawn_drop(fluv_ctx *ctx, fluv_drawn_way *line)
{
    fluv_scratch_drop(ctx, line->way);
    fluv_scratch_drop(ctx, line->points);
}

/* From where a river that grew enters the cell to the node, into the direction of `ahead`. */
static void add_grown(fluv_vec from, fluv_vec at, fluv_vec ahead, fluv_drawn_way *line)
{
    double far = fluv_vec_distance(from, at);
    fluv_vec way = fluv_minus(at, from), on = fluv_minus(ahead, at);
    double length = sqrt(fluv_dot(on, on));
    fluv_cubic swing = {
        .a = from, .b = at, .from = way, .to = length > 0.0 ? fluv_times(on, far / length) : way};
    for (int k = 0; k < INTO; k++)
        add(line, fluv_cubic_at(&swing, (double)k / INTO));
}

/* What enters the cell from above, down to the node. */
static void add_above(const fluv_drawn_graph *g, uint32_t node, uint32_t above, fluv_vec ahead,
                      fluv_drawn_way *line)
{
    const fluv_stream_node *at = node_of(g, node), *upper = node_of(g, above);
    if (!upper->sketched) {
        add_grown(fluv_outlet_of(g, above), (fluv_vec){at->x, at->y}, ahead, line);
        return;
    }
    sketch s = sketch_of(g, above);
    add_down(&s, way_out(g, above), upper->sketched == at->sketched ? at->way : 0.0, line);
}

fluv_status fluv_drawn_through(fluv_ctx *ctx, const fluv_drawn_graph *g, uint32_t node,
                               uint32_t above, fluv_vec sea, fluv_drawn_way *out, double *middle)
{
    const fluv_stream_node *at = node_of(g, node);
    bool mouth = at->parent == FLUV_NONE;
    size_t room = 8 + INTO + (size_t)(mouth ? 0 : sketch_of(g, node).count);
    room += above != FLUV_NONE && node_of(g, above)->sketched ? sketch_of(g, above).count : 0;
    FLUV_TRY(begin(ctx, room, out));
    fluv_drawn_way below;
    FLUV_TRY(begin(ctx, room, &below));
    add(&below, (fluv_vec){at->x, at->y});
    if (mouth) {
        add(&below, sea);
    } else {
        sketch s = sketch_of(g, node);
        add_down(&s, at->way, way_out(g, node), &below);
    }
    leave_out_same(&below, 1e-6 * g->streams->edge);
    if (above != FLUV_NONE)
        add_above(g, node, above, below.points[1], out);
    double over = 0.0, all;
    for (uint32_t i = 0; i < below.count; i++)
        add(out, below.points[i]);
    uint32_t upper = out->count - below.count;
    for (uint32_t i = 0; i < upper; i++)
        over += fluv_vec_distance(out->points[i], out->points[i + 1]);
    all = over;
    for (uint32_t i = upper; i + 1 < out->count; i++)
        all += fluv_vec_distance(out->points[i], out->points[i + 1]);
    *middle = all > 0.0 ? over / all : 0.0;
    fluv_scratch_drop(ctx, below.points);
    return finish(ctx, g->streams->edge, out);
}

fluv_status fluv_drawn_into(fluv_ctx *ctx, const fluv_drawn_graph *g, uint32_t node,
                            fluv_drawn_way *out)
{
    sketch s = sketch_of(g, node);
    FLUV_TRY(begin(ctx, (size_t)s.count + 4, out));
    add_down(&s, way_out(g, node), 0.0, out);
    return finish(ctx, g->streams->edge, out);
}

double fluv_drawn_nearest(const fluv_drawn_way *line, fluv_vec p)
{
    double least = INFINITY, way = 0.0;
    for (uint32_t i = 0; i + 1 < line->count; i++) {
        double along = fluv_segment_along(line->points[i], line->points[i + 1], p);
        double far =
            fluv_vec_distance(fluv_between(line->points[i], line->points[i + 1], along), p);
        if (far < least) {
            least = far;
            way = line->way[i] + along * (line->way[i + 1] - line->way[i]);
        }
    }
    return way / line->way[line->count - 1];
}

void fluv_drawn_end_at(fluv_drawn_way *line, fluv_vec end)
{
    uint32_t last = line->count - 1;
    line->points[last] = end;
    line->way[last] =
        line->way[last - 1] + fmax(fluv_vec_distance(line->points[last - 1], end), 1e-9);
}
