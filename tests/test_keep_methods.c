// SPDX-License-Identifier: MIT
/* Every river is kept while mountains, lakes and climate change: the same lines, in each method, as
 * the files of the earlier result have them. New lakes may lie on them. */
#include "landscape/vectors.h"
#include "water_land.h"
#include "written_land.h"

#include <string.h>

static bool is_wet_near(const fluv_landscape *land, double x, double y)
{
    const fluv_frame *f = &land->frame;
    int64_t col = (int64_t)floor((x - f->west) / f->cell);
    int64_t row = (int64_t)floor((f->north - y) / f->cell);
    for (int64_t r = row - 1; r <= row + 1; r++)
        for (int64_t c = col - 1; c <= col + 1; c++)
            if (r < 0 || c < 0 || r >= f->rows || c >= f->cols ||
                fluv_cover_of(land)[(size_t)r * f->cols + (size_t)c] != FLUV_LAND)
                return true;
    return false;
}

/* The lines that the files hold have water within a cell. */
static void expect_lines(fluv_ctx *ctx, const char *dir, const fluv_landscape *land,
                         const char *method)
{
    fluv_landscape *old;
    size_t points = 0, lost = 0;
    assert_int_equal(fluv_read(ctx, path_of(dir), &old), FLUV_OK);
    const fluv_rivers *rivers = fluv_rivers_of(old);
    for (size_t i = 0; i < rivers->count; i++)
        for (uint32_t k = 0; k < rivers->reaches[i].point_count; k++) {
            const fluv_river_point *at = &rivers->points[rivers->reaches[i].first_point + k];
            points++;
            lost += !is_wet_near(land, at->x, at->y);
        }
    assert_true(points > 500);
    if (lost)
        fail_msg("%s: %zu of %zu points of rivers have no water", method, lost, points);
    assert_int_equal(land_count_broken(ctx, land, method, 0), 0);
    fluv_landscape_delete(old);
}

#define ISLAND                                                                                     \
    "interfluve: 1\nseed: %d\nframe: {size: 192, width: 60 km, height: [-400 m, %d m]}\nstages:\n" \
    "  - coast: {shape: island}\n  - regions: {random: {mountain: %d}}\n"

static void basins_keep_every_river(void **state)
{
    fluv_ctx *ctx = *state;
    for (int seed = 6; seed <= 8; seed++) {
        fluv_landscape old = made(ctx,
                                  ISLAND "  - basins: {}\n  - channels: {lake_chance: 0, deltas: "
                                         "0}\n  - relief: {}\n",
                                  seed, 1500, 3);
        assert_int_equal(fluv_lakes_of(&old) ? fluv_lakes_of(&old)->count : 0, 0);
        written(ctx, &old, "basins");
        fluv_landscape land = made(ctx,
                                   ISLAND "  - keep: {from: '%s', rivers: all}\n  - basins: {}\n"
                                          "  - channels: {sources: {flatland: 0, mountain: 0}, "
                                          "lake_chance: 1, lakes: {flatland: 100, mountain: 100}, "
                                          "deltas: 0, runoff: 0.9 m/y}\n  - relief: {}\n",
                                   seed, 2400, 6, path_of("basins"));
        expect_lines(ctx, "basins", &land, "basins");
        size_t lakes = fluv_lakes_of(&land) ? fluv_lakes_of(&land)->count : 0;
        if (lakes < 5)
            fail_msg("%zu lakes on kept rivers, where a hundred are asked for", lakes);
        fluv_landscape_free(&land);
        land = made(ctx,
                    ISLAND "  - keep: {from: '%s', rivers: all}\n  - basins: {}\n"
                           "  - channels: {lake_chance: 0, deltas: 0}\n  - relief: {}\n",
                    seed, 2400, 6, path_of("basins"));
        assert_int_equal(fluv_lakes_of(&land) ? fluv_lakes_of(&land)->count : 0, 0);
        expect_lines(ctx, "basins", &land, "basins without lakes");
        fluv_landscape_free(&land);
        fluv_landscape_free(&old);
        shell("rm -rf %s", path_of("basins"));
    }
}

/* Cells of rivers without arms from which water goes on as it did. */
static double same_ways(const fluv_landscape *old, const fluv_landscape *land)
{
    size_t same = 0, all = 0;
    const uint32_t *was = fluv_receiver_of(old), *now = fluv_receiver_of(land);
    const fluv_rivers *rivers = fluv_rivers_of(old);
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        if (fluv_reach_shares(reach))
            continue;
        uint32_t at = (uint32_t)(reach->id - 1), stop = (uint32_t)(reach->next_down - 1);
        for (; at != FLUV_NONE && at != stop && fluv_cover_of(old)[at] == FLUV_RIVER;
             at = was[at], all++)
            same += now[at] == was[at];
    }
    assert_true(all > 200);
    return (double)same / (double)all;
}

static double mean_height(const fluv_landscape *land)
{
    double sum = 0.0, count = 0.0;
    for (size_t c = 0; c < fluv_cell_count(land); c++)
        if (fluv_cover_of(land)[c] != FLUV_OCEAN) {
            sum += (double)fluv_height_of(land)[c];
            count++;
        }
    return sum / count;
}

#define HILLS                                                                                      \
    "interfluve: 1\nseed: %d\nframe: {size: 128, width: 40 km}\nstages:\n  - contour: {}\n"
#define GROUND "  - watersheds: {}\n  - courses: {}\n"

/* What makes rivers of the tree: the stages of any ground, or `sample` itself. */
static const char *const made_by[] = {
    "  - sample: {rivers: false}\n  - lakes: {runoff: 0.2 m/y, evaporation: 1 m/y}\n"
    "  - rivers: {}\n",
    "  - sample: {}\n"};

static void hydrology_keeps_every_river(void **state)
{
    fluv_ctx *ctx = *state;
    for (int seed = 4; seed <= 6; seed++) {
        fluv_landscape old = made(ctx,
                                  HILLS "  - network: {edge: 2 km}\n" GROUND
                                        "  - tree: {discs: 12, ravines: 0.4}\n  - sample: {}\n",
                                  seed);
        written(ctx, &old, "hydrology");
        for (int i = 0; i < 2; i++) {
            fluv_landscape land = made(ctx,
                                       HILLS "  - keep: {from: '%s', rivers: all}\n"
                                             "  - network: {edge: 2 km, seed: 9}\n" GROUND
                                             "  - tree: {discs: 12, ravines: 0.8, seed: 9}\n%s",
                                       seed, path_of("hydrology"), made_by[i]);
            expect_lines(ctx, "hydrology", &land, i ? "hydrology, sample alone" : "hydrology");
            double same = same_ways(&old, &land), high = mean_height(&land) / mean_height(&old);
            print_message("seed %d: %.1f %% of the cells run as before, %.2f times as high\n", seed,
                          100.0 * same, high);
            assert_true(same > 0.99);
            assert_true(high > 0.75 && high < 1.4);
            fluv_landscape_free(&land);
        }
        fluv_landscape_free(&old);
        shell("rm -rf %s", path_of("hydrology"));
    }
}

#define RANGE                                                                                      \
    "interfluve: 1\nseed: %d\nframe: {size: 128, width: 20 km, height: [0 m, 1200 m]}\nstages:\n"  \
    "  - mesh: {spacing: 250 m}\n"

static void uplift_keeps_every_river(void **state)
{
    fluv_ctx *ctx = *state;
    for (int seed = 1; seed <= 2; seed++) {
        fluv_landscape old = made(ctx,
                                  RANGE "  - uplift: {rate: 0.3 mm/y}\n  - erode: {steps: 40}\n  - "
                                        "lakes: {}\n  - rivers: {}\n",
                                  seed);
        written(ctx, &old, "uplift");
        fluv_landscape land =
            made(ctx,
                 RANGE "  - uplift: {rate: 0.8 mm/y}\n  - keep: {from: '%s', rivers: all}\n"
                       "  - erode: {steps: 60}\n  - lakes: {runoff: 0.1 m/y, evaporation: 1 "
                       "m/y}\n  - rivers: {}\n",
                 seed, path_of("uplift"));
        expect_lines(ctx, "uplift", &land, "uplift");
        fluv_landscape_free(&land);
        fluv_landscape_free(&old);
        shell("rm -rf %s", path_of("uplift"));
    }
}

static const fluv_lake *lake_called(const fluv_landscape *land, int64_t id)
{
    const fluv_lakes *lakes = fluv_lakes_of(land);
    for (size_t i = 0; i < lakes->count; i++)
        if (lakes->lakes[i].id == id)
            return &lakes->lakes[i];
    return NULL;
}

static const fluv_reach *reach_called(const fluv_landscape *land, int64_t id)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    for (size_t i = 0; i < rivers->count; i++)
        if (rivers->reaches[i].id == id)
            return &rivers->reaches[i];
    return NULL;
}

/* Lakes keep their ids though their deepest places move, and reaches below them their names. */
static void expect_ids(const fluv_landscape *old, const fluv_landscape *land, const char *method)
{
    const fluv_lakes *lakes = fluv_lakes_of(old);
    const fluv_rivers *rivers = fluv_rivers_of(old);
    size_t lost = 0, named = 0, renamed = 0, small = 0;
    for (size_t i = 0; i < lakes->count; i++) {
        const fluv_lake *was = &lakes->lakes[i], *is = lake_called(land, was->id);
        bool few = was->area < 3.5 * old->frame.cell * old->frame.cell; /* these are left out */
        small += few;
        lost += !few && (!is || !is->locked || strcmp(is->name, was->name) != 0);
    }
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *was = &rivers->reaches[i], *is = reach_called(land, was->id);
        named += *was->name != '\0';
        renamed += is && *was->name && (!is->locked || strcmp(is->name, was->name) != 0);
    }
    assert_true(lakes->count - small > 3 && named > 10);
    if (lost || renamed)
        fail_msg("%s: %zu of %zu lakes lost their ids or names, %zu of %zu reaches theirs", method,
                 lost, lakes->count - small, renamed, named);
}

static void ids_and_names_of_lakes_and_rivers_stay(void **state)
{
    fluv_ctx *ctx = *state;
    for (int seed = 5; seed <= 8; seed += 3) {
        fluv_landscape old = made(ctx,
                                  ISLAND "  - basins: {}\n  - channels: {deltas: 0}\n"
                                         "  - relief: {}\n  - names: {invent: nordic}\n",
                                  seed, 1500, 3);
        written(ctx, &old, "named");
        fluv_landscape land =
            made(ctx,
                 ISLAND "  - keep: {from: '%s', rivers: all, lakes: all}\n  - basins: {}\n"
                        "  - channels: {deltas: 0}\n  - relief: {}\n",
                 seed, 2600, 5, path_of("named"));
        expect_ids(&old, &land, "basins");
        assert_int_equal(land_count_broken(ctx, &land, "ids", (uint64_t)seed), 0);
        fluv_landscape_free(&land);
        fluv_landscape_free(&old);
        shell("rm -rf %s", path_of("named"));
    }
}

/* Reaches that are there again, and what became of their names; those without one stay so. */
static void expect_names(const fluv_landscape *old, const fluv_landscape *land, const char *method)
{
    const fluv_rivers *rivers = fluv_rivers_of(old);
    size_t found = 0, named = 0, renamed = 0;
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *was = &rivers->reaches[i], *is = reach_called(land, was->id);
        found += is != NULL;
        named += is && *was->name;
        renamed += is && strcmp(is->name, was->name) != 0;
    }
    assert_true(found > 20 && named > 0);
    if (renamed)
        fail_msg("%s: %zu of %zu reaches have another name", method, renamed, found);
}

/* Also where a river takes its name from what flows more than from what has more land, and where a
 * name begins in the middle of a river. */
static void names_stay_with_their_reaches(void **state)
{
    fluv_ctx *ctx = *state;
    static const char *const called[] = {"", "  - names: {invent: nordic, least: 300 m}\n"};
    for (int i = 0; i < 6; i++) {
        int seed = 4 + i / 2;
        fluv_landscape old = made(ctx,
                                  HILLS "  - place: {rivers: {Mid: {line: [[20 km, 21 km], [20 km, "
                                        "23 km]]}}}\n  - network: {edge: 2 km}\n" GROUND
                                        "  - tree: {discs: 12, ravines: 0.4}\n  - sample: {}\n%s",
                                  seed, called[i % 2]);
        written(ctx, &old, "names");
        for (int k = 0; k < 2; k++) {
            fluv_landscape land =
                made(ctx,
                     HILLS "  - keep: {from: '%s', rivers: all}\n  - network: {edge: 2 km}\n" GROUND
                           "  - tree: {discs: 12, ravines: 0.8, seed: 9}\n%s",
                     seed, path_of("names"),
                     k ? "  - sample: {}\n"
                       : "  - sample: {rivers: false}\n  - lakes: {}\n  - rivers: {}\n");
            expect_names(&old, &land, k ? "hydrology, sample alone" : "hydrology");
            expect_lines(ctx, "names", &land, "hydrology with names");
            fluv_landscape_free(&land);
        }
        fluv_landscape_free(&old);
        shell("rm -rf %s", path_of("names"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(basins_keep_every_river, land_set_up, land_tear_down),
        cmocka_unit_test_setup_teardown(hydrology_keeps_every_river, land_set_up, land_tear_down),
        cmocka_unit_test_setup_teardown(uplift_keeps_every_river, land_set_up, land_tear_down),
        cmocka_unit_test_setup_teardown(ids_and_names_of_lakes_and_rivers_stay, land_set_up,
                                        land_tear_down),
        cmocka_unit_test_setup_teardown(names_stay_with_their_reaches, land_set_up, land_tear_down),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
