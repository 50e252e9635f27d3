// SPDX-License-Identifier: MIT
/* Land as high as the frame asks for.
 *
 * in   a tree under construction, the frame's height range        out   the same, higher or lower
 *
 * Every height of the terrain is a river's height plus a slope times a distance: where rivers and
 * slopes are multiplied by one number, so is the land. How high it is is looked up on a lattice of
 * fixed size, so that the frame's cells do not matter.  O(primitives + lattice). */
#include "stages/tree/tree.h"

#include <math.h>

#define LATTICE 256 /* points along the longer side */

static double highest_of(const fluv_tree_index *tree, const fluv_segments *border)
{
    double wide = border->side * border->cols, tall = border->side * border->rows;
    double spacing = fmax(wide, tall) / LATTICE, highest = 0.0;
    for (double y = border->corner.y; y < border->corner.y + tall; y += 8.0 * spacing)
        for (double x = border->corner.x; x < border->corner.x + wide; x += 8.0 * spacing) {
            double at_x[64], at_y[64];
            float height[64];
            for (int i = 0; i < 64; i++) {
                at_x[i] = x + spacing * (i % 8);
                at_y[i] = y + spacing * (double)(i / 8);
            }
            fluv_tree_evaluate(tree, at_x, at_y, 64, spacing,
                               &(fluv_tree_values){.height = height});
            for (int i = 0; i < 64; i++)
                highest = fmax(highest, (double)height[i]);
        }
    return highest;
}

static void multiply(fluv_list *vertices, float scale)
{
    fluv_tree_vertex *list = vertices->items;
    for (size_t i = 0; i < vertices->count; i++)
        list[i].z *= scale;
}

/* The layer `courses` with other heights: `sample` takes the rivers' surfaces from there. */
static fluv_status stretch_courses(fluv_ctx *ctx, const fluv_courses *from, float scale,
                                   fluv_landscape *land)
{
    fluv_course_point *points = fluv_scratch(ctx, from->point_count, sizeof *points);
    fluv_axis_point *axis = fluv_scratch(ctx, from->axis_count, sizeof *axis);
    if (!points || !axis)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < from->point_count; i++) {
        points[i] = from->points[i];
        points[i].z *= scale;
    }
    for (size_t i = 0; i < from->axis_count; i++) {
        axis[i] = from->axis[i];
        axis[i].z *= scale;
    }
    fluv_courses scaled = *from;
    scaled.points = points;
    scaled.axis = axis;
    fluv_shared *sealed = fluv_courses_seal(ctx, &scaled);
    if (!sealed)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_courses, sealed);
    return FLUV_OK;
}

fluv_status fluv_tree_stretch(fluv_ctx *ctx, fluv_tree_work *work, const void *block,
                              fluv_landscape *land)
{
    fluv_tree_index *tree;
    FLUV_TRY(fluv_tree_open(ctx, block, &tree));
    double highest = highest_of(tree, &work->domain.border);
    fluv_tree_close(tree);
    float scale = (float)(land->frame.high / fmax(highest, 1.0));
    multiply(&work->valley_vertices, scale);
    multiply(&work->river_vertices, scale);
    fluv_tree_disc *discs = work->discs.items;
    for (size_t i = 0; i < work->discs.count; i++)
        discs[i].slope *= scale;
    return stretch_courses(ctx, work->courses, scale, land);
}
