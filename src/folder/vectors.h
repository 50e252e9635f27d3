// SPDX-License-Identifier: MIT
/* water.gpkg back into the layers rivers, lakes, coast and watersheds. */
#ifndef FLUV_FOLDER_VECTORS_H
#define FLUV_FOLDER_VECTORS_H

#include "landscape/landscape.h"

/* Adds what the file holds to the landscape, whose frame and height are set; a missing file is no
 * mistake. The bed at a river's point, which the file does not hold, is the ground under it. */
FLUV_MUST_CHECK fluv_status fluv_vectors_read(fluv_ctx *ctx, fluv_landscape *land,
                                              const char *file);

#endif
