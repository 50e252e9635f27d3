// SPDX-License-Identifier: MIT
/* Stages in any order: the plan refuses it and says why, or every rule of water holds in the end.
 */
#include "dice.h"
#include "how_many.h"
#include "recipe/recipe.h"
#include "recipe_land.h"
#include "stages/stage.h"
#include "water_land.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define ORDERS 1000
#define MOST   16 /* stages of an order */

/* Every stage that needs no file, with what makes it quick on a small frame. */
static const struct {
    const char *name, *params;
} quick[] = {
    {"noise", ""},
    {"faults", "lines: 60"},
    {"midpoint", ""},
    {"coast", "shape: island, spacing: 200 m"},
    {"coast", "shape: archipelago, spacing: 200 m"},
    {"regions", "random: {mountain: 2, desert: 1}, spacing: 200 m"},
    {"basins", "spacing: 400 m"},
    {"channels", "sources: {flatland: 12, mountain: 8}"},
    {"channels", "sources: {flatland: 12}, dry_chance: 0.5"},
    {"relief", ""},
    {"contour", "spacing: 6 km"},
    {"network", "edge: 2 km"},
    {"watersheds", ""},
    {"courses", ""},
    {"tree", ""},
    {"sample", ""},
    {"sample", "rivers: false"},
    {"mesh", "spacing: 600 m"},
    {"mesh", "spacing: 900 m"},
    {"strata", ""},
    {"uplift", ""},
    {"erode", "steps: 4, step: 200 ky"},
    {"amplify", ""},
    {"amplify", "coast: free, hollows: open"},
    {"glacier", "steps: 4, snow_line: 20, swing: 10"},
    {"thermal", "steps: 4"},
    {"hydraulic", "steps: 6"},
    {"meanders", "spacing: 100 m, width: 60, steepest: 0.5, bank: 60, years: 120, oxbows: true"},
    {"drain", ""},
    {"drain", "depressions: carve"},
    {"drain", "depressions: fill-free"},
    {"lakes", ""},
    {"lakes", "mode: full"},
    {"lakes", "runoff: 100 mm/y, evaporation: 2 m/y"},
    {"place", "rivers: {R: {line: [[6 km, 6 km], [7 km, 4 km], [6 km, 1 km]]}}"},
    {"place", "rivers: {R: {freedom: 0.3, line: [[6 km, 6 km], [11 km, 6 km]]}}, "
              "lakes: {L: {x: 4 km, y: 7 km, area: 1 km2}}"},
    {"place", "peaks: {P: {x: 5 km, y: 5 km, height: 1000}}, no_lakes: [[8 km, 8 km]]"},
    {"rivers", ""},
    {"rivers", "area: 1 km2, perennial: 0.05 m3/s"},
    {"keep", "rivers: all"},
    {"keep", "lakes: all"},
    {"names", "invent: nordic"},
    {"materials", ""},
};
#define QUICK (sizeof quick / sizeof *quick)

/* The ways of the four methods, and of any bare land. */
static const char *const ways[][8] = {
    {"noise", "drain", "lakes", "rivers"},
    {"faults", "thermal", "hydraulic", "lakes", "rivers"},
    {"coast", "regions", "basins", "channels", "relief"},
    {"contour", "network", "watersheds", "courses", "tree", "sample"},
    {"mesh", "uplift", "erode", "lakes", "rivers"},
    {"coast", "mesh", "uplift", "erode", "lakes", "rivers"},
    {"midpoint", "lakes", "rivers"},
    {"midpoint", "amplify", "lakes", "rivers"},
};
#define WAYS (sizeof ways / sizeof *ways)

typedef struct order {
    char text[1600], names[400];
    size_t stages;
    fluv_layer_set present;
    bool legal;
} order;

/* What the last stage of the order, with its parameters, leaves. */
static void turn_last(order *o, const fluv_stage *stage)
{
    fluv_recipe *recipe = NULL;
    fluv_layer_turn turn;
    fluv_ctx *ctx = fluv_ctx_new();
    assert_int_equal(fluv_recipe_parse(ctx, o->text, strlen(o->text), "t.yaml", &recipe), FLUV_OK);
    const void *params = recipe->stages[recipe->stage_count - 1].params;
    if (fluv_stage_turn(ctx, stage, params, o->present, &turn) == FLUV_OK)
        o->present = turn.after;
    else
        o->legal = false; /* `keep` where there is nothing to keep */
    fluv_recipe_delete(recipe);
    fluv_ctx_delete(ctx);
}

/* Stages that are not in the list: they read files. */
static void every_stage_takes_part(void **state)
{
    (void)state;
    for (size_t i = 0; i < fluv_stage_count(); i++) {
        const char *name = fluv_stage_at(i)->name;
        bool listed = strcmp(name, "import") == 0 || strcmp(name, "load") == 0;
        for (size_t k = 0; k < QUICK; k++)
            listed = listed || strcmp(quick[k].name, name) == 0;
        if (!listed)
            fail_msg("`%s` is in no order", name);
    }
}

static void add(order *o, size_t which)
{
    if (o->stages == MOST)
        return;
    size_t used = strlen(o->text), named = strlen(o->names);
    (void)snprintf(o->text + used, sizeof o->text - used, "  - %s: {%s}\n", quick[which].name,
                   quick[which].params);
    (void)snprintf(o->names + named, sizeof o->names - named, "%s%s", named ? ", " : "",
                   quick[which].name);
    const fluv_stage *stage = fluv_stage_named(quick[which].name);
    assert_non_null(stage);
    o->legal = o->legal && !(stage->needs & ~o->present);
    turn_last(o, stage);
    o->stages++;
}

/* One of the rows of that name. */
static size_t row_of(dice *from, const char *name)
{
    for (;;) {
        size_t which = roll(from, QUICK);
        if (strcmp(quick[which].name, name) == 0)
            return which;
    }
}

/* Mostly a stage that can stand here. */
static size_t any_row(dice *from, const order *o)
{
    bool legal = roll(from, 12) > 0;
    for (;;) {
        size_t which = roll(from, QUICK);
        if (!legal || !(fluv_stage_named(quick[which].name)->needs & ~o->present))
            return which;
    }
}

/* A way with stages slipped in, left out and put behind it. */
static void make_order(dice *from, uint64_t seed, order *o)
{
    *o = (order){.legal = true};
    (void)snprintf(o->text, sizeof o->text,
                   "interfluve: 1\nseed: %d\nframe: {size: %d, width: 12 km, height: [-200 m, "
                   "1200 m]}\nstages:\n",
                   (int)seed, 40 + (int)roll(from, 40));
    const char *const *way = ways[roll(from, WAYS)];
    for (size_t i = 0; i < 8 && way[i]; i++) {
        if (roll(from, 5) == 0)
            add(o, any_row(from, o));
        if (roll(from, 15) > 0)
            add(o, row_of(from, way[i]));
    }
    for (size_t more = roll(from, 4); more > 0; more--)
        add(o, any_row(from, o));
    if (!o->stages)
        add(o, 0);
}

/* A refusal names a stage and what to do. */
static bool is_reason(const char *why)
{
    bool keeps_nothing = strstr(why, ": there are none yet that could stay") != NULL;
    return (strstr(why, "` needs `") || keeps_nothing) && strstr(why, "put ");
}

/* What is placed may find no room on land that chance has made; then the place is named. So may
 * every river of a network below a placed peak; then the lengths are named. */
static bool found_no_room(const order *o, fluv_status status, const char *why)
{
    bool placed = strncmp(why, "place: ", 7) == 0 && (strstr(why, " at ") || strstr(why, " near "));
    bool grown = strncmp(why, "network: no river found room", 28) == 0 &&
                 strstr(why, "network.edge (2000 m)");
    return status == FLUV_BAD_RECIPE && strstr(o->names, "place") && (placed || grown);
}

/* Whether the order is refused with a reason, or runs and keeps the rules; says what is wrong. */
static bool order_is_right(fluv_ctx *ctx, const order *o, uint64_t seed)
{
    fluv_landscape land;
    fluv_status status = recipe_land(ctx, o->text, &land);
    bool right =
        o->legal ? status == FLUV_OK : status == FLUV_BAD_RECIPE && is_reason(fluv_message(ctx));
    right = right || (o->legal && found_no_room(o, status, fluv_message(ctx)));
    if (!right)
        print_error("%s\n", status == FLUV_OK ? "the plan let it pass" : fluv_message(ctx));
    if (status == FLUV_OK)
        right = land_count_broken(ctx, &land, o->names, seed) == 0 && right;
    if (!right)
        print_error("%s", o->text);
    fluv_landscape_free(&land);
    return right;
}

static void any_order_is_refused_or_right(void **state)
{
    size_t ran = 0, wrong = 0;
    fluv_set_threads(*state, 2);
    size_t orders = (size_t)how_many("INTERFLUVE_ORDERS", ORDERS);
    for (uint64_t seed = 1; seed <= orders; seed++) {
        dice from = {fluv_key_make(seed, "test", "orders"), 0};
        order o;
        make_order(&from, seed, &o);
        wrong += !order_is_right(*state, &o, seed);
        ran += o.legal;
    }
    assert_int_equal(wrong, 0);
    assert_in_range(ran, orders / 3, orders - orders / 10); /* both happen often */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_stage_takes_part),
                                       cmocka_unit_test(any_order_is_refused_or_right)};
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
