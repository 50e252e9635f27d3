// SPDX-License-Identifier: MIT
/* What `make` and `water` share once they have a recipe.
 *
 * in   a recipe and the arguments      out   the folder, a summary on stdout, an exit code
 *
 * Whatever can be refused is refused before the work begins: settings, plan, output folder. */
#include "cli/cli.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* "maps/alps.tif" gives "alps". */
static void base_name(const char *path, char *name, size_t size)
{
    const char *slash = strrchr(path, '/');
    const char *start = slash ? slash + 1 : path;
    const char *dot = strrchr(start, '.');
    int length = dot && dot > start ? (int)(dot - start) : (int)strlen(start);
    snprintf(name, size, "%.*s", length, start);
}

static bool has_file(const char *dir, const char *name)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    return access(path, F_OK) == 0;
}

static bool is_empty(const char *dir)
{
    DIR *open = opendir(dir);
    if (!open)
        return false;
    int entries = 0;
    while (entries <= 2 && readdir(open)) /* "." and ".." are always there */
        entries++;
    closedir(open);
    return entries <= 2;
}

static cli_exit check_parent(const char *dir)
{
    char parent[PATH_MAX];
    snprintf(parent, sizeof parent, "%s", dir);
    for (size_t end = strlen(parent); end > 1 && parent[end - 1] == '/';)
        parent[--end] = '\0';
    char *slash = strrchr(parent, '/');
    if (!slash)
        snprintf(parent, sizeof parent, ".");
    else
        slash[slash == parent] = '\0'; /* the root keeps its slash */
    struct stat found;
    if (stat(parent, &found) != 0)
        return cli_complain(CLI_FAILED, "cannot write `%s`: folder `%s`: %s", dir, parent,
                            strerror(errno));
    if (!S_ISDIR(found.st_mode))
        return cli_complain(CLI_FAILED, "cannot write `%s`: `%s` is not a folder", dir, parent);
    if (access(parent, W_OK | X_OK) != 0)
        return cli_complain(CLI_FAILED, "cannot write into folder `%s`: %s", parent,
                            strerror(errno));
    return CLI_DONE;
}

/* fluv_write refuses the same, but only after the work is done. */
static cli_exit check_output(const char *dir)
{
    struct stat found;
    if (strlen(dir) >= PATH_MAX - NAME_MAX)
        return cli_complain(CLI_WRONG_USE, "the output folder's name is %zu bytes long, too long",
                            strlen(dir));
    if (stat(dir, &found) != 0)
        return errno == ENOENT
                   ? check_parent(dir)
                   : cli_complain(CLI_FAILED, "cannot write `%s`: %s", dir, strerror(errno));
    if (!S_ISDIR(found.st_mode))
        return cli_complain(CLI_FAILED,
                            "cannot write `%s`: it is a file, give another folder with -o", dir);
    if (!has_file(dir, "landscape.json") && !is_empty(dir))
        return cli_complain(CLI_FAILED,
                            "will not replace folder `%s`: it was not written by interfluve, give "
                            "another with -o",
                            dir);
    return check_parent(dir);
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
    printf("map     %s/map.png\n", dir);
    return broken > 0 ? CLI_FAILED : CLI_DONE;
}

static fluv_status run_recipe(fluv_ctx *ctx, fluv_builder *builder, const fluv_recipe *recipe,
                              const char *dir, const fluv_landscape **land,
                              fluv_verdict verdicts[FLUV_RULES])
{
    fluv_status status = fluv_builder_run(ctx, builder, recipe, NULL, land);
    if (status == FLUV_OK)
        status = fluv_check(ctx, *land, verdicts);
    if (status == FLUV_OK)
        status = fluv_write(ctx, *land, recipe, dir);
    return status;
}

static cli_exit run_and_report(fluv_ctx *ctx, const cli_args *args, const fluv_recipe *recipe,
                               const char *dir)
{
    fluv_builder *builder = fluv_builder_new(ctx);
    if (!builder)
        return cli_complain_status(ctx, FLUV_NO_MEMORY);
    fluv_builder_keep(builder, false);

    const fluv_landscape *land = NULL;
    fluv_verdict verdicts[FLUV_RULES];
    cli_progress progress;
    cli_progress_start(&progress, ctx, args->progress);
    cli_stop_on_signals(ctx);
    fluv_status status = run_recipe(ctx, builder, recipe, dir, &land, verdicts);
    cli_stop_on_signals(NULL);
    cli_progress_end(&progress, ctx);

    cli_exit code =
        status == FLUV_OK ? report_result(land, dir, verdicts) : cli_complain_status(ctx, status);
    fluv_builder_delete(builder);
    return code;
}

cli_exit cli_build(fluv_ctx *ctx, const cli_args *args, fluv_recipe *recipe)
{
    char name[NAME_MAX + 1];
    base_name(args->operand, name, sizeof name);
    const char *dir = args->output ? args->output : name;

    fluv_status status = apply_assignments(ctx, args, recipe);
    if (status == FLUV_OK) /* what is written makes the same land again, so it ends there too */
        status = args->until ? fluv_recipe_end(ctx, recipe, args->until)
                             : fluv_recipe_check(ctx, recipe, NULL);
    if (status != FLUV_OK)
        return cli_complain_status(ctx, status);
    cli_exit code = check_output(dir);
    return code == CLI_DONE ? run_and_report(ctx, args, recipe, dir) : code;
}
