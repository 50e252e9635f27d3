// SPDX-License-Identifier: MIT
/* interfluve sample DIR --window X0,Y0,X1,Y1 --size N [--range LOW,HIGH] -o FILE: a window of a
 * construction tree. A picture's range is printed with its name. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

static cli_exit read_window(const char *text, fluv_window *out)
{
    double corner[4];
    const char *at = text;
    for (int i = 0; i < 4; i++) {
        char *end = NULL;
        corner[i] = strtod(at, &end);
        if (end == at || *end != (i < 3 ? ',' : '\0'))
            return cli_complain(CLI_WRONG_USE,
                                "--window is `%s`, expected four numbers X0,Y0,X1,Y1", text);
        at = end + 1;
    }
    bool east = corner[2] > corner[0], north = corner[3] > corner[1];
    *out = (fluv_window){.west = corner[east ? 0 : 2],
                         .east = corner[east ? 2 : 0],
                         .south = corner[north ? 1 : 3],
                         .north = corner[north ? 3 : 1]};
    return CLI_DONE;
}

static cli_exit read_range(const char *text, fluv_height_range *out)
{
    char *comma = NULL, *end = NULL;
    out->low = strtod(text, &comma);
    if (comma != text && *comma == ',') {
        out->high = strtod(comma + 1, &end);
        if (end != comma + 1 && *end == '\0')
            return CLI_DONE;
    }
    return cli_complain(CLI_WRONG_USE, "--range is `%s`, expected two numbers LOW,HIGH", text);
}

static bool is_picture(const char *file)
{
    size_t length = strlen(file);
    return length > 4 && strcmp(file + length - 4, ".png") == 0;
}

static fluv_status sample_tree(fluv_ctx *ctx, const cli_args *args, const fluv_window *window,
                               uint32_t size, fluv_height_range *range)
{
    fluv_tree *tree = NULL;
    fluv_status status = fluv_tree_read(ctx, args->operand, &tree);
    if (status == FLUV_OK && is_picture(args->output) && !args->range)
        status = fluv_tree_range(ctx, tree, range);
    if (status == FLUV_OK)
        status = fluv_tree_sample(ctx, tree, window, size, is_picture(args->output) ? range : NULL,
                                  args->output);
    fluv_tree_delete(tree);
    return status;
}

cli_exit cli_sample(fluv_ctx *ctx, const cli_args *args)
{
    fluv_window window;
    uint32_t size = 1024;
    if (!args->window || !args->output)
        return cli_complain(CLI_WRONG_USE, "sample: %s is missing, see `interfluve help sample`",
                            args->window ? "-o FILE" : "--window X0,Y0,X1,Y1");
    cli_exit code = read_window(args->window, &window);
    if (code == CLI_DONE)
        code = cli_read_size(args, 1, 65536, &size);
    fluv_height_range range;
    if (code == CLI_DONE && args->range)
        code = read_range(args->range, &range);
    if (code != CLI_DONE)
        return code;
    cli_progress progress;
    cli_progress_start(&progress, ctx, "none");
    cli_stop_on_signals(ctx);
    fluv_status status = sample_tree(ctx, args, &window, size, &range);
    cli_stop_on_signals(NULL);
    cli_progress_end(&progress, ctx);
    if (status != FLUV_OK)
        return cli_complain_status(ctx, status);
    cli_print_name("", args->output, "");
    if (is_picture(args->output))
        printf("  black %.9g m, white %.9g m", range.low, range.high);
    putchar('\n');
    return CLI_DONE;
}
