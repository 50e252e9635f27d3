// SPDX-License-Identifier: MIT
/* The stage `drain`: where water goes, and how much, for each of the three ways with hollows. */
#include "water_land.h"

#include "stages/shared/flow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FILL_FREE, CONNECT, CARVE, WAYS };

typedef void case_fn(const fluv_landscape *land, const terrain *t, int way);

static void for_all_terrains(fluv_ctx *ctx, case_fn *check)
{
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < 15; seed++)
            for (int way = 0; way < WAYS; way++) {
                const setting drain[] = {{"depressions", way},
                                         {"descent", (double)(seed % 3)},
                                         {"runoff", 0.25},
                                         {NULL, 0}};
                terrain t;
                fluv_landscape land;
                terrain_make(&t, kind, seed, 4 + (uint32_t)(seed * 7 % 40),
                             4 + (uint32_t)(seed * 5 % 33));
                land_of_terrain(ctx, &t, &land);
                assert_int_equal(land_run(ctx, &land, "drain", drain), FLUV_OK);
                check(&land, &t, way);
                fluv_landscape_free(&land);
                terrain_free(&t);
            }
}

static bool is_land(const fluv_landscape *land, uint32_t cell)
{
    return isfinite(fluv_height_of(land)[cell]) && fluv_cover_of(land)[cell] != FLUV_OCEAN;
}

static bool is_lake(const fluv_landscape *land, uint32_t cell)
{
    return fluv_cover_of(land)[cell] == FLUV_LAKE;
}

/* On the edge of the frame or beside nodata. */
static bool is_open(const fluv_landscape *land, uint32_t cell)
{
    fluv_topology grid = fluv_topology_grid(land->frame.cols, land->frame.rows, land->frame.cell);
    if (fluv_cell_at_edge(&grid, cell))
        return true;
    fluv_around around = fluv_around_cell(&grid, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (!isfinite(fluv_height_of(land)[around.cell[i]]))
            return true;
    return false;
}

static void check_ends(const fluv_landscape *land, const terrain *t, int way)
{
    const uint32_t *receiver = fluv_receiver_of(land);
    for (uint32_t c = 0; c < t->cells; c++) {
        uint32_t at = c, steps = 0;
        while (receiver[at] != FLUV_NONE && steps++ <= t->cells)
            at = receiver[at];
        assert_int_equal(receiver[at], FLUV_NONE); /* no circles */
        if (is_land(land, at))
            assert_true(is_open(land, at) || (way == FILL_FREE && is_lake(land, at)));
    }
}

static void connected_water_always_gets_out(void **state)
{
    for_all_terrains(*state, check_ends);
}

/* Lower by as many of the smallest steps as it has neighbours, one more at the most. */
static bool within_a_hair(float height, float before)
{
    float lowest = before;
    for (int i = 0; i < 9; i++)
        lowest = nextafterf(lowest, -INFINITY);
    return height < before && height >= lowest;
}

static void check_slopes(const fluv_landscape *land, const terrain *t, int way)
{
    const uint32_t *receiver = fluv_receiver_of(land);
    const float *height = fluv_height_of(land);
    for (uint32_t c = 0; c < t->cells; c++) {
        bool lifted = t->height[c] < 0.0f && height[c] == 0.0f; /* out of the sea's reach */
        if (isfinite(t->height[c]))
            assert_true(way == CARVE       ? height[c] <= t->height[c] || lifted
                        : is_lake(land, c) ? within_a_hair(height[c], t->height[c])
                                           : height[c] == t->height[c]);
        uint32_t to = receiver[c];
        if (way == CARVE && to != FLUV_NONE && is_land(land, c) && !is_land(land, to))
            assert_true(height[c] >= 0.0f); /* the sea's surface is 0 */
        if (way != CONNECT && to != FLUV_NONE && !(height[to] <= height[c]))
            fail_msg("%u x %u, cell %u runs uphill to %u: %.9g, %.9g", t->cols, t->rows, c, to,
                     (double)height[c], (double)height[to]);
    }
}

static void only_carving_changes_the_ground_and_then_nothing_runs_uphill(void **state)
{
    for_all_terrains(*state, check_slopes);
}

static void check_sums(const fluv_landscape *land, const terrain *t, int way)
{
    (void)way;
    const uint32_t *receiver = fluv_receiver_of(land);
    const double *area = fluv_area_of(land);
    double own = t->cell * t->cell, given = 0.0, arrived = 0.0, flow = 0.0, lakes = 0.0;
    for (uint32_t c = 0; c < t->cells; c++) {
        if (is_land(land, c)) {
            given += own;
            assert_true(area[c] >= own);
            double year = (double)fluv_discharge_of(land)[c] * FLUV_SECONDS_A_YEAR;
            lakes += is_lake(land, c) ? area[c] : 0.0;
            assert_true(is_lake(land, c) || fabs(year - 0.25 * area[c]) <= 1e-6 * year);
        }
        if (receiver[c] == FLUV_NONE) {
            arrived += area[c];
            flow += is_lake(land, c) ? 0.0 : (double)fluv_discharge_of(land)[c];
        } else {
            assert_true(area[receiver[c]] >= area[c]);
        }
    }
    assert_true(fabs(given - arrived) <= 1e-9 * given);
    assert_true(fabs(flow * FLUV_SECONDS_A_YEAR - 0.25 * (given - lakes)) <= 1e-5 * given);
}

static void discharge_at_the_outlets_equals_rain_on_the_land(void **state)
{
    for_all_terrains(*state, check_sums);
}

/* A hollow's water leaves over the lowest pass: with `connect` the highest point of any cell's way
 * out is no higher than the flood says it must be. */
static void check_passes(const fluv_landscape *land, const terrain *t, int way)
{
    if (way != CONNECT)
        return;
    fluv_topology grid = terrain_grid(t);
    uint8_t *kind = test_room(t->cells, 1);
    uint32_t *queue = test_room(t->cells, sizeof *queue);
    float *level = test_room(t->cells, sizeof *level);
    fluv_cells_classify(&grid, 1, t->height, kind);
    fluv_cells_find_sea(&grid, t->height, kind, queue);
    terrain_flood(&grid, t->height, kind, level);
    for (uint32_t c = 0; c < t->cells; c++) {
        if (!is_land(land, c))
            continue;
        float highest = t->height[c];
        for (uint32_t at = c; at != FLUV_NONE; at = fluv_receiver_of(land)[at])
            highest = fmaxf(highest, t->height[at]);
        if (highest != level[c])
            fail_msg("%u x %u, cell %u leaves over %.9g m, the lowest way out is at %.9g m",
                     t->cols, t->rows, c, (double)highest, (double)level[c]);
    }
    free(kind);
    free(queue);
    free(level);
}

static void water_leaves_over_the_lowest_pass(void **state)
{
    for_all_terrains(*state, check_passes);
}

static void check_sea(const fluv_landscape *land, const terrain *t, int way)
{
    (void)way;
    bool any = false;
    for (uint32_t c = 0; c < t->cells; c++) {
        bool sea = fluv_cover_of(land)[c] == FLUV_OCEAN;
        any |= sea;
        if (!is_lake(land, c))
            assert_true(sea ? fluv_water_of(land)[c] == 0.0F : isnan(fluv_water_of(land)[c]));
        assert_true(!sea || t->height[c] <= 0.0F);
        assert_true(!sea || fluv_receiver_of(land)[c] == FLUV_NONE);
    }
    assert_true(any == (fluv_coast_of(land) != NULL));
}

static void the_sea_stands_at_zero_and_has_a_coast(void **state)
{
    for_all_terrains(*state, check_sea);
}

/* Every way with hollows and everything that can follow it. */
static void whatever_follows_the_rules_hold(void **state)
{
    static const char *const follow_ups[][4] = {{NULL}, {"rivers"}, {"lakes"}, {"lakes", "rivers"}};
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (int way = 0; way < WAYS; way++)
            for (size_t f = 0; f < sizeof follow_ups / sizeof *follow_ups; f++) {
                const setting drain[] = {{"depressions", way}, {NULL, 0}};
                char what[80];
                terrain t;
                fluv_landscape land;
                terrain_make(&t, kind, f, 34, 27);
                land_of_terrain(*state, &t, &land);
                assert_int_equal(land_run(*state, &land, "drain", drain), FLUV_OK);
                for (int i = 0; i < 4 && follow_ups[f][i]; i++)
                    assert_int_equal(land_run(*state, &land, follow_ups[f][i], NULL), FLUV_OK);
                (void)snprintf(what, sizeof what, "terrain %d, way %d, follow-up %zu", (int)kind,
                               way, f);
                assert_int_equal(land_count_broken(*state, &land, what, 0), 0);
                fluv_landscape_free(&land);
                terrain_free(&t);
            }
}

static void running_twice_gives_the_same(void **state)
{
    fluv_ctx *ctx = *state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        terrain t;
        fluv_landscape land;
        terrain_make(&t, (terrain_kind)seed, seed, 30, 40);
        land_of_terrain(ctx, &t, &land);
        assert_int_equal(land_run(ctx, &land, "drain", NULL), FLUV_OK);
        uint64_t once = land_hash(&land);
        assert_int_equal(land_run(ctx, &land, "drain", NULL), FLUV_OK);
        assert_true(land_hash(&land) == once);
        fluv_landscape_free(&land);
        terrain_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(connected_water_always_gets_out),
        cmocka_unit_test(only_carving_changes_the_ground_and_then_nothing_runs_uphill),
        cmocka_unit_test(discharge_at_the_outlets_equals_rain_on_the_land),
        cmocka_unit_test(water_leaves_over_the_lowest_pass),
        cmocka_unit_test(the_sea_stands_at_zero_and_has_a_coast),
        cmocka_unit_test(whatever_follows_the_rules_hold),
        cmocka_unit_test(running_twice_gives_the_same),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
