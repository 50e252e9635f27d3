// SPDX-License-Identifier: MIT
/* Receivers and drainage area: against the plainest way to find them, on grids and on meshes. */
#include "terrain.h"

#include "base/random.h"
#include "one_thread.h"
#include "water/accumulate.h"
#include "water/drainage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ROUNDS 12 /* seeds for every kind of terrain */

static void make_sized(terrain *t, terrain_kind kind, uint64_t seed)
{
    terrain_make(t, kind, seed, 1 + (uint32_t)(seed * 37 % 61), 1 + (uint32_t)(seed * 53 % 47));
}

/* Looks at all eight neighbours in the order of their index; a steeper one wins. */
static uint32_t naive_receiver(const terrain *t, const uint8_t *kind, fluv_descent descent,
                               uint32_t cell)
{
    if (kind[cell] & (FLUV_CELL_VOID | FLUV_CELL_SEA))
        return FLUV_NONE;
    int64_t col = cell % t->cols, row = cell / t->cols;
    uint32_t best = FLUV_NONE;
    float steepest = 0.0F;
    for (int64_t r = row - 1; r <= row + 1; r++)
        for (int64_t c = col - 1; c <= col + 1; c++) {
            if (r < 0 || c < 0 || r >= t->rows || c >= t->cols)
                continue;
            uint32_t other = (uint32_t)(r * t->cols + c);
            if (kind[other] & FLUV_CELL_VOID)
                continue;
            double step = r == row || c == col ? t->cell : t->cell * M_SQRT2;
            float slope = t->height[cell] - t->height[other];
            if (descent == FLUV_STEEPEST)
                slope *= (float)(1.0 / step);
            if (slope > steepest) {
                steepest = slope;
                best = other;
            }
        }
    return best;
}

static void classify(const terrain *t, const fluv_topology *topology, uint8_t *kind)
{
    uint32_t *queue = test_room(t->cells, sizeof *queue);
    fluv_cells_classify(topology, 2, t->height, kind);
    fluv_cells_find_sea(topology, t->height, kind, queue);
    free(queue);
}

static void check_receivers(const terrain *t, fluv_descent descent, const char *name, uint64_t seed)
{
    fluv_topology grid = terrain_grid(t);
    uint8_t *kind = test_room(t->cells, 1);
    uint32_t *receiver = test_room(t->cells, sizeof *receiver);
    classify(t, &grid, kind);
    fluv_receivers(&grid, 1 + (int)(seed % 3), descent, t->height, kind, receiver);
    for (uint32_t c = 0; c < t->cells; c++) {
        uint32_t expected = naive_receiver(t, kind, descent, c);
        if (receiver[c] != expected)
            fail_msg("%s, seed %llu, %u x %u, cell %u: receiver %u, expected %u", name,
                     (unsigned long long)seed, t->cols, t->rows, c, receiver[c], expected);
    }
    free(kind);
    free(receiver);
}

static void water_goes_down_the_steepest_slope_or_to_the_lowest_neighbour(void **state)
{
    (void)state;
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < ROUNDS; seed++) {
            terrain t;
            make_sized(&t, kind, seed);
            check_receivers(&t, FLUV_STEEPEST, terrain_name(kind), seed);
            check_receivers(&t, FLUV_LOWEST, terrain_name(kind), seed);
            terrain_free(&t);
        }
}

/* Rows longer than a block of the fast path. */
static void long_rows_are_no_different(void **state)
{
    (void)state;
    for (uint32_t cols = 255; cols < 520; cols += 2) {
        terrain t;
        terrain_make(&t, cols % 3 ? TERRAIN_RANDOM : TERRAIN_STAIRS, cols, cols, 4);
        check_receivers(&t, FLUV_STEEPEST, "long rows", cols);
        terrain_free(&t);
    }
}

static void ties_fall_to_the_lowest_index(void **state)
{
    (void)state;
    terrain t;
    terrain_init(&t, 3, 3, 1.0);
    t.height[4] = 1.0F;
    fluv_topology grid = terrain_grid(&t);
    uint8_t kind[9] = {0};
    uint32_t receiver[9];
    fluv_receivers(&grid, 1, FLUV_STEEPEST, t.height, kind, receiver);
    assert_int_equal(receiver[4], 1); /* north; 3, 5 and 7 are as steep */
    fluv_receivers(&grid, 1, FLUV_LOWEST, t.height, kind, receiver);
    assert_int_equal(receiver[4], 0);
    terrain_free(&t);
}

static void the_sea_reaches_what_lies_low_and_is_joined_to_the_edge(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        terrain t;
        make_sized(&t, seed % 2 ? TERRAIN_COAST : TERRAIN_VOIDS, seed);
        fluv_topology grid = terrain_grid(&t);
        uint8_t *kind = test_room(t.cells, 1);
        classify(&t, &grid, kind);
        for (uint32_t c = 0; c < t.cells; c++) {
            assert_int_equal(!!(kind[c] & FLUV_CELL_VOID), !isfinite(t.height[c]));
            bool low = t.height[c] <= 0.0F, sea = kind[c] & FLUV_CELL_SEA;
            assert_true(!sea || low);
            fluv_around around = fluv_around_cell(&grid, c);
            for (uint32_t i = 0; low && !sea && i < around.count; i++)
                assert_false(kind[around.cell[i]] & FLUV_CELL_SEA);
            bool edge = fluv_cell_at_edge(&grid, c);
            assert_true(!edge || (kind[c] & FLUV_CELL_OPEN));
            assert_true(!(edge && low && isfinite(t.height[c])) || sea);
        }
        free(kind);
        terrain_free(&t);
    }
}

/* A grid is flooded by runs of its rows, a mesh cell by cell. */
static void the_sea_winds_its_way_through_low_cells(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        terrain t;
        terrain_mesh mesh;
        make_sized(&t, TERRAIN_RANDOM, seed);
        double low = 0.3 + 0.4 * (double)(seed % 7) / 7.0; /* around where the sea gets through */
        for (uint32_t c = 0; c < t.cells; c++)
            t.height[c] = fluv_random((fluv_key){seed}, c) < low ? -1.0F : 1.0F;
        terrain_mesh_make(&mesh, &t);
        fluv_topology grid = terrain_grid(&t);
        uint8_t *a = test_room(t.cells, 1), *b = test_room(t.cells, 1);
        uint32_t *queue = test_room(t.cells, sizeof *queue), count = 0;
        fluv_cells_classify(&grid, 2, t.height, a);
        fluv_cells_classify(&mesh.topology, 2, t.height, b);
        uint32_t found = fluv_cells_find_sea(&grid, t.height, a, queue);
        assert_int_equal(fluv_cells_find_sea(&mesh.topology, t.height, b, queue), found);
        assert_memory_equal(a, b, t.cells);
        for (uint32_t c = 0; c < t.cells; c++)
            count += !!(a[c] & FLUV_CELL_SEA);
        assert_int_equal(count, found);
        free(a);
        free(b);
        free(queue);
        terrain_mesh_free(&mesh);
        terrain_free(&t);
    }
}

/* ---- One interface for grids and meshes ---------------------------------------------------------
 */

typedef struct flow {
    uint8_t *kind, *donors;
    uint32_t *receiver;
    double *area, *rain;
    fluv_drainage drainage;
} flow;

static void find_flow(fluv_ctx *ctx, const terrain *t, const fluv_topology *topology,
                      fluv_descent descent, flow *f)
{
    f->kind = test_room(t->cells, 1);
    f->donors = test_room(t->cells, 1);
    f->receiver = test_room(t->cells, sizeof *f->receiver);
    f->area = test_room(t->cells, sizeof *f->area);
    f->rain = test_room(t->cells, sizeof *f->rain);
    classify(t, topology, f->kind);
    fluv_drainage_job job = {.topology = *topology,
                             .height = t->height,
                             .kind = f->kind,
                             .descent = descent,
                             .receiver = f->receiver};
    assert_int_equal(fluv_drainage_find(ctx, &job, &f->drainage), FLUV_OK);
    for (uint32_t c = 0; c < t->cells; c++) {
        f->area[c] = fluv_cell_area(topology, c);
        f->rain[c] = 0.25 * (double)(c % 5);
    }
    fluv_accumulate(topology, ctx->threads, f->receiver, NULL, f->donors, f->area, f->rain);
}

static void free_flow(flow *f)
{
    free(f->kind);
    free(f->donors);
    free(f->receiver);
    free(f->area);
    free(f->rain);
}

static int rising(const void *a, const void *b)
{
    float left = *(const float *)a, right = *(const float *)b;
    return left < right ? -1 : left > right;
}

/* The heights at which hollows end, rising. */
static float *ends_of(const fluv_hierarchy *h)
{
    float *heights = test_room(h->end_count, sizeof *heights);
    for (uint32_t i = 0; i < h->end_count; i++) {
        uint32_t node = h->ends[i].node;
        heights[i] = h->nodes[h->ends[i].merges ? h->nodes[node].child[0] : node].spill;
    }
    qsort(heights, h->end_count, sizeof *heights, rising);
    return heights;
}

/* A grid takes straight passes before slanting ones of the same height, a mesh knows no such order:
 * the trees may differ, but not where hollows lie, when each first overflows, and the heights at
 * which all of them end. */
static void expect_same_hierarchy(const fluv_hierarchy *a, const fluv_hierarchy *b)
{
    assert_int_equal(a->basin_count, b->basin_count);
    assert_int_equal(a->end_count, b->end_count);
    for (uint32_t n = 1; n <= a->basin_count; n++) {
        assert_true(a->nodes[n].spill == b->nodes[n].spill);
        assert_int_equal(a->nodes[n].root, b->nodes[n].root);
    }
    float *ends[2] = {ends_of(a), ends_of(b)};
    for (uint32_t i = 0; i < a->end_count; i++)
        assert_true(ends[0][i] == ends[1][i]);
    free(ends[0]);
    free(ends[1]);
}

static void a_mesh_of_the_grid_gives_the_same(void **state)
{
    fluv_ctx *ctx = *state;
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < ROUNDS; seed++) {
            terrain t;
            terrain_mesh mesh;
            flow grid_flow, mesh_flow;
            make_sized(&t, kind, seed);
            terrain_mesh_make(&mesh, &t);
            fluv_topology grid = terrain_grid(&t);
            fluv_descent descent = seed % 2 ? FLUV_LOWEST : FLUV_STEEPEST;
            find_flow(ctx, &t, &grid, descent, &grid_flow);
            find_flow(ctx, &t, &mesh.topology, descent, &mesh_flow);
            size_t four = t.cells * sizeof(uint32_t), eight = t.cells * sizeof(double);
            assert_memory_equal(grid_flow.kind, mesh_flow.kind, t.cells);
            assert_memory_equal(grid_flow.receiver, mesh_flow.receiver, four);
            assert_memory_equal(grid_flow.drainage.label, mesh_flow.drainage.label, four);
            assert_memory_equal(grid_flow.area, mesh_flow.area, eight);
            assert_memory_equal(grid_flow.rain, mesh_flow.rain, eight);
            expect_same_hierarchy(&grid_flow.drainage.hierarchy, &mesh_flow.drainage.hierarchy);
            fluv_scratch_release(ctx, NULL);
            free_flow(&grid_flow);
            free_flow(&mesh_flow);
            terrain_mesh_free(&mesh);
            terrain_free(&t);
        }
}

/* ---- Drainage area ------------------------------------------------------------------------------
 */

/* The published way: every cell hands on what it has got, in sweeps over the whole map, until a
 * sweep changes nothing. */
static void sweep_areas(const terrain *t, const uint32_t *receiver, double own, double *area)
{
    double *next = test_room(t->cells, sizeof *next);
    for (uint32_t c = 0; c < t->cells; c++)
        area[c] = own;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t c = 0; c < t->cells; c++)
            next[c] = own;
        for (uint32_t c = 0; c < t->cells; c++)
            if (receiver[c] != FLUV_NONE)
                next[receiver[c]] += area[c];
        for (uint32_t c = 0; c < t->cells; c++) {
            changed |= next[c] != area[c];
            area[c] = next[c];
        }
    }
    free(next);
}

static void one_pass_equals_repeated_sweeps(void **state)
{
    fluv_ctx *ctx = *state;
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < 6; seed++) {
            terrain t;
            flow f;
            make_sized(&t, kind, seed);
            fluv_topology grid = terrain_grid(&t);
            find_flow(ctx, &t, &grid, FLUV_STEEPEST, &f);
            double *swept = test_room(t.cells, sizeof *swept);
            sweep_areas(&t, f.receiver, t.cell * t.cell, swept);
            for (uint32_t c = 0; c < t.cells; c++)
                assert_true(fabs(swept[c] - f.area[c]) <= 1e-9 * swept[c]);
            free(swept);
            free_flow(&f);
            fluv_scratch_release(ctx, NULL);
            terrain_free(&t);
        }
}

static void flow_at_the_roots_equals_rain_on_the_land(void **state)
{
    fluv_ctx *ctx = *state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        terrain t;
        flow f;
        double rained = 0.0, arrived = 0.0, land = 0.0, gathered = 0.0;
        make_sized(&t, (terrain_kind)(seed % TERRAIN_KINDS), seed);
        fluv_topology grid = terrain_grid(&t);
        find_flow(ctx, &t, &grid, FLUV_STEEPEST, &f);
        for (uint32_t c = 0; c < t.cells; c++) {
            rained += 0.25 * (double)(c % 5);
            land += t.cell * t.cell;
            if (f.receiver[c] != FLUV_NONE)
                continue;
            arrived += f.rain[c];
            gathered += f.area[c];
        }
        assert_true(fabs(rained - arrived) <= 1e-9 * (1.0 + rained));
        assert_true(fabs(land - gathered) <= 1e-9 * land);
        free_flow(&f);
        fluv_scratch_release(ctx, NULL);
        terrain_free(&t);
    }
}

/* a -> b -> c -> d with a lake at b and c that loses more than it gets. */
static void a_lake_loses_no_more_than_it_gets(void **state)
{
    (void)state;
    fluv_topology grid = fluv_topology_grid(4, 1, 1.0);
    const uint32_t receiver[4] = {1, 2, 3, FLUV_NONE};
    const uint8_t exits[4] = {0, 0, 1, 0};
    const uint32_t lake[4] = {FLUV_NONE, 0, 0, FLUV_NONE};
    fluv_lake_water water[1] = {{.demand = 6}};
    const fluv_lake_losses lakes = {.exits = exits, .lake = lake, .water = water};
    uint8_t donors[4];
    double area[4] = {1, 1, 1, 1}, rain[4] = {3, 0, 0, 5};
    fluv_accumulate(&grid, 1, receiver, &lakes, donors, area, rain);
    assert_true(water[0].inflow == 3.0 && water[0].evaporation == 3.0);
    assert_true(rain[1] == 3.0 && rain[2] == 0.0 && rain[3] == 5.0 && area[3] == 4.0);
}

/* A lake at 0 and 1; 2 stands at its level, and 3 and 4 are the next lake, at that level too. What
 * comes by there is the first one's as far as it lacks any. */
static void a_full_lake_gets_what_joins_its_way_out_at_its_level(void **state)
{
    (void)state;
    fluv_topology grid = fluv_topology_grid(6, 1, 1.0);
    const uint32_t receiver[6] = {1, 2, 3, 4, 5, FLUV_NONE};
    const uint8_t exits[6] = {0, FLUV_EXIT, 0, 0, FLUV_EXIT | FLUV_SHELF, 0};
    const uint32_t lake[6] = {0, 0, FLUV_NONE, 1, 1, FLUV_NONE};
    for (int threads = 1; threads <= 6; threads++) {
        fluv_lake_water water[2] = {{.demand = 9}, {.demand = 1}};
        fluv_shelf shelves[1] = {{.cell = 4, .lake = 0, .from = 2}};
        const fluv_lake_losses lakes = {exits, lake, water, shelves, 1};
        uint8_t donors[6];
        double area[6] = {1, 1, 1, 1, 1, 1}, rain[6] = {3, 0, 4, 8, 0, 5};
        fluv_accumulate(&grid, threads, receiver, &lakes, donors, area, rain);
        assert_true(water[0].inflow == 9.0 && water[0].evaporation == 9.0);
        assert_true(water[1].inflow == 12.0 && water[1].evaporation == 1.0);
        assert_true(rain[1] == 0.0 && fabs(rain[2] - 4.0 * 5.0 / 11.0) < 1e-12 && rain[4] == 5.0 &&
                    rain[5] == 10.0);
    }
}

/* Two steps cross on level ground, and the one way round would lead back: the other is taken. */
static void a_step_turned_aside_makes_no_circle(void **state)
{
    (void)state;
    terrain t;
    terrain_init(&t, 3, 3, 10.0);
    const fluv_topology grid = terrain_grid(&t);
    uint32_t receiver[] = {4, 3, FLUV_NONE, 0, 8, FLUV_NONE, FLUV_NONE, FLUV_NONE, FLUV_NONE};
    fluv_receivers_uncross(&grid, t.height, NULL, receiver);
    assert_int_equal(receiver[0], 4);
    assert_int_equal(receiver[1], 4);
    assert_int_equal(receiver[3], 0);
    terrain_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_turned_aside_makes_no_circle),
        cmocka_unit_test(water_goes_down_the_steepest_slope_or_to_the_lowest_neighbour),
        cmocka_unit_test(long_rows_are_no_different),
        cmocka_unit_test(ties_fall_to_the_lowest_index),
        cmocka_unit_test(the_sea_reaches_what_lies_low_and_is_joined_to_the_edge),
        cmocka_unit_test(the_sea_winds_its_way_through_low_cells),
        cmocka_unit_test(a_mesh_of_the_grid_gives_the_same),
        cmocka_unit_test(one_pass_equals_repeated_sweeps),
        cmocka_unit_test(flow_at_the_roots_equals_rain_on_the_land),
        cmocka_unit_test(a_lake_loses_no_more_than_it_gets),
        cmocka_unit_test(a_full_lake_gets_what_joins_its_way_out_at_its_level),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
