// SPDX-License-Identifier: MIT
/* Calm places of a survey: how they are told from land, and lakes that show as flats only in part.
 */
#include "base/random.h"
#include "landscape/landscape.h"
#include "water/survey_calm.h"
#include "water_land.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#define SIDE 128

/* A gentle slope, as rough as is said. */
static void make_slope(terrain *t, double slope, double rough, uint64_t seed)
{
    fluv_key key = fluv_key_make(seed, "test", "calm");
    terrain_init(t, SIDE, SIDE, 30.0);
    for (uint32_t c = 0; c < t->cells; c++)
        t->height[c] = (float)(100.0 + slope * 30.0 * (c % SIDE) +
                               fluv_random_between(key, c, -rough, rough) * sqrt(3.0));
}

static fluv_calm learn(const terrain *t, const uint8_t *kind)
{
    static fluv_topology grid;
    grid = terrain_grid(t);
    return fluv_calm_learn(&grid, kind, t->height);
}

/* 22 of 25 degrees of freedom are left beside a plane: half of the rest is calm. */
static void land_tells_how_rough_it_is(void **state)
{
    (void)state;
    uint8_t *kind = calloc(SIDE * SIDE, 1);
    for (uint64_t seed = 0; seed < 8; seed++) {
        terrain t;
        double rough = 0.1 + 0.1 * (double)seed;
        make_slope(&t, 0.001, rough, seed);
        fluv_calm calm = learn(&t, kind);
        double expected = fmin(0.5, 0.5 * rough * sqrt(22.0 / 25.0));
        assert_true(fabs(calm.roughest - expected) <= 0.06 * expected + 0.01);
        uint32_t places = 0;
        for (uint32_t c = 0; c < t.cells; c++)
            places += fluv_calm_at(&calm, c);
        assert_true(places < t.cells / 100);
        terrain_free(&t);
    }
    free(kind);
}

static void steep_ground_voids_and_small_maps_are_never_calm(void **state)
{
    (void)state;
    terrain t;
    uint8_t *kind = calloc(SIDE * SIDE, 1);
    make_slope(&t, 0.001, 1.0, 1);
    for (uint32_t c = 0; c < t.cells; c++) {
        uint32_t col = c % SIDE, row = c / SIDE;
        if (col >= 32 && col < 64 && row >= 32 && row < 64)
            t.height[c] = 120.0f + 30.0f * (row < 48 ? 0.025f : 0.035f) * (float)row;
    }
    kind[60 * SIDE + 20] = FLUV_CELL_VOID;
    fluv_calm calm = learn(&t, kind);
    assert_true(fluv_calm_at(&calm, 40 * SIDE + 40));  /* a smooth slope of 2.5 % */
    assert_false(fluv_calm_at(&calm, 56 * SIDE + 40)); /* of 3.5 % */
    assert_false(fluv_calm_at(&calm, SIDE + 1));
    for (uint32_t c = 0; c < t.cells; c++)
        t.height[c] = 5.0f;
    calm = learn(&t, kind); /* nothing but flat: nothing is known of land */
    assert_false(fluv_calm_at(&calm, 40 * SIDE + 40));
    terrain_free(&t);
    make_slope(&t, 0.2, 1.0, 1);
    calm = learn(&t, kind);
    assert_false(fluv_calm_at(&calm, 40 * SIDE + 40));
    terrain_free(&t);
    free(kind);
}

#define LAKE 24.0 /* cells from its middle to its shore */
#define FLAT 9.0

/* Rough land around a lake of which the survey shows the middle flat; from there it leads heights
 * up towards one shore and down towards the other. */
static void make_half_seen(terrain *t, double rough, bool flat, uint64_t seed)
{
    make_slope(t, 0.0, rough, seed);
    for (uint32_t c = 0; c < t->cells; c++) {
        double x = (double)(c % SIDE) - 64.0, y = (double)(c / SIDE) - 64.0, d = hypot(x, y);
        double from = flat ? FLAT : 0.0, out = fmax(0.0, (d - from) / (LAKE - from));
        if (d > LAKE)
            t->height[c] += (float)(2.0 + 0.05 * (d - LAKE));
        else
            t->height[c] = (float)(100.0 + 3.0 * out * x / (d + 1.0));
    }
    for (uint32_t col = 64 + (uint32_t)LAKE - 2; col < SIDE; col++) /* the way out */
        t->height[64 * SIDE + col] = 100.0f - 0.02f * (float)(col - 64);
}

static void expect_lake(fluv_ctx *ctx, const terrain *t, double area, const char *what,
                        uint64_t seed)
{
    fluv_landscape land;
    double largest = 0.0;
    land_of_terrain(ctx, t, &land);
    assert_int_equal(land_run_water(ctx, &land, NULL, NULL), 0);
    const fluv_lakes *lakes = fluv_lakes_of(&land);
    for (size_t i = 0; i < lakes->count; i++) {
        if (!lakes->lakes[i].surveyed)
            continue;
        assert_true(fabsf(lakes->lakes[i].level - 100.0f) <= 0.125f);
        largest = fmax(largest, lakes->lakes[i].area / 900.0);
    }
    assert_true(fabs(largest - area) <= 0.12 * area);
    assert_int_equal(land_count_broken(ctx, &land, what, seed), 0);
    fluv_landscape_free(&land);
}

static void a_lake_is_the_calm_water_around_its_flat(void **state)
{
    for (uint64_t seed = 0; seed < 8; seed++) {
        terrain t;
        make_half_seen(&t, 1.0, true, seed);
        expect_lake(*state, &t, M_PI * LAKE * LAKE, "half seen", seed);
        terrain_free(&t);
    }
}

static void calm_ground_without_a_flat_is_no_lake(void **state)
{
    terrain t;
    make_half_seen(&t, 1.0, false, 3);
    expect_lake(*state, &t, 0.0, "meadow", 3);
    terrain_free(&t);
}

/* In a map as smooth as this one the water around the flat does not stand out. */
static void a_smooth_map_shows_lakes_by_their_flats_alone(void **state)
{
    terrain t;
    make_half_seen(&t, 0.01, true, 5);
    for (uint32_t c = 0; c < t.cells; c++) { /* a shore of its own, so that the flat is one */
        double d = hypot((double)(c % SIDE) - 64.0, (double)(c / SIDE) - 64.0);
        if (d > FLAT && c / SIDE != 64)
            t.height[c] = fmaxf(t.height[c], (float)(100.3 + 0.15 * (d - FLAT)));
    }
    expect_lake(*state, &t, M_PI * FLAT * FLAT, "smooth", 5);
    terrain_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(land_tells_how_rough_it_is),
        cmocka_unit_test(steep_ground_voids_and_small_maps_are_never_calm),
        cmocka_unit_test(a_lake_is_the_calm_water_around_its_flat),
        cmocka_unit_test(calm_ground_without_a_flat_is_no_lake),
        cmocka_unit_test(a_smooth_map_shows_lakes_by_their_flats_alone),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
