// SPDX-License-Identifier: MIT
/* interfluve presets [NAME]: the presets, or the recipe of one. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

static int widest_name(void)
{
    size_t widest = 0;
    for (size_t i = 0; i < fluv_preset_count(); i++) {
        size_t length = strlen(fluv_preset_name(i));
        widest = length > widest ? length : widest;
    }
    return (int)widest;
}

static cli_exit unknown_preset(const char *name)
{
    size_t count = fluv_preset_count();
    const char **names = calloc(count + 1, sizeof *names);
    if (!names)
        return cli_complain(CLI_FAILED, "no memory for %zu presets", count);
    for (size_t i = 0; i < count; i++)
        names[i] = fluv_preset_name(i);
    cli_exit code = cli_complain_unknown("preset", name, names, count);
    free(names);
    return code;
}

cli_exit cli_presets(fluv_ctx *ctx, const cli_args *args)
{
    (void)ctx;
    if (args->operand) {
        const char *text = fluv_preset_text(args->operand);
        if (!text)
            return unknown_preset(args->operand);
        fputs(text, stdout);
        return CLI_DONE;
    }
    int column = widest_name() + 4;
    for (size_t i = 0; i < fluv_preset_count(); i++)
        cli_print_entry(stdout, fluv_preset_name(i), fluv_preset_summary(i), column);
    return CLI_DONE;
}
