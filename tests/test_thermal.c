// SPDX-License-Identifier: MIT
/* Sliding ground: the kernel, and the stage `thermal`. */
#include "erosion_land.h"

#include "base/random.h"
#include "field/grid.h"
#include "field/talus.h"
#include "stages/thermal/thermal.h"

#define SIDE   48
#define STRIDE (SIDE + 2)
#define ROOM   (STRIDE * (SIDE + 3))

static float ground[ROOM], slope[ROOM], first[ROOM], second[ROOM];

static void make_ground(uint64_t seed)
{
    fluv_key key = fluv_key_make(seed, "test", "talus");
    for (uint32_t i = 0; i < ROOM; i++) {
        uint32_t col = i % STRIDE, row = i / STRIDE;
        bool rim = col == 0 || col > SIDE || row == 0 || row > SIDE;
        bool hole = fluv_random_below(key, i, 50) == 0;
        ground[i] = rim || hole ? NAN : (float)fluv_random_between(key, i + ROOM, 0.0, 2000.0);
        slope[i] = (float)fluv_random_between(key, i + 2 * ROOM, 0.0, 2.0);
        first[i] = second[i] = 0.0F;
    }
}

static fluv_talus talus_of(bool varied, float steepest, float rate)
{
    return (fluv_talus){.cols = SIDE,
                        .rows = SIDE,
                        .ground = ground,
                        .slope = varied ? slope : NULL,
                        .steepest = steepest,
                        .cell = 30.0F,
                        .rate = rate};
}

/* Steps there and back between the two grids; the result is in `first`. */
static void slide(const fluv_talus *talus, int pairs)
{
    for (int i = 0; i < pairs; i++) {
        for (uint32_t row = 0; row < SIDE; row++)
            fluv_talus_row(talus, row, first, second);
        for (uint32_t row = 0; row < SIDE; row++)
            fluv_talus_row(talus, row, second, first);
    }
}

static void what_one_loses_another_gains(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        make_ground(seed);
        fluv_talus talus = talus_of(seed % 2, 0.3F * (float)(seed % 5), 0.2F * (float)(seed % 6));
        slide(&talus, 200);
        double sum = 0.0, moved = 0.0;
        for (uint32_t i = 0; i < ROOM; i++) {
            sum += (double)first[i];
            moved += fabs((double)first[i]);
            if (isnan(ground[i]))
                assert_true(first[i] == 0.0F);
        }
        assert_true(fabs(sum) <= 1e-6 * moved);
    }
}

/* In double, straight from the sentence: a share of the excess moves to each lower neighbour. */
static void judge_step(const fluv_talus *talus, const double *from, double *to)
{
    double share = talus->rate / (8.0 + 8.0 / sqrt(2.0));
    memcpy(to, from, ROOM * sizeof *to);
    for (uint32_t i = STRIDE + 1; i < ROOM - 2 * STRIDE; i++)
        for (int k = 0; k < 8; k++) {
            uint32_t j = (uint32_t)((int)i + fluv_dx[k] + fluv_dy[k] * STRIDE);
            double length = k % 2 ? sqrt(2.0) : 1.0;
            double holds = (double)(talus->slope ? talus->slope[i] : talus->steepest);
            double excess = (double)ground[i] + from[i] - (double)ground[j] - from[j] -
                            holds * length * (double)talus->cell;
            if (!(excess > 0.0))
                continue;
            to[i] -= share / length * excess;
            to[j] += share / length * excess;
        }
}

static void the_fast_step_is_the_plain_one(void **state)
{
    (void)state;
    static double a[ROOM], b[ROOM];
    for (uint64_t seed = 0; seed < 10; seed++) {
        make_ground(seed);
        memset(a, 0, sizeof a);
        fluv_talus talus = talus_of(seed % 2, 0.5F, 0.9F);
        slide(&talus, 10);
        double sum = 0.0;
        for (int i = 0; i < 10; i++) {
            judge_step(&talus, a, b);
            judge_step(&talus, b, a);
        }
        for (uint32_t i = 0; i < ROOM; i++) {
            assert_true(fabs(a[i] - (double)first[i]) < 0.02);
            sum += a[i];
        }
        assert_true(fabs(sum) < 1e-7);
    }
}

/* With talus 0 and full rate, the roughest ground there is: nothing goes beyond what its
 * neighbours were, and the checkerboard fades without turning over. */
static void nothing_swings(void **state)
{
    (void)state;
    make_ground(1);
    for (uint32_t i = 0; i < ROOM; i++)
        if (!isnan(ground[i]))
            ground[i] = (i % STRIDE + i / STRIDE) % 2 ? 1000.0F : 0.0F;
    fluv_talus talus = talus_of(false, 0.0F, 1.0F);
    for (int step = 0; step < 60; step++) {
        for (uint32_t row = 0; row < SIDE; row++)
            fluv_talus_row(&talus, row, first, second);
        for (uint32_t i = 0; i < ROOM; i++) {
            if (isnan(ground[i]))
                continue;
            float height = ground[i] + second[i];
            assert_true(height >= -0.01F && height <= 1000.01F);
            if (step == 0)
                assert_true(ground[i] > 500.0F ? height > 499.0F : height < 501.0F);
        }
        memcpy(first, second, sizeof first);
    }
}

static void slopes_come_to_hold(void **state)
{
    (void)state;
    make_ground(3);
    for (uint32_t i = 0; i < ROOM; i++)
        ground[i] = isnan(ground[i]) ? NAN : 0.2F * ground[i];
    fluv_talus talus = talus_of(false, 0.4F, 1.0F);
    slide(&talus, 4000);
    for (uint32_t i = STRIDE + 1; i < ROOM - 2 * STRIDE; i++)
        for (int k = 0; k < 8; k += 2) {
            uint32_t j = (uint32_t)((int)i + fluv_dx[k] + fluv_dy[k] * STRIDE);
            float drop = ground[i] + first[i] - ground[j] - first[j];
            assert_true(isnan(drop) || drop <= 1.02F * 0.4F * 30.0F);
        }
}

static void the_stage_keeps_the_volume(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_thermal_params params;
    default_params(ctx, &fluv_stage_thermal, &params);
    params.talus.number = 0.02;
    for (int holes = 0; holes < 2; holes++) {
        fluv_landscape land = rough_land(ctx, 611, 300, 20e3, holes);
        double before = volume_of(&land);
        run_stage(ctx, &fluv_stage_thermal, &params, &land);
        double cells = 611.0 * 300.0, square = land.frame.cell * land.frame.cell;
        assert_true(fabs(volume_of(&land) - before) < 1e-3 * cells * square);
        fluv_landscape_free(&land);
    }
}

static void talus_may_vary(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_thermal_params params;
    default_params(ctx, &fluv_stage_thermal, &params);
    params.talus = (fluv_field){.kind = FLUV_FIELD_NOISE, .low = 0.0, .high = 0.3, .octaves = 2};
    same_on_all_threads(ctx, &fluv_stage_thermal, &params);
    bears_tiny_frames(ctx, &fluv_stage_thermal, &params);
}

static void the_stage_fails_cleanly(void **state)
{
    fluv_thermal_params params;
    default_params(*state, &fluv_stage_thermal, &params);
    params.steps = 3;
    bears_failing_memory(*state, &fluv_stage_thermal, &params);
    stops_when_asked(&fluv_stage_thermal, &params);
}

static void extremes_are_borne(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_thermal_params params;
    default_params(ctx, &fluv_stage_thermal, &params);
    params.talus.number = 0.0;
    params.rate = 1.0;
    params.steps = 5000;
    fluv_landscape land = rough_land(ctx, 60, 40, 5e3, true);
    run_stage(ctx, &fluv_stage_thermal, &params, &land);
    for (size_t i = 0; i < fluv_cell_count(&land); i++)
        assert_true(isnan(fluv_height_of(&land)[i]) || fabsf(fluv_height_of(&land)[i]) < 3000.0F);
    fluv_landscape_free(&land);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_one_loses_another_gains),
        cmocka_unit_test(the_fast_step_is_the_plain_one),
        cmocka_unit_test(nothing_swings),
        cmocka_unit_test(slopes_come_to_hold),
        cmocka_unit_test(the_stage_keeps_the_volume),
        cmocka_unit_test(talus_may_vary),
        cmocka_unit_test(the_stage_fails_cleanly),
        cmocka_unit_test(extremes_are_borne),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
