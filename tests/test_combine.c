// SPDX-License-Identifier: MIT
/* Stages of different methods one after another: ground that changes under water. */
#include "recipe_land.h"
#include "water_land.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define FRAME "interfluve: 1\nseed: %d\nframe: {size: 96, width: 20 km, height: [-300 m, 1500 m]}\n"

/* Mountains raised on a coast leave the sea they were given, and the sea comes to new shores. */
static void mountains_rise_from_a_coast(void **state)
{
    fluv_ctx *ctx = *state;
    for (int seed = 1; seed <= 10; seed++) {
        char text[600];
        fluv_landscape land;
        (void)snprintf(text, sizeof text,
                       FRAME "stages:\n"
                             "  - coast: {shape: %s}\n"
                             "  - mesh: {spacing: 250 m}\n"
                             "  - uplift: {}\n"
                             "  - erode: {steps: 10, step: 100 ky, erodibility: 2e-6}\n"
                             "  - hydraulic: {steps: 20}\n"
                             "  - lakes: {}\n"
                             "  - rivers: {area: 1 km2}\n",
                       seed, seed % 2 ? "island" : "lagoon");
        assert_int_equal(recipe_land(ctx, text, &land), FLUV_OK);
        const float *height = fluv_layer_read(&land, FLUV_LAYER_height);
        const uint8_t *cover = fluv_layer_read(&land, FLUV_LAYER_cover);
        for (size_t c = 0; c < fluv_cell_count(&land); c++)
            assert_false(cover[c] == FLUV_OCEAN && height[c] > 0.0f);
        assert_int_equal(land_count_broken(ctx, &land, "coast, erode", (uint64_t)seed), 0);
        fluv_landscape_free(&land);
    }
}

/* How much higher mountains stand than flatland after some uplift, in the mean. */
static double mountains_to_flatland(fluv_ctx *ctx, int seed, double regions)
{
    char text[600];
    fluv_landscape land;
    (void)snprintf(text, sizeof text,
                   FRAME
                   "stages:\n"
                   "  - coast: {}\n"
                   "  - regions: {markers: [{type: mountain, x: 6 km, y: 10 km, range: 4 km}]}\n"
                   "  - mesh: {spacing: 250 m}\n"
                   "  - uplift: {regions: %g}\n"
                   "  - erode: {steps: 10, step: 20 ky, erodibility: 1e-7, border: free}\n",
                   seed, regions);
    if (recipe_land(ctx, text, &land) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    const uint8_t *region = fluv_region_of(&land);
    double sum[2] = {0.0, 0.0}, count[2] = {0.0, 0.0};
    for (size_t c = 0; c < fluv_cell_count(&land); c++) {
        sum[region[c] == 1] += (double)fluv_height_of(&land)[c];
        count[region[c] == 1] += 1.0;
    }
    fluv_landscape_free(&land);
    return (sum[1] / count[1]) / (sum[0] / count[0]);
}

static void regions_say_where_the_ground_rises(void **state)
{
    for (int seed = 1; seed <= 3; seed++) {
        double with = mountains_to_flatland(*state, seed, 1.0);
        double without = mountains_to_flatland(*state, seed, 0.0);
        if (!(with > 2.0 && fabs(without - 1.0) < 0.3))
            fail_msg("seed %d: %g times as high with regions, %g without", seed, with, without);
    }
}

/* Land whose rivers were grown in two rounds, some of the first round kept; `smallest` of its
 * lakes, m, or 0 for the usual. */
static void make_rounds(fluv_ctx *ctx, int seed, int size, double smallest, const char *keep,
                        fluv_landscape *land)
{
    char text[900];
    (void)snprintf(text, sizeof text,
                   "interfluve: 1\nseed: %d\n"
                   "frame: {size: %d, width: 60 km, height: [-400 m, 2200 m]}\nstages:\n"
                   "  - coast: {shape: island}\n  - regions: {random: {mountain: 3}}\n"
                   "  - basins: {outlets: {coast: 24, mountain: 20}}\n"
                   "  - channels: {sources: {flatland: 20, mountain: 40}, "
                   "lakes: {flatland: 4, mountain: 4}, smallest_lake: %g}\n"
                   "  - relief: {}\n  - keep: {%s}\n"
                   "  - basins: {outlets: {coast: 60, mountain: 40}}\n"
                   "  - channels: {}\n  - relief: {}\n",
                   seed, size, smallest, keep);
    if (recipe_land(ctx, text, land) != FLUV_OK)
        fail_msg("seed %d, %d cells: %s", seed, size, fluv_message(ctx));
    assert_int_equal(land_count_broken(ctx, land, "two rounds", (uint64_t)seed), 0);
}

/* Its mean height, m. */
static double mean_of_rounds(fluv_ctx *ctx, int seed, const char *keep)
{
    fluv_landscape land;
    make_rounds(ctx, seed, 96, 0.0, keep, &land);
    double sum = 0.0, count = 0.0;
    for (size_t c = 0; c < fluv_cell_count(&land); c++)
        if (fluv_cover_of(&land)[c] != FLUV_OCEAN) {
            sum += (double)fluv_height_of(&land)[c];
            count += 1.0;
        }
    fluv_landscape_free(&land);
    return sum / count;
}

/* Kept lakes go where the new land has them: none is raised for them. */
static void kept_lakes_raise_no_land(void **state)
{
    for (int seed = 1; seed <= 3; seed++) {
        double with = mean_of_rounds(*state, seed, "rivers: all, lakes: all");
        double without = mean_of_rounds(*state, seed, "rivers: all");
        if (!(with < 1.1 * without && with > 0.9 * without))
            fail_msg("seed %d: %g m high in the mean, %g without the lakes", seed, with, without);
    }
}

static bool is_noted(const fluv_landscape *land, const char *words)
{
    for (size_t i = 0; i < fluv_note_count(land); i++)
        if (strstr(fluv_note_text(land, i), words))
            return true;
    return false;
}

/* A kept lake that finds no room among the new rivers is left out, and told; others stay. */
static void kept_lakes_without_room_are_left_out(void **state)
{
    static const struct {
        int seed, size;
        double smallest;
        const char *note;
    } lands[] = {{5, 128, 450.0, "fewer than 4 cells"},
                 {1, 128, 450.0, "fewer than 4 cells"},
                 {3, 128, 450.0, "fewer than 4 cells"},
                 {8, 128, 600.0, "fewer than 4 cells"}};
    size_t kept = 0;
    for (size_t i = 0; i < sizeof lands / sizeof *lands; i++) {
        fluv_landscape land;
        make_rounds(*state, lands[i].seed, lands[i].size, lands[i].smallest,
                    "rivers: all, lakes: all", &land);
        if (!is_noted(&land, lands[i].note))
            fail_msg("seed %d, %d cells: no note of lakes %s", lands[i].seed, lands[i].size,
                     lands[i].note);
        const fluv_lakes *lakes = fluv_lakes_of(&land);
        for (size_t k = 0; k < lakes->count; k++)
            kept += lakes->lakes[k].locked;
        fluv_landscape_free(&land);
    }
    assert_true(kept >= 8);
}

/* A sea that land encloses stays a sea when the ground around it slides. */
static void an_inland_sea_stays(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land;
    char text[600];
    (void)snprintf(text, sizeof text,
                   FRAME "stages:\n"
                         "  - coast: {landmasses: [{inside: ocean, markers: [{x: 5 km, y: 5 km}, "
                         "{x: 15 km, y: 5 km}, {x: 10 km, y: 15 km}]}]}\n"
                         "  - thermal: {steps: 5, talus: 0.01}\n",
                   1);
    if (recipe_land(ctx, text, &land) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    const uint8_t *cover = fluv_layer_read(&land, FLUV_LAYER_cover);
    assert_int_equal(cover[0], FLUV_LAND);
    assert_int_equal(cover[45 * 96 + 48], FLUV_OCEAN);
    fluv_landscape_free(&land);
}

static void water_does_not_outlive_its_ground(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land;
    char text[600];
    (void)snprintf(text, sizeof text,
                   FRAME "stages: [noise: {}, drain: {}, lakes: {}, rivers: {}, thermal: {}]\n", 1);
    assert_int_equal(recipe_land(ctx, text, &land), FLUV_OK);
    assert_null(fluv_rivers_of(&land));
    assert_null(fluv_lakes_of(&land));
    assert_null(fluv_layer_read(&land, FLUV_LAYER_receiver));
    assert_non_null(fluv_layer_read(&land, FLUV_LAYER_coast));
    assert_int_equal(land_count_broken(ctx, &land, "thermal at the end", 1), 0);
    assert_int_equal(fluv_note_count(&land), 1);
    assert_string_equal(fluv_note_stage(&land, 0), "thermal");
    assert_non_null(strstr(fluv_note_text(&land, 0), "rivers and lakes were dropped"));
    fluv_landscape_free(&land);
}

static void water_that_is_found_again_needs_no_note(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land;
    char text[600];
    (void)snprintf(text, sizeof text,
                   FRAME "stages: [noise: {}, drain: {}, lakes: {}, rivers: {}, thermal: {}, "
                         "lakes: {}, rivers: {}]\n",
                   1);
    assert_int_equal(recipe_land(ctx, text, &land), FLUV_OK);
    assert_non_null(fluv_rivers_of(&land));
    assert_int_equal(fluv_note_count(&land), 0);
    fluv_landscape_free(&land);
}

static void rivers_of_changed_ground_are_refused(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land;
    char text[600];
    (void)snprintf(text, sizeof text,
                   FRAME "stages: [noise: {}, drain: {}, hydraulic: {}, rivers: {}]\n", 1);
    assert_int_equal(recipe_land(ctx, text, &land), FLUV_BAD_RECIPE);
    assert_non_null(strstr(fluv_message(ctx), "`rivers` needs"));
    fluv_landscape_free(&land);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mountains_rise_from_a_coast),
        cmocka_unit_test(regions_say_where_the_ground_rises),
        cmocka_unit_test(kept_lakes_raise_no_land),
        cmocka_unit_test(kept_lakes_without_room_are_left_out),
        cmocka_unit_test(an_inland_sea_stays),
        cmocka_unit_test(water_does_not_outlive_its_ground),
        cmocka_unit_test(water_that_is_found_again_needs_no_note),
        cmocka_unit_test(rivers_of_changed_ground_are_refused),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
