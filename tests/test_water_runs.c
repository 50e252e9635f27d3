// SPDX-License-Identifier: MIT
/* What drain, lakes and rivers have in common: the same bytes for any number of threads, an orderly
 * end when memory runs out at any place or the run is cancelled. */
#include "water_land.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const stages[] = {"drain", "lakes", "rivers"};

static void make_land(fluv_ctx *ctx, uint64_t seed, uint32_t size, fluv_landscape *land)
{
    const setting form[] = {{"form", (double)(seed % 3)}, {"rough", 0.2}, {NULL, 0}};
    land_of_noise(ctx, seed, size, form, land);
    if (seed % 2)
        land_round(ctx, land);
}

static void bytes_are_the_same_for_1_2_and_7_threads(void **state)
{
    fluv_ctx *ctx = *state;
    static const int threads[] = {1, 2, 7};
    for (uint64_t seed = 0; seed < 9; seed++) {
        uint64_t hash[3];
        for (int i = 0; i < 3; i++) {
            const setting lakes[] = {{"mode", (double)(seed % MODES)}, {"rain", 3.0}, {NULL, 0}};
            fluv_landscape land;
            fluv_set_threads(ctx, threads[i]);
            make_land(ctx, seed, 150, &land);
            assert_int_equal(land_run_water(ctx, &land, lakes, NULL), 0);
            hash[i] = land_hash(&land);
            fluv_landscape_free(&land);
        }
        assert_true(hash[0] == hash[1] && hash[0] == hash[2]);
    }
    fluv_set_threads(ctx, 1);
}

/* Runs the stages before `stage`; the landscape then stands ready for it. */
static void prepare(fluv_ctx *ctx, const char *stage, uint64_t seed, fluv_landscape *land)
{
    make_land(ctx, seed, 48, land);
    for (size_t i = 0; i < 3 && strcmp(stages[i], stage) != 0; i++)
        assert_int_equal(land_run(ctx, land, stages[i], NULL), FLUV_OK);
}

/* Lets the n-th allocation fail for n = 0, 1, 2, … until the stage gets through. */
static int fail_each_allocation(fluv_ctx *ctx, const char *stage, uint64_t seed,
                                const setting *settings)
{
    fluv_landscape ready;
    prepare(ctx, stage, seed, &ready);
    size_t before = atomic_load(&ctx->memory.now);
    int nth = 0;
    for (fluv_status status = FLUV_NO_MEMORY; status != FLUV_OK; nth++) {
        fluv_landscape land;
        assert_int_equal(fluv_landscape_share(ctx, &ready, &land), FLUV_OK);
        ctx->message[0] = '\0';
        atomic_store(&ctx->memory.allocations_left, nth);
        status = land_run(ctx, &land, stage, settings);
        atomic_store(&ctx->memory.allocations_left, -1);
        if (status != FLUV_OK) {
            assert_int_equal(status, FLUV_NO_MEMORY);
            assert_true(fluv_message(ctx)[0] != '\0');
        }
        fluv_landscape_free(&land);
        assert_int_equal(atomic_load(&ctx->memory.now), before); /* nothing leaked */
    }
    fluv_landscape_free(&ready);
    assert_int_equal(atomic_load(&ctx->memory.now), 0);
    return nth;
}

/* With one thread, so that the n-th allocation is the same in every run. */
static void any_allocation_may_fail(void **state)
{
    fluv_ctx *ctx = *state;
    for (uint64_t seed = 0; seed < 2; seed++) {
        assert_true(fail_each_allocation(ctx, "drain", seed, NULL) > 5);
        assert_true(fail_each_allocation(ctx, "rivers", seed, NULL) > 5);
        for (int mode = 0; mode < MODES; mode++) {
            const setting lakes[] = {{"mode", mode}, {NULL, 0}};
            assert_true(fail_each_allocation(ctx, "lakes", seed, lakes) > 5);
        }
    }
}

/* ---- Cancelling ---------------------------------------------------------------------------------
 */

typedef struct canceller {
    fluv_ctx *ctx;
    int reports, at; /* cancels at the at-th report */
} canceller;

static void count_and_cancel(void *user, const fluv_progress *now)
{
    (void)now;
    canceller *c = user;
    c->ctx->last_report = -1.0; /* every step is told */
    if (c->reports++ == c->at)
        fluv_cancel(c->ctx);
}

static void every_stage_stops_wherever_it_is_cancelled(void **state)
{
    fluv_ctx *ctx = *state;
    for (size_t i = 0; i < 3; i++) {
        fluv_landscape ready;
        prepare(ctx, stages[i], 3, &ready);
        size_t before = atomic_load(&ctx->memory.now);
        bool through = false;
        for (int at = -1; !through; at++) {
            canceller c = {.ctx = ctx, .at = at};
            fluv_landscape land;
            assert_int_equal(fluv_landscape_share(ctx, &ready, &land), FLUV_OK);
            ctx->last_report = -1.0;
            fluv_set_progress(ctx, count_and_cancel, &c);
            if (at < 0)
                fluv_cancel(ctx); /* before it begins */
            fluv_status status = land_run(ctx, &land, stages[i], NULL);
            fluv_set_progress(ctx, NULL, NULL);
            atomic_store(&ctx->cancelled, false);
            through = status == FLUV_OK;
            if (!through)
                assert_int_equal(status, FLUV_CANCELLED);
            assert_true(at >= 0 || !through);
            fluv_landscape_free(&land);
            assert_int_equal(atomic_load(&ctx->memory.now), before);
        }
        fluv_landscape_free(&ready);
    }
}

/* A landscape that a kept result shares is not changed by the stages after it. */
static void a_shared_landscape_stays_as_it_was(void **state)
{
    fluv_ctx *ctx = *state;
    for (size_t i = 0; i < 3; i++) {
        fluv_landscape ready, land;
        prepare(ctx, stages[i], 2, &ready);
        uint64_t hash = land_hash(&ready);
        assert_int_equal(fluv_landscape_share(ctx, &ready, &land), FLUV_OK);
        assert_int_equal(land_run(ctx, &land, stages[i], NULL), FLUV_OK);
        assert_true(land_hash(&ready) == hash);
        fluv_landscape_free(&land);
        fluv_landscape_free(&ready);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_the_same_for_1_2_and_7_threads),
        cmocka_unit_test(any_allocation_may_fail),
        cmocka_unit_test(every_stage_stops_wherever_it_is_cancelled),
        cmocka_unit_test(a_shared_landscape_stays_as_it_was),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
