// SPDX-License-Identifier: MIT
/* Ctrl-C and SIGTERM ask the running work to stop; it unwinds, removes what it had begun to write
 * and returns FLUV_CANCELLED. A signal between two calls stops the one that comes: it is
 * remembered, and the progress of that call asks for it. */
#include "cli/cli.h"

#include <signal.h>
#include <stdatomic.h>

/* The statics of the command: nothing can be handed to a signal handler. */
static _Atomic(fluv_ctx *) running;
static atomic_bool asked;

static void stop(int number)
{
    (void)number;
    atomic_store(&asked, true);
    fluv_ctx *ctx = atomic_load(&running);
    if (ctx)
        fluv_cancel(ctx);
}

bool cli_stop_asked(void)
{
    return atomic_load(&asked);
}

void cli_stop_on_signals(fluv_ctx *ctx)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    atomic_store(&running, ctx);
    struct sigaction action = {.sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction before;
        sigaction(numbers[i], NULL, &before);
        if (before.sa_handler == SIG_IGN)
            continue; /* as for a job in the background: whoever started us wants it so */
        action.sa_handler = ctx ? stop : SIG_DFL;
        sigaction(numbers[i], &action, NULL);
    }
}
