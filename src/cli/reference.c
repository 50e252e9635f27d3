// SPDX-License-Identifier: MIT
/* interfluve explain --markdown: docs/reference.md, all stages and parameters from the tables. */
#include "cli/cli.h"

#include <string.h>

/* A cell of a table: its bars are escaped. */
static void print_cell(const char *text)
{
    for (const char *c = text; *c; c++) {
        if (*c == '|')
            putchar('\\');
        putchar(*c);
    }
    fputs(" | ", stdout);
}

/* A list is followed by its columns, as `list[].column`. `before` is what the name begins with. */
static void print_row(const fluv_param *param, const char *before, bool required)
{
    cli_text name = cli_format("%s%s", before, param->name);
    printf("| `%s` | ", name.text);
    print_cell(required ? "must be given" : cli_param_default(param).text);
    print_cell(cli_param_values(param).text);
    if (param->type == FLUV_PARAM_FIELD)
        fputs("Number, noise or image. ", stdout);
    for (const char *c = param->help; *c; c++)
        fputs(*c == '|' ? "\\|" : (char[]){*c, '\0'}, stdout);
    puts(" |");
    if (param->type != FLUV_PARAM_LIST)
        return;
    for (size_t i = 0; i < param->columns->count; i++)
        print_row(&param->columns->params[i], cli_format("%s[].", name.text).text,
                  i < param->columns->required);
}

/* "height water" becomes "`height`, `water`". */
static void print_layers(const char *title, const char *layers)
{
    if (!*layers)
        return;
    printf("%s ", title);
    for (const char *word = layers; *word;) {
        size_t length = strcspn(word, " ");
        printf("%s`%.*s`", word == layers ? "" : ", ", (int)length, word);
        word += length;
        word += strspn(word, " ");
    }
    puts(".\n");
}

static void print_section(const fluv_stage_info *stage)
{
    printf("\n## %s\n\n%s\n\n", stage->name, stage->summary);
    print_layers("Needs", stage->needs);
    print_layers("Makes", stage->makes);
    print_layers("Amends", stage->amends);
    if (stage->param_count == 0) {
        puts("It has no parameters.");
        return;
    }
    puts("| parameter | default | values | what it does |\n|---|---|---|---|");
    for (size_t i = 0; i < stage->param_count; i++)
        print_row(&stage->params[i], "", false);
}

void cli_print_reference(void)
{
    puts("# Stages and parameters\n\n"
         "Everything a recipe, or `--set STAGE.PARAM=VALUE`, can set. This page is written by "
         "`make docs` "
         "from the\ntables that the program itself uses; `interfluve explain` prints the same.\n\n"
         "A value may carry a unit (`60 km`, `2 ha`, `30 %`). Where a number, noise or image is "
         "taken, a map "
         "can stand\nfor the number.");
    print_section(fluv_frame_info());
    for (size_t i = 0; i < fluv_stage_count(); i++)
        print_section(fluv_stage_at(i));
}
