// SPDX-License-Identifier: MIT
/* Landscapes that a caller brings: heights, covers and receivers from memory. */
#include "context.h"
#include "recipe_land.h"
#include "water_land.h"

#include <math.h>
#include <stdio.h>

#define COLS  70
#define ROWS  50
#define CELLS ((size_t)COLS * ROWS)

static const fluv_frame frame = {
    .cols = COLS, .rows = ROWS, .cell = 50, .west = 1000, .north = 9000};

/* A slope with bumps and hollows. */
static void fill_heights(float *height)
{
    for (size_t c = 0; c < CELLS; c++) {
        double x = (double)(c % COLS), y = (double)(c / COLS);
        height[c] = (float)(200.0 + 2.0 * x + y + 40.0 * sin(x / 5.0) * cos(y / 6.0));
    }
}

static fluv_landscape *own_land(fluv_ctx *ctx, const float *height)
{
    fluv_landscape *land = NULL;
    assert_int_equal(fluv_landscape_new(ctx, &frame, NULL, &land), FLUV_OK);
    assert_int_equal(fluv_layer_give(ctx, land, "height", height, CELLS), FLUV_OK);
    return land;
}

/* Runs a recipe's text on a landscape of one's own; the result is held. */
static fluv_status run_on(fluv_ctx *ctx, const fluv_landscape *start, const char *text,
                          const fluv_landscape **out)
{
    fluv_builder *builder = fluv_builder_new(ctx);
    assert_int_equal(fluv_builder_begin(ctx, builder, start), FLUV_OK);
    fluv_status status = recipe_run(ctx, builder, text, out);
    *out = fluv_landscape_hold(*out);
    fluv_builder_delete(builder);
    return status;
}

#define WATER "interfluve: 1\nstages: [drain: {}, lakes: {flats: land}, rivers: {}]\n"

static void water_runs_on_heights_from_memory(void **state)
{
    fluv_ctx *ctx = *state;
    float height[CELLS];
    fill_heights(height);
    fluv_landscape *land = own_land(ctx, height);
    const fluv_landscape *made = NULL;
    assert_int_equal(run_on(ctx, land, WATER, &made), FLUV_OK);
    assert_int_equal(land_count_broken(ctx, made, "heights from memory", 0), 0);
    assert_true(fluv_frame_of(made)->west == 1000 && fluv_frame_of(made)->cols == COLS);
    assert_true(fluv_rivers_of(made)->count > 5 && fluv_lakes_of(made)->count > 1);
    const fluv_layer_info *info = fluv_layer_find("height");
    assert_memory_equal(fluv_layer_get(land, info).data, height, sizeof height); /* untouched */
    fluv_layer_data area = fluv_layer_get(made, fluv_layer_find("area"));
    assert_true(area.rows == ROWS && area.cols == COLS && area.info->type == FLUV_FLOAT64);
    assert_string_equal(area.info->unit, "m2");
    assert_null(fluv_layer_get(made, fluv_layer_find("uplift")).data);
    fluv_landscape_delete(made);
    fluv_landscape_delete(land);
}

/* The drawn sea counts, not what lies below 0. */
static void a_given_cover_is_the_sea(void **state)
{
    fluv_ctx *ctx = *state;
    float height[CELLS];
    uint8_t cover[CELLS] = {0};
    for (size_t c = 0; c < CELLS; c++) {
        height[c] = (float)(c % COLS) - 20.0f;
        cover[c] = c % COLS < 10 ? FLUV_OCEAN : FLUV_LAND;
    }
    fluv_landscape *land = own_land(ctx, height);
    const fluv_landscape *made = NULL;
    assert_int_equal(fluv_layer_give(ctx, land, "cover", cover, CELLS), FLUV_OK);
    assert_int_equal(
        run_on(ctx, land, "interfluve: 1\nstages: [drain: {depressions: carve}]\n", &made),
        FLUV_OK);
    for (size_t c = 0; c < CELLS; c++)
        assert_int_equal(fluv_cover_of(made)[c] == FLUV_OCEAN, c % COLS < 10);
    assert_int_equal(land_count_broken(ctx, made, "given cover", 0), 0);
    fluv_landscape_delete(made);
    fluv_landscape_delete(land);
}

/* The same heights give the same land by a run as by a result that goes on. */
static void a_result_is_a_beginning(void **state)
{
    fluv_ctx *ctx = *state;
    float height[CELLS];
    fill_heights(height);
    fluv_landscape *land = own_land(ctx, height);
    const fluv_landscape *whole = NULL, *half = NULL, *rest = NULL;
    assert_int_equal(run_on(ctx, land, WATER, &whole), FLUV_OK);
    assert_int_equal(
        run_on(ctx, land, "interfluve: 1\nstages: [drain: {}, lakes: {flats: land}]\n", &half),
        FLUV_OK);
    assert_int_equal(run_on(ctx, half, "interfluve: 1\nstages: [rivers: {}]\n", &rest), FLUV_OK);
    assert_true(land_hash(whole) == land_hash(rest));
    fluv_landscape_delete(whole);
    fluv_landscape_delete(half);
    fluv_landscape_delete(rest);
    fluv_landscape_delete(land);
}

static void expect_refusal(fluv_ctx *ctx, fluv_status status, fluv_status expected, const char *why)
{
    assert_int_equal(status, expected);
    if (!strstr(fluv_message(ctx), why))
        fail_msg("\"%s\" does not say \"%s\"", fluv_message(ctx), why);
}

static void what_cannot_be_is_refused(void **state)
{
    fluv_ctx *ctx = *state;
    static float height[CELLS];
    static uint32_t receiver[CELLS];
    static uint8_t cover[CELLS];
    static double area[CELLS];
    const fluv_landscape *made = NULL;
    fluv_landscape *none = NULL;
    fluv_frame bad = frame;
    fill_heights(height);
    fluv_landscape *land = own_land(ctx, height);
    bad.cell = 0;
    expect_refusal(ctx, fluv_landscape_new(ctx, &bad, NULL, &none), FLUV_BAD_USE, "cells of 0 m");
    bad.cols = 0;
    expect_refusal(ctx, fluv_landscape_new(ctx, &bad, NULL, &none), FLUV_BAD_USE, "no frame");
    assert_null(none);
    expect_refusal(ctx, fluv_layer_give(ctx, land, "hight", height, CELLS), FLUV_BAD_USE, "hight");
    expect_refusal(ctx, fluv_layer_give(ctx, land, "rivers", height, CELLS), FLUV_BAD_USE, "grid");
    expect_refusal(ctx, fluv_layer_give(ctx, land, "height", height, 9), FLUV_BAD_USE, "9 values");
    cover[7] = 9;
    expect_refusal(ctx, fluv_layer_give(ctx, land, "cover", cover, CELLS), FLUV_BAD_INPUT,
                   "cell 7 is 9");
    area[3] = NAN;
    expect_refusal(ctx, fluv_layer_give(ctx, land, "area", area, CELLS), FLUV_BAD_INPUT,
                   "area: cell 3");
    memset(receiver, 0xff, sizeof receiver);
    receiver[COLS - 1] = COLS; /* the next in memory, but a row below and on the other side */
    expect_refusal(ctx, fluv_layer_give(ctx, land, "receiver", receiver, CELLS), FLUV_BAD_INPUT,
                   "no neighbour");
    receiver[COLS - 1] = FLUV_NONE;
    receiver[5] = 6;
    receiver[6] = 6 + COLS;
    receiver[6 + COLS] = 5;
    expect_refusal(ctx, fluv_layer_give(ctx, land, "receiver", receiver, CELLS), FLUV_BAD_INPUT,
                   "comes back");
    expect_refusal(ctx,
                   run_on(ctx, land,
                          "interfluve: 1\nframe: {size: 64, width: 3 km}\nstages: [drain: "
                          "{}]\n",
                          &made),
                   FLUV_BAD_RECIPE, "has 70 x 50 cells");
    expect_refusal(ctx, run_on(ctx, land, "interfluve: 1\nstages: [rivers: {}]\n", &made),
                   FLUV_BAD_RECIPE, "`rivers` needs");
    memset(receiver, 0xff, sizeof receiver); /* every cell keeps its water */
    memset(cover, 0, sizeof cover);
    static float discharge[CELLS];
    for (size_t c = 0; c < CELLS; c++)
        area[c] = frame.cell * frame.cell;
    assert_int_equal(fluv_layer_give(ctx, land, "cover", cover, CELLS), FLUV_OK);
    assert_int_equal(fluv_layer_give(ctx, land, "receiver", receiver, CELLS), FLUV_OK);
    assert_int_equal(fluv_layer_give(ctx, land, "area", area, CELLS), FLUV_OK);
    assert_int_equal(fluv_layer_give(ctx, land, "discharge", discharge, CELLS), FLUV_OK);
    expect_refusal(ctx, run_on(ctx, land, "interfluve: 1\nstages: [rivers: {}]\n", &made),
                   FLUV_BAD_INPUT, "in a hollow without a lake");
    fluv_landscape_delete(land);
}

/* The layers that a stage needs as grids, from a landscape that was made. */
static void give_grids(fluv_ctx *ctx, const fluv_landscape *from, fluv_landscape *to)
{
    static const char *const names[] = {"height",   "cover", "water",
                                        "receiver", "area",  "discharge"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(fluv_layer_give(ctx, to, names[i],
                                         fluv_layer_get(from, fluv_layer_find(names[i])).data,
                                         CELLS),
                         FLUV_OK);
}

/* What a stage can make a caller can give: all of it by hand is the land itself. */
static void lists_are_given_as_grids_are(void **state)
{
    fluv_ctx *ctx = *state;
    float height[CELLS];
    fill_heights(height);
    fluv_landscape *land = own_land(ctx, height), *given = NULL;
    const fluv_landscape *whole = NULL, *again = NULL, *rest = NULL;
    assert_int_equal(run_on(ctx, land, WATER, &whole), FLUV_OK);
    assert_int_equal(fluv_landscape_new(ctx, &frame, NULL, &given), FLUV_OK);
    give_grids(ctx, whole, given);
    assert_int_equal(fluv_lakes_give(ctx, given, fluv_lakes_of(whole)), FLUV_OK);
    assert_int_equal(fluv_rivers_give(ctx, given, fluv_rivers_of(whole)), FLUV_OK);
    assert_int_equal(land_count_broken(ctx, given, "lists from memory", 0), 0);
    assert_int_equal(fluv_rivers_of(given)->point_count, fluv_rivers_of(whole)->point_count);
    assert_int_equal(run_on(ctx, given, "interfluve: 1\nstages: [rivers: {}]\n", &rest), FLUV_OK);
    assert_int_equal(run_on(ctx, whole, "interfluve: 1\nstages: [rivers: {}]\n", &again), FLUV_OK);
    assert_true(fluv_rivers_of(rest)->count == fluv_rivers_of(again)->count);
    assert_memory_equal(fluv_height_of(rest), fluv_height_of(again), sizeof height);
    fluv_landscape_delete(whole);
    fluv_landscape_delete(again);
    fluv_landscape_delete(rest);
    fluv_landscape_delete(given);
    fluv_landscape_delete(land);
}

static void lists_that_cannot_be_are_refused(void **state)
{
    fluv_ctx *ctx = *state;
    float height[CELLS];
    fill_heights(height);
    fluv_landscape *land = own_land(ctx, height), *given = NULL;
    const fluv_landscape *whole = NULL;
    assert_int_equal(run_on(ctx, land, WATER, &whole), FLUV_OK);
    assert_int_equal(fluv_landscape_new(ctx, &frame, NULL, &given), FLUV_OK);
    fluv_lake lake = fluv_lakes_of(whole)->lakes[0];
    fluv_lakes lakes = {1, &lake, fluv_lakes_of(whole)->outline}, empty = {0};
    expect_refusal(ctx, fluv_lakes_give(ctx, given, &lakes), FLUV_BAD_INPUT, "without height");
    give_grids(ctx, whole, given);
    assert_int_equal(fluv_lakes_give(ctx, given, &lakes), FLUV_OK);
    assert_int_equal(fluv_lakes_give(ctx, given, &empty), FLUV_OK);
    lake.x = 1e9;
    expect_refusal(ctx, fluv_lakes_give(ctx, given, &lakes), FLUV_BAD_INPUT,
                   "outside of the frame");
    lake.ring_count = 100000;
    expect_refusal(ctx, fluv_lakes_give(ctx, given, &lakes), FLUV_BAD_INPUT, "rings");
    fluv_reach reach = fluv_rivers_of(whole)->reaches[0];
    fluv_rivers rivers = {1, &reach, fluv_rivers_of(whole)->point_count,
                          fluv_rivers_of(whole)->points};
    assert_int_equal(fluv_rivers_give(ctx, given, &rivers), FLUV_OK);
    reach.first_point = UINT32_MAX;
    expect_refusal(ctx, fluv_rivers_give(ctx, given, &rivers), FLUV_BAD_INPUT, "has points");
    reach = fluv_rivers_of(whole)->reaches[0];
    reach.kind = 77;
    expect_refusal(ctx, fluv_rivers_give(ctx, given, &rivers), FLUV_BAD_INPUT, "none can have");
    fluv_river_point points[2] = {{.x = NAN}, {.x = 1}};
    reach = (fluv_reach){.id = 4, .point_count = 2};
    rivers = (fluv_rivers){1, &reach, 2, points};
    expect_refusal(ctx, fluv_rivers_give(ctx, given, &rivers), FLUV_BAD_INPUT, "point 0");
    fluv_landscape_delete(whole);
    fluv_landscape_delete(given);
    fluv_landscape_delete(land);
}

/* A builder that begins elsewhere forgets what it kept. */
static void another_beginning_is_another_land(void **state)
{
    fluv_ctx *ctx = *state;
    static float height[CELLS];
    fill_heights(height);
    fluv_landscape *first = own_land(ctx, height);
    height[20 * COLS + 30] += 50.0f;
    fluv_landscape *second = own_land(ctx, height);
    fluv_builder *builder = fluv_builder_new(ctx);
    const fluv_landscape *land = NULL;
    assert_int_equal(fluv_builder_begin(ctx, builder, first), FLUV_OK);
    assert_int_equal(recipe_run(ctx, builder, WATER, &land), FLUV_OK);
    uint64_t before = land_hash(land);
    assert_int_equal(recipe_run(ctx, builder, WATER, &land), FLUV_OK);
    assert_int_equal(fluv_builder_reused(builder), 3);
    assert_int_equal(fluv_builder_begin(ctx, builder, second), FLUV_OK);
    assert_int_equal(recipe_run(ctx, builder, WATER, &land), FLUV_OK);
    assert_int_equal(fluv_builder_reused(builder), 0);
    assert_true(land_hash(land) != before);
    fluv_builder_delete(builder);
    fluv_landscape_delete(first);
    fluv_landscape_delete(second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(water_runs_on_heights_from_memory), TEST(a_given_cover_is_the_sea),
        TEST(a_result_is_a_beginning),           TEST(what_cannot_be_is_refused),
        TEST(another_beginning_is_another_land), TEST(lists_are_given_as_grids_are),
        TEST(lists_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
