// SPDX-License-Identifier: MIT
/* Sediment: steady slopes are (1 + G) times those of bare rock, what is worn is laid down or
 * leaves, lakes fill up to their outlets, and threads do not matter. */
#include "one_thread.h"
#include "terrain.h"

#include "base/ctx.h"
#include "water/connect.h"
#include "water/forest.h"
#include "water/receivers.h"
#include "water/sediment.h"
#include "water/stream_power.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH 300
#define SQUARE 1e4

typedef struct row {
    fluv_topology topology;
    uint8_t kind[LENGTH], donors[LENGTH];
    uint32_t receiver[LENGTH], basin[LENGTH];
    uint64_t area[LENGTH];
    int64_t moving[LENGTH];
    float uplift[LENGTH], height[LENGTH], after[LENGTH], load[LENGTH], laid[LENGTH];
    fluv_stratum stratum;
    fluv_stream_power power;
    fluv_sediment sediment;
    fluv_sediment_total sums;
} row;

/* Every vertex drains the vertices east of it, each a cell of 100 m. */
static void make_row(row *r, double deposition)
{
    memset(r, 0, sizeof *r);
    r->topology = fluv_topology_grid(LENGTH, 1, 100.0);
    r->stratum = (fluv_stratum){.rock = {.erodibility = 5.61e-7f, .talus = 100.0f}};
    for (uint32_t i = 0; i < LENGTH; i++) {
        r->kind[i] = i ? 0 : FLUV_CELL_SEA;
        r->receiver[i] = i ? i - 1 : FLUV_NONE;
        r->area[i] = LENGTH - i;
        r->uplift[i] = 5e-4f;
    }
    r->power = (fluv_stream_power){.topology = &r->topology,
                                   .kind = r->kind,
                                   .receiver = r->receiver,
                                   .area = r->area,
                                   .unit = SQUARE,
                                   .uplift = r->uplift,
                                   .strata = {.count = 1, .strata = &r->stratum},
                                   .load = r->load,
                                   .deposition = deposition,
                                   .m = 0.5,
                                   .n = 1.0,
                                   .years = 1e5};
    r->sediment = (fluv_sediment){.topology = &r->topology,
                                  .kind = r->kind,
                                  .receiver = r->receiver,
                                  .area = r->area,
                                  .unit = SQUARE,
                                  .uplift = r->uplift,
                                  .years = 1e5,
                                  .quantum = fluv_sediment_quantum(SQUARE * LENGTH),
                                  .moving = r->moving,
                                  .load = r->load,
                                  .laid = r->laid};
}

static void run_row(row *r, int steps)
{
    for (int s = 0; s < steps; s++) {
        fluv_stream_power_step(&r->power, 1, r->height, r->after);
        fluv_sediment_sums sums =
            fluv_sediment_step(&r->sediment, 1, r->height, r->donors, r->after);
        assert_true(sums.worn + sums.brought == sums.laid + sums.left);
        fluv_sediment_add(&r->sums, &sums);
        memcpy(r->height, r->after, sizeof r->height);
    }
}

/* Steady: u = k A^m S - G u (A - a) / A, a the vertex's own land. */
static void steady_slopes_are_steeper_by_what_is_laid_down(void **state)
{
    (void)state;
    const double deposition[] = {0.0, 0.5, 1.0, 2.0};
    for (size_t i = 0; i < sizeof deposition / sizeof *deposition; i++) {
        row r;
        double height = 0.0, bare = 0.0;
        make_row(&r, deposition[i]);
        run_row(&r, 6000);
        for (uint32_t v = 1; v < LENGTH; v++) {
            double area = (double)r.area[v];
            double slope = 5e-4 / (5.61e-7 * sqrt(area * SQUARE)) * 100.0;
            bare += slope;
            height += slope * (1.0 + deposition[i] * (area - 1.0) / area);
            assert_true(fabs((double)r.height[v] - height) < 2e-3 * height);
        }
        assert_true(fabs(height / bare - (1.0 + deposition[i])) < 0.06 * (1.0 + deposition[i]));
    }
}

/* Young land, where loads are not yet right: nothing is laid down of nothing. */
static void what_is_worn_is_laid_down_or_leaves(void **state)
{
    (void)state;
    const double deposition[] = {0.3, 1.0, 3.0, 10.0};
    for (size_t i = 0; i < sizeof deposition / sizeof *deposition; i++) {
        row r;
        make_row(&r, deposition[i]);
        for (uint32_t v = 1; v < LENGTH; v++)
            r.height[v] = (float)(v % 37) * 3.0f + (float)v;
        r.moving[40] = 1000000; /* from slopes */
        double before = 0.0, after = 0.0, risen = 0.0;
        for (uint32_t v = 0; v < LENGTH; v++)
            before += SQUARE * (double)r.height[v];
        run_row(&r, 60);
        for (uint32_t v = 0; v < LENGTH; v++) {
            after += SQUARE * (double)r.height[v];
            risen += v ? SQUARE * 60 * 1e5 * (double)5e-4f : 0.0;
        }
        assert_true(r.sums.brought == 1000000 && r.sums.laid > 0 && r.sums.left > 0);
        double gone = r.sediment.quantum * (r.sums.left - r.sums.brought);
        assert_true(fabs(before + risen - after - gone) <= 1e-6 * (before + risen));
    }
}

/* Vertices 50 to 59 are a hollow that spills at 49. */
static void lakes_fill_and_then_pass_on(void **state)
{
    (void)state;
    row r;
    make_row(&r, 0.0);
    const fluv_trap traps[2] = {{NAN, FLUV_NONE}, {196.0f, 49}};
    r.sediment.basin = r.basin;
    r.sediment.traps = traps;
    for (uint32_t v = 0; v < LENGTH; v++) {
        r.uplift[v] = 0.0f;
        r.height[v] = v < 50 ? 4.0f * (float)v : 200.0f + 4.0f * (float)(v - 50);
        r.basin[v] = v >= 50 && v < 60;
        r.height[v] = r.basin[v] ? 165.0f + (float)(v - 50) : r.height[v];
        r.kind[v] |= v < 50 ? FLUV_CELL_HELD : 0;
    }
    run_row(&r, 1);
    assert_true(r.height[59] > 184.0f && r.laid[59] > 1.0f);
    assert_true(r.height[50] < 190.0f);
    run_row(&r, 100);
    for (uint32_t v = 50; v < 60; v++) {
        assert_true(r.height[v] > 195.0f && r.height[v] < 197.0f);
        assert_true(r.laid[v] > 20.0f);
    }
    double left = r.sums.left;
    run_row(&r, 10);
    assert_true(r.sums.left > left);
}

/* On rough ground of all kinds, among real hollows. */
static void threads_carry_the_same(void **state)
{
    const int threads[] = {1, 2, 7};
    for (terrain_kind k = 0; k < TERRAIN_KINDS; k++) {
        terrain t;
        terrain_make(&t, k, 3, 61, 47);
        fluv_topology grid = terrain_grid(&t);
        size_t n = t.cells;
        uint8_t *kind = test_room(n, 1), *donors = test_room(n, 1);
        uint32_t *receiver = test_room(n, sizeof *receiver);
        uint64_t *area = test_room(n, sizeof *area);
        float *after = test_room(n, sizeof *after), *one = test_room(n, sizeof *one);
        float *load = test_room(n, sizeof *load), *laid = test_room(n, sizeof *laid);
        float *uplift = test_room(n, sizeof *uplift);
        int64_t *moving = test_room(n, sizeof *moving);
        fluv_connection connection = {0};
        fluv_sediment_sums first = {0};
        fluv_cells_classify(&grid, 1, t.height, kind);
        fluv_receivers(&grid, 1, FLUV_LOWEST, t.height, kind, receiver);
        assert_int_equal(fluv_hollows_connect(*state, &grid, t.height, kind, receiver, &connection),
                         FLUV_OK);
        fluv_trap *traps = test_room((size_t)connection.basin_count + 1, sizeof *traps);
        for (uint32_t b = 0; b <= connection.basin_count; b++)
            traps[b] =
                b ? (fluv_trap){t.height[connection.outflows[b].pass], connection.outflows[b].pass}
                  : (fluv_trap){NAN, FLUV_NONE};
        for (size_t c = 0; c < n; c++) {
            area[c] = 1;
            uplift[c] = 0.0f;
        }
        fluv_forest_sum((uint32_t)n, 1, receiver, donors, area);
        for (size_t i = 0; i < 3; i++) {
            for (size_t c = 0; c < n; c++) {
                after[c] = t.height[c] - (float)(c % 7);
                load[c] = laid[c] = 0.0f;
                moving[c] = (int64_t)(c % 5);
            }
            const fluv_sediment s = {&grid,
                                     kind,
                                     receiver,
                                     area,
                                     1.0,
                                     uplift,
                                     connection.basin_count ? connection.label : NULL,
                                     connection.basin_count ? traps : NULL,
                                     1e4,
                                     1e-3,
                                     moving,
                                     load,
                                     laid};
            fluv_sediment_sums sums = fluv_sediment_step(&s, threads[i], t.height, donors, after);
            assert_true(sums.worn + sums.brought == sums.laid + sums.left);
            if (i == 0) {
                first = sums;
                memcpy(one, after, n * sizeof *one);
            }
            assert_memory_equal(&first, &sums, sizeof sums);
            assert_memory_equal(one, after, n * sizeof *one);
        }
        fluv_connection_free(&connection);
        void *const all[] = {kind, donors, receiver, area,   after, one,
                             load, laid,   uplift,   moving, traps};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            free(all[i]);
        terrain_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steady_slopes_are_steeper_by_what_is_laid_down),
        cmocka_unit_test(what_is_worn_is_laid_down_or_leaves),
        cmocka_unit_test(lakes_fill_and_then_pass_on),
        cmocka_unit_test(threads_carry_the_same),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
