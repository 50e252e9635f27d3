// SPDX-License-Identifier: MIT
/* The ground between valleys on a lattice, before there is a tree to ask. */
#ifndef FLUV_STAGES_HYDROLOGY_GROUND_H
#define FLUV_STAGES_HYDROLOGY_GROUND_H

#include "stages/shared/chart.h"
#include "stages/tree/tree.h"

#include <math.h>

/* What the ground rises from: a point of a valley or a shore, from the tree's origin. */
typedef struct fluv_ground_source {
    float x, y, z; /* m */
    float floor;   /* half of the flat floor around it, m; negative: a shore's */
    float slope;   /* of the ground that rises from it; 0: that of the place it rises to */
} fluv_ground_source;

/* The slopes of the discs of the mass at hand as a chart. Scratch memory. */
FLUV_MUST_CHECK fluv_status fluv_ground_slopes(fluv_ctx *ctx, const fluv_tree_work *work,
                                               fluv_chart *slopes);

/* At every cell of the chart: height of the lowest slope that rises from a source, and how long
 * that slope is, without floor and foot. Seldom of one that is nearly as low. Without sources both
 * are infinite. */
FLUV_MUST_CHECK fluv_status fluv_ground_find(fluv_ctx *ctx, const fluv_tree_work *work,
                                             const fluv_chart *slopes, const fluv_list *sources,
                                             float *height, float *rise);

/* Where the terrain of a true place is looked up, m from the tree's origin. */
fluv_vec fluv_ground_place(const fluv_tree_head *head, double x, double y);
/* A disc's weight at a distance. */
static inline double fluv_disc_share(double far, double radius)
{
    double near = fmax(0.0, 1.0 - far * far / (radius * radius));
    return near * near;
}
/* The slope that the discs of the mass give there; 0: there is none. Kernel. */
double fluv_ground_slope_at(const fluv_tree_work *work, fluv_vec place);
/* Sources within `far` m of there: appends to `near`. */
FLUV_MUST_CHECK fluv_status fluv_ground_near(fluv_ctx *ctx, const fluv_list *sources,
                                             fluv_vec place, double far, fluv_list *near);

#endif
