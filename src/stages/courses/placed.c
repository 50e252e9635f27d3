// SPDX-License-Identifier: MIT
/* Placed rivers are as wide as was asked.
 *
 * in   courses from the sources down, sketches that were placed        out   widths of points,
 * floors
 *
 * A sketch is the way down from its upper end until it meets one before it.  O(courses * sketches).
 */
#include "stages/courses/courses.h"

#include "stages/shared/sketched.h"

#include <assert.h>
#include <math.h>

/* The course that passes the upper end of a sketch. */
static uint32_t first_course(const fluv_drawn_graph *g, size_t sketch,
                             const fluv_course_lists *lists)
{
    const fluv_course *courses = lists->courses.items;
    const fluv_course_point *points = lists->points.items;
    const double *top =
        g->contour->sketches.xy + 2 * ((size_t)g->contour->sketches.first_point[sketch + 1] - 1);
    uint32_t node = fluv_sketch_top(g->streams, sketch), best = FLUV_NONE;
    double least = INFINITY;
    for (uint32_t i = 0; i < lists->courses.count; i++)
        for (uint32_t k = 0; courses[i].node == node && k < courses[i].point_count; k++) {
            const fluv_course_point *at = &points[courses[i].first_point + k];
            double far = hypot(at->x - top[0], at->y - top[1]);
            best = far < least ? i : best;
            least = fmin(far, least);
        }
    return best;
}

static void widen(const fluv_course *course, double width, fluv_course_lists *lists)
{
    fluv_course_point *points = (fluv_course_point *)lists->points.items + course->first_point;
    fluv_axis_point *axis = (fluv_axis_point *)lists->axis.items + course->first_axis;
    assert(width > 0.0);
    for (uint32_t k = 0; k < course->point_count; k++)
        points[k].width = (float)width;
    for (uint32_t k = 0; k < course->axis_count; k++)
        axis[k].floor = fmaxf(axis[k].floor, (float)(0.5 * width));
}

fluv_status fluv_placed_widen(fluv_ctx *ctx, const fluv_drawn_graph *g, const fluv_placed *placed,
                              fluv_course_lists *lists)
{
    size_t sketches = placed ? g->contour->sketches.ring_count : 0;
    uint8_t *taken = fluv_scratch_zero(ctx, lists->courses.count + 1, 1);
    if (!taken)
        return FLUV_NO_MEMORY;
    for (size_t k = 0; k < sketches; k++) {
        uint32_t river = fluv_sketch_placed(g->contour, k, placed);
        double width = river == FLUV_NONE ? 0.0 : placed->rivers[river].width;
        const fluv_course *courses = lists->courses.items;
        for (uint32_t at = first_course(g, k, lists); at != FLUV_NONE && !taken[at];
             at = courses[at].next) {
            taken[at] = 1;
            if (width > 0.0)
                widen(&courses[at], width, lists);
        }
    }
    fluv_scratch_drop(ctx, taken);
    return FLUV_OK;
}
