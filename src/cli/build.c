// SPDX-License-Identifier: MIT
/* What `make` and `water` share once they have a recipe.
 *
 * in   a recipe and the arguments      out   the folder, a summary on stdout, an exit code
 *
 * Whatever can be refused is refused before the work begins: settings, plan, output folder. */
#include "cli/cli.h"

#include <limits.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define WORTH_SAYING 60.0 /* s of work */

static fluv_status apply_assignments(fluv_ctx *ctx, const cli_args *args, fluv_recipe *recipe)
{
    for (size_t i = 0; i < args->assignment_count; i++) {
        const cli_assignment *next = &args->assignments[i];
        char text[256];
        snprintf(text, sizeof text, "%s=%s", next->name ? next->name : "", next->value);
        fluv_status status = fluv_recipe_set(ctx, recipe, next->name ? text : next->value);
        if (status != FLUV_OK)
            return status;
    }
    return FLUV_OK;
}

fluv_status cli_apply(fluv_ctx *ctx, const cli_args *args, fluv_recipe *recipe)
{
    fluv_status status = apply_assignments(ctx, args, recipe);
    if (status == FLUV_OK && args->skip)
        status = fluv_recipe_skip(ctx, recipe, args->skip);
    if (status != FLUV_OK)
        return status;
    /* What is written makes the same land again, so it ends there too. */
    return args->until ? fluv_recipe_end(ctx, recipe, args->until)
                       : fluv_recipe_check(ctx, recipe, NULL);
}

/* "maps/alps.tif" gives "alps". */
static void base_name(const char *path, char *name, size_t size)
{
    const char *slash = strrchr(path, '/');
    const char *start = slash ? slash + 1 : path;
    const char *dot = strrchr(start, '.');
    int length = dot && dot > start ? (int)(dot - start) : (int)strlen(start);
    snprintf(name, size, "%.*s", length, start);
}

const char *cli_result_folder(const cli_args *args, char *name, size_t size)
{
    base_name(args->operand, name, size);
    return args->output ? args->output : name;
}

/* In the folder that the result comes into. */
fluv_status cli_use_disk(fluv_ctx *ctx, const cli_args *args)
{
    char name[NAME_MAX + 1], folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", cli_result_folder(args, name, sizeof name));
    size_t end = strlen(folder);
    while (end > 1 && folder[end - 1] == '/')
        folder[--end] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0'; /* "/" stays */
    if (args->memory)
        fluv_set_memory_limit(ctx, args->memory);
    return fluv_set_disk(ctx, slash ? folder : ".");
}

static cli_exit report_result(const fluv_landscape *land, const char *dir,
                              const fluv_verdict verdicts[FLUV_RULES])
{
    cli_print_summary(land);
    int held = 0;
    for (int i = 0; i < FLUV_RULES; i++)
        held += verdicts[i].applies && verdicts[i].holds;
    int broken = cli_print_verdicts(verdicts, true);
    printf("check   %d rules of water hold, %d broken\n", held, broken);
    char map[PATH_MAX];
    snprintf(map, sizeof map, "%s/map.png", dir);
    if (access(map, F_OK) == 0)
        cli_print_name("map     ", map, "\n");
    else
        cli_print_name("folder  ", dir, "\n");
    return broken > 0 ? CLI_FAILED : CLI_DONE;
}

/* Where the result goes and what of it. */
typedef struct result_place {
    const char *dir;
    fluv_write_options options;
} result_place;

static fluv_status run_recipe(fluv_ctx *ctx, fluv_builder *builder, const fluv_recipe *recipe,
                              const result_place *place, const fluv_landscape **land,
                              fluv_verdict verdicts[FLUV_RULES])
{
    fluv_write_options options = place->options;
    options.verdicts = verdicts;
    fluv_status status = fluv_builder_run(ctx, builder, recipe, NULL, land);
    if (status == FLUV_OK)
        status = fluv_check(ctx, *land, verdicts);
    if (status == FLUV_OK)
        status = fluv_write(ctx, *land, recipe, place->dir, &options);
    return status;
}

/* Long work is announced, once it is known to begin: what does not fit is refused before. */
static void announce(fluv_ctx *ctx, const fluv_recipe *recipe, cli_progress *progress)
{
    fluv_work work;
    if (fluv_recipe_work(ctx, recipe, &work) == FLUV_OK && work.seconds > WORTH_SAYING)
        snprintf(progress->first, sizeof progress->first,
                 "note: about %.0f min of work on one core, most of it in %s\n",
                 ceil(work.seconds / 60.0), work.stage);
}

static cli_exit run_and_report(fluv_ctx *ctx, const cli_args *args, const fluv_recipe *recipe,
                               const result_place *place)
{
    fluv_builder *builder = fluv_builder_new(ctx);
    if (!builder)
        return cli_complain_status(ctx, FLUV_NO_MEMORY);
    fluv_builder_keep(builder, false);

    const fluv_landscape *land = NULL;
    fluv_verdict verdicts[FLUV_RULES];
    cli_progress progress;
    cli_progress_start(&progress, ctx, args->progress);
    announce(ctx, recipe, &progress);
    fluv_status status = run_recipe(ctx, builder, recipe, place, &land, verdicts);
    cli_progress_end(&progress, ctx);

    cli_exit code = status == FLUV_OK ? report_result(land, place->dir, verdicts)
                                      : cli_complain_status(ctx, status);
    fluv_builder_delete(builder);
    return code;
}

cli_exit cli_build(fluv_ctx *ctx, const cli_args *args, fluv_recipe *recipe)
{
    char name[NAME_MAX + 1];
    result_place place = {cli_result_folder(args, name, sizeof name),
                          {.struct_size = sizeof place.options, .without = args->without}};

    fluv_status status = cli_apply(ctx, args, recipe);
    place.options.recipe = recipe;
    cli_stop_on_signals(ctx); /* asking whether one may write makes a folder for a moment */
    if (status == FLUV_OK)
        status = fluv_write_check(ctx, place.dir, &place.options);
    cli_exit code = status == FLUV_OK ? run_and_report(ctx, args, recipe, &place)
                                      : cli_complain_status(ctx, status);
    cli_stop_on_signals(NULL);
    return code;
}
