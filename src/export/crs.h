// SPDX-License-Identifier: MIT
/* The CRS of exported files. */
#ifndef FLUV_EXPORT_CRS_H
#define FLUV_EXPORT_CRS_H

#include "landscape/landscape.h"

#include <ogr_srs_api.h>

/* The landscape's own; for invented land a transverse Mercator about 0 N 0 E, whose metres are the
 * land's: GRASS and web maps know no local CRS. Destroy it with OSRDestroySpatialReference. */
OGRSpatialReferenceH fluv_export_crs(const fluv_landscape *land);
#define FLUV_WEB_HALF 20037508.342789244 /* m: half of web Mercator's side */

/* From the export's CRS to that of web maps; NULL: there is no way. */
OGRCoordinateTransformationH fluv_export_to_web(const fluv_landscape *land);
/* Web Mercator, x before y. Destroy it with OSRDestroySpatialReference. */
OGRSpatialReferenceH fluv_web_crs(void);
/* The export's as WKT; CPLFree it. NULL: it is not to be understood. */
char *fluv_export_crs_text(const fluv_landscape *land);

#endif
