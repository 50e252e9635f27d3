// SPDX-License-Identifier: MIT
/* What tests of recipes share: a context for each test that must end with nothing left in it, a
 * text that must be a recipe, and a recipe that must read back as it was. Included once a test. */
#ifndef FLUV_TESTS_RECIPE_BENCH_H
#define FLUV_TESTS_RECIPE_BENCH_H

#include "context.h"
#include "recipe/recipe.h"

#include <string.h>

static fluv_ctx *ctx;

static inline int recipe_begin(void **state)
{
    int failed = context_begin(state);
    ctx = *state;
    return failed;
}

#define RECIPE_TEST(name) cmocka_unit_test_setup_teardown(name, recipe_begin, context_end)

static inline fluv_recipe *parsed(const char *text)
{
    fluv_recipe *recipe = NULL;
    if (fluv_recipe_parse(ctx, text, strlen(text), "t.yaml", &recipe) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    return recipe;
}

typedef struct recipe_job {
    const char *text, *assignment;
} recipe_job;

/* Reads a recipe and changes it: a job for fail_each_allocation. */
static inline fluv_status read_and_set(fluv_ctx *in, void *data)
{
    const recipe_job *job = data;
    fluv_recipe *recipe = NULL;
    fluv_status status = fluv_recipe_parse(in, job->text, strlen(job->text), "a/t.yaml", &recipe);
    if (status == FLUV_OK)
        status = fluv_recipe_set(in, recipe, job->assignment);
    fluv_recipe_delete(recipe);
    return status;
}

static inline bool same_recipe(const fluv_recipe *a, const fluv_recipe *b)
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

static inline void assert_reads_back(const fluv_recipe *recipe)
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
