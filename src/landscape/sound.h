// SPDX-License-Identifier: MIT
/* Whether layers that no stage has made are such as stages count on. The rules of water ask for
 * more; this is what keeps stages from being led out of the frame or round in circles. */
#ifndef FLUV_LANDSCAPE_SOUND_H
#define FLUV_LANDSCAPE_SOUND_H

#include "landscape/landscape.h"

/* The values of one grid, as many as the frame has cells. */
FLUV_MUST_CHECK fluv_status fluv_sound_grid(fluv_ctx *ctx, const fluv_frame *frame,
                                            fluv_layer layer, const void *values);
/* A list of lakes on the grids of a landscape. */
FLUV_MUST_CHECK fluv_status fluv_sound_lakes(fluv_ctx *ctx, const fluv_landscape *land,
                                             const fluv_lakes *lakes);
/* What was placed, and where it was laid (sound_placed.c). */
FLUV_MUST_CHECK fluv_status fluv_sound_placed(fluv_ctx *ctx, const fluv_landscape *land);
/* All layers of a landscape, and whether they fit each other. */
FLUV_MUST_CHECK fluv_status fluv_sound_land(fluv_ctx *ctx, const fluv_landscape *land);

#endif
