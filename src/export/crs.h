// SPDX-License-Identifier: MIT
/* The CRS of exported files. */
#ifndef FLUV_EXPORT_CRS_H
#define FLUV_EXPORT_CRS_H

#include "landscape/landscape.h"

#include <ogr_srs_api.h>

/* The landscape's own; for invented land a transverse Mercator about 0 N 0 E, whose metres are the
 * land's: GRASS and web maps know no local CRS. Destroy it with OSRDestroySpatialReference. */
OGRSpatialReferenceH fluv_export_crs(const fluv_landscape *land);
/* The same as WKT; CPLFree it. NULL: it is not to be understood. */
char *fluv_export_crs_text(const fluv_landscape *land);

#endif
