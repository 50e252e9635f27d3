// SPDX-License-Identifier: MIT
/* Rivers first, half way: what stages have planned and no ground has yet. */
#ifndef FLUV_OUTPUT_PICTURE_LAYOUT_H
#define FLUV_OUTPUT_PICTURE_LAYOUT_H

#include "output/picture_parts.h"

/* The planned rivers, or where only basins are known the ways of their water, as lines to draw;
 * none once there are rivers. Scratch. */
FLUV_MUST_CHECK fluv_status fluv_layout_lines(fluv_ctx *ctx, const fluv_landscape *land,
                                              fluv_rivers *lines);
/* Lays the planned lakes over the scene. */
void fluv_layout_lakes_paint(fluv_scene *scene);
/* For each pixel the vertex where its water will end, NONE: ocean, or a small basin. */
void fluv_layout_basins_find(int threads, const fluv_scene *scene, double least, uint32_t *basin);

#endif
