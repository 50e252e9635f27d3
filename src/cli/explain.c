// SPDX-License-Identifier: MIT
/* interfluve explain [STAGE[.PARAM[.COLUMN]]]: what there is to set, from the tables. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

#define STAGE_COLUMN 14

static void print_stages(void)
{
    puts("Stages of a recipe:\n");
    for (size_t i = 0; i < fluv_stage_count(); i++) {
        const fluv_stage_info *stage = fluv_stage_at(i);
        cli_print_entry(stdout, stage->name, stage->summary, STAGE_COLUMN);
    }
    puts("\nAnd of every recipe:\n");
    cli_print_entry(stdout, "frame", fluv_frame_info()->summary, STAGE_COLUMN);
    cli_print_entry(stdout, "seed", "A whole number; another seed is another land.", STAGE_COLUMN);
    puts("\n'interfluve explain STAGE' lists a stage's parameters.");
}

/* The column in which the texts stand, right of all names; those of a list's columns are indented
 * below the list's. */
static int text_column(const fluv_param *params, size_t count, int indent)
{
    int column = 0;
    for (size_t i = 0; i < count; i++) {
        int here = indent + (int)strlen(params[i].name) + 4;
        if (params[i].type == FLUV_PARAM_LIST) {
            const fluv_list_columns *columns = params[i].columns;
            int inner = text_column(columns->params, columns->count, indent + 2);
            here = inner > here ? inner : here;
        }
        column = here > column ? here : column;
    }
    return column;
}

static cli_text default_text(const fluv_param *param, bool required)
{
    return required ? cli_format("none: must be given") : cli_param_default(param);
}

static cli_text values_line(const fluv_param *param, bool required)
{
    return cli_format("%s%s; %s%s%s", param->type == FLUV_PARAM_FIELD ? "noise, image or " : "",
                      cli_param_values(param).text, required ? "" : "default ",
                      required ? "must be given" : cli_param_default(param).text,
                      param->type == FLUV_PARAM_LIST ? "; a row has" : "");
}

static void print_columns(const fluv_list_columns *columns, int indent, int column);

static void print_param(const fluv_param *param, bool required, int indent, int column)
{
    cli_print_entry(stdout, cli_format("%*s%s", indent, "", param->name).text, param->help, column);
    printf("%*s", column, "");
    cli_print_wrapped(stdout, values_line(param, required).text, column);
    if (param->type == FLUV_PARAM_LIST)
        print_columns(param->columns, indent + 2, column);
}

static void print_columns(const fluv_list_columns *columns, int indent, int column)
{
    for (size_t i = 0; i < columns->count; i++)
        print_param(&columns->params[i], i < columns->required, indent, column);
}

static void print_stage(const fluv_stage_info *stage)
{
    int used = printf("%s: ", stage->name);
    cli_print_wrapped(stdout, stage->summary, used);
    if (*stage->needs || *stage->makes)
        putchar('\n');
    if (*stage->needs)
        cli_print_entry(stdout, "needs", stage->needs, 10);
    if (*stage->makes)
        cli_print_entry(stdout, "makes", stage->makes, 10);
    if (*stage->amends)
        cli_print_entry(stdout, "amends", stage->amends, 10);
    int column = text_column(stage->params, stage->param_count, 0);
    putchar('\n');
    for (size_t i = 0; i < stage->param_count; i++)
        print_param(&stage->params[i], false, 0, column);
}

static void print_alone(const char *path, const fluv_param *param, bool required)
{
    int used = printf("%s: ", path);
    cli_print_wrapped(stdout, param->help, used);
    putchar('\n');
    cli_print_entry(stdout, "type", cli_param_kind(param), 12);
    cli_print_entry(stdout, "values", cli_param_values(param).text, 12);
    cli_print_entry(stdout, "default", default_text(param, required).text, 12);
    if (param->type != FLUV_PARAM_LIST)
        return;
    const fluv_list_columns *columns = param->columns;
    puts("\nA row has\n");
    print_columns(columns, 0, text_column(columns->params, columns->count, 0));
}

static cli_exit unknown_param(const char *kind, const char *owner, const char *name,
                              const fluv_list_columns *table)
{
    const char **names = calloc(table->count + 1, sizeof *names);
    if (!names)
        return cli_complain(CLI_FAILED, "no memory for %zu names", table->count);
    for (size_t i = 0; i < table->count; i++)
        names[i] = table->params[i].name;
    cli_exit code =
        cli_complain_unknown(cli_format("%s of %s", kind, owner).text, name, names, table->count);
    free(names);
    return code;
}

/* `way` is PARAM, or LIST.COLUMN… */
static cli_exit explain_param(const fluv_stage_info *stage, const char *way)
{
    cli_text path = cli_format("%s", stage->name);
    fluv_list_columns table = {.params = stage->params, .count = stage->param_count};
    for (const char *kind = "parameter";; kind = "column") {
        cli_text name = cli_format("%.*s", (int)strcspn(way, "."), way);
        size_t i = 0;
        while (i < table.count && strcmp(table.params[i].name, name.text) != 0)
            i++;
        if (i == table.count)
            return unknown_param(kind, path.text, name.text, &table);
        const fluv_param *param = &table.params[i];
        path = cli_format("%s.%s", path.text, name.text);
        way += strcspn(way, ".");
        if (!*way) {
            print_alone(path.text, param, i < table.required);
            return CLI_DONE;
        }
        way++;
        if (param->type != FLUV_PARAM_LIST)
            return cli_complain(CLI_WRONG_USE, "%s is no list: it has no `%s`", path.text, way);
        table = *param->columns;
    }
}

static cli_exit unknown_stage(const char *name)
{
    size_t count = fluv_stage_count();
    const char **names = calloc(count + 1, sizeof *names);
    if (!names)
        return cli_complain(CLI_FAILED, "no memory for %zu names", count);
    for (size_t i = 0; i < count; i++)
        names[i] = fluv_stage_at(i)->name;
    names[count] = "frame";
    cli_exit code = cli_complain_unknown("stage", name, names, count + 1);
    free(names);
    return code;
}

static cli_exit explain_word(const char *word)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "."), word);
    const char *dot = strchr(word, '.');
    const fluv_stage_info *stage =
        strcmp(name, "frame") == 0 ? fluv_frame_info() : fluv_stage_find(name);
    if (!stage)
        return unknown_stage(name);
    if (dot)
        return explain_param(stage, dot + 1);
    print_stage(stage);
    return CLI_DONE;
}

cli_exit cli_explain(fluv_ctx *ctx, const cli_args *args)
{
    (void)ctx;
    if (args->markdown && args->operand)
        return cli_complain(CLI_WRONG_USE,
                            "explain: --markdown writes all stages, `%s` is too much",
                            args->operand);
    if (args->operand)
        return explain_word(args->operand);
    if (args->markdown)
        cli_print_reference();
    else
        print_stages();
    return CLI_DONE;
}
