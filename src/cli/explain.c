// SPDX-License-Identifier: MIT
/* interfluve explain [STAGE[.PARAM]]: what there is to set, from the tables. */
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

static cli_text values_line(const fluv_param *param)
{
    return cli_format("%s%s; default %s", param->type == FLUV_PARAM_FIELD ? "noise, image or " : "",
                      cli_param_values(param).text, cli_param_default(param).text);
}

static void print_param(const fluv_param *param, int column)
{
    cli_print_entry(stdout, param->name, param->help, column);
    printf("%*s", column, "");
    cli_print_wrapped(stdout, values_line(param).text, column);
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
    size_t widest = 0;
    for (size_t i = 0; i < stage->param_count; i++) {
        size_t length = strlen(stage->params[i].name);
        widest = length > widest ? length : widest;
    }
    putchar('\n');
    for (size_t i = 0; i < stage->param_count; i++)
        print_param(&stage->params[i], (int)widest + 4);
}

static cli_exit explain_param(const fluv_stage_info *stage, const char *name)
{
    for (size_t i = 0; i < stage->param_count; i++) {
        const fluv_param *param = &stage->params[i];
        if (strcmp(param->name, name) != 0)
            continue;
        int used = printf("%s.%s: ", stage->name, param->name);
        cli_print_wrapped(stdout, param->help, used);
        putchar('\n');
        cli_print_entry(stdout, "type", cli_param_kind(param), 12);
        cli_print_entry(stdout, "values", cli_param_values(param).text, 12);
        cli_print_entry(stdout, "default", cli_param_default(param).text, 12);
        return CLI_DONE;
    }
    const char **names = calloc(stage->param_count + 1, sizeof *names);
    if (!names)
        return cli_complain(CLI_FAILED, "no memory for %zu names", stage->param_count);
    for (size_t i = 0; i < stage->param_count; i++)
        names[i] = stage->params[i].name;
    cli_exit code = cli_complain_unknown(cli_format("parameter of %s", stage->name).text, name,
                                         names, stage->param_count);
    free(names);
    return code;
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
