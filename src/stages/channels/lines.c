// SPDX-License-Identifier: MIT
/* Lines: rivers as curves within their valleys.
 *
 * in   river vertices        out   lines with points, strongest first
 *
 * A line follows the strongest way down from its head until it meets a stronger one. Vertices are
 * relaxed along the rivers they belong to, no farther than a third of the spacing, so that the
 * zigzag of the mesh goes; between them the curve is Catmull and Rom's, and a tributary's last
 * piece bends into the direction of the river it joins. All points are then moved by a smooth
 * field, which cannot make curves cross.  O(points + lines log lines).
 *
 * Based on: Catmull, Rom. A class of local interpolating splines. 1974 */
#include "stages/channels/parts.h"

#include "field/noise.h"

#include <assert.h>
#include <stdlib.h>

#define RELAX_ROUNDS 8
#define RELAX_REACH  0.38 /* of the spacing */
#define BEND_REACH   0.30 /* of the spacing, the most that the field moves a point */
#define JOINED                                                                                     \
    (2.0 * FLUV_PLAN_STEPS) /* points in which a main arm finds its own line, at most              \
                             */
#define FALLEN 0.3          /* of a main arm: where its bed has come down to the sea */

typedef struct place {
    double x, y;
} place;

/* A line before it has points. */
typedef struct course {
    uint32_t head, end; /* its first vertex; where it joins or ends, NONE: over the edge */
    uint32_t last;      /* its last own vertex */
    double area;        /* at its last own vertex */
} course;

static int by_strength(const void *a, const void *b)
{
    const course *left = a, *right = b;
    if (left->area != right->area)
        return left->area > right->area ? -1 : 1;
    return left->head < right->head ? -1 : left->head > right->head;
}

static course course_from(const fluv_channels_job *job, uint32_t head)
{
    const fluv_basins *b = job->basins;
    uint32_t v = head, to = b->receiver[v];
    assert(head < b->count && !b->ocean[head]);
    while (!fluv_channels_ends(b, to) && job->main_donor[to] == v) {
        v = to;
        to = b->receiver[v];
    }
    return (course){.head = head, .end = to, .last = v, .area = b->area[v]};
}

/* Relaxes vertices along the strongest river through each. */
static void relax(const fluv_channels_job *job, place *at, place *next)
{
    const fluv_basins *b = job->basins;
    double limit = RELAX_REACH * b->spacing;
    for (uint32_t v = 0; v < b->count; v++) {
        const double *drawn = fluv_channels_drawn_step(job, v);
        at[v] = next[v] = drawn ? (place){drawn[0], drawn[1]} : (place){b->x[v], b->y[v]};
    }
    for (int round = 0; round < RELAX_ROUNDS; round++) {
        for (uint32_t v = 0; v < b->count; v++) {
            uint32_t up = job->main_donor[v], down = b->receiver[v];
            if (!job->river[v] || up == FLUV_NONE || down == FLUV_NONE ||
                fluv_channels_drawn_step(job, v))
                continue;
            double dx = 0.25 * (at[up].x + 2.0 * at[v].x + at[down].x) - b->x[v];
            double dy = 0.25 * (at[up].y + 2.0 * at[v].y + at[down].y) - b->y[v];
            double far = fluv_length(dx, dy), scale = far > limit ? limit / far : 1.0;
            next[v] = (place){b->x[v] + dx * scale, b->y[v] + dy * scale};
        }
        for (uint32_t v = 0; v < b->count; v++)
            at[v] = next[v];
    }
}

static double spline(double a, double b, double c, double d, double t)
{
    return b +
           0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)));
}

/* The points of the step from v to `to`, `to` itself left out. */
static void add_step(const fluv_channels_job *job, const place *at, uint32_t up, uint32_t v,
                     uint32_t to, fluv_layout_point *out)
{
    const fluv_basins *b = job->basins;
    uint32_t down = fluv_channels_ends(b, to) ? FLUV_NONE : b->receiver[to];
    assert(b->receiver[v] == to && to != FLUV_NONE);
    place p = up == FLUV_NONE ? at[v] : at[up], q = at[v], r = at[to];
    place s = down == FLUV_NONE ? r : at[down];
    const double *drawn = fluv_channels_drawn_step(job, v);
    for (int i = 0; i < FLUV_PLAN_STEPS; i++) {
        double t = (double)i / FLUV_PLAN_STEPS;
        out[i] = (fluv_layout_point){.x = spline(p.x, q.x, r.x, s.x, t),
                                     .y = spline(p.y, q.y, r.y, s.y, t),
                                     .bed = b->bed[v] + (float)t * (b->bed[to] - b->bed[v]),
                                     .vertex = v,
                                     .wet = job->wet[v]};
        if (drawn) {
            out[i].x = drawn[2 * i];
            out[i].y = drawn[2 * i + 1];
            out[i].fixed = true;
            out[i].river = job->slot_river[job->slot[v]];
        }
    }
}

/* Where a line ends: in the sea, over the edge or on the river it joins. `last` is its last own
 * vertex. */
static fluv_layout_point end_point(const fluv_channels_job *job, const place *at, uint32_t last,
                                   uint32_t end)
{
    const fluv_basins *b = job->basins;
    const fluv_basins_way *way = fluv_channels_drawn_end(job, last);
    bool joins = !fluv_channels_ends(b, end);
    uint32_t v = end == FLUV_NONE ? last : end;
    fluv_layout_point p = {
        .x = at[v].x, .y = at[v].y, .bed = b->bed[v], .vertex = last, .wet = job->wet[last]};
    if (way && !joins) {
        p.x = way->end_x;
        p.y = way->end_y;
        p.river = way->river + 1;
    }
    p.fixed = (way && !joins) || (joins && fluv_channels_drawn_step(job, end));
    return p;
}

/* The delta that a vertex was the mouth of, NULL: none. */
static const fluv_delta_place *delta_at(const fluv_channels_job *job, uint32_t mouth)
{
    for (uint32_t i = 0; i < job->delta_count; i++)
        if (job->deltas[i].mouth == mouth)
            return &job->deltas[i];
    return NULL;
}

/* The points in which a main arm finds its own line, from where the relaxed river ends: before the
 * first arm leaves it. */
static double joined_in(const fluv_channels_job *job, const fluv_delta_place *delta)
{
    const fluv_delta_arm *arms = (const fluv_delta_arm *)job->delta_arms.items + delta->first_arm;
    double points = JOINED;
    for (uint32_t i = 1; i < delta->arm_count; i++)
        if (arms[i].parent == 0)
            points = fmin(points, arms[i].leaves);
    assert(points > 0.0);
    return points;
}

/* The main arm of a delta, from the old mouth to the ocean. All of it belongs to the old mouth's
 * vertex, as it carries the same water. */
static fluv_status add_main_arm(fluv_ctx *ctx, fluv_channels_job *job, const place *at,
                                const fluv_delta_place *delta)
{
    const fluv_basins *b = job->basins;
    fluv_delta_arm *arm = (fluv_delta_arm *)job->delta_arms.items + delta->first_arm;
    uint32_t v = delta->mouth;
    double joined = joined_in(job, delta);
    fluv_layout_point *out = fluv_list_append(ctx, &job->points, arm->count, sizeof *out);
    if (!out)
        return FLUV_NO_MEMORY;
    assert(arm->first + arm->count <= job->fan.count);
    const fluv_fan_point *fan = (const fluv_fan_point *)job->fan.items + arm->first;
    arm->start = (uint32_t)(job->points.count - arm->count);
    for (uint32_t k = 0; k < arm->count; k++) {
        double aside = fmax(0.0, 1.0 - k / joined), fallen = fmin(1.0, k / (FALLEN * arm->count));
        out[k] = (fluv_layout_point){.x = fan[k].x + aside * (at[v].x - fan[0].x),
                                     .y = fan[k].y + aside * (at[v].y - fan[0].y),
                                     .bed = b->bed[v] * (float)(1.0 - fallen),
                                     .vertex = v,
                                     .wet = job->wet[v]};
    }
    return FLUV_OK;
}

static fluv_status add_line(fluv_ctx *ctx, fluv_channels_job *job, const place *at,
                            const course *from, fluv_layout_line *line)
{
    const fluv_basins *b = job->basins;
    uint32_t start = (uint32_t)job->points.count, up = FLUV_NONE;
    const fluv_delta_place *delta = delta_at(job, from->last);
    for (uint32_t v = from->head;; up = v, v = b->receiver[v]) {
        uint32_t to = b->receiver[v];
        uint32_t count = to == FLUV_NONE ? 1 : FLUV_PLAN_STEPS;
        job->point_of[v] = (uint32_t)job->points.count;
        if (delta && v == from->last) {
            FLUV_TRY(add_main_arm(ctx, job, at, delta));
            break;
        }
        fluv_layout_point *out = fluv_list_append(ctx, &job->points, count, sizeof *out);
        if (!out)
            return FLUV_NO_MEMORY;
        if (to == FLUV_NONE)
            *out = end_point(job, at, v, FLUV_NONE);
        else
            add_step(job, at, up, v, to, out);
        if (v == from->last)
            break;
    }
    if (from->end != FLUV_NONE && !delta) {
        fluv_layout_point *out = fluv_list_append(ctx, &job->points, 1, sizeof *out);
        if (!out)
            return FLUV_NO_MEMORY;
        *out = end_point(job, at, from->last, from->end);
    }
    bool joins = !fluv_channels_ends(b, from->end);
    double per_second = job->params->runoff / 31556952.0;
    *line = (fluv_layout_line){.first_point = start,
                               .point_count = (uint32_t)job->points.count - start,
                               .into = joins ? job->point_of[from->end] : FLUV_NONE,
                               .from = FLUV_NONE,
                               .first_joining = FLUV_NONE,
                               .next_joining = FLUV_NONE,
                               .strength = (float)(from->area * per_second)};
    return FLUV_OK;
}

void fluv_channels_sway(const fluv_channels_job *job, const double *x, const double *y, size_t n,
                        float *east, float *north)
{
    fluv_noise noise = {.key = fluv_key_make(job->landscape->seed, "channels", "bend east"),
                        .wavelength = 5.0 * job->basins->spacing,
                        .octaves = 3,
                        .gain = 0.4,
                        .lacunarity = 2.0};
    fluv_noise_points(&noise, x, y, n, east);
    noise.key = fluv_key_make(job->landscape->seed, "channels", "bend north");
    fluv_noise_points(&noise, x, y, n, north);
    double reach = 2.0 * BEND_REACH * job->params->bend * job->basins->spacing;
    for (size_t i = 0; i < n; i++) {
        east[i] = (float)(reach * (double)east[i]);
        north[i] = (float)(reach * (double)north[i]);
    }
}

/* What lies on the frame's edge stays there, and what was drawn. */
fluv_status fluv_channels_bend(fluv_ctx *ctx, fluv_channels_job *job, size_t first)
{
    assert(first <= job->points.count);
    size_t n = job->points.count - first;
    fluv_layout_point *points = (fluv_layout_point *)job->points.items + first;
    double *x = fluv_scratch(ctx, n, sizeof *x), *y = fluv_scratch(ctx, n, sizeof *y);
    float *east = fluv_scratch(ctx, n, sizeof *east), *north = fluv_scratch(ctx, n, sizeof *north);
    if (!x || !y || !east || !north)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < n; i++) {
        x[i] = points[i].x;
        y[i] = points[i].y;
    }
    fluv_channels_sway(job, x, y, n, east, north);
    for (size_t i = 0; i < n; i++) {
        uint32_t v = points[i].vertex;
        bool stays =
            points[i].fixed || (!job->basins->ocean[v] && job->basins->receiver[v] == FLUV_NONE);
        points[i].x += stays ? 0.0 : (double)east[i];
        points[i].y += stays ? 0.0 : (double)north[i];
    }
    fluv_scratch_drop(ctx, north);
    fluv_scratch_drop(ctx, east);
    fluv_scratch_drop(ctx, y);
    fluv_scratch_drop(ctx, x);
    return FLUV_OK;
}

/* How far the points of each line lie along it. */
static void measure_lines(fluv_channels_job *job)
{
    fluv_layout_point *points = job->points.items;
    for (uint32_t i = 0; i < job->line_count; i++) {
        uint32_t first = job->lines[i].first_point;
        points[first].way = 0.0;
        for (uint32_t k = first + 1; k < first + job->lines[i].point_count; k++)
            points[k].way = points[k - 1].way + fluv_length(points[k].x - points[k - 1].x,
                                                            points[k].y - points[k - 1].y);
    }
}

/* Of each line those that join it, strongest first. */
static void tie_lines(fluv_channels_job *job)
{
    const fluv_layout plan = fluv_channels_plan(job);
    for (uint32_t i = job->line_count; i-- > 0;) {
        fluv_layout_line *line = &job->lines[i];
        if (line->into == FLUV_NONE)
            continue;
        fluv_layout_line *joined = &job->lines[fluv_layout_line_of(&plan, line->into)];
        line->next_joining = joined->first_joining;
        joined->first_joining = i;
    }
}

fluv_status fluv_channels_lines(fluv_ctx *ctx, fluv_channels_job *job)
{
    const fluv_basins *b = job->basins;
    size_t lines = job->head_count + (size_t)job->delta_count * (size_t)job->params->delta_arms;
    place *at = fluv_scratch(ctx, b->count, sizeof *at);
    place *next = fluv_scratch(ctx, b->count, sizeof *next);
    course *courses = fluv_scratch(ctx, job->head_count, sizeof *courses);
    job->point_of = fluv_scratch(ctx, b->count, sizeof *job->point_of);
    job->lines = fluv_scratch(ctx, lines, sizeof *job->lines);
    job->line_head = fluv_scratch(ctx, lines, sizeof *job->line_head);
    if (!at || !next || !courses || !job->point_of || !job->lines || !job->line_head)
        return FLUV_NO_MEMORY;
    relax(job, at, next);
    for (uint32_t v = 0; v < b->count; v++)
        job->point_of[v] = FLUV_NONE;
    for (uint32_t i = 0; i < job->head_count; i++)
        courses[i] = course_from(job, job->heads[i]);
    qsort(courses, job->head_count, sizeof *courses, by_strength);
    for (uint32_t i = 0; i < job->head_count; i++) {
        if (job->main_donor[courses[i].head] != FLUV_NONE)
            continue; /* a source on the way of another river */
        job->line_head[job->line_count] = courses[i].head;
        FLUV_TRY(add_line(ctx, job, at, &courses[i], &job->lines[job->line_count]));
        job->line_count++;
    }
    tie_lines(job);
    FLUV_TRY(fluv_channels_bend(ctx, job, 0));
    measure_lines(job);
    return FLUV_OK;
}
