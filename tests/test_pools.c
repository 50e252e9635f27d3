// SPDX-License-Identifier: MIT
/* Pools against a simulation that knows no hierarchy: basins that fill to their lowest pass, spill
 * into the neighbour beyond it, and become one where two spill into each other. For volumes, for
 * volumes that lose a depth of water, and for flows that evaporation must meet. */
#include "pools_bench.h"

#include "base/random.h"
#include "one_thread.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- The simulation -----------------------------------------------------------------------------
 */

typedef struct simulation {
    const pools_bench *b;
    fluv_amount amount;
    const fluv_loss *loss;
    uint32_t *part_of; /* a basin: the lake it is part of; lakes are numbered as basins */
    double *holds;     /* a lake */
    double left;
} simulation;

typedef struct brim {
    float height;
    bool slants; /* after straight ones of its height */
    uint32_t low_cell, high_cell;
    uint32_t beyond; /* a lake, or OUTSIDE */
} brim;

static bool is_lower(const brim *a, const brim *b)
{
    if (a->height != b->height)
        return a->height < b->height;
    if (a->slants != b->slants)
        return b->slants;
    return a->low_cell != b->low_cell ? a->low_cell < b->low_cell : a->high_cell < b->high_cell;
}

static uint32_t lake_at(const simulation *s, uint32_t cell)
{
    uint32_t basin = s->b->d.label[cell];
    return basin == FLUV_NONE ? FLUV_NONE : s->part_of[basin];
}

static void offer(brim *best, brim one)
{
    if (is_lower(&one, best))
        *best = one;
}

/* The lowest way out of a lake, over all its cells. */
static brim brim_of(const simulation *s, uint32_t lake)
{
    const terrain *t = &s->b->t;
    brim best = {INFINITY, true, FLUV_NONE, FLUV_NONE, FLUV_OUTSIDE};
    for (uint32_t c = 0; c < t->cells; c++) {
        if (lake_at(s, c) != lake)
            continue;
        if (s->b->kind[c] & FLUV_CELL_OPEN)
            offer(&best, (brim){t->height[c], false, c, FLUV_NONE, FLUV_OUTSIDE});
        fluv_around around = fluv_around_cell(&s->b->grid, c);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t o = around.cell[i], other = lake_at(s, o);
            bool slants = c / t->cols != o / t->cols && c % t->cols != o % t->cols;
            if (other != lake && other != FLUV_NONE)
                offer(&best, (brim){fmaxf(t->height[c], t->height[o]), slants, c < o ? c : o,
                                    c < o ? o : c, other});
        }
    }
    return best;
}

static double capacity_of(const simulation *s, uint32_t lake, float level)
{
    const terrain *t = &s->b->t;
    double sum = 0.0;
    for (uint32_t c = 0; c < t->cells; c++) {
        if (lake_at(s, c) != lake || !(t->height[c] < level))
            continue;
        double depth = s->amount == FLUV_VOLUME ? (double)level - (double)t->height[c] : 0.0;
        sum += t->cell * t->cell * (depth + fluv_loss_at(s->loss, c));
    }
    return sum;
}

static void merge(simulation *s, uint32_t into, uint32_t from)
{
    for (uint32_t b = 1; b <= s->b->d.hierarchy.basin_count; b++)
        if (s->part_of[b] == from)
            s->part_of[b] = into;
    s->holds[into] += s->holds[from];
    s->holds[from] = 0.0;
}

/* Water enters a lake; what does not fit goes over the brim. */
static void pour_in(simulation *s, uint32_t lake, double water)
{
    while (lake != FLUV_OUTSIDE) {
        brim out = brim_of(s, lake);
        double room = capacity_of(s, lake, out.height) - s->holds[lake];
        if (water < room) {
            s->holds[lake] += water;
            return;
        }
        s->holds[lake] += fmax(0.0, room);
        water -= fmax(0.0, room);
        if (out.beyond == FLUV_OUTSIDE)
            break;
        brim back = brim_of(s, out.beyond);
        double full = capacity_of(s, out.beyond, back.height);
        if (back.beyond == lake && s->holds[out.beyond] >= full * (1.0 - 1e-12))
            merge(s, lake, out.beyond);
        else
            lake = out.beyond;
        if (water <= 0.0)
            return;
    }
    s->left += water;
}

static void simulate(simulation *s, const double *given)
{
    uint32_t basins = s->b->d.hierarchy.basin_count;
    s->part_of = test_room((size_t)basins + 1, sizeof *s->part_of);
    s->holds = test_room((size_t)basins + 1, sizeof *s->holds);
    for (uint32_t b = 0; b <= basins; b++)
        s->part_of[b] = b;
    for (uint32_t b = basins; b > 0; b--) /* the other way round: order must not matter */
        if (given[b] > 0.0)
            pour_in(s, s->part_of[b], given[b]);
}

/* ---- Against the pools --------------------------------------------------------------------------
 */

typedef struct weather {
    float *evaporation, *runoff;
    fluv_loss loss;
} weather;

static void make_weather(weather *w, const terrain *t, uint64_t seed, int way)
{
    fluv_key key = fluv_key_make(seed, "test", "weather");
    w->evaporation = test_room(t->cells, sizeof *w->evaporation);
    w->runoff = test_room(t->cells, sizeof *w->runoff);
    for (uint32_t c = 0; c < t->cells; c++) {
        w->evaporation[c] = (float)fluv_random_between(key, 2 * c, 0.2, 1.0);
        w->runoff[c] = (float)fluv_random_between(key, 2 * c + 1, 0.1, 0.5);
    }
    w->loss = (fluv_loss){0};
    if (way > 0)
        w->loss.evaporation.map = w->evaporation;
    if (way == 2)
        w->loss.runoff.map = w->runoff;
}

/* What the pools' lakes within one simulated lake got. Where water stands exactly at a pass the
 * simulation has one lake and the pools have two. */
static double sum_in_lake(const simulation *s, uint32_t lake)
{
    const pools_bench *b = s->b;
    uint8_t *counted = test_room(b->pools.count, 1);
    double sum = 0.0;
    for (uint32_t basin = 1; basin <= b->d.hierarchy.basin_count; basin++) {
        uint32_t p = s->part_of[basin] == lake ? pools_bench_lake(b, basin) : FLUV_NONE;
        if (p == FLUV_NONE || counted[p])
            continue;
        counted[p] = 1;
        sum += fluv_pool_amount(&b->pools, p);
    }
    free(counted);
    return sum;
}

static void expect_level_fits(const simulation *s, uint32_t p)
{
    const pools_bench *b = s->b;
    const fluv_pool_state *state = &b->pools.states[p];
    double below = 0.0, wet = 0.0, held = fluv_pool_amount(&b->pools, p);
    float highest = -INFINITY;
    for (uint32_t c = 0; c < b->t.cells; c++)
        if (b->pools.at[c] != FLUV_NONE && b->pools.states[b->pools.at[c]].lake == p &&
            b->t.height[c] < state->level)
            highest = fmaxf(highest, b->t.height[c]);
    for (uint32_t c = 0; c < b->t.cells; c++) {
        if (b->pools.at[c] == FLUV_NONE || b->pools.states[b->pools.at[c]].lake != p)
            continue;
        double loss = b->t.cell * b->t.cell * fluv_loss_at(s->loss, c);
        below += b->t.height[c] < highest ? loss : 0.0;
        wet += b->t.height[c] <= highest ? loss : 0.0;
    }
    /* What evaporates lies between the loss without and with the cells that got wet last. */
    assert_true(below <= held * (1.0 + 1e-9) && held <= wet * (1.0 + 1e-9));
}

static void compare(const simulation *s, double left, double given)
{
    const pools_bench *b = s->b;
    assert_true(fabs(left - s->left) <= 1e-9 * given);
    for (uint32_t lake = 1; lake <= b->d.hierarchy.basin_count; lake++)
        if (s->part_of[lake] == lake)
            assert_true(fabs(sum_in_lake(s, lake) - s->holds[lake]) <= 1e-9 * given);
    for (uint32_t p = 0; p < b->pools.count; p++) {
        const fluv_pool_state *state = &b->pools.states[p];
        if (state->lake != p)
            continue;
        assert_true(state->level <= b->pools.pools[p].spill);
        if (state->full)
            assert_true(state->level == b->pools.pools[p].spill);
        else if (s->amount == FLUV_FLOW)
            expect_level_fits(s, p);
    }
}

static void run_one(fluv_ctx *ctx, terrain_kind kind, uint64_t seed, int way)
{
    pools_bench b = {0};
    weather w;
    terrain_make(&b.t, kind, seed, 5 + (uint32_t)(seed % 8), 5 + (uint32_t)(seed * 3 % 7));
    pools_bench_settle(ctx, &b);
    make_weather(&w, &b.t, seed, way);
    fluv_amount amount = way == 2 ? FLUV_FLOW : FLUV_VOLUME;
    double *given = test_room((size_t)b.d.hierarchy.basin_count + 1, sizeof *given), sum = 1e-30;
    fluv_key key = fluv_key_make(seed, "test", "given");
    double most =
        b.t.cell * b.t.cell * (way == 2 ? 4.0 : 60.0) * pow(8.0, (double)(seed % 4) - 2.0);
    for (uint32_t basin = 1; basin <= b.d.hierarchy.basin_count; basin++) {
        given[basin] = fmax(0.0, fluv_random_between(key, basin, -0.3 * most, most));
        b.supply[b.pools.pool_of[basin]] += given[basin];
        sum += given[basin];
    }
    simulation s = {.b = &b, .amount = amount, .loss = &w.loss};
    simulate(&s, given);
    assert_int_equal(fluv_pools_measure(ctx, &b.grid, b.t.height, amount, &w.loss, &b.pools),
                     FLUV_OK);
    double left = fluv_pools_pour(&b.pools, b.supply, b.next);
    assert_int_equal(fluv_pools_level(ctx, &b.grid, b.t.height, amount, &w.loss, &b.pools),
                     FLUV_OK);
    compare(&s, left, sum);
    free(s.part_of);
    free(s.holds);
    free(given);
    free(w.evaporation);
    free(w.runoff);
    pools_bench_free(ctx, &b);
}

static void run_all(fluv_ctx *ctx, int way)
{
    static const terrain_kind kinds[] = {TERRAIN_RANDOM, TERRAIN_NOISE,   TERRAIN_BOWLS,
                                         TERRAIN_STEPS,  TERRAIN_ISLANDS, TERRAIN_STAIRS};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (uint64_t seed = 0; seed < 60; seed++)
            run_one(ctx, kinds[k], seed, way);
}

static void volumes_fill_spill_and_merge(void **state)
{
    run_all(*state, 0);
}

static void volumes_with_a_depth_that_evaporates(void **state)
{
    run_all(*state, 1);
}

static void evaporation_meets_inflow_or_the_lake_is_full(void **state)
{
    run_all(*state, 2);
}

/* ---- Full pools and their ways ------------------------------------------------------------------
 */

static void full_pools_stand_as_high_as_a_flood(void **state)
{
    fluv_ctx *ctx = *state;
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < 12; seed++) {
            pools_bench b = {0};
            fluv_loss none = {0};
            terrain_make(&b.t, kind, seed, 6 + (uint32_t)(seed * 5 % 30), 25);
            pools_bench_settle(ctx, &b);
            float *level = test_room(b.t.cells, sizeof *level);
            terrain_flood(&b.grid, b.t.height, b.kind, level);
            assert_int_equal(
                fluv_pools_measure(ctx, &b.grid, b.t.height, FLUV_VOLUME, &none, &b.pools),
                FLUV_OK);
            fluv_pools_fill(&b.pools);
            assert_int_equal(
                fluv_pools_level(ctx, &b.grid, b.t.height, FLUV_VOLUME, &none, &b.pools), FLUV_OK);
            for (uint32_t c = 0; c < b.t.cells; c++) {
                if (b.kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA))
                    continue;
                uint32_t lake = pools_bench_lake(&b, b.d.label[c]);
                float stands = lake == FLUV_NONE ? b.t.height[c] : b.pools.states[lake].level;
                assert_true(fmaxf(b.t.height[c], stands) == level[c]);
            }
            free(level);
            pools_bench_free(ctx, &b);
        }
}

/* With half the lakes full, every cell's water ends outside or at the root of a lake that is not.
 */
static void water_of_full_lakes_goes_on(void **state)
{
    fluv_ctx *ctx = *state;
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < 12; seed++) {
            pools_bench b = {0};
            fluv_loss none = {0};
            terrain_make(&b.t, kind, seed, 22, 6 + (uint32_t)(seed * 7 % 30));
            pools_bench_settle(ctx, &b);
            assert_int_equal(
                fluv_pools_measure(ctx, &b.grid, b.t.height, FLUV_VOLUME, &none, &b.pools),
                FLUV_OK);
            for (uint32_t p = 0; p < b.pools.count; p++)
                if (b.pools.pools[p].child[0] == FLUV_NONE)
                    b.supply[p] = b.pools.states[p].capacity * (double)((p + seed) % 4) * 0.7;
            (void)fluv_pools_pour(&b.pools, b.supply, b.next);
            assert_int_equal(
                fluv_pools_level(ctx, &b.grid, b.t.height, FLUV_VOLUME, &none, &b.pools), FLUV_OK);
            fluv_pools_route(&b.pools, b.receiver);
            for (uint32_t c = 0; c < b.t.cells; c++) {
                uint32_t at = c, steps = 0;
                while (b.receiver[at] != FLUV_NONE && steps++ < b.t.cells)
                    at = b.receiver[at];
                assert_int_equal(b.receiver[at], FLUV_NONE);
                uint32_t leaf =
                    b.d.label[at] == FLUV_NONE ? FLUV_NONE : b.pools.pool_of[b.d.label[at]];
                if (b.kind[at] || leaf == FLUV_NONE)
                    continue;
                uint32_t lake = b.pools.states[leaf].lake;
                assert_false(b.pools.states[lake == FLUV_NONE ? leaf : lake].full);
            }
            pools_bench_free(ctx, &b);
        }
}

/* Two pools that merge. One is filled to the brim, and not a drop goes over: it gave nothing. */
static void what_is_just_full_gives_nothing(void **state)
{
    (void)state;
    const fluv_pool pools[] = {
        {.parent = 2, .child = {FLUV_NONE, FLUV_NONE}, .overflow = 1},
        {.parent = 2, .child = {FLUV_NONE, FLUV_NONE}, .overflow = 0},
        {.parent = FLUV_NONE, .child = {0, 1}, .overflow = FLUV_NONE},
    };
    fluv_pool_state states[] = {{.capacity = 5.0}, {.capacity = 5.0}, {.capacity = 12.0}};
    const fluv_pools all = {.count = 3, .pools = pools, .states = states};
    uint32_t next[4];
    assert_true(fluv_pools_pour(&all, (const double[]){5.0, 0.0, 0.0}, next) == 0.0);
    assert_true(states[0].full && states[0].held == 5.0 && !states[0].gave);
    assert_true(!states[1].full && states[1].held == 0.0);
    assert_true(fluv_pools_pour(&all, (const double[]){6.0, 0.0, 0.0}, next) == 0.0);
    assert_true(states[0].gave && states[1].held == 1.0 && !states[1].gave);
}

/* A row of four cells with a pool at either end. Only where both are full one of them stays the
 * root of what they make. */
static void a_full_pool_drains_into_one_that_is_not(void **state)
{
    (void)state;
    const fluv_pool pools[] = {
        {.parent = 2, .child = {FLUV_NONE, FLUV_NONE}, .overflow = 1, .pass_from = 1, .pass_to = 2},
        {.parent = 2, .child = {FLUV_NONE, FLUV_NONE}, .overflow = 0, .pass_from = 2, .pass_to = 1},
        {.parent = FLUV_NONE, .child = {0, 1}, .overflow = FLUV_NONE},
    };
    for (int both = 0; both < 2; both++) {
        fluv_pool_state states[] = {
            {.full = true, .lake = 0}, {.full = both, .lake = 1}, {.lake = FLUV_NONE}};
        const fluv_pools all = {.count = 3, .pools = pools, .states = states};
        uint32_t receiver[] = {FLUV_NONE, 0, 3, FLUV_NONE};
        const uint32_t one[] = {1, 2, 3, FLUV_NONE}, two[] = {FLUV_NONE, 0, 1, 2};
        fluv_pools_route(&all, receiver);
        assert_memory_equal(receiver, both ? two : one, sizeof receiver);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_just_full_gives_nothing),
        cmocka_unit_test(a_full_pool_drains_into_one_that_is_not),
        cmocka_unit_test(volumes_fill_spill_and_merge),
        cmocka_unit_test(volumes_with_a_depth_that_evaporates),
        cmocka_unit_test(evaporation_meets_inflow_or_the_lake_is_full),
        cmocka_unit_test(full_pools_stand_as_high_as_a_flood),
        cmocka_unit_test(water_of_full_lakes_goes_on),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
