// SPDX-License-Identifier: MIT
/* How the coordinates of a layer of shapes become those of a map. */
#ifndef FLUV_STAGES_IMPORT_LAYER_CRS_H
#define FLUV_STAGES_IMPORT_LAYER_CRS_H

#include "base/ctx.h"

#include <ogr_api.h>
#include <ogr_srs_api.h>

typedef struct fluv_layer_crs {
    OGRCoordinateTransformationH turn; /* into the map's CRS; NULL: they stay. Destroy it */
    bool degrees;                      /* they are degrees, and the map has no CRS */
    OGREnvelope box;                   /* where they lie, where `degrees` */
} fluv_layer_crs;

/* `crs`: the map's, WKT; NULL or "": it has none. A GeoJSON without a CRS counts as degrees for
 * GDAL, whatever stands in it: what does not fit the globe is taken as it is. `why`: what GDAL said
 * last. */
FLUV_MUST_CHECK fluv_status fluv_layer_crs_settle(fluv_ctx *ctx, const char *file, OGRLayerH layer,
                                                  const char *crs, const char *why,
                                                  fluv_layer_crs *out);

#endif
