// SPDX-License-Identifier: MIT
/* Values on other lattices over the same ground. */
#include "field/regrid.h"

#include "base/random.h"
#include "failing_memory.h"
#include "one_thread.h"

#include <math.h>

#define MOST 128

static float source[MOST * MOST], target[MOST * MOST];

static void bring(fluv_ctx *ctx, uint32_t cols, uint32_t rows, uint32_t to_cols, uint32_t to_rows)
{
    fluv_values from = {source, cols, rows, cols}, to = {target, to_cols, to_rows, to_cols};
    assert_int_equal(fluv_regrid(ctx, &from, &to), FLUV_OK);
}

static void fill_random(uint64_t seed, uint32_t count)
{
    fluv_key key = fluv_key_make(seed, "test", "regrid");
    for (uint32_t i = 0; i < count; i++)
        source[i] = (float)fluv_random_between(key, i, -1000.0, 3000.0);
}

static double mean_of(const float *values, uint32_t count)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++)
        sum += (double)values[i];
    return sum / count;
}

static void a_constant_stays(void **state)
{
    for (uint32_t k = 0; k < MOST * MOST; k++)
        source[k] = 321.5F;
    for (uint32_t a = 1; a < 40; a += 3)
        for (uint32_t b = 1; b < 128; b += 7) {
            bring(*state, a, b, b, a);
            for (uint32_t k = 0; k < a * b; k++)
                assert_true(fabsf(target[k] - 321.5F) < 1e-3F);
        }
}

static void the_same_lattice_coarser_keeps_the_mean(void **state)
{
    for (uint64_t seed = 0; seed < 30; seed++) {
        uint32_t cols = 5 + (uint32_t)seed, rows = 90;
        fill_random(seed, cols * rows);
        bring(*state, cols, rows, 1 + cols / 3, 17);
        assert_true(fabs(mean_of(source, cols * rows) - mean_of(target, (1 + cols / 3) * 17)) <
                    0.01);
    }
}

static void twice_as_fine_keeps_the_mean_and_the_bounds(void **state)
{
    for (uint64_t seed = 0; seed < 30; seed++) {
        uint32_t cols = 1 + 2 * (uint32_t)seed, rows = 31;
        fill_random(seed, cols * rows);
        bring(*state, cols, rows, 2 * cols, 2 * rows);
        assert_true(fabs(mean_of(source, cols * rows) - mean_of(target, 4 * cols * rows)) < 0.01);
        for (uint32_t k = 0; k < 4 * cols * rows; k++)
            assert_true(target[k] >= -1000.01F && target[k] <= 3000.01F);
    }
}

static void a_slope_stays_a_slope(void **state)
{
    for (uint32_t k = 0; k < 20 * 20; k++)
        source[k] = 3.0F * ((float)(k % 20) + 0.5F) + 2.0F * ((float)(k / 20) + 0.5F);
    bring(*state, 20, 20, 57, 43);
    for (uint32_t row = 8; row < 35; row++)
        for (uint32_t col = 8; col < 49; col++) {
            float x = ((float)col + 0.5F) * 20.0F / 57.0F, y = ((float)row + 0.5F) * 20.0F / 43.0F;
            assert_true(fabsf(target[row * 57 + col] - 3.0F * x - 2.0F * y) < 1e-3F);
        }
}

static void voids_count_for_nothing(void **state)
{
    for (uint32_t k = 0; k < 40 * 40; k++)
        source[k] = k % 40 < 13 ? NAN : 7.0F;
    bring(*state, 40, 40, 10, 10);
    for (uint32_t k = 0; k < 100; k++)
        assert_true(k % 10 < 3 ? isnan(target[k]) : fabsf(target[k] - 7.0F) < 1e-5F);
    bring(*state, 40, 40, 120, 120);
    for (uint32_t k = 0; k < 120 * 120; k++)
        assert_true(k % 120 < 36   ? isnan(target[k])
                    : k % 120 > 42 ? fabsf(target[k] - 7.0F) < 1e-5F
                                   : true);
}

static fluv_status bring_few(fluv_ctx *ctx, void *data)
{
    (void)data;
    fluv_values from = {source, 9, 9, 9}, to = {target, 20, 20, 20};
    return fluv_regrid(ctx, &from, &to);
}

static void every_allocation_may_fail(void **state)
{
    fail_each_allocation(*state, bring_few, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_constant_stays),
        cmocka_unit_test(the_same_lattice_coarser_keeps_the_mean),
        cmocka_unit_test(twice_as_fine_keeps_the_mean_and_the_bounds),
        cmocka_unit_test(a_slope_stays_a_slope),
        cmocka_unit_test(voids_count_for_nothing),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
