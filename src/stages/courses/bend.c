// SPDX-License-Identifier: MIT
/* From a way to a river: subdivided, and bent by type.
 *
 * in   a cubic or a drawn way, the type, the flow        out   points of the valley's axis and of
 * the river
 *
 * Bends swing around the axis as a sine whose phase wanders, so that no two are alike, and die away
 * towards both ends, where other courses join. Steps take the fall of steep rivers in short
 * drops.  O(points). */
#include "stages/courses/courses.h"

#include "landscape/tree_bounds.h"

#include <assert.h>
#include <math.h>

#define LEAST_WAVE  90.0  /* m: smaller bends are not drawn */
#define WAVE_POINTS 9.0   /* points a wavelength of a straight river */
#define WAVE_LOOKS  10.0  /* looks a wavelength at whether it has turned, */
#define TURN_LOOKS  110.0 /* and more of them, for a swing of one wavelength */
#define SWAY_LOOKS  5.0   /* between two of what changes slowly */
#define LEAST_LOOKS 3.0   /* between two points that are as near as they may be */
#define MOST_TURN   0.2   /* between two points: sum of the sines */
#define ROUND       1.6   /* how round turns are */
#define MOST_ROUND  0.075
#define STEP_SHARE  0.7 /* of the fall that steps take */
#define MOST_FLAT   0.6 /* of a river's way that lies on another's floor, */
#define LEAST_FALL  0.1 /* and how much of the fall is even all the same */
/* Floors are wider against the river, the greater it is: their width grows about as the root of the
 * land it drains, or more, the river's as that of its flow. */
#define WIDER       0.35
#define LEAST_WIDER 0.3  /* m3/s */
#define MOST_FLOOR  0.25 /* edges: half of the widest */

/* The piece of a drawn way that holds t, and how much of it is before t. */
static uint32_t piece_at(const fluv_drawn_way *d, double t, double *along)
{
    double way = t * d->way[d->count - 1];
    uint32_t low = 0, high = d->count - 1;
    assert(d->count >= 2);
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        *(d->way[middle] <= way ? &low : &high) = middle;
    }
    double piece = d->way[high] - d->way[low];
    *along = piece > 0.0 ? fmin(fmax((way - d->way[low]) / piece, 0.0), 1.0) : 0.0;
    return low;
}

static fluv_vec drawn_at(const fluv_cubic *w, double t)
{
    double along;
    uint32_t i = piece_at(w->drawn, w->t0 + (w->t1 - w->t0) * t, &along);
    return fluv_between(w->drawn->points[i], w->drawn->points[i + 1], along);
}

static fluv_vec drawn_along(const fluv_cubic *w, double t)
{
    const fluv_drawn_way *d = w->drawn;
    double along, speed = (w->t1 - w->t0) * d->way[d->count - 1];
    uint32_t i = piece_at(d, w->t0 + (w->t1 - w->t0) * t, &along);
    double piece = fmax(d->way[i + 1] - d->way[i], 1e-9);
    return fluv_times(fluv_minus(d->points[i + 1], d->points[i]), speed / piece);
}

fluv_vec fluv_cubic_at(const fluv_cubic *w, double t)
{
    double u = 1.0 - t, a = u * u * (1.0 + 2.0 * t), b = t * t * (3.0 - 2.0 * t);
    assert(t >= 0.0 && t <= 1.0);
    if (w->drawn)
        return drawn_at(w, t);
    double from = t * u * u, to = -t * t * u;
    return (fluv_vec){a * w->a.x + b * w->b.x + from * w->from.x + to * w->to.x,
                      a * w->a.y + b * w->b.y + from * w->from.y + to * w->to.y};
}

fluv_vec fluv_cubic_along(const fluv_cubic *w, double t)
{
    double a = 6.0 * t * (t - 1.0), from = (1.0 - t) * (1.0 - 3.0 * t), to = t * (3.0 * t - 2.0);
    if (w->drawn)
        return drawn_along(w, t);
    return (fluv_vec){a * (w->a.x - w->b.x) + from * w->from.x + to * w->to.x,
                      a * (w->a.y - w->b.y) + from * w->from.y + to * w->to.y};
}

fluv_cubic fluv_cubic_along_line(const fluv_drawn_way *line)
{
    return (fluv_cubic){
        .a = line->points[0], .b = line->points[line->count - 1], .drawn = line, .t1 = 1.0};
}

fluv_cubic fluv_cubic_part(const fluv_cubic *w, double t0, double t1)
{
    fluv_cubic part = *w;
    assert(t0 >= 0.0 && t0 < t1 && t1 <= 1.0);
    part.a = fluv_cubic_at(w, t0);
    part.b = fluv_cubic_at(w, t1);
    part.from = fluv_times(fluv_cubic_along(w, t0), t1 - t0);
    part.to = fluv_times(fluv_cubic_along(w, t1), t1 - t0);
    part.t0 = w->t0 + (w->t1 - w->t0) * t0;
    part.t1 = w->t0 + (w->t1 - w->t0) * t1;
    part.za = w->za + (w->zb - w->za) * t0;
    part.zb = w->za + (w->zb - w->za) * t1;
    return part;
}

static double length_of(const fluv_cubic *w)
{
    double length = 0.0;
    if (w->drawn)
        return (w->t1 - w->t0) * w->drawn->way[w->drawn->count - 1];
    fluv_vec at = w->a;
    for (int i = 1; i <= 16; i++) {
        fluv_vec next = fluv_cubic_at(w, i / 16.0);
        length += fluv_vec_distance(at, next);
        at = next;
    }
    return length;
}

typedef struct bender {
    const fluv_cubic *way;
    const fluv_river_form *form;
    double length, width, depth;
    double wavelength, swing, phase, wander;
} bender;

static bender bender_of(const fluv_courses_params *p, const fluv_cubic *w)
{
    const fluv_river_form *form = &fluv_river_forms[w->type];
    assert(w->type < FLUV_ROSGEN_TYPES && w->flow > 0.0);
    double wide = fluv_rosgen_width(w->type), deep = fluv_rosgen_depth(w->type);
    double width = fmax(0.5, wide * fluv_course_width(p, w->flow));
    double wavelength = fmax(LEAST_WAVE, form->wavelength * width / wide);
    return (bender){.way = w,
                    .form = form,
                    .length = fmax(length_of(w), 1e-3),
                    .width = width,
                    .depth = fmax(0.1, p->depth * deep * 0.45 * pow(w->flow, 0.33)),
                    .wavelength = wavelength,
                    .swing = p->winding * w->bend * form->swing * wavelength,
                    .phase = 2.0 * M_PI * fluv_random(w->key, 0),
                    .wander = fluv_random_between(w->key, 1, 0.6, 1.4)};
}

/* 0 at both ends, 1 in the middle. */
static double envelope(const bender *b, double s)
{
    double near = fmin(s, b->length - s), taper = fmin(0.3 * b->length, b->wavelength);
    double t = fmin(1.0, near / taper);
    return t * t * (3.0 - 2.0 * t);
}

/* What changes slowly along a river. */
typedef struct sway {
    double wander; /* of the bends' phase */
    double large;  /* bends */
    double size;   /* of the small ones */
} sway;

static sway sway_at(const bender *b, double s)
{
    double turn = 2.0 * M_PI * s / b->wavelength, slow = turn / (3.1 * b->wander);
    return (sway){.wander = 1.1 * sin(0.37 * b->wander * turn + 2.0 * b->phase),
                  .large = sin(5.0 * b->phase + slow + 0.8 * sin(0.41 * slow + b->phase)),
                  .size = 0.65 + 0.35 * sin(0.23 * turn + 3.0 * b->phase)};
}

static sway sway_between(const sway *a, const sway *b, double t)
{
    return (sway){a->wander + (b->wander - a->wander) * t, a->large + (b->large - a->large) * t,
                  a->size + (b->size - a->size) * t};
}

/* How far the river is off its axis, to the left and ahead. */
typedef struct offset {
    double left, ahead;
} offset;

/* Bends of two sizes. A sine alone would be pointed at its turns: the way is drawn out there and
 * held back between, as in a curve whose direction swings. */
static offset swing_at(const bender *b, double s, sway w)
{
    double phase = b->phase + 2.0 * M_PI * s / b->wavelength + w.wander;
    double swing = b->swing * envelope(b, s), far = swing * w.size;
    double round = fmin(ROUND * far * far / b->wavelength, MOST_ROUND * b->wavelength);
    double sine = sin(phase), cosine = cos(phase);
    return (offset){far * sine + 1.6 * swing * w.large, -2.0 * round * sine * cosine};
}

static fluv_vec bent(const bender *b, double t, sway w)
{
    offset off = swing_at(b, t * b->length, w);
    fluv_vec along = fluv_cubic_along(b->way, t);
    double speed = sqrt(fluv_dot(along, along));
    fluv_vec at = fluv_cubic_at(b->way, t);
    if (!(speed > 0.0))
        return at;
    fluv_vec ahead = fluv_times(along, 1.0 / speed);
    return (fluv_vec){at.x - ahead.y * off.left + ahead.x * off.ahead,
                      at.y + ahead.x * off.left + ahead.y * off.ahead};
}

/* Height where `down` of the length is behind: even, or as the ground rises from the floor of the
 * river that it joins. */
static double fall_to(const bender *b, double down)
{
    double left = (1.0 - fmin(1.0, down)) * b->length, flat = b->way->flat, share = 1.0 - down;
    flat = fmin(flat, MOST_FLAT * b->length);
    if (flat > 0.0)
        share = LEAST_FALL * share +
                (1.0 - LEAST_FALL) * (double)(fluv_valley_rise((float)left, (float)flat) /
                                              fluv_valley_rise((float)b->length, (float)flat));
    return b->way->zb + (b->way->za - b->way->zb) * fmax(0.0, share);
}

static double height_at(const bender *b, double t)
{
    double down = t;
    if (b->form->step > 0.0) {
        double steps = fmax(1.0, round(b->length / fmax(25.0, b->form->step * b->width)));
        double left = 1.0 - (t * steps - floor(t * steps)); /* of the step */
        double sharp =
            1.0 - left * left * left; /* a drop, then a pool: never above the even fall */
        down = (1.0 - STEP_SHARE) * t + STEP_SHARE * (floor(t * steps) + sharp) / steps;
    }
    return fall_to(b, down);
}

static double floor_of(const fluv_courses_params *p, const bender *b)
{
    double wider = pow(fmax(b->way->flow, LEAST_WIDER), WIDER);
    double half = fmax(1.0, p->floor * wider * (b->form->floor * b->width + 1.2 * b->swing));
    double most = MOST_FLOOR * b->way->spacing * FLUV_AXIS_POINTS;
    return most * tanh(half / most);
}

double fluv_cubic_floor(const fluv_courses_params *p, const fluv_cubic *way)
{
    bender b = bender_of(p, way);
    return floor_of(p, &b);
}

static fluv_status draw_axis(fluv_ctx *ctx, const fluv_courses_params *p, const bender *b,
                             fluv_course *course, fluv_list *axis)
{
    uint32_t pieces = (uint32_t)fmax(2.0, ceil(b->length / b->way->spacing));
    course->first_axis = (uint32_t)axis->count;
    course->axis_count = pieces + 1;
    fluv_axis_point *to = fluv_list_append(ctx, axis, pieces + (size_t)1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    float floor = (float)floor_of(p, b);
    for (uint32_t i = 0; i <= pieces; i++) {
        double t = (double)i / pieces;
        fluv_vec at = fluv_cubic_at(b->way, t);
        to[i] = (fluv_axis_point){at.x, at.y, (float)fall_to(b, t), floor};
    }
    return FLUV_OK;
}

static fluv_status add_point(fluv_ctx *ctx, const bender *b, fluv_vec at, double t,
                             fluv_course *course, fluv_list *points)
{
    fluv_course_point *to = fluv_list_append(ctx, points, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = (fluv_course_point){at.x, at.y, (float)height_at(b, t), (float)b->width, (float)b->depth};
    course->point_count++;
    return FLUV_OK;
}

/* How often to look along a river whether it has turned. */
static double looks_along(const bender *b)
{
    double a_wave = WAVE_LOOKS + TURN_LOOKS * b->swing / b->wavelength;
    double looks = a_wave * b->length / b->wavelength;
    if (b->way->least > 0.0)
        looks = fmin(looks, LEAST_LOOKS * b->length / b->way->least);
    return fmax(6.0, ceil(looks));
}

/* Points are closer together where the river turns. */
static fluv_status draw_river(fluv_ctx *ctx, const bender *b, fluv_course *course,
                              fluv_list *points)
{
    double looks = looks_along(b), before_length = 1.0;
    double from_sway = 0.0, sways = SWAY_LOOKS / looks; /* of the length */
    sway last = sway_at(b, 0.0), next = sway_at(b, sways * b->length);
    double most = b->wavelength / WAVE_POINTS, way = 0.0, turned = 0.0;
    fluv_vec before = b->way->a, aim = {0.0, 0.0};
    course->first_point = (uint32_t)points->count;
    course->point_count = 0;
    FLUV_TRY(add_point(ctx, b, b->way->a, 0.0, course, points));
    for (double i = 1.0; i < looks; i++) {
        double t = i / looks;
        if (t > from_sway + sways) {
            from_sway += sways;
            last = next;
            next = sway_at(b, (from_sway + sways) * b->length);
        }
        fluv_vec at = bent(b, t, sway_between(&last, &next, (t - from_sway) / sways));
        fluv_vec step = fluv_minus(at, before);
        double length = fmax(sqrt(fluv_dot(step, step)), 1e-9);
        way += length;
        turned += fabs(fluv_cross(aim, step)) / (before_length * length);
        before = at;
        before_length = length;
        aim = step;
        if ((way < most && turned < MOST_TURN) || way < b->way->least)
            continue;
        FLUV_TRY(add_point(ctx, b, at, t, course, points));
        way = turned = 0.0;
    }
    return add_point(ctx, b, b->way->b, 1.0, course, points);
}

fluv_status fluv_cubic_draw(fluv_ctx *ctx, const fluv_courses_params *p, const fluv_cubic *way,
                            fluv_course *course, fluv_list *points, fluv_list *axis)
{
    bender b = bender_of(p, way);
    assert(way->za >= way->zb && way->spacing > 0.0); /* rivers fall */
    FLUV_TRY(draw_axis(ctx, p, &b, course, axis));
    return draw_river(ctx, &b, course, points);
}
