// SPDX-License-Identifier: MIT
/* Segments by place.
 *
 * in   segments        out   the nearest to a point, the ones that pass a square
 *
 * A segment is linked into every square its bounding box touches, so squares should be about as
 * long as segments. Squares lie at multiples of their side: where the box ends does not matter to
 * what is inside.  O(1) to add; a search looks at the squares within its limit. */
#include "field/segments.h"

#include <assert.h>
#include <math.h>

#define MOST_SQUARES 4e6
#define LINKS        6    /* a segment on average */
#define ROUNDING     1e-6 /* of a square's side */

double fluv_vec_distance(fluv_vec a, fluv_vec b)
{
    fluv_vec d = fluv_minus(a, b);
    return sqrt(fluv_dot(d, d));
}

double fluv_segment_along(fluv_vec a, fluv_vec b, fluv_vec p)
{
    fluv_vec way = fluv_minus(b, a);
    double square = fluv_dot(way, way);
    double t = square > 0.0 ? fluv_dot(fluv_minus(p, a), way) / square : 0.0;
    return t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
}

double fluv_segment_distance(fluv_vec a, fluv_vec b, fluv_vec p)
{
    return fluv_vec_distance(p, fluv_between(a, b, fluv_segment_along(a, b, p)));
}

bool fluv_segments_meet(fluv_vec a, fluv_vec b, fluv_vec c, fluv_vec d)
{
    fluv_vec ab = fluv_minus(b, a), cd = fluv_minus(d, c);
    double sa = fluv_cross(cd, fluv_minus(a, c)), sb = fluv_cross(cd, fluv_minus(b, c));
    double sc = fluv_cross(ab, fluv_minus(c, a)), sd = fluv_cross(ab, fluv_minus(d, a));
    if (((sa > 0.0 && sb < 0.0) || (sa < 0.0 && sb > 0.0)) &&
        ((sc > 0.0 && sd < 0.0) || (sc < 0.0 && sd > 0.0)))
        return true;
    return (sa == 0.0 && fluv_segment_distance(c, d, a) == 0.0) ||
           (sb == 0.0 && fluv_segment_distance(c, d, b) == 0.0) ||
           (sc == 0.0 && fluv_segment_distance(a, b, c) == 0.0) ||
           (sd == 0.0 && fluv_segment_distance(a, b, d) == 0.0);
}

double fluv_segments_apart(fluv_vec a, fluv_vec b, fluv_vec c, fluv_vec d)
{
    if (fluv_segments_meet(a, b, c, d))
        return 0.0;
    double from_a = fluv_segment_distance(c, d, a), from_b = fluv_segment_distance(c, d, b);
    double from_c = fluv_segment_distance(a, b, c), from_d = fluv_segment_distance(a, b, d);
    return fmin(fmin(from_a, from_b), fmin(from_c, from_d));
}

fluv_status fluv_segments_init(fluv_ctx *ctx, fluv_box box, double side, size_t room,
                               fluv_segments *out)
{
    assert(side > 0.0 && box.high.x >= box.low.x && box.high.y >= box.low.y);
    double wide = box.high.x - box.low.x, tall = box.high.y - box.low.y;
    while ((wide / side + 2.0) * (tall / side + 2.0) > MOST_SQUARES)
        side *= 2.0;
    fluv_vec corner = {side * floor(box.low.x / side), side * floor(box.low.y / side)};
    wide = box.high.x - corner.x;
    tall = box.high.y - corner.y;
    *out = (fluv_segments){.corner = corner,
                           .side = side,
                           .cols = (uint32_t)(wide / side) + 1,
                           .rows = (uint32_t)(tall / side) + 1,
                           .room = room,
                           .link_room = room * LINKS + 64};
    size_t squares = (size_t)out->cols * out->rows;
    out->head = fluv_scratch(ctx, squares, sizeof *out->head);
    out->list = fluv_scratch(ctx, room, sizeof *out->list);
    out->links = fluv_scratch(ctx, out->link_room, sizeof *out->links);
    if (!out->head || !out->list || !out->links)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < squares; i++)
        out->head[i] = FLUV_NONE;
    return FLUV_OK;
}

static uint32_t square_of(double at, double side, uint32_t count)
{
    double square = floor(at / side);
    assert(count > 0 && !isnan(square));
    return square <= 0.0 ? 0 : square >= count ? count - 1 : (uint32_t)square;
}

uint32_t fluv_segments_col(const fluv_segments *s, double x)
{
    return square_of(x - s->corner.x, s->side, s->cols);
}

uint32_t fluv_segments_row(const fluv_segments *s, double y)
{
    return square_of(y - s->corner.y, s->side, s->rows);
}

fluv_squares fluv_segments_squares(const fluv_segments *s, const fluv_segment *segment)
{
    fluv_vec a = segment->a, b = segment->b;
    assert(isfinite(a.x) && isfinite(a.y) && isfinite(b.x) && isfinite(b.y));
    double on = ROUNDING * s->side; /* what lies on a square's side is in both */
    fluv_squares in = {
        fluv_segments_col(s, fmin(a.x, b.x) - on), fluv_segments_col(s, fmax(a.x, b.x) + on),
        fluv_segments_row(s, fmin(a.y, b.y) - on), fluv_segments_row(s, fmax(a.y, b.y) + on)};
    assert(in.right >= in.left && in.right < s->cols && in.high >= in.low && in.high < s->rows);
    return in;
}

bool fluv_segments_add(fluv_segments *s, fluv_segment segment)
{
    fluv_squares in = fluv_segments_squares(s, &segment);
    size_t squares = (size_t)(in.right - in.left + 1) * (in.high - in.low + 1);
    if (s->count == s->room || s->link_count + squares > s->link_room)
        return false;
    uint32_t index = (uint32_t)s->count++;
    s->list[index] = segment;
    for (uint32_t row = in.low; row <= in.high; row++)
        for (uint32_t col = in.left; col <= in.right; col++) {
            uint32_t *head = &s->head[(size_t)row * s->cols + col];
            s->links[s->link_count] = (fluv_segment_link){index, *head};
            *head = (uint32_t)s->link_count++;
        }
    return true;
}

static void search_square(const fluv_segments *s, size_t square, fluv_vec p, fluv_nearest *best)
{
    for (uint32_t l = s->head[square]; l != FLUV_NONE; l = s->links[l].next) {
        const fluv_segment *segment = &s->list[s->links[l].segment];
        double along = fluv_segment_along(segment->a, segment->b, p);
        double apart = fluv_vec_distance(p, fluv_between(segment->a, segment->b, along));
        bool first = apart == best->distance && s->links[l].segment < best->segment;
        if (apart < best->distance || first)
            *best = (fluv_nearest){s->links[l].segment, apart, along};
    }
}

fluv_nearest fluv_segments_nearest(const fluv_segments *s, fluv_vec p, double limit)
{
    fluv_nearest best = {FLUV_NONE, limit, 0.0};
    assert(limit >= 0.0);
    uint32_t left = fluv_segments_col(s, p.x - limit), right = fluv_segments_col(s, p.x + limit);
    uint32_t low = fluv_segments_row(s, p.y - limit), high = fluv_segments_row(s, p.y + limit);
    for (uint32_t row = low; row <= high; row++)
        for (uint32_t col = left; col <= right; col++)
            search_square(s, (size_t)row * s->cols + col, p, &best);
    return best;
}
