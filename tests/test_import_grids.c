// SPDX-License-Identifier: MIT
/* The stage `import` on maps whose cells are not the frame's: turned, skew, cropped, of another
 * size, in degrees or feet; and of every format. */
#include "import_bench.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_south_up_is_turned),
        cmocka_unit_test(test_odd_cells_become_square),
        cmocka_unit_test(test_resampling_to_a_size),
        cmocka_unit_test(test_crop),
        cmocka_unit_test(test_degrees_become_metres),
        cmocka_unit_test(test_across_the_date_line),
        cmocka_unit_test(test_feet_become_metres),
        cmocka_unit_test(test_local_crs),
        cmocka_unit_test(test_formats),
    };
    return cmocka_run_group_tests_name("import_grids", tests, make_folder, remove_folder);
}
