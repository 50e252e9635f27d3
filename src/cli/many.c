// SPDX-License-Identifier: MIT
/* Many landscapes at once: a sheet of maps to choose from, and a table of figures.
 *
 * in   a recipe; seeds and values to run through     out   a PNG, a CSV, a line each on stdout
 *
 * What can be refused is refused before anything runs: every variant is set and its plan checked.
 * One builder serves all, and what changes the earliest stage changes least often, so that stages
 * before it are made once. A run that fails is told and leaves an empty field; files are written
 * when all have run, so that a stop leaves none. */
#include "cli/cli.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SHEET_WIDTH 3600 /* pixels, about */
#define PANEL_LEAST 120
#define PANEL_MOST  420

typedef struct many {
    const cli_args *args;
    const fluv_recipe *recipe;
    cli_axis axes[2]; /* the second runs quicker */
    size_t axis_count, count;
    uint32_t columns;
    fluv_panel *panels; /* their pictures and labels are ours */
    cli_text *labels;
    FILE *table; /* in memory until all have run */
    char *table_text;
    size_t table_size, broken, failed;
} many;

bool cli_wants_many(const cli_args *args)
{
    return args->seeds || args->vary_count || args->sheet || args->table;
}

/* ---- What is asked for ---- */

static cli_exit check_use(const cli_args *args)
{
    if (!args->seeds && !args->vary_count)
        return cli_complain(CLI_WRONG_USE, "--%s shows many landscapes: give --seeds or --vary too",
                            args->sheet ? "sheet" : "table");
    if (!args->sheet && !args->table)
        return cli_complain(CLI_WRONG_USE,
                            "--%s makes many landscapes: give --sheet or --table too",
                            args->seeds ? "seeds" : "vary");
    if (args->output || args->without)
        return cli_complain(CLI_WRONG_USE,
                            "--%s goes with one landscape, not with --seeds or --vary",
                            args->output ? "output" : "without");
    if (args->sheet && args->table && strcmp(args->sheet, args->table) == 0)
        return cli_complain(CLI_WRONG_USE, "--sheet and --table are both %s: expected two files",
                            args->sheet);
    if (args->seeds && args->vary_count == 2)
        return cli_complain(CLI_WRONG_USE, "--seeds and two of --vary: expected two in all");
    return CLI_DONE;
}

/* Whether a file can be made where it is wanted; found out before a long run. */
static cli_exit check_file(const char *file)
{
    char folder[PATH_MAX];
    const char *slash = file ? strrchr(file, '/') : NULL;
    if (!file)
        return CLI_DONE;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - file) + 1 : 2,
             slash ? file : "./");
    if (access(folder, W_OK | X_OK) != 0 || (slash && !slash[1]))
        return cli_complain(CLI_FAILED, "cannot write %s: its folder is not there or not yours",
                            file);
    struct stat there;
    if (stat(file, &there) == 0 && S_ISDIR(there.st_mode))
        return cli_complain(CLI_FAILED, "cannot write %s: it is a folder", file);
    return CLI_DONE;
}

/* The stage that an axis changes, as its place in the recipe: seed and frame change all of it. */
static size_t place_of(const fluv_recipe *recipe, const cli_axis *axis)
{
    char stage[sizeof axis->name];
    snprintf(stage, sizeof stage, "%.*s", (int)strcspn(axis->name, "."), axis->name);
    size_t place = fluv_recipe_find(recipe, stage);
    return place < fluv_recipe_stage_count(recipe) ? place + 1 : 0;
}

static cli_exit read_axes(fluv_ctx *ctx, many *m)
{
    cli_exit code = CLI_DONE;
    if (m->args->seeds)
        code = cli_axis_of_seeds(m->args->seeds, &m->axes[m->axis_count++]);
    for (int i = 0; code == CLI_DONE && i < m->args->vary_count; i++)
        code = cli_axis_of_values(ctx, m->recipe, m->args->vary[i], &m->axes[m->axis_count++]);
    if (code != CLI_DONE)
        return code;
    if (m->axis_count == 2 && strcmp(m->axes[0].name, m->axes[1].name) == 0)
        return cli_complain(CLI_WRONG_USE, "%s is varied twice: expected two different parameters",
                            m->axes[0].name);
    if (m->axis_count == 2 && place_of(m->recipe, &m->axes[1]) < place_of(m->recipe, &m->axes[0])) {
        cli_axis first = m->axes[0];
        m->axes[0] = m->axes[1];
        m->axes[1] = first;
    }
    if (m->axis_count == 1) {
        m->count = m->axes[0].count;
        m->columns = (uint32_t)ceil(sqrt(1.33 * (double)m->count));
    } else {
        m->count = m->axes[0].count * m->axes[1].count;
        m->columns = (uint32_t)m->axes[1].count;
    }
    if (m->count > CLI_MOST_RUNS)
        return cli_complain(CLI_WRONG_USE, "%zu landscapes, expected at most %d", m->count,
                            CLI_MOST_RUNS);
    return CLI_DONE;
}

static const char *value_of(const many *m, size_t run, size_t axis)
{
    size_t inner = m->axis_count == 2 ? m->axes[1].count : 1;
    return m->axes[axis].values[axis == 0 ? run / inner : run % inner];
}

/* The recipe of one run. */
static fluv_status variant(fluv_ctx *ctx, const many *m, size_t run, fluv_recipe **out)
{
    fluv_status status = fluv_recipe_copy(ctx, m->recipe, out);
    for (size_t i = 0; status == FLUV_OK && i < m->axis_count; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s=%s", m->axes[i].name, value_of(m, run, i));
        status = fluv_recipe_set(ctx, *out, text);
    }
    return status == FLUV_OK ? fluv_recipe_check(ctx, *out, NULL) : status;
}

static fluv_status check_variants(fluv_ctx *ctx, const many *m)
{
    fluv_status status = FLUV_OK;
    for (size_t i = 0; status == FLUV_OK && i < m->count; i++) {
        fluv_recipe *recipe = NULL;
        status = variant(ctx, m, i, &recipe);
        fluv_recipe_delete(recipe);
    }
    return status;
}

/* ---- The runs ---- */

/* "seed 7, runoff 0.05 m/y" */
static cli_text label_of(const many *m, size_t run)
{
    cli_text label = {""};
    for (size_t i = 0; i < m->axis_count; i++) {
        const char *dot = strrchr(m->axes[i].name, '.');
        label = cli_format("%s%s%.60s %s", label.text, i ? ", " : "",
                           dot ? dot + 1 : m->axes[i].name, value_of(m, run, i));
    }
    return label;
}

/* A field of the table, in quotes where it needs them. */
static void write_field(FILE *to, const char *text)
{
    if (!text[strcspn(text, ",\"\n")]) {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text; text++)
        fprintf(to, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', to);
}

static void write_head(many *m)
{
    fputs("run", m->table);
    for (size_t i = 0; i < m->axis_count; i++) {
        fputc(',', m->table);
        write_field(m->table, m->axes[i].name);
    }
    fputs(",status", m->table);
    cli_table_head(m->table);
    fputs(",rules_broken,message\n", m->table);
}

static void write_row(many *m, size_t run, const fluv_landscape *land, int broken,
                      const char *message)
{
    fprintf(m->table, "%zu", run + 1);
    for (size_t i = 0; i < m->axis_count; i++) {
        fputc(',', m->table);
        write_field(m->table, value_of(m, run, i));
    }
    fputs(land ? ",made" : ",failed", m->table);
    cli_table_row(m->table, land);
    fprintf(m->table, land ? ",%d," : ",,", broken);
    write_field(m->table, message);
    fputc('\n', m->table);
}

static int broken_rules(const fluv_verdict verdicts[FLUV_RULES])
{
    int broken = 0;
    for (int i = 0; i < FLUV_RULES; i++)
        broken += verdicts[i].applies && !verdicts[i].holds;
    return broken;
}

static fluv_status make_one(fluv_ctx *ctx, const many *m, fluv_builder *builder, size_t run,
                            const fluv_landscape **land, int *broken)
{
    fluv_verdict verdicts[FLUV_RULES];
    fluv_recipe *recipe = NULL;
    uint32_t side = SHEET_WIDTH / m->columns;
    side = side < PANEL_LEAST ? PANEL_LEAST : side > PANEL_MOST ? PANEL_MOST : side;
    fluv_render_options look = {.struct_size = sizeof look, .longest = side, .bare = true};
    fluv_panel *panel = &m->panels[run];
    uint8_t *rgba = NULL;
    fluv_status status = variant(ctx, m, run, &recipe);
    if (status == FLUV_OK)
        status = fluv_builder_run(ctx, builder, recipe, NULL, land);
    if (status == FLUV_OK)
        status = fluv_check(ctx, *land, verdicts);
    if (status == FLUV_OK && m->args->sheet)
        status = fluv_render_rgba(ctx, *land, "map", &look, &rgba, &panel->width, &panel->height);
    panel->rgba = rgba;
    *broken = status == FLUV_OK ? broken_rules(verdicts) : 0;
    fluv_recipe_delete(recipe);
    return status;
}

static void tell(many *m, size_t run, const fluv_landscape *land, int broken)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    const fluv_lakes *lakes = fluv_lakes_of(land);
    printf("%s: %zu reaches, %zu lakes", m->labels[run].text, rivers ? rivers->count : 0,
           lakes ? lakes->count : 0);
    printf(broken ? ", %d rules of water broken\n" : ", all rules of water hold\n", broken);
    fflush(stdout);
    m->broken += broken > 0;
    write_row(m, run, land, broken, "");
}

/* Says so and goes on. */
static void tell_failure(many *m, size_t run, const char *message)
{
    cli_complain(CLI_FAILED, "%s: %s", m->labels[run].text, message);
    m->failed++;
    write_row(m, run, NULL, 0, message);
}

static fluv_status run_all(fluv_ctx *ctx, many *m, fluv_builder *builder)
{
    for (size_t i = 0; i < m->count; i++) {
        const fluv_landscape *land = NULL;
        cli_progress progress;
        int broken = 0;
        m->labels[i] = label_of(m, i);
        m->panels[i].label = m->labels[i].text;
        cli_progress_start(&progress, ctx, m->args->progress);
        fluv_status status = make_one(ctx, m, builder, i, &land, &broken);
        cli_progress_end(&progress, ctx);
        if (status == FLUV_CANCELLED || cli_stop_asked())
            return FLUV_CANCELLED;
        if (status == FLUV_OK)
            tell(m, i, land, broken);
        else
            tell_failure(m, i, fluv_message(ctx));
    }
    return FLUV_OK;
}

/* ---- The files ---- */

static cli_exit write_table(many *m)
{
    FILE *file = fopen(m->args->table, "w");
    bool written = file && fwrite(m->table_text, 1, m->table_size, file) == m->table_size;
    if (file)
        written = fclose(file) == 0 && written;
    if (!written) {
        if (file)
            unlink(m->args->table);
        return cli_complain(CLI_FAILED, "cannot write %s", m->args->table);
    }
    cli_print_name("table   ", m->args->table, "\n");
    return CLI_DONE;
}

static cli_exit write_files(fluv_ctx *ctx, many *m)
{
    cli_exit code = CLI_DONE;
    if (m->args->sheet) {
        fluv_status status =
            fluv_render_sheet(ctx, m->panels, m->count, m->columns, m->args->sheet);
        if (status != FLUV_OK)
            return cli_complain_status(ctx, status);
        cli_print_name("sheet   ", m->args->sheet, "\n");
    }
    if (fflush(m->table) != 0)
        return cli_complain(CLI_FAILED, "no memory for the table");
    if (m->args->table)
        code = write_table(m);
    if (m->failed)
        printf("failed  %zu of %zu\n", m->failed, m->count);
    return m->failed || m->broken ? CLI_FAILED : code;
}

static cli_exit make_all(fluv_ctx *ctx, many *m)
{
    m->panels = calloc(m->count, sizeof *m->panels);
    m->labels = calloc(m->count, sizeof *m->labels);
    m->table = open_memstream(&m->table_text, &m->table_size);
    fluv_builder *builder = fluv_builder_new(ctx);
    if (!m->panels || !m->labels || !m->table || !builder) {
        fluv_builder_delete(builder);
        return cli_complain(CLI_FAILED, "no memory for %zu landscapes", m->count);
    }
    write_head(m);
    cli_stop_on_signals(ctx);
    fluv_status status = run_all(ctx, m, builder);
    fluv_builder_delete(builder);
    cli_exit code =
        status == FLUV_CANCELLED ? cli_complain(CLI_STOPPED, "stopped") : write_files(ctx, m);
    cli_stop_on_signals(NULL);
    return code;
}

static void free_many(many *m)
{
    for (size_t i = 0; m->panels && i < m->count; i++)
        fluv_text_free((void *)(uintptr_t)m->panels[i].rgba);
    free(m->panels);
    free(m->labels);
    if (m->table)
        fclose(m->table);
    free(m->table_text);
    for (int i = 0; i < 2; i++)
        free(m->axes[i].values);
}

cli_exit cli_make_many(fluv_ctx *ctx, const cli_args *args, fluv_recipe *recipe)
{
    many m = {.args = args, .recipe = recipe};
    cli_exit code = check_use(args);
    fluv_status status = code == CLI_DONE ? cli_apply(ctx, args, recipe) : FLUV_OK;
    if (status != FLUV_OK)
        return cli_complain_status(ctx, status);
    if (code == CLI_DONE)
        code = read_axes(ctx, &m);
    status = code == CLI_DONE ? check_variants(ctx, &m) : FLUV_OK;
    if (status != FLUV_OK)
        code = cli_complain_status(ctx, status);
    if (code == CLI_DONE)
        code = check_file(args->sheet);
    if (code == CLI_DONE)
        code = check_file(args->table);
    if (code == CLI_DONE)
        code = make_all(ctx, &m);
    free_many(&m);
    return code;
}
