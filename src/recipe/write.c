// SPDX-License-Identifier: MIT
/* Writing a landscape: checked, with its recipe, as one folder or one of its files in memory. */
#include "base/ctx.h"
#include "output/folder.h"
#include "output/json.h"
#include "recipe/recipe.h"
#include "recipe/relative.h"
#include "recipe/value.h"

#include <stdlib.h>
#include <string.h>

/* What the files hold. The recipe names its files as seen from `dir`; the recipe's text is to be
 * freed. */
static fluv_status gather(fluv_ctx *ctx, const fluv_recipe *recipe, const char *dir,
                          const fluv_write_options *options, fluv_folder_content *content,
                          char **text)
{
    fluv_write_options wish = {0};
    FLUV_TRY(fluv_options_read(ctx, options, &wish, sizeof wish));
    content->without = wish.without;
    content->verdicts = wish.verdicts;
    char *whole = dir ? fluv_path_whole(dir) : NULL;
    fluv_status status = recipe ? fluv_recipe_text_in(ctx, recipe, whole, text) : FLUV_OK;
    free(whole);
    content->recipe_text = *text;
    return status;
}

/* Verdicts, where the caller has none. */
static fluv_status judge(fluv_ctx *ctx, fluv_verdict verdicts[FLUV_RULES],
                         fluv_folder_content *content)
{
    if (content->verdicts)
        return FLUV_OK;
    content->verdicts = verdicts;
    return fluv_check(ctx, content->land, verdicts);
}

/* The folder that is asked about, and whether it is among those named. */
typedef struct folder_search {
    const char *whole;
    bool found;
} folder_search;

static void compare_folder(void *user, const char *file)
{
    folder_search *search = user;
    char *whole = realpath(file, NULL);
    search->found |= whole && strcmp(whole, search->whole) == 0;
    free(whole);
}

/* A folder that the recipe loads would be gone, and its recipe.yaml could not make it again. */
static fluv_status check_not_loaded(fluv_ctx *ctx, const fluv_recipe *recipe, const char *dir)
{
    char *whole = realpath(dir, NULL);
    folder_search search = {.whole = whole};
    for (size_t i = 0; whole && i < recipe->stage_count; i++) {
        const fluv_stage_info *info = &recipe->stages[i].stage->info;
        fluv_files_visit(info->params, info->param_count, recipe->stages[i].params, compare_folder,
                         &search);
    }
    free(whole);
    if (search.found)
        return fluv_fail(ctx, FLUV_BAD_USE,
                         "%s: is what the recipe begins with: give another folder for the result",
                         dir);
    return FLUV_OK;
}

fluv_status fluv_write_check(fluv_ctx *ctx, const char *dir, const fluv_write_options *options)
{
    fluv_write_options wish = {0};
    FLUV_TRY(fluv_options_read(ctx, options, &wish, sizeof wish));
    if (wish.recipe)
        FLUV_TRY(check_not_loaded(ctx, wish.recipe, dir));
    return fluv_folder_check(ctx, dir, wish.without);
}

fluv_status fluv_write(fluv_ctx *ctx, const fluv_landscape *land, const fluv_recipe *recipe,
                       const char *dir, const fluv_write_options *options)
{
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    fluv_verdict verdicts[FLUV_RULES];
    fluv_folder_content content = {.land = land};
    char *text = NULL;
    fluv_status status = recipe ? check_not_loaded(ctx, recipe, dir) : FLUV_OK;
    if (status == FLUV_OK)
        status = gather(ctx, recipe, dir, options, &content, &text);
    if (status == FLUV_OK)
        status = judge(ctx, verdicts, &content);
    if (status == FLUV_OK)
        status = fluv_folder_write(ctx, &content, dir);
    fluv_text_free(text);
    return fluv_call_end(ctx, mark, status);
}

fluv_status fluv_file_bytes(fluv_ctx *ctx, const fluv_landscape *land, const fluv_recipe *recipe,
                            const char *name, const fluv_write_options *options, uint8_t **bytes,
                            size_t *size)
{
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    fluv_verdict verdicts[FLUV_RULES];
    fluv_folder_content content = {.land = land};
    char *text = NULL;
    *bytes = NULL;
    *size = 0;
    fluv_status status = gather(ctx, recipe, NULL, options, &content, &text);
    if (status == FLUV_OK && strcmp(name, FLUV_JSON_NAME) == 0)
        status = judge(ctx, verdicts, &content);
    if (status == FLUV_OK)
        status = fluv_folder_file_bytes(ctx, &content, name, bytes, size);
    fluv_text_free(text);
    return fluv_call_end(ctx, mark, status);
}
