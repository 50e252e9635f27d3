// SPDX-License-Identifier: MIT
/* Shapes and levels of placed lakes.
 *
 * in   placed lakes, courses        out   shores in metres, levels, outlets
 *
 * O(lakes * points). */
#include "stages/shared/ponds.h"

#include "stages/shared/lake_shape.h"

#include <assert.h>
#include <math.h>

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

static fluv_status find_shore(fluv_ctx *ctx, const fluv_landscape *land, const fluv_placed *placed,
                              size_t lake, fluv_pond *pond)
{
    fluv_lake_shape shape;
    FLUV_TRY(fluv_lake_shape_find(ctx, land, placed, lake, &shape));
    pond->shore = shape.shore;
    pond->box = box_of(shape.shore.xy, shape.shore.first_point[shape.shore.ring_count]);
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
        FLUV_TRY(find_shore(ctx, land, placed, i, &ponds[i]));
        ponds[i].given = levels[i];
        ponds[i].follows = placed->lakes[i].follows;
        find_level(courses, &ponds[i]);
    }
    return FLUV_OK;
}
