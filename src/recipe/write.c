// SPDX-License-Identifier: MIT
/* Writing a landscape: checked, with its recipe, as one folder. */
#include "base/ctx.h"
#include "output/folder.h"

#include <stdlib.h>

fluv_status fluv_write(fluv_ctx *ctx, const fluv_landscape *land, const fluv_recipe *recipe,
                       const char *dir)
{
    fluv_verdict verdicts[FLUV_RULES];
    char *text = NULL;
    FLUV_TRY(fluv_check(ctx, land, verdicts));
    FLUV_TRY(fluv_recipe_text(ctx, recipe, &text));
    fluv_status status = fluv_write_folder(ctx, land, text, verdicts, dir);
    free(text);
    return status;
}
