// SPDX-License-Identifier: MIT
/* interfluve make RECIPE: a landscape, or many, from a recipe file or a preset. */
#include "cli/cli.h"

cli_exit cli_make(fluv_ctx *ctx, const cli_args *args)
{
    fluv_recipe *recipe = NULL;
    fluv_status status = fluv_recipe_read(ctx, args->operand, &recipe);
    cli_exit code = status != FLUV_OK      ? cli_complain_status(ctx, status)
                    : cli_wants_many(args) ? cli_make_many(ctx, args, recipe)
                                           : cli_build(ctx, args, recipe);
    fluv_recipe_delete(recipe);
    return code;
}
