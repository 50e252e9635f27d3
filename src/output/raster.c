// SPDX-License-Identifier: MIT
/* One grid as a GeoTIFF: cloud-optimised layout (tiles of 512 cells, overviews first), DEFLATE with
 * a predictor, nodata, CRS, place, and for bytes their colours and names.
 *
 * in   a grid in memory        out   a file, looked at again before it counts as written
 *
 * GDAL's writer copies from a dataset; ours wraps the layer's own memory, so nothing is doubled.
 * The names of values have no place in a TIFF: GDAL and QGIS read them from the .aux.xml beside it.
 */
#include "output/raster.h"

#include <assert.h>
#include <cpl_conv.h>
#include <cpl_string.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define LOCAL_CRS                                                                                  \
    "LOCAL_CS[\"Interfluve local\",UNIT[\"metre\",1],AXIS[\"x\",EAST],AXIS[\"y\",NORTH]]"

OGRSpatialReferenceH fluv_files_crs(const fluv_landscape *land)
{
    OGRSpatialReferenceH crs = OSRNewSpatialReference(NULL);
    if (!crs)
        return NULL;
    if (OSRSetFromUserInput(crs, land->crs ? land->crs : LOCAL_CRS) != OGRERR_NONE) {
        OSRDestroySpatialReference(crs);
        return NULL;
    }
    OSRSetAxisMappingStrategy(crs, OAMS_TRADITIONAL_GIS_ORDER);
    return crs;
}

int CPL_STDCALL fluv_gdal_progress(double fraction, const char *text, void *ctx)
{
    (void)text;
    return fraction >= 1.0 || fluv_advance(ctx, fraction) == FLUV_OK;
}

static void set_colours(GDALRasterBandH band, const fluv_landscape *land, const fluv_raster *raster)
{
    GDALColorTableH table = GDALCreateColorTable(GPI_RGB);
    for (int value = 0; value < 256; value++) {
        uint8_t rgb[3];
        assert(raster->type == GDT_Byte);
        raster->colour(land, (uint8_t)value, rgb);
        GDALColorEntry entry = {rgb[0], rgb[1], rgb[2], value == FLUV_BYTE_NODATA ? 0 : 255};
        GDALSetColorEntry(table, value, &entry);
    }
    GDALSetRasterColorTable(band, table);
    GDALDestroyColorTable(table);
}

static bool describe(const fluv_landscape *land, const fluv_raster *raster, GDALDatasetH data)
{
    const fluv_frame *frame = &land->frame;
    double place[6] = {frame->west, frame->cell, 0.0, frame->north, 0.0, -frame->cell};
    OGRSpatialReferenceH crs = fluv_files_crs(land);
    if (!crs)
        return false;
    GDALSetSpatialRef(data, crs);
    OSRDestroySpatialReference(crs);
    GDALSetGeoTransform(data, place);
    GDALRasterBandH band = GDALGetRasterBand(data, 1);
    GDALSetRasterNoDataValue(band, raster->nodata);
    GDALSetMetadataItem(data, GDALMD_AREA_OR_POINT, GDALMD_AOP_AREA, NULL);
    if (*raster->unit)
        GDALSetRasterUnitType(band, raster->unit);
    if (raster->colour)
        set_colours(band, land, raster);
    return true;
}

/* A dataset over the layer's memory; GDAL only reads it. */
static GDALDatasetH wrap(const fluv_landscape *land, const fluv_raster *raster)
{
    assert(raster->cells && fluv_cell_count(land) > 0);
    GDALDatasetH data = GDALCreate(GDALGetDriverByName("MEM"), "", (int)land->frame.cols,
                                   (int)land->frame.rows, 0, raster->type, NULL);
    if (!data)
        return NULL;
    char option[96] = "DATAPOINTER=";
    int length = CPLPrintPointer(option + 12, (void *)(uintptr_t)raster->cells, 64);
    option[12 + length] = '\0';
    char *options[] = {option, NULL};
    if (GDALAddBand(data, raster->type, options) != CE_None || !describe(land, raster, data)) {
        GDALClose(data);
        return NULL;
    }
    return data;
}

static char **layout(const fluv_ctx *ctx, GDALDataType type)
{
    char threads[16];
    snprintf(threads, sizeof threads, "%d", ctx->threads);
    bool bytes = type == GDT_Byte;
    char **options = CSLSetNameValue(NULL, "COMPRESS", "DEFLATE");
    options = CSLSetNameValue(options, "PREDICTOR", bytes ? "NO" : "YES");
    options = CSLSetNameValue(options, "BLOCKSIZE", "512");
    options = CSLSetNameValue(options, "OVERVIEW_RESAMPLING", bytes ? "NEAREST" : "AVERAGE");
    options = CSLSetNameValue(options, "BIGTIFF", "IF_SAFER");
    return CSLSetNameValue(options, "NUM_THREADS", threads);
}

static bool copy_to_file(fluv_ctx *ctx, GDALDatasetH data, GDALDataType type, const char *path)
{
    char **options = layout(ctx, type);
    GDALDatasetH file = GDALCreateCopy(GDALGetDriverByName("COG"), path, data, FALSE, options,
                                       fluv_gdal_progress, ctx);
    CSLDestroy(options);
    if (file)
        GDALClose(file);
    return file != NULL;
}

/* The last tile of the full image is the last thing in the file. Names are set on the way. */
static bool look_again(const fluv_landscape *land, const fluv_raster *raster, const char *path)
{
    GDALDatasetH file = GDALOpen(path, GA_ReadOnly);
    if (!file)
        return false;
    int cols = GDALGetRasterXSize(file), rows = GDALGetRasterYSize(file);
    bool good = cols == (int)land->frame.cols && rows == (int)land->frame.rows;
    GDALRasterBandH band = GDALGetRasterBand(file, 1);
    double last;
    good = good && GDALRasterIO(band, GF_Read, cols - 1, rows - 1, 1, 1, &last, 1, 1, GDT_Float64,
                                0, 0) == CE_None;
    if (good && raster->names)
        good = GDALSetRasterCategoryNames(band, (char **)(uintptr_t)raster->names) == CE_None;
    GDALClose(file);
    return good;
}

fluv_status fluv_raster_write(fluv_ctx *ctx, const fluv_landscape *land, const fluv_raster *raster,
                              const char *folder)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, raster->name);
    fluv_gdal_quiet quiet;
    fluv_gdal_quiet_begin(&quiet);
    GDALDatasetH data = wrap(land, raster);
    bool done = data && copy_to_file(ctx, data, raster->type, path) && !quiet.failures &&
                look_again(land, raster, path) && !quiet.failures;
    if (data)
        GDALClose(data);
    fluv_gdal_quiet_end(&quiet);
    if (done)
        return FLUV_OK;
    FLUV_TRY(fluv_advance(ctx, 0.0));
    return fluv_fail(ctx, FLUV_IO, "cannot write %s: %s", raster->name, quiet.text);
}
