// SPDX-License-Identifier: MIT
/* The distance transform against looking at every pair of cells. */
#include "base/random.h"
#include "context.h"
#include "failing_memory.h"
#include "field/distance.h"

#include <math.h>

#define SIDE 40

static double cells_apart(uint32_t cols, uint32_t a, uint32_t b)
{
    double dx = (double)(a % cols) - b % cols, dy = (double)(a / cols) - b / cols;
    return sqrt(dx * dx + dy * dy);
}

static void check(fluv_ctx *ctx, uint32_t cols, uint32_t rows, const uint8_t *marked)
{
    static float distance[SIDE * SIDE], alone[SIDE * SIDE];
    static uint32_t nearest[SIDE * SIDE];
    fluv_distance_job job = {.cols = cols, .rows = rows, .cell = 2.5, .marked = marked};
    assert_int_equal(fluv_distance(ctx, &job, distance, nearest), FLUV_OK);
    assert_int_equal(fluv_distance(ctx, &job, alone, NULL), FLUV_OK);
    assert_memory_equal(distance, alone, cols * rows * sizeof *alone);
    for (uint32_t i = 0; i < cols * rows; i++) {
        double best = INFINITY;
        for (uint32_t j = 0; j < cols * rows; j++)
            if (marked[j])
                best = fmin(best, cells_apart(cols, i, j));
        assert_true(distance[i] == (float)(2.5 * best));
        if (isinf(best)) {
            assert_int_equal(nearest[i], FLUV_NONE);
            continue;
        }
        assert_true(nearest[i] < cols * rows && marked[nearest[i]]);
        assert_true(cells_apart(cols, i, nearest[i]) == best);
    }
}

static void equals_brute_force(void **state)
{
    static uint8_t marked[SIDE * SIDE];
    for (uint64_t seed = 0; seed < 100; seed++) {
        fluv_key key = fluv_key_make(seed, "test", "distance");
        uint32_t cols = 1 + (uint32_t)fluv_random_below(key, 0, SIDE);
        uint32_t rows = 1 + (uint32_t)fluv_random_below(key, 1, SIDE);
        double chance = seed % 10 == 0 ? 0.0 : pow(fluv_random(key, 2), 4.0);
        for (uint32_t i = 0; i < cols * rows; i++)
            marked[i] = fluv_random(key, 10 + i) < chance;
        fluv_set_threads(*state, 1 + (int)(seed % 7));
        check(*state, cols, rows, marked);
    }
}

static fluv_status measure(fluv_ctx *ctx, void *data)
{
    uint8_t marked[4] = {0, 1, 0, 0};
    float distance[4];
    uint32_t nearest[4];
    fluv_distance_job job = {.cols = 2, .rows = 2, .cell = 1.0, .marked = marked};
    return fluv_distance(ctx, &job, distance, data ? nearest : NULL);
}

static void every_allocation_may_fail(void **state)
{
    bool nearest = true;
    fail_each_allocation(*state, measure, NULL);
    fail_each_allocation(*state, measure, &nearest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(equals_brute_force),
        TEST(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
