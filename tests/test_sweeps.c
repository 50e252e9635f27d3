// SPDX-License-Identifier: MIT
/* Drainage areas by repeated sweeps, as Zeleny's paper computes them (Rivers and lakes in
 * artificial landscape, 2008, section 4): every point becomes c plus the areas of all neighbours
 * whose lowest neighbour it is. The one pass down the receivers gives what the sweeps end at. */
#include "field/grid.h"
#include "terrain.h"
#include "water/accumulate.h"
#include "water/receivers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* One sweep, all points at once: a = c + sum of a_i. Returns whether anything changed. */
static bool sweep(uint32_t count, const uint32_t *receiver, double own, const double *before,
                  double *after)
{
    for (uint32_t c = 0; c < count; c++)
        after[c] = own;
    for (uint32_t c = 0; c < count; c++)
        if (receiver[c] != FLUV_NONE)
            after[receiver[c]] += before[c];
    return memcmp(before, after, count * sizeof *after) != 0;
}

static void lowest_receivers(const terrain *t, uint32_t *receiver)
{
    fluv_topology grid = terrain_grid(t);
    uint8_t *kind = test_room(t->cells, 1);
    memset(kind, 0, t->cells);
    fluv_cells_classify(&grid, 1, t->height, kind);
    fluv_receivers(&grid, 1, FLUV_LOWEST, t->height, kind, receiver);
    free(kind);
}

/* A valley of 4 x 5 points, worked by hand with c = 1. Water gathers in the middle column and runs
 * south:
 *
 *     heights               lowest neighbours
 *      9  8  5  8  9        \  \  |  /  /
 *      9  7  4  7  9        \  \  |  /  /
 *      9  6  3  6  9        \  \  |  /  /
 *      9  5  2  5  9        -> -> o <- <-  */
#define COLS 5
#define ROWS 4
static const float valley[ROWS * COLS] = {9, 8, 5, 8, 9, 9, 7, 4, 7, 9,
                                          9, 6, 3, 6, 9, 9, 5, 2, 5, 9};
/* After 1 .. 4 sweeps. An inner point takes in the outer one above it (in the last row also the one
 * beside it), a middle one the two inner ones above and the middle one above, and at the end of the
 * valley those beside as well. What is far upstream takes one more sweep for every point it passes.
 */
static const double by_hand[4][ROWS * COLS] = {
    {1, 1, 1, 1, 1, 1, 2, 4, 2, 1, 1, 2, 4, 2, 1, 1, 3, 6, 3, 1},
    {1, 1, 1, 1, 1, 1, 2, 4, 2, 1, 1, 2, 9, 2, 1, 1, 3, 15, 3, 1},
    {1, 1, 1, 1, 1, 1, 2, 4, 2, 1, 1, 2, 9, 2, 1, 1, 3, 20, 3, 1},
    {1, 1, 1, 1, 1, 1, 2, 4, 2, 1, 1, 2, 9, 2, 1, 1, 3, 20, 3, 1},
};

static void four_sweeps_by_hand(void **state)
{
    (void)state;
    terrain t;
    uint32_t receiver[ROWS * COLS];
    double area[2][ROWS * COLS];
    terrain_init(&t, COLS, ROWS, 1.0);
    memcpy(t.height, valley, sizeof valley);
    lowest_receivers(&t, receiver);
    for (int c = 0; c < ROWS * COLS; c++)
        area[0][c] = 1.0; /* "every point to constant small area c" */
    for (int k = 0; k < 4; k++) {
        sweep(ROWS * COLS, receiver, 1.0, area[k % 2], area[1 - k % 2]);
        for (int c = 0; c < ROWS * COLS; c++)
            if (area[1 - k % 2][c] != by_hand[k][c])
                fail_msg("sweep %d, column %d, row %d: %g", k + 1, c % COLS, c / COLS,
                         area[1 - k % 2][c]);
    }
    terrain_free(&t);
}

static void one_pass_is_where_sweeps_end(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++)
        for (int kind = 0; kind < TERRAIN_KINDS; kind++) {
            terrain t;
            terrain_make(&t, (terrain_kind)kind, seed, 20 + (uint32_t)seed, 31);
            fluv_topology grid = terrain_grid(&t);
            uint32_t *receiver = test_room(t.cells, sizeof *receiver);
            uint8_t *donors = test_room(t.cells, 1);
            double *area = test_room(t.cells, sizeof *area);
            double *sweeps[2] = {test_room(t.cells, sizeof *area),
                                 test_room(t.cells, sizeof *area)};
            lowest_receivers(&t, receiver);
            for (uint32_t c = 0; c < t.cells; c++)
                area[c] = sweeps[0][c] = 3.0;
            fluv_accumulate(&grid, 2, receiver, NULL, donors, area, NULL);
            uint32_t times = 0;
            while (sweep(t.cells, receiver, 3.0, sweeps[times % 2], sweeps[1 - times % 2]))
                assert_true(++times <= t.cells);
            assert_memory_equal(area, sweeps[times % 2], t.cells * sizeof *area);
            free(receiver);
            free(donors);
            free(area);
            free(sweeps[0]);
            free(sweeps[1]);
            terrain_free(&t);
        }
}

/* A frame may have 2^32 - 2 cells. */
static void blocks_are_counted_up_to_the_largest_frame(void **state)
{
    (void)state;
    assert_int_equal(fluv_block_count(0, 65536), 0);
    assert_int_equal(fluv_block_count(1, 65536), 1);
    assert_int_equal(fluv_block_count(65536, 65536), 1);
    assert_int_equal(fluv_block_count(65537, 65536), 2);
    assert_int_equal(fluv_block_count(UINT32_MAX - 1, 65536), 65536);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_counted_up_to_the_largest_frame),
        cmocka_unit_test(four_sweeps_by_hand),
        cmocka_unit_test(one_pass_is_where_sweeps_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
