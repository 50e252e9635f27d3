// SPDX-License-Identifier: MIT
/* GeoTIFFs of a folder back into layers.
 *
 * in   a file that may be anything        out   a layer of the frame's size with values that a
 * layer may hold, or one line about what is wrong */
#include "folder/rasters.h"

#include "folder/regions.h"
#include "gdal/open.h"
#include "landscape/direction.h"

#include <gdal.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A file on its way into the landscape. */
typedef struct raster {
    fluv_ctx *ctx;
    fluv_landscape *land;
    fluv_layer layer;
    char path[4096];
    fluv_share share;
} raster;

static fluv_status read_rows(const raster *r, GDALRasterBandH band, GDALDataType type,
                             unsigned char *out)
{
    enum { ROWS = 512 };
    const fluv_frame *frame = &r->land->frame;
    size_t row_bytes = (size_t)frame->cols * (size_t)GDALGetDataTypeSizeBytes(type);
    int cols = (int)frame->cols, rows = (int)frame->rows;
    for (int row = 0; row < rows; row += ROWS) {
        int count = rows - row < ROWS ? rows - row : ROWS;
        FLUV_TRY(fluv_advance(r->ctx, r->share.from + r->share.size * row / rows));
        if (GDALRasterIO(band, GF_Read, 0, row, cols, count, out + (size_t)row * row_bytes, cols,
                         count, type, 0, 0) != CE_None)
            return FLUV_BAD_INPUT;
    }
    return FLUV_OK;
}

/* Until it is closed, GDAL is quiet; it is closed also where this fails. */
static fluv_status open_grid(const raster *r, fluv_gdal_quiet *quiet, GDALDatasetH *file)
{
    double bytes;
    fluv_gdal_quiet_begin(quiet);
    FLUV_TRY(fluv_gdal_open(r->ctx, r->path, FLUV_FILE_RASTER, quiet, file));
    return fluv_gdal_expect_blocks(r->ctx, r->path, *file, &bytes);
}

static void close_grid(GDALDatasetH file, fluv_gdal_quiet *quiet)
{
    if (file)
        GDALClose(file);
    fluv_gdal_quiet_end(quiet);
}

/* Asked before memory is taken for the layer. */
static fluv_status expect_size(const raster *r)
{
    const fluv_frame *frame = &r->land->frame;
    fluv_gdal_quiet quiet;
    GDALDatasetH file = NULL;
    fluv_status status = open_grid(r, &quiet, &file);
    int cols = file ? GDALGetRasterXSize(file) : 0, rows = file ? GDALGetRasterYSize(file) : 0;
    close_grid(file, &quiet);
    FLUV_TRY(status);
    if ((uint32_t)cols != frame->cols || (uint32_t)rows != frame->rows)
        return fluv_fail(r->ctx, FLUV_BAD_INPUT, "%s: is %d x %d cells, expected %u x %u", r->path,
                         cols, rows, frame->cols, frame->rows);
    return FLUV_OK;
}

/* The whole first band, whatever its type, as values of `type`; `nodata` is what it declares. */
static fluv_status read_grid(const raster *r, GDALDataType type, void *out, double *nodata)
{
    fluv_gdal_quiet quiet;
    GDALDatasetH file = NULL;
    fluv_status status = open_grid(r, &quiet, &file);
    if (status != FLUV_OK) {
        close_grid(file, &quiet);
        return status;
    }
    status = FLUV_BAD_INPUT;
    GDALRasterBandH band = GDALGetRasterBand(file, 1);
    if (band) {
        int declared;
        *nodata = GDALGetRasterNoDataValue(band, &declared);
        *nodata = declared ? *nodata : (double)NAN;
        status = read_rows(r, band, type, out);
    }
    close_grid(file, &quiet);
    if (status == FLUV_BAD_INPUT)
        return fluv_fail(r->ctx, status, "%s: cannot be read: %s", r->path, quiet.text);
    return status;
}

/* A layer as it stands in the file. */
static fluv_status read_layer(const raster *r, void **values, double *nodata)
{
    size_t bytes = fluv_layer_rows[r->layer].bytes;
    GDALDataType type = bytes == 8 ? GDT_Float64 : bytes == 4 ? GDT_Float32 : GDT_Byte;
    *values = fluv_layer_edit(r->ctx, r->land, r->layer);
    return *values ? read_grid(r, type, *values, nodata) : FLUV_NO_MEMORY;
}

static fluv_status take_floats(const raster *r)
{
    void *read;
    double nodata;
    FLUV_TRY(read_layer(r, &read, &nodata));
    float *values = read;
    size_t cells = fluv_cell_count(r->land);
    for (size_t i = 0; i < cells; i++)
        if (!isfinite(values[i]) || values[i] == (float)nodata)
            values[i] = NAN;
    return FLUV_OK;
}

static fluv_status take_areas(const raster *r)
{
    void *read;
    double nodata;
    FLUV_TRY(read_layer(r, &read, &nodata));
    double *values = read;
    size_t cells = fluv_cell_count(r->land);
    for (size_t i = 0; i < cells; i++)
        if (!isfinite(values[i]) || values[i] == nodata)
            values[i] = 0.0;
    return FLUV_OK;
}

static fluv_status take_bytes(const raster *r)
{
    void *read;
    double nodata;
    FLUV_TRY(read_layer(r, &read, &nodata));
    uint8_t *values = read;
    unsigned most = r->layer == FLUV_LAYER_cover ? FLUV_DRY_BED : FLUV_BYTE_NODATA;
    size_t cells = fluv_cell_count(r->land);
    for (size_t i = 0; i < cells; i++) {
        values[i] = values[i] == FLUV_BYTE_NODATA ? 0 : values[i];
        if (values[i] > most)
            return fluv_fail(r->ctx, FLUV_BAD_INPUT, "%s: cell %zu is %u, expected 0 to %u",
                             r->path, i, values[i], most);
    }
    return FLUV_OK;
}

/* Names and colours of the regions, as far as the file tells them. */
static fluv_status take_region_types(const raster *r)
{
    fluv_gdal_quiet quiet;
    GDALDatasetH file = NULL;
    fluv_status status = open_grid(r, &quiet, &file);
    GDALRasterBandH band = status == FLUV_OK ? GDALGetRasterBand(file, 1) : NULL;
    if (file)
        GDALGetMetadata(file, NULL); /* until then GDAL does not look for names beside the file */
    char **names = band ? GDALGetRasterCategoryNames(band) : NULL;
    GDALColorTableH table = band ? GDALGetRasterColorTable(band) : NULL;
    if (names && table)
        status = fluv_region_names_take(r->ctx, r->land, names, table);
    close_grid(file, &quiet);
    return status;
}

static fluv_status take_directions(const raster *r)
{
    double nodata;
    uint8_t *codes = fluv_scratch(r->ctx, fluv_cell_count(r->land), 1);
    uint32_t *receivers = codes ? fluv_layer_edit(r->ctx, r->land, r->layer) : NULL;
    if (!receivers)
        return FLUV_NO_MEMORY;
    FLUV_TRY(read_grid(r, GDT_Byte, codes, &nodata));
    uint32_t wrong = fluv_directions_decode(&r->land->frame, fluv_height_of(r->land), codes,
                                            FLUV_BYTE_NODATA, receivers);
    if (wrong != FLUV_NONE)
        return fluv_fail(r->ctx, FLUV_BAD_INPUT, "%s: cell %u is %u, which is no direction",
                         r->path, wrong, codes[wrong]);
    fluv_scratch_drop(r->ctx, codes);
    return FLUV_OK;
}

fluv_status fluv_layer_read_file(fluv_ctx *ctx, fluv_landscape *land, const fluv_layer_file *file,
                                 const char *folder, fluv_share share)
{
    raster r = {.ctx = ctx, .land = land, .layer = file->layer, .share = share};
    snprintf(r.path, sizeof r.path, "%s/%s", folder, file->name);
    if (access(r.path, F_OK) != 0)
        return FLUV_OK;
    FLUV_TRY(expect_size(&r));
    if (r.layer == FLUV_LAYER_receiver)
        return take_directions(&r);
    if (r.layer == FLUV_LAYER_area)
        return take_areas(&r);
    if (fluv_layer_rows[r.layer].info.type == FLUV_FLOAT32)
        return take_floats(&r);
    FLUV_TRY(take_bytes(&r));
    return r.layer == FLUV_LAYER_region ? take_region_types(&r) : FLUV_OK;
}
