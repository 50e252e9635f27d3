// SPDX-License-Identifier: MIT
/* Edits of land from hydrology are local: what is done to one island does not touch another, and on
 * one island the catchments that it touches and their neighbours change alone. */
#include "how_many.h"
#include "hydrology_land.h"
#include "locality_of.h"
#include "one_thread.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define MARGIN  5000.0 /* m from the touched catchments and their neighbours */
#define MOST    0.01   /* of the land, that may change beyond */
#define SQUARES 30     /* of the drawn slopes, a side */

/* A map of slopes with another value around one place in the east. */
static void write_slopes(const char *file, double slope, double other)
{
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fprintf(out, "ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize 4000\n", SQUARES, SQUARES);
    for (int r = 0; r < SQUARES; r++)
        for (int c = 0; c < SQUARES; c++)
            fprintf(out, "%g%c", hypot(c - 25.0, r - 14.0) < 2.0 ? other : slope,
                    c + 1 < SQUARES ? ' ' : '\n');
    assert_int_equal(fclose(out), 0);
}

/* What a land is made of; "" for nothing special. */
typedef struct drawing {
    const char *contour;
    const char *river_slope, *terrain_slope; /* maps, without `.asc` */
    bool high;                               /* the frame says how high the land is */
    const char *place;                       /* what is placed */
} drawing;

static hydro_run draw(fluv_ctx *ctx, int seed, drawing d)
{
    char text[2500];
    snprintf(text, sizeof text,
             "interfluve: 1\nseed: %d\nframe: {size: 256, width: 120 km%s}\nstages:\n"
             "  - place: {%s}\n"
             "  - contour: {spacing: 6 km, %s}\n"
             "  - network: {edge: 2 km, river_slope: {image: %s.asc}}\n"
             "  - watersheds: {terrain_slope: {image: %s.asc}}\n  - courses: {}\n"
             "  - tree: {discs: 6, ravines: 0.5}\n  - sample: {}\n",
             seed, d.high ? ", height: [-200 m, 1500 m]" : "", d.place ? d.place : "", d.contour,
             d.river_slope ? d.river_slope : "rivers", d.terrain_slope ? d.terrain_slope : "land");
    hydro_run run = hydro_run_text(ctx, text, NULL);
    if (run.status != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    return run;
}

/* ---- Two islands ---- */

#define WEST                                                                                       \
    "{ring: [[6 km, 60 km], [12 km, 40 km], [26 km, 34 km], [44 km, 42 km], [46 km, 64 km], "      \
    "[38 km, 84 km], [16 km, 80 km]]}"
#define EAST(point)                                                                                \
    "{ring: [[72 km, 40 km], [88 km, 32 km], [104 km, 38 km], " point ", [106 km, 78 km], "        \
    "[90 km, 86 km], [74 km, 74 km]]}"
#define BOTH "outlines: [" WEST ", " EAST("[114 km, 58 km]") "]"

static uint64_t west_of(const fluv_landscape *land, uint32_t cell)
{
    return cell % land->frame.cols < land->frame.cols / 2;
}

static void assert_same_ground(const fluv_landscape *was, const fluv_landscape *now,
                               const char *edit)
{
    size_t changed = 0;
    for (uint32_t c = 0; c < cells_of(was); c++) {
        bool same = same_cell(was, now, c);
        changed += !same;
        if (!same && west_of(was, c))
            fail_msg("%s changes cell %u, %u in the west", edit, c % was->frame.cols,
                     c / was->frame.cols);
    }
    assert_true(changed > 100); /* it did something in the east */
}

static bool is_western(const fluv_rivers *rivers, const fluv_reach *reach)
{
    return rivers->points[reach->first_point].x < 60e3;
}

/* The same reaches of the west, by their ids, with all that is said of them. */
static void assert_same_rivers(const fluv_landscape *was, const fluv_landscape *now)
{
    const fluv_rivers *a = fluv_rivers_of(was), *b = fluv_rivers_of(now);
    size_t found = 0, western = 0;
    for (size_t i = 0; i < b->count; i++)
        western += is_western(b, &b->reaches[i]);
    for (size_t i = 0; i < a->count; i++) {
        const fluv_reach *reach = &a->reaches[i], *same = NULL;
        if (!is_western(a, reach))
            continue;
        for (size_t k = 0; k < b->count && !same; k++)
            same = b->reaches[k].id == reach->id ? &b->reaches[k] : NULL;
        assert_true(same && same->next_down == reach->next_down &&
                    same->discharge == reach->discharge && same->point_count == reach->point_count);
        assert_memory_equal(b->points + same->first_point, a->points + reach->first_point,
                            reach->point_count * sizeof *a->points);
        found++;
    }
    assert_true(found > 20 && found == western);
}

/* Also where the frame says how high the land is: no island's peaks scale another's. */
static void an_edit_in_the_east_leaves_the_western_island(void **state)
{
    static const struct {
        const char *name;
        drawing is;
    } edits[] = {
        {"a moved point", {.contour = "outlines: [" WEST ", " EAST("[116 km, 62 km]") "]"}},
        {"a drawn river",
         {.contour =
              BOTH ", rivers: [{line: [[114 km, 58 km], [100 km, 56 km], [92 km, 64 km]]}]"}},
        {"a mouth", {.contour = BOTH ", places: [[114 km, 58 km, 1], [90 km, 86 km, 0.5]]"}},
        {"an island more",
         {.contour = BOTH ", outline: [[92 km, 100 km], [104 km, 98 km], [100 km, 110 km]]"}},
        {"steeper rivers", {.contour = BOTH, .river_slope = "steeper_rivers"}},
        {"steeper land", {.contour = BOTH, .terrain_slope = "steeper_land"}},
    };
    hydro_run before[2] = {draw(*state, 1, (drawing){.contour = BOTH}),
                           draw(*state, 1, (drawing){.contour = BOTH, .high = true})};
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        drawing now = edits[i].is;
        now.high = i % 2;
        hydro_run after = draw(*state, 1, now);
        assert_same_ground(before[i % 2].land, after.land, edits[i].name);
        assert_same_rivers(before[i % 2].land, after.land);
        fluv_builder_delete(after.builder);
    }
    fluv_builder_delete(before[0].builder);
    fluv_builder_delete(before[1].builder);
}

/* ---- One island ---- */

#define ISLAND(point)                                                                              \
    "outline: [[6 km, 60 km], [10 km, 50 km], [24 km, 46 km], [40 km, 48 km], [56 km, 44 km], "    \
    "[72 km, 48 km], [90 km, 45 km], [104 km, 48 km], [114 km, 57 km], " point                     \
    ", [96 km, 73 km], [78 km, 70 km], [62 km, 74 km], [46 km, 71 km], [28 km, 75 km], "           \
    "[12 km, 70 km]]"
#define PLAIN ISLAND("[108 km, 66 km]")
#define MOUTHS                                                                                     \
    ", places: [[6 km, 60 km, 0.5], [24 km, 46 km, 0.3], [40 km, 48 km, 0.8], "                    \
    "[56 km, 44 km, 0.2], [72 km, 48 km, 0.7], [90 km, 45 km, 0.3], [104 km, 48 km, 0.6], "        \
    "[114 km, 57 km, 0.4], [96 km, 73 km, 0.3], [78 km, 70 km, 0.8], [62 km, 74 km, 0.3], "        \
    "[46 km, 71 km, 0.9], [28 km, 75 km, 0.2], [12 km, 70 km, 0.4]"

#define MOST_PLACES 5

static const struct {
    const char *name;
    drawing now;
    edit_place places[MOST_PLACES]; /* radius 0: no more */
    bool mouths;                    /* they are placed */
} edits[] = {
    {"a moved point of the outline",
     {.contour = ISLAND("[110 km, 68 km]")},
     {{108e3, 66e3, 3000}, {110e3, 68e3, 3000}},
     false},
    {"a mouth more",
     {.contour = PLAIN MOUTHS ", [108 km, 66 km, 0.4]]"},
     {{108e3, 66e3, 1000}},
     true},
    {"a drawn river",
     {.contour = PLAIN ", rivers: [{line: [[108 km, 66 km], [102 km, 63 km], [97 km, 61 km]]}]"},
     {{108e3, 66e3, 1000},
      {105e3, 64.5e3, 1000},
      {102e3, 63e3, 1000},
      {99.5e3, 62e3, 1000},
      {97e3, 61e3, 1000}},
     false},
    {"a placed river",
     {.contour = PLAIN,
      .place = "rivers: {R: {line: [[97 km, 61 km], [102 km, 63 km], [108 km, 66 km]]}}"},
     {{108e3, 66e3, 1000},
      {105e3, 64.5e3, 1000},
      {102e3, 63e3, 1000},
      {99.5e3, 62e3, 1000},
      {97e3, 61e3, 1000}},
     false},
    {"a placed peak",
     {.contour = PLAIN, .place = "peaks: {P: {x: 102 km, y: 60 km, height: 400 m, radius: 4 km}}"},
     {{102e3, 60e3, 4000}},
     false},
    {"a placed lake",
     {.contour = PLAIN, .place = "lakes: {L: {x: 102 km, y: 60 km, area: 8 km2}}"},
     {{102e3, 60e3, 3000}},
     false},
    {"steeper rivers in one place",
     {.contour = PLAIN, .river_slope = "steeper_rivers"},
     {{102e3, 62e3, 10000}},
     false},
    {"steeper land in one place",
     {.contour = PLAIN, .terrain_slope = "steeper_land"},
     {{102e3, 62e3, 10000}},
     false},
};

static locality locality_between(fluv_ctx *ctx, const fluv_landscape *was, int seed, size_t edit)
{
    size_t count = 0;
    while (count < MOST_PLACES && edits[edit].places[count].radius > 0.0)
        count++;
    hydro_run now = draw(ctx, seed, edits[edit].now);
    locality found = locality_of(ctx, was, now.land, edits[edit].places, count, MARGIN);
    assert_true(found.changed > 0.001 && found.inside < 0.9);
    fluv_builder_delete(now.builder);
    return found;
}

#define EDITS (sizeof edits / sizeof *edits)

/* The table of docs/hydrology.md, with INTERFLUVE_SEEDS=8. */
static void an_edit_changes_the_catchments_it_touches_and_their_neighbours(void **state)
{
    locality mean[EDITS] = {0};
    int seeds = how_many("INTERFLUVE_SEEDS", 1);
    for (int seed = 1; seed <= seeds; seed++) {
        hydro_run was[2] = {draw(*state, seed, (drawing){.contour = PLAIN}),
                            draw(*state, seed, (drawing){.contour = PLAIN MOUTHS "]"})};
        for (size_t i = 0; i < EDITS; i++) {
            locality found = locality_between(*state, was[edits[i].mouths].land, seed, i);
            mean[i].inside += found.inside / seeds;
            mean[i].changed += found.changed / seeds;
            mean[i].outside += found.outside / seeds;
        }
        fluv_builder_delete(was[0].builder);
        fluv_builder_delete(was[1].builder);
    }
    print_message("| edit | touched, with neighbours | changed | changed beyond 5 km |\n");
    for (size_t i = 0; i < EDITS; i++)
        print_message("| %s | %.0f %% | %.0f %% | %.2f %% |\n", edits[i].name,
                      100.0 * mean[i].inside, 100.0 * mean[i].changed, 100.0 * mean[i].outside);
    for (size_t i = 0; i < EDITS; i++)
        assert_true(mean[i].outside < MOST);
}

static int write_maps(void **state)
{
    write_slopes("rivers.asc", 0.02, 0.02);
    write_slopes("steeper_rivers.asc", 0.02, 0.05);
    write_slopes("land.asc", 0.2, 0.2);
    write_slopes("steeper_land.asc", 0.2, 0.5);
    return set_up(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_edit_in_the_east_leaves_the_western_island),
        cmocka_unit_test(an_edit_changes_the_catchments_it_touches_and_their_neighbours),
    };
    return cmocka_run_group_tests(tests, write_maps, tear_down);
}
