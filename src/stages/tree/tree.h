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

/* A mass of land and what was made of it so far. */
typedef struct fluv_tree_mass {
    uint32_t number;
    fluv_outline outline;
    fluv_domain domain;
    uint32_t first_node, end_node;
    uint32_t first_course, end_course;
    size_t first_disc, first_vertex, first_place; /* of the lists: its own go on to their ends */
} fluv_tree_mass;

/* A tree under construction, of one mass of land after another. */
typedef struct fluv_tree_work {
    const fluv_tree_params *params;
    bool draft; /* soon matters more than exactly */
    const fluv_landscape *land;
    const fluv_contour *contour;
    const fluv_streams *streams;
    const fluv_territories *cells;
    const fluv_courses *courses;
    fluv_domain domain; /* all land */
    fluv_tree_mass mass;
    struct fluv_pond *ponds; /* one a placed lake */
    size_t pond_count;
    double *reach; /* of placed spots, m */
    fluv_tree_head head;
    fluv_list discs;                         /* fluv_tree_disc */
    fluv_list valley_first, valley_vertices; /* uint32_t, fluv_tree_vertex */
    fluv_list rivers, river_vertices;        /* fluv_tree_river, fluv_tree_vertex */
    fluv_list ring_first, ring_places;       /* uint32_t, fluv_tree_place */
} fluv_tree_work;

/* How high a valley's floor lies above its river, m. */
float fluv_tree_freeboard(const fluv_tree_work *work, const fluv_course *course);
/* Distance between discs, m. */
double fluv_disc_spacing(const fluv_tree_work *work);
/* How far discs reach, m. */
double fluv_disc_radius(const fluv_tree_work *work);
/* Slopes of hillsides of the mass at hand at Poisson-disc points: adds to `discs`. */
FLUV_MUST_CHECK fluv_status fluv_tree_add_discs(fluv_ctx *ctx, fluv_tree_work *work);
/* Roughness is a share of the height above the valley: less of it where that is far. After all
 * valleys and shores of the mass. */
FLUV_MUST_CHECK fluv_status fluv_tree_calm_discs(fluv_ctx *ctx, fluv_tree_work *work);
#define FLUV_RAVINES_LONGER 2.0 /* edges of side valleys, of each next order */

/* Side valleys between the rivers of the mass: adds to the valleys. */
FLUV_MUST_CHECK fluv_status fluv_tree_add_ravines(fluv_ctx *ctx, fluv_tree_work *work);

/* Points of the valleys and shores of the mass: appends fluv_ground_source. */
FLUV_MUST_CHECK fluv_status fluv_tree_list_sources(fluv_ctx *ctx, const fluv_tree_work *work,
                                                   fluv_list *sources);
/* Makes the land of a mass as high as the frame asks for, when all else of it is done. */
FLUV_MUST_CHECK fluv_status fluv_tree_stretch_mass(fluv_ctx *ctx, fluv_tree_work *work);
/* The same for all rivers and the layer `courses`, after the masses. */
FLUV_MUST_CHECK fluv_status fluv_tree_stretch_rivers(fluv_ctx *ctx, fluv_tree_work *work,
                                                     fluv_landscape *land);

/* The height that becomes this one by it; not finite: none does. */
double fluv_tree_unstretched(const fluv_tree_work *work, double height);
/* What a height becomes by it. */
double fluv_tree_stretched(const fluv_tree_work *work, double height);

/* Appends a valley's vertices, to be filled in order, from true places. */
FLUV_MUST_CHECK fluv_status fluv_tree_add_valley(fluv_ctx *ctx, fluv_tree_work *work,
                                                 const fluv_axis_point *points, uint32_t count);

#endif
