// SPDX-License-Identifier: MIT
/* interfluve water HEIGHTMAP: rivers and lakes on a height map. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

/* Whether the map lies in the folder that the result would replace. */
static bool lies_in(const char *file, const char *dir)
{
    char *real_file = realpath(file, NULL), *real_dir = dir ? realpath(dir, NULL) : NULL;
    char *slash = real_file ? strrchr(real_file, '/') : NULL;
    if (slash)
        *slash = '\0';
    bool inside = slash && real_dir && strcmp(real_file, real_dir) == 0;
    free(real_file);
    free(real_dir);
    return inside;
}

/* Whether tiles can do what the whole cannot; then that is said. What cannot be asked is refused
 * later, in words of its own. */
static bool needs_tiles(fluv_ctx *ctx, const cli_args *args, fluv_recipe *recipe)
{
    fluv_tile_need need = {0};
    if (!args->until || strcmp(args->until, "drain") != 0 || args->without ||
        cli_apply(ctx, args, recipe) != FLUV_OK ||
        fluv_tiles_needed(ctx, recipe, &need) != FLUV_OK || !need.tiles)
        return false;
    fprintf(stderr, "note: %s: working tile by tile\n", need.why);
    return true;
}

cli_exit cli_water(fluv_ctx *ctx, const cli_args *args)
{
    fluv_recipe *recipe = NULL;
    if (lies_in(args->operand, args->output))
        return cli_complain(CLI_WRONG_USE,
                            "%s lies in the folder that would be replaced: give another with -o",
                            args->operand);
    fluv_status status = fluv_recipe_for_heightmap(ctx, args->operand, &recipe);
    bool in_tiles =
        args->tile_cols || args->memory || (status == FLUV_OK && needs_tiles(ctx, args, recipe));
    cli_exit code = status != FLUV_OK ? cli_complain_status(ctx, status)
                    : in_tiles        ? cli_build_in_tiles(ctx, args, recipe)
                                      : cli_build(ctx, args, recipe);
    fluv_recipe_delete(recipe);
    return code;
}
