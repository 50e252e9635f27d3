// SPDX-License-Identifier: MIT
/* From the mesh of `erode` to the raster. */
#ifndef FLUV_STAGES_ERODE_SHOW_H
#define FLUV_STAGES_ERODE_SHOW_H

#include "stages/erode/tier.h"

/* Writes the layer height. The level holds its heights and the routes of its water: kinds,
 * receivers, areas and the connection of its hollows; `donors` is used up. */
FLUV_MUST_CHECK fluv_status fluv_erosion_show(fluv_ctx *ctx, fluv_erosion_tier *level,
                                              fluv_landscape *land);

#endif
