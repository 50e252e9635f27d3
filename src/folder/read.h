// SPDX-License-Identifier: MIT
/* A folder of files back into a landscape. */
#ifndef FLUV_FOLDER_READ_H
#define FLUV_FOLDER_READ_H

#include "folder/files.h"

/* What its landscape.json says it has, and what of that stands in its files. */
typedef struct fluv_folder_layers {
    fluv_layer_set listed, held;
} fluv_folder_layers;

FLUV_MUST_CHECK fluv_status fluv_folder_look(fluv_ctx *ctx, const char *dir,
                                             fluv_folder_layers *layers);

/* Into a landscape without layers: frame, CRS, seed, sums, what is known of the ground, and the
 * wanted layers as far as there are files for them. Progress runs from 0 to `until`. */
FLUV_MUST_CHECK fluv_status fluv_folder_read(fluv_ctx *ctx, const char *dir, fluv_layer_set wanted,
                                             double until, fluv_landscape *land);

#endif
