// SPDX-License-Identifier: MIT
/* Landscapes at the edge of what there can be: one cell, one row, no land, hardly any data, huge
 * flats, numbers that are none. Nothing crashes, and the rules of water hold. */
#include "water_land.h"

#include "base/random.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* All modes, all kinds of drainage, tiny and usual lakes. Returns how many rules broke. */
static int run_all_ways(fluv_ctx *ctx, const terrain *t, const char *name)
{
    int broken = 0;
    for (int way = 0; way < 12; way++) {
        double area = t->cell * t->cell;
        const setting lakes[] = {{"mode", way % MODES},
                                 {"min_area", way / 3 % 2 ? area : 0.0},
                                 {"min_depth", way / 3 % 2 ? 0.0 : 2.0},
                                 {"flats", 1 + way / 6},
                                 {NULL, 0}};
        const setting rivers[] = {
            {"area", 2.0 * area}, {"by", way == 4}, {"discharge", 1e-9}, {NULL, 0}};
        fluv_landscape land;
        land_of_terrain(ctx, t, &land);
        broken += land_run_water(ctx, &land, lakes, rivers);
        broken += land_count_broken(ctx, &land, name, (uint64_t)way);
        fluv_landscape_free(&land);
    }
    for (int depressions = 0; depressions < 3; depressions++) {
        const setting drain[] = {{"depressions", depressions}, {"descent", 2}, {NULL, 0}};
        fluv_landscape land;
        land_of_terrain(ctx, t, &land);
        assert_int_equal(land_run(ctx, &land, "drain", drain), FLUV_OK);
        assert_int_equal(land_run(ctx, &land, "rivers", NULL), FLUV_OK);
        fluv_landscape_free(&land);
    }
    return broken;
}

typedef float shape_fn(uint32_t col, uint32_t row, uint32_t cols, uint32_t rows);

static int run_shape(fluv_ctx *ctx, uint32_t cols, uint32_t rows, shape_fn *shape, const char *name)
{
    terrain t;
    terrain_init(&t, cols, rows, 10.0);
    for (uint32_t c = 0; c < t.cells; c++)
        t.height[c] = shape(c % cols, c / cols, cols, rows);
    int broken = run_all_ways(ctx, &t, name);
    terrain_free(&t);
    return broken;
}

static float flat_land(uint32_t col, uint32_t row, uint32_t cols, uint32_t rows)
{
    (void)col, (void)row, (void)cols, (void)rows;
    return 7.0F;
}

static float flat_at_sea_level(uint32_t col, uint32_t row, uint32_t cols, uint32_t rows)
{
    (void)col, (void)row, (void)cols, (void)rows;
    return 0.0F;
}

static float deep_sea(uint32_t col, uint32_t row, uint32_t cols, uint32_t rows)
{
    (void)cols, (void)rows;
    return -100.0F - (float)(col * row % 7);
}

static float waves(uint32_t col, uint32_t row, uint32_t cols, uint32_t rows)
{
    (void)cols, (void)rows;
    return 20.0F + 10.0F * sinf((float)col * 1.3F + (float)row * 2.1F);
}

static void tiny_frames(void **state)
{
    static const uint32_t sizes[][2] = {{1, 1}, {1, 2}, {2, 1}, {2, 2}, {1, 17}, {17, 1},
                                        {2, 9}, {9, 2}, {3, 3}, {3, 1}, {1, 3}};
    shape_fn *const shapes[] = {flat_land, flat_at_sea_level, deep_sea, waves};
    int broken = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
            char name[64];
            snprintf(name, sizeof name, "%ux%u shape %zu", sizes[i][0], sizes[i][1], k);
            broken += run_shape(*state, sizes[i][0], sizes[i][1], shapes[k], name);
        }
    assert_int_equal(broken, 0);
}

static void all_flat(void **state)
{
    assert_int_equal(run_shape(*state, 40, 33, flat_land, "flat"), 0);
    assert_int_equal(run_shape(*state, 40, 33, flat_at_sea_level, "flat at 0"), 0);
}

static void all_ocean(void **state)
{
    assert_int_equal(run_shape(*state, 40, 33, deep_sea, "ocean"), 0);
}

static float one_cell(uint32_t col, uint32_t row, uint32_t cols, uint32_t rows)
{
    return col == cols / 2 && row == rows / 2 ? 12.0F : NAN;
}

static void one_cell_of_data(void **state)
{
    assert_int_equal(run_shape(*state, 11, 9, one_cell, "one cell"), 0);
}

static float nothing(uint32_t col, uint32_t row, uint32_t cols, uint32_t rows)
{
    (void)col, (void)row, (void)cols, (void)rows;
    return NAN;
}

static void no_data_at_all(void **state)
{
    assert_int_equal(run_shape(*state, 11, 9, nothing, "nothing"), 0);
}

static float pit(uint32_t col, uint32_t row, uint32_t cols, uint32_t rows)
{
    return col == cols / 2 && row == rows / 2 ? -30.0F : 50.0F;
}

static float hole_in_plateau(uint32_t col, uint32_t row, uint32_t cols, uint32_t rows)
{
    double d = hypot((double)col - cols / 2, (double)row - rows / 2);
    return d < cols / 6.0 ? 20.0F + (float)d : col == 0 || row == 0 ? 40.0F : 60.0F;
}

static float pit_below_the_sea(uint32_t col, uint32_t row, uint32_t cols, uint32_t rows)
{
    double d = hypot((double)col - cols / 2, (double)row - rows / 2);
    return d < cols / 8.0 ? -20.0F : d < cols / 3.0 ? 15.0F : -5.0F;
}

static void pits_and_plateaus(void **state)
{
    int broken = run_shape(*state, 25, 21, pit, "pit");
    broken += run_shape(*state, 40, 40, hole_in_plateau, "hole in a plateau");
    broken += run_shape(*state, 40, 40, pit_below_the_sea, "pit below the sea");
    assert_int_equal(broken, 0);
}

/* Lake in island in lake in island in sea. */
static float nested(uint32_t col, uint32_t row, uint32_t cols, uint32_t rows)
{
    double d = fmax(fabs((double)col - cols / 2), fabs((double)row - rows / 2));
    double x = d / (cols / 2.0) * 10.0;
    static const float ring[] = {40, 12, 11, 38, 30, 9, 8, 35, 20, -6, -9};
    return ring[(int)fmin(x, 10.0)] + 0.01F * (float)col;
}

static void islands_in_lakes_in_islands(void **state)
{
    assert_int_equal(run_shape(*state, 61, 61, nested, "nested"), 0);
}

static float void_coast(uint32_t col, uint32_t row, uint32_t cols, uint32_t rows)
{
    double d = hypot((double)col - cols / 2, (double)row - rows / 2);
    return d > cols * 0.42 + 2.0 * sin(col * 0.9) ? NAN : waves(col, row, cols, rows);
}

static float bad_numbers(uint32_t col, uint32_t row, uint32_t cols, uint32_t rows)
{
    switch ((col * 31 + row * 17) % 23) {
    case 3:
        return INFINITY;
    case 8:
        return -INFINITY;
    case 13:
        return NAN;
    default:
        return waves(col, row, cols, rows);
    }
}

static float giants(uint32_t col, uint32_t row, uint32_t cols, uint32_t rows)
{
    (void)cols, (void)rows;
    switch ((col * 7 + row * 5) % 11) {
    case 0:
        return FLT_MAX;
    case 1:
        return 1e-40F;
    case 2:
        return -FLT_MAX;
    default:
        return (float)(col + row);
    }
}

static void voids_and_numbers_that_are_none(void **state)
{
    int broken = run_shape(*state, 50, 44, void_coast, "coast of nodata");
    broken += run_shape(*state, 40, 40, bad_numbers, "not numbers");
    assert_int_equal(broken, 0);
}

/* Heights no land has: nothing crashes; volumes overflow, so that rules need not hold. */
static void giants_do_not_crash(void **state)
{
    (void)run_shape(*state, 20, 20, giants, "giants");
}

/* A map of whole metres: terraces, and a plain over half of it. */
static float steps(uint32_t col, uint32_t row, uint32_t cols, uint32_t rows)
{
    (void)rows;
    double h = 6.0 * sin(col * 0.05) * cos(row * 0.04) + 20.0;
    return col > cols / 2 ? 20.0F : (float)floor(h);
}

static float basin_of_glass(uint32_t col, uint32_t row, uint32_t cols, uint32_t rows)
{
    return col < 2 || row < 2 || col + 2 >= cols || row + 2 >= rows ? 30.0F : 10.0F;
}

static void huge_flats(void **state)
{
    int broken = run_shape(*state, 150, 130, steps, "steps");
    broken += run_shape(*state, 120, 120, basin_of_glass, "basin of glass");
    assert_int_equal(broken, 0);
}

static float sea_and_hollow(uint32_t col, uint32_t row, uint32_t cols, uint32_t rows)
{
    (void)rows;
    if (col < cols / 3)
        return -3.0F;
    return row > 10 && row < 20 && col > cols / 2 && col + 5 < cols ? -8.0F : 0.5F;
}

static float polder(uint32_t col, uint32_t row, uint32_t cols, uint32_t rows)
{
    (void)rows;
    if (col < cols / 3)
        return -3.0F;
    return col == cols / 3 ? 2.0F : col + 1 == cols || row == 0 || row + 1 == rows ? 3.0F : -2.0F;
}

static void land_below_the_sea(void **state)
{
    int broken = run_shape(*state, 40, 40, sea_and_hollow, "hollow below the sea");
    broken += run_shape(*state, 40, 40, polder, "polder");
    assert_int_equal(broken, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiny_frames),
        cmocka_unit_test(all_flat),
        cmocka_unit_test(all_ocean),
        cmocka_unit_test(one_cell_of_data),
        cmocka_unit_test(no_data_at_all),
        cmocka_unit_test(pits_and_plateaus),
        cmocka_unit_test(islands_in_lakes_in_islands),
        cmocka_unit_test(voids_and_numbers_that_are_none),
        cmocka_unit_test(giants_do_not_crash),
        cmocka_unit_test(huge_flats),
        cmocka_unit_test(land_below_the_sea),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
