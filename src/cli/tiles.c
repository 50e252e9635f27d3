// SPDX-License-Identifier: MIT
/* A height map in tiles, alone or one rank of several.
 *
 * in   a recipe and the arguments      out   the folder, a summary on stdout, an exit code
 *
 * Of several ranks one speaks: the first, or the one that fails. */
#include "cli/cli.h"

#include <limits.h>

static void print_report(const fluv_tile_report *report, const char *dir)
{
    printf("land    %u x %u cells in %u tiles of %u x %u", report->cols, report->rows,
           report->tiles, report->tile_cols, report->tile_rows);
    if (report->ranks > 1)
        printf(" on %d ranks", report->ranks);
    putchar('\n');
    printf("told    %.1f MiB of rims and hollows from tile to tile\n",
           (double)report->bytes_told / 1048576.0);
    if (report->phases_found)
        printf("went on after %u phases that an earlier run had done\n", report->phases_found);
    cli_print_name("folder  ", dir, "\n");
}

cli_exit cli_build_in_tiles(fluv_ctx *ctx, const cli_args *args, fluv_recipe *recipe)
{
    char name[NAME_MAX + 1];
    const char *dir = cli_result_folder(args, name, sizeof name);
    fluv_tile_options options = {.struct_size = sizeof options,
                                 .tile_cols = args->tile_cols,
                                 .tile_rows = args->tile_rows,
                                 .memory = args->memory};
    fluv_tile_report report = {0};
    cli_progress progress;
    if (args->without)
        return cli_complain(
            CLI_WRONG_USE,
            "--without: in tiles there are rasters and vectors, and neither picture nor "
            "model");
    fluv_status status = cli_apply(ctx, args, recipe);
    if (status != FLUV_OK)
        return cli_complain_status(ctx, status);
    cli_stop_on_signals(ctx);
    cli_progress_start(&progress, ctx, args->progress);
    status = fluv_run_in_tiles(ctx, recipe, dir, &options, &report);
    cli_progress_end(&progress, ctx);
    cli_exit code = CLI_DONE;
    if (status != FLUV_OK)
        code = report.silent ? CLI_FAILED : cli_complain_status(ctx, status);
    else if (!report.silent)
        print_report(&report, dir);
    fflush(stdout);
    fluv_ranks_end(status != FLUV_OK);
    cli_stop_on_signals(NULL);
    return code;
}
