// SPDX-License-Identifier: MIT
/* Group set-up and tear-down: a context with one thread, for tests whose loops are short. */
#ifndef FLUV_TESTS_ONE_THREAD_H
#define FLUV_TESTS_ONE_THREAD_H

#include "interfluve.h"

static inline int set_up(void **state)
{
    fluv_ctx *ctx = fluv_ctx_new();
    *state = ctx;
    if (!ctx)
        return 1;
    fluv_set_threads(ctx, 1);
    return 0;
}

static inline int tear_down(void **state)
{
    fluv_ctx_delete(*state);
    return 0;
}

#endif
