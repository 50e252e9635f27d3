// SPDX-License-Identifier: MIT
/* What stages that place things share. */
#ifndef FLUV_STAGES_LAY_H
#define FLUV_STAGES_LAY_H

#include "landscape/placed.h"

/* Makes the layer `placed` of what is under construction, and shapes the ground for it where there
 * is any. */
FLUV_MUST_CHECK fluv_status fluv_lay(fluv_ctx *ctx, const fluv_placing *placing,
                                     fluv_landscape *land);
/* Whether there is ground that is shaped at once. */
bool fluv_lay_has_ground(const fluv_landscape *land);
/* Ground that is there is made anew; other ground is left to the stages that make it. For
 * fluv_stage.makes_with. */
fluv_status fluv_lay_makes(fluv_ctx *ctx, const void *params, fluv_layer_set present,
                           fluv_layer_set *makes);
/* Of valley sides that are cut, where nobody says how steep. */
#define FLUV_LAY_SLOPE 0.4
/* What is made from the ground and true all the same. */
#define FLUV_LAY_KEEPS FLUV_SET(cover, water, coast, shore, flow, wear, deposit, erosion, stores)

#endif
