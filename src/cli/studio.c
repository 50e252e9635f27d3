// SPDX-License-Identifier: MIT
/* interfluve studio: the studio in the browser. */
#include "studio/studio.h"
#include "cli/cli.h"

cli_exit cli_studio(fluv_ctx *ctx, const cli_args *args)
{
    char why[512] = "";
    const studio_options options = {.what = args->operand,
                                    .project = args->project,
                                    .port = args->port,
                                    .open = !args->no_open,
                                    .threads = args->threads};
    (void)ctx; /* the studio's threads have contexts of their own */
    switch (studio_run(&options, why)) {
    case STUDIO_DONE:
        return CLI_DONE;
    case STUDIO_REFUSED:
        return cli_complain(CLI_WRONG_USE, "%s", why);
    default:
        return cli_complain(CLI_FAILED, "%s", why);
    }
}
