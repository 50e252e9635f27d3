// SPDX-License-Identifier: MIT
/* The stage `import` and images of fields, on small files made here. */
#include "stages/import/import.h"
#include "stages/import/read_image.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <gdal.h>
#include <math.h>
#include <ogr_srs_api.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void assert_near(double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("found %.9g, expected %.9g", found, expected);
}

static char folder[] = "/tmp/fluv-import-XXXXXX";

static const char *path_of(const char *name)
{
    static char path[4][256];
    static int turn;
    char *out = path[turn++ & 3];
    snprintf(out, sizeof path[0], "%s/%s", folder, name);
    return out;
}

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

static void make_file(const char *path, made_map map)
{
    GDALDatasetH data = GDALCreate(GDALGetDriverByName("MEM"), "", map.cols, map.rows, 1, map.type,
                                   NULL);
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

static double plane(int col, int row)
{
    return 100.0 + 2.0 * col - 3.0 * row;
}

static const double utm_place[6] = {500000, 30, 0, 5200000, 0, -30};

static made_map utm_map(int cols, int rows, value_fn *value)
{
    made_map map = {.type = GDT_Float32, .cols = cols, .rows = rows, .crs = "EPSG:32632",
                    .value = value};
    memcpy(map.place, utm_place, sizeof utm_place);
    return map;
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static char *read_bytes(const char *path, size_t *length)
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

static void write_bytes(const char *path, const char *bytes, size_t length)
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

static bench set_up(const char *file)
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

static void tear_down(bench *b)
{
    fluv_landscape_free(&b->land);
    fluv_scratch_release(b->ctx, NULL);
    assert_int_equal(atomic_load(&b->ctx->memory.now), 0);
    fluv_ctx_delete(b->ctx);
}

static fluv_status run_import(bench *b)
{
    return fluv_stage_import.run(b->ctx, &b->params, &b->land);
}

static void expect_done(bench *b)
{
    fluv_status status = run_import(b);
    if (status != FLUV_OK)
        print_error("%s\n", fluv_message(b->ctx));
    assert_int_equal(status, FLUV_OK);
}

static void expect_refused(bench *b, const char *words)
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

static float at(const bench *b, uint32_t col, uint32_t row)
{
    assert_true(col < b->land.frame.cols && row < b->land.frame.rows);
    return fluv_height(&b->land)[row * b->land.frame.cols + col];
}

static void expect_frame(const bench *b, uint32_t cols, uint32_t rows, double cell)
{
    assert_int_equal(b->land.frame.cols, cols);
    assert_int_equal(b->land.frame.rows, rows);
    assert_near(b->land.frame.cell, cell, 1e-9 * cell);
}

/* ---- what a plain map brings ---- */

static void test_metric_map_keeps_cells_and_crs(void **state)
{
    (void)state;
    make_file(path_of("plain.tif"), utm_map(7, 5, plane));
    bench b = set_up(path_of("plain.tif"));
    expect_done(&b);
    expect_frame(&b, 7, 5, 30.0);
    assert_near(b.land.frame.west, 500000.0, 0.0);
    assert_near(b.land.frame.north, 5200000.0, 0.0);
    for (uint32_t row = 0; row < 5; row++)
        for (uint32_t col = 0; col < 7; col++)
            assert_near(at(&b, col, row), plane((int)col, (int)row), 0.0);
    assert_non_null(strstr(b.land.crs, "UTM zone 32N"));
    assert_non_null(strstr(b.land.crs, "32632"));
    tear_down(&b);
}

static double one_cell(int col, int row)
{
    (void)col, (void)row;
    return 12.5;
}

static void test_smallest_maps(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1, 1}, {1, 9}, {9, 1}, {2, 2}};
    for (size_t i = 0; i < 4; i++) {
        make_file(path_of("small.tif"), utm_map(sizes[i][0], sizes[i][1], one_cell));
        bench b = set_up(path_of("small.tif"));
        expect_done(&b);
        expect_frame(&b, (uint32_t)sizes[i][0], (uint32_t)sizes[i][1], 30.0);
        assert_near(at(&b, 0, 0), 12.5, 0.0);
        tear_down(&b);
    }
}

static double holes(int col, int row)
{
    if (row == 0)
        return (double[]){-9999.0, NAN, INFINITY, -INFINITY, 1e20, -32768.0, 31000.0}[col];
    return plane(col, row);
}

static void test_no_height_is_nan(void **state)
{
    (void)state;
    for (int declared = 0; declared < 2; declared++) {
        made_map map = utm_map(7, 3, holes);
        map.has_nodata = declared == 1;
        map.nodata = -9999.0;
        make_file(path_of("holes.tif"), map);
        bench b = set_up(path_of("holes.tif"));
        expect_done(&b);
        for (uint32_t col = 0; col < 7; col++)
            assert_true(isnan(at(&b, col, 0)));
        assert_near(at(&b, 3, 2), plane(3, 2), 0.0);
        tear_down(&b);
    }
}

static void test_declared_nodata_leaves_other_marks(void **state)
{
    (void)state;
    made_map map = utm_map(7, 3, holes);
    map.has_nodata = true;
    map.nodata = 100.0;
    make_file(path_of("marks.tif"), map);
    bench b = set_up(path_of("marks.tif"));
    expect_done(&b);
    assert_near(at(&b, 0, 0), -9999.0, 0.0);
    tear_down(&b);
}

static double nothing(int col, int row)
{
    (void)col, (void)row;
    return NAN;
}

static double far_away(int col, int row)
{
    return 1e6 + col + row;
}

static void test_no_heights_at_all(void **state)
{
    (void)state;
    make_file(path_of("nan.tif"), utm_map(4, 4, nothing));
    bench b = set_up(path_of("nan.tif"));
    expect_refused(&b, "holds no heights: every cell is nodata");
    make_file(path_of("far.tif"), utm_map(4, 4, far_away));
    b = set_up(path_of("far.tif"));
    expect_refused(&b, "no cell lies between -30 and 30 km");
}

/* ---- pictures ---- */

static double steps_16(int col, int row)
{
    (void)row;
    return col * 65535.0 / 4.0;
}

static void test_pictures_take_a_range_and_a_width(void **state)
{
    (void)state;
    make_file(path_of("p16.png"),
              (made_map){.driver = "PNG", .type = GDT_UInt16, .cols = 5, .rows = 3,
                         .value = steps_16});
    bench b = set_up(path_of("p16.png"));
    b.params.low = -200.0;
    b.params.high = 1800.0;
    b.params.cell = 12.0;
    expect_done(&b);
    expect_frame(&b, 5, 3, 12.0);
    assert_near(at(&b, 0, 0), -200.0, 0.02);
    assert_near(at(&b, 2, 1), 800.0, 0.02);
    assert_near(at(&b, 4, 2), 1800.0, 0.02);
    assert_null(b.land.crs);
    tear_down(&b);

    b = set_up(path_of("p16.png")); /* range and width from the recipe's frame */
    b.land.frame = (fluv_frame){.cols = 10, .rows = 10, .cell = 100.0, .low = 0.0, .high = 400.0};
    expect_done(&b);
    expect_frame(&b, 10, 6, 100.0);
    assert_true(at(&b, 9, 0) > 395.0f && at(&b, 9, 0) < 430.0f);
    tear_down(&b);

    b = set_up(path_of("p16.png")); /* nothing said: decimetres, as 65535 m is no height */
    expect_done(&b);
    expect_frame(&b, 5, 3, 30.0);
    assert_near(at(&b, 4, 0), 6553.5, 0.01);
    tear_down(&b);
}

static double steps_8(int col, int row)
{
    return col + 10.0 * row;
}

static void test_bytes_are_metres(void **state)
{
    (void)state;
    make_file(path_of("p8.png"), (made_map){.driver = "PNG", .type = GDT_Byte, .cols = 6,
                                            .rows = 4, .value = steps_8});
    bench b = set_up(path_of("p8.png"));
    b.params.scale = 2.0;
    b.params.offset = -5.0;
    expect_done(&b);
    assert_near(at(&b, 5, 3), 2.0 * 35.0 - 5.0, 0.0);
    tear_down(&b);
    make_file(path_of("range.tif"), utm_map(3, 3, plane));
    b = set_up(path_of("range.tif"));
    b.params.high = 100.0;
    expect_refused(&b, "are for pictures of 8 or 16 bits");
}

static void test_picture_crop_counts_pixels(void **state)
{
    (void)state;
    bench b = set_up(path_of("p8.png"));
    char crop[] = "1, 2, 4, 4";
    b.params.crop = crop;
    expect_done(&b);
    expect_frame(&b, 3, 2, 30.0);
    assert_near(at(&b, 0, 0), 21.0, 0.0);
    tear_down(&b);
}

/* ---- units ---- */

static void expect_height(const char *file, int units, double height)
{
    bench b = set_up(file);
    b.params.units = units;
    expect_done(&b);
    assert_near(at(&b, 0, 0), height, 1e-4);
    tear_down(&b);
}

static void test_units(void **state)
{
    (void)state;
    made_map map = utm_map(2, 2, plane);
    map.unit = "ft";
    make_file(path_of("ft.tif"), map);
    expect_height(path_of("ft.tif"), 0, 30.48);
    expect_height(path_of("ft.tif"), 1, 100.0);
    expect_height(path_of("ft.tif"), 3, 120000.0 / 3937.0);
    map.unit = "US survey foot";
    make_file(path_of("usft.tif"), map);
    expect_height(path_of("usft.tif"), 0, 120000.0 / 3937.0);
    map.unit = NULL;
    map.crs = "EPSG:32618+6360"; /* heights of the vertical CRS are in US survey feet */
    make_file(path_of("compound.tif"), map);
    expect_height(path_of("compound.tif"), 0, 120000.0 / 3937.0);
    map.crs = "EPSG:32632";
    map.band_scale = 0.1;
    map.band_offset = 7.0;
    make_file(path_of("scaled.tif"), map);
    expect_height(path_of("scaled.tif"), 0, 17.0);
    map.unit = "kelvin";
    make_file(path_of("kelvin.tif"), map);
    bench b = set_up(path_of("kelvin.tif"));
    expect_refused(&b, "'kelvin'");
    expect_height(path_of("kelvin.tif"), 1, 17.0);
}

static void test_vertical_crs_is_left_out(void **state)
{
    (void)state;
    bench b = set_up(path_of("compound.tif"));
    expect_done(&b);
    assert_null(strstr(b.land.crs, "VERTCRS"));
    assert_non_null(strstr(b.land.crs, "UTM zone 18N"));
    tear_down(&b);
}

/* ---- other grids ---- */

static void expect_plane(const bench *b, double tolerance, double share)
{
    /* the plane of the 200 x 100 maps below, found again at the frame's cell centres */
    const fluv_frame *f = &b->land.frame;
    size_t there = 0;
    for (uint32_t row = 0; row < f->rows; row++)
        for (uint32_t col = 0; col < f->cols; col++) {
            double x = f->west + (col + 0.5) * f->cell, y = f->north - (row + 0.5) * f->cell;
            float h = at(b, col, row);
            if (isnan(h))
                continue;
            there++;
            assert_near(h, 500.0 + 0.01 * (x - 500000.0) + 0.02 * (y - 5200000.0),
                               tolerance);
        }
    assert_true((double)there >= share * (double)fluv_cell_count(&b->land));
}

static double current_place[6];

static double world_plane(int col, int row)
{
    double x, y;
    GDALApplyGeoTransform(current_place, col + 0.5, row + 0.5, &x, &y);
    return 500.0 + 0.01 * (x - 500000.0) + 0.02 * (y - 5200000.0);
}

static void make_world(const char *path, const double place[6])
{
    made_map map = utm_map(200, 100, world_plane);
    memcpy(map.place, place, sizeof map.place);
    memcpy(current_place, place, sizeof current_place);
    make_file(path, map);
}

static void test_south_up_is_turned(void **state)
{
    (void)state;
    make_world(path_of("south.tif"), (double[]){500000, 30, 0, 5197000, 0, 30});
    bench b = set_up(path_of("south.tif"));
    expect_done(&b);
    expect_frame(&b, 200, 100, 30.0);
    assert_near(b.land.frame.north, 5200000.0, 0.0);
    expect_plane(&b, 1e-3, 1.0);
    tear_down(&b);
}

static void test_odd_cells_become_square(void **state)
{
    (void)state;
    static const double places[][6] = {
        {500000, 30, 0, 5200000, 0, -20},      /* not square */
        {500000, 25, 10, 5200000, 10, -25},    /* turned */
        {506000, -30, 0, 5200000, 0, -30},     /* mirrored */
    };
    for (size_t i = 0; i < 3; i++) {
        make_world(path_of("odd.tif"), places[i]);
        bench b = set_up(path_of("odd.tif"));
        expect_done(&b);
        assert_true(b.land.frame.cell > 15.0 && b.land.frame.cell < 35.0);
        expect_plane(&b, 0.6, i == 1 ? 0.4 : 0.95);
        assert_non_null(strstr(b.land.crs, "32632"));
        tear_down(&b);
    }
}

static void test_resampling_to_a_size(void **state)
{
    (void)state;
    make_world(path_of("world.tif"), utm_place);
    bench b = set_up(path_of("world.tif"));
    b.land.frame.cols = b.land.frame.rows = 50; /* a mean of 4 x 4 cells is the plane again */
    expect_done(&b);
    expect_frame(&b, 50, 25, 120.0);
    expect_plane(&b, 2e-3, 1.0);
    tear_down(&b);
    b = set_up(path_of("world.tif"));
    b.land.frame.cols = b.land.frame.rows = 331;
    expect_done(&b);
    assert_int_equal(b.land.frame.cols, 331);
    expect_plane(&b, 0.4, 1.0);
    tear_down(&b);
    b = set_up(path_of("world.tif"));
    b.params.cell = 60.0;
    expect_done(&b);
    expect_frame(&b, 100, 50, 60.0);
    tear_down(&b);
}

static void test_crop(void **state)
{
    (void)state;
    bench b = set_up(path_of("world.tif"));
    char crop[] = "503000,5199400,500300,5199700"; /* corners in any order */
    b.params.crop = crop;
    expect_done(&b);
    expect_frame(&b, 90, 10, 30.0);
    assert_near(b.land.frame.west, 500300.0, 1e-6);
    assert_near(b.land.frame.north, 5199700.0, 1e-6);
    expect_plane(&b, 1e-3, 1.0);
    tear_down(&b);
    static const char *const wrong[] = {"1,2,3", "a,b,c,d", "1,2,3,4,5", "1,2,3,nan", "0,0,1,1"};
    for (size_t i = 0; i < 5; i++) {
        b = set_up(path_of("world.tif"));
        char text[16];
        snprintf(text, sizeof text, "%s", wrong[i]);
        b.params.crop = text;
        expect_refused(&b, i == 4 ? "lies outside" : "expected four numbers");
    }
}

/* ---- other CRS ---- */

static double by_latitude(int col, int row)
{
    (void)col;
    return 1000.0 - row;
}

static void expect_geographic(const char *file, const char *crs_words, double low, double high)
{
    bench b = set_up(file);
    expect_done(&b);
    if (!strstr(b.land.crs, crs_words))
        print_error("%s\n", b.land.crs);
    assert_non_null(strstr(b.land.crs, crs_words));
    assert_true(b.land.frame.cell > low && b.land.frame.cell < high);
    size_t there = 0, cells = fluv_cell_count(&b.land);
    for (size_t i = 0; i < cells; i++) {
        float h = fluv_height(&b.land)[i];
        there += isnan(h) ? 0 : 1;
        assert_true(isnan(h) || (h > 700.0f && h <= 1000.0f)); /* no overshoot, no mixed nodata */
    }
    assert_true(there * 10 > cells * 6);
    uint32_t middle = b.land.frame.cols / 2; /* falls from north to south */
    assert_true(at(&b, middle, b.land.frame.rows / 4) > at(&b, middle, b.land.frame.rows * 3 / 4));
    tear_down(&b);
}

static void test_degrees_become_metres(void **state)
{
    (void)state;
    made_map map = {.type = GDT_Int16, .cols = 200, .rows = 200, .crs = "EPSG:4326",
                    .place = {11.0, 1 / 1200.0, 0, 47.5, 0, -1 / 1200.0}, .value = by_latitude};
    make_file(path_of("ll.tif"), map);
    expect_geographic(path_of("ll.tif"), "\"EPSG\",32632", 60.0, 95.0);
    map.place[0] = -70.5;
    map.place[3] = -33.0;
    make_file(path_of("ll.tif"), map);
    expect_geographic(path_of("ll.tif"), "\"EPSG\",32719", 60.0, 95.0);
    map.place[3] = 88.0;
    make_file(path_of("ll.tif"), map);
    expect_geographic(path_of("ll.tif"), "olar", 1.0, 95.0);
    map.place[0] = -20.0, map.place[1] = 0.25;
    map.place[3] = 30.0, map.place[5] = -0.25;
    make_file(path_of("ll.tif"), map);
    expect_geographic(path_of("ll.tif"), "equal area", 20000.0, 30000.0);
    map.crs = "+proj=longlat +R=1737400 +no_defs"; /* the Moon */
    make_file(path_of("ll.tif"), map);
    expect_geographic(path_of("ll.tif"), "equal area", 4000.0, 9000.0);
    map = (made_map){.driver = "AAIGrid", .type = GDT_Int16, .cols = 60, .rows = 60,
                     .place = {11.0, 1 / 1200.0, 0, 47.5, 0, -1 / 1200.0}, .value = by_latitude};
    make_file(path_of("ll.asc"), map);
    expect_geographic(path_of("ll.asc"), "\"EPSG\",32632", 60.0, 95.0);
}

static void test_across_the_date_line(void **state)
{
    (void)state;
    made_map map = {.type = GDT_Int16, .cols = 200, .rows = 200, .crs = "EPSG:4326",
                    .place = {179.9, 1 / 1200.0, 0, -16.0, 0, -1 / 1200.0}, .value = by_latitude};
    make_file(path_of("line.tif"), map);
    expect_geographic(path_of("line.tif"), "UTM zone", 60.0, 95.0);
}

static void test_feet_become_metres(void **state)
{
    (void)state;
    made_map map = {.type = GDT_Float32, .cols = 100, .rows = 100, .crs = "EPSG:2263",
                    .place = {980000, 10, 0, 200000, 0, -10}, .value = by_latitude};
    make_file(path_of("feet.tif"), map);
    expect_geographic(path_of("feet.tif"), "UTM zone 18N", 3.0, 3.1);
}

static void test_local_crs(void **state)
{
    (void)state;
    made_map map = utm_map(4, 4, plane);
    map.crs = "LOCAL_CS[\"Interfluve local\",UNIT[\"metre\",1]]";
    make_file(path_of("local.tif"), map);
    bench b = set_up(path_of("local.tif"));
    expect_done(&b);
    assert_null(b.land.crs);
    expect_frame(&b, 4, 4, 30.0);
    tear_down(&b);
    map.crs = "LOCAL_CS[\"site\",UNIT[\"foot\",0.3048]]";
    make_file(path_of("local.tif"), map);
    b = set_up(path_of("local.tif"));
    expect_done(&b);
    expect_frame(&b, 4, 4, 9.144);
    tear_down(&b);
}

/* ---- formats ---- */

static void make_hgt(const char *path)
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

static void test_formats(void **state)
{
    (void)state;
    make_hgt(path_of("N47E011.hgt"));
    expect_geographic(path_of("N47E011.hgt"), "\"EPSG\",32632", 60.0, 95.0);

    write_text(path_of("plain.asc"), "ncols 3\nnrows 2\nxllcorner 1000\nyllcorner 2000\n"
                                     "cellsize 25\nNODATA_value -1\n1.5 2 3\n4 -1 6\n");
    bench b = set_up(path_of("plain.asc"));
    expect_done(&b);
    expect_frame(&b, 3, 2, 25.0);
    assert_near(b.land.frame.north, 2050.0, 0.0);
    assert_near(at(&b, 0, 0), 1.5, 0.0);
    assert_true(isnan(at(&b, 1, 1)));
    tear_down(&b);

    if (!GDALGetDriverByName("netCDF"))
        return;
    made_map map = utm_map(20, 10, plane);
    map.driver = "netCDF";
    make_file(path_of("n.nc"), map);
    b = set_up(path_of("n.nc"));
    expect_done(&b);
    expect_frame(&b, 20, 10, 30.0);
    assert_near(at(&b, 4, 9), plane(4, 9), 0.0);
    tear_down(&b);
    char inside[300];
    snprintf(inside, sizeof inside, "NETCDF:\"%s\":Band1", path_of("n.nc"));
    b = set_up(inside);
    expect_done(&b);
    assert_near(at(&b, 4, 9), plane(4, 9), 0.0);
    tear_down(&b);
}

/* ---- what is refused ---- */

/* Whatever happens inside, nothing is printed. */
typedef struct silence {
    int kept;
    FILE *caught;
} silence;

static silence listen_to_stderr(void)
{
    fflush(stderr);
    silence s = {.kept = dup(2), .caught = tmpfile()};
    assert_non_null(s.caught);
    dup2(fileno(s.caught), 2);
    return s;
}

static void expect_silence(silence s)
{
    fflush(stderr);
    dup2(s.kept, 2);
    close(s.kept);
    fseek(s.caught, 0, SEEK_END);
    assert_int_equal(ftell(s.caught), 0);
    fclose(s.caught);
}

static void test_names_that_lead_elsewhere(void **state)
{
    (void)state;
    write_text(path_of("v.vrt"), "<VRTDataset rasterXSize=\"1\" rasterYSize=\"1\"/>");
    write_text(path_of("w.xml"), "<GDAL_WMS><Service name=\"TMS\"><ServerUrl>http://127.0.0.1:1/"
                                 "</ServerUrl></Service></GDAL_WMS>");
    mkfifo(path_of("pipe"), 0600);
    const struct {
        const char *file, *words;
    } cases[] = {
        {"", "needs a file"},
        {path_of("missing.tif"), "no such file"},
        {"/vsicurl/http://127.0.0.1:1/a.tif", "only plain files"},
        {"/vsimem/x", "only plain files"},
        {"NETCDF:\"/vsicurl/http://127.0.0.1:1/a.nc\":z", "only plain files"},
        {"https://127.0.0.1:1/a.tif", "only plain files"},
        {"MEM:::DATAPOINTER=0x1000,PIXELS=10,LINES=10", "no such file"},
        {"<VRTDataset rasterXSize=\"1\" rasterYSize=\"1\"/>", "no such file"},
        {"WMS:127.0.0.1", "no such file"},
        {"NETCDF:nowhere.nc:z", "is no height map"},
        {"/dev/null", "is no file"},
    };
    silence s = listen_to_stderr();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench b = set_up(cases[i].file);
        expect_refused(&b, cases[i].words);
    }
    bench b = set_up(path_of("v.vrt"));
    expect_refused(&b, "virtual raster");
    b = set_up(path_of("w.xml"));
    expect_refused(&b, "is no height map");
    b = set_up(path_of("pipe"));
    expect_refused(&b, "is no file");
    b = set_up(folder);
    expect_refused(&b, "is no height map");
    expect_silence(s);
}

static double anything(int col, int row)
{
    return (col * 37 + row * 101) % 251;
}

static void test_wrong_contents(void **state)
{
    (void)state;
    write_text(path_of("text.tif"), "these are no heights, only words\n");
    write_text(path_of("empty.tif"), "");
    write_bytes(path_of("magic.tif"), "II*\0\377\377\377\177", 8);
    made_map map = utm_map(4, 4, plane);
    map.type = GDT_CFloat32;
    make_file(path_of("complex.tif"), map);
    silence s = listen_to_stderr();
    bench b = set_up(path_of("text.tif"));
    expect_refused(&b, "is no height map that can be read");
    b = set_up(path_of("empty.tif"));
    expect_refused(&b, "is empty");
    b = set_up(path_of("magic.tif"));
    expect_refused(&b, "is no height map that can be read");
    b = set_up(path_of("complex.tif"));
    expect_refused(&b, "complex numbers");
    b = set_up(path_of("plain.tif"));
    b.params.band = 2;
    expect_refused(&b, "has 1 band, there is no band 2");
    expect_silence(s);
}

static void test_several_maps_in_a_file(void **state)
{
    (void)state;
    if (!GDALGetDriverByName("GPKG"))
        return;
    char **option = CSLSetNameValue(NULL, "RASTER_TABLE", "one");
    made_map map = utm_map(8, 8, anything);
    map.type = GDT_Byte;
    make_file(path_of("bytes.tif"), map);
    GDALDatasetH data = GDALOpen(path_of("bytes.tif"), GA_ReadOnly);
    GDALDriverH driver = GDALGetDriverByName("GPKG");
    GDALClose(GDALCreateCopy(driver, path_of("two.gpkg"), data, FALSE, option, NULL, NULL));
    option = CSLSetNameValue(option, "RASTER_TABLE", "two");
    option = CSLSetNameValue(option, "APPEND_SUBDATASET", "YES");
    GDALClose(GDALCreateCopy(driver, path_of("two.gpkg"), data, FALSE, option, NULL, NULL));
    GDALClose(data);
    CSLDestroy(option);
    bench b = set_up(path_of("two.gpkg"));
    expect_refused(&b, "several maps, name one of them, such as GPKG:");
}

/* A file cut anywhere is refused in one line, or (a text file cut in its last number, a header
 * only file of a format that allows it) read; it never crashes and never speaks. */
static void cut_everywhere(const char *name, const char *cut_name, double refused_below)
{
    size_t length;
    char *bytes = read_bytes(path_of(name), &length);
    size_t step = length / 60 + 1;
    silence s = listen_to_stderr();
    for (size_t cut = 1; cut < length; cut += step) {
        write_bytes(path_of(cut_name), bytes, cut);
        bench b = set_up(path_of(cut_name));
        fluv_status status = run_import(&b);
        if ((double)cut < refused_below * (double)length && status == FLUV_OK)
            printf("%s cut at %zu of %zu was taken\n", name, cut, length);
        if ((double)cut < refused_below * (double)length)
            assert_int_equal(status, FLUV_BAD_INPUT);
        assert_true(status == FLUV_OK || status == FLUV_BAD_INPUT);
        assert_null(strchr(fluv_message(b.ctx), '\n'));
        tear_down(&b);
    }
    expect_silence(s);
    free(bytes);
}

static void test_truncated(void **state)
{
    (void)state;
    made_map map = utm_map(64, 64, anything);
    make_file(path_of("whole.tif"), map);
    map.driver = "AAIGrid";
    make_file(path_of("whole.asc"), map);
    make_file(path_of("whole.png"), (made_map){.driver = "PNG", .type = GDT_UInt16, .cols = 64,
                                               .rows = 64, .value = anything});
    cut_everywhere("whole.tif", "cut.tif", 0.95);
    cut_everywhere("whole.asc", "cut.asc", 0.95);
    cut_everywhere("whole.png", "cut.png", 0.95);
    cut_everywhere("N47E011.hgt", "N48E011.hgt", 0.99);
    if (GDALGetDriverByName("netCDF"))
        cut_everywhere("n.nc", "cut.nc", 0.5);
}

static void test_flipped_bytes(void **state)
{
    (void)state;
    /* netCDF is left out: its library asks for whatever a damaged header says, which the address
     * sanitizer does not let pass */
    static const char *const names[] = {"whole.tif", "whole.png", "whole.asc"};
    silence s = listen_to_stderr();
    unsigned random = 12345;
    for (size_t n = 0; n < 3; n++) {
        size_t length;
        char *bytes = read_bytes(path_of(names[n]), &length);
        for (int round = 0; round < 60; round++) {
            random = random * 1664525u + 1013904223u;
            size_t reach = round & 1 ? length : (length < 400 ? length : 400);
            size_t at_byte = random % reach;
            char kept = bytes[at_byte];
            bytes[at_byte] = (char)(random >> 16);
            write_bytes(path_of("flipped"), bytes, length);
            bytes[at_byte] = kept;
            bench b = set_up(path_of("flipped"));
            fluv_set_memory_limit(b.ctx, 64u << 20);
            (void)!run_import(&b);
            assert_null(strchr(fluv_message(b.ctx), '\n'));
            tear_down(&b);
        }
        free(bytes);
    }
    expect_silence(s);
}

/* ---- memory, cancelling ---- */

static void test_memory_limit(void **state)
{
    (void)state;
    bench b = set_up(path_of("world.tif"));
    fluv_set_memory_limit(b.ctx, 79999);
    assert_int_equal(run_import(&b), FLUV_NO_MEMORY);
    assert_non_null(strstr(fluv_message(b.ctx), "of memory"));
    tear_down(&b);
    b = set_up(path_of("world.tif"));
    b.land.frame.cols = b.land.frame.rows = 4000000;
    expect_refused(&b, "are too many");
}

static void test_every_allocation_may_fail(void **state)
{
    (void)state;
    static const char *const names[] = {"world.tif", "ll.asc", "holes.tif"};
    for (size_t i = 0; i < 3; i++)
        for (long n = 0;; n++) {
            assert_true(n < 100);
            bench b = set_up(path_of(names[i]));
            atomic_store(&b.ctx->memory.allocations_left, n);
            fluv_status status = run_import(&b);
            tear_down(&b);
            if (status == FLUV_OK)
                break;
            assert_int_equal(status, FLUV_NO_MEMORY);
        }
}

static void test_cancel(void **state)
{
    (void)state;
    static const char *const names[] = {"world.tif", "ll.asc"};
    for (size_t i = 0; i < 2; i++) {
        bench b = set_up(path_of(names[i]));
        fluv_cancel(b.ctx);
        assert_int_equal(run_import(&b), FLUV_CANCELLED);
        tear_down(&b);
    }
}

/* ---- images of fields ---- */

static void test_image_is_stretched_over_the_frame(void **state)
{
    (void)state;
    fluv_ctx *ctx = fluv_ctx_new();
    float small[8 * 6], large[40 * 30];
    assert_int_equal(fluv_read_image(ctx, path_of("p8.png"), &(fluv_frame){.cols = 8, .rows = 6},
                                     small),
                     FLUV_OK);
    assert_int_equal(fluv_read_image(ctx, path_of("p8.png"), &(fluv_frame){.cols = 40, .rows = 30},
                                     large),
                     FLUV_OK);
    for (int row = 0; row < 6; row++)
        for (int col = 0; col < 8; col++) /* cell centres fall together: every size, same values */
            assert_near(small[row * 8 + col], large[(row * 5 + 2) * 40 + col * 5 + 2], 1e-4);
    assert_near(small[0], 0.0, 0.0);
    assert_near(small[47], 35.0, 0.0);
    assert_near(large[15 * 40 + 20], steps_8(0, 0) + (20.5 * 6 / 40 - 0.5) +
                                                10.0 * (15.5 * 4 / 30 - 0.5), 1e-4);
    assert_int_equal(fluv_read_image(ctx, path_of("nan.tif"), &(fluv_frame){.cols = 8, .rows = 6},
                                     small),
                     FLUV_BAD_INPUT);
    assert_int_equal(fluv_read_image(ctx, path_of("missing.png"),
                                     &(fluv_frame){.cols = 8, .rows = 6}, small),
                     FLUV_BAD_INPUT);
    assert_int_equal(fluv_read_image(ctx, path_of("holes.tif"),
                                     &(fluv_frame){.cols = 8, .rows = 6}, small),
                     FLUV_OK);
    for (int i = 0; i < 48; i++)
        assert_true(isfinite(small[i]));
    fluv_ctx_delete(ctx);
}

static int make_folder(void **state)
{
    (void)state;
    GDALAllRegister();
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char **names = VSIReadDir(folder);
    for (char **name = names; name && *name; name++)
        if (strcmp(*name, ".") != 0 && strcmp(*name, "..") != 0)
            unlink(path_of(*name));
    CSLDestroy(names);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_metric_map_keeps_cells_and_crs),
        cmocka_unit_test(test_smallest_maps),
        cmocka_unit_test(test_no_height_is_nan),
        cmocka_unit_test(test_declared_nodata_leaves_other_marks),
        cmocka_unit_test(test_no_heights_at_all),
        cmocka_unit_test(test_pictures_take_a_range_and_a_width),
        cmocka_unit_test(test_bytes_are_metres),
        cmocka_unit_test(test_picture_crop_counts_pixels),
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_vertical_crs_is_left_out),
        cmocka_unit_test(test_south_up_is_turned),
        cmocka_unit_test(test_odd_cells_become_square),
        cmocka_unit_test(test_resampling_to_a_size),
        cmocka_unit_test(test_crop),
        cmocka_unit_test(test_degrees_become_metres),
        cmocka_unit_test(test_across_the_date_line),
        cmocka_unit_test(test_feet_become_metres),
        cmocka_unit_test(test_local_crs),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_names_that_lead_elsewhere),
        cmocka_unit_test(test_wrong_contents),
        cmocka_unit_test(test_several_maps_in_a_file),
        cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_flipped_bytes),
        cmocka_unit_test(test_memory_limit),
        cmocka_unit_test(test_every_allocation_may_fail),
        cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_image_is_stretched_over_the_frame),
    };
    return cmocka_run_group_tests_name("import", tests, make_folder, remove_folder);
}
