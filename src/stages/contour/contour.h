// SPDX-License-Identifier: MIT
/* The stage `contour`: the outline of the land, the mouths of its rivers, rivers drawn by hand. */
#ifndef FLUV_STAGES_HYDROLOGY_CONTOUR_H
#define FLUV_STAGES_HYDROLOGY_CONTOUR_H

#include "base/random.h"
#include "field/domain.h"
#include "landscape/hydrology.h"
#include "stages/stage.h"

typedef struct fluv_contour_mouth {
#include "base/param_fields.h"
#include "stages/contour/mouth.def"
} fluv_contour_mouth;

typedef struct fluv_contour_river {
#include "base/param_fields.h"
#include "stages/contour/river.def"
} fluv_contour_river;

typedef struct fluv_contour_params {
#include "base/param_fields.h"
#include "stages/contour/contour.def"
} fluv_contour_params;

extern const fluv_stage fluv_stage_contour;

/* A ready-made island: one ring, counter-clockwise. */
FLUV_MUST_CHECK fluv_status fluv_contour_island(fluv_ctx *ctx, const fluv_contour_params *params,
                                                const fluv_landscape *land, fluv_rings *rings);
/* The islands of the layer `shore`. */
FLUV_MUST_CHECK fluv_status fluv_contour_shore(fluv_ctx *ctx, const fluv_contour_params *params,
                                               const fluv_landscape *land, fluv_rings *rings);

/* How an outline is made finer. */
typedef struct fluv_ragged {
    double ragged; /* 0 .. 1 */
    double size;   /* of the land, m */
    fluv_key key;
} fluv_ragged;

FLUV_MUST_CHECK fluv_status fluv_contour_refine(fluv_ctx *ctx, const fluv_ragged *job,
                                                fluv_rings *rings);

/* Low and high corner of all rings. */
fluv_box fluv_rings_box(const fluv_rings *rings);

/* Rings as a domain. Scratch memory. */
typedef struct fluv_drawing {
    fluv_domain domain;
    double size; /* longer side of the box around, m; more than 0 */
} fluv_drawing;

FLUV_MUST_CHECK fluv_status fluv_drawing_study(fluv_ctx *ctx, const fluv_rings *rings,
                                               fluv_drawing *out);
FLUV_MUST_CHECK fluv_status fluv_drawing_refuse_crossing(fluv_ctx *ctx, const fluv_rings *rings,
                                                         const fluv_drawing *drawing);

/* For each ring whether it is a hole: it lies inside an odd number of others. Scratch memory. Rings
 * do not cross. */
FLUV_MUST_CHECK fluv_status fluv_rings_holes(fluv_ctx *ctx, const fluv_rings *rings,
                                             uint8_t **hole);
/* Turns rings so that holes run clockwise and all others counter-clockwise. */
FLUV_MUST_CHECK fluv_status fluv_rings_nest(fluv_ctx *ctx, fluv_rings *rings);

/* All that was drawn: what a file holds first, then what the recipe says. */
FLUV_MUST_CHECK fluv_status fluv_contour_gather(fluv_ctx *ctx, const fluv_contour_params *params,
                                                const fluv_landscape *land, fluv_shapes *out);
/* Rivers and mouths, checked against the outline: mouths of rivers first. */
FLUV_MUST_CHECK fluv_status fluv_contour_drawn(fluv_ctx *ctx, const fluv_shapes *shapes,
                                               const fluv_rings *rings, fluv_sketched *out);
/* Mouths in bays, apart from each other: appends fluv_mouth. */
FLUV_MUST_CHECK fluv_status fluv_mouths_place(fluv_ctx *ctx, const fluv_contour_params *params,
                                              const fluv_landscape *land, const fluv_rings *rings,
                                              fluv_list *mouths);

#endif
