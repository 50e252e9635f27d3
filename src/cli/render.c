// SPDX-License-Identifier: MIT
/* interfluve render DIR: a picture of a written folder. It goes beside the folder, not into it: the
 * names there belong to what `make` wrote. */
#include "cli/cli.h"

#include <limits.h>
#include <string.h>

static bool view_known(const char *view)
{
    const char *known[64];
    size_t count = fluv_view_count();
    if (count > sizeof known / sizeof *known)
        count = sizeof known / sizeof *known;
    for (size_t i = 0; i < count; i++) {
        known[i] = fluv_view_name(i);
        if (strcmp(known[i], view) == 0)
            return true;
    }
    cli_complain_unknown("view", view, known, count);
    return false;
}

cli_exit cli_render(fluv_ctx *ctx, const cli_args *args)
{
    const char *view = args->view ? args->view : "map";
    fluv_render_options look = {.struct_size = sizeof look,
                                .climate = args->climate,
                                .azimuth = args->azimuth,
                                .tilt = args->tilt,
                                .exaggeration = args->exaggeration};
    if (!view_known(view))
        return CLI_WRONG_USE;
    cli_exit wrong = cli_read_size(args, 16, 16384, &look.longest);
    if (wrong != CLI_DONE)
        return wrong;

    char beside[PATH_MAX];
    size_t length = strlen(args->operand);
    while (length > 1 && args->operand[length - 1] == '/')
        length--;
    snprintf(beside, sizeof beside, "%.*s-%s.png", (int)length, args->operand, view);
    const char *file = args->output ? args->output : beside;

    fluv_landscape *land = NULL;
    cli_progress progress;
    cli_progress_start(&progress, ctx, "none");
    cli_stop_on_signals(ctx);
    fluv_status status = fluv_read(ctx, args->operand, &land);
    if (status == FLUV_OK)
        status = fluv_render_as(ctx, land, view, &look, file);
    cli_stop_on_signals(NULL);
    cli_progress_end(&progress, ctx);
    fluv_landscape_delete(land);
    if (status != FLUV_OK)
        return cli_complain_status(ctx, status);
    cli_print_name("", file, "\n");
    return CLI_DONE;
}
