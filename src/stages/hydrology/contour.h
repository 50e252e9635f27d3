// SPDX-License-Identifier: MIT
/* The stage `contour`: the outline of the land, the mouths of its rivers, rivers drawn by hand. */
#ifndef FLUV_STAGES_HYDROLOGY_CONTOUR_H
#define FLUV_STAGES_HYDROLOGY_CONTOUR_H

#include "field/segments.h"
#include "landscape/hydrology.h"
#include "stages/stage.h"

typedef struct fluv_contour_mouth {
#include "base/param_fields.h"
#include "stages/hydrology/contour_mouth.def"
} fluv_contour_mouth;

typedef struct fluv_contour_river {
#include "base/param_fields.h"
#include "stages/hydrology/contour_river.def"
} fluv_contour_river;

typedef struct fluv_contour_params {
#include "base/param_fields.h"
#include "stages/hydrology/contour.def"
} fluv_contour_params;

extern const fluv_stage fluv_stage_contour;

/* A ready-made island: one ring, counter-clockwise. */
FLUV_MUST_CHECK fluv_status fluv_contour_island(fluv_ctx *ctx, const fluv_contour_params *params,
                                                const fluv_landscape *land, fluv_rings *rings);
/* What was drawn by hand, checked against the outline: rivers first, each with its mouth. */
FLUV_MUST_CHECK fluv_status fluv_contour_drawn(fluv_ctx *ctx, const fluv_contour_params *params,
                                               const fluv_rings *rings, fluv_list *mouths,
                                               fluv_rings *sketches);
/* Mouths in bays, apart from each other: appends fluv_mouth. */
FLUV_MUST_CHECK fluv_status fluv_mouths_place(fluv_ctx *ctx, const fluv_contour_params *params,
                                              const fluv_landscape *land, const fluv_rings *rings,
                                              fluv_list *mouths);

#endif
