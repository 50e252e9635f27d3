// SPDX-License-Identifier: MIT
/* The view "plan": land from hydrology before it has ground. */
#ifndef FLUV_OUTPUT_PICTURE_PLAN_H
#define FLUV_OUTPUT_PICTURE_PLAN_H

#include "output/picture.h"
#include "output/picture_parts.h"

/* Draws what there is of contour, network, territories and courses; the first must be there.
 * `bare`: without a scale bar. */
FLUV_MUST_CHECK fluv_status fluv_plan_draw(fluv_ctx *ctx, const fluv_landscape *land,
                                           fluv_picture_range range, bool bare, fluv_picture *out);

#endif
