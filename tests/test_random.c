// SPDX-License-Identifier: MIT
/* Counter-based random numbers: pure, spread evenly, different for every key. */
#include "base/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#define MANY 100000

static void a_number_depends_on_key_and_index_alone(void **state)
{
    (void)state;
    fluv_key key = fluv_key_make(42, "lakes", "test");
    uint64_t forwards[100];
    for (uint64_t i = 0; i < 100; i++)
        forwards[i] = fluv_random_bits(key, i);
    for (uint64_t i = 100; i-- > 0;)
        assert_int_equal(fluv_random_bits(fluv_key_make(42, "lakes", "test"), i), forwards[i]);
}

static void every_part_of_a_key_counts(void **state)
{
    (void)state;
    uint64_t bits[] = {
        fluv_key_make(1, "a", "b").bits,
        fluv_key_make(2, "a", "b").bits,
        fluv_key_make(1, "b", "a").bits,
        fluv_key_make(1, "ab", "").bits,
        fluv_key_make(1, "", "ab").bits,
        fluv_key_make(0, "a", "b").bits,
        fluv_key_split(fluv_key_make(1, "a", "b"), 0).bits,
        fluv_key_split(fluv_key_make(1, "a", "b"), 1).bits,
    };
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(bits[i], bits[j]);
}

static void numbers_are_spread_evenly(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        fluv_key key = fluv_key_make(seed, "test", "even");
        int boxes[64] = {0};
        double sum = 0.0, product = 0.0, last = 0.5;
        for (uint64_t i = 0; i < MANY; i++) {
            double u = fluv_random(key, i);
            assert_true(u >= 0.0 && u < 1.0);
            boxes[(int)(u * 64.0)]++;
            sum += u;
            product += (u - 0.5) * (last - 0.5);
            last = u;
        }
        double chi = 0.0, expected = MANY / 64.0;
        for (int b = 0; b < 64; b++)
            chi += (boxes[b] - expected) * (boxes[b] - expected) / expected;
        assert_true(chi < 120.0); /* 63 degrees of freedom: one in 20000 */
        assert_true(fabs(sum / MANY - 0.5) < 5.0 / sqrt(12.0 * MANY));
        assert_true(fabs(product / MANY) < 5.0 / (12.0 * sqrt(MANY)));
    }
}

static void ranges_are_kept(void **state)
{
    (void)state;
    fluv_key key = fluv_key_make(7, "test", "range");
    bool seen[7] = {false};
    for (uint64_t i = 0; i < 1000; i++) {
        double x = fluv_random_between(key, i, -3.0, 2.0);
        assert_true(x >= -3.0 && x < 2.0);
        uint64_t k = fluv_random_below(key, i, 7);
        assert_true(k < 7);
        seen[k] = true;
        assert_int_equal(fluv_random_below(key, i, 1), 0);
    }
    for (int k = 0; k < 7; k++)
        assert_true(seen[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_depends_on_key_and_index_alone),
        cmocka_unit_test(every_part_of_a_key_counts),
        cmocka_unit_test(numbers_are_spread_evenly),
        cmocka_unit_test(ranges_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
