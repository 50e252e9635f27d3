// SPDX-License-Identifier: MIT
/* What the tests of `import` share: making small files, running the stage. */
#ifndef FLUV_TESTS_IMPORT_BENCH_H
#define FLUV_TESTS_IMPORT_BENCH_H

#include "own_folder.h"
#include "stages/import/import.h"

#include <ogr_srs_api.h>
#include <string.h>

/* ---- making files ---- */

typedef double value_fn(int col, int row);

typedef struct made_map {
    const char *driver; /* "" is GTiff */
    GDALDataType type;
    int cols, rows;
    double place[6]; /* all 0: none */
    const char *crs; /* what a user would type; NULL: none */
    value_fn *value;
    bool has_nodata;
    double nodata;
    const char *unit;
    double band_scale, band_offset; /* both 0: none */
} made_map;

static inline void make_file(const char *path, made_map map)
{
    GDALDatasetH data =
        GDALCreate(GDALGetDriverByName("MEM"), "", map.cols, map.rows, 1, map.type, NULL);
    GDALRasterBandH band = GDALGetRasterBand(data, 1);
    if (map.place[1] != 0.0 || map.place[2] != 0.0)
        GDALSetGeoTransform(data, map.place);
    if (map.crs) {
        OGRSpatialReferenceH crs = OSRNewSpatialReference(NULL);
        assert_int_equal(OSRSetFromUserInput(crs, map.crs), OGRERR_NONE);
        OSRSetAxisMappingStrategy(crs, OAMS_TRADITIONAL_GIS_ORDER);
        GDALSetSpatialRef(data, crs);
        OSRDestroySpatialReference(crs);
    }
    if (map.has_nodata)
        GDALSetRasterNoDataValue(band, map.nodata);
    if (map.unit)
        GDALSetRasterUnitType(band, map.unit);
    if (map.band_scale != 0.0) {
        GDALSetRasterScale(band, map.band_scale);
        GDALSetRasterOffset(band, map.band_offset);
    }
    double *row_values = calloc((size_t)map.cols, sizeof *row_values);
    for (int row = 0; row < map.rows; row++) {
        for (int col = 0; col < map.cols; col++)
            row_values[col] = map.value(col, row);
        assert_int_equal(GDALRasterIO(band, GF_Write, 0, row, map.cols, 1, row_values, map.cols, 1,
                                      GDT_Float64, 0, 0),
                         CE_None);
    }
    free(row_values);
    const char *driver = map.driver ? map.driver : "GTiff";
    GDALDatasetH copy =
        GDALCreateCopy(GDALGetDriverByName(driver), path, data, FALSE, NULL, NULL, NULL);
    assert_non_null(copy);
    GDALClose(copy);
    GDALClose(data);
}

static inline double plane(int col, int row)
{
    return 100.0 + 2.0 * col - 3.0 * row;
}

static const double utm_place[6] = {500000, 30, 0, 5200000, 0, -30};

static inline made_map utm_map(int cols, int rows, value_fn *value)
{
    made_map map = {
        .type = GDT_Float32, .cols = cols, .rows = rows, .crs = "EPSG:32632", .value = value};
    memcpy(map.place, utm_place, sizeof utm_place);
    return map;
}

static inline void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static inline char *read_bytes(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*length + 1);
    assert_int_equal(fread(bytes, 1, *length, file), *length);
    fclose(file);
    return bytes;
}

static inline void write_bytes(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

/* ---- running the stage ---- */

typedef struct bench {
    fluv_ctx *ctx;
    fluv_import_params params;
    fluv_landscape land;
} bench;

static inline bench set_up(const char *file)
{
    union {
        const char *in;
        char *out;
    } name = {file}, none = {""};
    bench b = {.ctx = fluv_ctx_new(),
               .params = {.file = name.out, .band = 1, .scale = 1.0, .crop = none.out}};
    assert_non_null(b.ctx);
    return b;
}

static inline void tear_down(bench *b)
{
    fluv_landscape_free(&b->land);
    fluv_scratch_release(b->ctx, NULL);
    assert_int_equal(atomic_load(&b->ctx->memory.now), 0);
    fluv_ctx_delete(b->ctx);
}

static inline fluv_status run_import(bench *b)
{
    return fluv_stage_import.run(b->ctx, &b->params, &b->land);
}

static inline void expect_done(bench *b)
{
    fluv_status status = run_import(b);
    if (status != FLUV_OK)
        print_error("%s\n", fluv_message(b->ctx));
    assert_int_equal(status, FLUV_OK);
}

static inline void expect_refused(bench *b, const char *words)
{
    fluv_status status = run_import(b);
    const char *text = fluv_message(b->ctx);
    assert_int_equal(status, FLUV_BAD_INPUT);
    if (!strstr(text, words))
        print_error("'%s' is not in '%s'\n", words, text);
    assert_non_null(strstr(text, words));
    assert_null(strchr(text, '\n'));
    tear_down(b);
}

static inline float at(const bench *b, uint32_t col, uint32_t row)
{
    assert_true(col < b->land.frame.cols && row < b->land.frame.rows);
    return fluv_height_of(&b->land)[row * b->land.frame.cols + col];
}

static inline void expect_frame(const bench *b, uint32_t cols, uint32_t rows, double cell)
{
    assert_int_equal(b->land.frame.cols, cols);
    assert_int_equal(b->land.frame.rows, rows);
    assert_near(b->land.frame.cell, cell, 1e-9 * cell);
}

static inline void make_hgt(const char *path)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (int row = 0; row < 1201; row++)
        for (int col = 0; col < 1201; col++) {
            int value = col == 7 && row == 7 ? -32768 : 1000 - row / 5;
            fputc((value >> 8) & 255, file);
            fputc(value & 255, file);
        }
    fclose(file);
}

#endif
