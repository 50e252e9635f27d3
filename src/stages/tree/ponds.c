// SPDX-License-Identifier: MIT
/* Ground for placed lakes.
 *
 * in   courses, placed lakes        out   courses that are level in them, valleys as wide as they
 * are
 *
 * A lake stands where its lowest river leaves it, or as high as the lowest ground of its shore, so
 * that nothing has to be dammed. Rivers above come
 * down to it: what they are lowered by at its shore grows less on the way up. Level lines, as close
 * as their floors are wide, are the ground of the lake, from which the land rises as from any
 * valley.  O(lakes * (points + area)). */
#include "stages/tree/ponds.h"

#include "landscape/tree_bounds.h"
#include "stages/shared/ponds.h"
#include "stages/tree/ground.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define LESS    0.02 /* m in a metre of way, by which rivers above a lake are lowered less */
#define GENTLER 0.7  /* of the hillsides' slope: what roughness leaves of it */
#define BANK    0.6  /* of a ravine's edge around a lake, where none is lower */
#define REACH   0.3  /* of the root of a lake's area: from there on its floor is flat, */
#define MIDDLE  0.7  /* and before so much of the way to its middle */
#define LOOKS   64.0 /* across a lake, for its middle */

#define LEAST_SLOPE 0.005 /* of floors beside the shore */
#define MOST_SLOPE  0.4

/* Courses with heights of their own. Scratch memory. */
typedef struct lowered {
    const fluv_courses *from;
    fluv_course_point *points;
    fluv_axis_point *axis;
    float *by;     /* a point: how much it was lowered */
    float *first;  /* a course: the same at its upper end */
    uint8_t *into; /* a course: whether it leads to the lake at hand, or is its outlet */
} lowered;

static double way_between(const fluv_course_point *a, const fluv_course_point *b)
{
    return hypot(b->x - a->x, b->y - a->y);
}

/* From the outlet up: level in the lake, and less and less lowered above. */
static void lower_above(const fluv_pond *pond, uint32_t i, lowered *l)
{
    const fluv_course *course = &l->from->courses[i];
    fluv_course_point *p = l->points + course->first_point;
    float *by = l->by + course->first_point;
    double less = i == pond->outlet ? 0.0 : (double)l->first[course->next];
    for (uint32_t k = course->point_count; k-- > 0;) {
        if (k + 1 < course->point_count)
            less = fmax(0.0, less - LESS * way_between(&p[k], &p[k + 1]));
        if (fluv_pond_holds(pond, p[k].x, p[k].y))
            less = fmax(0.0, (double)p[k].z - pond->level);
        by[k] += (float)less;
        p[k].z -= (float)less;
    }
    l->first[i] = (float)less;
}

/* From the sources down no point is higher than the one before. */
static void keep_falling(const fluv_pond *pond, lowered *l, float *least)
{
    for (size_t i = 0; i < l->from->count; i++)
        least[i] = INFINITY;
    for (uint32_t i = 0; i < l->from->count; i++) {
        const fluv_course *course = &l->from->courses[i];
        bool below = isfinite(least[i]);
        if (!l->into[i] && !below)
            continue;
        float so_far = least[i];
        for (uint32_t k = course->first_point; k < course->first_point + course->point_count; k++) {
            fluv_course_point *p = &l->points[k];
            if (l->into[i] && fluv_pond_holds(pond, p->x, p->y))
                so_far = fminf(so_far, (float)pond->level);
            l->by[k] += fmaxf(0.0f, p->z - so_far);
            p->z = fminf(p->z, so_far);
        }
        if (course->next != FLUV_NONE)
            least[course->next] = fminf(least[course->next], so_far);
    }
}

static void lower_axes(const fluv_pond *pond, const lowered *l)
{
    for (size_t i = 0; i < l->from->count; i++) {
        const fluv_course *course = &l->from->courses[i];
        const float *by = l->by + course->first_point;
        for (uint32_t k = 0; k < course->axis_count; k++) {
            fluv_axis_point *p = &l->axis[course->first_axis + k];
            double t = course->axis_count > 1 ? (double)k / (course->axis_count - 1.0) : 0.0;
            float z = l->from->axis[course->first_axis + k].z -
                      by[(uint32_t)lround(t * (course->point_count - 1.0))];
            if (l->into[i] && fluv_pond_holds(pond, p->x, p->y))
                z = fminf(z, (float)pond->level);
            p->z = fminf(p->z, z);
        }
    }
}

/* Channels beside a course lie as high as it does next to them. */
static void lower_branches(const lowered *l)
{
    for (size_t b = 0; b < l->from->branch_count; b++) {
        const fluv_branch *branch = &l->from->branches[b];
        const fluv_course *course = &l->from->courses[branch->course];
        for (uint32_t k = 0; k < branch->point_count; k++) {
            fluv_course_point *p = &l->points[branch->first_point + k];
            double least = INFINITY;
            float by = 0.0f;
            for (uint32_t n = course->first_point; n < course->first_point + course->point_count;
                 n++) {
                double far = way_between(p, &l->from->points[n]);
                by = far < least ? l->by[n] : by;
                least = fmin(far, least);
            }
            p->z = l->from->points[branch->first_point + k].z - by;
        }
    }
}

static fluv_status lower(fluv_ctx *ctx, const fluv_pond *pond, lowered *l)
{
    const fluv_courses *from = l->from;
    float *least = fluv_scratch(ctx, from->count, sizeof *least);
    if (!least)
        return FLUV_NO_MEMORY;
    for (uint32_t i = (uint32_t)from->count; i-- > 0;) {
        uint32_t next = from->courses[i].next;
        l->into[i] = i == pond->outlet || (next != FLUV_NONE && l->into[next]);
        if (l->into[i])
            lower_above(pond, i, l);
    }
    keep_falling(pond, l, least);
    lower_axes(pond, l);
    fluv_scratch_drop(ctx, least);
    return FLUV_OK;
}

static fluv_status lower_courses(fluv_ctx *ctx, fluv_tree_work *work, size_t lakes,
                                 fluv_landscape *land)
{
    const fluv_courses *from = work->courses;
    lowered l = {.from = from,
                 .points = fluv_scratch(ctx, from->point_count, sizeof *l.points),
                 .axis = fluv_scratch(ctx, from->axis_count, sizeof *l.axis),
                 .by = fluv_scratch_zero(ctx, from->point_count, sizeof *l.by),
                 .first = fluv_scratch(ctx, from->count, sizeof *l.first),
                 .into = fluv_scratch(ctx, from->count, sizeof *l.into)};
    if (!l.points || !l.axis || !l.by || !l.first || !l.into)
        return FLUV_NO_MEMORY;
    memcpy(l.points, from->points, from->point_count * sizeof *l.points);
    memcpy(l.axis, from->axis, from->axis_count * sizeof *l.axis);
    for (size_t i = 0; i < lakes; i++)
        if (isfinite(work->ponds[i].level))
            FLUV_TRY(lower(ctx, &work->ponds[i], &l));
    lower_branches(&l);
    fluv_courses changed = *from;
    changed.points = l.points;
    changed.axis = l.axis;
    fluv_shared *sealed = fluv_courses_seal(ctx, &changed);
    if (!sealed)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_courses, sealed);
    work->courses = fluv_layer_read(land, FLUV_LAYER_courses);
    return FLUV_OK;
}

fluv_status fluv_tree_find_ponds(fluv_ctx *ctx, fluv_tree_work *work, fluv_landscape *land)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    if (!placed || !placed->lake_count)
        return FLUV_OK;
    double *levels = fluv_scratch(ctx, placed->lake_count, sizeof *levels);
    if (!levels)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < placed->lake_count; i++) {
        double level = (double)placed->lakes[i].level;
        levels[i] = isfinite(level) ? fluv_tree_unstretched(work, level) : NAN;
    }
    FLUV_TRY(fluv_ponds_find(ctx, land, work->courses, levels, &work->ponds));
    work->pond_count = placed->lake_count;
    return lower_courses(ctx, work, placed->lake_count, land);
}

/* ---- Level ground ---- */

/* A level line from one place to another. */
static fluv_status add_line(fluv_ctx *ctx, fluv_tree_work *work, fluv_vec a, fluv_vec b,
                            double step, double level)
{
    uint32_t pieces = (uint32_t)fmax(1.0, ceil(fluv_vec_distance(a, b) / step));
    fluv_axis_point *points = fluv_scratch(ctx, (size_t)pieces + 1, sizeof *points);
    if (!points)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i <= pieces; i++) {
        fluv_vec at = fluv_between(a, b, (double)i / pieces);
        points[i] = (fluv_axis_point){at.x, at.y, (float)level, (float)step};
    }
    fluv_status status = fluv_tree_add_valley(ctx, work, points, pieces + 1);
    fluv_scratch_drop(ctx, points);
    return status;
}

static fluv_status add_pond(fluv_ctx *ctx, fluv_tree_work *work, const fluv_pond *pond)
{
    double wide = pond->box.high.x - pond->box.low.x, tall = pond->box.high.y - pond->box.low.y;
    double step = fmax(wide, tall) / FLUV_POND_LINES;
    for (double y = pond->box.low.y + 0.5 * step; y < pond->box.high.y; y += step) {
        double from = NAN;
        for (double x = pond->box.low.x; x <= pond->box.high.x + step; x += 0.25 * step) {
            bool inside = fluv_pond_holds(pond, x, y);
            if (inside && isnan(from))
                from = x;
            if (inside || isnan(from))
                continue;
            double inset = fmin(0.25 * step, 0.4 * (x - from));
            FLUV_TRY(add_line(ctx, work, (fluv_vec){from + inset, y},
                              (fluv_vec){x - 0.25 * step, y}, step, pond->level));
            from = NAN;
        }
    }
    return FLUV_OK;
}

/* The ground of a place, as gentle as roughness may leave it. */
static double ground_at(const fluv_tree_work *work, fluv_vec at)
{
    const fluv_tree_mass *mass = &work->mass;
    const fluv_tree_vertex *valleys = work->valley_vertices.items;
    const fluv_tree_place *shores = work->ring_places.items;
    double slope = GENTLER * fluv_ground_slope_at(work, at), least = INFINITY;
    for (size_t i = mass->first_vertex; i < work->valley_vertices.count; i++) {
        double far = hypot((double)valleys[i].x - at.x, (double)valleys[i].y - at.y);
        double rise = (double)fluv_valley_rise((float)far, valleys[i].size);
        least = fmin(least, (double)valleys[i].z + slope * rise);
    }
    for (size_t i = mass->first_place; i < work->ring_places.count; i++)
        least = fmin(least, slope * hypot((double)shores[i].x - at.x, (double)shores[i].y - at.y));
    return least;
}

/* A lake that no river runs through stands as high as the lowest ground of its shore. */
static void level_pond(const fluv_tree_work *work, fluv_pond *pond)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < pond->shore.first_point[1]; i++) {
        const double *at = pond->shore.xy + 2 * (size_t)i;
        least = fmin(least, ground_at(work, fluv_ground_place(&work->head, at[0], at[1])));
    }
    pond->level = fluv_pond_level(pond, least);
}

fluv_status fluv_tree_add_ponds(fluv_ctx *ctx, fluv_tree_work *work)
{
    for (size_t i = 0; i < work->pond_count; i++) {
        fluv_pond *pond = &work->ponds[i];
        const fluv_vec at = {pond->shore.xy[0], pond->shore.xy[1]};
        if (!fluv_domain_holds(&work->mass.domain, at))
            continue;
        if (pond->outlet == FLUV_NONE)
            level_pond(work, pond);
        pond->slope = fluv_ground_slope_at(work, fluv_ground_place(&work->head, at.x, at.y));
        if (isfinite(pond->level))
            FLUV_TRY(add_pond(ctx, work, pond));
    }
    return FLUV_OK;
}

/* ---- Water and floors ---- */

/* How far the middle of a lake lies from its shore, m. */
static double farthest_in(const fluv_pond *pond)
{
    double wide = pond->box.high.x - pond->box.low.x, tall = pond->box.high.y - pond->box.low.y;
    double step = fmax(wide, tall) / LOOKS, far = 0.0;
    for (double y = pond->box.low.y + 0.5 * step; y < pond->box.high.y; y += step)
        for (double x = pond->box.low.x + 0.5 * step; x < pond->box.high.x; x += step)
            if (fluv_pond_holds(pond, x, y))
                far = fmax(far, fluv_domain_shore(&pond->domain, (fluv_vec){x, y}));
    return far;
}

/* The floor of a lake of a map goes on as its shores do (water/survey_floor.c); so does this. */
static fluv_tree_river floor_of(const fluv_tree_work *work, const fluv_pond *pond, double asked,
                                float *reach)
{
    double far = fmin(REACH * sqrt(pond->domain.area), MIDDLE * farthest_in(pond));
    double level = pond->level, gentler = 0.5 * -expm1(-2.0); /* than at the shore, all in all */
    double steeper = fluv_tree_stretched(work, level + 1.0) - fluv_tree_stretched(work, level);
    double slope = fmin(fmax(steeper * pond->slope, LEAST_SLOPE), MOST_SLOPE);
    *reach = (float)fmax(far, 1.0);
    return (fluv_tree_river){.type = FLUV_TREE_LAKE,
                             .depth = (float)(asked > 0.0 ? asked : gentler * slope * far)};
}

static fluv_status fill_pond(fluv_ctx *ctx, fluv_tree_work *work, const fluv_pond *pond,
                             double asked)
{
    float reach, level = (float)fluv_tree_stretched(work, pond->level);
    fluv_tree_river ring = floor_of(work, pond, asked, &reach);
    for (size_t r = 0; r < pond->shore.ring_count; r++) {
        uint32_t first = pond->shore.first_point[r], end = pond->shore.first_point[r + 1];
        fluv_tree_river *added = fluv_list_append(ctx, &work->rivers, 1, sizeof *added);
        fluv_tree_vertex *to =
            added ? fluv_list_append(ctx, &work->river_vertices, end - first, sizeof *to) : NULL;
        if (!to)
            return FLUV_NO_MEMORY;
        ring.first = (uint32_t)(work->river_vertices.count - (end - first));
        *added = ring;
        for (uint32_t i = first; i < end; i++)
            *to++ = (fluv_tree_vertex){(float)(pond->shore.xy[2 * (size_t)i] - work->head.x),
                                       (float)(pond->shore.xy[2 * (size_t)i + 1] - work->head.y),
                                       level, reach};
        ring.type = FLUV_TREE_RING;
    }
    return FLUV_OK;
}

fluv_status fluv_tree_fill_ponds(fluv_ctx *ctx, fluv_tree_work *work)
{
    const fluv_placed *placed = fluv_layer_read(work->land, FLUV_LAYER_placed);
    for (size_t i = 0; i < work->pond_count; i++)
        if (isfinite(work->ponds[i].level) && work->ponds[i].slope > 0.0)
            FLUV_TRY(fill_pond(ctx, work, &work->ponds[i], placed->lakes[i].depth));
    return FLUV_OK;
}

/* Whether there is a lake in or beside a place; `beside`: so many m. */
static const fluv_pond *pond_near(const fluv_tree_work *work, double x, double y, double beside)
{
    for (size_t i = 0; i < work->pond_count; i++) {
        const fluv_pond *pond = &work->ponds[i];
        bool far = x < pond->box.low.x - beside || x > pond->box.high.x + beside ||
                   y < pond->box.low.y - beside || y > pond->box.high.y + beside;
        if (isfinite(pond->level) && !far &&
            (fluv_pond_holds(pond, x, y) ||
             (beside > 0.0 && fluv_domain_shore(&pond->domain, (fluv_vec){x, y}) < beside)))
            return pond;
    }
    return NULL;
}

void fluv_tree_spare_ponds(const fluv_tree_work *work, const fluv_frame *frame, float *ceiling)
{
    for (uint32_t c = 0; work->pond_count && c < frame->cols * frame->rows; c++)
        if (pond_near(work, fluv_cell_x(frame, c), fluv_cell_y(frame, c), 0.0))
            ceiling[c] = -1e6f; /* nothing grows as low */
}

void fluv_tree_bank_ponds(const fluv_tree_work *work, const fluv_frame *frame, float *bottom)
{
    double bank = BANK * work->params->ravines * work->streams->edge;
    for (uint32_t c = 0; work->pond_count && c < frame->cols * frame->rows; c++) {
        const fluv_pond *pond = pond_near(work, fluv_cell_x(frame, c), fluv_cell_y(frame, c), bank);
        if (pond)
            bottom[c] = fmaxf(bottom[c], (float)pond->level + 1.0f);
    }
}
