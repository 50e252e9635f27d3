// SPDX-License-Identifier: MIT
/* The features of a file of shapes.
 *
 * in   an open file        out   its features, handed over one after another.  O(features). */
#include "stages/import/features.h"

#include <assert.h>

static fluv_status read_layer(fluv_ctx *ctx, const fluv_features_job *job, OGRLayerH layer)
{
    fluv_layer_crs own;
    OGRFeatureH feature;
    FLUV_TRY(fluv_layer_crs_settle(ctx, job->file, layer, job->crs, job->quiet->text, &own));
    fluv_status status = job->settle(job->to, &own);
    OGR_L_ResetReading(layer);
    while (status == FLUV_OK && (feature = OGR_L_GetNextFeature(layer))) {
        status = job->take(job->to, feature);
        OGR_F_Destroy(feature);
        if (status == FLUV_OK)
            status = fluv_advance(ctx, 0.1);
    }
    if (own.turn)
        OCTDestroyCoordinateTransformation(own.turn);
    return status;
}

fluv_status fluv_features_read(fluv_ctx *ctx, const fluv_features_job *job)
{
    assert(job->data && job->settle && job->take);
    OGRLayerH only = job->only ? GDALDatasetGetLayerByName(job->data, job->only) : NULL;
    int layers = only ? 1 : GDALDatasetGetLayerCount(job->data);
    for (int i = 0; i < layers; i++)
        FLUV_TRY(read_layer(ctx, job, only ? only : GDALDatasetGetLayer(job->data, i)));
    return FLUV_OK;
}
