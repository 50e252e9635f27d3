// SPDX-License-Identifier: MIT
/* The inside of closed rings.
 *
 * in   rings        out   inside or not, for any point
 *
 * Going from one point to another, each crossing of the border changes sides. Sides are known at
 * the middles of squares, row by row from the west; a point's side follows from its square's middle
 * by a horizontal and a vertical step inside the square, so only the pieces in the square matter. A
 * piece is crossed when one end is on the low side of the line and the other is not: rings cross a
 * line an even number of times.  O(points + squares). */
#include "field/domain.h"

#include <assert.h>
#include <math.h>

/* Crossings of the line y = at with x in (from, to]. */
static unsigned crossings_along_x(const fluv_segments *s, size_t square, double at, double from,
                                  double to)
{
    unsigned count = 0;
    for (uint32_t l = s->head[square]; l != FLUV_NONE; l = s->links[l].next) {
        const fluv_segment *piece = &s->list[s->links[l].segment];
        if ((piece->a.y <= at) == (piece->b.y <= at))
            continue;
        assert(piece->a.y != piece->b.y);
        double t = (at - piece->a.y) / (piece->b.y - piece->a.y);
        double x = piece->a.x + t * (piece->b.x - piece->a.x);
        count += x > from && x <= to;
    }
    return count;
}

/* Crossings of the line x = at with y in (from, to]. */
static unsigned crossings_along_y(const fluv_segments *s, size_t square, double at, double from,
                                  double to)
{
    unsigned count = 0;
    for (uint32_t l = s->head[square]; l != FLUV_NONE; l = s->links[l].next) {
        const fluv_segment *piece = &s->list[s->links[l].segment];
        if ((piece->a.x <= at) == (piece->b.x <= at))
            continue;
        double t = (at - piece->a.x) / (piece->b.x - piece->a.x);
        double y = piece->a.y + t * (piece->b.y - piece->a.y);
        count += y > from && y <= to;
    }
    return count;
}

static fluv_vec middle_of(const fluv_segments *s, uint32_t col, uint32_t row)
{
    return (fluv_vec){s->corner.x + s->side * (col + 0.5), s->corner.y + s->side * (row + 0.5)};
}

static void mark_row(const fluv_segments *s, uint32_t row, uint8_t *inside)
{
    assert(row < s->rows);
    unsigned side = 0;
    double border = s->corner.x;
    for (uint32_t col = 0; col < s->cols; col++) {
        fluv_vec middle = middle_of(s, col, row);
        size_t square = (size_t)row * s->cols + col;
        side += crossings_along_x(s, square, middle.y, border, middle.x);
        inside[square] = side & 1;
        border = s->corner.x + s->side * (col + 1.0);
        side += crossings_along_x(s, square, middle.y, middle.x, border);
    }
    assert((side & 1) == 0); /* rings are closed */
}

static fluv_box box_of(const fluv_outline *outline, double margin)
{
    assert(outline->ring_count > 0 && outline->first_point[0] == 0);
    fluv_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (size_t i = 0; i < outline->first_point[outline->ring_count]; i++) {
        box.low.x = fmin(box.low.x, outline->xy[2 * i]);
        box.low.y = fmin(box.low.y, outline->xy[2 * i + 1]);
        box.high.x = fmax(box.high.x, outline->xy[2 * i]);
        box.high.y = fmax(box.high.y, outline->xy[2 * i + 1]);
    }
    box.low = (fluv_vec){box.low.x - margin, box.low.y - margin};
    box.high = (fluv_vec){box.high.x + margin, box.high.y + margin};
    return box;
}

/* Long pieces are cut so that a piece touches few squares. */
static size_t parts_of(const double *a, const double *b, double side)
{
    return (size_t)(hypot(b[0] - a[0], b[1] - a[1]) / side) + 1;
}

static fluv_status add_ring(fluv_ctx *ctx, const fluv_outline *outline, size_t ring,
                            fluv_domain *out)
{
    uint32_t first = outline->first_point[ring], end = outline->first_point[ring + 1];
    for (uint32_t i = first; i < end; i++) {
        const double *a = outline->xy + 2 * (size_t)i;
        const double *b = outline->xy + 2 * (size_t)(i + 1 < end ? i + 1 : first);
        size_t parts = parts_of(a, b, out->border.side);
        fluv_vec from = {a[0], a[1]}, to = {b[0], b[1]}, at = from;
        for (size_t k = 1; k <= parts; k++) {
            fluv_vec next = k == parts ? to : fluv_between(from, to, (double)k / (double)parts);
            if (!fluv_segments_add(&out->border, (fluv_segment){at, next, i}))
                return fluv_fail(ctx, FLUV_NO_MEMORY, "a coast line of %u points is too winding",
                                 end - first);
            at = next;
        }
        out->area += 0.5 * fluv_cross(fluv_minus(from, out->border.corner),
                                      fluv_minus(to, out->border.corner));
    }
    return FLUV_OK;
}

fluv_status fluv_domain_init(fluv_ctx *ctx, const fluv_outline *outline, double side,
                             fluv_domain *out)
{
    size_t points = outline->first_point[outline->ring_count], room = points;
    assert(side > 0.0 && points > 0);
    *out = (fluv_domain){0};
    for (size_t ring = 0; ring < outline->ring_count; ring++)
        for (uint32_t i = outline->first_point[ring]; i < outline->first_point[ring + 1]; i++) {
            uint32_t next =
                i + 1 < outline->first_point[ring + 1] ? i + 1 : outline->first_point[ring];
            room += parts_of(outline->xy + 2 * (size_t)i, outline->xy + 2 * (size_t)next, side);
        }
    FLUV_TRY(fluv_segments_init(ctx, box_of(outline, side), side, room, &out->border));
    for (size_t ring = 0; ring < outline->ring_count; ring++)
        FLUV_TRY(add_ring(ctx, outline, ring, out));
    out->inside = fluv_scratch(ctx, (size_t)out->border.cols * out->border.rows, 1);
    if (!out->inside)
        return FLUV_NO_MEMORY;
    for (uint32_t row = 0; row < out->border.rows; row++)
        mark_row(&out->border, row, out->inside);
    return FLUV_OK;
}

bool fluv_domain_holds(const fluv_domain *domain, fluv_vec p)
{
    const fluv_segments *s = &domain->border;
    double x = (p.x - s->corner.x) / s->side, y = (p.y - s->corner.y) / s->side;
    if (!(x >= 0.0 && y >= 0.0 && x < s->cols && y < s->rows))
        return false;
    uint32_t col = (uint32_t)x, row = (uint32_t)y;
    size_t square = (size_t)row * s->cols + col;
    if (s->head[square] == FLUV_NONE)
        return domain->inside[square];
    fluv_vec middle = middle_of(s, col, row);
    unsigned side = domain->inside[square];
    side += crossings_along_x(s, square, middle.y, fmin(middle.x, p.x), fmax(middle.x, p.x));
    side += crossings_along_y(s, square, p.x, fmin(middle.y, p.y), fmax(middle.y, p.y));
    return side & 1;
}

double fluv_domain_shore(const fluv_domain *domain, fluv_vec p)
{
    assert(domain->border.count > 0 && isfinite(p.x) && isfinite(p.y));
    for (double limit = domain->border.side;; limit *= 2.0) {
        fluv_nearest near = fluv_segments_nearest(&domain->border, p, limit);
        if (near.segment != FLUV_NONE || !(limit < 1e12))
            return near.distance;
    }
}

static bool same(fluv_vec a, fluv_vec b)
{
    return a.x == b.x && a.y == b.y;
}

static bool adjoin(const fluv_segment *a, const fluv_segment *b)
{
    return same(a->b, b->a) || same(a->a, b->b);
}

/* Neighbours may share their end and no more. */
static bool clash(const fluv_segment *a, const fluv_segment *b, bool may_touch)
{
    if (!adjoin(a, b) && may_touch && (same(a->a, b->a) || same(a->b, b->b)))
        return false;
    if (!adjoin(a, b))
        return fluv_segments_meet(a->a, a->b, b->a, b->b);
    fluv_vec way = fluv_minus(a->b, a->a), back = fluv_minus(b->b, b->a);
    return fluv_cross(way, back) == 0.0 && fluv_dot(way, back) < 0.0;
}

uint32_t fluv_domain_crossing(const fluv_domain *domain, bool may_touch)
{
    const fluv_segments *s = &domain->border;
    uint32_t first = FLUV_NONE;
    for (size_t square = 0; square < (size_t)s->cols * s->rows; square++)
        for (uint32_t l = s->head[square]; l != FLUV_NONE; l = s->links[l].next)
            for (uint32_t k = s->links[l].next; k != FLUV_NONE; k = s->links[k].next) {
                const fluv_segment *a = &s->list[s->links[l].segment];
                const fluv_segment *b = &s->list[s->links[k].segment];
                if (clash(a, b, may_touch))
                    first = a->tag < first ? a->tag : b->tag < first ? b->tag : first;
            }
    return first;
}
