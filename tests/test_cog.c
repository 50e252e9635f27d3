// SPDX-License-Identifier: MIT
/* GeoTIFFs of our own making, read back by GDAL: every cell, overviews against naive means, the
 * order of tiles, offsets of 32 and 64 bits, the same bytes for any number of threads. */
#include "context.h"
#include "own_folder.h"

#include "output/cog.h"
#include "output/raster.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <math.h>
#include <string.h>

typedef struct shape {
    int cols, rows;
} shape;

static const shape shapes[] = {{1, 1}, {3, 700}, {512, 512}, {513, 511}, {1100, 600}, {2050, 20}};
static const GDALDataType types[] = {GDT_Byte, GDT_Float32, GDT_Float64};

/* Hills with a grain, holes without a value and one corner that is all holes. */
static double value_at(GDALDataType type, int col, int row)
{
    if (type == GDT_Byte)
        return (col / 7 + row / 5) % 6;
    bool hole = (col % 11 == 3 && row % 7 == 2) || (col < 40 && row < 40);
    double hills = 300.0 * sin(0.01 * col) * cos(0.013 * row) + 0.37 * ((col * 31 + row * 17) % 97);
    return hole ? (double)NAN : hills;
}

static double nodata_of(GDALDataType type)
{
    return type == GDT_Byte ? 255.0 : (double)NAN;
}

static GDALDatasetH make(GDALDataType type, shape s, void **cells)
{
    GDALDatasetH data = GDALCreate(GDALGetDriverByName("MEM"), "", s.cols, s.rows, 1, type, NULL);
    GDALRasterBandH band = GDALGetRasterBand(data, 1);
    double place[6] = {1000.0, 30.0, 0.0, 90000.0, 0.0, -30.0};
    OGRSpatialReferenceH crs = OSRNewSpatialReference(NULL);
    assert_int_equal(OSRImportFromEPSG(crs, 32632), OGRERR_NONE);
    GDALSetSpatialRef(data, crs);
    OSRDestroySpatialReference(crs);
    GDALSetGeoTransform(data, place);
    GDALSetRasterNoDataValue(band, nodata_of(type));
    GDALSetRasterUnitType(band, "m");
    double *row = malloc((size_t)s.cols * sizeof *row);
    size_t size = (size_t)GDALGetDataTypeSizeBytes(type);
    *cells = malloc((size_t)s.cols * (size_t)s.rows * size);
    for (int y = 0; y < s.rows; y++) {
        for (int x = 0; x < s.cols; x++)
            row[x] = value_at(type, x, y);
        assert_int_equal(
            GDALRasterIO(band, GF_Write, 0, y, s.cols, 1, row, s.cols, 1, GDT_Float64, 0, 0),
            CE_None);
    }
    assert_int_equal(
        GDALRasterIO(band, GF_Read, 0, 0, s.cols, s.rows, *cells, s.cols, s.rows, type, 0, 0),
        CE_None);
    free(row);
    return data;
}

static void write_as(fluv_ctx *ctx, GDALDataType type, shape s, bool big, const char *file)
{
    void *cells;
    GDALDatasetH data = make(type, s, &cells);
    FILE *stream = fopen(file, "wb");
    assert_non_null(stream);
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    assert_int_equal(fluv_cog_write(ctx, data, type, cells, big, stream), FLUV_OK);
    fluv_scratch_release(ctx, mark);
    assert_int_equal(fclose(stream), 0);
    GDALClose(data);
    free(cells);
}

static double *read_band(GDALRasterBandH band, int *cols, int *rows)
{
    *cols = GDALGetRasterBandXSize(band);
    *rows = GDALGetRasterBandYSize(band);
    double *values = malloc((size_t)*cols * (size_t)*rows * sizeof *values);
    assert_int_equal(
        GDALRasterIO(band, GF_Read, 0, 0, *cols, *rows, values, *cols, *rows, GDT_Float64, 0, 0),
        CE_None);
    return values;
}

static bool same(double a, double b)
{
    return (isnan(a) && isnan(b)) || a == b;
}

/* Of the four finer cells: the mean of those that are known, as float where they are; or the first.
 */
static double coarse_value(GDALDataType type, const double *fine, int cols, int rows, int x, int y)
{
    double sum = 0.0;
    int known = 0;
    if (type == GDT_Byte)
        return fine[2 * y * cols + 2 * x];
    for (int r = 2 * y; r < 2 * y + 2 && r < rows; r++)
        for (int c = 2 * x; c < 2 * x + 2 && c < cols; c++)
            if (!isnan(fine[r * cols + c])) {
                sum += fine[r * cols + c];
                known++;
            }
    double mean = known ? sum / known : (double)NAN;
    return type == GDT_Float32 ? (double)(float)mean : mean;
}

static void expect_overviews(GDALDatasetH file, GDALDataType type)
{
    GDALRasterBandH band = GDALGetRasterBand(file, 1);
    int cols, rows, half_cols, half_rows, count = GDALGetOverviewCount(band), expected = 0;
    double *fine = read_band(band, &cols, &rows);
    for (int longer = cols > rows ? cols : rows; longer > 512; longer = (longer + 1) / 2)
        expected++;
    assert_int_equal(count, expected);
    for (int i = 0; i < count; i++) {
        double *coarse = read_band(GDALGetOverview(band, i), &half_cols, &half_rows);
        assert_int_equal(half_cols, (cols + 1) / 2);
        assert_int_equal(half_rows, (rows + 1) / 2);
        for (int y = 0; y < half_rows; y++)
            for (int x = 0; x < half_cols; x++)
                assert_true(
                    same(coarse[y * half_cols + x], coarse_value(type, fine, cols, rows, x, y)));
        free(fine);
        fine = coarse;
        cols = half_cols;
        rows = half_rows;
    }
    free(fine);
}

static void expect_cells(GDALDatasetH file, GDALDataType type, shape s)
{
    int cols, rows;
    double *values = read_band(GDALGetRasterBand(file, 1), &cols, &rows);
    assert_true(cols == s.cols && rows == s.rows);
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < cols; x++) {
            double value = value_at(type, x, y);
            value = type == GDT_Float32 ? (double)(float)value : value;
            assert_true(same(values[y * cols + x], value));
        }
    free(values);
}

static void cells_and_overviews_come_back(void **state)
{
    fluv_ctx *ctx = *state;
    for (size_t t = 0; t < 3; t++)
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
            for (int big = 0; big < 2; big++) {
                const char *file = path_of("land.tif");
                write_as(ctx, types[t], shapes[i], big, file);
                GDALDatasetH read = GDALOpen(file, GA_ReadOnly);
                assert_non_null(read);
                expect_cells(read, types[t], shapes[i]);
                expect_overviews(read, types[t]);
                GDALClose(read);
            }
}

static void it_says_where_it_lies_and_what_it_is(void **state)
{
    fluv_ctx *ctx = *state;
    const char *file = path_of("place.tif");
    write_as(ctx, GDT_Float32, (shape){600, 40}, false, file);
    GDALDatasetH read = GDALOpen(file, GA_ReadOnly);
    GDALRasterBandH band = GDALGetRasterBand(read, 1);
    double place[6];
    assert_int_equal(GDALGetGeoTransform(read, place), CE_None);
    assert_true(place[0] == 1000.0 && place[1] == 30.0 && place[3] == 90000.0 && place[5] == -30.0);
    assert_string_equal(OSRGetAuthorityCode(GDALGetSpatialRef(read), NULL), "32632");
    assert_string_equal(GDALGetRasterUnitType(band), "m");
    assert_string_equal(GDALGetMetadataItem(read, "LAYOUT", "IMAGE_STRUCTURE"), "COG");
    int has = 0;
    assert_true(isnan(GDALGetRasterNoDataValue(band, &has)) && has);
    assert_true(isnan(GDALGetRasterNoDataValue(GDALGetOverview(band, 0), &has)) && has);
    GDALClose(read);
}

static long offset_of(GDALRasterBandH band, int across, int down)
{
    char key[64];
    snprintf(key, sizeof key, "BLOCK_OFFSET_%d_%d", across, down);
    const char *text = GDALGetMetadataItem(band, key, "TIFF");
    assert_non_null(text);
    return atol(text);
}

/* What a reader from afar needs first stands first. */
static void coarse_tiles_stand_before_fine_ones(void **state)
{
    fluv_ctx *ctx = *state;
    const char *file = path_of("order.tif");
    write_as(ctx, GDT_Float32, (shape){2050, 1100}, false, file);
    GDALDatasetH read = GDALOpen(file, GA_ReadOnly);
    GDALRasterBandH band = GDALGetRasterBand(read, 1);
    long before = 0;
    for (int level = GDALGetOverviewCount(band); level >= 0; level--) {
        GDALRasterBandH at = level ? GDALGetOverview(band, level - 1) : band;
        for (int y = 0; y < (GDALGetRasterBandYSize(at) + 511) / 512; y++)
            for (int x = 0; x < (GDALGetRasterBandXSize(at) + 511) / 512; x++) {
                long offset = offset_of(at, x, y);
                assert_true(offset > before);
                before = offset;
            }
    }
    GDALClose(read);
}

static void threads_do_not_matter(void **state)
{
    fluv_ctx *ctx = *state;
    const char *names[] = {"one.tif", "two.tif", "five.tif"};
    const int threads[] = {1, 2, 5};
    for (int i = 0; i < 3; i++) {
        fluv_set_threads(ctx, threads[i]);
        write_as(ctx, GDT_Float64, (shape){1700, 1300}, false, path_of(names[i]));
    }
    shell("cmp %s %s", path_of("one.tif"), path_of("two.tif"));
    shell("cmp %s %s", path_of("one.tif"), path_of("five.tif"));
}

/* What packs a grid best: "3" where neighbours are alike, none where few numbers come again. */
static void expect_predictor(fluv_ctx *ctx, float *cells, int side, const char *expected)
{
    const char *file = path_of("way.tif");
    void *others;
    GDALDatasetH data = make(GDT_Float32, (shape){side, side}, &others);
    FILE *stream = fopen(file, "wb");
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    assert_int_equal(fluv_cog_write(ctx, data, GDT_Float32, cells, false, stream), FLUV_OK);
    fluv_scratch_release(ctx, mark);
    assert_int_equal(fclose(stream), 0);
    GDALClose(data);
    free(others);
    GDALDatasetH read = GDALOpen(file, GA_ReadOnly);
    const char *said = GDALGetMetadataItem(read, "PREDICTOR", "IMAGE_STRUCTURE");
    assert_string_equal(said ? said : "1", expected);
    float *back = malloc((size_t)side * (size_t)side * sizeof *back);
    assert_int_equal(GDALRasterIO(GDALGetRasterBand(read, 1), GF_Read, 0, 0, side, side, back, side,
                                  side, GDT_Float32, 0, 0),
                     CE_None);
    assert_memory_equal(back, cells, (size_t)side * (size_t)side * sizeof *back);
    GDALClose(read);
    free(back);
}

static void what_comes_again_is_not_predicted(void **state)
{
    enum { SIDE = 700 };
    float *cells = malloc(SIDE * SIDE * sizeof *cells);
    for (int i = 0; i < SIDE * SIDE; i++)
        cells[i] = 214.577f * (float)(1 + (i % 1009 * 7919 + i / 1009) % 13);
    expect_predictor(*state, cells, SIDE, "1");
    for (int i = 0; i < SIDE * SIDE; i++)
        cells[i] = (float)value_at(GDT_Float64, 40 + i % SIDE, 40 + i / SIDE);
    expect_predictor(*state, cells, SIDE, "3");
    free(cells);
}

static void a_full_disk_is_told(void **state)
{
    fluv_ctx *ctx = *state;
    void *cells;
    GDALDatasetH data = make(GDT_Float64, (shape){900, 900}, &cells);
    FILE *full = fopen("/dev/full", "wb");
    if (full) {
        struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
        fluv_status status = fluv_cog_write(ctx, data, GDT_Float64, cells, false, full);
        assert_int_equal(status, FLUV_IO);
        fluv_scratch_release(ctx, mark);
        fclose(full);
    }
    GDALClose(data);
    free(cells);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(cells_and_overviews_come_back),       TEST(it_says_where_it_lies_and_what_it_is),
        TEST(coarse_tiles_stand_before_fine_ones), TEST(threads_do_not_matter),
        TEST(what_comes_again_is_not_predicted),   TEST(a_full_disk_is_told),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
