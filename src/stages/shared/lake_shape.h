// SPDX-License-Identifier: MIT
/* The shore of a placed lake where there is no ground yet that could tell it. */
#ifndef FLUV_STAGES_LAKE_SHAPE_H
#define FLUV_STAGES_LAKE_SHAPE_H

#include "landscape/layout.h"
#include "landscape/placed.h"

typedef struct fluv_lake_shape {
    fluv_outline shore; /* scratch; rings lie around the lake and its islands */
    double x, y;        /* a place in it */
    double reach;       /* no place in it lies farther from there, m */
    double area;        /* m2, islands left out */
} fluv_lake_shape;

#define FLUV_LAKE_POINTS FLUV_RAYS /* of a shore that is made */

/* Makes the shore of a lake that has a place and an area: FLUV_LAKE_POINTS points. Kernel. */
void fluv_lake_shape_draw(uint64_t seed, const fluv_placed *placed, const fluv_placed_lake *lake,
                          double *xy);
/* By its outline, or round about its place with bays, in metres: the same at every size. */
FLUV_MUST_CHECK fluv_status fluv_lake_shape_find(fluv_ctx *ctx, const fluv_landscape *land,
                                                 const fluv_placed *placed, size_t lake,
                                                 fluv_lake_shape *shape);

#endif
