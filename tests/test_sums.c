// SPDX-License-Identifier: MIT
/* Sums over cells are the same, to the last bit, in whatever order the cells come. */
#include "pools_bench.h"

#include "base/random.h"
#include "one_thread.h"
#include "water/sums.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Cells in another order: the old cell c is cell to[c] now. */
typedef struct shuffled {
    uint32_t *to;
    float *height, *evaporation;
    uint32_t *label, *at;
    fluv_hollow *nodes;
} shuffled;

static uint32_t *shuffle(uint32_t count, uint64_t seed)
{
    fluv_key key = fluv_key_make(seed, "test", "shuffle");
    uint32_t *to = test_room(count, sizeof *to);
    for (uint32_t c = 0; c < count; c++)
        to[c] = c;
    for (uint32_t c = count; c-- > 1;) {
        uint32_t other = (uint32_t)fluv_random_below(key, c, c + 1), kept = to[c];
        to[c] = to[other];
        to[other] = kept;
    }
    return to;
}

static shuffled shuffled_of(const pools_bench *b, const float *evaporation, uint64_t seed)
{
    const fluv_hierarchy *h = &b->d.hierarchy;
    uint32_t cells = b->t.cells;
    shuffled s = {.to = shuffle(cells, seed),
                  .height = test_room(cells, sizeof *s.height),
                  .evaporation = test_room(cells, sizeof *s.evaporation),
                  .label = test_room(cells, sizeof *s.label),
                  .at = test_room(cells, sizeof *s.at),
                  .nodes = test_room(h->node_count, sizeof *s.nodes)};
    for (uint32_t c = 0; c < cells; c++) {
        s.height[s.to[c]] = b->t.height[c];
        s.evaporation[s.to[c]] = evaporation[c];
        s.label[s.to[c]] = b->d.label[c];
        s.at[s.to[c]] = b->pools.at[c];
    }
    memcpy(s.nodes, h->nodes, h->node_count * sizeof *s.nodes);
    for (uint32_t n = 1; n < h->node_count; n++)
        if (s.nodes[n].pass_to != FLUV_NONE)
            s.nodes[n].pass_to = s.to[s.nodes[n].pass_to];
    return s;
}

static void free_shuffled(shuffled *s)
{
    free(s->to);
    free(s->height);
    free(s->evaporation);
    free(s->label);
    free(s->at);
    free(s->nodes);
}

static void expect_same_sizes(fluv_ctx *ctx, const pools_bench *b, const shuffled *s)
{
    fluv_hierarchy h = b->d.hierarchy;
    size_t bytes = h.node_count * sizeof(fluv_hollow_size);
    fluv_hollow_size *size = test_room(h.node_count, sizeof *size);
    fluv_hollow_size *other = test_room(h.node_count, sizeof *other);
    assert_int_equal(fluv_hollows_measure(ctx, &b->grid, &h, b->t.height, b->d.label, size),
                     FLUV_OK);
    h.nodes = s->nodes;
    assert_int_equal(fluv_hollows_measure(ctx, &b->grid, &h, s->height, s->label, other), FLUV_OK);
    assert_memory_equal(size, other, bytes);
    free(size);
    free(other);
}

/* Fills a copy of the pools, and returns their states. */
static fluv_pool_state *fill(fluv_ctx *ctx, const pools_bench *b, const float *height, uint32_t *at,
                             fluv_amount amount, const fluv_loss *loss)
{
    fluv_pools pools = b->pools;
    pools.states = test_room(pools.count, sizeof *pools.states);
    pools.at = at;
    memset(pools.states, 0, pools.count * sizeof *pools.states);
    assert_int_equal(fluv_pools_measure(ctx, &b->grid, height, amount, loss, &pools), FLUV_OK);
    for (uint32_t p = 0; p < pools.count; p++) /* a third of what it can hold, or four */
        b->supply[p] = pools.states[p].capacity * (p % 3 ? 0.33 : 4.0);
    (void)fluv_pools_pour(&pools, b->supply, b->next);
    assert_int_equal(fluv_pools_level(ctx, &b->grid, height, amount, loss, &pools), FLUV_OK);
    return pools.states;
}

static uint32_t expect_same_pools(fluv_ctx *ctx, const pools_bench *b, const shuffled *s,
                                  fluv_amount amount, const fluv_loss *here, const fluv_loss *there)
{
    fluv_pool_state *state = fill(ctx, b, b->t.height, b->pools.at, amount, here);
    fluv_pool_state *other = fill(ctx, b, s->height, s->at, amount, there);
    uint32_t partial = 0;
    for (uint32_t p = 0; p < b->pools.count; p++) {
        assert_true(state[p].capacity == other[p].capacity && state[p].volume == other[p].volume);
        assert_true(state[p].held == other[p].held && state[p].loss == other[p].loss);
        assert_true(state[p].level == other[p].level && state[p].lake == other[p].lake);
        partial += state[p].lake == p && !state[p].full;
    }
    free(state);
    free(other);
    return partial;
}

/* Cells of an odd size, and heights with all their digits. */
static void make_odd(terrain *t, terrain_kind kind, uint64_t seed)
{
    terrain_make(t, kind, seed, 30 + (uint32_t)(seed % 7), 41);
    t->cell *= 27.3 + 0.1 * (double)seed;
    for (uint32_t c = 0; c < t->cells; c++)
        t->height[c] = t->height[c] * 1.2345f + 0.1f;
}

static uint32_t compare(fluv_ctx *ctx, terrain_kind kind, uint64_t seed)
{
    pools_bench b = {0};
    make_odd(&b.t, kind, seed);
    pools_bench_settle(ctx, &b);
    float *evaporation = test_room(b.t.cells, sizeof *evaporation);
    fluv_key key = fluv_key_make(seed, "test", "evaporation");
    for (uint32_t c = 0; c < b.t.cells; c++)
        evaporation[c] = (float)fluv_random_between(key, c, 0.0, 1.7);
    shuffled s = shuffled_of(&b, evaporation, seed);
    const fluv_loss even = {.evaporation = {.number = 0.731}, .runoff = {.number = 0.3}};
    const fluv_loss here = {.evaporation = {.map = evaporation}, .runoff = {.number = 0.3}};
    const fluv_loss there = {.evaporation = {.map = s.evaporation}, .runoff = {.number = 0.3}};
    expect_same_sizes(ctx, &b, &s);
    uint32_t partial = expect_same_pools(ctx, &b, &s, FLUV_VOLUME, &even, &even);
    partial += expect_same_pools(ctx, &b, &s, FLUV_FLOW, &here, &there);
    free(evaporation);
    free_shuffled(&s);
    pools_bench_free(ctx, &b);
    return partial;
}

static void hollows_and_pools_are_the_same_in_any_order_of_cells(void **state)
{
    static const terrain_kind kinds[] = {TERRAIN_RANDOM, TERRAIN_NOISE, TERRAIN_BOWLS,
                                         TERRAIN_STEPS, TERRAIN_COAST};
    uint32_t partial = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (uint64_t seed = 0; seed < 8; seed++)
            partial += compare(*state, kinds[k], seed);
    assert_true(partial > 500); /* lakes that are not full are among them */
}

static void steps_are_exact_for_heights_and_hold_what_is_too_large(void **state)
{
    (void)state;
    const float heights[] = {0.0f, 0x1p-16f, -0.1f, 8848.86f, -10935.3f, 1e6f, 3e7f};
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++)
        assert_true((float)fluv_from_steps(fluv_in_steps((double)heights[i])) == heights[i]);
    assert_true(fluv_in_steps((double)NAN) == 0);
    assert_true(fluv_in_steps(1e30) == fluv_in_steps((double)INFINITY));
    assert_true(fluv_in_steps(-1e30) == -fluv_in_steps(1e30));
    assert_true(fluv_in_steps(1e9) == (fluv_steps)1000000000 << 40);
}

/* All of them together are a whole number that a double holds; one runoff is its own measure. */
static void water_on_its_way_is_counted_without_rounding(void **state)
{
    (void)state;
    for (double cells = 1.0; cells < 1e12; cells *= 7.3) {
        fluv_flow_unit unit = fluv_flow_unit_for(0.37, floor(cells));
        assert_true(fluv_flow_parts(unit, 0.37) == unit.parts);
        assert_true(floor(cells) * unit.parts < 0x1p53);
        double third = fluv_flow_parts(unit, 0.37 / 3.0);
        assert_true(third == floor(third) &&
                    fabs(third * 3.0 / unit.parts - 1.0) < 3.0 / unit.parts);
    }
    fluv_flow_unit unit = fluv_flow_unit_for(1.0, 0.0);
    assert_true(fluv_flow_parts(unit, 0.0) == 0.0 && fluv_flow_parts(unit, (double)NAN) == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hollows_and_pools_are_the_same_in_any_order_of_cells),
        cmocka_unit_test(steps_are_exact_for_heights_and_hold_what_is_too_large),
        cmocka_unit_test(water_on_its_way_is_counted_without_rounding),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
