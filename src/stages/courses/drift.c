// SPDX-License-Identifier: MIT
/* Valleys wander: courses and their axes are led aside, all of them by one field of small shifts.
 *
 * in   points of a course, the coast, drawn rivers        out   the same points elsewhere
 *
 * Places follow the field in steps that are small against its wavelength, as if it flowed: what was
 * apart stays apart, and no river crosses another or itself, however far it is led. There is less
 * of it beside the coast, so that mouths stay, and beside rivers that were drawn. Floors are wider
 * here and narrower there.  O(points). */
#include "stages/courses/courses.h"

#include <assert.h>

#define WAVE        1.5 /* edges */
#define OCTAVES     3
#define GAIN        0.55
#define STEPS       4
#define FADE        1.0 /* edges from the coast within which courses are led aside less, */
#define FADE_BY     1.2 /* and from drawn rivers */
#define NEAR        3.2 /* edges from the coast of a node within which it matters to its courses */
#define BLOCK       64
#define FLOOR_WAVE  0.9  /* edges between wide and narrow places of a floor */
#define FLOOR_SWING 1.8f /* of its logarithm */

fluv_status fluv_drift_init(fluv_ctx *ctx, const fluv_courses_params *p,
                            const fluv_drawn_graph *graph, fluv_key key, fluv_drift *out)
{
    double edge = graph->streams->edge;
    *out = (fluv_drift){.key = key, .edge = edge, .far = p->wander * edge};
    const fluv_outline *lines = &graph->contour->sketches;
    FLUV_TRY(fluv_domain_init(ctx, &graph->contour->outline, FADE * edge, &out->land));
    const fluv_segments *border = &out->land.border;
    fluv_box box = {border->corner,
                    {border->corner.x + border->side * border->cols,
                     border->corner.y + border->side * border->rows}};
    uint32_t points = lines->ring_count ? lines->first_point[lines->ring_count] : 0;
    FLUV_TRY(fluv_segments_init(ctx, box, FADE_BY * edge, points + 1, &out->drawn));
    for (size_t k = 0; k < lines->ring_count; k++)
        for (uint32_t i = lines->first_point[k]; i + 1 < lines->first_point[k + 1]; i++) {
            const double *at = lines->xy + 2 * (size_t)i;
            fluv_segment piece = {{at[0], at[1]}, {at[2], at[3]}, i};
            if (!fluv_segments_add(&out->drawn, piece))
                return fluv_fail(ctx, FLUV_BAD_RECIPE, "contour: too many points of drawn rivers");
        }
    return FLUV_OK;
}

static double smooth(double t)
{
    return t < 1.0 ? t * t * (3.0 - 2.0 * t) : 1.0;
}

/* 0 at the coast and at what was drawn, 1 away from both. */
static double share_at(const fluv_drift *w, fluv_vec p, bool coastal)
{
    double share = 1.0;
    if (w->drawn.count) {
        fluv_nearest near = fluv_segments_nearest(&w->drawn, p, FADE_BY * w->edge);
        share = near.segment == FLUV_NONE ? 1.0 : smooth(near.distance / (FADE_BY * w->edge));
    }
    if (!coastal || !(share > 0.0))
        return share;
    fluv_nearest near = fluv_segments_nearest(&w->land.border, p, FADE * w->edge);
    bool inside = near.segment == FLUV_NONE || near.distance > 1e-6 * w->edge;
    if (!inside || !fluv_domain_holds(&w->land, p))
        return 0.0;
    return near.segment == FLUV_NONE ? share : share * smooth(near.distance / (FADE * w->edge));
}

/* Places follow the field. */
static void follow(const fluv_drift *w, const double *share, size_t count, double *x, double *y)
{
    float east[BLOCK], north[BLOCK];
    fluv_noise noise = {.wavelength = WAVE * w->edge,
                        .octaves = OCTAVES,
                        .gain = GAIN,
                        .lacunarity = 2.0,
                        .key = fluv_key_split(w->key, 1)},
               other = noise;
    other.key = fluv_key_split(w->key, 2);
    assert(count <= BLOCK);
    for (int step = 0; step < STEPS; step++) {
        fluv_noise_points(&noise, x, y, count, east);
        fluv_noise_points(&other, x, y, count, north);
        for (size_t i = 0; i < count; i++) {
            x[i] += share[i] * w->far / STEPS * (double)east[i];
            y[i] += share[i] * w->far / STEPS * (double)north[i];
        }
    }
}

/* Points of courses and of axes begin with their place. */
static void move(const fluv_drift *w, bool coastal, void *points, size_t size, uint32_t count)
{
    double x[BLOCK], y[BLOCK], share[BLOCK];
    for (uint32_t from = 0; from < count; from += BLOCK) {
        size_t n = count - from < BLOCK ? count - from : BLOCK;
        for (size_t i = 0; i < n; i++) {
            const fluv_vec *at = (const fluv_vec *)((char *)points + (from + i) * size);
            x[i] = at->x;
            y[i] = at->y;
            share[i] = share_at(w, *at, coastal);
        }
        follow(w, share, n, x, y);
        for (size_t i = 0; i < n; i++)
            *(fluv_vec *)((char *)points + (from + i) * size) = (fluv_vec){x[i], y[i]};
    }
}

void fluv_drift_course(const fluv_drift *w, double coast, const fluv_course *course,
                       fluv_course_point *points, fluv_axis_point *axis)
{
    static_assert(offsetof(fluv_course_point, x) == 0 && offsetof(fluv_axis_point, x) == 0, "");
    bool coastal = coast < NEAR * w->edge;
    axis += course->first_axis;
    if (w->far > 0.0) {
        move(w, coastal, points + course->first_point, sizeof *points, course->point_count);
        move(w, coastal, axis, sizeof *axis, course->axis_count);
    }
    fluv_noise noise = {.wavelength = FLOOR_WAVE * w->edge,
                        .octaves = 2,
                        .gain = GAIN,
                        .lacunarity = 2.0,
                        .key = fluv_key_split(w->key, 3)};
    for (uint32_t i = 0; i < course->axis_count; i++) {
        float wide;
        fluv_noise_points(&noise, &axis[i].x, &axis[i].y, 1, &wide);
        axis[i].floor *= expf(FLOOR_SWING * wide);
    }
}
