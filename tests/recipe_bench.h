// SPDX-License-Identifier: MIT
/* What tests of recipes share: a context for each test that must end with nothing left in it, a
 * text that must be a recipe, and a recipe that must read back as it was. Included once a test. */
#ifndef FLUV_TESTS_RECIPE_BENCH_H
#define FLUV_TESTS_RECIPE_BENCH_H

#include "recipe/recipe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static fluv_ctx *ctx;

static int setup(void **state)
{
    (void)state;
    ctx = fluv_ctx_new();
    return ctx ? 0 : 1;
}

static int teardown(void **state)
{
    (void)state;
    int left = atomic_load(&ctx->memory.now) != 0;
    fluv_ctx_delete(ctx);
    return left;
}

static fluv_recipe *parsed(const char *text)
{
    fluv_recipe *recipe = NULL;
    if (fluv_recipe_parse(ctx, text, strlen(text), "t.yaml", &recipe) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    return recipe;
}

static bool same_recipe(const fluv_recipe *a, const fluv_recipe *b)
{
    if (a->seed != b->seed || a->has_frame != b->has_frame || a->stage_count != b->stage_count ||
        !fluv_params_equal(fluv_frame_info(), &a->frame, &b->frame))
        return false;
    for (size_t i = 0; i < a->stage_count; i++)
        if (a->stages[i].stage != b->stages[i].stage ||
            !fluv_params_equal(&a->stages[i].stage->info, a->stages[i].params, b->stages[i].params))
            return false;
    return true;
}

static void assert_reads_back(const fluv_recipe *recipe)
{
    char *text = NULL, *again = NULL;
    assert_int_equal(fluv_recipe_text(ctx, recipe, &text), FLUV_OK);
    fluv_recipe *copy = NULL;
    if (fluv_recipe_parse(ctx, text, strlen(text), "again", &copy) != FLUV_OK)
        fail_msg("%s\n%s", fluv_message(ctx), text);
    if (!same_recipe(recipe, copy))
        fail_msg("not the same:\n%s", text);
    assert_int_equal(fluv_recipe_text(ctx, copy, &again), FLUV_OK);
    assert_string_equal(text, again);
    fluv_recipe_delete(copy);
    free(text);
    free(again);
}

#endif
