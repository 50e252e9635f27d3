// SPDX-License-Identifier: MIT
/* A GeoTIFF of a part of an image, through GDAL. Nothing is copied: GDAL's dataset wraps the
 * image's own memory. */
#include "export/job.h"

#include "export/crs.h"
#include "gdal/quiet.h"

#include <assert.h>
#include <cpl_conv.h>
#include <cpl_string.h>
#include <gdal.h>
#include <inttypes.h>
#include <stdio.h>

static GDALDataType type_of(const fluv_image *image)
{
    return image->type == FLUV_IMAGE_U8    ? GDT_Byte
           : image->type == FLUV_IMAGE_U16 ? GDT_UInt16
                                           : GDT_Float32;
}

static bool add_band(GDALDatasetH data, const fluv_image_part *part, int band)
{
    assert(band >= 0 && band < part->image->channels);
    GDALDataType type = type_of(part->image);
    int size = GDALGetDataTypeSizeBytes(type);
    char pointer[96] = "DATAPOINTER=", pixel[48], line[64];
    const unsigned char *first = part->first + band * size;
    int length = CPLPrintPointer(pointer + 12, (void *)(uintptr_t)first, 64);
    pointer[12 + length] = '\0';
    snprintf(pixel, sizeof pixel, "PIXELOFFSET=%d", part->image->channels * size);
    snprintf(line, sizeof line, "LINEOFFSET=%zu", part->line);
    char *options[] = {pointer, pixel, line, NULL};
    return GDALAddBand(data, type, options) == CE_None;
}

static const GDALColorInterp colours[4] = {GCI_RedBand, GCI_GreenBand, GCI_BlueBand, GCI_AlphaBand};

static GDALDatasetH wrap(const fluv_image_part *part)
{
    GDALDriverH driver = GDALGetDriverByName("MEM");
    GDALDatasetH data = driver ? GDALCreate(driver, "", (int)part->cols, (int)part->rows, 0,
                                            type_of(part->image), NULL)
                               : NULL;
    for (int band = 0; data && band < part->image->channels; band++) {
        if (!add_band(data, part, band)) {
            GDALClose(data);
            return NULL;
        }
        GDALRasterBandH to = GDALGetRasterBand(data, band + 1);
        GDALSetRasterColorInterpretation(to, part->image->channels == 1 ? GCI_GrayIndex
                                                                        : colours[band]);
    }
    return data;
}

static void describe_place(const fluv_export_job *job, const fluv_image_part *part,
                           GDALDatasetH data)
{
    const fluv_export_grid *grid = &job->grid;
    double place[6] = {part->west - 0.5 * grid->step_x,  grid->step_x, 0.0,
                       part->north + 0.5 * grid->step_y, 0.0,          -grid->step_y};
    OGRSpatialReferenceH crs = fluv_export_crs(job->land);
    GDALSetGeoTransform(data, place);
    if (crs)
        GDALSetSpatialRef(data, crs);
    OSRDestroySpatialReference(crs);
    GDALSetMetadataItem(data, "TIFFTAG_IMAGEDESCRIPTION", part->says, NULL);
    for (int band = 1; band <= part->image->channels; band++) {
        GDALRasterBandH to = GDALGetRasterBand(data, band);
        if (part->image->type == FLUV_IMAGE_F32)
            GDALSetRasterNoDataValue(to, (double)NAN);
        if (*part->image->unit)
            GDALSetRasterUnitType(to, part->image->unit);
    }
}

static int CPL_STDCALL go_on(double fraction, const char *message, void *user)
{
    (void)fraction, (void)message;
    return fluv_look(user) == FLUV_OK;
}

static bool copy_to(fluv_ctx *ctx, const fluv_image_part *part, GDALDatasetH data)
{
    char threads[32], **options = NULL;
    snprintf(threads, sizeof threads, "NUM_THREADS=%d", ctx->threads);
    options = CSLAddString(options, "COMPRESS=DEFLATE");
    options =
        CSLAddString(options, part->image->type == FLUV_IMAGE_F32 ? "PREDICTOR=3" : "PREDICTOR=2");
    options = CSLAddString(options, "TILED=YES");
    options = CSLAddString(options, "BIGTIFF=IF_SAFER");
    options = CSLAddString(options, threads);
    GDALDriverH driver = GDALGetDriverByName("GTiff");
    GDALDatasetH file =
        driver ? GDALCreateCopy(driver, part->path, data, FALSE, options, go_on, ctx) : NULL;
    CSLDestroy(options);
    if (file)
        GDALClose(file);
    return file != NULL;
}

fluv_status fluv_image_tif(fluv_ctx *ctx, const fluv_export_job *job, const fluv_image_part *part)
{
    fluv_gdal_quiet quiet;
    fluv_gdal_quiet_begin(&quiet);
    CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", "NO"); /* no files beside ours */
    GDALDatasetH data = wrap(part);
    if (data)
        describe_place(job, part, data);
    bool done = data && copy_to(ctx, part, data) && !quiet.failures;
    if (data)
        GDALClose(data);
    CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", NULL);
    fluv_gdal_quiet_end(&quiet);
    if (done)
        return FLUV_OK;
    FLUV_TRY(fluv_look(ctx));
    return fluv_fail(ctx, FLUV_IO, "cannot write %s: %s", part->path, quiet.text);
}
