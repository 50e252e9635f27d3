// SPDX-License-Identifier: MIT
/* The stage `sample`: a construction tree on the frame's cells. */
#ifndef FLUV_STAGES_HYDROLOGY_SAMPLE_H
#define FLUV_STAGES_HYDROLOGY_SAMPLE_H

#include "landscape/hydrology.h"
#include "stages/stage.h"
#include "water/topology.h"

typedef struct fluv_sample_params {
#include "base/param_fields.h"
#include "stages/hydrology/sample.def"
} fluv_sample_params;

extern const fluv_stage fluv_stage_sample;

/* Courses on cells: each cell of a path leads to a neighbour that is one too, or to the sea. */
typedef struct fluv_paths {
    const fluv_frame *frame;
    const uint8_t *kind; /* as fluv_cells_find_sea left it */
    float *height;       /* layer; out: the water's surface on paths, never rising downstream */
    uint8_t *path;       /* out: whether a path runs through the cell */
    uint8_t *rosgen;     /* out: its fluv_rosgen */
    uint32_t *down;      /* out: where it leads, FLUV_NONE: over the edge */
} fluv_paths;

/* Kernel. Courses with less flow are left out, with all above them. */
void fluv_paths_draw(const fluv_courses *courses, double least_flow, const fluv_paths *paths);

#endif
