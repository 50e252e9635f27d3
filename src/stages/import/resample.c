// SPDX-License-Identifier: MIT
/* Brings heights from a source's cells to a plan's.
 *
 * in   the source's values, NaN: nodata        out   the frame's values, NaN: nodata or outside
 *
 * GDAL's warper does the work, from memory to memory, on one thread: its workers would speak to the
 * terminal past the guard. */
#include "stages/import/placement.h"

#include <assert.h>
#include <cpl_conv.h>
#include <cpl_string.h>
#include <gdal_alg.h>
#include <math.h>
#include <stdio.h>

#define READING_SHARE 0.5   /* of the stage's progress, before this begins */
#define TOLERANCE     0.125 /* cells, of the stretch-wise transformation */

/* A dataset whose one band is our memory. */
static GDALDatasetH wrap(float *values, int cols, int rows, double place[6],
                         OGRSpatialReferenceH crs)
{
    assert(values && cols > 0 && rows > 0);
    GDALDatasetH data =
        GDALCreate(GDALGetDriverByName("MEM"), "", cols, rows, 0, GDT_Float32, NULL);
    if (!data)
        return NULL;
    char pointer[64], option[96];
    pointer[CPLPrintPointer(pointer, values, (int)sizeof pointer - 1)] = '\0';
    snprintf(option, sizeof option, "DATAPOINTER=%s", pointer);
    char *options[] = {option, NULL};
    if (GDALAddBand(data, GDT_Float32, options) != CE_None) {
        GDALClose(data);
        return NULL;
    }
    GDALSetGeoTransform(data, place);
    if (crs)
        GDALSetSpatialRef(data, crs);
    GDALSetRasterNoDataValue(GDALGetRasterBand(data, 1), (double)NAN);
    return data;
}

static int CPL_STDCALL report(double fraction, const char *text, void *user)
{
    (void)text;
    fraction = READING_SHARE + (1.0 - READING_SHARE) * fraction;
    return fraction >= 1.0 || fluv_advance(user, fraction) == FLUV_OK;
}

static GDALWarpOptions *warp_options(fluv_ctx *ctx, GDALDatasetH from, GDALDatasetH to,
                                     GDALResampleAlg resampling)
{
    GDALWarpOptions *options = GDALCreateWarpOptions();
    options->hSrcDS = from;
    options->hDstDS = to;
    options->eResampleAlg = resampling;
    options->eWorkingDataType = GDT_Float32;
    options->papszWarpOptions = CSLSetNameValue(NULL, "INIT_DEST", "NO_DATA");
    options->pfnProgress = report;
    options->pProgressArg = ctx;
    GDALWarpInitDefaultBandMapping(options, 1);
    GDALWarpInitSrcNoDataReal(options, (double)NAN);
    GDALWarpInitDstNoDataReal(options, (double)NAN);
    options->pTransformerArg = GDALCreateGenImgProjTransformer2(from, to, NULL);
    if (options->pTransformerArg)
        options->pTransformerArg = GDALCreateApproxTransformer(GDALGenImgProjTransform,
                                                               options->pTransformerArg, TOLERANCE);
    if (options->pTransformerArg)
        GDALApproxTransformerOwnsSubtransformer(options->pTransformerArg, TRUE);
    options->pfnTransformer = GDALApproxTransform;
    return options;
}

static bool warp(fluv_ctx *ctx, GDALDatasetH from, GDALDatasetH to, GDALResampleAlg resampling)
{
    GDALWarpOptions *options = warp_options(ctx, from, to, resampling);
    GDALWarpOperationH work = options->pTransformerArg ? GDALCreateWarpOperation(options) : NULL;
    bool done = work && GDALChunkAndWarpImage(work, 0, 0, GDALGetRasterXSize(to),
                                              GDALGetRasterYSize(to)) == CE_None;
    if (work)
        GDALDestroyWarpOperation(work);
    if (options->pTransformerArg)
        GDALDestroyTransformer(options->pTransformerArg);
    GDALDestroyWarpOptions(options);
    return done;
}

fluv_status fluv_import_resample(fluv_ctx *ctx, fluv_source *source,
                                 const fluv_import_placement *plan, float *values, float *out)
{
    const fluv_frame *frame = &plan->frame;
    double place[6] = {frame->west, frame->cell, 0.0, frame->north, 0.0, -frame->cell};
    GDALDatasetH from = wrap(values, source->cols, source->rows, source->place, source->crs);
    GDALDatasetH to =
        wrap(out, (int)frame->cols, (int)frame->rows, place, source->crs ? plan->crs : NULL);
    bool done = from && to && warp(ctx, from, to, plan->resampling);
    if (from)
        GDALClose(from);
    if (to)
        GDALClose(to);
    FLUV_TRY(fluv_advance(ctx, READING_SHARE));
    if (!done)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: cannot be resampled (%s)", source->file,
                         source->quiet.text);
    return FLUV_OK;
}
