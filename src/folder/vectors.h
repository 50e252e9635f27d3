// SPDX-License-Identifier: MIT
/* water.gpkg back into the layers rivers, lakes, coast and watersheds. */
#ifndef FLUV_FOLDER_VECTORS_H
#define FLUV_FOLDER_VECTORS_H

#include "landscape/landscape.h"

/* Adds the wanted layers that the file holds to the landscape; a missing file is no mistake. Beds
 * of rivers are NaN where it has no layer `beds`. */
FLUV_MUST_CHECK fluv_status fluv_vectors_read(fluv_ctx *ctx, fluv_landscape *land, const char *file,
                                              fluv_layer_set wanted);

#endif
