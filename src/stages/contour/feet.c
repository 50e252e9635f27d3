// SPDX-License-Identifier: MIT
/* Where rivers drawn by hand end.
 *
 * in   a drawn line from its foot up, the coast or placed rivers        out   the line from the
 * place where it ends
 *
 * A line that crosses the coast near its foot, or the river that it joins, is cut there. One that
 * does not reach it goes on straight to the nearest place: nothing lies between but the line
 * itself, or that would be nearer.  O(points of the line * pieces around). */
#include "stages/contour/feet.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define STEP    0.0015 /* of the frame's side: between looks at whether a river is on land */
#define HALVES  50     /* of a step, until the place of a crossing is known */
#define TOUCHES 1e-7   /* of the frame's side: what ends as near is there */

fluv_spot_on_line fluv_spot_nearest(const fluv_rings *lines, size_t but, fluv_vec p)
{
    fluv_spot_on_line best = {.line = FLUV_NONE, .distance = INFINITY};
    for (size_t k = 0; k < lines->first_point.count; k++) {
        size_t count;
        const double *xy = fluv_rings_read(lines, k, &count);
        double way = 0.0;
        for (size_t i = 0; k != but && i + 1 < count; i++) {
            fluv_vec a = {xy[2 * i], xy[2 * i + 1]}, b = {xy[2 * i + 2], xy[2 * i + 3]};
            double along = fluv_segment_along(a, b, p), piece = fluv_vec_distance(a, b);
            fluv_vec at = fluv_between(a, b, along);
            double distance = fluv_vec_distance(at, p);
            if (distance < best.distance)
                best = (fluv_spot_on_line){(uint32_t)k, at, distance, way + along * piece};
            way += piece;
        }
    }
    return best;
}

static fluv_vec point_at(const fluv_drawn_line *line, size_t i)
{
    assert(i < line->count);
    return (fluv_vec){line->xy[2 * i], line->xy[2 * i + 1]};
}

/* Lets the line begin at a place on its piece after point i. */
static void cut_at(fluv_drawn_line *line, size_t i, fluv_vec at)
{
    assert(i + 1 < line->count);
    line->count -= i;
    memmove(line->xy, line->xy + 2 * i, 2 * line->count * sizeof *line->xy);
    line->xy[0] = at.x;
    line->xy[1] = at.y;
    line->added = 0.0;
}

/* Lets the line begin at a place beyond its end; there is room for one point. */
static void lead_to(fluv_drawn_line *line, fluv_vec at, double side)
{
    double far = fluv_vec_distance(at, point_at(line, 0));
    if (far > TOUCHES * side) {
        memmove(line->xy + 2, line->xy, 2 * line->count * sizeof *line->xy);
        line->count++;
        line->added = far;
    }
    line->xy[0] = at.x;
    line->xy[1] = at.y;
}

/* ---- The coast ---- */

static fluv_vec on_coast(const fluv_domain *domain, fluv_vec p, uint32_t *point)
{
    assert(domain->border.count > 0 && domain->border.side > 0.0);
    fluv_nearest near = {.segment = FLUV_NONE};
    for (double limit = domain->border.side; near.segment == FLUV_NONE; limit *= 2.0)
        near = fluv_segments_nearest(&domain->border, p, limit);
    const fluv_segment *piece = &domain->border.list[near.segment];
    *point = piece->tag;
    return fluv_between(piece->a, piece->b, near.along);
}

/* Whether the straight way from a line's beginning to a place crosses the line itself. */
static bool crosses_own(const fluv_drawn_line *line, fluv_vec at)
{
    fluv_vec from = point_at(line, 0);
    for (size_t i = 1; i + 1 < line->count; i++)
        if (fluv_segments_meet(from, at, point_at(line, i), point_at(line, i + 1)))
            return true;
    return false;
}

/* Whether all of a straight way lies on land; its end is on the coast. */
static bool on_land(const fluv_drawing *d, fluv_vec from, fluv_vec at)
{
    double parts = ceil(fluv_vec_distance(from, at) / (STEP * d->side));
    for (double k = 1.0; k < parts; k++)
        if (!fluv_domain_holds(&d->domain, fluv_between(from, at, k / parts)))
            return false;
    return true;
}

/* The same where the nearest place lies behind the line itself: the nearest that does not; if there
 * is none, the nearest. */
static fluv_vec on_free_coast(const fluv_drawing *d, const fluv_drawn_line *line, uint32_t *point)
{
    const fluv_segments *border = &d->domain.border;
    fluv_vec from = point_at(line, 0), best = on_coast(&d->domain, from, point);
    double least = INFINITY;
    if (!crosses_own(line, best))
        return best;
    for (size_t i = 0; i < border->count; i++) {
        const fluv_segment *piece = &border->list[i];
        fluv_vec at =
            fluv_between(piece->a, piece->b, fluv_segment_along(piece->a, piece->b, from));
        double far = fluv_vec_distance(from, at);
        if (far >= least || crosses_own(line, at) || !on_land(d, from, at))
            continue;
        least = far;
        best = at;
        *point = piece->tag;
    }
    return best;
}

/* Where the way from sea at a to land at b meets the coast. */
static fluv_vec landfall(const fluv_domain *domain, fluv_vec a, fluv_vec b)
{
    for (int k = 0; k < HALVES; k++) {
        fluv_vec middle = fluv_between(a, b, 0.5);
        *(fluv_domain_holds(domain, middle) ? &b : &a) = middle;
    }
    return b;
}

/* The last place within `most` of the foot where the line comes up from the sea; false: none. */
static bool find_landfall(const fluv_drawing *d, const fluv_drawn_line *line, double most,
                          size_t *piece, fluv_vec *at)
{
    double way = 0.0;
    bool found = false;
    fluv_vec last = point_at(line, 0);
    bool land = fluv_domain_holds(&d->domain, last);
    for (size_t i = 0; i + 1 < line->count && way < most; i++) {
        fluv_vec a = point_at(line, i), b = point_at(line, i + 1);
        double length = fluv_vec_distance(a, b), parts = ceil(length / (STEP * d->side));
        for (double k = 1.0; k <= parts && way + length * (k - 1.0) / parts < most; k++) {
            fluv_vec next = fluv_between(a, b, k / parts);
            bool here = fluv_domain_holds(&d->domain, next);
            if (here && !land) {
                *piece = i;
                *at = landfall(&d->domain, last, next);
                found = true;
            }
            land = here;
            last = next;
        }
        way += length;
    }
    return found;
}

fluv_vec fluv_line_end_at_coast(const fluv_drawing *d, double most, fluv_drawn_line *line,
                                uint32_t *point)
{
    size_t piece = 0;
    fluv_vec at = {0.0, 0.0};
    if (find_landfall(d, line, most, &piece, &at)) {
        at = on_coast(&d->domain, at, point);
        cut_at(line, piece, at);
    } else {
        at = on_free_coast(d, line, point);
        lead_to(line, at, d->side);
    }
    return at;
}

bool fluv_line_leaves_land(const fluv_drawing *d, const fluv_drawn_line *line, fluv_vec *where)
{
    for (size_t i = 0; i + 1 < line->count; i++) {
        fluv_vec a = point_at(line, i), b = point_at(line, i + 1);
        double parts = ceil(fluv_vec_distance(a, b) / (STEP * d->side));
        for (double k = 1.0; k <= parts; k++) {
            *where = fluv_between(a, b, k / parts);
            if (!fluv_domain_holds(&d->domain, *where) &&
                fluv_domain_shore(&d->domain, *where) > TOUCHES * d->side)
                return true;
        }
    }
    return false;
}

/* ---- Other rivers ---- */

static fluv_vec crossing_of(fluv_vec a, fluv_vec b, fluv_vec c, fluv_vec d)
{
    fluv_vec way = fluv_minus(b, a), other = fluv_minus(d, c);
    double turn = fluv_cross(way, other);
    double along = turn != 0.0 ? fluv_cross(fluv_minus(c, a), other) / turn : 0.0;
    return fluv_between(a, b, fmin(fmax(along, 0.0), 1.0));
}

/* The last place within `most` of the foot where the line crosses a placed one; false: none. */
static bool find_crossing(const fluv_rings *lines, const fluv_drawn_line *line, double most,
                          size_t *piece, fluv_vec *at)
{
    double way = 0.0, farthest = -1.0;
    for (size_t i = 0; i + 1 < line->count && way < most; i++) {
        fluv_vec a = point_at(line, i), b = point_at(line, i + 1);
        for (size_t k = 0; k < lines->first_point.count; k++) {
            size_t count;
            const double *xy = fluv_rings_read(lines, k, &count);
            for (size_t n = 0; n + 1 < count; n++) {
                fluv_vec c = {xy[2 * n], xy[2 * n + 1]}, d = {xy[2 * n + 2], xy[2 * n + 3]};
                if (!fluv_segments_meet(a, b, c, d))
                    continue;
                fluv_vec cross = crossing_of(a, b, c, d);
                double up = way + fluv_vec_distance(a, cross);
                if (up > farthest && up < most) {
                    farthest = up;
                    *piece = i;
                    *at = cross;
                }
            }
        }
        way += fluv_vec_distance(a, b);
    }
    return farthest >= 0.0;
}

fluv_spot_on_line fluv_line_end_on_line(const fluv_drawing *d, const fluv_rings *lines, double most,
                                        fluv_drawn_line *line)
{
    size_t piece = 0;
    fluv_vec at = {0.0, 0.0};
    if (find_crossing(lines, line, most, &piece, &at))
        cut_at(line, piece, at);
    fluv_spot_on_line spot = fluv_spot_nearest(lines, SIZE_MAX, point_at(line, 0));
    assert(spot.line != FLUV_NONE);
    lead_to(line, spot.at, d->side);
    return spot;
}
