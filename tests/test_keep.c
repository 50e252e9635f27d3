// SPDX-License-Identifier: MIT
/* What stays while all else changes: rivers and lakes of an earlier result, and frozen ground that
 * a file draws. */
#include "failing_memory.h"
#include "landscape/placed.h"
#include "water_land.h"
#include "written_land.h"

#include <string.h>

#define SIDE 80
#define FRAME                                                                                      \
    "interfluve: 1\nseed: %d\nframe: {size: 80, width: 16 km, height: [-200 m, 1400 "              \
    "m]}\nstages:\n"

static bool is_wet_near(const fluv_landscape *land, uint32_t cell)
{
    const uint8_t *cover = fluv_cover_of(land);
    int col = (int)(cell % SIDE), row = (int)(cell / SIDE);
    for (int r = row - 1; r <= row + 1; r++)
        for (int c = col - 1; c <= col + 1; c++)
            if (r >= 0 && c >= 0 && r < SIDE && c < SIDE && cover[r * SIDE + c] != FLUV_LAND)
                return true;
    return false;
}

static size_t ids_in_both(const fluv_rivers *a, const fluv_rivers *b)
{
    size_t both = 0;
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < b->count; k++)
            both += a->reaches[i].id == b->reaches[k].id;
    return both;
}

/* Rivers of the land at hand stay where they are while it is worn, and are kept once only. */
static void water_that_is_there_stays(void **state)
{
    fluv_ctx *ctx = *state;
    const char *first = "  - noise: {shape: island}\n  - lakes: {}\n  - rivers: {area: 2 km2}\n";
    const char *wear = "  - hydraulic: {steps: 60}\n";
    for (int seed = 1; seed <= 3; seed++) {
        fluv_landscape old = made(ctx, FRAME "%s", seed, first);
        fluv_landscape land = made(
            ctx, FRAME "%s  - keep: {rivers: all, lakes: all}\n%s  - lakes: {}\n  - rivers: {}\n",
            seed, first, wear);
        int lost = 0, rivers = 0;
        for (uint32_t c = 0; c < SIDE * SIDE; c++) {
            bool river =
                fluv_cover_of(&old)[c] == FLUV_RIVER && fluv_cover_of(&land)[c] != FLUV_OCEAN;
            rivers += river;
            lost += river && !is_wet_near(&land, c);
        }
        assert_true(rivers > 100);
        assert_int_equal(lost, 0);
        assert_int_equal(land_count_broken(ctx, &land, "present", (uint64_t)seed), 0);
        /* A second time only what is new is kept. */
        const char *keep = "  - keep: {rivers: all, lakes: all}\n";
        const char *again = "  - lakes: {}\n  - rivers: {area: 2 km2}\n";
        fluv_landscape once = made(ctx, FRAME "%s%s", seed, first, keep);
        fluv_landscape between = made(ctx, FRAME "%s%s%s", seed, first, keep, again);
        fluv_landscape twice = made(ctx, FRAME "%s%s%s%s", seed, first, keep, again, keep);
        size_t before =
            ((const fluv_placed *)fluv_layer_read(&once, FLUV_LAYER_placed))->river_count;
        size_t after =
            ((const fluv_placed *)fluv_layer_read(&twice, FLUV_LAYER_placed))->river_count;
        size_t new = 0, all = fluv_rivers_of(&between)->count;
        for (size_t i = 0; i < all; i++)
            new += !fluv_rivers_of(&between)->reaches[i].locked;
        assert_true(after >= before && after <= before + new &&new < all / 2);
        fluv_landscape_free(&between);
        fluv_landscape_free(&once);
        fluv_landscape_free(&twice);
        fluv_landscape_free(&land);
        fluv_landscape_free(&old);
    }
    fluv_landscape none;
    assert_int_equal(recipe_land(ctx,
                                 "interfluve: 1\nframe: {size: 16}\nstages:\n  - noise: {}\n  - "
                                 "keep: {rivers: all}\n",
                                 &none),
                     FLUV_BAD_RECIPE);
    assert_non_null(strstr(fluv_message(ctx), "keep.rivers: there are none yet"));
}

/* Lakes that lie in their basins already change nothing around them. */
static void kept_lakes_leave_the_ground_around_them(void **state)
{
    fluv_ctx *ctx = *state;
    const char *first = "  - noise: {shape: island}\n  - lakes: {}\n";
    int lakes = 0;
    for (int seed = 1; seed <= 4; seed++) {
        fluv_landscape old = made(ctx, FRAME "%s", seed, first);
        fluv_landscape land = made(ctx, FRAME "%s  - keep: {lakes: all}\n", seed, first);
        int moved = 0;
        for (uint32_t c = 0; c < SIDE * SIDE; c++) {
            bool lake = fluv_cover_of(&old)[c] == FLUV_LAKE;
            lakes += lake;
            moved += !lake && fluv_height_of(&old)[c] != fluv_height_of(&land)[c];
        }
        if (moved > 0)
            fail_msg("seed %d: %d cells beside lakes moved", seed, moved);
        fluv_landscape_free(&land);
        fluv_landscape_free(&old);
    }
    assert_true(lakes > 30);
}

/* Another climate, other slopes, other lakes: the same lines. */
static void every_river_stays_while_all_else_changes(void **state)
{
    fluv_ctx *ctx = *state;
    for (int seed = 1; seed <= 4; seed++) {
        fluv_landscape old =
            made(ctx, FRAME "  - noise: {shape: island}\n  - lakes: {}\n  - rivers: {}\n", seed);
        written(ctx, &old, "old");
        fluv_landscape land = made(ctx,
                                   FRAME "  - noise: {shape: island, rough: 0.5}\n"
                                         "  - thermal: {talus: 0.4}\n"
                                         "  - keep: {from: '%s', rivers: all}\n"
                                         "  - lakes: {runoff: 0.1 m/y, evaporation: 1 m/y}\n"
                                         "  - rivers: {}\n",
                                   seed, path_of("old"));
        const uint8_t *cover = fluv_cover_of(&old), *now = fluv_cover_of(&land);
        int rivers = 0, lost = 0;
        for (uint32_t c = 0; c < SIDE * SIDE; c++) {
            bool river = cover[c] == FLUV_RIVER && now[c] != FLUV_OCEAN;
            rivers += river;
            lost += river && !is_wet_near(&land, c);
        }
        assert_true(rivers > 200);
        assert_int_equal(lost, 0);
        size_t both = ids_in_both(fluv_rivers_of(&old), fluv_rivers_of(&land));
        assert_true(10 * both > 7 * fluv_rivers_of(&old)->count);
        assert_int_equal(land_count_broken(ctx, &land, "keep", (uint64_t)seed), 0);
        fluv_landscape_free(&land);
        fluv_landscape_free(&old);
        shell("rm -rf %s", path_of("old"));
    }
}

/* By name and by id; what is not there is refused. */
static void a_lake_and_a_river_are_kept_by_name(void **state)
{
    fluv_ctx *ctx = *state;
    const char *placed =
        "  - place: {rivers: {Alva: {line: [[8 km, 8 km], [10 km, 12 km], [8 km, 15.9 km]]}}, "
        "lakes: {Loch: {x: 6 km, y: 6 km, area: 2 km2, depth: 30 m}}}\n";
    fluv_landscape old =
        made(ctx, FRAME "  - noise: {shape: island}\n%s  - lakes: {}\n  - rivers: {}\n", 3, placed);
    written(ctx, &old, "old");
    fluv_landscape land = made(ctx,
                               FRAME "  - noise: {shape: island, warp: 0.32}\n"
                                     "  - keep: {from: '%s', rivers: [Alva], lakes: Loch}\n"
                                     "  - lakes: {}\n  - rivers: {}\n",
                               3, path_of("old"));
    const fluv_lakes *lakes = fluv_lakes_of(&land);
    size_t loch = 0, alva = 0;
    for (size_t i = 0; i < lakes->count; i++)
        if (strcmp(lakes->lakes[i].name, "Loch") == 0) {
            loch++;
            assert_true(lakes->lakes[i].locked);
            assert_near(lakes->lakes[i].area, 2e6, 2e5);
            assert_near((double)lakes->lakes[i].depth_max, 30.0, 1.0);
        }
    for (size_t i = 0; i < fluv_rivers_of(&land)->count; i++)
        alva += strcmp(fluv_rivers_of(&land)->reaches[i].name, "Alva") == 0;
    assert_int_equal(loch, 1);
    assert_true(alva > 0);
    assert_int_equal(land_count_broken(ctx, &land, "by name", 3), 0);
    fluv_landscape_free(&land);
    char text[800];
    snprintf(text, sizeof text, FRAME "  - noise: {}\n  - keep: {from: '%s', rivers: [Nile]}\n", 3,
             path_of("old"));
    assert_int_equal(recipe_land(ctx, text, &land), FLUV_BAD_RECIPE);
    assert_non_null(strstr(fluv_message(ctx), "none called `Nile`"));
    fluv_landscape_free(&old);
    shell("rm -rf %s", path_of("old"));
}

/* A frozen polygon with a hole: the ground of the ring stays to the last bit, that in its hole and
 * around it wears as it would. */
static void frozen_rings_have_holes(void **state)
{
    fluv_ctx *ctx = *state;
    const char *ground = "  - noise: {low: 20 m, ocean: 0}\n",
               *wear = "  - thermal: {talus: 0.03}\n";
    FILE *file = fopen(path_of("ring.geojson"), "w");
    assert_non_null(file);
    fprintf(file, "{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"Feature\", "
                  "\"properties\": {\"kind\": \"frozen\"}, \"geometry\": {\"type\": \"Polygon\", "
                  "\"coordinates\": [[[3000, 3000], [13000, 3000], [13000, 13000], [3000, 13000], "
                  "[3000, 3000]], [[6000, 6000], [6000, 10000], [10000, 10000], [10000, 6000], "
                  "[6000, 6000]]]}}]}\n");
    fclose(file);
    fluv_landscape before = made(ctx, FRAME "%s", 3, ground);
    fluv_landscape after =
        made(ctx, FRAME "%s  - place: {file: '%s'}\n%s", 3, ground, path_of("ring.geojson"), wear);
    int cells[3] = {0}, moved[3] = {0}; /* of the hole, the ring and what is around */
    for (uint32_t c = 0; c < SIDE * SIDE; c++) {
        double x = fabs(fluv_cell_x(&before.frame, c) - 8000.0);
        double y = fabs(fluv_cell_y(&before.frame, c) - 8000.0), far = fmax(x, y);
        int where = far < 2000.0 ? 0 : far < 5000.0 ? 1 : 2;
        cells[where]++;
        moved[where] += fluv_height_of(&before)[c] != fluv_height_of(&after)[c];
    }
    assert_int_equal(cells[0], 400);
    assert_int_equal(moved[1], 0);
    assert_true(2 * moved[0] > cells[0] && 2 * moved[2] > cells[2]);
    fluv_landscape_free(&before);
    fluv_landscape_free(&after);
}

static bool is_noted(const fluv_landscape *land, const char *words)
{
    for (size_t i = 0; i < fluv_note_count(land); i++)
        if (strstr(fluv_note_text(land, i), words))
            return true;
    return false;
}

/* On coarser cells not all lakes find room beside the rivers that are kept with them: those are
 * left out, and told; the others stay. */
static void lakes_without_room_are_left_out(void **state)
{
    fluv_ctx *ctx = *state;
    const char *frame =
        "interfluve: 1\nseed: %d\nframe: {size: %d, width: 60 km, height: [-400 m, "
        "2200 m]}\nstages:\n  - coast: {shape: island}\n  - regions: {random: "
        "{mountain: 3}}\n%s  - basins: {}\n  - channels: {smallest_lake: 600 m}\n  - relief: {}\n";
    static const int seeds[] = {2, 6};
    size_t told = 0, kept = 0;
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        char keep[300];
        fluv_landscape old = made(ctx, frame, seeds[i], 256, "");
        written(ctx, &old, "old");
        snprintf(keep, sizeof keep, "  - keep: {from: '%s', rivers: all, lakes: all}\n",
                 path_of("old"));
        fluv_landscape land = made(ctx, frame, seeds[i], 128, keep);
        told += is_noted(&land, "no room beside their rivers");
        for (size_t k = 0; k < fluv_lakes_of(&land)->count; k++)
            kept += fluv_lakes_of(&land)->lakes[k].locked;
        assert_int_equal(land_count_broken(ctx, &land, "coarser", (uint64_t)seeds[i]), 0);
        fluv_landscape_free(&land);
        fluv_landscape_free(&old);
        shell("rm -rf %s", path_of("old"));
    }
    print_message("%zu lands tell of lakes left out, %zu lakes are kept\n", told, kept);
    assert_true(told > 0 && kept > 3);
}

/* A lake of an earlier result that would lie in the sea now, in two methods. */
static void lakes_under_the_sea_are_left_out(void **state)
{
    fluv_ctx *ctx = *state;
    const char *lake = "  - place: {lakes: {Loch: {x: 6 km, y: 6 km, area: 2 km2}}}\n";
    const char *ways[] = {"  - noise: {shape: island}\n%s  - lakes: {}\n",
                          "  - coast: {landmasses: [{markers: [{x: 9 km, y: 9 km}, {x: 15 km, y: 9 "
                          "km}, {x: 15 km, y: 15 km}, {x: 9 km, y: 15 km}]}]}\n"
                          "  - regions: {}\n%s  - basins: {}\n  - channels: {}\n  - relief: {}\n"};
    fluv_landscape old =
        made(ctx, FRAME "  - noise: {low: 20 m, ocean: 0}\n%s  - lakes: {}\n", 3, lake);
    written(ctx, &old, "old");
    for (size_t i = 0; i < 2; i++) {
        char keep[300], text[1200];
        snprintf(keep, sizeof keep, "  - keep: {from: '%s', lakes: Loch}\n", path_of("old"));
        snprintf(text, sizeof text, ways[i], keep);
        fluv_landscape land = made(ctx, FRAME "%s", i == 0 ? 9 : 3, text);
        bool told = is_noted(&land, "lakes were left out");
        uint32_t middle = 50 * SIDE + 30;
        if (fluv_cover_of(&land)[middle] == FLUV_OCEAN)
            assert_true(told);
        assert_true(i == 0 || told);
        assert_int_equal(land_count_broken(ctx, &land, "drowned", 3), 0);
        fluv_landscape_free(&land);
    }
    fluv_landscape_free(&old);
    shell("rm -rf %s", path_of("old"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(water_that_is_there_stays, land_set_up, land_tear_down),
        cmocka_unit_test_setup_teardown(kept_lakes_leave_the_ground_around_them, land_set_up,
                                        land_tear_down),
        cmocka_unit_test_setup_teardown(every_river_stays_while_all_else_changes, land_set_up,
                                        land_tear_down),
        cmocka_unit_test_setup_teardown(a_lake_and_a_river_are_kept_by_name, land_set_up,
                                        land_tear_down),
        cmocka_unit_test_setup_teardown(lakes_without_room_are_left_out, land_set_up,
                                        land_tear_down),
        cmocka_unit_test_setup_teardown(frozen_rings_have_holes, land_set_up, land_tear_down),
        cmocka_unit_test_setup_teardown(lakes_under_the_sea_are_left_out, land_set_up,
                                        land_tear_down),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
