// SPDX-License-Identifier: MIT
/* The rules of water hold on some seeds of every preset but those that test_uplift.c has. */
#include "how_many.h"
#include "water_land.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SEEDS        5
#define BASINS_SEEDS 2 /* test_rivers_first_seeds.c has more of them, on larger frames */
#define MESH_SEEDS   2 /* which have more to do */

static double kilometres_of(const char *preset)
{
    const char *width = strstr(fluv_preset_text(preset), "width: ");
    double kilometres = width ? atof(width + strlen("width: ")) : 0.0;
    assert_true(kilometres > 0.0);
    return kilometres;
}

static bool has_mesh(const char *preset)
{
    return strstr(fluv_preset_text(preset), "- mesh:") != NULL;
}

/* A mesh costs the same at any size: a 64th of the width does for small frames. */
static void make_mesh_coarse(fluv_ctx *ctx, fluv_recipe *recipe, const char *name)
{
    char text[40];
    (void)snprintf(text, sizeof text, "mesh.spacing=%g km", kilometres_of(name) / 64.0);
    assert_int_equal(fluv_recipe_set(ctx, recipe, text), FLUV_OK);
}

/* Rivers first costs its lattices at any size: coarser ones do for small frames. */
static void make_coarse(fluv_ctx *ctx, fluv_recipe *recipe, const char *name)
{
    static const char *const settings[] = {"coast.spacing=%g km", "regions.spacing=%g km",
                                           "basins.spacing=%g km"};
    static const double parts[] = {200.0, 200.0, 110.0};
    double kilometres = kilometres_of(name);
    for (int i = 0; i < 3; i++) {
        char text[40];
        (void)snprintf(text, sizeof text, settings[i], kilometres / parts[i]);
        assert_int_equal(fluv_recipe_set(ctx, recipe, text), FLUV_OK);
    }
    char again[40]; /* where rivers and relief are made in turn */
    (void)snprintf(again, sizeof again, "basins#2.spacing=%g km", kilometres / parts[2]);
    if (strcmp(name, "basins-refined") == 0)
        assert_int_equal(fluv_recipe_set(ctx, recipe, again), FLUV_OK);
}

static void run_seed(fluv_ctx *ctx, const char *name, uint64_t seed)
{
    char seeded[40];
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    fluv_builder *builder = fluv_builder_new(ctx);
    assert_non_null(builder);
    (void)snprintf(seeded, sizeof seeded, "seed=%d", (int)seed);
    if (fluv_recipe_read(ctx, name, &recipe) != FLUV_OK)
        fail_msg("%s: %s", name, fluv_message(ctx));
    if (strncmp(name, "basins-", 7) == 0)
        make_coarse(ctx, recipe, name);
    if (has_mesh(name))
        make_mesh_coarse(ctx, recipe, name);
    if (fluv_recipe_set(ctx, recipe, "frame.size=96") != FLUV_OK ||
        fluv_recipe_set(ctx, recipe, seeded) != FLUV_OK ||
        fluv_builder_run(ctx, builder, recipe, NULL, &land) != FLUV_OK)
        fail_msg("%s, seed %d: %s", name, (int)seed, fluv_message(ctx));
    assert_int_equal(land_count_broken(ctx, land, name, seed), 0);
    fluv_recipe_delete(recipe);
    fluv_builder_delete(builder);
}

static void the_rules_hold_on_every_preset(void **state)
{
    fluv_set_threads(*state, 2);
    for (size_t i = 0; i < fluv_preset_count(); i++) {
        const char *name = fluv_preset_name(i);
        if (land_is_the_users(name))
            continue;
        if (strncmp(name, "uplift-", 7) == 0 && strcmp(name, "uplift-folded") != 0)
            continue; /* test_uplift.c */
        bool basins = strncmp(name, "basins-", 7) == 0;
        int usual = basins ? BASINS_SEEDS : has_mesh(name) ? MESH_SEEDS : SEEDS;
        int seeds = how_many("INTERFLUVE_SEEDS", usual);
        for (int seed = 1; seed <= seeds; seed++)
            run_seed(*state, name, (uint64_t)seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_rules_hold_on_every_preset)};
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
