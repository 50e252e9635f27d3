// SPDX-License-Identifier: MIT
/* Terraces of coarse maps: found, turned into slopes, and left where they are flat ground. */
#include "painted.h"

#include "base/ctx.h"
#include "stages/import/terraces.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define STEPS     255 /* terraces of one to three cells on these maps, */
#define FEW_STEPS 48  /* and of many */

static void remove_them(fluv_ctx *ctx, terrain *t, float step)
{
    assert_int_equal(fluv_terraces_remove(ctx, t->cols, t->rows, step, 1.0, t->height), FLUV_OK);
    fluv_scratch_release(ctx, NULL);
}

static fluv_height_steps look(fluv_ctx *ctx, const terrain *t, uint32_t most)
{
    fluv_height_steps steps;
    assert_int_equal(fluv_terraces_look(ctx, t->height, t->cells, most, &steps), FLUV_OK);
    fluv_scratch_release(ctx, NULL);
    return steps;
}

static void coarse_maps_are_told_from_others(void **state)
{
    fluv_ctx *ctx = *state;
    terrain t;
    paint_bumps(&t, 160, 1);
    fluv_height_steps steps = look(ctx, &t, FLUV_COARSE_STEPS);
    assert_int_equal(steps.count, FLUV_COARSE_STEPS + 1);
    assert_false(fluv_terraces_are_there(&steps, t.cells));
    float step = round_to_steps(&t, STEPS);
    steps = look(ctx, &t, FLUV_COARSE_STEPS);
    assert_true(steps.count > 200 && steps.count <= 256);
    assert_true(fabsf(steps.step - step) < 1e-3F * step);
    assert_true(fluv_terraces_are_there(&steps, t.cells));
    assert_false(fluv_terraces_are_there(&steps, 200)); /* a table */
    round_to_steps(&t, 3);
    steps = look(ctx, &t, FLUV_COARSE_STEPS);
    assert_int_equal(steps.count, 4);
    assert_false(fluv_terraces_are_there(&steps, t.cells)); /* a mask */
    terrain_free(&t);
}

static void slopes_come_back_close_to_the_truth(void **state)
{
    fluv_ctx *ctx = *state;
    for (uint64_t seed = 0; seed < 3; seed++) {
        terrain truth, t;
        paint_bumps(&truth, 256, seed);
        paint_bumps(&t, 256, seed);
        float step = round_to_steps(&t, seed ? FEW_STEPS : STEPS);
        float *rounded = test_room(t.cells, sizeof *rounded);
        memcpy(rounded, t.height, t.cells * sizeof *rounded);
        remove_them(ctx, &t, step);
        double before = 0.0, after = 0.0, worst = 0.0;
        for (uint32_t c = 0; c < t.cells; c++) {
            assert_true(fabsf(t.height[c] - rounded[c]) <= 0.5001F * step);
            double was = (double)(rounded[c] - truth.height[c]) / (double)step;
            double is = (double)(t.height[c] - truth.height[c]) / (double)step;
            before += was * was;
            after += is * is;
            worst = fmax(worst, fabs(is));
        }
        before = sqrt(before / t.cells);
        after = sqrt(after / t.cells);
        if (after > 0.3 * before || worst > 0.8)
            fail_msg("seed %d: error %.3f steps, %.3f at most, was %.3f", (int)seed, after, worst,
                     before);
        free(rounded);
        terrain_free(&truth);
        terrain_free(&t);
    }
}

static river_figures rivers_on(fluv_ctx *ctx, const terrain *t)
{
    fluv_landscape land;
    const setting lakes[] = {{"flats", 1}, {NULL, 0}};
    const setting rivers[] = {{"area", 60.0 * 900.0}, {NULL, 0}};
    land_of_terrain(ctx, t, &land);
    assert_int_equal(land_run(ctx, &land, "drain", NULL), FLUV_OK);
    assert_int_equal(land_run(ctx, &land, "lakes", lakes), FLUV_OK);
    assert_int_equal(land_run(ctx, &land, "rivers", rivers), FLUV_OK);
    assert_int_equal(land_count_broken(ctx, &land, "coarse", 0), 0);
    river_figures figures = figures_of(fluv_rivers_of(&land));
    fluv_landscape_free(&land);
    return figures;
}

static void a_coarse_map_gets_no_combs(void **state)
{
    fluv_ctx *ctx = *state;
    terrain t;
    paint_bumps(&t, 256, 5);
    river_figures truth = rivers_on(ctx, &t);
    float step = round_to_steps(&t, FEW_STEPS);
    river_figures coarse = rivers_on(ctx, &t);
    remove_them(ctx, &t, step);
    river_figures mended = rivers_on(ctx, &t);
    bool told = coarse.length > 1.25 * truth.length; /* the test can tell */
    if (!told || mended.on_grid > 0.2 || mended.length > 1.15 * truth.length)
        fail_msg("on the grid's directions: %.2f, %.2f, true %.2f; km %.0f, %.0f, true %.0f",
                 coarse.on_grid, mended.on_grid, truth.on_grid, coarse.length / 1000.0,
                 mended.length / 1000.0, truth.length / 1000.0);
    terrain_free(&t);
}

static bool is_lake(uint32_t cell)
{
    double dx = (double)(cell % 200) - 110.0, dy = (double)(cell / 200) - 90.0;
    return dx * dx + dy * dy < 30.0 * 30.0;
}

static bool is_mesa(uint32_t cell)
{
    return hypot((double)(cell % 200) - 150.0, (double)(cell / 200) - 170.0) < 20.0;
}

/* A valley that falls to the sea in the west, with a lake in it whose outlet is one cell, and a
 * mesa. */
static float valley(uint32_t cell)
{
    double x = cell % 200, y = (double)(cell / 200);
    if (x < 25.0)
        return 0.0F;
    double side = fabs(y - 90.0), slope = 0.8 * (x - 25.0) + 1.5 * side;
    if (is_lake(cell))
        return 20.0F;
    if (is_mesa(cell))
        return 300.0F;
    double shore = hypot(x - 110.0, y - 90.0) - 30.0;
    double around = x < 82.0 && side < 1.0 ? slope : fmax(slope, 21.0 + 2.0 * shore);
    return (float)around;
}

static void seas_lakes_and_plateaus_stay(void **state)
{
    fluv_ctx *ctx = *state;
    terrain t;
    terrain_init(&t, 200, 200, 30.0);
    for (uint32_t c = 0; c < t.cells; c++)
        t.height[c] = roundf(valley(c));
    float *rounded = test_room(t.cells, sizeof *rounded);
    memcpy(rounded, t.height, t.cells * sizeof *rounded);
    remove_them(ctx, &t, 1.0F);
    uint32_t moved = 0;
    for (uint32_t c = 0; c < t.cells; c++) {
        bool flat = is_lake(c) || rounded[c] == 0.0F || is_mesa(c);
        if (flat && t.height[c] != rounded[c])
            fail_msg("cell %u at %g m is now at %g", c, (double)rounded[c], (double)t.height[c]);
        moved += t.height[c] != rounded[c];
    }
    assert_true(moved > t.cells / 2);
    free(rounded);
    terrain_free(&t);
}

static void odd_maps_do_no_harm(void **state)
{
    fluv_ctx *ctx = *state;
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < 6; seed++) {
            terrain t;
            terrain_make(&t, kind, seed, 1 + (uint32_t)(seed * 7 % 31),
                         1 + (uint32_t)(seed * 5 % 23));
            float *before = test_room(t.cells, sizeof *before);
            memcpy(before, t.height, t.cells * sizeof *before);
            remove_them(ctx, &t, 1.0F);
            for (uint32_t c = 0; c < t.cells; c++) {
                assert_int_equal(isnan(before[c]), isnan(t.height[c]));
                assert_true(isnan(before[c]) || fabsf(t.height[c] - before[c]) <= 0.501F);
            }
            free(before);
            terrain_free(&t);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coarse_maps_are_told_from_others),
        cmocka_unit_test(slopes_come_back_close_to_the_truth),
        cmocka_unit_test(a_coarse_map_gets_no_combs),
        cmocka_unit_test(seas_lakes_and_plateaus_stay),
        cmocka_unit_test(odd_maps_do_no_harm),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
