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
        cmocka_unit_test(test_image_is_stretched_over_the_frame),
        cmocka_unit_test(test_image_tells_its_white),
        cmocka_unit_test(test_terraces_of_8_bits_become_slopes),
    };
    return cmocka_run_group_tests_name("import", tests, make_folder, remove_folder);
}
