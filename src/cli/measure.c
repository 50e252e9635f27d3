// SPDX-License-Identifier: MIT
/* interfluve measure DIR|HEIGHTMAP: figures of a landscape beside those of real land, as a table,
 * as JSON and as a picture. */
#include "cli/cli.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

/* A landscape and, of a height map, its ground before water was found on it. */
typedef struct subject {
    const fluv_landscape *land, *ground;
    fluv_builder *builder;
    fluv_measures *measures;
} subject;

static void subject_free(subject *s)
{
    fluv_measures_delete(s->measures);
    fluv_landscape_delete(s->ground);
    fluv_landscape_delete(s->land);
    fluv_builder_delete(s->builder);
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static fluv_status run_map(fluv_ctx *ctx, const fluv_recipe *recipe, subject *s)
{
    const fluv_landscape *land = NULL;
    s->builder = fluv_builder_new(ctx);
    if (!s->builder)
        return FLUV_NO_MEMORY;
    fluv_status status = fluv_builder_run(ctx, s->builder, recipe, "import", &land);
    if (status != FLUV_OK)
        return status;
    s->ground = fluv_landscape_hold(land);
    status = fluv_builder_run(ctx, s->builder, recipe, NULL, &land);
    if (status == FLUV_OK)
        s->land = fluv_landscape_hold(land);
    return status;
}

static fluv_status read_map(fluv_ctx *ctx, const cli_args *args, const char *path, subject *s)
{
    fluv_recipe *recipe = NULL;
    fluv_status status = fluv_recipe_for_heightmap(ctx, path, &recipe);
    if (status == FLUV_OK)
        status = cli_apply(ctx, args, recipe);
    if (status == FLUV_OK)
        status = run_map(ctx, recipe, s);
    fluv_recipe_delete(recipe);
    return status;
}

static fluv_status read_folder(fluv_ctx *ctx, const char *path, subject *s)
{
    fluv_landscape *land = NULL;
    fluv_status status = fluv_read(ctx, path, &land);
    s->land = land;
    return status;
}

static fluv_status measure(fluv_ctx *ctx, const cli_args *args, const char *path, subject *s)
{
    fluv_status status = is_folder(path) ? read_folder(ctx, path, s) : read_map(ctx, args, path, s);
    fluv_measure_options options = {.struct_size = sizeof options, .ground = s->ground};
    return status == FLUV_OK ? fluv_measure(ctx, s->land, &options, &s->measures) : status;
}

static cli_text value_text(const fluv_figure *figure)
{
    if (!figure->known)
        return cli_format("-");
    double size = fabs(figure->value);
    return cli_format(size >= 1000.0 ? "%.0f" : size >= 10.0 ? "%.1f" : "%.3f", figure->value);
}

static cli_text range_text(const fluv_figure_info *info)
{
    return isfinite(info->high) ? cli_format("%g to %g", info->low, info->high)
                                : cli_format("%g and more", info->low);
}

static cli_exit list_figures(void)
{
    for (size_t i = 0; i < fluv_figure_count(); i++) {
        const fluv_figure_info *info = fluv_figure_at(i);
        cli_text text = cli_format("%s Real: %s%s%s (%s).", info->help, range_text(info).text,
                                   *info->unit ? " " : "", info->unit, info->source);
        cli_print_entry(stdout, info->name, text.text, 24);
    }
    return CLI_DONE;
}

/* The table of docs/measure.md. */
static cli_exit print_markdown(void)
{
    puts("| figure | unit | real land | counts | what it is | range from "
         "|\n|---|---|---|---|---|---|");
    for (size_t i = 0; i < fluv_figure_count(); i++) {
        const fluv_figure_info *info = fluv_figure_at(i);
        cli_text apart = info->apart > 0.0 ? cli_format(", not within %g of 0", info->apart)
                                           : cli_format("%s", "");
        printf("| `%s` | %s | %s%s | %s | %s | %s |\n", info->name, info->unit,
               range_text(info).text, apart.text, info->counts ? "yes" : "", info->help,
               info->source);
    }
    return CLI_DONE;
}

/* One line: name, value, what it is compared with, what to say of it. */
static void print_figure(const fluv_figure *figure, const fluv_figure *other)
{
    const fluv_figure_info *info = figure->info;
    cli_text name = cli_format("%s%s%s%s", info->name, *info->unit ? " (" : "", info->unit,
                               *info->unit ? ")" : "");
    cli_text beside = other ? value_text(other) : range_text(info);
    const char *verdict = figure->inside ? "" : figure->known ? "outside" : figure->reason;
    if (other && figure->known)
        verdict = "";
    printf("%c %-25s %10s   %-15s", info->counts ? '*' : ' ', name.text, value_text(figure).text,
           beside.text);
    printf(*verdict ? " %s\n" : "\n", verdict);
}

static void print_table(const subject *s, const subject *against, const cli_args *args)
{
    printf("  %-25s %10s   %s\n", "figure", "value", against ? args->against : "real land");
    for (size_t i = 0; i < fluv_figure_count(); i++)
        print_figure(fluv_measures_at(s->measures, i),
                     against ? fluv_measures_at(against->measures, i) : NULL);
    fluv_measure_score score = fluv_measures_score(s->measures);
    printf("%u of %u figures (*) are those of real land", score.inside, score.counted);
    if (score.known < score.counted)
        printf(", %u are not known", score.counted - score.known);
    putchar('\n');
}

static cli_exit write_json(fluv_ctx *ctx, const fluv_measures *measures, const char *path)
{
    char *text = NULL;
    fluv_status status = fluv_measures_json(ctx, measures, &text);
    if (status != FLUV_OK)
        return cli_complain_status(ctx, status);
    errno = 0;
    FILE *file = fopen(path, "w");
    bool wrote = file && fputs(text, file) >= 0;
    fluv_text_free(text);
    if (file && fclose(file) != 0)
        wrote = false;
    if (!wrote)
        return cli_complain(CLI_FAILED, "cannot write %s: %s", path, strerror(errno));
    return CLI_DONE;
}

/* Said before a large folder is read. */
static cli_exit check_args(const cli_args *args)
{
    bool compared = args->against && strcmp(args->against, "real") != 0;
    if (!args->operand)
        return cli_complain(CLI_WRONG_USE,
                            "measure: DIR or HEIGHTMAP is missing, see `interfluve help measure`");
    if (is_folder(args->operand) && args->assignment_count && !compared)
        return cli_complain(CLI_WRONG_USE,
                            "measure: %s is a folder, --set and --size are for a "
                            "height map",
                            args->operand);
    return CLI_DONE;
}

static cli_exit tell(fluv_ctx *ctx, const cli_args *args, const subject *s, const subject *against)
{
    cli_exit code = args->json ? write_json(ctx, s->measures, args->json) : CLI_DONE;
    if (code == CLI_DONE && args->picture) {
        fluv_status status =
            fluv_measures_picture(ctx, s->land, s->measures, args->operand, args->picture);
        code = status == FLUV_OK ? CLI_DONE : cli_complain_status(ctx, status);
    }
    if (code == CLI_DONE)
        print_table(s, against, args);
    return code;
}

cli_exit cli_measure(fluv_ctx *ctx, const cli_args *args)
{
    subject s = {0}, other = {0};
    bool compared = args->against && strcmp(args->against, "real") != 0;
    if (args->list || args->markdown)
        return args->list ? list_figures() : print_markdown();
    cli_exit code = check_args(args);
    if (code != CLI_DONE)
        return code;
    cli_progress progress;
    cli_progress_start(&progress, ctx, args->progress ? args->progress : "none");
    cli_stop_on_signals(ctx);
    fluv_status status = measure(ctx, args, args->operand, &s);
    if (status == FLUV_OK && compared)
        status = measure(ctx, args, args->against, &other);
    cli_progress_end(&progress, ctx);
    code = status == FLUV_OK ? tell(ctx, args, &s, compared ? &other : NULL)
                             : cli_complain_status(ctx, status);
    cli_stop_on_signals(NULL);
    subject_free(&other);
    subject_free(&s);
    return code;
}
