// SPDX-License-Identifier: MIT
/* Writing a landscape: checked, with its recipe, as one folder or one of its files in memory. */
#include "base/ctx.h"
#include "output/folder.h"
#include "output/json.h"

#include <string.h>

/* What the files hold; the recipe's text is to be freed. */
static fluv_status gather(fluv_ctx *ctx, const fluv_recipe *recipe,
                          const fluv_write_options *options, fluv_folder_content *content,
                          char **text)
{
    fluv_write_options wish = {0};
    FLUV_TRY(fluv_options_read(ctx, options, &wish, sizeof wish));
    content->without = wish.without;
    content->verdicts = wish.verdicts;
    if (recipe)
        FLUV_TRY(fluv_recipe_text(ctx, recipe, text));
    content->recipe_text = *text;
    return FLUV_OK;
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

fluv_status fluv_write(fluv_ctx *ctx, const fluv_landscape *land, const fluv_recipe *recipe,
                       const char *dir, const fluv_write_options *options)
{
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    fluv_verdict verdicts[FLUV_RULES];
    fluv_folder_content content = {.land = land};
    char *text = NULL;
    fluv_status status = gather(ctx, recipe, options, &content, &text);
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
    fluv_status status = gather(ctx, recipe, options, &content, &text);
    if (status == FLUV_OK && strcmp(name, FLUV_JSON_NAME) == 0)
        status = judge(ctx, verdicts, &content);
    if (status == FLUV_OK)
        status = fluv_folder_file_bytes(ctx, &content, name, bytes, size);
    fluv_text_free(text);
    return fluv_call_end(ctx, mark, status);
}
