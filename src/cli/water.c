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

/* Whether the recipe with what is set needs more than memory. What cannot be asked is refused
 * later, in words of its own. */
static fluv_tile_need ask_need(fluv_ctx *ctx, const cli_args *args, const fluv_recipe *recipe)
{
    fluv_tile_need need = {0};
    fluv_recipe *set = NULL;
    if (fluv_recipe_copy(ctx, recipe, &set) != FLUV_OK || cli_apply(ctx, args, set) != FLUV_OK ||
        fluv_tiles_needed(ctx, set, &need) != FLUV_OK)
        need = (fluv_tile_need){0};
    fluv_recipe_delete(set);
    return need;
}

/* What memory alone cannot do goes in tiles, or on disk; then that is said. */
static fluv_tile_need find_need(fluv_ctx *ctx, const cli_args *args, const fluv_recipe *recipe)
{
    bool no_lakes = (args->until && strcmp(args->until, "drain") == 0) ||
                    (args->skip && strcmp(args->skip, "lakes") == 0);
    if (args->tile_cols || fluv_ranks() > 1 || (args->memory && no_lakes))
        return (fluv_tile_need){.tiles = true};
    if (args->memory)
        return (fluv_tile_need){.disk = true};
    fluv_tile_need need = ask_need(ctx, args, recipe);
    if (need.tiles && args->without) { /* which is not for tiles */
        need.tiles = false;
        need.disk = true;
    }
    if (need.tiles || need.disk)
        fprintf(stderr, "note: %s: %s\n", need.why,
                need.tiles ? "working tile by tile" : "what does not fit lies on disk");
    return need;
}

cli_exit cli_water(fluv_ctx *ctx, const cli_args *args)
{
    fluv_recipe *recipe = NULL;
    if (lies_in(args->operand, args->output))
        return cli_complain(CLI_WRONG_USE,
                            "%s lies in the folder that would be replaced: give another with -o",
                            args->operand);
    fluv_status status = fluv_recipe_for_heightmap(ctx, args->operand, &recipe);
    fluv_tile_need need = {0};
    if (status == FLUV_OK)
        need = find_need(ctx, args, recipe);
    if (status == FLUV_OK && need.disk)
        status = cli_use_disk(ctx, args);
    cli_exit code = status != FLUV_OK ? cli_complain_status(ctx, status)
                    : need.tiles      ? cli_build_in_tiles(ctx, args, recipe)
                                      : cli_build(ctx, args, recipe);
    fluv_recipe_delete(recipe);
    fluv_ranks_end(code != CLI_DONE);
    return code;
}
