// SPDX-License-Identifier: MIT
/* A refusal names the stage `place`, its list and the row of what cannot be, whichever stage found
 * that out, so that a front end can point at it. What can be is not refused. */
#include "landscape/placed.h"
#include "placed_land.h"
#include "stages/rivers/rivers.h"

#include <math.h>

typedef struct refusal {
    const char *stages; /* of the recipe */
    const char *why;    /* words of the message */
    const char *path;   /* of what cannot be */
    int stage_index, row;
} refusal;

#define ISLAND "  - coast: {shape: island}\n  - regions: {}\n"
#define BASINS "  - basins: {}\n  - channels: {}\n  - relief: {}\n"
#define HYDROLOGY                                                                                  \
    "  - contour: {}\n  - network: {}\n  - watersheds: {}\n  - courses: {}\n  - tree: {}\n"
#define GROUND "  - noise: {low: 20 m, ocean: 0}\n"
#define FINE   "{x: 9 km, y: 9 km, area: 1 km2}"

static const refusal refusals[] = {
    /* on ground that is there */
    {GROUND "  - place: {lakes: {A: " FINE ", B: {x: 9.2 km, y: 9 km, area: 1 km2}}}\n",
     "another placed lake has that place", "place.lakes[1]", 1, 1},
    {"  - noise: {shape: island}\n"
     "  - place: {peaks: {P: {x: 9 km, y: 9 km, height: 900}, Q: {x: 100, y: 100, height: 9}}}\n",
     "there is no land", "place.peaks[1]", 1, 1},
    {GROUND
     "  - place: {frozen: [[[[6 km, 6 km], [12 km, 6 km], [12 km, 12 km], [6 km, 12 km]]]]}\n"
     "  - place: {lakes: {A: {x: 3 km, y: 3 km, area: 1 km2}, B: " FINE "}}\n",
     "the ground there is frozen", "place.lakes[1]", 2, 1},
    {GROUND "  - place: {lakes: {A: " FINE "}, no_lakes: [[3 km, 3 km], [9 km, 9 km]]}\n",
     "there shall be no lake", "place.no_lakes[1]", 1, 1},
    /* found out by stages that come later */
    {"  - place: {lakes: {A: {x: 100, y: 100, area: 1 km2}}}\n  - noise: {shape: island}\n"
     "  - lakes: {}\n",
     "it would lie in the sea", "place.lakes[0]", 0, 0},
    {ISLAND "  - place: {lakes: {A: " FINE ", B: {x: 500, y: 500, area: 1 km2}}}\n" BASINS,
     "it would lie in the sea", "place.lakes[1]", 2, 1},
    {ISLAND "  - place: {rivers: {A: {line: [[9 km, 9 km], [9 km, 1 km]]}}}\n"
            "  - place: {rivers: {B: {line: [[6 km, 6 km], [12 km, 6 km]]}}}\n" BASINS,
     "and goes on", "place.rivers[0]", 3, 0},
    {ISLAND "  - place: {mouths: {A: {x: 9.6 km, y: 9.6 km}}}\n" BASINS, "is far from the coast",
     "place.mouths[0]", 2, 0},
    {ISLAND "  - place: {lakes: {A: {x: 9 km, y: 9 km, area: 1 km2, level: 5000}}}\n" BASINS,
     "cannot stand at 5000 m", "place.lakes[0]", 2, 0},
    {"  - place: {rivers: {A: {line: [[9 km, 9 km], [9 km, 1 km]]}, B: {line: [[1 km, 1 km], [2 "
     "km, "
     "1 km]]}}}\n" HYDROLOGY,
     "leaves the land", "place.rivers[1]", 0, 1},
    {"  - place: {mouths: {A: {x: 9.6 km, y: 9.6 km}}}\n" HYDROLOGY, "is farther than",
     "place.mouths[0]", 0, 0},
    {"  - contour: {}\n  - place: {peaks: {A: {x: 100, y: 100, height: 900}}}\n"
     "  - network: {}\n  - watersheds: {}\n  - courses: {}\n  - tree: {}\n",
     "there is no land", "place.peaks[0]", 1, 0},
};

static void refusals_point_at_their_rows(void **state)
{
    fluv_ctx *ctx = *state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const refusal *r = &refusals[i];
        char text[1500];
        fluv_landscape land;
        snprintf(text, sizeof text, FRAME "%s", 4, r->stages);
        if (recipe_land(ctx, text, &land) != FLUV_BAD_RECIPE)
            fail_msg("not refused:\n%s", r->stages);
        const fluv_error *error = fluv_error_of(ctx);
        if (!strstr(error->message, r->why) || strcmp(error->path, r->path) != 0 ||
            error->stage_index != r->stage_index || error->row != r->row ||
            strcmp(error->stage, "place") != 0)
            fail_msg("%s\nat %s of stage %d, %s, row %d\n%s", error->message, error->path,
                     error->stage_index, error->stage, error->row, r->stages);
        assert_int_equal(error->line, 5 + r->stage_index); /* of the recipe's text */
    }
}

/* Lakes side by side have land between them, or the second is refused. */
static void lakes_beside_lakes_have_shores(void **state)
{
    fluv_ctx *ctx = *state;
    int made = 0;
    for (int seed = 1; seed <= 6; seed++)
        for (int far = 200; far <= 3000; far += 700) {
            fluv_landscape land;
            fluv_status status =
                make(ctx, &land,
                     FRAME "  - %s\n"
                           "  - place: {lakes: {A: {x: 9000, y: 9600, area: 1 km2}, B: {x: %d, y: "
                           "9600, area: 1 km2}}}\n  - lakes: {}\n  - rivers: {}\n",
                     seed, seed % 2 ? "noise: {low: 20 m, ocean: 0}" : "midpoint: {}", 9000 + far);
            if (status == FLUV_BAD_RECIPE) {
                assert_non_null(strstr(fluv_message(ctx), "place: lake "));
                continue;
            }
            must(ctx, status);
            made++;
            assert_true(fabs(lake_named(&land, "A")->area / 1e6 - 1.0) < 0.1);
            assert_true(fabs(lake_named(&land, "B")->area / 1e6 - 1.0) < 0.1);
            assert_int_equal(land_count_broken(ctx, &land, "beside", (uint64_t)seed), 0);
            fluv_landscape_free(&land);
        }
    print_message("%d of 30 pairs of lakes made\n", made);
    assert_true(made >= 8);
}

/* A river that may leave its line finds the ways down through ground that stays. */
static void rivers_find_ways_through_frozen_ground(void **state)
{
    fluv_ctx *ctx = *state;
    int made = 0;
    for (int seed = 1; seed <= 12; seed++) {
        fluv_landscape land;
        fluv_status status =
            make(ctx, &land,
                 FRAME "  - noise: {shape: slope, wavelength: 5 km, low: 20 m, high: 1200 m, "
                       "ocean: 0.1}\n"
                       "  - place: {frozen: [[[[100, 8500], [19100, 8500], [19100, 9700], [100, "
                       "9700]]]], rivers: {R: {freedom: 0.35, line: [[9600, 17000], [9600, "
                       "4000]]}}}\n"
                       "  - lakes: {}\n  - rivers: {}\n",
                 seed);
        if (status == FLUV_BAD_RECIPE) {
            assert_non_null(strstr(fluv_message(ctx), "out of frozen ground at"));
            continue;
        }
        must(ctx, status);
        made++;
        assert_true(locked_length(&land, "R") > 0.0);
        assert_int_equal(land_count_broken(ctx, &land, "through", (uint64_t)seed), 0);
        fluv_landscape_free(&land);
    }
    print_message("%d of 12 made\n", made);
    assert_true(made >= 9);
}

/* Each takes what is placed. */
static const char *const methods[] = {
    "  - noise: {low: 20 m, ocean: 0}\n%s  - lakes: {}\n  - rivers: {}\n", ISLAND "%s" BASINS,
    "%s" HYDROLOGY "  - sample: {rivers: false}\n  - lakes: {}\n  - rivers: {}\n",
    ISLAND "%s  - mesh: {spacing: 400 m}\n  - uplift: {}\n  - erode: {steps: 5}\n  - lakes: {}\n"
           "  - rivers: {}\n"};
#define METHODS (sizeof methods / sizeof *methods)

static fluv_status make_in(fluv_ctx *ctx, size_t method, const char *place, fluv_landscape *land)
{
    char all[1200];
    snprintf(all, sizeof all, methods[method], place);
    return make(ctx, land, FRAME "%s", 4, all);
}

/* What draws nothing, or crosses itself, has one answer in every method. */
static void drawings_that_are_none_are_refused_alike(void **state)
{
    fluv_ctx *ctx = *state;
    static const char *const cases[][2] = {
        {"  - place: {rivers: {A: {line: [[9 km, 9 km], [9 km, 9 km]]}}}\n",
         "all points of river A lie at 9000, 9000"},
        {"  - place: {rivers: {A: {freedom: 0.2, line: [[9 km, 9 km], [9 km, 9 km]]}}}\n",
         "all points of river A lie at 9000, 9000"},
        {"  - place: {lakes: {A: {outline: [[8 km, 8 km], [10 km, 10 km], [10 km, 8 km], [8 km, 10 "
         "km]]}}}\n",
         "the outline of lake A crosses itself near 8000, 8000"},
        {"  - place: {lakes: {A: {outline: [[8 km, 8 km], [10 km, 8 km], [8 km, 8 km], [8 km, 8 "
         "km]]}}}\n",
         "the outline of lake A at 8000, 8000 has no inside"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t k = 0; k < METHODS; k++) {
            fluv_landscape land;
            if (make_in(ctx, k, cases[i][0], &land) != FLUV_BAD_RECIPE)
                fail_msg("not refused in method %zu: %s", k, cases[i][0]);
            if (!strstr(fluv_message(ctx), cases[i][1]))
                fail_msg("%s\nexpected %s", fluv_message(ctx), cases[i][1]);
            assert_int_equal(fluv_error_of(ctx)->row, 0);
        }
}

/* Points that come twice in a row, and a ring that comes back to its first, are drawn once. */
static void points_that_repeat_do_not_matter(void **state)
{
    for (size_t k = 0; k < METHODS; k++) {
        fluv_landscape once, twice;
        must(*state, make_in(*state, k,
                             "  - place: {rivers: {A: {line: [[9 km, 12 km], [9 km, 6 km]]}}, "
                             "lakes: {L: {outline: [[8 km, 8 km], [10 km, 8 km], [10 km, 10 km], "
                             "[8 km, 10 km]]}}}\n",
                             &once));
        must(*state,
             make_in(*state, k,
                     "  - place: {rivers: {A: {line: [[9 km, 12 km], [9 km, 12 km], [9 km, 6 "
                     "km], [9 km, 6 km]]}}, lakes: {L: {outline: [[8 km, 8 km], [10 km, 8 "
                     "km], [10 km, 8 km], [10 km, 10 km], [8 km, 10 km], [8 km, 8 km]]}}}\n",
                     &twice));
        assert_memory_equal(fluv_layer_read(&once, FLUV_LAYER_height),
                            fluv_layer_read(&twice, FLUV_LAYER_height),
                            fluv_cell_count(&once) * sizeof(float));
        fluv_landscape_free(&once);
        fluv_landscape_free(&twice);
    }
}

/* A level of 0 m is a level: the lake stands at the height of the sea, or is refused for it. */
static void a_level_of_zero_is_a_level(void **state)
{
    fluv_ctx *ctx = *state;
    int made = 0;
    for (size_t k = 0; k < METHODS; k++) {
        fluv_landscape land;
        fluv_status status =
            make_in(ctx, k,
                    "  - place: {lakes: {L: {outline: [[8 km, 8 km], [10 km, 8 km], [10 km, 10 "
                    "km], [8 km, 10 km]], level: 0}}}\n",
                    &land);
        if (status == FLUV_BAD_RECIPE) {
            assert_non_null(strstr(fluv_message(ctx), "cannot stand at 0 m"));
            continue;
        }
        must(ctx, status);
        made++;
        assert_non_null(lake_named(&land, "L"));
        assert_true(lake_named(&land, "L")->level == 0.0f);
        assert_int_equal(land_count_broken(ctx, &land, "zero", k), 0);
        fluv_landscape_free(&land);
    }
    assert_true(made >= 2);
}

/* What lies outside the frame is told of, in every method. */
static void what_lies_outside_is_told(void **state)
{
    for (size_t i = 0; i < METHODS; i++) {
        fluv_landscape land;
        must(*state, make_in(*state, i,
                             "  - place: {rivers: {R: {line: [[-9000, 3000], [-5000, 2000]]}}, "
                             "lakes: {L: {x: -5000, y: 200, area: 1 km2}}}\n",
                             &land));
        int told = 0;
        for (size_t k = 0; k < fluv_note_count(&land); k++)
            told += strstr(fluv_note_text(&land, k), "outside the frame") != NULL;
        if (told != 2)
            fail_msg("%d notes: %s", told, methods[i]);
        fluv_landscape_free(&land);
    }
}

static bool is_noted(const fluv_landscape *land, const char *words)
{
    bool told = false;
    for (size_t i = 0; i < fluv_note_count(land); i++)
        told |= strstr(fluv_note_text(land, i), words) != NULL;
    return told;
}

/* Where the greatest river leaves the land. */
static const fluv_river_point *greatest_end(const fluv_rivers *rivers)
{
    const fluv_reach *best = NULL;
    for (size_t i = 0; i < rivers->count; i++)
        if (rivers->reaches[i].next_down == 0 && rivers->reaches[i].lake == 0 &&
            (!best || rivers->reaches[i].discharge > best->discharge))
            best = &rivers->reaches[i];
    assert_non_null(best);
    return &rivers->points[best->first_point + best->point_count - 1];
}

/* A mouth where a river ends has that river, with its name, in every method; where nothing leads
 * one there, it is told of. */
static void mouths_have_rivers_or_are_told_of(void **state)
{
    fluv_ctx *ctx = *state;
    int made = 0;
    for (size_t k = 0; k < METHODS; k++) {
        fluv_landscape bare, land;
        char place[200];
        must(ctx, make_in(ctx, k, "", &bare));
        const fluv_river_point *end = greatest_end(fluv_rivers_of(&bare));
        snprintf(place, sizeof place, "  - place: {mouths: {Mund: {x: %.1f, y: %.1f}}}\n", end->x,
                 end->y);
        fluv_landscape_free(&bare);
        if (make_in(ctx, k, place, &land) == FLUV_BAD_RECIPE) { /* its cells lie off the coast */
            assert_non_null(strstr(fluv_message(ctx), "is far from the coast"));
            continue;
        }
        made++;
        if (!(locked_length(&land, "Mund") > 0.0) || is_noted(&land, "no river reaches"))
            fail_msg("no river is called Mund: %s", methods[k]);
        assert_int_equal(land_count_broken(ctx, &land, "mouth", k), 0);
        fluv_landscape_free(&land);
        if (make_in(ctx, k, "  - place: {mouths: {Mund: {x: 9.6 km, y: 9.6 km}}}\n", &land) !=
            FLUV_OK) {
            assert_non_null(strstr(fluv_message(ctx), "mouth"));
            continue;
        }
        assert_true(is_noted(&land, "no river reaches the sea at mouth Mund at 9600, 9600"));
        fluv_landscape_free(&land);
    }
    assert_true(made >= 3);
}

/* The land before `rivers`, whose lake came to stand over all of a river: `kept` or drawn. */
static void make_drowned(fluv_ctx *ctx, bool kept, fluv_landscape *land)
{
    must(ctx, make(ctx, land,
                   FRAME GROUND
                   "  - place: {lakes: {L: {x: 9 km, y: 9 km, area: 3 km2}}, rivers: {S: {line: "
                   "[[3 km, 15 km], [3 km, 13 km]]}, R: {line: [[15 km, 5 km], [15 km, 3 km]]}}}\n"
                   "  - lakes: {}\n",
                   4));
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    const fluv_laid *laid = fluv_layer_read(land, FLUV_LAYER_laid);
    fluv_laying laying = {0};
    must(ctx, fluv_laying_open(ctx, laid, &laying));
    fluv_laid_way *ways = laying.ways.items;
    uint32_t *cells = laying.cells.items;
    for (size_t w = 0; w < laying.ways.count; w++)
        if (ways[w].river != FLUV_NONE && strcmp(placed->rivers[ways[w].river].name, "R") == 0)
            for (uint32_t i = 0; i < ways[w].drawn; i++)
                cells[ways[w].first_cell + i] = cells[laid->lakes[0].first_cell + i];
    fluv_layer_put(land, FLUV_LAYER_laid, fluv_laid_seal(ctx, &laying));
    fluv_laying_free(&laying);
    fluv_placing placing = {0};
    must(ctx, fluv_placing_open(ctx, land, &placing));
    for (size_t i = 0; i < placing.rivers.count; i++)
        ((fluv_placed_river *)placing.rivers.items)[i].kept = kept;
    fluv_layer_put(land, FLUV_LAYER_placed, fluv_placed_seal(ctx, &placing));
    fluv_placing_free(&placing);
}

/* Whether a river that a lake drowned was told of; the refusal names it, its place and its row. */
static void a_drowned_river_is_refused(void **state)
{
    fluv_ctx *ctx = *state;
    for (int kept = 0; kept < 2; kept++) {
        fluv_landscape land;
        fluv_rivers_params params;
        make_drowned(ctx, kept, &land);
        const fluv_laid *laid = fluv_layer_read(&land, FLUV_LAYER_laid);
        uint32_t source = laid->cells[laid->lakes[0].first_cell];
        char place[80];
        snprintf(place, sizeof place, "river R from %.7g, %.7g ", fluv_cell_x(&land.frame, source),
                 fluv_cell_y(&land.frame, source));
        must(ctx, fluv_params_init(ctx, &fluv_stage_rivers.info, &params, sizeof params));
        fluv_status status = fluv_stage_rivers.run(ctx, &params, &land);
        fluv_params_free(&fluv_stage_rivers.info, &params);
        assert_int_equal(status, kept ? FLUV_OK : FLUV_BAD_RECIPE);
        assert_int_equal(is_noted(&land, place), kept);
        if (!kept) {
            assert_non_null(strstr(fluv_message(ctx), place));
            assert_non_null(strstr(fluv_message(ctx), "would lie under a lake, all of it"));
            assert_string_equal(fluv_error_of(ctx)->path, "place.rivers[1]");
            assert_int_equal(fluv_error_of(ctx)->row, 1);
        }
        fluv_landscape_free(&land);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals_point_at_their_rows),
        cmocka_unit_test(lakes_beside_lakes_have_shores),
        cmocka_unit_test(rivers_find_ways_through_frozen_ground),
        cmocka_unit_test(drawings_that_are_none_are_refused_alike),
        cmocka_unit_test(points_that_repeat_do_not_matter),
        cmocka_unit_test(a_level_of_zero_is_a_level),
        cmocka_unit_test(what_lies_outside_is_told),
        cmocka_unit_test(mouths_have_rivers_or_are_told_of),
        cmocka_unit_test(a_drowned_river_is_refused),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
