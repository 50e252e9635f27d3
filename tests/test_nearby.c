// SPDX-License-Identifier: MIT
/* What the water around a place is like: that water beside it, and no jump on the way to the next.
 */
#include "field/distance.h"
#include "stages/relief/nearby.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COLS    150U
#define ROWS    97U
#define CELL    50.0
#define SPACING 120.0

typedef struct land {
    fluv_ctx *ctx;
    fluv_relief_job job;
    fluv_basins basins;
    uint8_t state[COLS * ROWS];
    uint16_t half[COLS * ROWS], floor[COLS * ROWS];
    float height[COLS * ROWS], lifted[COLS * ROWS], distance[COLS * ROWS];
    uint32_t nearest[COLS * ROWS];
    fluv_nearby nearby;
} land;

static int open_land(void **state)
{
    land *l = test_calloc(1, sizeof *l);
    l->ctx = fluv_ctx_new();
    l->basins.spacing = SPACING;
    l->job = (fluv_relief_job){.frame = {.cols = COLS, .rows = ROWS, .cell = CELL},
                               .basins = &l->basins,
                               .state = l->state,
                               .half = l->half,
                               .floor = l->floor,
                               .height = l->height};
    *state = l;
    return 0;
}

static int close_land(void **state)
{
    land *l = *state;
    fluv_nearby_drop(l->ctx, &l->nearby);
    fluv_ctx_delete(l->ctx);
    test_free(l);
    return 0;
}

static void put_water(land *l, uint32_t col, uint32_t row, float level)
{
    uint32_t cell = row * COLS + col;
    l->state[cell] = FLUV_CELL_RIVER;
    l->height[cell] = level;
    l->lifted[cell] = level / 10.0F;
    l->half[cell] = (uint16_t)level;
    l->floor[cell] = (uint16_t)(2.0F * level);
}

static fluv_water_near at(const land *l, uint32_t col, uint32_t row)
{
    return fluv_nearby_at(&l->nearby, row * COLS + col, l->distance[row * COLS + col]);
}

static void look_around(land *l)
{
    fluv_distance_job measure = {COLS, ROWS, CELL, l->state};
    assert_int_equal(fluv_distance(l->ctx, &measure, l->distance, l->nearest), FLUV_OK);
    fluv_nearby_drop(l->ctx, &l->nearby);
    fluv_nearby_from from = {l->lifted, l->nearest};
    assert_int_equal(fluv_nearby_make(l->ctx, &l->job, &from, &l->nearby), FLUV_OK);
}

/* Two rivers side by side, one 400 m higher than the other. */
static void put_two_rivers(land *l, uint32_t apart)
{
    memset(l->state, 0, sizeof l->state);
    for (uint32_t row = 0; row < ROWS; row++) {
        put_water(l, 60, row, 100.0F);
        put_water(l, 60 + apart, row, 500.0F);
    }
    look_around(l);
}

static void halfway_between_two_rivers_nothing_jumps(void **state)
{
    land *l = *state;
    for (uint32_t apart = 6; apart < 40; apart += 3) {
        put_two_rivers(l, apart);
        float most = 0.0F, before = 0.0F;
        for (uint32_t col = 40; col < 80 + apart; col++) {
            float level = at(l, col, ROWS / 2).level;
            if (col > 40)
                most = fmaxf(most, fabsf(level - before));
            before = level;
        }
        float widest = apart < 24 ? 400.0F * 4.0F / (float)apart : 400.0F / 6.0F;
        if (most > widest)
            fail_msg("%u cells apart: a step of %.0f of 400 m, expected at most %.0f", apart,
                     (double)most, (double)widest);
    }
}

static void beside_water_it_is_that_water(void **state)
{
    land *l = *state;
    put_two_rivers(l, 24);
    for (uint32_t beside = 59; beside <= 61; beside++) {
        fluv_water_near near = at(l, beside, ROWS / 2);
        assert_true(fabsf(near.level - 100.0F) < 1.0F);
        assert_true(fabsf(near.lifted - 10.0F) < 0.1F);
        assert_true(fabsf(near.half - 100.0F * (float)CELL / FLUV_HALF_CELL) < 3.0F);
        assert_true(fabsf(near.floor - 200.0F * (float)CELL / FLUV_HALF_CELL) < 6.0F);
    }
}

/* However waters lie, nothing is beyond what they are, and what is far away has no say. */
static void far_water_has_no_say(void **state)
{
    land *l = *state;
    memset(l->state, 0, sizeof l->state);
    for (uint32_t i = 0; i < 40; i++)
        put_water(l, 5 + i * 37 % 30, i * 53 % ROWS, 100.0F + (float)(i * 29 % 60));
    look_around(l);
    float before[20];
    for (uint32_t col = 0; col < 20; col++) {
        before[col] = at(l, col, 40).level;
        assert_true(before[col] >= 100.0F && before[col] < 160.0F);
    }
    put_water(l, COLS - 20, 40, 3000.0F);
    look_around(l);
    for (uint32_t col = 0; col < 20; col++)
        assert_true(at(l, col, 40).level == before[col]);
}

static void no_water_is_all_zero(void **state)
{
    land *l = *state;
    memset(l->state, 0, sizeof l->state);
    look_around(l);
    fluv_water_near near = at(l, COLS - 1, ROWS - 1);
    assert_true(near.level == 0.0F && near.lifted == 0.0F);
    assert_true(near.half == 0.0F && near.floor == 0.0F);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halfway_between_two_rivers_nothing_jumps),
        cmocka_unit_test(beside_water_it_is_that_water),
        cmocka_unit_test(far_water_has_no_say),
        cmocka_unit_test(no_water_is_all_zero),
    };
    return cmocka_run_group_tests(tests, open_land, close_land);
}
