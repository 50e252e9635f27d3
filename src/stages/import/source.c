// SPDX-License-Identifier: MIT
/* A height map in a file: opened, looked at, cropped and read.
 *
 * in   a file from anywhere        out   its part as floats, NaN where nodata; its place
 *
 * The mask of a band covers all the ways a format marks nodata (a value, an alpha band, a mask of
 * its own), so it is asked for instead of comparing values. */
#include "stages/import/source.h"

#include <assert.h>
#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define VALUES_AT_ONCE (1 << 20)
#define GIB            (1024.0 * 1024.0 * 1024.0)

static bool begins_with(const char *file, const char *magic)
{
    VSILFILE *stream = VSIFOpenL(file, "rb");
    char found[8] = {0};
    if (stream) {
        VSIFReadL(found, 1, strlen(magic), stream);
        VSIFCloseL(stream);
    }
    return strncmp(found, magic, strlen(magic)) == 0;
}

static fluv_status no_such_band(fluv_ctx *ctx, const fluv_source *source, int band)
{
    int count = GDALGetRasterCount(source->data);
    if (count > 0)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: has %d band%s, there is no band %d",
                         source->file, count, count == 1 ? "" : "s", band);
    char **inside = GDALGetMetadata(source->data, "SUBDATASETS");
    const char *first = CSLFetchNameValue(inside, "SUBDATASET_1_NAME");
    if (first)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "%s: holds several maps, name one of them, such as %s", source->file,
                         first);
    return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: has no bands", source->file);
}

static fluv_status choose_band(fluv_ctx *ctx, fluv_source *source, int band)
{
    if (band < 1 || band > GDALGetRasterCount(source->data))
        return no_such_band(ctx, source, band);
    source->band = GDALGetRasterBand(source->data, band);
    source->type = GDALGetRasterDataType(source->band);
    source->cols = GDALGetRasterXSize(source->data);
    source->rows = GDALGetRasterYSize(source->data);
    if (GDALDataTypeIsComplex(source->type))
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "%s: band %d holds complex numbers (%s), expected heights", source->file,
                         band, GDALGetDataTypeName(source->type));
    if (source->cols < 1 || source->rows < 1)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: is %d x %d cells, expected at least one",
                         source->file, source->cols, source->rows);
    return FLUV_OK;
}

/* The classic netCDF format holds bare numbers, and its library takes those beyond a file's end for
 * zeros: a file too short for its cells must be found out here. */
static fluv_status expect_all_bytes(fluv_ctx *ctx, const fluv_source *source)
{
    const char *driver = GDALGetDriverShortName(GDALGetDatasetDriver(source->data));
    if (strcmp(driver, "netCDF") != 0)
        return FLUV_OK;
    char **files = GDALGetFileList(source->data);
    VSIStatBufL info = {0};
    double needed = (double)GDALGetDataTypeSizeBytes(source->type) * source->cols * source->rows *
                    GDALGetRasterCount(source->data);
    bool short_of = files && files[0] && begins_with(files[0], "CDF") &&
                    VSIStatL(files[0], &info) == 0 && (double)info.st_size < needed;
    CSLDestroy(files);
    if (short_of)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: is cut short: %.0f bytes, expected over %.0f",
                         source->file, (double)info.st_size, needed);
    return FLUV_OK;
}

/* A map without a CRS whose cells are tiny and which fits the globe is in degrees. */
static bool looks_like_degrees(const fluv_source *source)
{
    const double *place = source->place;
    double east = place[0] + place[1] * source->cols + place[2] * source->rows;
    double south = place[3] + place[4] * source->cols + place[5] * source->rows;
    return fabs(place[1]) < 0.1 && fabs(place[5]) < 0.1 && fabs(place[0]) <= 180.0 &&
           fabs(east) <= 180.0 && fabs(place[3]) <= 90.0 && fabs(south) <= 90.0;
}

static fluv_status find_place(fluv_ctx *ctx, fluv_source *source)
{
    double *place = source->place;
    source->placed = GDALGetGeoTransform(source->data, place) == CE_None;
    if (!source->placed)
        return FLUV_OK;
    bool finite = true;
    for (int i = 0; i < 6; i++)
        finite = finite && isfinite(place[i]);
    if (!finite || place[1] * place[5] - place[2] * place[4] == 0.0)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: its geotransform has no size", source->file);
    OGRSpatialReferenceH given = GDALGetSpatialRef(source->data);
    if (given) {
        source->crs = OSRClone(given);
        if (OSRIsCompound(given) || OSRIsVertical(given))
            source->raised_unit = OSRGetTargetLinearUnits(given, "VERT_CS", NULL);
        OSRStripVertical(source->crs);
    } else if (looks_like_degrees(source)) {
        source->crs = OSRNewSpatialReference(NULL);
        OSRImportFromEPSG(source->crs, 4326);
    }
    if (source->crs)
        OSRSetAxisMappingStrategy(source->crs, OAMS_TRADITIONAL_GIS_ORDER);
    return FLUV_OK;
}

fluv_status fluv_source_open(fluv_ctx *ctx, const char *file, int band, fluv_source *source)
{
    *source = (fluv_source){.file = file};
    FLUV_TRY(fluv_import_check_name(ctx, file));
    fluv_import_guard_begin(&source->quiet);
    source->guarded = true;
    fluv_status status = fluv_gdal_open(ctx, file, FLUV_FILE_RASTER, &source->quiet, &source->data);
    if (status == FLUV_OK)
        status = fluv_gdal_expect_blocks(ctx, file, source->data, &source->block_bytes);
    if (status == FLUV_OK)
        status = choose_band(ctx, source, band);
    if (status == FLUV_OK)
        status = expect_all_bytes(ctx, source);
    if (status == FLUV_OK)
        status = find_place(ctx, source);
    if (status != FLUV_OK)
        fluv_source_close(source);
    return status;
}

void fluv_source_close(fluv_source *source)
{
    if (source->crs)
        OSRDestroySpatialReference(source->crs);
    if (source->data)
        GDALClose(source->data);
    if (source->guarded)
        fluv_import_guard_end(&source->quiet);
    *source = (fluv_source){0};
}

double fluv_source_white(const fluv_source *source)
{
    if (source->type != GDT_Byte && source->type != GDT_UInt16)
        return 0.0;
    const char *bits = GDALGetMetadataItem(source->band, "NBITS", "IMAGE_STRUCTURE");
    int most = source->type == GDT_Byte ? 8 : 16, count = bits ? atoi(bits) : most;
    return (double)((1 << (count > 0 && count < most ? count : most)) - 1);
}

static bool parse_window(const char *text, double window[4])
{
    for (int i = 0; i < 4; i++) {
        char *end;
        window[i] = CPLStrtod(text, &end);
        while (*end == ' ')
            end++;
        if (end == text || !isfinite(window[i]) || *end != (i < 3 ? ',' : '\0'))
            return false;
        text = end + (i < 3);
    }
    return true;
}

/* The columns and rows between which the window lies. A hair of tolerance keeps a window that was
 * typed along cell edges from taking one row more. */
static void window_in_cells(fluv_source *source, const double window[4], double cells[4])
{
    double inverse[6] = {0, 1, 0, 0, 0, 1};
    if (source->placed)
        (void)!GDALInvGeoTransform(source->place, inverse);
    cells[0] = cells[1] = INFINITY;
    cells[2] = cells[3] = -INFINITY;
    for (int corner = 0; corner < 4; corner++) {
        double x = window[corner & 1 ? 2 : 0], y = window[corner & 2 ? 3 : 1], col, row;
        GDALApplyGeoTransform(inverse, x, y, &col, &row);
        cells[0] = fmin(cells[0], floor(col + 1e-6));
        cells[1] = fmin(cells[1], floor(row + 1e-6));
        cells[2] = fmax(cells[2], ceil(col - 1e-6));
        cells[3] = fmax(cells[3], ceil(row - 1e-6));
    }
    cells[0] = fmax(cells[0], 0.0);
    cells[1] = fmax(cells[1], 0.0);
    cells[2] = fmin(cells[2], source->cols);
    cells[3] = fmin(cells[3], source->rows);
}

static fluv_status cut(fluv_ctx *ctx, fluv_source *source, const char *text)
{
    double window[4], cells[4];
    if (!parse_window(text, window))
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "import.crop is '%s', expected four numbers: x0,y0,x1,y1", text);
    window_in_cells(source, window, cells);
    if (!(cells[2] > cells[0]) || !(cells[3] > cells[1]))
        return fluv_fail(ctx, FLUV_BAD_INPUT, "import.crop '%s' lies outside of %s", text,
                         source->file);
    source->first_col = (int)cells[0];
    source->first_row = (int)cells[1];
    source->cols = (int)(cells[2] - cells[0]);
    source->rows = (int)(cells[3] - cells[1]);
    assert(source->cols > 0 && source->rows > 0);
    double *place = source->place;
    GDALApplyGeoTransform(place, cells[0], cells[1], &place[0], &place[3]);
    return FLUV_OK;
}

/* A map whose rows run from south to north is turned over while it is read. */
static void settle_direction(fluv_source *source)
{
    double *place = source->place;
    if (!source->placed || place[2] != 0.0 || place[4] != 0.0 || place[5] < 0.0)
        return;
    source->turned = true;
    place[3] += place[5] * source->rows;
    place[5] = -place[5];
}

/* A small file may unpack into more than there is room for. */
static fluv_status expect_room(fluv_ctx *ctx, const fluv_source *source)
{
    double cells = (double)source->cols * source->rows;
    double needed = (double)sizeof(float) * cells + source->block_bytes;
    if (needed > fluv_gdal_memory_there(ctx))
        return fluv_fail(ctx, FLUV_NO_MEMORY,
                         "%s: reading its %d x %d cells needs %.1f GiB of memory, %.1f GiB are "
                         "there",
                         source->file, source->cols, source->rows, needed / GIB,
                         fluv_gdal_memory_there(ctx) / GIB);
    return FLUV_OK;
}

fluv_status fluv_source_crop(fluv_ctx *ctx, fluv_source *source, const char *text)
{
    if (*text)
        FLUV_TRY(cut(ctx, source, text));
    settle_direction(source);
    return source->in_parts ? FLUV_OK : expect_room(ctx, source);
}

static void hide_masked(const uint8_t *mask, size_t count, float *values)
{
    for (size_t i = 0; i < count; i++)
        if (!mask[i])
            values[i] = NAN;
}

/* Columns and rows of the file. */
static fluv_status read_block(fluv_ctx *ctx, fluv_source *source, int col, int row, int cols,
                              int rows, uint8_t *mask, float *out)
{
    size_t count = (size_t)cols * (size_t)rows;
    assert(cols > 0 && rows > 0 && col >= 0 && row >= 0);
    CPLErr result = GDALRasterIO(source->band, GF_Read, col, row, cols, rows, out, cols, rows,
                                 GDT_Float32, 0, 0);
    if (result == CE_None && mask) {
        result = GDALRasterIO(GDALGetMaskBand(source->band), GF_Read, col, row, cols, rows, mask,
                              cols, rows, GDT_Byte, 0, 0);
        hide_masked(mask, count, out);
    }
    if (result != CE_None || source->quiet.failures)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: is damaged or cut short at row %d of %d (%s)",
                         source->file, row - source->first_row, source->rows, source->quiet.text);
    return FLUV_OK;
}

static fluv_status read_rows(fluv_ctx *ctx, fluv_source *source, int row, int rows, uint8_t *mask,
                             float *out)
{
    assert(rows > 0 && row >= 0 && row + rows <= source->rows);
    return read_block(ctx, source, source->first_col, source->first_row + row, source->cols, rows,
                      mask, out);
}

/* Whole rows of blocks, so that each block is decoded once even where the cache is small. */
static int rows_at_once(const fluv_source *source)
{
    int block_cols, block_rows;
    GDALGetBlockSize(source->band, &block_cols, &block_rows);
    int rows = VALUES_AT_ONCE / source->cols;
    if (block_rows > 0 && block_rows <= 4096)
        rows = rows < block_rows ? block_rows : rows / block_rows * block_rows;
    return rows < 1 ? 1 : rows > source->rows ? source->rows : rows;
}

static void swap_rows(float *a, float *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        float kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

static void turn_over(float *values, size_t cols, size_t rows)
{
    assert(cols > 0 && rows > 0);
    for (size_t top = 0, low = rows - 1; top < low; top++, low--)
        swap_rows(values + top * cols, values + low * cols, cols);
}

fluv_status fluv_source_read(fluv_ctx *ctx, fluv_source *source, double until, float *out)
{
    int step = rows_at_once(source);
    assert(step > 0 && step <= source->rows);
    size_t cols = (size_t)source->cols;
    uint8_t *mask = NULL;
    source->quiet = (fluv_gdal_quiet){0}; /* what opening got over does not matter any more */
    if (!(GDALGetMaskFlags(source->band) & GMF_ALL_VALID)) {
        mask = fluv_scratch(ctx, cols * (size_t)step, 1);
        if (!mask)
            return FLUV_NO_MEMORY;
    }
    for (int row = 0; row < source->rows; row += step) {
        int rows = source->rows - row < step ? source->rows - row : step;
        FLUV_TRY(read_rows(ctx, source, row, rows, mask, out + (size_t)row * cols));
        FLUV_TRY(fluv_advance(ctx, until * row / source->rows));
    }
    fluv_scratch_drop(ctx, mask);
    if (source->turned)
        turn_over(out, cols, (size_t)source->rows);
    return FLUV_OK;
}

fluv_status fluv_source_read_part(fluv_ctx *ctx, fluv_source *source, int col, int row, int cols,
                                  int rows, float *out)
{
    assert(col >= 0 && row >= 0 && col + cols <= source->cols && row + rows <= source->rows);
    uint8_t *mask = NULL;
    int first = source->turned ? source->rows - row - rows : row;
    source->quiet = (fluv_gdal_quiet){0};
    if (!(GDALGetMaskFlags(source->band) & GMF_ALL_VALID)) {
        mask = fluv_scratch(ctx, (size_t)cols * (size_t)rows, 1);
        if (!mask)
            return FLUV_NO_MEMORY;
    }
    fluv_status status = read_block(ctx, source, source->first_col + col, source->first_row + first,
                                    cols, rows, mask, out);
    fluv_scratch_drop(ctx, mask);
    if (source->turned)
        turn_over(out, (size_t)cols, (size_t)rows);
    return status;
}
