// SPDX-License-Identifier: MIT
/* Region types back out of a file's names and colours. */
#ifndef FLUV_FOLDER_REGIONS_H
#define FLUV_FOLDER_REGIONS_H

#include "landscape/regions.h"

#include <gdal.h>

/* Makes the layer regions out of the names (NULL behind the last) and the colours of a file: types
 * alone, without places. */
FLUV_MUST_CHECK fluv_status fluv_region_names_take(fluv_ctx *ctx, fluv_landscape *land,
                                                   char **names, GDALColorTableH colours);

#endif
