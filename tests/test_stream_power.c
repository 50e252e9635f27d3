// SPDX-License-Identifier: MIT
/* What erosion by streams stands on: sums down a forest equal plain sums, hollows drain over their
 * lowest passes, a step follows its equation, and long time gives the slopes that theory gives. */
#include "one_thread.h"
#include "terrain.h"

#include "base/ctx.h"
#include "water/connect.h"
#include "water/forest.h"
#include "water/receivers.h"
#include "water/stream_power.h"
#include "water/talus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const int thread_counts[] = {1, 2, 7};

/* ---- Sums ---- */

static void sums_equal_plain_sums(void **state)
{
    (void)state;
    for (terrain_kind k = 0; k < TERRAIN_KINDS; k++)
        for (uint64_t seed = 0; seed < 6; seed++) {
            terrain t;
            terrain_make(&t, k, seed, 3 + (uint32_t)(seed * 11 % 50),
                         3 + (uint32_t)(seed * 7 % 50));
            fluv_topology grid = terrain_grid(&t);
            uint8_t *kind = test_room(t.cells, 1), *donors = test_room(t.cells, 1);
            uint32_t *receiver = test_room(t.cells, sizeof *receiver);
            uint64_t *plain = test_room(t.cells, sizeof *plain);
            uint64_t *sum = test_room(t.cells, sizeof *sum);
            fluv_cells_classify(&grid, 1, t.height, kind);
            fluv_receivers(&grid, 1, FLUV_LOWEST, t.height, kind, receiver);
            memset(plain, 0, t.cells * sizeof *plain);
            for (uint32_t c = 0; c < t.cells; c++)
                for (uint32_t at = c; at != FLUV_NONE; at = receiver[at])
                    plain[at] += c + 1;
            for (size_t i = 0; i < sizeof thread_counts / sizeof *thread_counts; i++) {
                for (uint32_t c = 0; c < t.cells; c++)
                    sum[c] = c + 1;
                fluv_forest_sum(t.cells, thread_counts[i], receiver, donors, sum);
                assert_memory_equal(sum, plain, t.cells * sizeof *sum);
            }
            free(kind);
            free(donors);
            free(receiver);
            free(plain);
            free(sum);
            terrain_free(&t);
        }
}

/* ---- Hollows ---- */

/* Every way ends where water leaves: at an open cell, or in a hollow that spills outside. */
static void assert_all_leave(const terrain *t, const uint8_t *kind, const uint32_t *receiver,
                             const fluv_connection *connection)
{
    for (uint32_t c = 0; c < t->cells; c++) {
        uint32_t at = c, steps = 0;
        while (receiver[at] != FLUV_NONE) {
            at = receiver[at];
            assert_true(++steps <= t->cells);
        }
        const fluv_outflow *end = &connection->outflows[kind[at] ? 0 : connection->label[at]];
        assert_true(kind[at] || (end->root == at && end->next == FLUV_OUTSIDE));
    }
}

/* No way climbs above the level at which its hollow would overflow. */
static void assert_lowest_passes(const terrain *t, const uint32_t *receiver,
                                 const fluv_connection *connection, const float *level)
{
    for (uint32_t b = 1; b <= connection->basin_count; b++) {
        uint32_t root = connection->outflows[b].root;
        for (uint32_t at = root; at != FLUV_NONE; at = receiver[at])
            assert_true(t->height[at] <= level[root]);
    }
}

static void connect_and_judge(fluv_ctx *ctx, const terrain *t, const fluv_topology *topology,
                              fluv_connection *connection)
{
    uint8_t *kind = test_room(t->cells, 1);
    uint32_t *receiver = test_room(t->cells, sizeof *receiver);
    float *level = test_room(t->cells, sizeof *level);
    fluv_cells_classify(topology, 1, t->height, kind);
    fluv_receivers(topology, 1, FLUV_LOWEST, t->height, kind, receiver);
    assert_int_equal(fluv_hollows_connect(ctx, topology, t->height, kind, receiver, connection),
                     FLUV_OK);
    terrain_flood(topology, t->height, kind, level);
    assert_all_leave(t, kind, receiver, connection);
    assert_lowest_passes(t, receiver, connection, level);
    free(kind);
    free(receiver);
    free(level);
}

static void hollows_drain_over_lowest_passes(void **state)
{
    fluv_connection on_grid = {0}, on_mesh = {0};
    for (terrain_kind k = 0; k < TERRAIN_KINDS; k++)
        for (uint64_t seed = 0; seed < 6; seed++) {
            terrain t; /* one size, so that memory is used again */
            terrain_mesh mesh;
            terrain_make(&t, k, seed, 31, 23);
            fluv_topology grid = terrain_grid(&t);
            terrain_mesh_make(&mesh, &t);
            connect_and_judge(*state, &t, &grid, &on_grid);
            connect_and_judge(*state, &t, &mesh.topology, &on_mesh);
            terrain_mesh_free(&mesh);
            terrain_free(&t);
        }
    fluv_connection_free(&on_grid);
    fluv_connection_free(&on_mesh);
}

/* ---- Steps ---- */

#define LENGTH 400 /* vertices of a row that drains to its west end */

typedef struct row {
    fluv_topology topology;
    uint8_t kind[LENGTH];
    uint32_t receiver[LENGTH];
    uint64_t area[LENGTH];
    float uplift[LENGTH], height[LENGTH], after[LENGTH];
    fluv_stratum stratum;
    fluv_stream_power power;
} row;

/* Every vertex drains the vertices east of it, each a cell of 100 m. */
static void make_row(row *r)
{
    r->topology = fluv_topology_grid(LENGTH, 1, 100.0);
    r->stratum = (fluv_stratum){.rock = {.erodibility = 5.61e-7f, .talus = 100.0f}};
    for (uint32_t i = 0; i < LENGTH; i++) {
        r->kind[i] = i ? 0 : FLUV_CELL_SEA;
        r->receiver[i] = i ? i - 1 : FLUV_NONE;
        r->area[i] = LENGTH - i;
        r->uplift[i] = 5e-4f;
        r->height[i] = 0.0f;
    }
    r->power = (fluv_stream_power){.topology = &r->topology,
                                   .kind = r->kind,
                                   .receiver = r->receiver,
                                   .area = r->area,
                                   .unit = 1e4,
                                   .uplift = r->uplift,
                                   .strata = {.count = 1, .strata = &r->stratum},
                                   .m = 0.5,
                                   .n = 1.0,
                                   .years = 1e5};
}

static void run_row(row *r, int steps)
{
    for (int s = 0; s < steps; s++) {
        fluv_stream_power_step(&r->power, 1, r->height, r->after);
        memcpy(r->height, r->after, sizeof r->height);
    }
}

/* Steady: u = k A^m S^n everywhere, so h is the sum of (u / (k A^m))^(1/n) d from the end. */
static void assert_steady(const row *r)
{
    double height = 0.0;
    for (uint32_t i = 1; i < LENGTH; i++) {
        double flow = pow((double)r->area[i] * r->power.unit, r->power.m);
        height += pow(5e-4 / (5.61e-7 * flow), 1.0 / r->power.n) * 100.0;
        assert_true(fabs((double)r->height[i] - height) < 1e-3 * height);
    }
}

static void a_row_reaches_the_profile_of_theory(void **state)
{
    (void)state;
    const double exponents[][2] = {{0.5, 1.0}, {0.4, 1.0}, {0.5, 1.5}, {0.45, 0.8}};
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) {
        row r;
        make_row(&r);
        r.power.m = exponents[i][0];
        r.power.n = exponents[i][1];
        run_row(&r, 4000);
        assert_steady(&r);
    }
}

/* The paper's own formula for m = 1/2 and n = 1, vertex by vertex. */
static void a_step_follows_its_equation(void **state)
{
    (void)state;
    row r;
    make_row(&r);
    for (uint32_t i = 0; i < LENGTH; i++)
        r.height[i] = (float)(i * i) * 0.1f;
    fluv_stream_power_step(&r.power, 1, r.height, r.after);
    double below = 0.0;
    for (uint32_t i = 1; i < LENGTH; i++) {
        double c = (double)5.61e-7f * sqrt((double)r.area[i] * 1e4) / 100.0;
        double raised = (double)r.height[i] + 1e5 * (double)5e-4f;
        double expected = (raised + 1e5 * c * below) / (1.0 + 1e5 * c);
        assert_true(fabs((double)r.after[i] - expected) <= 1e-6 * expected);
        below = (double)r.after[i];
    }
}

static void a_free_border_sinks_towards_zero(void **state)
{
    (void)state;
    row r;
    make_row(&r);
    r.kind[0] = FLUV_CELL_OPEN;
    r.power.border_distance = 4e4;
    fluv_stream_power_step(&r.power, 1, r.height, r.after);
    double c = (double)5.61e-7f * sqrt(LENGTH * 1e4) / 4e4;
    double expected = 1e5 * (double)5e-4f / (1.0 + 1e5 * c);
    assert_true(fabs((double)r.after[0] - expected) <= 1e-6 * expected);
}

/* Held ground keeps its height, and all upstream stands on it; no wall of it comes down. */
static void held_ground_is_what_the_rest_stands_on(void **state)
{
    (void)state;
    row r;
    uint8_t calm[LENGTH] = {0};
    make_row(&r);
    r.kind[100] |= FLUV_CELL_HELD;
    r.height[100] = 9000.0f;
    run_row(&r, 4000);
    double height = 9000.0;
    for (uint32_t i = 101; i < LENGTH; i++) {
        height += 5e-4 / (5.61e-7 * sqrt((double)r.area[i] * r.power.unit)) * 100.0;
        assert_true(fabs((double)r.height[i] - height) < 1e-3 * height);
    }
    assert_true(r.height[99] < 8000.0f);
    r.stratum.rock.talus = 0.5f;
    while (fluv_talus_round(&r.power, 1, calm, r.height))
        continue;
    assert_true(r.height[100] == 9000.0f);
}

/* Many thin strata of one rock are that rock, but for the step being cut in parts. */
static void alike_strata_change_little(void **state)
{
    (void)state;
    row thick, thin;
    fluv_stratum strata[5];
    float top[LENGTH], map[LENGTH];
    for (uint32_t i = 0; i < LENGTH; i++) {
        top[i] = 200.0f + (float)(i % 17);
        map[i] = 1.0f + 0.01f * (float)(i % 23);
    }
    for (int i = 0; i < 5; i++)
        strata[i] = (fluv_stratum){{5.61e-7f, 100.0f}, 30.0f, i == 2 ? map : NULL};
    make_row(&thick);
    make_row(&thin);
    thin.power.strata = (fluv_strata){5, strata, top, true};
    for (int s = 0; s < 60; s++) {
        thin.power.age = s * thin.power.years;
        run_row(&thick, 1);
        run_row(&thin, 1);
    }
    for (uint32_t i = 0; i < LENGTH; i++)
        assert_true(fabsf(thick.height[i] - thin.height[i]) <= 0.1f * thick.height[i] + 1.0f);
}

/* A hard stratum below soft rock: where the ground meets it, it stays above it. */
static void a_hard_stratum_holds_the_ground(void **state)
{
    (void)state;
    row r;
    make_row(&r);
    const fluv_stratum strata[2] = {{{1e-4f, 100.0f}, 450.0f, NULL},
                                    {{1e-12f, 100.0f}, 1.0f, NULL}};
    float top[LENGTH];
    for (uint32_t i = 0; i < LENGTH; i++) {
        top[i] = 500.0f;
        r.height[i] = i ? 500.0f : 0.0f;
        r.uplift[i] = 0.0f;
    }
    r.power.strata = (fluv_strata){2, strata, top, false};
    run_row(&r, 20);
    for (uint32_t i = 1; i < LENGTH; i++)
        assert_true(r.height[i] >= 49.99f && r.height[i] < 51.0f);
}

/* The first rock takes a part of the step, the second what is left of it. */
static void a_step_goes_on_in_the_next_stratum(void **state)
{
    (void)state;
    row r;
    make_row(&r);
    const double k = 5e-7, c = k * sqrt((double)r.area[1] * 1e4) / 100.0;
    const fluv_stratum strata[2] = {{{5e-7f, 100.0f}, 100.0f, NULL}, {{1e-6f, 100.0f}, 1.0f, NULL}};
    float top[LENGTH];
    for (uint32_t i = 0; i < LENGTH; i++) {
        top[i] = 500.0f;
        r.height[i] = i ? 500.0f : 0.0f;
        r.uplift[i] = 0.0f;
    }
    r.power.strata = (fluv_strata){2, strata, top, false};
    fluv_stream_power_step(&r.power, 1, r.height, r.after);
    double first = (500.0 / 400.0 - 1.0) / c; /* years until 500 / (1 + c t) is 400 */
    double expected = 400.0 / (1.0 + 2.0 * c * (1e5 - first));
    assert_true(fabs((double)r.after[1] - expected) < 1e-3 * expected);
}

/* A way that is longer than what is remembered of it at a time, met from its upper end. */
static void a_long_way_is_solved_whole(void **state)
{
    (void)state;
    enum { LONG = 5000 };
    const fluv_stratum rock = {.rock = {.erodibility = 5.61e-7f, .talus = 100.0f}};
    fluv_topology line = fluv_topology_grid(LONG, 1, 100.0);
    uint8_t *kind = test_room(LONG, 1);
    uint32_t *receiver = test_room(LONG, sizeof *receiver);
    uint64_t *area = test_room(LONG, sizeof *area);
    float *uplift = test_room(LONG, sizeof *uplift), *height = test_room(LONG, sizeof *height);
    float *after = test_room(LONG, sizeof *after);
    for (uint32_t i = 0; i < LONG; i++) {
        kind[i] = i + 1 < LONG ? 0 : FLUV_CELL_SEA;
        receiver[i] = i + 1 < LONG ? i + 1 : FLUV_NONE;
        area[i] = i + 1;
        uplift[i] = 5e-4f;
        height[i] = 0.1f * (float)(LONG - 1 - i);
    }
    const fluv_stream_power power = {.topology = &line,
                                     .kind = kind,
                                     .receiver = receiver,
                                     .area = area,
                                     .unit = 1e4,
                                     .uplift = uplift,
                                     .strata = {.count = 1, .strata = &rock},
                                     .m = 0.5,
                                     .n = 1.0,
                                     .years = 1e5};
    fluv_stream_power_step(&power, 1, height, after);
    for (uint32_t i = 0; i + 1 < LONG; i++) {
        double c = (double)5.61e-7f * sqrt((double)area[i] * 1e4) / 100.0;
        double raised = (double)height[i] + 1e5 * (double)5e-4f;
        double expected = (raised + 1e5 * c * (double)after[i + 1]) / (1.0 + 1e5 * c);
        assert_true(fabs((double)after[i] - expected) <= 1e-5 * expected);
    }
    free(kind);
    free(receiver);
    free(area);
    free(uplift);
    free(height);
    free(after);
}

/* The strata of a column, by hand: 10, 20 and 30 m from 100 m down, again and again. */
static void heights_lie_in_their_strata(void **state)
{
    (void)state;
    const fluv_stratum list[3] = {
        {{1.0f, 1.0f}, 10.0f, NULL}, {{2.0f, 1.0f}, 20.0f, NULL}, {{3.0f, 1.0f}, 30.0f, NULL}};
    const float top[1] = {100.0f};
    const struct {
        double height;
        float rock;
        double top, bottom;
    } cases[] = {{150, 1, INFINITY, 90}, {95, 1, 100, 90},  {90, 2, 90, 70}, {71, 2, 90, 70},
                 {70, 3, 70, 40},        {41, 3, 70, 40},   {40, 1, 40, 30}, {30, 2, 30, 10},
                 {-1, 3, 10, -20},       {-20, 1, -20, -30}};
    fluv_strata strata = {3, list, top, true};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fluv_stratum_place place = fluv_strata_below(&strata, 0, cases[i].height);
        assert_true(place.rock.erodibility == cases[i].rock);
        assert_true(place.top == cases[i].top && place.bottom == cases[i].bottom);
    }
    strata.repeat = false;
    assert_true(fluv_strata_below(&strata, 0, -1000.0).bottom == -INFINITY);
    assert_true(fluv_strata_below(&strata, 0, -1000.0).rock.erodibility == 3.0f);
}

static void talus_limits_the_slope(void **state)
{
    (void)state;
    row r;
    make_row(&r);
    r.stratum.rock.talus = 0.3f;
    r.stratum.rock.erodibility = 1e-9f;
    run_row(&r, 300);
    for (uint32_t i = 1; i < LENGTH; i++)
        assert_true(r.height[i] - r.height[i - 1] <= 30.0f * 1.0001f);
    assert_true(r.height[LENGTH - 1] > 1000.0f);
}

/* One a vertex, where it is given: the west holds steeper slopes than the east. */
static void talus_may_be_a_map(void **state)
{
    (void)state;
    row r;
    float talus[LENGTH];
    make_row(&r);
    r.stratum.rock.talus = 100.0f;
    r.stratum.rock.erodibility = 1e-9f;
    r.power.talus = talus;
    for (uint32_t i = 0; i < LENGTH; i++)
        talus[i] = i < LENGTH / 2 ? 0.4f : 0.1f;
    for (int plain = 0; plain < 2; plain++) {
        r.power.m = plain ? 0.5 : 0.45;
        run_row(&r, 300);
        for (uint32_t i = 1; i < LENGTH; i++)
            assert_true(r.height[i] - r.height[i - 1] <= 100.0f * talus[i] * 1.0001f);
        assert_true(r.height[50] - r.height[49] > 39.0f);
    }
}

/* Rock that holds slopes `steeper` times as steep is rock of so many times the talus. */
static void rock_may_hold_more_here_than_there(void **state)
{
    (void)state;
    row once, more;
    float steeper[LENGTH];
    for (int plain = 0; plain < 2; plain++) {
        make_row(&once);
        make_row(&more);
        once.power.m = more.power.m = plain ? 0.5 : 0.45;
        once.stratum.rock = (fluv_rock){.erodibility = 1e-9f, .talus = 0.375f};
        more.stratum.rock = (fluv_rock){.erodibility = 1e-9f, .talus = 0.25f};
        more.power.steeper = steeper;
        for (uint32_t i = 0; i < LENGTH; i++)
            steeper[i] = 1.5f;
        run_row(&once, 300);
        run_row(&more, 300);
        assert_memory_equal(once.height, more.height, sizeof once.height);
        assert_true(once.height[50] - once.height[49] > 37.0f);
    }
}

/* ---- Walls ---- */

/* A wall of 500 m, hard rock over soft: it comes down to a slope through both, which meet between
 * two vertices. */
static void walls_come_down_to_slopes(void **state)
{
    (void)state;
    const fluv_stratum rocks[2] = {{{1.0f, 2.0f}, 225.0f, NULL}, {{1.0f, 0.5f}, 1.0f, NULL}};
    float top[LENGTH];
    uint8_t calm[LENGTH] = {0};
    row r;
    make_row(&r);
    r.power.strata = (fluv_strata){2, rocks, top, false};
    r.power.age = 4e5; /* 200 m of uplift */
    for (uint32_t i = 0; i < LENGTH; i++) {
        top[i] = 300.0f;
        r.height[i] = i < 10 ? 0.0f : 500.0f;
    }
    while (fluv_talus_round(&r.power, 1, calm, r.height))
        continue;
    for (uint32_t i = 10; i < LENGTH; i++) {
        double along = 100.0 * (i - 9), soft = fmin(along, 550.0);
        double height = fmin(500.0, 0.5 * soft + 2.0 * (along - soft));
        assert_true(fabs((double)r.height[i] - height) < 1e-3);
    }
}

/* The judge looks at all cells again and again. */
static void sink_naively(const fluv_topology *grid, float talus, float *height)
{
    for (bool sank = true; sank;) {
        sank = false;
        for (uint32_t c = 0; c < grid->count; c++) {
            fluv_around around = fluv_around_cell(grid, c);
            for (uint32_t i = 0; i < around.count; i++) {
                double distance = fluv_cell_distance(grid, c, around.cell[i]);
                float holds = (float)((double)height[around.cell[i]] + (double)talus * distance);
                sank = sank || holds < height[c];
                height[c] = holds < height[c] ? holds : height[c];
            }
        }
    }
}

static uint32_t count_roots(const fluv_topology *grid, const float *height, const uint8_t *kind,
                            uint32_t *receiver)
{
    fluv_receivers(grid, 1, FLUV_LOWEST, height, kind, receiver);
    return fluv_catchments_count(grid, 1, kind, receiver);
}

static void walls_come_down_as_the_judge_says(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        terrain t;
        terrain_make(&t, (terrain_kind)(seed % TERRAIN_KINDS), seed, 31, 23);
        fluv_topology grid = terrain_grid(&t);
        size_t bytes = t.cells * sizeof(float);
        const fluv_stratum rock = {.rock = {1e-6f, 0.02f}};
        uint8_t *kind = test_room(t.cells, 1), *calm = test_room(t.cells, 1);
        uint32_t *receiver = test_room(t.cells, sizeof *receiver);
        float *uplift = test_room(t.cells, sizeof *uplift), *height = test_room(1, bytes);
        float *judged = test_room(1, bytes);
        fluv_stream_power power = {.topology = &grid,
                                   .kind = kind,
                                   .uplift = uplift,
                                   .strata = {.count = 1, .strata = &rock}};
        memset(uplift, 0, bytes);
        memcpy(judged, t.height, bytes);
        fluv_cells_classify(&grid, 1, t.height, kind);
        uint32_t roots = count_roots(&grid, t.height, kind, receiver);
        sink_naively(&grid, rock.rock.talus, judged);
        for (size_t i = 0; i < sizeof thread_counts / sizeof *thread_counts; i++) {
            memset(calm, 0, t.cells);
            memcpy(height, t.height, bytes);
            while (fluv_talus_round(&power, thread_counts[i], calm, height))
                continue;
            assert_memory_equal(height, judged, bytes);
        }
        assert_true(count_roots(&grid, height, kind, receiver) <= roots);
        free(kind);
        free(calm);
        free(receiver);
        free(uplift);
        free(height);
        free(judged);
        terrain_free(&t);
    }
}

static void threads_change_nothing(void **state)
{
    (void)state;
    terrain t;
    terrain_make(&t, TERRAIN_NOISE, 5, 67, 53);
    fluv_topology grid = terrain_grid(&t);
    uint8_t *kind = test_room(t.cells, 1);
    uint32_t *receiver = test_room(t.cells, sizeof *receiver);
    uint64_t *area = test_room(t.cells, sizeof *area);
    float *uplift = test_room(t.cells, sizeof *uplift);
    float *first = test_room(t.cells, sizeof *first), *other = test_room(t.cells, sizeof *other);
    const fluv_stratum stratum = {.rock = {1e-6f, 0.8f}};
    fluv_cells_classify(&grid, 1, t.height, kind);
    fluv_receivers(&grid, 1, FLUV_STEEPEST, t.height, kind, receiver);
    for (uint32_t c = 0; c < t.cells; c++) {
        area[c] = 1 + c % 100;
        uplift[c] = 1e-4f;
    }
    fluv_stream_power power = {.topology = &grid,
                               .kind = kind,
                               .receiver = receiver,
                               .area = area,
                               .unit = 100.0,
                               .uplift = uplift,
                               .strata = {.count = 1, .strata = &stratum},
                               .m = 0.5,
                               .n = 1.0,
                               .years = 1e5,
                               .border_distance = 1e4};
    fluv_stream_power_step(&power, 1, t.height, first);
    for (size_t i = 0; i < sizeof thread_counts / sizeof *thread_counts; i++) {
        fluv_stream_power_step(&power, thread_counts[i], t.height, other);
        assert_memory_equal(first, other, t.cells * sizeof *first);
    }
    free(kind);
    free(receiver);
    free(area);
    free(uplift);
    free(first);
    free(other);
    terrain_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_equal_plain_sums),
        cmocka_unit_test(hollows_drain_over_lowest_passes),
        cmocka_unit_test(a_row_reaches_the_profile_of_theory),
        cmocka_unit_test(a_step_follows_its_equation),
        cmocka_unit_test(a_free_border_sinks_towards_zero),
        cmocka_unit_test(alike_strata_change_little),
        cmocka_unit_test(a_hard_stratum_holds_the_ground),
        cmocka_unit_test(a_step_goes_on_in_the_next_stratum),
        cmocka_unit_test(a_long_way_is_solved_whole),
        cmocka_unit_test(heights_lie_in_their_strata),
        cmocka_unit_test(talus_limits_the_slope),
        cmocka_unit_test(held_ground_is_what_the_rest_stands_on),
        cmocka_unit_test(talus_may_be_a_map),
        cmocka_unit_test(rock_may_hold_more_here_than_there),
        cmocka_unit_test(walls_come_down_to_slopes),
        cmocka_unit_test(walls_come_down_as_the_judge_says),
        cmocka_unit_test(threads_change_nothing),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
