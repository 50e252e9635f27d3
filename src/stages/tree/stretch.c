// SPDX-License-Identifier: MIT
/* Land as high as the frame asks for.
 *
 * in   a tree under construction, the frame's height range        out   the same, higher or lower
 *
 * Every height of the terrain is a river's height plus a slope times a distance: where rivers and
 * slopes are multiplied by one number, so is the land. The number follows from what the stages
 * before were told, slopes and lengths, and from nothing that they made: what is done to one
 * mountain does not move the others. So land may come out lower than asked for, or would be higher:
 * what stands above part of the range is pressed together below its end, rivers by their heights
 * and hillsides by gentler slopes.  O(primitives + lattice). */
#include "stages/tree/ground.h"

#include "landscape/rosgen.h"

#include <assert.h>
#include <math.h>

#define HILLS   0.49 /* edges over which hillsides rise above the highest springs, about */
#define HIGHEST 0.95 /* of the range: where land of the usual height ends */
#define PRESSED 0.8  /* of the range: above, heights are pressed together */

/* How heights become those of the frame. */
typedef struct stretcher {
    double scale, pressed, ceiling;
} stretcher;

static stretcher stretcher_of(const fluv_tree_work *work)
{
    double high = work->land->frame.high;
    double usual = HILLS * work->cells->slope * work->streams->edge + work->streams->rise;
    assert(high > 0.0);
    return (stretcher){HIGHEST * high / fmax(usual, 1.0), PRESSED * high, high};
}

static double height_of(const stretcher *s, double z)
{
    double high = s->scale * z, room = s->ceiling - s->pressed;
    if (high <= s->pressed)
        return high;
    return s->ceiling - room * exp(-(high - s->pressed) / room);
}

double fluv_tree_stretched(const fluv_tree_work *work, double height)
{
    if (!(work->land->frame.high > 0.0))
        return height;
    stretcher s = stretcher_of(work);
    return height_of(&s, height);
}

double fluv_tree_unstretched(const fluv_tree_work *work, double height)
{
    if (!(work->land->frame.high > 0.0))
        return height;
    stretcher s = stretcher_of(work);
    double room = s.ceiling - s.pressed;
    if (height <= s.pressed)
        return height / s.scale;
    if (!(height < s.ceiling))
        return INFINITY;
    return (s.pressed - room * log((s.ceiling - height) / room)) / s.scale;
}

/* How much gentler hillsides become between two heights, or at one. */
static double slope_of(const stretcher *s, double low, double high)
{
    if (high - low < 1.0)
        high = low + 1.0;
    return (height_of(s, high) - height_of(s, low)) / (high - low);
}

/* ---- The mass at hand ---- */

static fluv_status stretch_discs(fluv_ctx *ctx, fluv_tree_work *work, const stretcher *s,
                                 const fluv_list *sources)
{
    fluv_chart slopes, height, distance;
    FLUV_TRY(fluv_ground_slopes(ctx, work, &slopes));
    size_t count = (size_t)slopes.frame.cols * slopes.frame.rows;
    float *heights = fluv_scratch(ctx, count, sizeof *heights);
    float *distances = fluv_scratch(ctx, count, sizeof *distances);
    if (!heights || !distances)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_ground_find(ctx, work, &slopes, sources, heights, distances));
    height = (fluv_chart){.frame = slopes.frame, .values = heights};
    distance = (fluv_chart){.frame = slopes.frame, .values = distances};
    fluv_tree_disc *discs = work->discs.items;
    for (size_t i = work->mass.first_disc; i < work->discs.count; i++) {
        fluv_vec p = {work->head.x + (double)discs[i].x, work->head.y + (double)discs[i].y};
        double top = fluv_chart_at(&height, p);
        double rise = fluv_chart_at(&slopes, p) * fluv_chart_at(&distance, p);
        bool known = isfinite(top) && isfinite(rise);
        discs[i].slope *= (float)(known ? slope_of(s, fmax(0.0, top - rise), top) : s->scale);
    }
    return FLUV_OK;
}

fluv_status fluv_tree_stretch_mass(fluv_ctx *ctx, fluv_tree_work *work)
{
    stretcher s = stretcher_of(work);
    fluv_list sources = {0};
    fluv_status status = fluv_tree_list_sources(ctx, work, &sources);
    if (status == FLUV_OK)
        status = stretch_discs(ctx, work, &s, &sources);
    fluv_list_free(&sources);
    fluv_tree_vertex *vertices = work->valley_vertices.items;
    for (size_t i = work->mass.first_vertex; i < work->valley_vertices.count; i++)
        vertices[i].z = (float)height_of(&s, (double)vertices[i].z);
    return status;
}

/* ---- Rivers ---- */

/* A course's river in the tree, after its type may have changed. */
static void fit_river(fluv_tree_work *work, size_t number, const fluv_course *course,
                      const fluv_course_point *points)
{
    assert(number < work->rivers.count); /* those of courses stand first */
    fluv_tree_river *river = (fluv_tree_river *)work->rivers.items + number;
    assert(river->first + (size_t)course->point_count <= work->river_vertices.count);
    fluv_tree_vertex *vertices = (fluv_tree_vertex *)work->river_vertices.items + river->first;
    river->type = course->type;
    river->depth = points->depth;
    for (uint32_t i = 0; i < course->point_count; i++)
        vertices[i].size = points[i].width;
}

/* The layer `courses` with other heights, and types that fit their slopes: `sample` takes the
 * rivers' surfaces from there. */
fluv_status fluv_tree_stretch_rivers(fluv_ctx *ctx, fluv_tree_work *work, fluv_landscape *land)
{
    stretcher s = stretcher_of(work);
    const fluv_courses *from = work->courses;
    fluv_course *courses = fluv_scratch(ctx, from->count, sizeof *courses);
    fluv_course_point *points = fluv_scratch(ctx, from->point_count, sizeof *points);
    fluv_axis_point *axis = fluv_scratch(ctx, from->axis_count, sizeof *axis);
    if (!courses || !points || !axis)
        return FLUV_NO_MEMORY;
    fluv_tree_vertex *vertices = work->river_vertices.items;
    for (size_t i = 0; i < work->river_vertices.count; i++)
        vertices[i].z = (float)height_of(&s, (double)vertices[i].z);
    for (size_t i = 0; i < from->point_count; i++) {
        points[i] = from->points[i];
        points[i].z = (float)height_of(&s, (double)points[i].z);
    }
    for (size_t i = 0; i < from->axis_count; i++) {
        axis[i] = from->axis[i];
        axis[i].z = (float)height_of(&s, (double)axis[i].z);
    }
    for (size_t i = 0; i < from->count; i++) {
        courses[i] = from->courses[i];
        fluv_course_fit(&courses[i], points + courses[i].first_point);
        fit_river(work, i, &courses[i], points + courses[i].first_point);
    }
    fluv_courses scaled = *from;
    scaled.courses = courses;
    scaled.points = points;
    scaled.axis = axis;
    fluv_shared *sealed = fluv_courses_seal(ctx, &scaled);
    if (!sealed)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_courses, sealed);
    return FLUV_OK;
}
