// SPDX-License-Identifier: MIT
/* The CRS of exported files: one that every program takes. */
#include "export/crs.h"

#define INVENTED "+proj=tmerc +lat_0=0 +lon_0=0 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs"

OGRSpatialReferenceH fluv_export_crs(const fluv_landscape *land)
{
    OGRSpatialReferenceH crs = OSRNewSpatialReference(NULL);
    if (!crs)
        return NULL;
    if (OSRSetFromUserInput(crs, land->crs ? land->crs : INVENTED) != OGRERR_NONE) {
        OSRDestroySpatialReference(crs);
        return NULL;
    }
    OSRSetAxisMappingStrategy(crs, OAMS_TRADITIONAL_GIS_ORDER);
    return crs;
}
