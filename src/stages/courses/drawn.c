// SPDX-License-Identifier: MIT
/* Ways of rivers that were drawn by hand.
 *
 * in   sketches of the contour, nodes along them        out   ways through cells, point by point
 *
 * A drawn river keeps to its line from cell to cell. Corners are rounded a little, so that a river
 * does not turn on the spot; where a river that grew meets the upper end of a drawn one, it swings
 * into its direction.  O(points). */
#include "stages/courses/courses.h"
#include "stages/shared/climb.h"

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

/* At the foot of a node's sketch. */
static fluv_climb climb_of(const fluv_drawn_graph *g, uint32_t node)
{
    uint32_t sketch = node_of(g, node)->sketched - 1;
    assert(sketch < g->contour->sketches.ring_count);
    return fluv_climb_begin(&g->contour->sketches, sketch);
}

/* Points of a node's sketch. */
static size_t count_points(const fluv_drawn_graph *g, uint32_t node)
{
    fluv_climb c = climb_of(g, node);
    return c.last - c.at + (size_t)1;
}

fluv_vec fluv_outlet_of(const fluv_drawn_graph *g, uint32_t node)
{
    const fluv_stream_node *at = node_of(g, node), *below = node_of(g, at->parent);
    if (!at->sketched)
        return (fluv_vec){0.5 * (at->x + below->x), 0.5 * (at->y + below->y)};
    fluv_climb c = climb_of(g, node);
    return fluv_climb_to(&c, way_out(g, node));
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

/* Down a node's sketch from one way to another, both ends included. */
static void add_down(const fluv_drawn_graph *g, uint32_t node, double from, double to,
                     fluv_drawn_way *line)
{
    fluv_climb upper = climb_of(g, node), lower = upper;
    fluv_vec top = fluv_climb_to(&upper, from), end = fluv_climb_to(&lower, to);
    add(line, top);
    for (uint32_t i = upper.at; i > lower.at; i--)
        add(line, fluv_climb_point(&upper, i));
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
    add_down(g, above, way_out(g, above), upper->sketched == at->sketched ? at->way : 0.0, line);
}

/* From the node to the outlet, or to the sea. */
static void add_below(const fluv_drawn_graph *g, uint32_t node, fluv_vec sea, fluv_drawn_way *line)
{
    const fluv_stream_node *at = node_of(g, node);
    add(line, (fluv_vec){at->x, at->y});
    if (at->parent == FLUV_NONE)
        add(line, sea);
    else
        add_down(g, node, at->way, way_out(g, node), line);
    leave_out_same(line, 1e-6 * g->streams->edge);
}

static double length_of(const fluv_drawn_way *line, uint32_t from, uint32_t to)
{
    double length = 0.0;
    for (uint32_t i = from; i < to; i++)
        length += fluv_vec_distance(line->points[i], line->points[i + 1]);
    return length;
}

fluv_status fluv_drawn_through(fluv_ctx *ctx, const fluv_drawn_graph *g, uint32_t node,
                               uint32_t above, fluv_vec sea, fluv_drawn_way *out, double *middle)
{
    size_t room = 8 + INTO + count_points(g, node);
    room += above != FLUV_NONE && node_of(g, above)->sketched ? count_points(g, above) : 0;
    fluv_drawn_way below;
    FLUV_TRY(begin(ctx, room, out));
    FLUV_TRY(begin(ctx, room, &below));
    add_below(g, node, sea, &below);
    if (above != FLUV_NONE)
        add_above(g, node, above, below.points[1], out);
    uint32_t upper = out->count;
    for (uint32_t i = 0; i < below.count; i++)
        add(out, below.points[i]);
    double all = length_of(out, 0, out->count - 1);
    *middle = all > 0.0 ? length_of(out, 0, upper) / all : 0.0;
    fluv_scratch_drop(ctx, below.points);
    return finish(ctx, g->streams->edge, out);
}

fluv_status fluv_drawn_into(fluv_ctx *ctx, const fluv_drawn_graph *g, uint32_t node,
                            fluv_drawn_way *out)
{
    FLUV_TRY(begin(ctx, count_points(g, node) + 4, out));
    add_down(g, node, way_out(g, node), 0.0, out);
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
