// SPDX-License-Identifier: MIT
/* What the author places takes part while mountains rise: valleys are worn where rivers were drawn,
 * lakes stay, and so does frozen ground. */
#include "dice.h"
#include "failing_memory.h"
#include "placed_land.h"

#include <math.h>

#define RISE                                                                                       \
    "  - mesh: {spacing: 400 m}\n  - uplift: {rate: 0.5 mm/y}\n"                                   \
    "  - erode: {steps: 60, step: 50 ky, erodibility: 2e-6, coarse: 1, fine_steps: 10}\n"
#define WATER "  - lakes: {mode: steady}\n  - rivers: {area: 1 km2}\n"

static double mean_between(const fluv_landscape *land, double x, double y, double near, double far)
{
    const float *height = fluv_height_of(land);
    double sum = 0.0, count = 0.0;
    for (uint32_t c = 0; c < SIDE * SIDE; c++) {
        double dx = (c % SIDE + 0.5) * CELL - x, dy = (SIDE - 0.5 - c / SIDE) * CELL - y;
        double away = hypot(dx, dy);
        if (away >= near && away < far) {
            sum += (double)height[c];
            count += 1.0;
        }
    }
    return sum / count;
}

/* ---- Rivers ---- */

static const double drawn[] = {5000, 16000, 9600, 9600, 6000, 6000, 12000, 4000, 19200, 8000};
#define DRAWN                                                                                      \
    "rivers: {Alva: {line: [[5000, 16000], [9600, 9600], [6000, 6000], [12000, 4000], [19200, "    \
    "8000]]}}"

/* Before any stage shapes the raster for it, the drawn line lies lower than the land around it. */
static void a_drawn_river_wears_its_own_valley(void **state)
{
    fluv_ctx *ctx = *state;
    for (int seed = 1; seed <= 3; seed++) {
        fluv_landscape land;
        must(ctx, make(ctx, &land, FRAME "  - place: {" DRAWN "}\n" RISE, seed));
        int lower = 0, steps = 0;
        for (size_t i = 1; i < 4; i++) /* not its first piece, which is a brook */
            for (double t = 0.0; t < 1.0; t += 0.05) {
                double x = drawn[2 * i] + t * (drawn[2 * i + 2] - drawn[2 * i]);
                double y = drawn[2 * i + 1] + t * (drawn[2 * i + 3] - drawn[2 * i + 1]);
                lower += mean_between(&land, x, y, 0.0, 400.0) + 20.0 <
                         mean_between(&land, x, y, 800.0, 1400.0);
                steps++;
            }
        if (lower < 0.85 * steps)
            fail_msg("seed %d: the line lies in a valley at %d of %d places", seed, lower, steps);
        fluv_landscape_free(&land);
    }
}

static void it_is_there_with_all_its_water(void **state)
{
    fluv_ctx *ctx = *state;
    for (int seed = 1; seed <= 3; seed++) {
        fluv_landscape land;
        must(ctx, make(ctx, &land, FRAME "  - place: {" DRAWN "}\n" RISE WATER, seed));
        assert_int_equal(dry_steps(&land, drawn, 5), 0);
        assert_true(locked_length(&land, "Alva") > 25e3);
        double most = 0.0;
        for (size_t i = 0; i < fluv_rivers_of(&land)->count; i++) {
            const fluv_reach *reach = &fluv_rivers_of(&land)->reaches[i];
            if (reach->locked)
                most = fmax(most, reach->upland);
        }
        if (most < 30e6)
            fail_msg("seed %d: it drains %g km2 only", seed, most / 1e6);
        assert_int_equal(land_count_broken(ctx, &land, "uplift", (uint64_t)seed), 0);
        fluv_landscape_free(&land);
    }
}

/* What a river brings from beyond the frame wears a deeper valley. */
static void a_great_river_wears_more(void **state)
{
    fluv_ctx *ctx = *state;
    double middle[2];
    for (int i = 0; i < 2; i++) {
        fluv_landscape land;
        must(ctx, make(ctx, &land,
                       FRAME "  - place: {rivers: {Alva: {discharge: %d, line: [[0, 9600], [9600, "
                             "10600], [19200, 9600]]}}}\n" RISE,
                       1, i ? 200 : 0));
        middle[i] = mean_between(&land, 9600.0, 10600.0, 0.0, 500.0);
        fluv_landscape_free(&land);
    }
    assert_true(middle[1] < 0.6 * middle[0]);
}

/* ---- Lakes ---- */

#define MERE "  - place: {lakes: {Mere: {x: 8000, y: 9000, area: 6 km2, depth: %d m%s}}}\n"

static void a_lake_stays_a_hollow(void **state)
{
    fluv_ctx *ctx = *state;
    for (int seed = 1; seed <= 4; seed++) {
        fluv_landscape deep, shallow, land;
        const char *level = seed % 2 ? "" : ", level: 150 m";
        must(ctx, make(ctx, &deep, FRAME MERE RISE, seed, 40, level));
        must(ctx, make(ctx, &shallow, FRAME MERE RISE, seed, 2, level));
        /* The ground is a bowl before anything shapes it for a lake. */
        double floor = mean_between(&deep, 8000, 9000, 0.0, 600.0);
        assert_true(floor + 20.0 < mean_between(&shallow, 8000, 9000, 0.0, 600.0));
        assert_true(floor + 15.0 < mean_between(&deep, 8000, 9000, 1500.0, 2200.0));
        must(ctx, make(ctx, &land, FRAME MERE RISE WATER, seed, 40, level));
        const fluv_lake *lake = lake_named(&land, "Mere");
        assert_non_null(lake);
        assert_true(fabs(lake->area / 6e6 - 1.0) < 0.1);
        assert_true(fabs((double)lake->depth_max - 40.0) < 4.0);
        assert_true(seed % 2 ? lake->level > 30.0f : lake->level == 150.0f);
        assert_int_equal(land_count_broken(ctx, &land, "lake", (uint64_t)seed), 0);
        fluv_landscape_free(&deep);
        fluv_landscape_free(&shallow);
        fluv_landscape_free(&land);
    }
}

/* ---- Frozen ground ---- */

/* It stays, and the ground around wears towards it: no wall stands at its border. */
static void frozen_ground_is_what_the_rest_wears_towards(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape before, after;
    must(ctx, make(ctx, &before, FRAME "  - noise: {low: 20 m, ocean: 0}\n", 2));
    must(ctx, make(ctx, &after,
                   FRAME "  - noise: {low: 20 m, ocean: 0}\n"
                         "  - place: {frozen: [[[[6000, 6000], [13000, 6000], [13000, 13000], "
                         "[6000, 13000]]]]}\n" RISE,
                   2));
    const float *was = fluv_height_of(&before), *is = fluv_height_of(&after);
    double moved = 0.0, step = 0.0, border = 0.0;
    for (uint32_t row = 20; row < 76; row++)
        for (uint32_t col = 20; col < 76; col++) {
            bool inside = row >= 31 && row < 66 && col >= 30 && col < 65;
            uint32_t c = row * SIDE + col;
            if (inside)
                assert_true(was[c] == is[c]);
            else
                moved = fmax(moved, fabs((double)(was[c] - is[c])));
            if (row >= 31 && row < 66 && (col == 30 || col == 65)) {
                step += fabs((double)(is[c] - is[c - 1]));
                border += 1.0;
            }
        }
    assert_true(moved > 100.0);
    if (!(step / border < 0.4 * CELL)) /* rock holds 0.6 */
        fail_msg("steps of %g m stand at its border", step / border);
    fluv_landscape_free(&before);
    fluv_landscape_free(&after);
}

/* ---- All of it ---- */

/* Whether the second piece of a line runs back along the first: the bow is then left out. */
static bool turns_back(const double line[6])
{
    double ax = line[2] - line[0], ay = line[3] - line[1];
    double bx = line[4] - line[2], by = line[5] - line[3];
    return ax * bx + ay * by < -0.95 * hypot(ax, ay) * hypot(bx, by);
}

static void random_placements_are_there_or_refused(void **state)
{
    fluv_ctx *ctx = *state;
    int made = 0;
    for (int seed = 1; seed <= 20; seed++) {
        dice d = {.key = fluv_key_make((uint64_t)seed, "test", "uplift")};
        fluv_landscape land;
        double line[6];
        for (size_t i = 0; i < 6; i++)
            line[i] = 600.0 + (double)roll(&d, 18000);
        fluv_status status =
            make(ctx, &land,
                 FRAME "  - place:\n"
                       "      rivers: {R: {freedom: %g, line: [[%g, %g], [%g, %g], [%g, %g]]}}\n"
                       "      lakes: {L: {x: %zu, y: %zu, area: %zu}}\n"
                       "      no_lakes: [[%zu, %zu]]\n" RISE WATER,
                 seed, seed % 3 * 0.15, line[0], line[1], line[2], line[3], line[4], line[5],
                 2000 + roll(&d, 15000), 2000 + roll(&d, 15000), 1000000 + roll(&d, 6000000),
                 roll(&d, 19000), roll(&d, 19000));
        if (status == FLUV_BAD_RECIPE) {
            assert_non_null(strstr(fluv_message(ctx), "place"));
            print_message("%s\n", fluv_message(ctx));
            continue;
        }
        must(ctx, status);
        made++;
        assert_non_null(lake_named(&land, "L"));
        if (!(locked_length(&land, "R") > 0.0) && !fluv_note_count(&land))
            fail_msg("seed %d: the river is not there, and no note says why", seed);
        int dry = seed % 3 || turns_back(line) ? 0 : dry_steps(&land, line, 3);
        if (dry > 2) /* of a hundred: where it turns back on itself, its tip is cut short */
            fail_msg("seed %d: %d places along the line are dry", seed, dry);
        assert_int_equal(land_count_broken(ctx, &land, "random", (uint64_t)seed), 0);
        fluv_landscape_free(&land);
    }
    print_message("%d of 20 made\n", made);
    assert_true(made >= 14);
}

static fluv_status make_all(fluv_ctx *ctx, void *data)
{
    fluv_landscape land;
    (void)data;
    fluv_status status = make(
        ctx, &land,
        "interfluve: 1\nseed: 3\nframe: {size: 24, width: 19200 m}\nstages:\n"
        "  - place: {rivers: {R: {freedom: 0.2, discharge: 5, line: [[9600, 9600], [10000, 14000], "
        "[9000, 19000]]}}, lakes: {L: {x: 8000, y: 6000, area: 12 km2}}}\n"
        "  - mesh: {spacing: 1600 m}\n  - uplift: {}\n  - erode: {steps: 2}\n");
    fluv_landscape_free(&land);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    fail_each_allocation(*state, make_all, NULL);
}

/* Placing on the worn ground leaves the water that erosion gathered: lakes still stand where it is,
 * and the budget adds up. */
static void what_erosion_gathered_outlives_placing(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land;
    must(ctx, make(ctx, &land,
                   FRAME "  - mesh: {spacing: 300 m}\n"
                         "  - uplift: {rate: {noise: {low: -0.4 mm/y, high: 1 mm/y, wavelength: 5 "
                         "km}}, least: 0.01 mm/y, rim: 0.2 mm/y}\n"
                         "  - erode: {steps: 30, step: 50 ky, erodibility: 5e-6, border: free, "
                         "rain: 1e-5, evaporation: 1e-4}\n"
                         "  - place: {frozen: [{outline: [[8000, 8000], [11000, 8000], [11000, "
                         "11000], [8000, 11000]]}]}\n"
                         "  - lakes: {mode: volume, from: erode, min_area: 1 ha}\n"
                         "  - rivers: {area: 1 km2}\n",
                   2));
    assert_true(fluv_lakes_of(&land)->count > 0 && fluv_budget_of(&land)->stored > 0.0);
    assert_int_equal(land_count_broken(ctx, &land, "stores", 2), 0);
    fluv_landscape_free(&land);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_drawn_river_wears_its_own_valley),
        cmocka_unit_test(it_is_there_with_all_its_water),
        cmocka_unit_test(a_great_river_wears_more),
        cmocka_unit_test(a_lake_stays_a_hollow),
        cmocka_unit_test(frozen_ground_is_what_the_rest_wears_towards),
        cmocka_unit_test(random_placements_are_there_or_refused),
        cmocka_unit_test(what_erosion_gathered_outlives_placing),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
