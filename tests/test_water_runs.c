// SPDX-License-Identifier: MIT
/* What drain, lakes and rivers have in common: the same bytes for any number of threads, an orderly
 * end when memory runs out at any place or the run is cancelled. */
#include "failing_memory.h"
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

typedef struct stage_job {
    const char *stage;
    const setting *settings;
    fluv_landscape ready;
} stage_job;

static fluv_status run_on_shared(fluv_ctx *ctx, void *data)
{
    const stage_job *job = data;
    fluv_landscape land = {0};
    fluv_status status = fluv_landscape_share(ctx, &job->ready, &land);
    if (status == FLUV_OK)
        status = land_run(ctx, &land, job->stage, job->settings);
    fluv_landscape_free(&land);
    return status;
}

static void bear_failures(fluv_ctx *ctx, const char *stage, uint64_t seed, const setting *settings)
{
    stage_job job = {.stage = stage, .settings = settings};
    prepare(ctx, stage, seed, &job.ready);
    assert_true(fail_each_allocation(ctx, run_on_shared, &job) > 5);
    fluv_landscape_free(&job.ready);
    assert_int_equal(atomic_load(&ctx->memory.now), 0);
}

static void every_allocation_may_fail(void **state)
{
    for (uint64_t seed = 0; seed < 2; seed++) {
        bear_failures(*state, "drain", seed, NULL);
        bear_failures(*state, "rivers", seed, NULL);
        for (int mode = 0; mode < MODES; mode++) {
            const setting lakes[] = {{"mode", mode}, {NULL, 0}};
            bear_failures(*state, "lakes", seed, lakes);
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
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(every_stage_stops_wherever_it_is_cancelled),
        cmocka_unit_test(a_shared_landscape_stays_as_it_was),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
