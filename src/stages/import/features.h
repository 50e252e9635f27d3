// SPDX-License-Identifier: MIT
/* The features of a file of shapes, one after another. */
#ifndef FLUV_STAGES_IMPORT_FEATURES_H
#define FLUV_STAGES_IMPORT_FEATURES_H

#include "stages/import/guard.h"
#include "stages/import/layer_crs.h"

#include <gdal.h>

typedef struct fluv_features_job {
    const char *file; /* for messages */
    const char *crs;  /* of the map, WKT; NULL: none */
    const char *only; /* a layer of this name alone, where there is one; NULL: all */
    GDALDatasetH data;
    const fluv_gdal_quiet *quiet;
    /* Called before the features of a layer: how its coordinates become those of the map. What
     * turns them lives until the layer's last feature. */
    fluv_status (*settle)(void *to, const fluv_layer_crs *crs);
    fluv_status (*take)(void *to, OGRFeatureH feature);
    void *to;
} fluv_features_job;

/* Layers in their order, and their features. A failure of GDAL's is left to the caller. */
FLUV_MUST_CHECK fluv_status fluv_features_read(fluv_ctx *ctx, const fluv_features_job *job);

#endif
