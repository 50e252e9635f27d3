// SPDX-License-Identifier: MIT
/* Invented names: all that is large enough has one, each its own, and they stay with their places.
 */
#include "stages/names/invent.h"

#include "context.h"
#include "landscape/placed.h"
#include "output/letters.h"
#include "recipe_land.h"

#include <math.h>
#include <stdio.h>

#define LAND                                                                                       \
    "interfluve: 1\nseed: 3\nframe: {size: 96, width: 20 km, height: [-100 m, 900 m]}\n"           \
    "stages: [noise: {shape: island}, lakes: {min_area: 5 ha}, rivers: {area: 1 km2}"

static fluv_landscape made(fluv_ctx *ctx, const char *more)
{
    char text[2000];
    fluv_landscape land;
    snprintf(text, sizeof text, "%s%s]\n", LAND, more);
    if (recipe_land(ctx, text, &land) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    return land;
}

/* A name belongs to one river: its reaches follow each other, so that it ends once. */
static size_t ends_of(const fluv_rivers *rivers, const char *name)
{
    size_t ends = 0;
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i], *below = NULL;
        for (size_t k = 0; k < rivers->count; k++)
            below = rivers->reaches[k].id == reach->next_down ? &rivers->reaches[k] : below;
        ends += strcmp(reach->name, name) == 0 && (!below || strcmp(below->name, name) != 0);
    }
    return ends;
}

static void what_is_large_has_a_name_of_its_own(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = made(ctx, ", names: {invent: nordic}");
    const fluv_rivers *rivers = fluv_rivers_of(&land);
    const fluv_lakes *lakes = fluv_lakes_of(&land);
    const fluv_placed *placed = fluv_layer_read(&land, FLUV_LAYER_placed);
    size_t named = 0;
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        if (reach->next_down == 0 && reach->dist_up > 3500.0)
            assert_true(*reach->name);
        if (*reach->name)
            assert_int_equal(ends_of(rivers, reach->name), 1);
        named += *reach->name != '\0';
    }
    assert_in_range(named, 5, rivers->count - 1); /* brooks have none */
    for (size_t i = 0; i < lakes->count; i++)
        if (lakes->lakes[i].state != FLUV_EMPTY && lakes->lakes[i].area > 1.7e5)
            assert_true(*lakes->lakes[i].name);
    assert_non_null(placed);
    assert_true(placed->spot_count >= 3);
    for (size_t i = 0; i < placed->spot_count; i++)
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(placed->spots[i].name, placed->spots[k].name);
    fluv_landscape_free(&land);
}

/* Nothing within the distance of a summit is higher than it, and not far off lies ground that is
 * much lower. */
static void summits_are_the_highest_ground_around(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = made(ctx, ", names: {invent: gaelic, least: 500 m}");
    const fluv_placed *placed = fluv_layer_read(&land, FLUV_LAYER_placed);
    const fluv_frame *frame = fluv_frame_of(&land);
    const float *height = fluv_height_of(&land);
    for (size_t i = 0; i < placed->spot_count; i++) {
        const fluv_placed_spot *spot = &placed->spots[i];
        double lowest = INFINITY;
        assert_int_equal(spot->kind, FLUV_SPOT_SUMMIT);
        for (uint32_t cell = 0; cell < frame->cols * frame->rows; cell++) {
            double x = frame->west + (cell % frame->cols + 0.5) * frame->cell;
            double y = frame->north - (cell / frame->cols + 0.5) * frame->cell;
            double far = hypot(x - spot->x, y - spot->y);
            if (far < 1.0)
                assert_float_equal(height[cell], spot->height, 1e-3);
            if (far < 1000.0)
                assert_true((double)height[cell] <= spot->height + 1e-3);
            if (far < 3600.0)
                lowest = fmin(lowest, (double)height[cell]);
        }
        assert_true(lowest <= spot->height - 150.0);
    }
    fluv_landscape_free(&land);
}

#define SIDE                                                                                       \
    120 /* cells of 50 m; with `least` 200 m a summit stands 500 m from the next, 60 m high */

typedef struct hill {
    int col, row;
    float high;
} hill;

/* Summits that are called on a plain 100 m high with cones on it, each 4 m lower a cell outwards;
 * which of the cones have a name, as bits. */
static unsigned called(fluv_ctx *ctx, const hill *hills, size_t count)
{
    static float height[SIDE * SIDE];
    const fluv_frame frame = {.cols = SIDE, .rows = SIDE, .cell = 50, .west = 0, .north = 6000};
    static const char text[] =
        "interfluve: 1\nstages: [drain: {}, lakes: {}, rivers: {area: 4 km2}, "
        "names: {invent: gaelic, least: 200 m}]\n";
    fluv_landscape *start = NULL;
    const fluv_landscape *land = NULL;
    fluv_builder *builder = fluv_builder_new(ctx);
    for (int i = 0; i < SIDE * SIDE; i++) {
        height[i] = 100.0f;
        for (size_t k = 0; k < count; k++) {
            double far = hypot(i % SIDE - hills[k].col, i / SIDE - hills[k].row);
            height[i] = fmaxf(height[i], hills[k].high - 4.0f * (float)far);
        }
    }
    assert_int_equal(fluv_landscape_new(ctx, &frame, NULL, &start), FLUV_OK);
    assert_int_equal(fluv_layer_give(ctx, start, "height", height, SIDE * SIDE), FLUV_OK);
    assert_int_equal(fluv_builder_begin(ctx, builder, start), FLUV_OK);
    if (recipe_run(ctx, builder, text, &land) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    unsigned found = 0;
    for (size_t i = 0; placed && i < placed->spot_count; i++) {
        bool known = false;
        for (size_t k = 0; k < count; k++)
            if (fabs(placed->spots[i].x - (hills[k].col + 0.5) * 50) < 1.0 &&
                fabs(placed->spots[i].y - (6000 - (hills[k].row + 0.5) * 50)) < 1.0) {
                found |= 1u << k;
                known = true;
            }
        assert_true(known);
    }
    fluv_builder_delete(builder);
    fluv_landscape_delete(start);
    return found;
}

/* High enough over the ground around, and nothing higher near: a hill is not, a shoulder is not, of
 * equal ones one is. */
static void summits_follow_the_rule(void **state)
{
    fluv_ctx *ctx = *state;
    const hill bare[] = {{25, 25, 166}, {85, 25, 145}, {55, 85, 300}};
    assert_int_equal(called(ctx, bare, 3), 1 | 4); /* 66 and 200 m over the plain, but not 45 */
    for (int shift = 0; shift < 10; shift += 3) {  /* wherever a line of the survey runs */
        const hill near[] = {{40 + shift, 60, 300}, {49 + shift, 60, 290}, {90, 60 + shift, 250}};
        assert_int_equal(called(ctx, near, 3), 1 | 4);
        const hill twins[] = {{40 + shift, 60, 300}, {48 + shift, 60, 300}};
        assert_int_equal(called(ctx, twins, 2), 1);
    }
}

/* The river at a place of another landscape. */
static const char *name_at(const fluv_landscape *land, double x, double y)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    double nearest = INFINITY;
    const char *name = "";
    for (size_t i = 0; i < rivers->count; i++)
        for (uint32_t k = 0; k < rivers->reaches[i].point_count; k++) {
            const fluv_river_point *p = &rivers->points[rivers->reaches[i].first_point + k];
            double far = hypot(p->x - x, p->y - y);
            if (far < nearest) {
                nearest = far;
                name = rivers->reaches[i].name;
            }
        }
    return name;
}

static void what_the_author_called_stays_and_so_do_all_others(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape before = made(ctx, ", names: {invent: romance}");
    const fluv_rivers *rivers = fluv_rivers_of(&before);
    const fluv_reach *mine = NULL;
    for (size_t i = 0; i < rivers->count; i++)
        if (rivers->reaches[i].next_down == 0 && *rivers->reaches[i].name)
            mine = &rivers->reaches[i];
    assert_non_null(mine);
    const fluv_river_point *at = &rivers->points[mine->first_point + mine->point_count / 2];
    char names[200];
    snprintf(names, sizeof names,
             ", names: {invent: romance, rivers: {Alva: {x: %.3f m, y: %.3f m}}}", at->x, at->y);
    fluv_landscape after = made(ctx, names);
    for (size_t i = 0; i < rivers->count; i++) {
        bool was_mine = strcmp(rivers->reaches[i].name, mine->name) == 0;
        assert_string_equal(fluv_rivers_of(&after)->reaches[i].name,
                            was_mine ? "Alva" : rivers->reaches[i].name);
    }
    const fluv_lakes *lakes = fluv_lakes_of(&before);
    for (size_t i = 0; i < lakes->count; i++)
        assert_string_equal(lakes->lakes[i].name, fluv_lakes_of(&after)->lakes[i].name);
    fluv_landscape_free(&after);
    fluv_landscape_free(&before);
}

/* A dry climate, and more cells: rivers whose mouths stay where they are keep their names. */
static void names_stay_with_their_places(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape before = made(ctx, ", names: {invent: slavic}");
    fluv_landscape other = made(ctx, ", names: {invent: slavic, seed: 77}");
    fluv_landscape dry;
    assert_int_equal(recipe_land(ctx,
                                 "interfluve: 1\nseed: 3\n"
                                 "frame: {size: 96, width: 20 km, height: [-100 m, 900 m]}\n"
                                 "stages: [noise: {shape: island}, "
                                 "lakes: {min_area: 5 ha, runoff: 0.2 m/y}, rivers: {area: 1 km2}, "
                                 "names: {invent: slavic}]\n",
                                 &dry),
                     FLUV_OK);
    const fluv_rivers *rivers = fluv_rivers_of(&before);
    size_t mouths = 0, same = 0, same_in_other = 0;
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        const fluv_river_point *end = &rivers->points[reach->first_point + reach->point_count - 1];
        if (reach->next_down || !*reach->name)
            continue;
        mouths++;
        same += strcmp(name_at(&dry, end->x, end->y), reach->name) == 0;
        same_in_other += strcmp(name_at(&other, end->x, end->y), reach->name) == 0;
    }
    assert_true(mouths >= 4);
    assert_true(same * 4 >= mouths * 3);
    assert_true(same_in_other * 4 <= mouths);
    fluv_landscape_free(&dry);
    fluv_landscape_free(&other);
    fluv_landscape_free(&before);
}

/* The river with a name that ends at a place, or within a distance of it; "": there is none. */
static const char *name_of_mouth(const fluv_rivers *rivers, double x, double y, double room)
{
    const char *name = "";
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        const fluv_river_point *end = &rivers->points[reach->first_point + reach->point_count - 1];
        double far = hypot(end->x - x, end->y - y);
        if (reach->next_down == 0 && *reach->name && far < room) {
            room = far;
            name = reach->name;
        }
    }
    return name;
}

/* Twice as many cells: what ends in the same place has the same name. */
static void names_are_the_same_at_another_size(void **state)
{
    fluv_ctx *ctx = *state;
    size_t both = 0, same = 0;
    for (int seed = 3; seed < 9; seed++) {
        fluv_landscape land[2];
        for (int i = 0; i < 2; i++) {
            char text[600];
            snprintf(
                text, sizeof text,
                "interfluve: 1\nseed: %d\nframe: {size: %d, width: 30 km, height: [-100 m, 900 "
                "m]}\nstages: [coast: {shape: island}, regions, basins, channels, relief, names: "
                "{invent: "
                "nordic, least: 400 m}]\n",
                seed, i ? 192 : 96);
            if (recipe_land(ctx, text, &land[i]) != FLUV_OK)
                fail_msg("%s", fluv_message(ctx));
        }
        const fluv_rivers *rivers = fluv_rivers_of(&land[0]);
        for (size_t i = 0; i < rivers->count; i++) {
            const fluv_reach *reach = &rivers->reaches[i];
            const fluv_river_point *end =
                &rivers->points[reach->first_point + reach->point_count - 1];
            if (reach->next_down || !*reach->name)
                continue;
            const char *other = name_of_mouth(fluv_rivers_of(&land[1]), end->x, end->y, 500.0);
            both += *other != '\0';
            same += *other && strcmp(other, reach->name) == 0;
        }
        fluv_landscape_free(&land[1]);
        fluv_landscape_free(&land[0]);
    }
    print_message("%zu of %zu rivers have the same name at both sizes\n", same, both);
    assert_true(both >= 30);
    assert_true(same * 10 >= both * 8);
}

static void every_manner_has_many_names_that_can_be_written(void **state)
{
    (void)state;
    static char names[2000][FLUV_NAME_ROOM];
    fluv_key key = fluv_key_make(1, "names", "test");
    for (int manner = 0; manner < FLUV_MANNERS; manner++)
        for (int kind = 0; kind < FLUV_NAMED_KINDS; kind++) {
            size_t distinct = 0;
            for (size_t i = 0; i < 2000; i++) {
                char again[FLUV_NAME_ROOM];
                fluv_key at = fluv_key_split(key, i);
                fluv_name_invent(manner, (fluv_named_kind)kind, at, 0, names[distinct]);
                fluv_name_invent(manner, (fluv_named_kind)kind, at, 0, again);
                assert_string_equal(again, names[distinct]);
                assert_true(fluv_letters_can(again));
                assert_in_range(strlen(again), 3, FLUV_NAME_ROOM - 12);
                bool is_new = true;
                for (size_t k = 0; k < distinct && is_new; k++)
                    is_new = strcmp(names[k], again) != 0;
                distinct += is_new;
            }
            assert_in_range(distinct, 1200, 2000);
        }
}

static bool begins_as_one_of(const char *name, const char *const words[4])
{
    for (int i = 0; i < 4; i++)
        if (strncmp(name, words[i], strlen(words[i])) == 0)
            return true;
    return false;
}

/* Mountains are not called a plain, nor a desert mountains. */
static void regions_are_called_what_they_are(void **state)
{
    fluv_ctx *ctx = *state;
    static const char *const ranges[] = {"Alpi ", "Monti ", "Serra ", "Sierra "};
    size_t seen[2] = {0};
    for (int seed = 1; seed <= 4; seed++) {
        char text[600];
        fluv_landscape land;
        snprintf(text, sizeof text,
                 "{interfluve: 1, seed: %d, frame: {size: 128, width: 60 km, height: [-400 m, 2200 "
                 "m]}, stages: [coast: {shape: island}, regions: {random: {mountain: 3, desert: "
                 "1}}, basins: {}, channels: {}, relief: {}, names: {invent: romance}]}\n",
                 seed);
        if (recipe_land(ctx, text, &land) != FLUV_OK)
            fail_msg("%s", fluv_message(ctx));
        const fluv_placed *placed = fluv_layer_read(&land, FLUV_LAYER_placed);
        const uint8_t *region = fluv_region_of(&land);
        const fluv_frame *frame = fluv_frame_of(&land);
        for (size_t i = 0; placed && i < placed->spot_count; i++) {
            const fluv_placed_spot *spot = &placed->spots[i];
            if (spot->kind != FLUV_SPOT_LAND)
                continue;
            uint32_t col = (uint32_t)((spot->x - frame->west) / frame->cell),
                     row = (uint32_t)((frame->north - spot->y) / frame->cell);
            bool mountain = region[row * frame->cols + col] == 1;
            seen[mountain]++;
            assert_int_equal(begins_as_one_of(spot->name, ranges), mountain);
        }
        fluv_landscape_free(&land);
    }
    assert_true(seen[0] >= 2 && seen[1] >= 6);
}

/* Without `invent` nothing is called and nothing is placed. */
static void nothing_is_invented_unasked(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = made(ctx, ", names: {}");
    for (size_t i = 0; i < fluv_rivers_of(&land)->count; i++)
        assert_string_equal(fluv_rivers_of(&land)->reaches[i].name, "");
    assert_null(fluv_layer_read(&land, FLUV_LAYER_placed));
    fluv_landscape_free(&land);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_large_has_a_name_of_its_own),
        TEST(summits_are_the_highest_ground_around),
        TEST(summits_follow_the_rule),
        TEST(what_the_author_called_stays_and_so_do_all_others),
        TEST(names_stay_with_their_places),
        TEST(names_are_the_same_at_another_size),
        TEST(every_manner_has_many_names_that_can_be_written),
        TEST(regions_are_called_what_they_are),
        TEST(nothing_is_invented_unasked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
