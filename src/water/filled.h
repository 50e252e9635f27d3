// SPDX-License-Identifier: MIT
#ifndef FLUV_WATER_FILLED_H
#define FLUV_WATER_FILLED_H

#include "water/drainage.h"

/* The height of each cell with every hollow filled to where it overflows; NaN in voids. `height` is
 * what the drainage was found for. Scratch is given back. */
FLUV_MUST_CHECK fluv_status fluv_filled_find(fluv_ctx *ctx, const fluv_drainage *drainage,
                                             const float *height, float *filled);

#endif
