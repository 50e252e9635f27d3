// SPDX-License-Identifier: MIT
/* The rules of water hold on ten seeds of every preset but those on a mesh. */
#include "water_land.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define SEEDS 10

static void run_seed(fluv_ctx *ctx, const char *name, uint64_t seed)
{
    char seeded[40];
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    fluv_builder *builder = fluv_builder_new(ctx);
    assert_non_null(builder);
    (void)snprintf(seeded, sizeof seeded, "seed=%d", (int)seed);
    if (fluv_recipe_read(ctx, name, &recipe) != FLUV_OK ||
        fluv_recipe_set(ctx, recipe, "frame.size=96") != FLUV_OK ||
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
        if (strstr(fluv_preset_text(name), "- import:") || strncmp(name, "basins-", 7) == 0)
            continue; /* land of the user's; and what test_rivers_first tries on fifty seeds */
        if (strstr(fluv_preset_text(name), "- mesh:"))
            continue; /* slow at any size: test_uplift.c has them on coarser meshes */
        for (uint64_t seed = 1; seed <= SEEDS; seed++)
            run_seed(*state, name, seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_rules_hold_on_every_preset)};
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
