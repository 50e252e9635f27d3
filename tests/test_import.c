// SPDX-License-Identifier: MIT
/* The stage `import` and images of fields, on small files made here. */
#include "import_bench.h"

#include "stages/import/read_image.h"

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
    make_file(
        path_of("p16.png"),
        (made_map){.driver = "PNG", .type = GDT_UInt16, .cols = 5, .rows = 3, .value = steps_16});
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

    b = set_up(path_of("p16.png")); /* a width alone is the picture's own */
    b.land.frame = (fluv_frame){.cell = 1000.0, .low = 0.0, .high = 400.0};
    expect_done(&b);
    expect_frame(&b, 5, 3, 200.0);
    assert_int_equal(fluv_note_count(&b.land), 0);
    tear_down(&b);

    b = set_up(path_of("p16.png")); /* of a tall one the width is the shorter side */
    char tall[] = "0,0,2,3";
    b.params.crop = tall;
    b.land.frame = (fluv_frame){.cols = 6, .rows = 6, .cell = 100.0};
    expect_done(&b);
    expect_frame(&b, 4, 6, 150.0);
    tear_down(&b);

    b = set_up(path_of("p16.png")); /* nothing said: decimetres, as 65535 m is no height */
    expect_done(&b);
    expect_frame(&b, 5, 3, 30.0);
    assert_near(at(&b, 4, 0), 6553.5, 0.01);
    assert_non_null(strstr(fluv_note_text(&b.land, 0), "p16.png says nothing of its scale"));
    assert_non_null(strstr(fluv_note_text(&b.land, 0), "decimetres"));
    assert_non_null(strstr(fluv_note_text(&b.land, 0), "30 m"));
    tear_down(&b);
}

static double steps_8(int col, int row)
{
    return col + 10.0 * row;
}

static void test_bytes_are_metres(void **state)
{
    (void)state;
    make_file(
        path_of("p8.png"),
        (made_map){.driver = "PNG", .type = GDT_Byte, .cols = 6, .rows = 4, .value = steps_8});
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
            assert_near(h, 500.0 + 0.01 * (x - 500000.0) + 0.02 * (y - 5200000.0), tolerance);
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
        {500000, 30, 0, 5200000, 0, -20},   /* not square */
        {500000, 25, 10, 5200000, 10, -25}, /* turned */
        {506000, -30, 0, 5200000, 0, -30},  /* mirrored */
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
        float h = fluv_height_of(&b.land)[i];
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
    made_map map = {.type = GDT_Int16,
                    .cols = 200,
                    .rows = 200,
                    .crs = "EPSG:4326",
                    .place = {11.0, 1 / 1200.0, 0, 47.5, 0, -1 / 1200.0},
                    .value = by_latitude};
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
    map = (made_map){.driver = "AAIGrid",
                     .type = GDT_Int16,
                     .cols = 60,
                     .rows = 60,
                     .place = {11.0, 1 / 1200.0, 0, 47.5, 0, -1 / 1200.0},
                     .value = by_latitude};
    make_file(path_of("ll.asc"), map);
    expect_geographic(path_of("ll.asc"), "\"EPSG\",32632", 60.0, 95.0);
}

static void test_across_the_date_line(void **state)
{
    (void)state;
    made_map map = {.type = GDT_Int16,
                    .cols = 200,
                    .rows = 200,
                    .crs = "EPSG:4326",
                    .place = {179.9, 1 / 1200.0, 0, -16.0, 0, -1 / 1200.0},
                    .value = by_latitude};
    make_file(path_of("line.tif"), map);
    expect_geographic(path_of("line.tif"), "UTM zone", 60.0, 95.0);
}

static void test_feet_become_metres(void **state)
{
    (void)state;
    made_map map = {.type = GDT_Float32,
                    .cols = 100,
                    .rows = 100,
                    .crs = "EPSG:2263",
                    .place = {980000, 10, 0, 200000, 0, -10},
                    .value = by_latitude};
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

/* ---- images of fields ---- */

static void test_image_is_stretched_over_the_frame(void **state)
{
    (void)state;
    fluv_ctx *ctx = fluv_ctx_new();
    float small[8 * 6], large[40 * 30];
    assert_int_equal(
        fluv_read_image(ctx, path_of("p8.png"), &(fluv_frame){.cols = 8, .rows = 6}, small, NULL),
        FLUV_OK);
    assert_int_equal(
        fluv_read_image(ctx, path_of("p8.png"), &(fluv_frame){.cols = 40, .rows = 30}, large, NULL),
        FLUV_OK);
    for (int row = 0; row < 6; row++)
        for (int col = 0; col < 8; col++) /* cell centres fall together: every size, same values */
            assert_near(small[row * 8 + col], large[(row * 5 + 2) * 40 + col * 5 + 2], 1e-4);
    assert_near(small[0], 0.0, 0.0);
    assert_near(small[47], 35.0, 0.0);
    assert_near(large[15 * 40 + 20],
                steps_8(0, 0) + (20.5 * 6 / 40 - 0.5) + 10.0 * (15.5 * 4 / 30 - 0.5), 1e-4);
    assert_int_equal(
        fluv_read_image(ctx, path_of("nan.tif"), &(fluv_frame){.cols = 8, .rows = 6}, small, NULL),
        FLUV_BAD_INPUT);
    assert_int_equal(fluv_read_image(ctx, path_of("missing.png"),
                                     &(fluv_frame){.cols = 8, .rows = 6}, small, NULL),
                     FLUV_BAD_INPUT);
    assert_int_equal(fluv_read_image(ctx, path_of("holes.tif"), &(fluv_frame){.cols = 8, .rows = 6},
                                     small, NULL),
                     FLUV_OK);
    for (int i = 0; i < 48; i++)
        assert_true(isfinite(small[i]));
    fluv_ctx_delete(ctx);
}

static double hills_8(int col, int row)
{
    return round(127.5 + 60.0 * sin(col / 30.0) + 60.0 * cos(row / 40.0));
}

/* Steps of 4 m: told, and turned into slopes, unless they are to stay. */
static void test_terraces_of_8_bits_become_slopes(void **state)
{
    (void)state;
    make_file(
        path_of("hills8.png"),
        (made_map){.driver = "PNG", .type = GDT_Byte, .cols = 160, .rows = 120, .value = hills_8});
    for (int terraces = 0; terraces < 3; terraces++) {
        bench b = set_up(path_of("hills8.png"));
        b.params.low = 0.0;
        b.params.high = 1020.0;
        b.params.cell = 30.0;
        b.params.terraces = terraces;
        expect_done(&b);
        bool told = b.land.note_count && strstr(b.land.notes[0].text, "its terraces became slopes");
        assert_int_equal(told, terraces != 1);
        int on_steps = 0;
        for (int row = 0; row < 120; row++)
            for (int col = 0; col < 160; col++) {
                double was = 4.0 * hills_8(col, row),
                       is = (double)at(&b, (uint32_t)col, (uint32_t)row);
                assert_true(fabs(is - was) <= 2.001);
                on_steps += fabs(is - was) < 1e-3;
            }
        assert_true(terraces == 1 ? on_steps == 120 * 160 : on_steps < 120 * 16);
        tear_down(&b);
    }
}

/* White is what the picture's bits can hold at most; maps of numbers have none. */
static void test_image_tells_its_white(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        double white;
    } images[] = {{"p8.png", 255.0}, {"p16.png", 65535.0}, {"holes.tif", 0.0}};
    fluv_ctx *ctx = fluv_ctx_new();
    float values[4];
    for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
        double white = -1.0;
        assert_int_equal(fluv_read_image(ctx, path_of(images[i].file),
                                         &(fluv_frame){.cols = 2, .rows = 2}, values, &white),
                         FLUV_OK);
        assert_near(white, images[i].white, 0.0);
    }
    fluv_ctx_delete(ctx);
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
        cmocka_unit_test(test_image_is_stretched_over_the_frame),
        cmocka_unit_test(test_image_tells_its_white),
        cmocka_unit_test(test_terraces_of_8_bits_become_slopes),
    };
    return cmocka_run_group_tests_name("import", tests, make_folder, remove_folder);
}
