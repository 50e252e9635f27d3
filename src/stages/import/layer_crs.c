// SPDX-License-Identifier: MIT
/* How the coordinates of a layer of shapes become those of a map. */
#include "stages/import/layer_crs.h"

fluv_status fluv_layer_crs_settle(fluv_ctx *ctx, const char *file, OGRLayerH layer, const char *crs,
                                  const char *why, fluv_layer_crs *out)
{
    OGRSpatialReferenceH own = OGR_L_GetSpatialRef(layer);
    *out = (fluv_layer_crs){0};
    if (!own || OGR_L_GetExtent(layer, &out->box, 1) != OGRERR_NONE)
        return FLUV_OK;
    bool globe = OSRIsGeographic(own);
    bool degrees = globe && out->box.MinX >= -180.0 && out->box.MaxX <= 360.0 &&
                   out->box.MinY >= -90.0 && out->box.MaxY <= 90.0;
    if (globe && !degrees)
        return FLUV_OK;
    if (!crs || !*crs) {
        out->degrees = degrees;
        return FLUV_OK;
    }
    OGRSpatialReferenceH to = OSRNewSpatialReference(crs);
    OSRSetAxisMappingStrategy(to, OAMS_TRADITIONAL_GIS_ORDER);
    out->turn = OCTNewCoordinateTransformation(own, to);
    OSRDestroySpatialReference(to);
    if (!out->turn)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: cannot be brought into the map's CRS (%s)", file,
                         why);
    return FLUV_OK;
}
