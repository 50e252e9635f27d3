// SPDX-License-Identifier: MIT
/* Rivers of several channels: side channels of braided rivers, arms of deltas.
 *
 * in   courses        out   branches
 *
 * A side channel follows its river at a distance that grows from nothing and shrinks to nothing
 * again, on either side of the river one after another; between a long one and the river there is
 * often another. Each has the height of the river beside it. Courses that follow each other without
 * a junction are one river here. A delta's arms leave the last course of a strong river, the outer
 * ones first, and spread to the coast, which the delta has moved out.  O(points log points).
 *
 * Based on: Rosgen. A classification of natural rivers. 1994; Dunne, Leopold. Water in
 * environmental planning. 1978 */
#include "stages/courses/courses.h"

#include "field/domain.h"

#include <assert.h>

#define DELTA_REACH 0.5 /* of an edge, of the greatest deltas */
#define DELTA_OUT   0.5 /* of the reach: how far the coast is moved */
#define MOST_LAND   56  /* steps of an arm: one that finds no coast within them is left out */
#define BEYOND      20  /* steps that an arm goes on beyond the coast, which may lie farther out */
#define SHORT       2.5 /* belts: shorter side channels are left out */
#define LEAN        3.2 /* length of a side channel against its distance from the river, at least */
#define OWN_WAY     0.8 /* share of the river's bends that a side channel does not follow */
#define WITHIN      0.7 /* share of the side channels with another one within */
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

/* A river as a line that can be asked for places along it. Scratch memory: points of the lists move
 * when these grow. */
typedef struct line {
    fluv_course_point *points;
    double *way; /* to a point, m */
    uint32_t count;
    double length;
} line;

/* Courses from `first` to `last`, each the next of the one before. */
static fluv_status line_of(const brancher *b, uint32_t first, uint32_t last, line *l)
{
    const fluv_course *courses = b->lists->courses.items;
    const fluv_course_point *points = b->lists->points.items;
    size_t room = courses[last].point_count;
    for (uint32_t c = first; c != last; c = courses[c].next)
        room += courses[c].point_count;
    *l = (line){.points = fluv_scratch(b->ctx, room, sizeof *l->points),
                .way = fluv_scratch(b->ctx, room, sizeof *l->way)};
    if (!l->points || !l->way)
        return FLUV_NO_MEMORY;
    for (uint32_t c = first;; c = courses[c].next) {
        for (uint32_t i = l->count ? 1 : 0; i < courses[c].point_count; i++, l->count++) {
            const fluv_course_point *p = points + courses[c].first_point + i;
            if (l->count)
                l->length +=
                    hypot(p->x - l->points[l->count - 1].x, p->y - l->points[l->count - 1].y);
            l->points[l->count] = *p;
            l->way[l->count] = l->length;
        }
        if (c == last)
            return FLUV_OK;
    }
}

static void drop_line(const brancher *b, line *l)
{
    fluv_scratch_drop(b->ctx, l->way);
    fluv_scratch_drop(b->ctx, l->points);
}

static fluv_course_point along(const line *l, double way)
{
    uint32_t low = 0, high = l->count - 1;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        *(l->way[middle] <= way ? &low : &high) = middle;
    }
    const fluv_course_point *p = l->points + low;
    double piece = l->way[low + 1] - l->way[low];
    assert(high == low + 1 && high < l->count && piece >= 0.0);
    double t = piece > 0.0 ? fmin(fmax((way - l->way[low]) / piece, 0.0), 1.0) : 0.0;
    fluv_course_point at = p[0];
    at.x += t * (p[1].x - p[0].x);
    at.y += t * (p[1].y - p[0].y);
    at.z += (float)t * (p[1].z - p[0].z);
    return at;
}

/* A unit vector across the line, to its left, from places `far` before and after. */
static fluv_vec across(const line *l, double way, double far)
{
    fluv_course_point from = along(l, fmax(0.0, way - far));
    fluv_course_point to = along(l, fmin(l->length, way + far));
    fluv_vec aim = {to.x - from.x, to.y - from.y};
    double length = sqrt(fluv_dot(aim, aim));
    return length > 0.0 ? (fluv_vec){-aim.y / length, aim.x / length} : (fluv_vec){0.0, 0.0};
}

/* The place there without the river's bends shorter than about `far`. */
static fluv_vec smoothed(const line *l, double way, double far)
{
    fluv_vec sum = {0.0, 0.0};
    for (int k = -2; k <= 2; k++) {
        fluv_course_point at = along(l, fmin(fmax(way + 0.5 * k * far, 0.0), l->length));
        sum = fluv_plus(sum, (fluv_vec){0.2 * at.x, 0.2 * at.y});
    }
    return sum;
}

static fluv_status add_branch(brancher *b, uint32_t course, float share, bool sea,
                              const fluv_course_point *points, uint32_t count)
{
    fluv_branch *to = fluv_list_append(b->ctx, &b->lists->branches, 1, sizeof *to);
    assert(count >= 2 && share > 0.0f && share < 1.0f && course < b->lists->courses.count);
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

/* A side channel to be drawn. */
typedef struct side_channel {
    double start, length; /* along the river, m */
    double far;           /* most distance from the river, m; positive: to its left */
    double skew;          /* more than 1: widest in its lower half */
} side_channel;

static fluv_status add_side(brancher *b, uint32_t course, const line *l, side_channel s)
{
    fluv_course_point points[MOST_STEPS + 1];
    double steps = fmin(MOST_STEPS, fmax(6.0, ceil(8.0 * s.length / fabs(s.far))));
    assert(s.start >= 0.0 && s.start + s.length <= l->length * (1.0 + 1e-9) && s.far != 0.0);
    for (double i = 0.0; i <= steps; i++) {
        double t = i / steps, way = s.start + t * s.length;
        double wide = fmax(0.0, sin(M_PI * pow(t, s.skew)));
        double out = s.far * wide * sqrt(wide);
        fluv_vec left = across(l, way, fabs(s.far)), base = smoothed(l, way, fabs(s.far));
        fluv_course_point at = along(l, way);
        at.x += OWN_WAY * wide * (base.x - at.x) + out * left.x;
        at.y += OWN_WAY * wide * (base.y - at.y) + out * left.y;
        points[(uint32_t)i] = at;
    }
    return add_branch(b, course, (float)SIDE_SHARE, false, points, (uint32_t)steps + 1);
}

/* A side channel and perhaps one within. */
static fluv_status add_sides(brancher *b, uint32_t course, const line *l, side_channel s,
                             fluv_key key)
{
    FLUV_TRY(add_side(b, course, l, s));
    if (fluv_random(key, 0) > WITHIN)
        return FLUV_OK;
    double from = fluv_random_between(key, 1, 0.1, 0.35),
           share = fluv_random_between(key, 2, 0.35, 0.5);
    side_channel within = {.start = s.start + from * s.length,
                           .length = share * s.length,
                           .far = fluv_random_between(key, 3, 0.4, 0.55) * s.far,
                           .skew = fluv_random_between(key, 4, 0.8, 1.3)};
    return add_side(b, course, l, within);
}

/* How wide a braided river is with all its channels, m; 0: it is not braided. */
static double belt_of(const brancher *b, const fluv_course *course)
{
    double belt = fluv_river_forms[course->type].belt * fluv_course_width(b->params, course->flow);
    return belt >= FLUV_LEAST_BELT ? belt : 0.0;
}

/* Side channels of the river from one course to another, on both sides, seldom in pairs. */
static fluv_status braid(brancher *b, uint32_t first, const line *l)
{
    double belt = fmin(belt_of(b, (const fluv_course *)b->lists->courses.items + first),
                       l->length / (SHORT + 0.5));
    for (uint64_t hand = 0; hand < 2; hand++) {
        fluv_key key = fluv_key_split(fluv_key_at(b->key, l->points[0].x, l->points[0].y), hand);
        double at = (fluv_random(key, 0) + 0.6 * (double)hand) * belt;
        for (uint64_t i = 1; at + SHORT * belt < l->length; i += 4) {
            double length = fmin(belt * fluv_random_between(key, i, 3.5, 8.0), l->length - at);
            double far = fmin(belt * fluv_random_between(key, i + 1, 0.45, 1.0), length / LEAN);
            side_channel s = {.start = at,
                              .length = length,
                              .far = hand ? far : -far,
                              .skew = fluv_random_between(key, i + 2, 0.75, 1.35)};
            FLUV_TRY(add_sides(b, first, l, s, fluv_key_split(key, i)));
            at += length + belt * fluv_random_between(key, i + 3, 0.1, 0.9);
        }
    }
    return FLUV_OK;
}

/* Braids every river of courses that follow each other without a junction. */
static fluv_status braid_all(brancher *b, uint32_t count)
{
    uint8_t *entries = fluv_scratch_zero(b->ctx, count, 1); /* into a course; 2: several */
    if (!entries)
        return FLUV_NO_MEMORY;
    const fluv_course *courses = b->lists->courses.items;
    for (uint32_t i = 0; i < count; i++)
        if (courses[i].next != FLUV_NONE && entries[courses[i].next] < 2)
            entries[courses[i].next]++;
    uint8_t *done = fluv_scratch_zero(b->ctx, count, 1);
    if (!done)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++) { /* from the sources down */
        if (done[i] || !(belt_of(b, &courses[i]) > 0.0) || courses[i].next == FLUV_NONE)
            continue;
        uint32_t last = i;
        for (uint32_t next = courses[i].next;
             entries[next] == 1 && courses[next].next != FLUV_NONE &&
             belt_of(b, &courses[next]) > 0.0;
             next = courses[next].next) {
            done[next] = 1;
            last = next;
        }
        line l;
        FLUV_TRY(line_of(b, i, last, &l));
        FLUV_TRY(braid(b, i, &l));
        drop_line(b, &l);
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
    fluv_course_point points[MOST_STEPS + 1], at = along(l, start);
    fluv_vec left = across(l, start, 0.1 * l->length);
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
    assert(count <= MOST_STEPS + 1);
    for (uint32_t i = 0; i < count; i++)
        points[i].z = i < land ? top * (float)(land - i) / (float)land : 0.0f;
    return add_branch(b, course, (float)ARM_SHARE, true, points, count);
}

/* The arms of the delta that a course ends in. */
static fluv_status spread(brancher *b, uint32_t number, const fluv_delta *delta)
{
    const fluv_course *course = (const fluv_course *)b->lists->courses.items + number;
    line l;
    FLUV_TRY(line_of(b, number, number, &l));
    fluv_key key = fluv_key_split(fluv_key_at(b->key, delta->x, delta->y), 7);
    int pairs = course->flow > 2.0 * b->params->delta_flow ? 2 : 1;
    for (int k = pairs; k >= 1; k--)
        for (int side = -1; side <= 1; side += 2) {
            uint64_t index = (uint64_t)(4 * k + side + 1);
            double angle = ARM_ANGLE * (k + 0.4 * (fluv_random(key, index) - 0.5));
            double start = l.length * (0.08 + 0.22 * (pairs - k) + 0.07 * (side > 0) +
                                       0.06 * fluv_random(key, index + 1));
            FLUV_TRY(add_arm(b, number, &l, delta, start, side * angle));
        }
    drop_line(b, &l);
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
                               const fluv_drawn_graph *graph, fluv_key key,
                               fluv_course_lists *lists)
{
    brancher b = {.ctx = ctx, .params = params, .lists = lists, .key = key};
    if (lists->deltas.count)
        FLUV_TRY(fluv_domain_init(ctx, &graph->contour->outline, DELTA_REACH * graph->streams->edge,
                                  &b.land));
    uint32_t count = (uint32_t)lists->courses.count;
    for (uint32_t i = 0; i < count; i++) {
        const fluv_course *course = (const fluv_course *)lists->courses.items + i;
        const fluv_delta *delta = delta_of(&b, course);
        if (delta)
            FLUV_TRY(spread(&b, i, delta));
    }
    return braid_all(&b, count);
}
