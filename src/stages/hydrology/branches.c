// SPDX-License-Identifier: MIT
/* Rivers of several channels: side channels of braided rivers, arms of deltas.
 *
 * in   courses        out   branches
 *
 * A side channel follows its course at a distance that grows from nothing and shrinks to nothing
 * again, on either side of the course one after another; each has the height of the course beside
 * it. A delta's arms leave the last course of a strong river, the outer ones first, and spread to
 * the coast, which the delta has moved out.  O(points).
 *
 * Based on: Rosgen. A classification of natural rivers. 1994; Dunne, Leopold. Water in
 * environmental planning. 1978 */
#include "stages/hydrology/courses.h"

#include "field/domain.h"

#define DELTA_REACH 0.5  /* of an edge, of the greatest deltas */
#define DELTA_OUT   0.5  /* of the reach: how far the coast is moved */
#define MOST_LAND   56   /* steps of an arm: one that finds no coast within them is left out */
#define BEYOND      20   /* steps that an arm goes on beyond the coast, which may lie farther out */
#define LONG        0.2  /* of a course: shorter side channels are left out */
#define SIDE_SHARE  0.28 /* of the flow */
#define ARM_SHARE   0.22
#define ARM_ANGLE   (26.0 * M_PI / 180.0)
#define MOST_STEPS  256

fluv_delta fluv_delta_at(const fluv_courses_params *p, fluv_vec mouth, fluv_vec above, double flow,
                         double edge)
{
    fluv_vec way = fluv_minus(mouth, above);
    double length = sqrt(fluv_dot(way, way));
    if (!(flow >= p->delta_flow) || !(length > 0.0))
        return (fluv_delta){.x = mouth.x, .y = mouth.y};
    double reach = DELTA_REACH * edge * fmin(1.0, 0.6 * sqrt(flow / fmax(p->delta_flow, 1e-3)));
    fluv_vec out = fluv_times(way, DELTA_OUT * reach / length);
    return (fluv_delta){mouth.x, mouth.y, out.x, out.y, reach};
}

typedef struct brancher {
    fluv_ctx *ctx;
    const fluv_courses_params *params;
    fluv_course_lists *lists;
    fluv_domain land; /* as the contour has it, without deltas */
    fluv_key key;
} brancher;

/* A course as a line that can be asked for places along it; points move when lists grow, so they
 * are looked up anew. */
typedef struct line {
    uint32_t first, count;
    double length;
} line;

static const fluv_course_point *point_at(const brancher *b, const line *l, uint32_t i)
{
    return (const fluv_course_point *)b->lists->points.items + l->first + i;
}

static double piece_of(const brancher *b, const line *l, uint32_t i)
{
    const fluv_course_point *p = point_at(b, l, i);
    return hypot(p[1].x - p[0].x, p[1].y - p[0].y);
}

static line line_of(const brancher *b, const fluv_course *course)
{
    line l = {.first = course->first_point, .count = course->point_count};
    for (uint32_t i = 0; i + 1 < l.count; i++)
        l.length += piece_of(b, &l, i);
    return l;
}

static fluv_course_point along(const brancher *b, const line *l, double way)
{
    uint32_t i = 0;
    for (double piece; i + 2 < l->count && way > (piece = piece_of(b, l, i)); i++)
        way -= piece;
    const fluv_course_point *p = point_at(b, l, i);
    double piece = piece_of(b, l, i), t = piece > 0.0 ? fmin(fmax(way / piece, 0.0), 1.0) : 0.0;
    fluv_course_point at = p[0];
    at.x += t * (p[1].x - p[0].x);
    at.y += t * (p[1].y - p[0].y);
    at.z += (float)t * (p[1].z - p[0].z);
    return at;
}

/* A unit vector across the line, to its left, from places `far` before and after. */
static fluv_vec across(const brancher *b, const line *l, double way, double far)
{
    fluv_course_point from = along(b, l, fmax(0.0, way - far));
    fluv_course_point to = along(b, l, fmin(l->length, way + far));
    fluv_vec aim = {to.x - from.x, to.y - from.y};
    double length = sqrt(fluv_dot(aim, aim));
    return length > 0.0 ? (fluv_vec){-aim.y / length, aim.x / length} : (fluv_vec){0.0, 0.0};
}

static fluv_status add_branch(brancher *b, uint32_t course, float share, bool sea,
                              const fluv_course_point *points, uint32_t count)
{
    fluv_branch *to = fluv_list_append(b->ctx, &b->lists->branches, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = (fluv_branch){.first_point = (uint32_t)b->lists->points.count,
                        .point_count = count,
                        .course = course,
                        .share = share,
                        .sea = sea};
    fluv_course_point *line_to =
        fluv_list_append(b->ctx, &b->lists->points, count, sizeof *line_to);
    if (!line_to)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        line_to[i] = points[i];
        line_to[i].width *= sqrtf(share);
        line_to[i].depth *= 0.8f;
    }
    return FLUV_OK;
}

/* One side channel from `start` over `length` at up to `far` from the course, to its left if far is
 * positive. */
static fluv_status add_side(brancher *b, uint32_t course, const line *l, double start,
                            double length, double far)
{
    fluv_course_point points[MOST_STEPS + 1];
    double steps = fmin(MOST_STEPS, fmax(6.0, ceil(8.0 * length / fabs(far))));
    for (double i = 0.0; i <= steps; i++) {
        double t = i / steps, way = start + t * length;
        double out = far * sqrt(sin(M_PI * t)) * sin(M_PI * t);
        fluv_vec left = across(b, l, way, fabs(far));
        fluv_course_point at = along(b, l, way);
        at.x += out * left.x;
        at.y += out * left.y;
        points[(uint32_t)i] = at;
    }
    return add_branch(b, course, (float)SIDE_SHARE, false, points, (uint32_t)steps + 1);
}

static fluv_status braid(brancher *b, uint32_t number)
{
    const fluv_course *course = (const fluv_course *)b->lists->courses.items + number;
    double belt = fluv_river_forms[course->type].belt * fluv_course_width(b->params, course->flow);
    line l = line_of(b, course);
    if (!(belt > 0.0) || course->next == FLUV_NONE)
        return FLUV_OK;
    belt = fmin(belt, 0.3 * l.length);
    for (uint64_t side = 0; side < 2; side++) {
        fluv_key key = fluv_key_split(fluv_key_split(b->key, number), side);
        double at = (fluv_random(key, 0) + 0.6 * (double)side) * 1.5 * belt; /* seldom in pairs */
        for (uint64_t i = 1; at + LONG * l.length < l.length; i += 3) {
            double length = belt * fluv_random_between(key, i, 3.5, 8.0);
            length = fmin(length, l.length - at);
            double far = belt * fluv_random_between(key, i + 1, 0.5, 1.0);
            far = fmin(far, 0.35 * length);
            FLUV_TRY(add_side(b, number, &l, at, length, side ? far : -far));
            at += length + belt * fluv_random_between(key, i + 2, 0.2, 1.2);
        }
    }
    return FLUV_OK;
}

/* Whether a place is land once the delta has moved the coast. */
static bool is_land(const brancher *b, const fluv_delta *delta, fluv_vec p)
{
    fluv_vec was = p;
    for (int k = 0; k < 6; k++) { /* where it lay before */
        fluv_vec now = was;
        fluv_delta_shift(delta, &now.x, &now.y);
        was = fluv_plus(was, fluv_minus(p, now));
    }
    return fluv_domain_holds(&b->land, was);
}

/* An arm leaves the course at `start` and turns by `angle` on the way to the coast. */
static fluv_status add_arm(brancher *b, uint32_t course, const line *l, const fluv_delta *delta,
                           double start, double angle)
{
    fluv_course_point points[MOST_STEPS + 1], at = along(b, l, start);
    fluv_vec left = across(b, l, start, 0.1 * l->length);
    double heading = atan2(-left.x, left.y), step = delta->reach / 32.0;
    float top = at.z;
    uint32_t count = 0, land = 0;
    while (count < MOST_LAND + BEYOND && count <= land + BEYOND) {
        land = is_land(b, delta, (fluv_vec){at.x, at.y}) ? count : land;
        points[count++] = at;
        double turn = heading + angle * fmin(1.0, 0.4 + count / 10.0) +
                      0.2 * sin(0.35 * count + 40.0 * angle);
        at.x += step * cos(turn);
        at.y += step * sin(turn);
    }
    if (land < 8 || land > MOST_LAND)
        return FLUV_OK;
    for (uint32_t i = 0; i < count; i++)
        points[i].z = i < land ? top * (float)(land - i) / (float)land : 0.0f;
    return add_branch(b, course, (float)ARM_SHARE, true, points, count);
}

/* The arms of the delta that a course ends in. */
static fluv_status spread(brancher *b, uint32_t number, const fluv_delta *delta)
{
    const fluv_course *course = (const fluv_course *)b->lists->courses.items + number;
    line l = line_of(b, course);
    fluv_key key = fluv_key_split(fluv_key_split(b->key, number), 7);
    int pairs = course->flow > 2.0 * b->params->delta_flow ? 2 : 1;
    for (int k = pairs; k >= 1; k--)
        for (int side = -1; side <= 1; side += 2) {
            uint64_t index = (uint64_t)(4 * k + side + 1);
            double angle = ARM_ANGLE * (k + 0.4 * (fluv_random(key, index) - 0.5));
            double start = l.length * (0.08 + 0.22 * (pairs - k) + 0.07 * (side > 0) +
                                       0.06 * fluv_random(key, index + 1));
            FLUV_TRY(add_arm(b, number, &l, delta, start, side * angle));
        }
    return FLUV_OK;
}

static const fluv_delta *delta_of(const brancher *b, const fluv_course *course)
{
    const fluv_course_point *end = (const fluv_course_point *)b->lists->points.items +
                                   course->first_point + course->point_count - 1;
    const fluv_delta *deltas = b->lists->deltas.items;
    for (size_t i = 0; course->next == FLUV_NONE && i < b->lists->deltas.count; i++)
        if (end->x == deltas[i].x + deltas[i].out_x && end->y == deltas[i].y + deltas[i].out_y)
            return &deltas[i];
    return NULL;
}

fluv_status fluv_branches_draw(fluv_ctx *ctx, const fluv_courses_params *params,
                               const fluv_contour *contour, fluv_key key, fluv_course_lists *lists)
{
    brancher b = {.ctx = ctx, .params = params, .lists = lists, .key = key};
    const fluv_delta *deltas = lists->deltas.items;
    if (lists->deltas.count)
        FLUV_TRY(fluv_domain_init(ctx, &contour->outline, deltas[0].reach, &b.land));
    uint32_t count = (uint32_t)lists->courses.count;
    for (uint32_t i = 0; i < count; i++) {
        const fluv_course *course = (const fluv_course *)lists->courses.items + i;
        const fluv_delta *delta = delta_of(&b, course);
        FLUV_TRY(delta ? spread(&b, i, delta) : braid(&b, i));
    }
    return FLUV_OK;
}
