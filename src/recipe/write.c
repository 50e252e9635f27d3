// SPDX-License-Identifier: MIT
/* Writing a landscape: checked, with its recipe, as one folder. */
#include "base/ctx.h"
#include "output/folder.h"
#include "recipe/recipe.h"
#include "recipe/relative.h"

#include <stdlib.h>

fluv_status fluv_write(fluv_ctx *ctx, const fluv_landscape *land, const fluv_recipe *recipe,
                       const char *dir, const fluv_write_options *options)
{
    fluv_verdict verdicts[FLUV_RULES];
    fluv_folder_content content = {.land = land, .without = options ? options->without : NULL};
    content.verdicts = options ? options->verdicts : NULL;
    if (!content.verdicts) {
        FLUV_TRY(fluv_check(ctx, land, verdicts));
        content.verdicts = verdicts;
    }
    char *text = NULL, *whole = fluv_path_whole(dir);
    fluv_status status = fluv_recipe_text_in(ctx, recipe, whole, &text);
    free(whole);
    content.recipe_text = text;
    if (status == FLUV_OK)
        status = fluv_folder_write(ctx, &content, dir);
    free(text);
    if (status == FLUV_CANCELLED)
        atomic_store(&ctx->cancelled, false); /* answered: the next run may begin */
    return status;
}
