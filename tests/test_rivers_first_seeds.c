// SPDX-License-Identifier: MIT
/* Rivers first: every preset, as it is, obeys the rules of water at 256 cells a side on many seeds:
 * twelve, or as many as the environment variable INTERFLUVE_SEEDS says. */
#include "how_many.h"
#include "rivers_first.h"

#define SEEDS 12

typedef char line[300];

/* What is wrong with a landscape; "" for nothing. Runs beside others: no test may fail in here. */
static void try_seed(const char *name, int seed, line said)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_builder *builder = fluv_builder_new(ctx);
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    fluv_verdict verdicts[FLUV_RULES];
    char seeded[40];
    fluv_set_threads(ctx, 1);
    fluv_builder_keep(builder, false);
    snprintf(seeded, sizeof seeded, "seed=%d", seed);
    bool made = fluv_recipe_read(ctx, name, &recipe) == FLUV_OK &&
                fluv_recipe_set(ctx, recipe, seeded) == FLUV_OK &&
                fluv_recipe_set(ctx, recipe, "frame.size=256") == FLUV_OK &&
                fluv_builder_run(ctx, builder, recipe, NULL, &land) == FLUV_OK &&
                fluv_check(ctx, land, verdicts) == FLUV_OK;
    *said = '\0';
    if (!made)
        snprintf(said, sizeof(line), "%s, seed %d: %s", name, seed, fluv_message(ctx));
    else if (!fluv_rivers_of(land)->count)
        snprintf(said, sizeof(line), "%s, seed %d has no river", name, seed);
    for (int i = 0; made && i < FLUV_RULES; i++)
        if (verdicts[i].applies && !verdicts[i].holds)
            snprintf(said, sizeof(line), "%s, seed %d, rule %d: %s", name, seed, i + 1,
                     verdicts[i].text);
    fluv_recipe_delete(recipe);
    fluv_builder_delete(builder);
    fluv_ctx_delete(ctx);
}

static void presets_obey_the_rules_of_water(void **state)
{
    (void)state;
    int seeds = how_many("INTERFLUVE_SEEDS", SEEDS), lands = seeds * (int)RIVERS_FIRST_PRESETS,
        broken = 0;
#pragma omp parallel for schedule(dynamic) num_threads(2) reduction(+ : broken)
    for (int i = 0; i < lands; i++) {
        line said;
        try_seed(rivers_first_presets[i / seeds], 1 + i % seeds, said);
        if (*said) {
            fprintf(stderr, "%s\n", said);
            broken++;
        }
    }
    assert_true(lands > 0);
    assert_int_equal(broken, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(presets_obey_the_rules_of_water)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
