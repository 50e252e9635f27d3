// SPDX-License-Identifier: MIT
/* interfluve water HEIGHTMAP: rivers and lakes on a height map. */
#include "cli/cli.h"

cli_exit cli_water(fluv_ctx *ctx, const cli_args *args)
{
    fluv_recipe *recipe = NULL;
    fluv_status status = fluv_recipe_for_heightmap(ctx, args->operand, &recipe);
    cli_exit code =
        status == FLUV_OK ? cli_build(ctx, args, recipe) : cli_complain_status(ctx, status);
    fluv_recipe_delete(recipe);
    return code;
}
