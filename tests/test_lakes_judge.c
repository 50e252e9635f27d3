// SPDX-License-Identifier: MIT
/* The judgement: lakes by the hierarchy of hollows stand as high as lakes by maximum flow, and the
 * same water leaves, on hundreds of terrains with ties and plateaus among them. */
#include "judge_lakes.h"
#include "pools_bench.h"

#include "base/random.h"
#include "one_thread.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const terrain_kind kinds[] = {TERRAIN_RANDOM, TERRAIN_STAIRS, TERRAIN_NOISE,
                                     TERRAIN_STEPS,  TERRAIN_BOWLS,  TERRAIN_PLATEAUS,
                                     TERRAIN_ISLANDS};
#define KINDS (sizeof kinds / sizeof *kinds)

/* Water for every root, from none to plenty; whole prisms on terrains of whole metres, so that
 * levels meet passes exactly. */
static double *give_water(const pools_bench *b, uint64_t seed, double relief)
{
    static const double plenty[] = {0.02, 0.3, 2.0, 15.0, 200.0};
    double *water = test_room(b->t.cells, sizeof *water), area = b->t.cell * b->t.cell;
    fluv_key key = fluv_key_make(seed, "test", "water");
    for (uint32_t c = 0; c < b->t.cells; c++) {
        if (b->streams[c] != FLUV_NONE || fluv_random(key, 2 * c) < 0.3)
            continue;
        double share = fluv_random(key, 2 * c + 1);
        double depth = share * share * relief * plenty[seed / KINDS % 5];
        water[c] = area * (seed % 2 ? floor(depth) : depth);
    }
    return water;
}

static double relief_of(const terrain *t)
{
    float low = INFINITY, high = -INFINITY;
    for (uint32_t c = 0; c < t->cells; c++) {
        low = fminf(low, t->height[c]);
        high = fmaxf(high, t->height[c]);
    }
    return (double)high - (double)low + 1e-3;
}

static double pour(fluv_ctx *ctx, pools_bench *b, const double *water)
{
    fluv_loss none = {0};
    double left = 0.0;
    for (uint32_t c = 0; c < b->t.cells; c++) {
        if (b->streams[c] != FLUV_NONE)
            continue;
        uint32_t p = b->pools.pool_of[b->d.label[c]];
        if (p == FLUV_NONE)
            left += water[c];
        else
            b->supply[p] += water[c];
    }
    assert_int_equal(fluv_pools_measure(ctx, &b->grid, b->t.height, FLUV_VOLUME, &none, &b->pools),
                     FLUV_OK);
    left += fluv_pools_pour(&b->pools, b->supply, b->next);
    assert_int_equal(fluv_pools_level(ctx, &b->grid, b->t.height, FLUV_VOLUME, &none, &b->pools),
                     FLUV_OK);
    return left;
}

static void compare(const pools_bench *b, const double *judged, double relief, uint64_t seed,
                    const char *name)
{
    for (uint32_t basin = 1; basin <= b->d.hierarchy.basin_count; basin++) {
        uint32_t root = b->d.hierarchy.nodes[basin].root, lake = pools_bench_lake(b, basin);
        double floor_here = (double)b->t.height[root], other = judged[root];
        double ours = lake == FLUV_NONE ? floor_here : (double)b->pools.states[lake].level;
        double theirs = isnan(other) ? floor_here : other;
        if (!(fabs(fmax(ours, floor_here) - fmax(theirs, floor_here)) <= 1e-6 * relief))
            fail_msg("%s, seed %llu, %u x %u, basin %u: level %.12g, judge %.12g", name,
                     (unsigned long long)seed, b->t.cols, b->t.rows, basin, ours, theirs);
    }
}

static void judge_one(fluv_ctx *ctx, terrain_kind kind, uint64_t seed, uint32_t cols, uint32_t rows)
{
    pools_bench b = {0};
    terrain_make(&b.t, kind, seed, cols, rows);
    double relief = relief_of(&b.t), their_left = 0.0, given = 0.0;
    pools_bench_settle(ctx, &b);
    assert_true(b.settlement.change.volume_cut == 0.0 && b.settlement.change.volume_filled == 0.0);
    double *water = give_water(&b, seed, relief), *level = test_room(b.t.cells, sizeof *level);
    uint8_t *outside = test_room(b.t.cells, 1);
    for (uint32_t c = 0; c < b.t.cells; c++) {
        outside[c] = b.streams[c] == FLUV_NONE && b.d.label[c] == FLUV_OUTSIDE;
        given += water[c];
    }
    double our_left = pour(ctx, &b, water);
    judge_lakes(b.t.cols, b.t.rows, b.t.height, b.t.cell * b.t.cell, b.streams, outside, water,
                level, &their_left);
    compare(&b, level, relief, seed, terrain_name(kind));
    if (!(fabs(our_left - their_left) <= 1e-6 * (1.0 + given)))
        fail_msg("%s, seed %llu: %.12g m3 leave, the judge says %.12g", terrain_name(kind),
                 (unsigned long long)seed, our_left, their_left);
    free(water);
    free(level);
    free(outside);
    pools_bench_free(ctx, &b);
}

static void lakes_stand_as_high_as_by_maximum_flow(void **state)
{
    for (uint64_t seed = 0; seed < 70; seed++)
        for (size_t k = 0; k < KINDS; k++)
            judge_one(*state, kinds[k], seed * KINDS + k, 8 + (uint32_t)(seed * 5 % 9),
                      8 + (uint32_t)(seed * 3 % 8));
}

static void larger_terrains_too(void **state)
{
    for (uint64_t seed = 0; seed < 6; seed++)
        for (size_t k = 1; k < KINDS; k++)
            judge_one(*state, kinds[k], seed * KINDS + k + 1000, 32, 32 - (uint32_t)seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lakes_stand_as_high_as_by_maximum_flow),
        cmocka_unit_test(larger_terrains_too),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
