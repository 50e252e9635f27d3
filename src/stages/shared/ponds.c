// SPDX-License-Identifier: MIT
/* Shapes and levels of placed lakes.
 *
 * in   placed lakes, courses        out   shores in metres, levels, outlets
 *
 * A lake by place and area lies along the river beside it, with some bays.  O(lakes * points). */
#include "stages/shared/ponds.h"

#include "base/random.h"

#include <assert.h>
#include <math.h>

#define POINTS  72   /* of a shore */
#define LONGER  1.5  /* than a circle, along the river, and as much narrower */
#define BAYS    0.22 /* of the radius, those of the longest wave */
#define WAVES   7    /* the shortest, around the shore */
#define SQUARES 64.0 /* of the search, along the longer side */

static fluv_box box_of(const double *xy, size_t points)
{
    fluv_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (size_t i = 0; i < points; i++) {
        box.low = (fluv_vec){fmin(box.low.x, xy[2 * i]), fmin(box.low.y, xy[2 * i + 1])};
        box.high = (fluv_vec){fmax(box.high.x, xy[2 * i]), fmax(box.high.y, xy[2 * i + 1])};
    }
    return box;
}

/* Direction of the greatest river within a radius; east, where there is none. */
static fluv_vec along_river(const fluv_courses *courses, fluv_vec at, double radius)
{
    fluv_vec along = {1.0, 0.0};
    double most = 0.0;
    for (size_t i = 0; i < courses->count; i++) {
        const fluv_course *course = &courses->courses[i];
        const fluv_course_point *p = courses->points + course->first_point;
        for (uint32_t k = 0; course->flow > most && k + 1 < course->point_count; k++) {
            fluv_vec step = {p[k + 1].x - p[k].x, p[k + 1].y - p[k].y};
            double length = sqrt(fluv_dot(step, step));
            if (length > 0.0 && hypot(p[k].x - at.x, p[k].y - at.y) < radius) {
                most = course->flow;
                along = fluv_times(step, 1.0 / length);
            }
        }
    }
    return along;
}

/* The shore of a lake by place and area: an ellipse with waves. */
static void draw_shore(const fluv_placed_lake *lake, fluv_vec along, fluv_key key, double *xy)
{
    double area = 0.0;
    for (size_t i = 0; i < POINTS; i++) {
        double angle = 2.0 * M_PI * (double)i / POINTS, radius = 1.0;
        for (uint64_t k = 2; k <= WAVES; k++)
            radius += BAYS / (double)k * cos((double)k * angle + 2.0 * M_PI * fluv_random(key, k));
        fluv_vec p = {radius * cos(angle) * sqrt(LONGER), radius * sin(angle) / sqrt(LONGER)};
        xy[2 * i] = p.x * along.x - p.y * along.y;
        xy[2 * i + 1] = p.x * along.y + p.y * along.x;
    }
    for (size_t i = 0; i < POINTS; i++) {
        const double *a = xy + 2 * i, *b = xy + 2 * ((i + 1) % POINTS);
        area += 0.5 * (a[0] * b[1] - b[0] * a[1]);
    }
    double scale = sqrt(lake->area / area);
    for (size_t i = 0; i < POINTS; i++) {
        xy[2 * i] = lake->x + scale * xy[2 * i];
        xy[2 * i + 1] = lake->y + scale * xy[2 * i + 1];
    }
}

static fluv_status find_shore(fluv_ctx *ctx, const fluv_landscape *land,
                              const fluv_courses *courses, const fluv_placed_lake *lake,
                              fluv_pond *pond)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    uint32_t rings = lake->point_count ? lake->ring_count : 1;
    uint32_t *first = fluv_scratch(ctx, (size_t)rings + 1, sizeof *first);
    double *drawn = lake->point_count ? NULL : fluv_scratch(ctx, 2 * POINTS, sizeof *drawn);
    if (!first || (!lake->point_count && !drawn))
        return FLUV_NO_MEMORY;
    first[0] = 0;
    for (uint32_t i = 0; i < rings; i++)
        first[i + 1] = first[i] + (drawn ? POINTS : placed->rings[lake->first_ring + i]);
    const double *xy = placed->xy + 2 * (size_t)lake->first_point;
    if (drawn) {
        fluv_key key = fluv_key_at(fluv_key_make(land->seed, "place", "shores"), lake->x, lake->y);
        fluv_vec at = {lake->x, lake->y};
        draw_shore(lake, along_river(courses, at, sqrt(lake->area / M_PI)), key, drawn);
        xy = drawn;
    }
    pond->shore = (fluv_outline){.ring_count = rings, .first_point = first, .xy = xy};
    pond->box = box_of(xy, first[rings]);
    double side =
        fmax(pond->box.high.x - pond->box.low.x, pond->box.high.y - pond->box.low.y) / SQUARES;
    return fluv_domain_init(ctx, &pond->shore, fmax(side, 1.0), &pond->domain);
}

static void find_level(const fluv_courses *courses, fluv_pond *pond)
{
    double least = INFINITY;
    pond->outlet = FLUV_NONE;
    for (uint32_t i = 0; i < courses->count; i++) {
        const fluv_course *course = &courses->courses[i];
        const fluv_course_point *p = courses->points + course->first_point;
        for (uint32_t k = 0; k < course->point_count; k++)
            if ((double)p[k].z <= least && fluv_pond_holds(pond, p[k].x, p[k].y)) {
                least = (double)p[k].z; /* of equal ones the last, which lies farthest down */
                pond->outlet = i;
            }
    }
    pond->level = fluv_pond_level(pond, least);
}

fluv_status fluv_ponds_find(fluv_ctx *ctx, const fluv_landscape *land, const fluv_courses *courses,
                            const double *levels, fluv_pond **out)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    fluv_pond *ponds = fluv_scratch_zero(ctx, placed->lake_count + 1, sizeof *ponds);
    *out = ponds;
    if (!ponds)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < placed->lake_count; i++) {
        FLUV_TRY(find_shore(ctx, land, courses, &placed->lakes[i], &ponds[i]));
        ponds[i].given = levels[i];
        ponds[i].follows = placed->lakes[i].follows;
        find_level(courses, &ponds[i]);
    }
    return FLUV_OK;
}
