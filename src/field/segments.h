// SPDX-License-Identifier: MIT
/* Segments in the plane, found by place: a grid of squares, each with a chain of the segments that
 * pass it. Segments can be added at any time; none is taken away. */
#ifndef FLUV_FIELD_SEGMENTS_H
#define FLUV_FIELD_SEGMENTS_H

#include "base/ctx.h"

typedef struct fluv_vec {
    double x, y; /* m */
} fluv_vec;

typedef struct fluv_box {
    fluv_vec low, high;
} fluv_box;

typedef struct fluv_segment {
    fluv_vec a, b;
    uint32_t tag; /* the caller's */
} fluv_segment;

typedef struct fluv_segment_link {
    uint32_t segment, next; /* next: link of the same square, FLUV_NONE: last */
} fluv_segment_link;

typedef struct fluv_segments {
    fluv_vec corner; /* of square 0, low x and y */
    double side;     /* of a square, m */
    uint32_t cols, rows;
    uint32_t *head; /* a square: its first link */
    fluv_segment *list;
    fluv_segment_link *links;
    size_t count, room, link_count, link_room;
} fluv_segments;

/* What lies nearest. */
typedef struct fluv_nearest {
    uint32_t segment; /* index, FLUV_NONE: nothing within the limit */
    double distance;
    double along; /* 0 at a .. 1 at b */
} fluv_nearest;

static inline double fluv_dot(fluv_vec a, fluv_vec b)
{
    return a.x * b.x + a.y * b.y;
}

/* Between which shares of a way from `at` by `step` it lies between two bounds, seen along one
 * axis; `begin` and `end` are narrowed. None are left where begin > end. */
static inline void fluv_clip(double at, double step, double low, double high, double *begin,
                             double *end)
{
    if (step == 0.0) {
        *end = at >= low && at <= high ? *end : -1.0;
        return;
    }
    double a = (low - at) / step, b = (high - at) / step;
    *begin = a < b ? (*begin > a ? *begin : a) : (*begin > b ? *begin : b);
    *end = a < b ? (*end < b ? *end : b) : (*end < a ? *end : a);
}

static inline double fluv_cross(fluv_vec a, fluv_vec b)
{
    return a.x * b.y - a.y * b.x;
}

static inline fluv_vec fluv_minus(fluv_vec a, fluv_vec b)
{
    return (fluv_vec){a.x - b.x, a.y - b.y};
}

static inline fluv_vec fluv_plus(fluv_vec a, fluv_vec b)
{
    return (fluv_vec){a.x + b.x, a.y + b.y};
}

static inline fluv_vec fluv_times(fluv_vec a, double s)
{
    return (fluv_vec){a.x * s, a.y * s};
}

static inline fluv_vec fluv_between(fluv_vec a, fluv_vec b, double t)
{
    return (fluv_vec){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

double fluv_vec_distance(fluv_vec a, fluv_vec b);
/* Where on the segment the point nearest to p lies, 0 .. 1. */
double fluv_segment_along(fluv_vec a, fluv_vec b, fluv_vec p);
double fluv_segment_distance(fluv_vec a, fluv_vec b, fluv_vec p);
/* Whether two segments have a point in common. */
bool fluv_segments_meet(fluv_vec a, fluv_vec b, fluv_vec c, fluv_vec d);
/* Least distance of two segments. */
double fluv_segments_apart(fluv_vec a, fluv_vec b, fluv_vec c, fluv_vec d);

/* Takes scratch memory for `room` segments, each no longer than about `reach` squares of `side`.
 * Side is doubled while the box would have more than four million squares. */
FLUV_MUST_CHECK fluv_status fluv_segments_init(fluv_ctx *ctx, fluv_box box, double side,
                                               size_t room, fluv_segments *out);
/* The squares that a segment is linked into. */
typedef struct fluv_squares {
    uint32_t left, right, low, high;
} fluv_squares;
fluv_squares fluv_segments_squares(const fluv_segments *segments, const fluv_segment *segment);
/* False when there is no room left. */
bool fluv_segments_add(fluv_segments *segments, fluv_segment segment);
fluv_nearest fluv_segments_nearest(const fluv_segments *segments, fluv_vec p, double limit);
/* The square a place lies in, or the nearest one of the grid. */
uint32_t fluv_segments_col(const fluv_segments *segments, double x);
uint32_t fluv_segments_row(const fluv_segments *segments, double y);

#endif
