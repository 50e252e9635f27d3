// SPDX-License-Identifier: MIT
/* What the author places is there: rivers, lakes, peaks, passes and ground that stays. */
#include "dice.h"
#include "failing_memory.h"
#include "landscape/placed.h"
#include "placed_land.h"

#include <math.h>

/* ---- Rivers ---- */

#define RIVER                                                                                      \
    "  - place: {rivers: {Alva: {line: [[9600, 9600], [12000, 11000], [13000, 14000], [18900, "    \
    "15000]]}}}\n"
static const double alva[] = {9600, 9600, 12000, 11000, 13000, 14000, 18900, 15000};

static void a_river_runs_along_its_line(void **state)
{
    fluv_ctx *ctx = *state;
    const char *grounds[] = {"  - noise: {}\n", "  - faults: {lines: 100}\n", "  - midpoint: {}\n",
                             "  - noise: {shape: slope, form: ridged}\n"};
    int made = 0;
    for (int seed = 1; seed <= 12; seed++) {
        fluv_landscape land;
        fluv_status status = make(ctx, &land, FRAME "%s" RIVER "  - lakes: {}\n  - rivers: {}\n",
                                  seed, grounds[seed % 4]);
        if (status == FLUV_BAD_RECIPE) { /* the source is lower than the mouth, or in the sea */
            assert_non_null(strstr(fluv_message(ctx), "river Alva"));
            continue;
        }
        must(ctx, status);
        made++;
        int sea = 0, dry = 0, steps = 0;
        for (size_t i = 0; i + 1 < 4; i++) /* it ends where the sea begins */
            for (double t = 0.0; t < 1.0 && !sea; t += 0.02) {
                double at[] = {alva[2 * i] + t * (alva[2 * i + 2] - alva[2 * i]),
                               alva[2 * i + 1] + t * (alva[2 * i + 3] - alva[2 * i + 1])};
                sea = fluv_cover_of(&land)[cell_at(at[0], at[1])] == FLUV_OCEAN;
                dry += !is_wet_near(&land, at[0], at[1]);
                steps += !sea;
            }
        assert_int_equal(dry, 0);
        assert_true(steps < 50 || locked_length(&land, "Alva") > 1000.0);
        assert_int_equal(land_count_broken(ctx, &land, "river", (uint64_t)seed), 0);
        fluv_landscape_free(&land);
    }
    assert_true(made >= 6);
}

/* Placed before there is ground, or before the ground is worn: it is there in the end. */
static void a_river_outlives_what_happens_to_its_ground(void **state)
{
    fluv_ctx *ctx = *state;
    const char *orders[] = {RIVER "  - noise: {shape: island}\n",
                            "  - noise: {shape: island}\n" RIVER
                            "  - thermal: {steps: 20, talus: 0.2}\n",
                            "  - noise: {shape: island}\n" RIVER "  - hydraulic: {steps: 30}\n"};
    for (size_t i = 0; i < 3; i++) {
        fluv_landscape land;
        must(ctx, make(ctx, &land, FRAME "%s  - drain: {}\n  - lakes: {}\n  - rivers: {}\n", 3,
                       orders[i]));
        assert_true(locked_length(&land, "Alva") > 5000.0);
        assert_int_equal(dry_steps(&land, alva, 3), 0);
        assert_int_equal(land_count_broken(ctx, &land, "order", i), 0);
        fluv_landscape_free(&land);
    }
}

static void a_river_joins_another(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land;
    must(ctx,
         make(ctx, &land,
              FRAME
              "  - noise: {shape: slope, wavelength: 6 km, low: 20 m, high: 900 m, ocean: 0.1}\n"
              "  - place:\n"
              "      rivers:\n"
              "        Bera: {line: [[4000, 16000], [7000, 12000], [9600, 9000]]}\n"
              "        Alva: {line: [[9600, 17000], [9600, 9000], [9600, 300]], width: 90 m}\n"
              "  - lakes: {}\n  - rivers: {}\n",
              5));
    const double bera[] = {4000, 16000, 7000, 12000, 9600, 9000},
                 main[] = {9600, 17000, 9600, 1500};
    assert_int_equal(dry_steps(&land, bera, 3), 0);
    assert_int_equal(dry_steps(&land, main, 2), 0);
    assert_int_equal(land_count_broken(ctx, &land, "join", 5), 0);
    const fluv_rivers *rivers = fluv_rivers_of(&land);
    int64_t system = 0;
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        if (!reach->locked)
            continue;
        assert_true(system == 0 || system == reach->main_riv);
        system = reach->main_riv;
        if (strcmp(reach->name, "Alva") == 0)
            assert_true(fabsf(reach->width - 90.0f) < 0.5f);
    }
    fluv_landscape_free(&land);
}

/* What a river brings from elsewhere reaches its mouth, and the budget knows it. */
static void a_river_brings_its_water(void **state)
{
    fluv_ctx *ctx = *state;
    double end[2] = {0}, rain[2] = {0};
    for (int k = 0; k < 2; k++) {
        fluv_landscape land;
        must(ctx,
             make(ctx, &land,
                  FRAME
                  "  - noise: {shape: island}\n  - place: {rivers: {Alva: {discharge: %d, line: "
                  "[[9600, 9600], [12000, 11000], [13000, 14000], [18900, 15000]]}}}\n"
                  "  - lakes: {evaporation: 0}\n  - rivers: {}\n",
                  3, 50 * k));
        const fluv_rivers *rivers = fluv_rivers_of(&land);
        for (size_t i = 0; i < rivers->count; i++)
            if (rivers->reaches[i].locked)
                end[k] = fmax(end[k], rivers->reaches[i].discharge);
        rain[k] = fluv_budget_of(&land)->rain;
        assert_int_equal(land_count_broken(ctx, &land, "spring", (uint64_t)k), 0);
        fluv_landscape_free(&land);
    }
    assert_true(fabs(end[1] - end[0] - 50.0) < 0.01);
    assert_true(fabs(rain[1] - rain[0] - 50.0 * FLUV_SECONDS_A_YEAR) < 1e-3 * rain[0]);
}

/* ---- Lakes ---- */

static void a_lake_has_its_area_depth_and_name(void **state)
{
    fluv_ctx *ctx = *state;
    int made = 0;
    for (int seed = 1; seed <= 10; seed++) {
        fluv_landscape land;
        fluv_status status =
            make(ctx, &land,
                 FRAME "  - %s\n"
                       "  - place: {lakes: {Loch: {x: %d, y: %d, area: 3 km2, depth: 45 m}}}\n"
                       "  - lakes: {runoff: %s, evaporation: 1 m/y}\n  - rivers: {}\n",
                 seed, seed % 2 ? "noise: {}" : "faults: {lines: 80}", 6000 + 700 * seed,
                 13000 - 500 * seed, seed % 3 ? "0.5 m/y" : "0.01 m/y");
        if (status == FLUV_BAD_RECIPE) {
            assert_non_null(strstr(fluv_message(ctx), "lake Loch"));
            continue;
        }
        must(ctx, status);
        made++;
        const fluv_lake *lake = lake_named(&land, "Loch");
        assert_non_null(lake);
        assert_true(fabs(lake->area - 3e6) < 0.1 * 3e6);
        assert_true(fabsf(lake->depth_max - 45.0f) < 1.0f);
        assert_int_equal(fluv_cover_of(&land)[cell_at(6000 + 700 * seed, 13000 - 500 * seed)],
                         FLUV_LAKE);
        assert_int_equal(land_count_broken(ctx, &land, "lake", (uint64_t)seed), 0);
        fluv_landscape_free(&land);
    }
    assert_true(made >= 5);
}

static void a_lake_keeps_its_outline_and_level(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land;
    must(ctx, make(ctx, &land,
                   FRAME
                   "  - noise: {shape: island}\n"
                   "  - place: {lakes: {Box: {level: 333 m, outline: [[8000, 8000], [10000, 8000], "
                   "[10000, 11000], [8000, 11000]]}}}\n"
                   "  - lakes: {}\n  - rivers: {}\n",
                   3));
    const uint8_t *cover = fluv_cover_of(&land);
    const float *water = fluv_water_of(&land);
    for (uint32_t c = 0; c < SIDE * SIDE; c++) {
        double x = (c % SIDE + 0.5) * CELL, y = SIDE * CELL - (c / SIDE + 0.5) * CELL;
        bool inside = x > 8000 && x < 10000 && y > 8000 && y < 11000;
        if (inside)
            assert_true(cover[c] == FLUV_LAKE && water[c] == 333.0f);
        else
            assert_false(cover[c] == FLUV_LAKE && water[c] == 333.0f);
    }
    assert_int_equal(land_count_broken(ctx, &land, "box", 3), 0);
    fluv_landscape_free(&land);
}

/* ---- What cannot be ---- */

static void refuses(fluv_ctx *ctx, const char *why, const char *place)
{
    fluv_landscape land;
    fluv_status status =
        make(ctx, &land, FRAME "  - noise: {shape: island}\n  - place: %s\n", 3, place);
    if (status != FLUV_BAD_RECIPE || !strstr(fluv_message(ctx), why))
        fail_msg("expected \"%s\", got %d \"%s\"", why, (int)status, fluv_message(ctx));
}

static void what_cannot_be_is_refused_with_its_place(void **state)
{
    fluv_ctx *ctx = *state;
    refuses(ctx, "lake B cannot be at",
            "{lakes: {A: {x: 9000, y: 9000, area: 2 km2}, B: {x: 9000, y: 9000, area: 1 km2}}}");
    refuses(ctx, "the outline of lake A falls into pieces",
            "{lakes: {A: {outline: [[8000, 8000], [8600, 8970], [9400, 8970], [10000, 8000], "
            "[10000, 10000], [9400, 9030], [8600, 9030], [8000, 10000]]}}}");
    refuses(ctx, "another placed lake is too near",
            "{lakes: {A: {outline: [[8000, 8000], [10000, 8000], [10000, 10000], [8000, 10000]]}, "
            "B: {x: 10100, y: 9000, area: 1 km2}}}");
    refuses(ctx, "below the sea", "{peaks: {P: {x: 9600, y: 9600, height: -100}}}");
    refuses(ctx, "would lie in the sea", "{lakes: {A: {x: 300, y: 300, area: 1 km2}}}");
    refuses(ctx, "needs an area, or an outline", "{lakes: {A: {x: 300, y: 300}}}");
    refuses(ctx, "two points or more", "{rivers: {A: {width: 3}}}");
    refuses(ctx, "has no land to run over", "{rivers: {A: {line: [[300, 300], [500, 300]]}}}");
    refuses(ctx, "out of frozen ground",
            "{rivers: {A: {line: [[14600, 9000], [9000, 9000], [300, 9000]]}}, "
            "frozen: [[[[10000, 8000], [10600, 8000], [10600, 10000], [10000, 10000]]]], peaks: "
            "{P: {x: 11500, y: 9000, height: 10, radius: 3000}}}");
    refuses(ctx, "there shall be no lake at",
            "{lakes: {A: {x: 9000, y: 9000, area: 2 km2}}, no_lakes: [[9000, 9000]]}");
    refuses(ctx, "pass Gap at 9000, 9000 cannot be 900 m high: lake Mere is too near",
            "{lakes: {Mere: {x: 9000, y: 10200, area: 3 km2, level: 100}}, passes: {Gap: {x: 9000, "
            "y: 9000, height: 900}}, rivers: {Far: {line: [[4000, 4000], [3000, 2500]]}}}");
    refuses(ctx, "pass Gap at 9000, 9000 cannot be 900 m high: river Near is too near",
            "{rivers: {Far: {line: [[4000, 4000], [3000, 2500]]}, Near: {line: [[9000, 14000], "
            "[9200, 9000], [9000, 2000]]}}, passes: {Gap: {x: 9000, y: 9000, height: 900}}}");
    refuses(ctx, "no control characters",
            "{peaks: {\"a\\u0007b\": {x: 9000, y: 9000, height: 900}}}");
    refuses(ctx, "choose a shorter one",
            "{peaks: {aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: {x: 9000, y: 9000, "
            "height: 900}}}");
}

/* ---- Peaks, passes, hollows, frozen ground ---- */

static void peaks_and_passes_have_their_height(void **state)
{
    fluv_ctx *ctx = *state;
    for (int seed = 1; seed <= 6; seed++) {
        fluv_landscape land;
        must(ctx, make(ctx, &land,
                       FRAME "  - noise: {low: 100 m, high: 1200 m, ocean: 0}\n"
                             "  - place: {peaks: {Top: {x: 6000, y: 6000, height: 1800}}, "
                             "passes: {Gap: {x: 13000, y: 13000, height: 500}}}\n",
                       seed));
        const float *height = fluv_height_of(&land);
        uint32_t top = cell_at(6000, 6000), gap = cell_at(13000, 13000);
        assert_true(height[top] == 1800.0f);
        assert_true(fabsf(height[gap] - 500.0f) < 0.5f);
        int lower = 0;
        for (int k = 0; k < 9; k++) {
            int dx = k % 3 - 1, dy = k / 3 - 1;
            uint32_t beside = (uint32_t)((int)top + dy * SIDE + dx);
            assert_true(k == 4 || height[beside] < 1800.0f);
            lower += height[(uint32_t)((int)gap + dy * SIDE + dx)] < height[gap];
        }
        assert_true(lower >= 2);
        fluv_landscape_free(&land);
    }
}

static void a_hollow_that_shall_hold_no_lake_is_drained(void **state)
{
    fluv_ctx *ctx = *state;
    int drained = 0;
    for (int seed = 1; seed <= 8; seed++) {
        fluv_landscape before, after;
        const char *ground = "  - noise: {low: 50 m, high: 900 m, ocean: 0}\n";
        must(ctx, make(ctx, &before, FRAME "%s  - lakes: {mode: full}\n", seed, ground));
        const fluv_lakes *lakes = fluv_lakes_of(&before);
        if (lakes->count) {
            const fluv_lake *lake = &lakes->lakes[lakes->count / 2];
            must(ctx, make(ctx, &after,
                           FRAME "%s  - place: {no_lakes: [[%g, %g]]}\n  - lakes: {mode: full}\n"
                                 "  - rivers: {}\n",
                           seed, ground, lake->x, lake->y));
            assert_int_equal(fluv_cover_of(&before)[cell_at(lake->x, lake->y)], FLUV_LAKE);
            assert_int_not_equal(fluv_cover_of(&after)[cell_at(lake->x, lake->y)], FLUV_LAKE);
            assert_int_equal(land_count_broken(ctx, &after, "no lake", (uint64_t)seed), 0);
            fluv_landscape_free(&after);
            drained++;
        }
        fluv_landscape_free(&before);
    }
    assert_true(drained >= 4);
}

/* Whatever is done to the ground but for the beds of rivers, and without a step at the border. */
static void frozen_ground_stays(void **state)
{
    fluv_ctx *ctx = *state;
    const char *later[] = {
        "  - thermal: {steps: 30, talus: 0.1}\n", "  - hydraulic: {steps: 40}\n",
        "  - faults: {lines: 40, seed: 9}\n",
        "  - mesh: {spacing: 400 m}\n  - uplift: {}\n  - erode: {steps: 8, step: 100 ky}\n"};
    for (size_t i = 0; i < 4; i++) {
        fluv_landscape before, after;
        const char *ground = "  - noise: {low: 100 m, high: 900 m, ocean: 0}\n";
        must(ctx, make(ctx, &before, FRAME "%s", 4, ground));
        must(ctx,
             make(ctx, &after,
                  FRAME
                  "%s  - place: {frozen: [[[[6000, 6000], [12000, 6000], [12000, 12000], [6000, "
                  "12000]]]]}\n%s",
                  4, ground, later[i]));
        const float *was = fluv_height_of(&before), *is = fluv_height_of(&after);
        int changed = 0;
        for (uint32_t c = 0; c < SIDE * SIDE; c++) {
            double x = (c % SIDE + 0.5) * CELL, y = SIDE * CELL - (c / SIDE + 0.5) * CELL;
            if (x > 6000 && x < 12000 && y > 6000 && y < 12000)
                assert_true(was[c] == is[c]);
            else
                changed += fabsf(was[c] - is[c]) > 0.5f;
        }
        assert_true(changed > 100);
        uint32_t inside = cell_at(6100, 9000), outside = inside - 1;
        if (!(fabsf(is[inside] - is[outside]) < 60.0f))
            fail_msg("a step of %g m after %s", (double)(is[inside] - is[outside]), later[i]);
        fluv_landscape_free(&before);
        fluv_landscape_free(&after);
    }
}

#define SQUARE "[[6000, 6000], [12000, 6000], [12000, 12000], [6000, 12000]]"

static bool in_square(uint32_t c)
{
    double x = (c % SIDE + 0.5) * CELL, y = SIDE * CELL - (c / SIDE + 0.5) * CELL;
    return x > 6000 && x < 12000 && y > 6000 && y < 12000;
}

/* Where the ground stays, hollows are lakes however small, and no way is cut. */
static void hollows_of_frozen_ground_are_lakes(void **state)
{
    fluv_ctx *ctx = *state;
    const char *rough = "  - noise: {low: 100 m, high: 300 m, ocean: 0, rough: 0.9}\n";
    int lakes = 0, settled = 0;
    for (int seed = 1; seed <= 4; seed++) {
        fluv_landscape before, after, other;
        must(ctx, make(ctx, &before, FRAME "%s", seed, rough));
        must(ctx, make(ctx, &other, FRAME "%s  - lakes: {min_area: 9 km2}\n", seed, rough));
        must(ctx, make(ctx, &after,
                       FRAME "%s  - place: {frozen: [[" SQUARE "]]}\n"
                             "  - lakes: {min_area: 9 km2}\n  - rivers: {area: 4 km2}\n",
                       seed, rough));
        for (uint32_t c = 0; c < SIDE * SIDE; c++) {
            uint8_t cover = fluv_cover_of(&after)[c];
            if (!in_square(c))
                continue;
            lakes += cover == FLUV_LAKE;
            settled += fluv_height_of(&other)[c] != fluv_height_of(&before)[c];
            if (cover != FLUV_RIVER) /* which has a bed */
                assert_true(fluv_height_of(&after)[c] == fluv_height_of(&before)[c]);
        }
        assert_int_equal(land_count_broken(ctx, &after, "frozen hollows", (uint64_t)seed), 0);
        fluv_landscape_free(&before);
        fluv_landscape_free(&after);
        fluv_landscape_free(&other);
    }
    if (settled < 20 || lakes < 5)
        fail_msg("%d cells would be cut or filled, %d are lakes", settled, lakes);
}

/* Rivers first, on another plan: frozen ground stays, and the water that is found fits it. */
static void relief_leaves_frozen_ground(void **state)
{
    fluv_ctx *ctx = *state;
    const char *first = "  - coast: {shape: island}\n  - regions: {random: {mountain: 2}}\n"
                        "  - basins: {}\n  - channels: {}\n  - relief: {}\n";
    const char *again = "  - basins: {seed: 9}\n  - channels: {}\n  - relief: {}\n";
    for (int seed = 1; seed <= 2; seed++) {
        fluv_landscape before, made, after;
        must(ctx, make(ctx, &before, FRAME "%s", seed, first));
        const char *freeze = "  - place: {frozen: [[" SQUARE "]]}\n";
        must(ctx, make(ctx, &made, FRAME "%s%s%s", seed, first, freeze, again));
        must(ctx, make(ctx, &after, FRAME "%s%s%s  - lakes: {}\n  - rivers: {}\n", seed, first,
                       freeze, again));
        for (uint32_t c = 0; c < SIDE * SIDE; c++) {
            bool river = fluv_cover_of(&before)[c] == FLUV_RIVER || /* its bed is filled first */
                         fluv_cover_of(&after)[c] == FLUV_RIVER;
            if (in_square(c) && !river)
                assert_true(fluv_height_of(&before)[c] == fluv_height_of(&after)[c]);
        }
        assert_int_equal(land_count_broken(ctx, &made, "relief alone", (uint64_t)seed), 0);
        assert_int_equal(land_count_broken(ctx, &after, "relief", (uint64_t)seed), 0);
        fluv_landscape_free(&before);
        fluv_landscape_free(&made);
        fluv_landscape_free(&after);
    }
}

/* A river that begins on the shore of a placed lake, or a little beside it, comes out of the lake,
 * in every method. */
static void rivers_leave_lakes_at_their_shores(void **state)
{
    static const char *const stages[] = {
        "  - noise: {low: 20 m, ocean: 0}\n%s  - lakes: {}\n  - rivers: {}\n",
        "  - coast: {landmasses: [{markers: [{x: 2 km, y: 2 km}, {x: 17 km, y: 2 km}, {x: 17 km, "
        "y: "
        "17 km}, {x: 2 km, y: 17 km}]}]}\n  - regions: {}\n%s  - basins: {}\n  - channels: {}\n  - "
        "relief: {}\n",
        "%s  - contour: {}\n  - network: {}\n  - watersheds: {}\n  - courses: {}\n  - tree: {}\n  "
        "- "
        "sample: {rivers: false}\n  - lakes: {}\n  - rivers: {}\n"};
    static const char *const lakes[] = {
        "outline: [[8 km, 8 km], [10 km, 8 km], [10 km, 10 km], [8 km, 10 km]]",
        "x: 9 km, y: 9 km, area: 3 km2"};
    for (size_t i = 0; i < 6; i++) {
        char place[400], all[1200];
        fluv_landscape land;
        if (i % 3 && i > 2)
            continue; /* a shore that is made is found on ground alone */
        snprintf(place, sizeof place,
                 "  - place: {lakes: {L: {%s}}, rivers: {R: {line: [[%g, 9000], [12000, 9500], "
                 "[18500, 9000]]}}}\n",
                 lakes[i / 3], i < 3 ? 10000.0 : 10100.0);
        snprintf(all, sizeof all, stages[i % 3], place);
        must(*state, make(*state, &land, FRAME "%s", 4, all));
        const fluv_lake *lake = lake_named(&land, "L");
        assert_non_null(lake);
        const fluv_rivers *rivers = fluv_rivers_of(&land);
        size_t out = 0;
        for (size_t k = 0; k < rivers->count; k++)
            out += rivers->reaches[k].from_lake == lake->id &&
                   strcmp(rivers->reaches[k].name, "R") == 0;
        if (out != 1)
            fail_msg("%zu rivers R leave the lake:\n%s", out, all);
        assert_int_equal(land_count_broken(*state, &land, "shore", 4), 0);
        fluv_landscape_free(&land);
    }
}

/* What is placed before there is ground stays when more is placed. */
static void more_can_be_placed(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land;
    must(ctx, make(ctx, &land,
                   FRAME "  - place: {rivers: {A: {freedom: 0.3, line: [[9000, 9000], [12000, "
                         "11000], [19000, 9000]]}}, lakes: {L: {x: 5000, y: 5000, area: 2 km2}}}\n"
                         "  - place: {rivers: {B: {freedom: 0.3, line: [[4000, 14000], [9000, "
                         "19000]]}}, lakes: {M: {x: 5000, y: 10000, area: 2 km2}}}\n"
                         "  - noise: {low: 100 m, high: 600 m, ocean: 0}\n  - lakes: {}\n"
                         "  - rivers: {}\n",
                   3));
    const double points[] = {12000, 11000, 12100, 11000};
    assert_int_equal(dry_steps(&land, points, 2), 0);
    assert_true(locked_length(&land, "A") > 9e3 && locked_length(&land, "B") > 6e3);
    assert_true(fabs(lake_named(&land, "L")->area / 2e6 - 1.0) < 0.1);
    assert_true(fabs(lake_named(&land, "M")->area / 2e6 - 1.0) < 0.1);
    assert_int_equal(land_count_broken(ctx, &land, "more", 3), 0);
    fluv_landscape_free(&land);
}

/* Where a line ends on land, its water leaves the hollows it comes to, those in others too, which
 * fill higher than the bed: else their lakes would rise over the river. */
static void rivers_that_end_on_land_are_not_drowned(void **state)
{
    for (int seed = 1; seed <= 60; seed++) {
        fluv_landscape land;
        must(*state, make(*state, &land,
                          FRAME "  - noise: {low: 20 m, high: 60 m, ocean: 0, wavelength: 4 km}\n"
                                "  - place: {rivers: {R: {line: [[3000, 9600], [12000, 9000]]}}}\n"
                                "  - lakes: {mode: full}\n  - rivers: {}\n",
                          seed));
        assert_true(locked_length(&land, "R") > 9000.0);
        assert_int_equal(land_count_broken(*state, &land, "drowned", (uint64_t)seed), 0);
        fluv_landscape_free(&land);
    }
}

/* Sixty random placements of everything at once. */
static void random_placements_are_there_or_refused(void **state)
{
    fluv_ctx *ctx = *state;
    int made = 0;
    for (int seed = 1; seed <= 60; seed++) {
        dice d = {.key = fluv_key_make((uint64_t)seed, "test", "placements")};
        fluv_landscape land;
        double line[6], peak[2];
        for (size_t i = 0; i < 6; i++)
            line[i] = 200.0 + (double)roll(&d, 18800);
        size_t rest[4];
        for (size_t i = 0; i < 2; i++)
            rest[i] = roll(&d, 19000);
        rest[2] = 300000 + roll(&d, 5000000);
        rest[3] = 8000 + roll(&d, 3000);
        for (size_t i = 0; i < 2; i++)
            peak[i] = (double)roll(&d, 19000);
        fluv_status status =
            make(ctx, &land,
                 FRAME "  - %s\n  - place:\n"
                       "      rivers: {R: {freedom: %g, line: [[%g, %g], [%g, %g], [%g, %g]]}}\n"
                       "      lakes: {L: {x: %zu, y: %zu, area: %zu}}\n"
                       "      frozen: [[[[%zu, 2000], [15000, 3000], [14000, 9000]]]]\n"
                       "      peaks: {P: {x: %g, y: %g, height: 900}}\n"
                       "      no_lakes: [[%zu, %zu]]\n"
                       "  - lakes: {}\n  - rivers: {}\n",
                 seed, seed % 2 ? "noise: {low: 5 m, ocean: 0}" : "faults: {lines: 90}",
                 seed % 3 * 0.2, line[0], line[1], line[2], line[3], line[4], line[5], rest[0],
                 rest[1], rest[2], rest[3], peak[0], peak[1], roll(&d, 19000), roll(&d, 19000));
        if (status == FLUV_BAD_RECIPE) {
            assert_non_null(strstr(fluv_message(ctx), "place"));
            print_message("%d: %s\n", seed, fluv_message(ctx));
            continue;
        }
        must(ctx, status);
        made++;
        assert_non_null(lake_named(&land, "L"));
        assert_true(locked_length(&land, "R") > 0.0 || fluv_note_count(&land) > 0);
        assert_true(fabsf(fluv_height_of(&land)[cell_at(peak[0], peak[1])] - 900.0f) < 101.0f);
        assert_int_equal(land_count_broken(ctx, &land, "random", (uint64_t)seed), 0);
        fluv_landscape_free(&land);
    }
    print_message("%d of 60 made\n", made);
    assert_true(made >= 14);
}

static fluv_status make_all(fluv_ctx *ctx, void *data)
{
    fluv_landscape land;
    (void)data;
    fluv_status status = make(
        ctx, &land,
        "interfluve: 1\nseed: 3\nframe: {size: 24, width: 19200 m}\nstages:\n"
        "  - noise: {shape: island}\n"
        "  - place: {rivers: {R: {freedom: 0.2, line: [[9600, 9600], [10000, 14000], [9000, "
        "19000]]}}, "
        "lakes: {L: {x: 8000, y: 6000, area: 6 km2}}, passes: {P: {x: 13600, y: 11000, height: "
        "300}}, "
        "no_lakes: [[11000, 11000]], frozen: [[[[2000, 2000], [5000, 2000], [4000, 5000]]]]}\n"
        "  - lakes: {}\n  - rivers: {}\n");
    fluv_landscape_free(&land);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    fail_each_allocation(*state, make_all, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_river_runs_along_its_line),
        cmocka_unit_test(a_river_outlives_what_happens_to_its_ground),
        cmocka_unit_test(a_river_joins_another),
        cmocka_unit_test(a_river_brings_its_water),
        cmocka_unit_test(a_lake_has_its_area_depth_and_name),
        cmocka_unit_test(a_lake_keeps_its_outline_and_level),
        cmocka_unit_test(what_cannot_be_is_refused_with_its_place),
        cmocka_unit_test(peaks_and_passes_have_their_height),
        cmocka_unit_test(a_hollow_that_shall_hold_no_lake_is_drained),
        cmocka_unit_test(frozen_ground_stays),
        cmocka_unit_test(hollows_of_frozen_ground_are_lakes),
        cmocka_unit_test(relief_leaves_frozen_ground),
        cmocka_unit_test(rivers_leave_lakes_at_their_shores),
        cmocka_unit_test(more_can_be_placed),
        cmocka_unit_test(rivers_that_end_on_land_are_not_drowned),
        cmocka_unit_test(random_placements_are_there_or_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
