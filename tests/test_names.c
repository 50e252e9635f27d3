// SPDX-License-Identifier: MIT
/* The stage `names`: which river a name belongs to, and how far it goes. */
#include "context.h"
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

static const fluv_reach *by_id(const fluv_rivers *rivers, int64_t id)
{
    for (size_t i = 0; i < rivers->count; i++)
        if (rivers->reaches[i].id == id)
            return &rivers->reaches[i];
    return NULL;
}

/* The reach with most land among those that end at a mouth, or that run into one. */
static const fluv_reach *strongest_into(const fluv_rivers *rivers, int64_t id)
{
    const fluv_reach *best = NULL;
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *r = &rivers->reaches[i];
        if (r->next_down == id && (id || !r->lake) && (!best || r->discharge > best->discharge))
            best = r;
    }
    return best;
}

static void middle_of(const fluv_rivers *rivers, const fluv_reach *reach, double at[2])
{
    const fluv_river_point *p = &rivers->points[reach->first_point + reach->point_count / 2];
    at[0] = 0.5 * (p[-1].x + p[0].x); /* of a piece: its ends may be junctions */
    at[1] = 0.5 * (p[-1].y + p[0].y);
}

/* Named at its head, at its mouth or between, a river has its name from head to mouth, and no
 * tributary has it. */
static void a_river_is_called_from_its_head_to_its_mouth(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape plain = made(ctx, "");
    const fluv_rivers *rivers = fluv_rivers_of(&plain);
    const fluv_reach *mouth = strongest_into(rivers, 0), *stem[100];
    size_t length = 0;
    for (const fluv_reach *r = mouth; r && length < 100; r = strongest_into(rivers, r->id))
        stem[length++] = r;
    assert_in_range(length, 3, 99);
    for (size_t k = 0; k < length; k += length - 1) {
        char names[200];
        double at[2];
        middle_of(rivers, stem[k], at);
        snprintf(names, sizeof names, ", names: {rivers: {Alva: {x: %.3f m, y: %.3f m}}}", at[0],
                 at[1]);
        fluv_landscape land = made(ctx, names);
        const fluv_rivers *called = fluv_rivers_of(&land);
        size_t named = 0;
        for (size_t i = 0; i < called->count; i++)
            named += strcmp(called->reaches[i].name, "Alva") == 0;
        assert_int_equal(named, length);
        for (size_t i = 0; i < length; i++)
            assert_string_equal(by_id(called, stem[i]->id)->name, "Alva");
        fluv_landscape_free(&land);
    }
    fluv_landscape_free(&plain);
}

static void a_tributary_has_its_name_until_it_joins(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape plain = made(ctx, "");
    const fluv_rivers *rivers = fluv_rivers_of(&plain);
    const fluv_reach *mouth = strongest_into(rivers, 0), *side = NULL;
    for (size_t i = 0; i < rivers->count && !side; i++) {
        const fluv_reach *r = &rivers->reaches[i];
        if (r->main_riv == mouth->id && r->next_down && !r->lake &&
            strongest_into(rivers, r->next_down) != r)
            side = r;
    }
    assert_non_null(side);
    char names[300];
    double at[2], main[2];
    middle_of(rivers, side, at);
    middle_of(rivers, mouth, main);
    snprintf(names, sizeof names,
             ", names: {rivers: {Brook: {x: %.3f m, y: %.3f m}, Alva: {x: %.3f m, y: %.3f m}}}",
             at[0], at[1], main[0], main[1]);
    fluv_landscape land = made(ctx, names);
    const fluv_rivers *called = fluv_rivers_of(&land);
    assert_string_equal(by_id(called, side->id)->name, "Brook");
    assert_string_equal(by_id(called, side->next_down)->name, "Alva");
    assert_string_equal(by_id(called, mouth->id)->name, "Alva");
    fluv_landscape_free(&land);
    fluv_landscape_free(&plain);
}

static void lakes_are_called_by_a_place_in_them(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape plain = made(ctx, "");
    const fluv_lakes *lakes = fluv_lakes_of(&plain);
    assert_true(lakes->count >= 2);
    const fluv_lake *lake = &lakes->lakes[lakes->count / 2];
    char names[200];
    snprintf(names, sizeof names, ", names: {lakes: {Mere: {x: %.3f m, y: %.3f m}}}", lake->x,
             lake->y);
    fluv_landscape land = made(ctx, names);
    for (size_t i = 0; i < fluv_lakes_of(&land)->count; i++) {
        const fluv_lake *now = &fluv_lakes_of(&land)->lakes[i];
        assert_string_equal(now->name, now->id == lake->id ? "Mere" : "");
    }
    fluv_landscape_free(&land);
    fluv_landscape_free(&plain);
}

/* In the middle of the strongest river that reaches the sea. */
static void place_on_the_strongest(fluv_ctx *ctx, double at[2])
{
    fluv_landscape plain = made(ctx, "");
    middle_of(fluv_rivers_of(&plain), strongest_into(fluv_rivers_of(&plain), 0), at);
    fluv_landscape_free(&plain);
}

/* Twice the same name is no quarrel. */
static void what_is_called_so_already_is_no_note(void **state)
{
    fluv_ctx *ctx = *state;
    double at[2];
    place_on_the_strongest(ctx, at);
    char names[300];
    snprintf(names, sizeof names,
             ", names: {rivers: [{name: Alva, x: %.3f m, y: %.3f m}, {name: Alva, x: %.3f m, y: "
             "%.3f m}]}",
             at[0], at[1], at[0], at[1]);
    fluv_landscape land = made(ctx, names);
    assert_int_equal(fluv_note_count(&land), 0);
    fluv_landscape_free(&land);
}

static void what_finds_nothing_or_is_called_already_is_said(void **state)
{
    fluv_ctx *ctx = *state;
    double at[2];
    place_on_the_strongest(ctx, at);
    char names[300];
    snprintf(names, sizeof names,
             ", names: {rivers: {Alva: {x: %.3f m, y: %.3f m}, Brin: {x: %.3f m, y: %.3f m}, "
             "Corr: {x: 0 m, y: 0 m}}, lakes: {Mere: {x: 0 m, y: 0 m}}}",
             at[0], at[1], at[0], at[1]);
    fluv_landscape land = made(ctx, names);
    assert_int_equal(fluv_note_count(&land), 3);
    assert_non_null(strstr(fluv_note_text(&land, 0), "is not called Brin: it is Alva"));
    assert_non_null(strstr(fluv_note_text(&land, 1), "no river is near (0, 0)"));
    assert_non_null(strstr(fluv_note_text(&land, 2), "no lake is near (0, 0)"));
    fluv_landscape_free(&land);
}

static void names_that_do_not_fit_are_refused(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land;
    const char *bad =
        LAND ", names: {rivers: {"
             "Abcdefghijabcdefghijabcdefghijabcdefghijabcdefghij: {x: 0 m, y: 0 m}}}]\n";
    assert_int_equal(recipe_land(ctx, bad, &land), FLUV_BAD_RECIPE);
    assert_non_null(strstr(fluv_message(ctx), "at most 47 bytes"));
}

/* A result that the builder keeps is not written into. */
static void the_rivers_before_have_no_names(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_builder *builder = fluv_builder_new(ctx);
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    double at[2];
    place_on_the_strongest(ctx, at);
    char text[1000];
    snprintf(text, sizeof text, "%s, names: {rivers: {Alva: {x: %.3f m, y: %.3f m}}}]\n", LAND,
             at[0], at[1]);
    assert_int_equal(fluv_recipe_parse(ctx, text, strlen(text), "t.yaml", &recipe), FLUV_OK);
    assert_int_equal(fluv_builder_run(ctx, builder, recipe, NULL, &land), FLUV_OK);
    assert_int_equal(fluv_builder_run(ctx, builder, recipe, "rivers", &land), FLUV_OK);
    for (size_t i = 0; i < fluv_rivers_of(land)->count; i++)
        assert_string_equal(fluv_rivers_of(land)->reaches[i].name, "");
    fluv_recipe_delete(recipe);
    fluv_builder_delete(builder);
}

static void what_lies_at_a_place_is_found(void **state)
{
    fluv_landscape land = made(*state, "");
    const fluv_rivers *rivers = fluv_rivers_of(&land);
    const fluv_lakes *lakes = fluv_lakes_of(&land);
    const double cell = land.frame.cell;
    size_t inside = 0;
    assert_true(rivers->count > 10 && lakes->count > 1);
    for (size_t i = 0; i < rivers->count; i++) {
        double at[2];
        if (rivers->reaches[i].point_count < 2)
            continue;
        middle_of(rivers, &rivers->reaches[i], at);
        fluv_waters found = fluv_waters_at(&land, at[0], at[1], 0.0);
        assert_int_equal(found.reach, rivers->reaches[i].id);
        if (found.watershed == rivers->reaches[i].main_riv)
            inside++;
        else /* near a mouth the line may run along the coast, or over it */
            assert_int_equal(found.watershed, 0);
    }
    assert_true(inside >= rivers->count - rivers->count / 10);
    for (size_t i = 0; i < lakes->count; i++) {
        const fluv_lake *lake = &lakes->lakes[i];
        assert_int_equal(fluv_waters_at(&land, lake->x, lake->y, 0.0).lake, lake->id);
        const double *shore =
            lakes->outline.xy + 2 * (size_t)lakes->outline.first_point[lake->first_ring];
        fluv_waters beside = fluv_waters_at(&land, shore[0] - 1e-3 * cell, shore[1], 0.1 * cell);
        assert_true(beside.lake != 0); /* or that of another whose shore touches */
    }
    fluv_waters far = fluv_waters_at(&land, land.frame.west - 50.0 * cell, land.frame.north, 0.0);
    assert_true(!far.reach && !far.lake && !far.watershed);
    far = fluv_waters_at(&land, land.frame.west - 50.0 * cell, land.frame.north, 1e9);
    assert_true(far.reach && far.lake && !far.watershed);
    fluv_landscape_free(&land);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_river_is_called_from_its_head_to_its_mouth),
        TEST(a_tributary_has_its_name_until_it_joins),
        TEST(lakes_are_called_by_a_place_in_them),
        TEST(what_is_called_so_already_is_no_note),
        TEST(what_finds_nothing_or_is_called_already_is_said),
        TEST(names_that_do_not_fit_are_refused),
        TEST(the_rivers_before_have_no_names),
        TEST(what_lies_at_a_place_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
