// SPDX-License-Identifier: MIT
/* GeoTIFFs of a folder back into layers. */
#ifndef FLUV_FOLDER_RASTERS_H
#define FLUV_FOLDER_RASTERS_H

#include "folder/files.h"

/* The part of the progress that reading a file makes. */
typedef struct fluv_share {
    double from, size;
} fluv_share;

/* Reads a file into the landscape, whose frame is set; a missing one is no mistake. height.tif
 * comes before direction.tif. */
FLUV_MUST_CHECK fluv_status fluv_layer_read_file(fluv_ctx *ctx, fluv_landscape *land,
                                                 const fluv_layer_file *file, const char *folder,
                                                 fluv_share share);

#endif
