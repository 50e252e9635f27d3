// SPDX-License-Identifier: MIT
/* What the files that place names on a map share. */
#ifndef FLUV_OUTPUT_PICTURE_NAMES_H
#define FLUV_OUTPUT_PICTURE_NAMES_H

#include "output/picture_labels.h"

FLUV_MUST_CHECK fluv_status fluv_label_put(fluv_ctx *ctx, fluv_list *labels,
                                           const fluv_label *label);
/* Places for the names of rivers, along their courses. */
FLUV_MUST_CHECK fluv_status fluv_names_of_rivers(fluv_ctx *ctx, const fluv_scene *scene,
                                                 double size, fluv_list *labels);

#endif
