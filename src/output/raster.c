// SPDX-License-Identifier: MIT
/* One grid as a GeoTIFF (cog.h) with nodata, CRS, place, and for bytes their colours and names.
 *
 * in   a grid in memory        out   a file, looked at again before it counts as written
 *
 * The names of values have no place in a TIFF: GDAL and QGIS read them from the .aux.xml beside it.
 */
#include "output/raster.h"

#include "output/cog.h"
#include "output/memory_file.h"

#include <assert.h>
#include <cpl_conv.h>
#include <cpl_string.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define LOCAL_CRS                                                                                  \
    "LOCAL_CS[\"Interfluve local\",UNIT[\"metre\",1],AXIS[\"x\",EAST],AXIS[\"y\",NORTH]]"

OGRSpatialReferenceH fluv_crs_of_text(const char *text)
{
    OGRSpatialReferenceH crs = OSRNewSpatialReference(NULL);
    if (!crs)
        return NULL;
    if (OSRSetFromUserInput(crs, text) != OGRERR_NONE) {
        OSRDestroySpatialReference(crs);
        return NULL;
    }
    OSRSetAxisMappingStrategy(crs, OAMS_TRADITIONAL_GIS_ORDER);
    return crs;
}

OGRSpatialReferenceH fluv_files_crs(const fluv_landscape *land)
{
    return fluv_crs_of_text(land->crs ? land->crs : LOCAL_CRS);
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

/* A dataset over the layer's memory that says what it is; GDAL only reads it. */
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

static fluv_status write_file(fluv_ctx *ctx, GDALDatasetH like, const fluv_raster *raster,
                              const char *path)
{
    fluv_sink sink;
    fluv_status status = FLUV_OK;
    errno = 0;
    if (fluv_sink_open(&sink, path))
        status = fluv_cog_write(ctx, like, raster->type, raster->cells, false, sink.stream);
    if (!fluv_sink_close(&sink) && status == FLUV_OK)
        status = fluv_fail(ctx, FLUV_IO, "%s", strerror(errno));
    return status;
}

fluv_status fluv_raster_write(fluv_ctx *ctx, const fluv_landscape *land, const fluv_raster *raster,
                              const char *folder)
{
    char path[4096], why[256];
    snprintf(path, sizeof path, "%s/%s", folder, raster->name);
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_gdal_quiet quiet;
    fluv_gdal_quiet_begin(&quiet);
    GDALDatasetH like = wrap(land, raster);
    fluv_status status =
        like ? write_file(ctx, like, raster, path) : fluv_fail(ctx, FLUV_IO, "%s", quiet.text);
    if (like)
        GDALClose(like);
    if (status == FLUV_OK && (!look_again(land, raster, path) || quiet.failures))
        status = fluv_fail(ctx, FLUV_IO, "%s", quiet.text);
    fluv_gdal_quiet_end(&quiet);
    fluv_scratch_release(ctx, mark);
    if (status != FLUV_IO)
        return status;
    snprintf(why, sizeof why, "%s", fluv_message(ctx));
    return fluv_fail(ctx, FLUV_IO, "cannot write %s: %s", raster->name, why);
}
