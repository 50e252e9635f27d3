// SPDX-License-Identifier: MIT
/* Placed and kept lakes where `sample` makes the rivers itself. */
#include "dice.h"
#include "water_land.h"
#include "written_land.h"

#include <string.h>

#define HILLS                                                                                      \
    "interfluve: 1\nseed: %d\nframe: {size: 128, width: 40 km}\nstages:\n%s  - contour: {}\n"      \
    "  - network: {edge: 2 km%s}\n  - watersheds: {}\n  - courses: {}\n"                           \
    "  - tree: {discs: 12, ravines: 0.4%s}\n  - sample: {}\n"

static const fluv_lake *lake_named(const fluv_landscape *land, const char *name)
{
    const fluv_lakes *lakes = fluv_lakes_of(land);
    for (size_t i = 0; lakes && i < lakes->count; i++)
        if (strcmp(lakes->lakes[i].name, name) == 0)
            return &lakes->lakes[i];
    return NULL;
}

static const fluv_reach *reach_of_id(const fluv_landscape *land, int64_t id)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    for (size_t i = 0; i < rivers->count; i++)
        if (rivers->reaches[i].id == id)
            return &rivers->reaches[i];
    return NULL;
}

/* A lake with its area and depth, that has an outlet where anything flows to it. */
static void expect_lake(const fluv_landscape *land, const char *name, double area, double depth)
{
    const fluv_lake *lake = lake_named(land, name);
    double cell = land->frame.cell * land->frame.cell;
    assert_non_null(lake);
    assert_true(lake->locked && !lake->closed);
    assert_true(fabs(lake->area - area) <= fmax(0.1 * area, 1.6 * cell));
    assert_true(fabs((double)lake->depth_max - depth) < 1.0 + 0.1 * depth);
}

static void random_lakes_are_there_or_refused(void **state)
{
    fluv_ctx *ctx = *state;
    int made_count = 0;
    for (int seed = 1; seed <= 30; seed++) {
        dice d = {.key = fluv_key_make((uint64_t)seed, "test", "lakes")};
        char place[400], text[2000];
        double x[2], y[2], area[2];
        for (int i = 0; i < 2; i++) {
            x[i] = 13e3 + (double)roll(&d, 14000);
            y[i] = 13e3 + (double)roll(&d, 14000);
            area[i] = 1.5e6 + (double)roll(&d, 6000000);
        }
        snprintf(place, sizeof place,
                 "  - place: {lakes: {A: {x: %g, y: %g, area: %g, depth: 20}, B: {x: %g, y: %g, "
                 "area: %g, depth: 35}}%s}\n",
                 x[0], y[0], area[0], x[1], y[1], area[1],
                 seed % 2 ? ", rivers: {R: {line: [[18 km, 24 km], [24 km, 19 km]]}}" : "");
        snprintf(text, sizeof text, HILLS, seed, place, "", "");
        fluv_landscape land;
        fluv_status status = recipe_land(ctx, text, &land);
        if (status == FLUV_BAD_RECIPE) {
            print_message("%d: %s\n", seed, fluv_message(ctx));
            assert_non_null(strstr(fluv_message(ctx), "place: "));
            continue;
        }
        assert_int_equal(status, FLUV_OK);
        made_count++;
        expect_lake(&land, "A", area[0], 20.0);
        expect_lake(&land, "B", area[1], 35.0);
        assert_int_equal(land_count_broken(ctx, &land, "lakes", (uint64_t)seed), 0);
        fluv_landscape_free(&land);
    }
    print_message("%d of 30 made\n", made_count);
    assert_true(made_count >= 15);
}

/* Lakes and all rivers of an earlier result on other land: the same, and little beside them. */
static void lakes_and_rivers_are_kept(void **state)
{
    fluv_ctx *ctx = *state;
    for (int seed = 4; seed <= 7; seed++) {
        fluv_landscape old = made(ctx, HILLS, seed,
                                  "  - place: {lakes: {Mere: {x: 20 km, y: 22 km, area: 4 km2, "
                                  "depth: 30 m}}}\n",
                                  "", "");
        written(ctx, &old, "lakes");
        char keep[600];
        snprintf(keep, sizeof keep, "  - keep: {from: '%s', rivers: all, lakes: all}\n",
                 path_of("lakes"));
        fluv_landscape land = made(ctx, HILLS, seed, keep, ", seed: 9", ", seed: 9");
        const fluv_lake *was = lake_named(&old, "Mere"), *is = lake_named(&land, "Mere");
        assert_non_null(was);
        assert_non_null(is);
        assert_true(is->locked && is->id == was->id);
        assert_true(fabs(is->area - was->area) < 0.1 * was->area);
        const fluv_rivers *rivers = fluv_rivers_of(&old);
        size_t lost = 0, now = fluv_rivers_of(&land)->count;
        for (size_t i = 0; i < rivers->count; i++)
            lost += !reach_of_id(&land, rivers->reaches[i].id);
        print_message("%d: %zu reaches, then %zu; %zu ids lost\n", seed, rivers->count, now, lost);
        assert_true(lost * 10 <= rivers->count);
        assert_true(now <= 2 * rivers->count);
        assert_int_equal(land_count_broken(ctx, &land, "kept lakes", (uint64_t)seed), 0);
        fluv_landscape_free(&land);
        fluv_landscape_free(&old);
        shell("rm -rf %s", path_of("lakes"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(random_lakes_are_there_or_refused, land_set_up,
                                        land_tear_down),
        cmocka_unit_test_setup_teardown(lakes_and_rivers_are_kept, land_set_up, land_tear_down),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
