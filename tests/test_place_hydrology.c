// SPDX-License-Identifier: MIT
/* What the author places is there in land from hydrology, before there are cells: rivers and mouths
 * in its river graph, peaks and passes in its construction tree, lakes in its valleys. */
#include "dice.h"
#include "failing_memory.h"
#include "hydrology_land.h"
#include "landscape/placed.h"
#include "locality_of.h"
#include "placed/placed.h"
#include "recipe_land.h"
#include "stages/shared/sea.h"
#include "water_land.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define SIDE 128 /* cells */
#define WIDE 40e3
#define CELL (WIDE / SIDE)
#define LAST "  - watersheds: {}\n  - courses: {}\n  - tree: {discs: 12, ravines: 0.4}\n"

/* `order`: what stands between the frame and `watersheds`; `end`: from `sample` on. */
static fluv_status make(fluv_ctx *ctx, int seed, const char *order, const char *end,
                        fluv_landscape *land)
{
    char text[4000];
    int length =
        snprintf(text, sizeof text,
                 "interfluve: 1\nseed: %d\nframe: {size: %d, width: 40 km}\nstages:\n%s" LAST "%s",
                 seed, SIDE, order, end);
    assert_in_range(length, 1, sizeof text - 1);
    return recipe_land(ctx, text, land);
}

static void must(fluv_ctx *ctx, fluv_status status)
{
    if (status != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
}

#define GROW        "  - contour: {}\n  - network: {edge: 2 km}\n"
#define LATE(place) "  - contour: {}\n" place "  - network: {edge: 2 km}\n"
#define SAMPLE      "  - sample: {}\n"
#define LAKES       "  - sample: {rivers: false}\n  - lakes: {}\n  - rivers: {}\n"

/* ---- Looking at the land ---- */

static uint32_t cell_at(double x, double y)
{
    return (uint32_t)((WIDE - y) / CELL) * SIDE + (uint32_t)(x / CELL);
}

/* Whether a river's line passes within a cell of a place; "" for any name. */
static bool runs_by(const fluv_landscape *land, const char *name, double x, double y)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        if (*name && !(reach->locked && strcmp(reach->name, name) == 0))
            continue;
        for (uint32_t k = 0; k + 1 < reach->point_count; k++) {
            const fluv_river_point *p = &rivers->points[reach->first_point + k];
            if (fluv_segment_distance((fluv_vec){p[0].x, p[0].y}, (fluv_vec){p[1].x, p[1].y},
                                      (fluv_vec){x, y}) < 1.5 * CELL)
                return true;
        }
    }
    return false;
}

/* Whether there is water within a cell of a place. */
static bool is_wet_near(const fluv_landscape *land, double x, double y)
{
    const uint8_t *cover = fluv_cover_of(land);
    uint32_t col = cell_at(x, y) % SIDE, row = cell_at(x, y) / SIDE;
    for (uint32_t r = row - 1; r <= row + 1; r++)
        for (uint32_t c = col - 1; c <= col + 1; c++)
            if (cover[r * SIDE + c] != FLUV_LAND)
                return true;
    return false;
}

/* Steps along a line without the river. */
static int steps_without(const fluv_landscape *land, const char *name, const double *xy,
                         size_t points)
{
    int without = 0;
    for (size_t i = 0; i + 1 < points; i++)
        for (double t = 0.0; t < 1.0; t += 0.05)
            without += !runs_by(land, name, xy[2 * i] + t * (xy[2 * i + 2] - xy[2 * i]),
                                xy[2 * i + 1] + t * (xy[2 * i + 3] - xy[2 * i + 1]));
    return without;
}

static const fluv_reach *reach_named(const fluv_landscape *land, const char *name)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    const fluv_reach *least = NULL;
    for (size_t i = 0; i < rivers->count; i++)
        if (rivers->reaches[i].locked && strcmp(rivers->reaches[i].name, name) == 0 &&
            (!least || rivers->reaches[i].upland < least->upland))
            least = &rivers->reaches[i];
    return least;
}

static double tree_height(fluv_ctx *ctx, const fluv_landscape *land, double x, double y)
{
    fluv_tree_index *tree;
    float height;
    must(ctx, fluv_tree_open(ctx, fluv_layer_read(land, FLUV_LAYER_tree), &tree));
    fluv_tree_evaluate(tree, &x, &y, 1, 0.0, &(fluv_tree_values){.height = &height});
    fluv_tree_close(tree);
    return (double)height;
}

/* ---- Rivers and mouths ---- */

#define RIVERS                                                                                     \
    "  - place: {rivers: {"                                                                        \
    "Alva: {line: [[20 km, 24 km], [24 km, 22 km], [26 km, 17 km], [36 km, 16 km]], "              \
    "discharge: 30 m3/s, width: 120 m}, "                                                          \
    "Bode: {line: [[22 km, 28 km], [24 km, 22 km]]}}, mouths: {Mund: {x: 12 km, y: 11 km}}}\n"
static const double alva[] = {20e3, 24e3, 24e3, 22e3, 26e3, 17e3, 32e3, 16.4e3};
static const double bode[] = {22e3, 28e3, 24e3, 22e3};

static void look_at_rivers(fluv_ctx *ctx, const fluv_landscape *land)
{
    assert_int_equal(steps_without(land, "Alva", alva, 4), 0);
    assert_int_equal(steps_without(land, "Bode", bode, 2), 0);
    const fluv_reach *first = reach_named(land, "Alva");
    assert_true(first->discharge > 30.0 && first->discharge < 60.0);
    assert_true(fabsf(first->width - 120.0F) < 1.0F);
    assert_true(reach_named(land, "Bode")->discharge < 20.0);
    assert_int_equal(land_count_broken(ctx, land, "rivers", 4), 0);
}

static void rivers_run_along_their_lines_and_are_joined(void **state)
{
    const char *orders[] = {RIVERS GROW, LATE(RIVERS)};
    for (size_t i = 0; i < 2; i++) {
        fluv_landscape land;
        must(*state, make(*state, 4, orders[i], SAMPLE, &land));
        look_at_rivers(*state, &land);
        const fluv_streams *streams = streams_of(&land);
        size_t joining = 0; /* rivers that grew to a placed one */
        for (size_t k = 0; k < streams->count; k++) {
            uint32_t below = streams->nodes[k].parent;
            joining +=
                below != FLUV_NONE && !streams->nodes[k].sketched && streams->nodes[below].sketched;
        }
        assert_true(joining > 5);
        fluv_landscape_free(&land);
    }
}

static void a_placed_mouth_is_one(void **state)
{
    const char *orders[] = {RIVERS GROW, LATE(RIVERS)};
    for (size_t i = 0; i < 2; i++) {
        fluv_landscape land;
        must(*state, make(*state, 4, orders[i], SAMPLE, &land));
        const fluv_contour *contour = fluv_layer_read(&land, FLUV_LAYER_contour);
        size_t near = 0;
        for (size_t k = 0; k < contour->mouth_count; k++)
            near += hypot(contour->mouths[k].x - 12e3, contour->mouths[k].y - 11e3) < 3600.0 &&
                    contour->mouths[k].weight == 1.0;
        assert_int_equal(near, 1);
        assert_non_null(reach_named(&land, "Mund"));
        fluv_landscape_free(&land);
    }
}

/* Freedom lets a river bend between its points, not at them. */
static void freedom_is_between_the_points(void **state)
{
    fluv_landscape land;
    must(*state, make(*state, 4,
                      "  - place: {rivers: {Free: {freedom: 0.4, line: [[20 km, 26 km], [25 km, 20 "
                      "km], [35 km, 17 km]]}}}\n" GROW,
                      SAMPLE, &land));
    const double line[] = {20e3, 26e3, 25e3, 20e3, 31e3, 18.2e3};
    assert_true(runs_by(&land, "Free", 20e3, 26e3) && runs_by(&land, "Free", 25e3, 20e3));
    assert_true(steps_without(&land, "Free", line, 3) > 5);
    fluv_landscape_free(&land);
}

/* ---- Peaks and passes ---- */

static void peaks_and_passes_have_their_heights(void **state)
{
    const char *place = "  - place: {peaks: {Horn: {x: 18 km, y: 18 km, height: 900 m}}, "
                        "passes: {Joch: {x: 14 km, y: 22 km, height: 130 m}}}\n";
    char order[600];
    fluv_landscape land, plain;
    snprintf(order, sizeof order, "%s" GROW, place);
    must(*state, make(*state, 4, order, SAMPLE, &land));
    must(*state, make(*state, 4, GROW, SAMPLE, &plain));
    assert_true(fabs(tree_height(*state, &plain, 18e3, 18e3) - 900.0) > 300.0);
    assert_true(fabs(tree_height(*state, &land, 18e3, 18e3) - 900.0) < 0.1);
    assert_true(fabs(tree_height(*state, &land, 14e3, 22e3) - 130.0) < 0.1);
    const float *height = fluv_height_of(&land);
    float highest = 0.0F;
    for (uint32_t c = 0; c < SIDE * SIDE; c++)
        highest = fmaxf(highest, height[c]);
    assert_true(highest < 1000.0F); /* nothing beside it stands much higher */
    assert_true(height[cell_at(18e3, 18e3)] > 700.0F);
    assert_int_equal(land_count_broken(*state, &land, "peaks", 4), 0);
    fluv_landscape_free(&plain);
    fluv_landscape_free(&land);
}

/* ---- Lakes ---- */

static const fluv_lake *lake_named(const fluv_landscape *land, const char *name)
{
    const fluv_lakes *lakes = fluv_lakes_of(land);
    for (size_t i = 0; i < lakes->count; i++)
        if (lakes->lakes[i].locked && strcmp(lakes->lakes[i].name, name) == 0)
            return &lakes->lakes[i];
    fail_msg("there is no lake %s", name);
    return NULL;
}

#define LAKE                                                                                       \
    "  - place: {rivers: {Alva: {line: [[20 km, 24 km], [24 km, 22 km], [26 km, 17 km], [36 km, "  \
    "16 km]]}}, lakes: {See: {x: 25 km, y: 20 km, area: 4 km2, depth: 20 m}, "                     \
    "Weiher: {depth: 8 m, outline: [[13 km, 19 km], [15 km, 19 km], [15 km, 21 km], [13 km, 21 "   \
    "km]]}}}\n"

static void look_at_lakes(fluv_ctx *ctx, const fluv_landscape *land, float *level)
{
    const fluv_lake *see = lake_named(land, "See"), *weiher = lake_named(land, "Weiher");
    if (!(fabs(see->area - 4e6) < 0.1 * 4e6 && fabs(weiher->area - 4e6) < 0.1 * 4e6))
        fail_msg("lakes of 4 km2 have %g and %g", see->area / 1e6, weiher->area / 1e6);
    assert_true(fabsf(see->depth_max - 20.0F) < 0.5F && fabsf(weiher->depth_max - 8.0F) < 0.5F);
    if (*level > 0.0F) /* at every size the same */
        assert_true(fabsf(see->level - *level) < 0.01F);
    *level = see->level;
    assert_true(runs_by(land, "Alva", 24e3, 22e3) && runs_by(land, "Alva", 30e3, 16.6e3));
    const fluv_rivers *rivers = fluv_rivers_of(land);
    size_t in = 0, out = 0;
    for (size_t i = 0; i < rivers->count; i++) {
        in += rivers->reaches[i].lake == see->id;
        out += rivers->reaches[i].from_lake == see->id;
    }
    assert_true(in >= 1 && out == 1);
    assert_int_equal(land_count_broken(ctx, land, "lakes", 4), 0);
}

/* Rivers run in and one out, at the level that the courses have there. */
static void lakes_lie_in_their_valleys(void **state)
{
    float level = 0.0F;
    static const int sizes[] = {96, SIDE, 192, 2 * SIDE};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char text[2000];
        fluv_landscape land;
        snprintf(text, sizeof text,
                 "interfluve: 1\nseed: 4\nframe: {size: %d, width: 40 km}\nstages:\n" LAKE GROW LAST
                 "%s",
                 sizes[i], LAKES);
        must(*state, recipe_land(*state, text, &land));
        look_at_lakes(*state, &land, &level);
        double ground = tree_height(*state, &land, 25e3, 20e3);
        assert_true(ground > (double)level - 25.0 && ground < (double)level + 5.0);
        fluv_landscape_free(&land);
    }
}

/* ---- Close up ---- */

/* The tree at the middles of a lake's cells, as windows of the frame's cells and of smaller ones
 * have it: the same level and, but for what every cell of a lake has at least, the same floor. */
static void expect_floor(const fluv_landscape *land, const fluv_tree_index *tree,
                         const fluv_lake *lake, double finest)
{
    const fluv_lakes *lakes = fluv_lakes_of(land);
    const float *height = fluv_height_of(land);
    size_t seen = 0, outside = 0;
    float deepest = 0.0F;
    for (uint32_t c = 0; c < fluv_cell_count(land); c++) {
        if (!isfinite(fluv_water_of(land)[c]) || fluv_cover_of(land)[c] != FLUV_LAKE ||
            fabsf(fluv_water_of(land)[c] - lake->level) > 0.01F)
            continue;
        double x = fluv_cell_x(&land->frame, c), y = fluv_cell_y(&land->frame, c);
        float ground, water;
        fluv_tree_evaluate(tree, &x, &y, 1, finest,
                           &(fluv_tree_values){.height = &ground, .water = &water});
        seen++;
        if (!(fabsf(water - lake->level) < 0.05F)) {
            outside++; /* a cell whose middle is not in the lake */
            continue;
        }
        deepest = fmaxf(deepest, water - ground);
        float expected = fminf(ground, water - 0.2F);
        if (!(fabsf(height[c] - expected) < 0.06F))
            fail_msg("the lake's floor at %g, %g is at %g m, in a window of %g m cells at %g", x, y,
                     (double)height[c], finest, (double)ground);
    }
    assert_true(seen > 20 && (double)outside <= 0.15 * (double)seen && lakes->count >= 2);
    assert_true(fabsf(deepest - lake->depth_max) < 0.5F);
}

/* m2 of water at the lake's level in a window around it, of cells 16 times smaller. */
static double area_close_up(const fluv_landscape *land, const fluv_tree_index *tree,
                            const fluv_lake *lake, double x0, double y0, double side)
{
    double step = land->frame.cell / 16.0, area = 0.0;
    for (double y = y0; y < y0 + side; y += step)
        for (double x = x0; x < x0 + side; x += step) {
            float water;
            fluv_tree_evaluate(tree, &x, &y, 1, step, &(fluv_tree_values){.water = &water});
            area += fabsf(water - lake->level) < 0.05F ? step * step : 0.0;
        }
    return area;
}

/* Lakes stand after the rivers, and their shores before their other rings. */
static void expect_sound(fluv_ctx *ctx, const void *block)
{
    size_t bytes = fluv_tree_bytes(block);
    unsigned char *copy = malloc(bytes);
    memcpy(copy, block, bytes);
    assert_int_equal(fluv_tree_check(ctx, copy, bytes, "tree"), FLUV_OK);
    fluv_tree_parts parts = fluv_tree_parts_of(copy);
    uint32_t lines = fluv_tree_count_lines(&parts);
    assert_int_equal(parts.head->river_count - lines, 2);
    fluv_tree_river *rivers = (fluv_tree_river *)(uintptr_t)(const void *)parts.rivers;
    const uint32_t wrong[] = {FLUV_TREE_RING, FLUV_TREE_LAID + 1, 0};
    for (size_t i = 0; i < 3; i++) {
        rivers[lines].type = wrong[i];
        if (i == 2) /* a river among lakes */
            rivers[lines + 1].type = FLUV_TREE_RING;
        fluv_tree_seal(copy);
        assert_int_equal(fluv_tree_check(ctx, copy, bytes, "tree"), FLUV_BAD_INPUT);
    }
    free(copy);
}

static void windows_show_lakes(void **state)
{
    static const char *heights[] = {"", ", height: [-300 m, 900 m]"};
    for (int k = 0; k < 2; k++) {
        char text[2000];
        fluv_landscape land;
        fluv_tree_index *tree;
        snprintf(
            text, sizeof text,
            "interfluve: 1\nseed: 4\nframe: {size: 128, width: 40 km%s}\nstages:\n" LAKE GROW LAST
            "%s",
            heights[k], LAKES);
        must(*state, recipe_land(*state, text, &land));
        expect_sound(*state, fluv_layer_read(&land, FLUV_LAYER_tree));
        must(*state, fluv_tree_open(*state, fluv_layer_read(&land, FLUV_LAYER_tree), &tree));
        const fluv_lake *see = lake_named(&land, "See"), *weiher = lake_named(&land, "Weiher");
        for (double scale = 1.0; scale <= 16.0; scale *= 4.0) {
            expect_floor(&land, tree, see, CELL / scale);
            expect_floor(&land, tree, weiher, CELL / scale);
        }
        double area = area_close_up(&land, tree, weiher, 12.5e3, 18.5e3, 3e3);
        if (!(fabs(area - 4e6) < 0.02 * 4e6))
            fail_msg("close up a lake of 4 km2 has %g", area / 1e6);
        fluv_tree_close(tree);
        fluv_landscape_free(&land);
    }
}

/* ---- What cannot be ---- */

static void refuses(fluv_ctx *ctx, const char *place, const char *why)
{
    char order[1000];
    fluv_landscape land;
    snprintf(order, sizeof order, "  - place: {%s}\n" GROW, place);
    assert_int_equal(make(ctx, 4, order, SAMPLE, &land), FLUV_BAD_RECIPE);
    if (!strstr(fluv_message(ctx), why))
        fail_msg("%s: expected %s", fluv_message(ctx), why);
}

static void what_cannot_be_is_refused_with_its_place(void **state)
{
    refuses(*state, "rivers: {Alva: {line: [[2 km, 2 km], [5 km, 3 km]]}}",
            "place: river Alva leaves the land at");
    refuses(
        *state,
        "rivers: {A: {line: [[16 km, 20 km], [36 km, 18 km]]}, B: {line: [[20 km, 14 km], [20 km, "
        "24 km], [20 km, 38 km]]}}",
        "place: river A crosses river B near 20000, 1");
    refuses(*state, "mouths: {M: {x: 20 km, y: 20 km}}", "place: mouth 1: 20000, 20000 is farther");
    refuses(*state, "peaks: {Horn: {x: 2 km, y: 2 km, height: 500 m}}",
            "place: peak Horn at 2000, 2000 cannot be 500 m high: there is no land");
    refuses(*state,
            "rivers: {A: {line: [[16 km, 20 km], [36 km, 18 km]]}}, peaks: {Horn: {x: 26 km, y: 19 "
            "km, height: 2000 m}}",
            "place: peak Horn at 26000, 19000 cannot be 2000 m high: a river");
}

/* ---- What is left to do on the cells ---- */

/* m3 of earth that the shaping of the ground moves after `sample`. */
static double earth_moved(fluv_ctx *ctx, const char *order, bool native)
{
    fluv_landscape land;
    char after[2000];
    snprintf(after, sizeof after, GROW);
    must(ctx, make(ctx, 4, native ? order : after, "  - sample: {rivers: false}\n", &land));
    fluv_topology topology;
    uint8_t *kind;
    float *before = malloc(sizeof(float) * SIDE * SIDE);
    assert_non_null(before);
    memcpy(before, fluv_height_of(&land), sizeof(float) * SIDE * SIDE);
    if (!native) { /* what was placed, on land that knows nothing of it */
        fluv_landscape other;
        must(ctx, make(ctx, 4, order, "", &other));
        fluv_layer_put(&land, FLUV_LAYER_placed, fluv_shared_keep(other.layers[FLUV_LAYER_placed]));
        fluv_landscape_free(&other);
    }
    must(ctx, fluv_sea_find(ctx, &land, &topology, &kind));
    must(ctx, fluv_placed_shape(ctx, &land, &topology, kind));
    double moved = 0.0;
    for (uint32_t c = 0; c < SIDE * SIDE; c++)
        moved += fabs((double)fluv_height_of(&land)[c] - (double)before[c]) * CELL * CELL;
    free(before);
    fluv_scratch_release(ctx, NULL);
    fluv_landscape_free(&land);
    return moved;
}

static void little_is_left_to_do_on_the_cells(void **state)
{
    const char *peak = "  - place: {peaks: {Horn: {x: 18 km, y: 18 km, height: 900 m}}}\n" GROW;
    double native = earth_moved(*state, RIVERS GROW, true);
    double other = earth_moved(*state, RIVERS GROW, false);
    print_message("rivers: %.3g m3 of earth moved, %.3g without the method's help\n", native,
                  other);
    assert_true(native < 0.1 * other);
    native = earth_moved(*state, peak, true);
    other = earth_moved(*state, peak, false);
    print_message("a peak: %.3g m3 of earth moved, %.3g without the method's help\n", native,
                  other);
    assert_true(native < 0.1 * other);
    native = earth_moved(*state, LAKE GROW, true);
    other = earth_moved(*state, LAKE GROW, false);
    print_message("lakes: %.3g m3 of earth moved, %.3g without the method's help\n", native, other);
    assert_true(native < 0.1 * other);
}

/* ---- Locality ---- */

#define ISLANDS                                                                                    \
    "  - contour: {outlines: [{ring: [[3 km, 20 km], [8 km, 11 km], [17 km, 14 km], [16 km, 27 "   \
    "km], [7 km, 29 km]]}, {ring: [[23 km, 13 km], [33 km, 11 km], [37 km, 20 km], [33 km, 29 "    \
    "km], [24 km, 27 km]]}]}\n  - network: {edge: 1500 m}\n"

static void another_island_stays_as_it_is(void **state)
{
    static const char *const places[] = {
        "rivers: {A: {line: [[29 km, 20 km], [31 km, 24 km], [33 km, 29 km]], discharge: 20}}",
        "mouths: {M: {x: 37 km, y: 20 km}}", "peaks: {P: {x: 28 km, y: 21 km, height: 300 m}}",
        "passes: {P: {x: 28 km, y: 21 km, height: 100 m}}",
        "lakes: {L: {x: 30 km, y: 22 km, area: 2 km2}}"};
    fluv_landscape was;
    must(*state, make(*state, 2, ISLANDS, SAMPLE, &was));
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char order[1200];
        fluv_landscape now;
        snprintf(order, sizeof order, "  - place: {%s}\n" ISLANDS, places[i]);
        must(*state, make(*state, 2, order, SAMPLE, &now));
        size_t changed = 0;
        for (uint32_t c = 0; c < SIDE * SIDE; c++) {
            bool same = same_cell(&was, &now, c);
            changed += !same;
            if (!same && c % SIDE < SIDE / 2)
                fail_msg("%s changes cell %u, %u", places[i], c % SIDE, c / SIDE);
        }
        assert_true(changed > 20);
        fluv_landscape_free(&now);
    }
    fluv_landscape_free(&was);
}

/* ---- Everything at once ---- */

#define TRIALS 20

/* How far a line passes a place, m. */
static double line_to(const double *xy, size_t points, double x, double y)
{
    double least = INFINITY;
    for (size_t i = 0; i + 1 < points; i++)
        least = fmin(least, fluv_segment_distance((fluv_vec){xy[2 * i], xy[2 * i + 1]},
                                                  (fluv_vec){xy[2 * i + 2], xy[2 * i + 3]},
                                                  (fluv_vec){x, y}));
    return least;
}

static void random_placements_are_there_or_refused(void **state)
{
    fluv_ctx *ctx = *state;
    int made = 0;
    for (int seed = 1; seed <= TRIALS; seed++) {
        dice d = {.key = fluv_key_make((uint64_t)seed, "test", "hydrology")};
        double at[12];
        char place[1000], order[1400];
        bool lakes = seed % 2;
        double area = 0.0;
        size_t peak = 300 + roll(&d, 500), pass = 80 + roll(&d, 150);
        fluv_landscape land;
        for (size_t i = 0; i < 12; i++)
            at[i] = 12e3 + (double)roll(&d, 16000);
        snprintf(
            place, sizeof place,
            "  - place:\n      rivers: {R: {freedom: %g, line: [[%g, %g], [%g, %g], [%g, %g]]}}\n"
            "      peaks: {P: {x: %g, y: %g, height: %zu m}}\n"
            "      passes: {Q: {x: %g, y: %g, height: %zu m}}\n",
            seed % 3 * 0.2, at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], peak, at[8],
            at[9], pass);
        if (lakes) {
            area = 6e5 + (double)roll(&d, 4000000);
            snprintf(place + strlen(place), sizeof place - strlen(place),
                     "      lakes: {L: {x: %g, y: %g, area: %g m2, depth: 20 m}}\n", at[10], at[11],
                     area);
        }
        snprintf(order, sizeof order,
                 seed % 4 < 2 ? "%s" GROW : "  - contour: {}\n%s  - network: {edge: 2 km}\n",
                 place);
        fluv_status status = make(ctx, seed, order, lakes ? LAKES : SAMPLE, &land);
        if (status == FLUV_BAD_RECIPE) {
            assert_non_null(strstr(fluv_message(ctx), "place: "));
            print_message("%d: %s; the placed river passes peak and pass by %.0f and %.0f m\n",
                          seed, fluv_message(ctx), line_to(at, 3, at[6], at[7]),
                          line_to(at, 3, at[8], at[9]));
            continue;
        }
        must(ctx, status);
        made++;
        assert_int_equal(land_count_broken(ctx, &land, "random", (uint64_t)seed), 0);
        for (size_t i = 0; i < 3; i++)
            assert_true(is_wet_near(&land, at[2 * i], at[2 * i + 1]));
        assert_non_null(reach_named(&land, "R"));
        assert_true(fabs(tree_height(ctx, &land, at[6], at[7]) - (double)peak) < 16.0);
        assert_true(fabs(tree_height(ctx, &land, at[8], at[9]) - (double)pass) < 5.0);
        if (lakes) {
            const fluv_lake *lake = lake_named(&land, "L");
            assert_true(fabs((double)lake->depth_max - 20.0) < 1.0);
            if (fabs(lake->area - area) > fmax(0.1 * area, 1.5 * CELL * CELL))
                fail_msg("seed %d: a lake of %g km2 has %g", seed, area / 1e6, lake->area / 1e6);
        }
        fluv_landscape_free(&land);
    }
    print_message("%d of %d made\n", made, TRIALS);
    assert_true(made >= TRIALS / 3);
}

static fluv_status make_all(fluv_ctx *ctx, void *data)
{
    fluv_landscape land;
    (void)data;
    fluv_status status = recipe_land(
        ctx,
        "interfluve: 1\nseed: 3\nframe: {size: 16, width: 40 km}\nstages:\n"
        "  - contour: {ragged: 0, spacing: 30 km, outline: [[6 km, 6 km], [36 km, 8 km], [34 km, "
        "34 km], [8 km, "
        "36 km]], rivers: [{line: [[36 km, 20 km], [20 km, 20 km]]}]}\n"
        "  - place: {rivers: {R: {freedom: 0.2, width: 50, discharge: 3, line: [[20 km, 27 km], "
        "[24 "
        "km, 20 km]]}}, mouths: {M: {x: 12 km, y: 7 km}}, lakes: {L: {x: 24 km, y: 20 km, area: 40 "
        "km2}}, peaks: {P: {x: 14 km, y: 16 km, height: "
        "300}}}\n"
        "  - network: {edge: 6 km}\n  - watersheds: {}\n  - courses: {}\n"
        "  - tree: {discs: 4, ravines: 0}\n  - sample: {rivers: false}\n",
        &land);
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
        cmocka_unit_test(rivers_run_along_their_lines_and_are_joined),
        cmocka_unit_test(a_placed_mouth_is_one),
        cmocka_unit_test(freedom_is_between_the_points),
        cmocka_unit_test(peaks_and_passes_have_their_heights),
        cmocka_unit_test(lakes_lie_in_their_valleys),
        cmocka_unit_test(windows_show_lakes),
        cmocka_unit_test(what_cannot_be_is_refused_with_its_place),
        cmocka_unit_test(little_is_left_to_do_on_the_cells),
        cmocka_unit_test(another_island_stays_as_it_is),
        cmocka_unit_test(random_placements_are_there_or_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
