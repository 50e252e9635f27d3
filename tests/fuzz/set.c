// SPDX-License-Identifier: MIT
/* Edits of a recipe: the first byte chooses a preset, the second the way to edit it, the rest is
 * what follows --set, or a path and a value. Either it holds and the recipe reads back to itself,
 * or there is one harmless line about why not and the recipe is as it was. */
#include "fuzz/target.h"
#include "recipe/recipe.h"

#include <string.h>

enum { MOST_PRESETS = 256 };

/* A preset as it was read, once, and its text. */
typedef struct origin {
    fluv_recipe *recipe;
    char *text;
} origin;

static const origin *origin_of(size_t preset)
{
    static origin all[MOST_PRESETS];
    static fluv_ctx *ctx;
    origin *one = &all[preset];
    if (one->recipe)
        return one;
    if (!ctx)
        ctx = fluv_ctx_new();
    const char *name = fluv_preset_name(preset), *text = fluv_preset_text(name);
    FUZZ_EXPECT(fluv_recipe_parse(ctx, text, strlen(text), name, &one->recipe) == FLUV_OK);
    FUZZ_EXPECT(fluv_recipe_text(ctx, one->recipe, &one->text) == FLUV_OK);
    return one;
}

static void read_back(fluv_ctx *ctx, const char *text)
{
    char *again = NULL;
    fluv_recipe *copy = NULL;
    fluv_status status = fluv_recipe_parse(ctx, text, strlen(text), "again", &copy);
    if (status != FLUV_OK)
        fprintf(stderr, "%s\n%s\n", fluv_message(ctx), text);
    FUZZ_EXPECT(status == FLUV_OK);
    FUZZ_EXPECT(fluv_recipe_text(ctx, copy, &again) == FLUV_OK && strcmp(text, again) == 0);
    fluv_recipe_delete(copy);
    fluv_text_free(again);
}

/* One edit: an assignment, a value, a row that comes or goes, a stage with parameters. */
static fluv_status edit(fluv_ctx *ctx, fluv_recipe *recipe, unsigned way, char *text)
{
    char *value = strchr(text, '=');
    size_t stage = way / 8;
    if (way % 8 < 4 || !value)
        return fluv_recipe_set(ctx, recipe, text);
    *value++ = '\0';
    if (way % 8 == 4)
        return fluv_recipe_put(ctx, recipe, stage, text, value);
    if (way % 8 == 5)
        return fluv_recipe_insert_row(ctx, recipe, stage, text, 0, value);
    if (way % 8 == 6)
        return fluv_recipe_remove_row(ctx, recipe, stage, text, strlen(value));
    return fluv_recipe_insert(ctx, recipe, stage, text, value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    fluv_ctx *ctx = fluv_ctx_new();
    FUZZ_EXPECT(fluv_preset_count() <= MOST_PRESETS);
    const origin *from = origin_of(data[0] % fluv_preset_count());
    char *words = fuzz_text(data + 2, size - 2), *text = NULL;
    fluv_recipe *recipe = NULL;
    FUZZ_EXPECT(fluv_recipe_copy(ctx, from->recipe, &recipe) == FLUV_OK);
    fluv_status status = edit(ctx, recipe, data[1] % 64, words);
    fuzz_expect_explained(ctx, status);
    FUZZ_EXPECT(fluv_recipe_text(ctx, recipe, &text) == FLUV_OK);
    if (strcmp(text, from->text) != 0) {
        FUZZ_EXPECT(status == FLUV_OK);
        read_back(ctx, text);
    }
    fluv_text_free(text);
    fluv_recipe_delete(recipe);
    free(words);
    fuzz_end(ctx);
    return 0;
}
