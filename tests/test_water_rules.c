// SPDX-License-Identifier: MIT
/* All rules of water hold after drain, lakes and rivers: on landscapes of noise in every mode and
 * climate, on terrains of every kind, and for settings chosen at random. */
#include "water_land.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static void rules_hold(fluv_ctx *ctx, int mode, const char *name)
{
    int broken = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        const climate *c = &land_climates[seed % LAND_CLIMATES];
        const setting lakes[] = {{"mode", mode},
                                 {"runoff", c->runoff},
                                 {"evaporation", c->evaporation},
                                 {"rain", c->rain},
                                 {"min_area", land_smallest[seed / 2 % 4]},
                                 {"min_depth", seed % 3 ? 2.0 : 0.0},
                                 {"dam", seed % 7 ? 0.3 : 0.0},
                                 {NULL, 0}};
        fluv_landscape land;
        land_of_variant(ctx, seed, &land);
        broken += land_run_water(ctx, &land, lakes, NULL);
        broken += land_count_broken(ctx, &land, name, seed);
        fluv_landscape_free(&land);
    }
    assert_int_equal(broken, 0);
}

static void all_rules_hold_with_full_lakes(void **state)
{
    rules_hold(*state, MODE_FULL, "full");
}

static void all_rules_hold_for_volumes(void **state)
{
    rules_hold(*state, MODE_VOLUME, "volume");
}

static void all_rules_hold_in_a_steady_climate(void **state)
{
    rules_hold(*state, MODE_STEADY, "steady");
}

/* Lets water run over the terrain, which is freed. */
static int count_broken_on(fluv_ctx *ctx, terrain *t, const char *name, uint64_t seed,
                           const setting *lakes, const setting *rivers)
{
    fluv_landscape land;
    land_of_terrain(ctx, t, &land);
    int broken = land_run_water(ctx, &land, lakes, rivers);
    broken += land_count_broken(ctx, &land, name, seed);
    fluv_landscape_free(&land);
    terrain_free(t);
    return broken;
}

static void all_rules_hold_on_terrains_of_every_kind(void **state)
{
    fluv_ctx *ctx = *state;
    int broken = 0;
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++)
        for (uint64_t seed = 0; seed < 24; seed++) {
            const climate *c = &land_climates[seed / 3 % LAND_CLIMATES];
            terrain t;
            terrain_make(&t, kind, seed, 20 + (uint32_t)(seed % 13), 17 + (uint32_t)(seed % 7));
            const setting lakes[] = {{"mode", (double)(seed % MODES)},
                                     {"runoff", c->runoff},
                                     {"evaporation", c->evaporation},
                                     {"rain", c->rain},
                                     {"min_area", seed % 2 ? t.cell * t.cell : 0.0},
                                     {"min_depth", seed % 4 ? 0.0 : 2.0},
                                     {"dam", seed % 5 ? 0.0 : 0.3},
                                     {NULL, 0}};
            const setting rivers[] = {{"area", 6.0 * t.cell * t.cell}, {NULL, 0}};
            broken += count_broken_on(ctx, &t, terrain_name(kind), seed, lakes, rivers);
        }
    assert_int_equal(broken, 0);
}

/* ---- Settings at random -------------------------------------------------------------------------
 */

static const double amounts[] = {0.0, 0.01, 0.1, 0.5, 2.0, 20.0};

typedef struct draw {
    fluv_key key;
    uint64_t index;
} draw;

static double below(draw *d, uint64_t count)
{
    return (double)fluv_random_below(d->key, d->index++, count);
}

static double amount(draw *d)
{
    return amounts[(size_t)below(d, sizeof amounts / sizeof *amounts)];
}

/* Any kind and size; some below the sea, some in whole metres. */
static void draw_terrain(draw *d, uint64_t seed, terrain *t, terrain_kind *kind)
{
    *kind = (terrain_kind)below(d, TERRAIN_KINDS);
    uint32_t cols = 1 + (uint32_t)below(d, 40), rows = 1 + (uint32_t)below(d, 40);
    bool sunk = below(d, 4) == 0.0, rounded = below(d, 4) == 0.0;
    terrain_make(t, *kind, seed, cols, rows);
    for (uint32_t c = 0; c < t->cells; c++) {
        t->height[c] -= sunk ? 60.0F : 0.0F;
        t->height[c] = rounded ? rintf(t->height[c]) : t->height[c];
    }
}

static int count_broken_with(fluv_ctx *ctx, uint64_t seed)
{
    draw d = {fluv_key_make(seed, "test", "settings"), 0};
    terrain t;
    terrain_kind kind;
    draw_terrain(&d, seed, &t, &kind);
    double cell = t.cell * t.cell, runoff = amount(&d), channel = 1.0 + below(&d, 20);
    const setting lakes[] = {{"mode", below(&d, MODES)},
                             {"runoff", runoff},
                             {"evaporation", amount(&d)},
                             {"rain", 5.0 * amount(&d)},
                             {"min_area", cell * below(&d, 3) * below(&d, 12)},
                             {"min_depth", 2.0 * below(&d, 2)},
                             {"dam", 0.3 * below(&d, 2)},
                             {"flats", 1.0 + below(&d, 2)},
                             {NULL, 0}};
    const setting rivers[] = {{"area", channel * cell},
                              {"by", below(&d, 4) == 0.0},
                              {"discharge", channel * cell * runoff / 3e7},
                              {"width", 1.0 + 5.0 * below(&d, 3)},
                              {NULL, 0}};
    return count_broken_on(ctx, &t, terrain_name(kind), seed, lakes, rivers);
}

static void all_rules_hold_for_any_settings(void **state)
{
    int broken = 0;
    for (uint64_t seed = 0; seed < 2500; seed++)
        broken += count_broken_with(*state, seed);
    assert_int_equal(broken, 0);
}

/* A surveyed lake without a way out that rose above a pool which spilled into it. */
static void all_rules_hold_where_they_once_did_not(void **state)
{
    static const uint64_t seeds[] = {104303, 261582};
    int broken = 0;
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
        broken += count_broken_with(*state, seeds[i]);
    assert_int_equal(broken, 0);
}

/* ---- Maps in whole metres -----------------------------------------------------------------------
 */

/* Plains with very many flats of few levels, some flatter, some hillier, some in steps of a tenth
 * or partly below the sea. */
static void draw_plain(draw *d, uint64_t seed, terrain *t, terrain_kind *kind)
{
    *kind = below(d, 4) == 0.0 ? TERRAIN_STEPS : TERRAIN_SWAMP;
    uint32_t cols = 20 + (uint32_t)below(d, 140), rows = 20 + (uint32_t)below(d, 140);
    float relief = powf(2.0F, (float)below(d, 3) - 1.0F);
    float lower = below(d, 6) == 0.0 ? 31.0F : 0.0F;
    bool in_tenths = below(d, 4) == 0.0;
    terrain_make(t, *kind, seed, cols, rows);
    for (uint32_t c = 0; c < t->cells; c++) {
        t->height[c] = rintf(30.0F + (t->height[c] - 30.0F) * relief) - lower;
        if (in_tenths)
            t->height[c] += 0.1F * ((float)below(d, 3) - 1.0F);
    }
}

static int count_broken_on_plain(fluv_ctx *ctx, uint64_t seed)
{
    draw d = {fluv_key_make(seed, "test", "plain"), 0};
    terrain t;
    terrain_kind kind;
    draw_plain(&d, seed, &t, &kind);
    double cell = t.cell * t.cell;
    const setting lakes[] = {{"mode", below(&d, MODES)},
                             {"evaporation", 0.5 * below(&d, 3)},
                             {"rain", 1.0 + below(&d, 5)},
                             {"min_area", cell * (1.0 + below(&d, 20))},
                             {"min_depth", below(&d, 3)},
                             {"dam", 0.3 * below(&d, 2)},
                             {"sill", below(&d, 2) == 0.0 ? 15.0 : below(&d, 5)},
                             {"gorge", 0.05 * below(&d, 2)},
                             {"silt", 0.1 * below(&d, 2)},
                             {NULL, 0}};
    const setting rivers[] = {{"area", cell * (5.0 + below(&d, 40))}, {NULL, 0}};
    return count_broken_on(ctx, &t, terrain_name(kind), seed, lakes, rivers);
}

static void all_rules_hold_in_whole_metres(void **state)
{
    int broken = 0;
    for (uint64_t seed = 0; seed < 400; seed++)
        broken += count_broken_on_plain(*state, seed);
    assert_int_equal(broken, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_rules_hold_with_full_lakes),
        cmocka_unit_test(all_rules_hold_for_volumes),
        cmocka_unit_test(all_rules_hold_in_a_steady_climate),
        cmocka_unit_test(all_rules_hold_on_terrains_of_every_kind),
        cmocka_unit_test(all_rules_hold_for_any_settings),
        cmocka_unit_test(all_rules_hold_where_they_once_did_not),
        cmocka_unit_test(all_rules_hold_in_whole_metres),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
