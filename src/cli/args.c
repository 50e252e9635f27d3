// SPDX-License-Identifier: MIT
/* Reads the arguments of one command by the table of commands.c.
 *
 * in   the words after the command's name      out   a cli_args, or one line and CLI_WRONG_USE
 *
 * --name value, --name=value, -o value, -ovalue; options and operand in any order; -- ends the
 * options. The words are kept, not copied. */
#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const cli_command *command;
    char **words;
    int count, at;
    cli_args *args;
} reader;

static bool takes(const cli_command *command, int id)
{
    return (command->options & CLI_BIT(id)) != 0;
}

static int option_named(const cli_command *command, const char *name, size_t length)
{
    for (int id = 0; id < CLI_OPTION_COUNT; id++)
        if (takes(command, id) && strlen(cli_options[id].name) == length &&
            strncmp(cli_options[id].name, name, length) == 0)
            return id;
    return -1;
}

static int option_lettered(const cli_command *command, char letter)
{
    for (int id = 0; id < CLI_OPTION_COUNT; id++)
        if (takes(command, id) && cli_options[id].letter != '\0' &&
            cli_options[id].letter == letter)
            return id;
    return -1;
}

static cli_exit unknown_option(const cli_command *command, const char *word)
{
    const char *known[CLI_OPTION_COUNT];
    size_t count = 0;
    for (int id = 0; id < CLI_OPTION_COUNT; id++)
        if (takes(command, id))
            known[count++] = cli_options[id].name;
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    const char *near = word[1] == '-' ? fluv_did_you_mean(name, known, count) : NULL;
    if (near)
        return cli_complain(CLI_WRONG_USE, "%s: unknown option `%s`: did you mean `--%s`?",
                            command->name, word, near);
    return cli_complain(CLI_WRONG_USE, "%s: unknown option `%s`, see `interfluve help %s`",
                        command->name, word, command->name);
}

/* A whole number of an option, from `least` to `most`. */
static cli_exit read_whole(cli_option_id id, const char *value, int least, int most, int *out)
{
    char *end = NULL;
    errno = 0;
    long number = strtol(value, &end, 10);
    if (errno != 0 || end == value || *end != '\0' || number < least || number > most)
        return cli_complain(CLI_WRONG_USE, "--%s is `%s`, expected a number from %d to %d",
                            cli_options[id].name, value, least, most);
    *out = (int)number;
    return CLI_DONE;
}

/* "4096", or "4096x2048". */
static cli_exit read_tile(const char *value, cli_args *args)
{
    unsigned cols = 0, rows = 0;
    char more;
    int found = sscanf(value, "%ux%u%c", &cols, &rows, &more);
    if ((found != 1 && found != 2) || strspn(value, "0123456789x") != strlen(value) || cols < 1 ||
        (found == 2 && rows < 1) || cols > 32768 || rows > 32768)
        return cli_complain(CLI_WRONG_USE,
                            "--tile is `%s`, expected cells from 1 to 32768, such as 4096", value);
    args->tile_cols = cols;
    args->tile_rows = found == 2 ? rows : cols;
    return CLI_DONE;
}

/* "8G", "512M". */
static cli_exit read_memory(const char *value, uint64_t *bytes)
{
    char *end = NULL;
    double number = strtod(value, &end);
    double unit = *end == 'G' ? 0x1p30 : *end == 'M' ? 0x1p20 : *end == 'T' ? 0x1p40 : 0.0;
    if (end == value || unit == 0.0 || end[1] != '\0' || !(number * unit >= 0x1p20) ||
        !(number * unit < 0x1p60))
        return cli_complain(CLI_WRONG_USE, "--memory is `%s`, expected such as 512M or 8G", value);
    *bytes = (uint64_t)(number * unit);
    return CLI_DONE;
}

static cli_exit read_number(cli_option_id id, const char *value, double least, double most,
                            double *out)
{
    char *end = NULL;
    *out = strtod(value, &end);
    if (end == value || *end != '\0' || !(*out >= least && *out <= most))
        return cli_complain(CLI_WRONG_USE, "--%s is `%s`, expected a number from %g to %g",
                            cli_options[id].name, value, least, most);
    return CLI_DONE;
}

/* North is 360: 0 stands for what is not given. */
static cli_exit read_azimuth(cli_option_id id, const char *value, double *out)
{
    cli_exit wrong = read_number(id, value, 0, 360, out);
    if (wrong == CLI_DONE && *out == 0)
        *out = 360;
    return wrong;
}

cli_exit cli_read_size(const cli_args *args, unsigned long least, unsigned long most,
                       uint32_t *size)
{
    for (size_t i = 0; i < args->assignment_count; i++) {
        const char *text = args->assignments[i].value;
        char *end = NULL;
        unsigned long value = strtoul(text, &end, 10);
        if (end == text || *end != '\0' || value < least || value > most)
            return cli_complain(CLI_WRONG_USE, "--size is `%s`, expected %lu to %lu", text, least,
                                most);
        *size = (uint32_t)value;
    }
    return CLI_DONE;
}

static cli_exit check_progress(const char *value)
{
    static const char *const known[] = {"bar", "plain", "json", "none"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(value, known[i]) == 0)
            return CLI_DONE;
    return cli_complain(CLI_WRONG_USE, "--progress is `%s`, expected bar, plain, json or none",
                        value);
}

static void assign(cli_args *args, const char *name, const char *value)
{
    args->assignments[args->assignment_count++] = (cli_assignment){name, value};
}

static cli_exit store(cli_args *args, cli_option_id id, const char *value)
{
    switch (id) {
    case CLI_OUTPUT:
        args->output = value;
        break;
    case CLI_SET:
        assign(args, NULL, value);
        break;
    case CLI_SEED:
        assign(args, "seed", value);
        break;
    case CLI_SIZE:
        assign(args, "frame.size", value);
        break;
    case CLI_UNTIL:
        args->until = value;
        break;
    case CLI_SKIP:
        args->skip = value;
        break;
    case CLI_TILE:
        return read_tile(value, args);
    case CLI_MEMORY:
        return read_memory(value, &args->memory);
    case CLI_SEEDS:
        args->seeds = value;
        break;
    case CLI_VARY:
        if (args->vary_count == 2)
            return cli_complain(CLI_WRONG_USE, "--vary is given more than twice");
        args->vary[args->vary_count++] = value;
        break;
    case CLI_SHEET:
        args->sheet = value;
        break;
    case CLI_TABLE:
        args->table = value;
        break;
    case CLI_WITHOUT:
        args->without = value;
        break;
    case CLI_THREADS:
        return read_whole(id, value, 0, 256, &args->threads);
    case CLI_PROGRESS:
        args->progress = value;
        return check_progress(value);
    case CLI_VIEW:
        args->view = value;
        break;
    case CLI_WINDOW:
        args->window = value;
        break;
    case CLI_RANGE:
        args->range = value;
        break;
    case CLI_MARKDOWN:
        args->markdown = true;
        break;
    case CLI_PORT:
        return read_whole(id, value, 1, 65535, &args->port);
    case CLI_NO_OPEN:
        args->no_open = true;
        break;
    case CLI_PROJECT:
        args->project = value;
        break;
    case CLI_FOR:
        args->profile = value;
        break;
    case CLI_TILES:
        return read_whole(id, value, 1, 64, &args->tiles);
    case CLI_FORMAT:
        args->format = value;
        break;
    case CLI_MAPS:
        args->maps = value;
        break;
    case CLI_SNOW_LINE:
        args->snow_line = value;
        break;
    case CLI_REBUILD:
        args->rebuild = true;
        break;
    case CLI_LIST:
        args->list = true;
        break;
    case CLI_AGAINST:
        args->against = value;
        break;
    case CLI_JSON_FILE:
        args->json = value;
        break;
    case CLI_PICTURE:
        args->picture = value;
        break;
    case CLI_AZIMUTH:
        return read_azimuth(id, value, &args->azimuth);
    case CLI_TILT:
        return read_number(id, value, 10, 80, &args->tilt);
    case CLI_EXAGGERATION:
        return read_number(id, value, 0.1, 100, &args->exaggeration);
    case CLI_CLIMATE:
        args->climate = value;
        break;
    case CLI_HELP:
        args->help = true;
        break;
    case CLI_OPTION_COUNT:
        break;
    }
    return CLI_DONE;
}

/* `value`: what follows the option within its own word, NULL if nothing does. */
static cli_exit read_option(reader *r, int id, const char *value)
{
    const cli_option *option = &cli_options[id];
    if (!option->value && value)
        return cli_complain(CLI_WRONG_USE, "--%s takes no value, `%s` was given", option->name,
                            value);
    if (option->value && !value) {
        if (r->at == r->count)
            return cli_complain(CLI_WRONG_USE, "--%s needs a value: %s", option->name,
                                option->value);
        value = r->words[r->at++];
    }
    if (value && *value == '\0')
        return cli_complain(CLI_WRONG_USE, "--%s is empty, expected %s", option->name,
                            option->value);
    return store(r->args, (cli_option_id)id, value);
}

static cli_exit read_long(reader *r, const char *word)
{
    size_t length = strcspn(word + 2, "=");
    int id = option_named(r->command, word + 2, length);
    if (id < 0)
        return unknown_option(r->command, word);
    return read_option(r, id, word[2 + length] == '=' ? word + 3 + length : NULL);
}

static cli_exit read_short(reader *r, const char *word)
{
    int id = option_lettered(r->command, word[1]);
    if (id < 0)
        return unknown_option(r->command, word);
    return read_option(r, id, word[2] != '\0' ? word + 2 : NULL);
}

static cli_exit read_operand(reader *r, const char *word)
{
    if (r->args->operand)
        return cli_complain(CLI_WRONG_USE, "%s: `%s` is one argument too many, expected only %s",
                            r->command->name, word, r->command->operand);
    if (*word == '\0')
        return cli_complain(CLI_WRONG_USE, "%s: %s is empty", r->command->name,
                            r->command->operand);
    r->args->operand = word;
    return CLI_DONE;
}

static cli_exit read_words(reader *r)
{
    bool options_ended = false;
    while (r->at < r->count) {
        const char *word = r->words[r->at++];
        cli_exit code = CLI_DONE;
        if (options_ended || word[0] != '-' || word[1] == '\0')
            code = read_operand(r, word);
        else if (strcmp(word, "--") == 0)
            options_ended = true;
        else
            code = word[1] == '-' ? read_long(r, word) : read_short(r, word);
        if (code != CLI_DONE || r->args->help)
            return code;
    }
    if (!r->args->operand && r->command->operand[0] != '[')
        return cli_complain(CLI_WRONG_USE, "%s: %s is missing, see `interfluve help %s`",
                            r->command->name, r->command->operand, r->command->name);
    return CLI_DONE;
}

cli_exit cli_args_read(const cli_command *command, int count, char **words, cli_args *args)
{
    *args = (cli_args){0};
    args->assignments = calloc((size_t)count + 1, sizeof *args->assignments);
    if (!args->assignments)
        return cli_complain(CLI_FAILED, "no memory for %d arguments", count);
    reader r = {.command = command, .words = words, .count = count, .args = args};
    return read_words(&r);
}

void cli_args_free(cli_args *args)
{
    free(args->assignments);
    *args = (cli_args){0};
}
