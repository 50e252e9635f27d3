// SPDX-License-Identifier: MIT
/* The CRS of exported files: one that every program takes. */
#include "export/crs.h"

#include "output/raster.h"

#define INVENTED "+proj=tmerc +lat_0=0 +lon_0=0 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs"

OGRSpatialReferenceH fluv_export_crs(const fluv_landscape *land)
{
    return fluv_crs_of_text(land->crs ? land->crs : INVENTED);
}

char *fluv_export_crs_text(const fluv_landscape *land)
{
    OGRSpatialReferenceH crs = fluv_export_crs(land);
    char *text = NULL;
    if (crs)
        OSRExportToWkt(crs, &text);
    OSRDestroySpatialReference(crs);
    return text;
}

OGRSpatialReferenceH fluv_web_crs(void)
{
    OGRSpatialReferenceH crs = OSRNewSpatialReference(NULL);
    OSRImportFromEPSG(crs, 3857);
    OSRSetAxisMappingStrategy(crs, OAMS_TRADITIONAL_GIS_ORDER);
    return crs;
}

OGRCoordinateTransformationH fluv_export_to_web(const fluv_landscape *land)
{
    OGRSpatialReferenceH from = fluv_export_crs(land), to = fluv_web_crs();
    OGRCoordinateTransformationH turn = from ? OCTNewCoordinateTransformation(from, to) : NULL;
    OSRDestroySpatialReference(from);
    OSRDestroySpatialReference(to);
    return turn;
}
