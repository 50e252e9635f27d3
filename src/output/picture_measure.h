// SPDX-License-Identifier: MIT
/* The page of a landscape's figures. */
#ifndef FLUV_OUTPUT_PICTURE_MEASURE_H
#define FLUV_OUTPUT_PICTURE_MEASURE_H

#include "measure/measure.h"
#include "output/picture.h"

/* `title` may be NULL. Free the picture. */
FLUV_MUST_CHECK fluv_status fluv_measures_draw(fluv_ctx *ctx, const fluv_landscape *land,
                                               const fluv_measures *measures, const char *title,
                                               fluv_picture *out);

#endif
