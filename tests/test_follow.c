// SPDX-License-Identifier: MIT
/* Receivers that follow the slope: on slopes whose lines are known, and on painted maps. */
#include "painted.h"

#include "water/follow.h"
#include "water/receivers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static fluv_wander wander_of(double strength)
{
    return (fluv_wander){.noise = {.key = fluv_key_make(1, "test", "wander"),
                                   .wavelength = 8.0,
                                   .octaves = 2,
                                   .gain = 0.8,
                                   .lacunarity = 2.0},
                         .strength = (float)strength};
}

/* The receivers of a terrain without sea. */
static uint32_t *follow(const terrain *t, double strength, int threads)
{
    fluv_topology grid = terrain_grid(t);
    fluv_wander wander = wander_of(strength);
    uint8_t *kind = test_room(t->cells, 1);
    uint32_t *receiver = test_room(t->cells, sizeof *receiver);
    fluv_cells_classify(&grid, threads, t->height, kind);
    fluv_receivers_follow(&grid, threads, &wander, t->height, kind, receiver);
    free(kind);
    return receiver;
}

/* ---- On any terrain ---- */

static bool has_lower_neighbour(const terrain *t, uint32_t cell)
{
    fluv_topology grid = terrain_grid(t);
    fluv_around around = fluv_around_cell(&grid, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (t->height[around.cell[i]] < t->height[cell])
            return true;
    return false;
}

static void check_steps(const terrain *t, const uint32_t *receiver)
{
    fluv_topology grid = terrain_grid(t);
    for (uint32_t c = 0; c < t->cells; c++) {
        uint32_t to = receiver[c];
        if (to == FLUV_NONE) {
            assert_true(fluv_cell_at_edge(&grid, c) || !has_lower_neighbour(t, c));
            continue;
        }
        assert_true(to < t->cells && t->height[to] < t->height[c]);
        int across = abs((int)(to % t->cols) - (int)(c % t->cols));
        int along = abs((int)(to / t->cols) - (int)(c / t->cols));
        assert_true(across <= 1 && along <= 1);
    }
}

static void check_no_crossing(const terrain *t, const uint32_t *receiver)
{
    for (uint32_t row = 0; row + 1 < t->rows; row++)
        for (uint32_t col = 0; col + 1 < t->cols; col++) {
            uint32_t a = row * t->cols + col, b = a + 1, c = a + t->cols, d = c + 1;
            bool falling = receiver[a] == d || receiver[d] == a;
            assert_false(falling && (receiver[b] == c || receiver[c] == b));
        }
}

static void water_goes_to_a_lower_neighbour_and_never_crosses(void **state)
{
    (void)state;
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < 10; seed++)
            for (int strong = 0; strong < 2; strong++) {
                terrain t;
                terrain_make(&t, kind, seed, 1 + (uint32_t)(seed * 37 % 151),
                             1 + (uint32_t)(seed * 53 % 97));
                uint32_t *receiver = follow(&t, 4.0 * strong, 2);
                check_steps(&t, receiver);
                check_no_crossing(&t, receiver);
                free(receiver);
                terrain_free(&t);
            }
}

/* On a slope with wandering ways, the steps of b and d cross: d lies higher and takes b's receiver.
 */
static void of_two_steps_that_cross_the_higher_gives_way(void **state)
{
    (void)state;
    terrain t;
    terrain_make(&t, TERRAIN_PIT, 1, 38, 54);
    uint32_t *receiver = follow(&t, 4.0, 1);
    const uint32_t corner[] = {1299, 1527, 1753};
    for (int i = 0; i < 3; i++) {
        uint32_t b = corner[i] + 1, c = corner[i] + t.cols, d = c + 1;
        assert_true(t.height[d] > t.height[b]);
        assert_int_equal(receiver[b], c);
        assert_int_equal(receiver[d], c);
    }
    free(receiver);
    terrain_free(&t);
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 4; seed++) {
        terrain t;
        terrain_make(&t, seed % 2 ? TERRAIN_NOISE : TERRAIN_STEPS, seed, 300, 170);
        uint32_t *one = follow(&t, 2.0, 1), *two = follow(&t, 2.0, 2), *seven = follow(&t, 2.0, 7);
        assert_memory_equal(one, two, t.cells * sizeof *one);
        assert_memory_equal(one, seven, t.cells * sizeof *one);
        free(one);
        free(two);
        free(seven);
        terrain_free(&t);
    }
}

/* ---- Against the true line ---- */

typedef double ground_fn(double x, double y, double angle);

static double plane(double x, double y, double angle)
{
    return -x * cos(angle) - y * sin(angle);
}

static double cone(double x, double y, double angle)
{
    (void)angle;
    return -hypot(x, y);
}

static double funnel(double x, double y, double angle)
{
    (void)angle;
    return hypot(x, y);
}

static void make_ground(terrain *t, uint32_t size, ground_fn *ground, double angle)
{
    terrain_init(t, size, size, 1.0);
    double middle = 0.5 * size + 0.3;
    for (uint32_t c = 0; c < t->cells; c++)
        t->height[c] =
            (float)(2000.0 + ground(c % size - middle, (double)(c / size) - middle, angle));
}

/* How far, in cells, a way leaves the straight line along the slope at its start, at most. */
static double strays(const terrain *t, const uint32_t *receiver, uint32_t start, double ux,
                     double uy, double length)
{
    double most = 0.0;
    for (uint32_t at = start; at != FLUV_NONE; at = receiver[at]) {
        double x = (double)(at % t->cols) - (double)(start % t->cols);
        double y = (double)(at / t->cols) - (double)(start / t->cols);
        if (x * ux + y * uy > length)
            break;
        most = fmax(most, fabs(x * uy - y * ux));
    }
    return most;
}

static void ways_down_a_plane_keep_to_its_slope(void **state)
{
    (void)state;
    double steepest_worst = 0.0, worst = 0.0, sum = 0.0;
    int count = 0;
    for (int degrees = 0; degrees < 360; degrees += 7) {
        terrain t;
        double angle = degrees * DEGREE, ux = cos(angle), uy = sin(angle);
        make_ground(&t, 301, plane, angle);
        uint32_t start =
            (uint32_t)lround(150.0 - 100.0 * uy) * 301 + (uint32_t)lround(150.0 - 100.0 * ux);
        uint32_t *receiver = follow(&t, 0.0, 1);
        double most = strays(&t, receiver, start, ux, uy, 200.0);
        worst = fmax(worst, most);
        sum += most;
        count++;
        fluv_topology grid = terrain_grid(&t);
        uint8_t *kind = test_room(t.cells, 1);
        fluv_receivers(&grid, 1, FLUV_STEEPEST, t.height, kind, receiver);
        steepest_worst = fmax(steepest_worst, strays(&t, receiver, start, ux, uy, 200.0));
        free(kind);
        free(receiver);
        terrain_free(&t);
    }
    if (worst > 7.0 || sum > 2.5 * count)
        fail_msg("%.2f cells aside at most, %.2f in the mean", worst, sum / count);
    assert_true(steepest_worst > 50.0); /* the test can tell */
}

/* From a ring around the middle; lines are rays. */
static double mean_stray(ground_fn *ground, double from, double length, double outward)
{
    terrain t;
    double sum = 0.0, middle = 200.5 + 0.3;
    make_ground(&t, 401, ground, 0.0);
    uint32_t *receiver = follow(&t, 0.0, 1);
    for (int i = 0; i < 360; i++) {
        double x = round(middle + from * cos(i * DEGREE)),
               y = round(middle + from * sin(i * DEGREE));
        double r = hypot(x - middle, y - middle);
        sum += strays(&t, receiver, (uint32_t)y * 401 + (uint32_t)x, outward * (x - middle) / r,
                      outward * (y - middle) / r, length);
    }
    free(receiver);
    terrain_free(&t);
    return sum / 360.0;
}

static void ways_down_cones_are_rays(void **state)
{
    (void)state;
    double out = mean_stray(cone, 40.0, 140.0, 1.0), in = mean_stray(funnel, 180.0, 140.0, -1.0);
    if (out > 3.0 || in > 2.0)
        fail_msg("%.2f cells aside outward, %.2f inward", out, in);
}

/* ---- On painted maps ---- */

static river_figures measure_rivers(fluv_ctx *ctx, const terrain *t, double descent, double wander)
{
    fluv_landscape land;
    const setting drain[] = {{"descent", descent}, {"wander", wander}, {NULL, 0}};
    land_of_terrain(ctx, t, &land);
    assert_int_equal(land_run(ctx, &land, "drain", drain), FLUV_OK);
    assert_int_equal(land_run(ctx, &land, "lakes", NULL), FLUV_OK);
    assert_int_equal(land_run(ctx, &land, "rivers", NULL), FLUV_OK);
    assert_int_equal(land_count_broken(ctx, &land, "painted", 0), 0);
    river_figures figures = figures_of(fluv_rivers_of(&land));
    fluv_landscape_free(&land);
    return figures;
}

enum { FOLLOW, STEEPEST };

static void a_painted_map_gets_no_combs(void **state)
{
    fluv_ctx *ctx = *state;
    for (uint64_t seed = 0; seed < 3; seed++) {
        terrain t;
        paint_bumps(&t, 256, seed);
        round_to_steps(&t, 65535);
        river_figures steepest = measure_rivers(ctx, &t, STEEPEST, 0.0);
        river_figures straight = measure_rivers(ctx, &t, FOLLOW, 0.0);
        river_figures usual = measure_rivers(ctx, &t, FOLLOW, 1.0);
        bool together = usual.length < 0.8 * straight.length && straight.length < steepest.length;
        if (steepest.on_grid < 0.8 || straight.on_grid > 0.2 || usual.on_grid > 0.2 || !together)
            fail_msg("seed %d: on the grid's directions %.2f, %.2f, %.2f; km %.0f, %.0f, %.0f",
                     (int)seed, steepest.on_grid, straight.on_grid, usual.on_grid,
                     steepest.length / 1000.0, straight.length / 1000.0, usual.length / 1000.0);
        terrain_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(water_goes_to_a_lower_neighbour_and_never_crosses),
        cmocka_unit_test(of_two_steps_that_cross_the_higher_gives_way),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(ways_down_a_plane_keep_to_its_slope),
        cmocka_unit_test(ways_down_cones_are_rays),
        cmocka_unit_test(a_painted_map_gets_no_combs),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
