// SPDX-License-Identifier: MIT
/* Where placed things meet the sea, each other, and what the land allows. */
#include "placed_land.h"

#include "landscape/placed.h"

#include <math.h>

static bool is_noted(const fluv_landscape *land, const char *what)
{
    for (size_t i = 0; i < fluv_note_count(land); i++)
        if (strstr(fluv_note_text(land, i), what))
            return true;
    return false;
}

/* A peak or a pass lower than the ground that is there takes no land below the sea. */
static void lowered_ground_stays_above_the_sea(void **state)
{
    fluv_ctx *ctx = *state;
    static const char *const spots[] = {"peaks: {P: {x: 9600, y: 7000, height: 40}}",
                                        "passes: {P: {x: 9600, y: 7000, height: 20}}"};
    for (int i = 0; i < 8; i++) {
        fluv_landscape before, land;
        must(ctx, make(ctx, &before,
                       FRAME "  - noise: {shape: island, low: -300 m, high: 1500 m}\n", i));
        must(ctx, make(ctx, &land,
                       FRAME "  - noise: {shape: island, low: -300 m, high: 1500 m}\n"
                             "  - place: {%s}\n  - lakes: {}\n  - rivers: {}\n",
                       i, spots[i % 2]));
        size_t sunk = 0;
        for (size_t c = 0; c < (size_t)SIDE * SIDE; c++)
            sunk += fluv_height_of(&before)[c] > 1.0f && fluv_cover_of(&land)[c] == FLUV_OCEAN;
        assert_int_equal(sunk, 0);
        assert_int_equal(land_count_broken(ctx, &land, "lowered", (uint64_t)i), 0);
        fluv_landscape_free(&before);
        fluv_landscape_free(&land);
    }
}

/* What a spring brings to a lake is more than the land above gives. */
static void a_spring_may_feed_a_lake(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land;
    must(ctx, make(ctx, &land,
                   FRAME "  - noise: {low: 100 m, high: 900 m, ocean: 0}\n"
                         "  - place: {rivers: {R: {line: [[4000, 16000], [9600, 9600]], discharge: "
                         "200 m3/s}}, lakes: {L: {x: 9600, y: 9600, area: 3 km2}}}\n"
                         "  - lakes: {}\n  - rivers: {}\n",
                   3));
    const fluv_lake *lake = lake_named(&land, "L");
    assert_non_null(lake);
    print_message("%g m3/s\n", lake->inflow / FLUV_SECONDS_A_YEAR);
    assert_true(lake->inflow > 190.0 * FLUV_SECONDS_A_YEAR);
    assert_true(fabs(fluv_budget_of(&land)->springs / (200.0 * FLUV_SECONDS_A_YEAR) - 1.0) < 1e-9);
    assert_int_equal(land_count_broken(ctx, &land, "spring", 3), 0);
    fluv_landscape_free(&land);
}

/* A line that goes on beyond the sea, or beyond another river, ends there: the author is told. */
static void lines_that_go_on_are_noted(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land;
    must(ctx, make(ctx, &land,
                   FRAME "  - noise: {low: 100 m, high: 900 m, ocean: 0}\n"
                         "  - place: {rivers: {A: {line: [[3000, 9600], [16000, 9600]]}, "
                         "B: {line: [[9600, 15000], [9600, 4000]]}}}\n"
                         "  - lakes: {}\n  - rivers: {}\n",
                   3));
    assert_true(is_noted(&land, "comes to river"));
    assert_true(locked_length(&land, "A") > 0.0 && locked_length(&land, "B") > 0.0);
    fluv_landscape_free(&land);
    must(ctx,
         make(ctx, &land,
              FRAME "  - noise: {shape: island}\n"
                    "  - place: {rivers: {A: {line: [[9600, 9600], [300, 9600], [8600, 7000]]}}}\n"
                    "  - lakes: {}\n  - rivers: {}\n",
              3));
    assert_true(is_noted(&land, "comes to the sea"));
    assert_int_equal(land_count_broken(ctx, &land, "sea", 3), 0);
    fluv_landscape_free(&land);
    must(ctx,
         make(ctx, &land,
              FRAME "  - place: {rivers: {A: {line: [[5000, 9000], [14000, 10000]]}, B: {line: "
                    "[[9000, 12000], [9000, 8960]]}}}\n"
                    "  - contour: {}\n  - network: {edge: 1 km}\n  - watersheds: {}\n"
                    "  - courses: {}\n  - tree: {discs: 12, ravines: 0.4}\n  - sample: {}\n",
              3));
    assert_true(is_noted(&land, "river B comes to river A"));
    assert_int_equal(land_count_broken(ctx, &land, "hydrology", 3), 0);
    fluv_landscape_free(&land);
}

/* The shore of a placed lake dams a valley: no lake stands there where none shall. */
static void what_a_placed_lake_dams_is_drained(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land;
    must(ctx,
         make(ctx, &land,
              "interfluve: 1\nseed: %d\nframe: {size: 192, width: 40 km, height: [-300 m, 1800 "
              "m]}\nstages:\n  - contour: {}\n"
              "  - place:\n      rivers: {R: {line: [[24149.4, 24943.2], [18356.1, 21196.3], "
              "[11869.0, 21333.3]]}}\n"
              "      lakes: {L: {x: 19086.4, y: 13223.5, area: 4487004, depth: 20}}\n"
              "      no_lakes: [[18357.4, 17870.3]]\n"
              "      peaks: {P: {x: 20389.1, y: 18646.7, height: 843}}\n"
              "  - network: {edge: 2 km}\n  - watersheds: {}\n  - courses: {}\n  - tree: {}\n"
              "  - sample: {rivers: false}\n  - lakes: {}\n  - rivers: {}\n",
              3029));
    assert_non_null(lake_named(&land, "L"));
    uint32_t col = (uint32_t)(18357.0 / land.frame.cell);
    uint32_t row = (uint32_t)((40e3 - 17870.0) / land.frame.cell);
    assert_true(fluv_cover_of(&land)[row * 192 + col] != FLUV_LAKE);
    assert_int_equal(land_count_broken(ctx, &land, "dammed", 3029), 0);
    fluv_landscape_free(&land);
}

/* Rivers that end at one place wait for each other: the longest goes first, and what ends on it
 * before what comes before it in the list. */
static void rivers_that_end_in_one_place_have_an_order(void **state)
{
    fluv_ctx *ctx = *state;
    double xy[] = {500, 900, 500,  500,                   /* ends on the long one */
                   900, 100, 1000, 0,                     /* into the sea beside it */
                   100, 500, 500,  500, 900, 0, 1000, 0}; /* the long one */
    fluv_placed_river rivers[] = {{.first_point = 0, .point_count = 2},
                                  {.first_point = 2, .point_count = 2},
                                  {.first_point = 4, .point_count = 4}};
    const fluv_placed placed = {.river_count = 3, .rivers = rivers, .xy = xy};
    uint32_t order[3];
    must(ctx, fluv_placed_order(ctx, &placed, 150.0, order));
    assert_int_equal(order[0], 2);
    assert_int_equal(order[1], 0);
    assert_int_equal(order[2], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lowered_ground_stays_above_the_sea),
        cmocka_unit_test(a_spring_may_feed_a_lake),
        cmocka_unit_test(lines_that_go_on_are_noted),
        cmocka_unit_test(what_a_placed_lake_dams_is_drained),
        cmocka_unit_test(rivers_that_end_in_one_place_have_an_order),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
