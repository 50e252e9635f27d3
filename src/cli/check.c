// SPDX-License-Identifier: MIT
/* interfluve check DIR: the rules of water on a written folder, one line each. */
#include "cli/cli.h"

cli_exit cli_check(fluv_ctx *ctx, const cli_args *args)
{
    fluv_landscape *land = NULL;
    fluv_verdict verdicts[FLUV_RULES];
    cli_progress progress;
    cli_progress_start(&progress, ctx, "none");
    cli_stop_on_signals(ctx);
    fluv_status status = fluv_read(ctx, args->operand, &land);
    if (status == FLUV_OK)
        status = fluv_check(ctx, land, verdicts);
    cli_stop_on_signals(NULL);
    cli_progress_end(&progress, ctx);
    fluv_landscape_delete(land);
    if (status != FLUV_OK)
        return cli_complain_status(ctx, status);
    return cli_print_verdicts(verdicts, false) > 0 ? CLI_FAILED : CLI_DONE;
}
