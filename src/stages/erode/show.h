// SPDX-License-Identifier: MIT
/* From the mesh of `erode` to the raster. */
#ifndef FLUV_STAGES_ERODE_SHOW_H
#define FLUV_STAGES_ERODE_SHOW_H

#include "stages/erode/tier.h"

/* Writes the layer height. The level holds its heights and the routes of its water: kinds,
 * receivers, areas and the connection of its hollows; `donors` is used up. */
FLUV_MUST_CHECK fluv_status fluv_erosion_show(fluv_ctx *ctx, fluv_erosion_tier *level,
                                              fluv_landscape *land);

/* Writes the layer outcrop: of the rock at the ground, how easily it wears against `usual`, after
 * `age` years. `after` is used up. */
FLUV_MUST_CHECK fluv_status fluv_erosion_outcrop(fluv_ctx *ctx, const fluv_erosion_tier *level,
                                                 double usual, double age, fluv_landscape *land);

#endif
