// SPDX-License-Identifier: MIT
/* interfluve export DIR --for PROGRAM: a written folder as files for an engine or another program.
 * They go beside the folder as DIR-PROGRAM, and what the program must be told is printed. */
#include "cli/cli.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COLUMN 12

static cli_exit list_profiles(void)
{
    for (size_t i = 0; i < fluv_export_profile_count(); i++) {
        const fluv_export_profile *p = fluv_export_profile_at(i);
        const char *const rows[][2] = {{"sizes", p->sizes}, {"heights", p->heights},
                                       {"axes", p->axes},   {"scale", p->scale},
                                       {"names", p->names}, {"water", p->water}};
        printf("%s: %s\n", p->name, p->title);
        for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
            cli_print_entry(stdout, rows[k][0], rows[k][1], COLUMN);
        putchar('\n');
    }
    printf("Maps (--maps):\n");
    for (size_t i = 0; i < fluv_export_map_count(); i++) {
        cli_text name = cli_format("%s", fluv_export_map_name(i));
        cli_print_entry(stdout, name.text, fluv_export_map_help(i), COLUMN + 3);
    }
    return CLI_DONE;
}

static cli_exit read_snow(const char *text, double *line)
{
    char *end = NULL;
    *line = text ? strtod(text, &end) : 0.0;
    if (text && (end == text || *end != '\0' || !(*line > 0.0 && *line < 1e5)))
        return cli_complain(CLI_WRONG_USE, "--snow-line is `%s`, expected metres above the sea",
                            text);
    return CLI_DONE;
}

/* Said before a large folder is read. */
static bool program_known(const char *name)
{
    const char *known[32];
    size_t count = 0;
    for (; count < fluv_export_profile_count() && count < 32; count++) {
        known[count] = fluv_export_profile_at(count)->name;
        if (strcmp(known[count], name) == 0)
            return true;
    }
    cli_complain_unknown("program", name, known, count);
    return false;
}

/* The recipe in the folder; NULL where there is none. */
static fluv_status read_recipe(fluv_ctx *ctx, const char *dir, fluv_recipe **out)
{
    char path[PATH_MAX];
    *out = NULL;
    snprintf(path, sizeof path, "%s/recipe.yaml", dir);
    return access(path, R_OK) == 0 ? fluv_recipe_read(ctx, path, out) : FLUV_OK;
}

static fluv_status run(fluv_ctx *ctx, const cli_args *args, const char *dir,
                       const fluv_export_options *options)
{
    fluv_landscape *land = NULL;
    fluv_recipe *recipe = NULL;
    fluv_status status = fluv_read(ctx, args->operand, &land);
    if (status == FLUV_OK)
        status = read_recipe(ctx, args->operand, &recipe);
    if (status == FLUV_OK)
        status = fluv_export(ctx, land, recipe, dir, options);
    fluv_recipe_delete(recipe);
    fluv_landscape_delete(land);
    return status;
}

/* DIR-PROGRAM; `.` and `..` by the names that they have. */
static void name_beside(const cli_args *args, char beside[PATH_MAX])
{
    char whole[PATH_MAX];
    const char *folder = args->operand;
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    if (length > 0 && folder[length - 1] == '.' &&
        (length == 1 || strchr("./", folder[length - 2])) && realpath(folder, whole)) {
        folder = whole;
        length = strlen(whole);
    }
    snprintf(beside, PATH_MAX, "%.*s-%s", (int)length, folder, args->profile);
}

static cli_exit export_folder(fluv_ctx *ctx, const cli_args *args, fluv_export_options *options)
{
    char beside[PATH_MAX], *told = NULL;
    name_beside(args, beside);
    const char *dir = args->output ? args->output : beside;
    options->told = &told;
    cli_progress progress;
    cli_progress_start(&progress, ctx, args->progress);
    cli_stop_on_signals(ctx);
    fluv_status status = run(ctx, args, dir, options);
    cli_stop_on_signals(NULL);
    cli_progress_end(&progress, ctx);
    if (status != FLUV_OK)
        return cli_complain_status(ctx, status);
    cli_print_name("", dir, "\n");
    if (told)
        fputs(told, stdout);
    fluv_text_free(told);
    return CLI_DONE;
}

cli_exit cli_export(fluv_ctx *ctx, const cli_args *args)
{
    fluv_export_options options = {.struct_size = sizeof options,
                                   .profile = args->profile,
                                   .tiles = (uint32_t)args->tiles,
                                   .format = args->format,
                                   .maps = args->maps,
                                   .rebuild = args->rebuild};
    if (args->list)
        return list_profiles();
    if (!args->operand || !args->profile)
        return cli_complain(CLI_WRONG_USE, "export: %s is missing, see `interfluve export --list`",
                            args->operand ? "--for PROGRAM" : "DIR");
    if (!program_known(args->profile))
        return CLI_WRONG_USE;
    cli_exit code = cli_read_size(args, 2, 32769, &options.size);
    if (code == CLI_DONE)
        code = read_snow(args->snow_line, &options.snow_line);
    return code == CLI_DONE ? export_folder(ctx, args, &options) : code;
}
