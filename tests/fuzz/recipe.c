// SPDX-License-Identifier: MIT
/* Recipes: the whole input is one. What is read is planned, and reads back to itself. */
#include "recipe/recipe.h"
#include "fuzz/target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_recipe *recipe = NULL, *copy = NULL;
    char *bytes = fuzz_text(data, size), *text = NULL, *again = NULL;
    fluv_status status = fluv_recipe_parse(ctx, bytes, size, "fuzz", &recipe);
    fuzz_expect_explained(ctx, status);
    if (status == FLUV_OK) {
        fuzz_expect_explained(ctx, fluv_recipe_check(ctx, recipe, NULL));
        FUZZ_EXPECT(fluv_recipe_text(ctx, recipe, &text) == FLUV_OK);
        FUZZ_EXPECT(fluv_recipe_parse(ctx, text, strlen(text), "again", &copy) == FLUV_OK);
        FUZZ_EXPECT(fluv_recipe_text(ctx, copy, &again) == FLUV_OK && strcmp(text, again) == 0);
    }
    fluv_recipe_delete(copy);
    fluv_recipe_delete(recipe);
    fluv_text_free(text);
    fluv_text_free(again);
    free(bytes);
    fuzz_end(ctx);
    return 0;
}
