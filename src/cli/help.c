// SPDX-License-Identifier: MIT
/* interfluve help [COMMAND], --help: texts from the table of commands.c. */
#include "cli/cli.h"

#include <string.h>

#define OPTION_COLUMN  28
#define COMMAND_COLUMN 12

static void print_examples(const char *examples)
{
    for (const char *line = examples; *line;) {
        size_t length = strcspn(line, "\n");
        printf("  %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

static void print_option(const cli_option *option)
{
    char name[80];
    char letter[8] = "    ";
    if (option->letter)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    snprintf(name, sizeof name, "%s--%s%s%s", letter, option->name, option->value ? " " : "",
             option->value ? option->value : "");
    cli_print_entry(stdout, name, option->help, OPTION_COLUMN);
}

static void print_names(const char *title, size_t count, const char *(*name)(size_t))
{
    char list[512];
    size_t used = 0;
    for (size_t i = 0; i < count && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s%s", i ? ", " : title,
                                 name(i), i + 1 < count ? "" : ".");
    cli_print_wrapped(stdout, list, 0);
}

void cli_print_command_help(const cli_command *command)
{
    printf("Usage: interfluve %s %s [OPTION]...\n\n", command->name, command->operand);
    cli_print_wrapped(stdout, command->summary, 0);
    cli_print_wrapped(stdout, command->details, 0);
    if (command->run == cli_render)
        print_names("Views: ", fluv_view_count(), fluv_view_name);
    if (command->options & CLI_BIT(CLI_WITHOUT))
        print_names("Files: ", fluv_file_count(), fluv_file_name);
    puts("\nOptions:");
    for (int id = 0; id < CLI_OPTION_COUNT; id++)
        if (command->options & CLI_BIT(id))
            print_option(&cli_options[id]);
    puts("\nExamples:");
    print_examples(command->examples);
}

void cli_print_help(void)
{
    puts("Usage: interfluve COMMAND [ARGUMENT] [OPTION]...\n\n"
         "Landscapes whose rivers and lakes are right.\n\nCommands:");
    for (size_t i = 0; i < cli_command_count; i++)
        cli_print_entry(stdout, cli_commands[i].name, cli_commands[i].summary, COMMAND_COLUMN);
    puts("\n'interfluve help COMMAND' explains a command, 'interfluve --version' tells the version,"
         "\n'interfluve --version --verbose' also those of the libraries it uses."
         "\n\nExamples:");
    print_examples(cli_best_examples);
    puts("\nExit: 0 done, 1 failed, 2 wrong use or recipe, 130 stopped.");
}

cli_exit cli_help(fluv_ctx *ctx, const cli_args *args)
{
    (void)ctx;
    if (!args->operand) {
        cli_print_help();
        return CLI_DONE;
    }
    const cli_command *command = cli_command_find(args->operand);
    if (!command)
        return CLI_WRONG_USE;
    cli_print_command_help(command);
    return CLI_DONE;
}
