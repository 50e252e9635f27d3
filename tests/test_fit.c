// SPDX-License-Identifier: MIT
/* Ground made to fit given ways: it never rises downstream, and no other such ground is reached by
 * moving less. */
#include "dice.h"
#include "water/fit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define MOST 400

typedef struct bench {
    fluv_topology topology;
    uint32_t receiver[MOST], lake_of[MOST];
    uint8_t kind[MOST];
    float height[MOST], before[MOST], level[2];
    uint32_t order[MOST], heap[MOST], left[MOST], right[MOST];
    float key[MOST], cap[MOST], fitted[MOST];
    uint8_t donors[MOST];
} bench;

static fluv_fit fit(bench *b, bool lakes)
{
    fluv_fit_job job = {.topology = &b->topology,
                        .kind = b->kind,
                        .receiver = b->receiver,
                        .lake_of = lakes ? b->lake_of : NULL,
                        .level = b->level};
    fluv_fit_work work = {b->order, b->heap, b->left,   b->right,
                          b->key,   b->cap,  b->fitted, b->donors};
    memcpy(b->before, b->height, sizeof b->height);
    return fluv_ground_fit(&job, &work, b->height);
}

/* Random ways, each to a neighbour that comes later in a random order, or none. */
static void roll_ways(dice *from, uint32_t cols, uint32_t rows, bench *b)
{
    uint32_t rank[MOST];
    *b = (bench){.topology = fluv_topology_grid(cols, rows, 10.0)};
    for (uint32_t c = 0; c < b->topology.count; c++) {
        rank[c] = (uint32_t)roll(from, 1000000);
        b->height[c] = (float)roll(from, 9);
        b->lake_of[c] = FLUV_NONE;
    }
    for (uint32_t c = 0; c < b->topology.count; c++) {
        fluv_around around = fluv_around_cell(&b->topology, c);
        uint32_t to = around.cell[roll(from, around.count)];
        b->receiver[c] = rank[to] > rank[c] ? to : FLUV_NONE;
        b->kind[c] = fluv_cell_at_edge(&b->topology, c) ? FLUV_CELL_OPEN : 0;
    }
}

static double change_of(const bench *b)
{
    double sum = 0.0;
    for (uint32_t c = 0; c < b->topology.count; c++)
        sum += fabs((double)(b->height[c] - b->before[c]));
    return sum;
}

/* The least change of all that drains to a cell if the cell lies at `z` at the least: heights of
 * the best ground are among those there were. */
static double least_change(const bench *b, uint32_t cell, int z)
{
    double best = INFINITY;
    for (int at = z; at < 9; at++) {
        double sum = fabs((double)b->before[cell] - at);
        for (uint32_t d = 0; d < b->topology.count; d++)
            if (b->receiver[d] == cell)
                sum += least_change(b, d, at);
        best = fmin(best, sum);
    }
    return best;
}

static void no_less_ground_can_be_moved(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        dice from = {fluv_key_make(seed, "test", "fit"), 0};
        bench b;
        roll_ways(&from, 3, 2, &b);
        fluv_fit done = fit(&b, false);
        assert_int_equal(done.conflict, FLUV_NONE);
        double least = 0.0;
        for (uint32_t c = 0; c < b.topology.count; c++) {
            if (b.receiver[c] == FLUV_NONE)
                least += least_change(&b, c, 0);
            else
                assert_true(b.height[c] >= b.height[b.receiver[c]]);
        }
        if (fabs(least - change_of(&b)) > 1e-6)
            fail_msg("seed %d: moved %g, %g would do", (int)seed, change_of(&b), least);
        assert_true(fabs((done.cut + done.filled) / 100.0 - change_of(&b)) < 1e-6);
    }
}

static void ground_that_fits_stays(void **state)
{
    (void)state;
    dice from = {fluv_key_make(5, "test", "fit"), 0};
    bench b;
    roll_ways(&from, 20, 20, &b);
    (void)fit(&b, false);
    fluv_fit again = fit(&b, false);
    assert_int_equal(again.moved, 0);
    assert_true(again.deepest == 0.0F && again.deepest_at == FLUV_NONE);
}

/* A row of cells that drains to the east, with a lake in its middle. */
static void roll_row(bench *b, const float *height, uint32_t count)
{
    *b = (bench){.topology = fluv_topology_grid(count, 1, 10.0)};
    for (uint32_t c = 0; c < count; c++) {
        b->height[c] = height[c];
        b->receiver[c] = c + 1 < count ? c + 1 : FLUV_NONE;
        b->lake_of[c] = FLUV_NONE;
        b->kind[c] = FLUV_CELL_OPEN;
    }
}

static void lakes_keep_their_level(void **state)
{
    (void)state;
    static const float heights[] = {9, 3, 7, 5, 5, 4, 6, 1};
    bench b;
    roll_row(&b, heights, 8);
    b.lake_of[3] = b.lake_of[4] = 0;
    b.level[0] = 5;
    assert_int_equal(fit(&b, true).conflict, FLUV_NONE);
    static const float fitted[] = {9, 7, 7, 5, 5, 5, 4, 1}; /* above and below by themselves */
    for (int c = 0; c < 8; c++)
        if (c != 1 && c != 2 && c != 6)
            assert_true(b.height[c] == fitted[c]);
    assert_true(b.height[1] == b.height[2] && b.height[6] <= 5.0F && b.height[6] >= 1.0F);
}

static void lakes_that_contradict_are_named(void **state)
{
    (void)state;
    static const float heights[] = {9, 5, 5, 4, 6, 6, 1};
    bench b;
    roll_row(&b, heights, 7);
    b.lake_of[1] = b.lake_of[2] = 0;
    b.lake_of[4] = b.lake_of[5] = 1;
    b.level[0] = 5;
    b.level[1] = 6; /* downstream, and higher */
    assert_int_equal(fit(&b, true).conflict, 3);
    assert_memory_equal(b.height, b.before, sizeof b.height);
    b.level[1] = 5;
    assert_int_equal(fit(&b, true).conflict, FLUV_NONE);
    assert_true(b.height[3] == 5.0F);
}

static void land_that_drains_to_the_sea_comes_up_to_it(void **state)
{
    (void)state;
    static const float heights[] = {2, -3, -1, -9};
    bench b;
    roll_row(&b, heights, 4);
    b.kind[3] = FLUV_CELL_SEA;
    b.receiver[3] = FLUV_NONE;
    fluv_fit done = fit(&b, false);
    assert_true(b.height[0] == 2.0F && b.height[1] == 0.0F && b.height[2] == 0.0F);
    assert_true(b.height[3] == -9.0F && done.highest == 3.0F && done.highest_at == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_less_ground_can_be_moved),
        cmocka_unit_test(ground_that_fits_stays),
        cmocka_unit_test(lakes_keep_their_level),
        cmocka_unit_test(lakes_that_contradict_are_named),
        cmocka_unit_test(land_that_drains_to_the_sea_comes_up_to_it),
    };
    return cmocka_run_group_tests_name("fit", tests, NULL, NULL);
}
