// SPDX-License-Identifier: MIT
/* The stage `tree`: land as a construction tree. */
#ifndef FLUV_STAGES_HYDROLOGY_TREE_H
#define FLUV_STAGES_HYDROLOGY_TREE_H

#include "field/domain.h"
#include "landscape/hydrology.h"
#include "landscape/tree.h"
#include "stages/stage.h"

typedef struct fluv_tree_params {
#include "base/param_fields.h"
#include "stages/tree/tree.def"
} fluv_tree_params;

extern const fluv_stage fluv_stage_tree;

/* A tree under construction. */
typedef struct fluv_tree_work {
    const fluv_tree_params *params;
    const fluv_landscape *land;
    const fluv_contour *contour;
    const fluv_streams *streams;
    const fluv_territories *cells;
    const fluv_courses *courses;
    fluv_domain domain;
    fluv_tree_head head;
    fluv_list discs;                         /* fluv_tree_disc */
    fluv_list valley_first, valley_vertices; /* uint32_t, fluv_tree_vertex */
    fluv_list rivers, river_vertices;        /* fluv_tree_river, fluv_tree_vertex */
    fluv_list ring_first, ring_places;       /* uint32_t, fluv_tree_place */
} fluv_tree_work;

/* How high a valley's floor lies above its river, m. */
float fluv_tree_freeboard(const fluv_tree_work *work, const fluv_course *course);
/* Slopes of hillsides at Poisson-disc points: fills `discs`. */
FLUV_MUST_CHECK fluv_status fluv_tree_add_discs(fluv_ctx *ctx, fluv_tree_work *work);
/* Roughness is a share of the height above the valley: less of it where that is far. After all
 * valleys and shores. */
FLUV_MUST_CHECK fluv_status fluv_tree_calm_discs(fluv_ctx *ctx, fluv_tree_work *work);
/* Side valleys between the rivers: adds to the valleys. */
FLUV_MUST_CHECK fluv_status fluv_tree_add_ravines(fluv_ctx *ctx, fluv_tree_work *work);

/* Makes a whole tree's land as high as the frame asks for: its lists, and the layer `courses`. */
FLUV_MUST_CHECK fluv_status fluv_tree_stretch(fluv_ctx *ctx, fluv_tree_work *work,
                                              const void *block, fluv_landscape *land);

/* Appends a valley's vertices, to be filled in order, from true places. */
FLUV_MUST_CHECK fluv_status fluv_tree_add_valley(fluv_ctx *ctx, fluv_tree_work *work,
                                                 const fluv_axis_point *points, uint32_t count);

#endif
