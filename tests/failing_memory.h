// SPDX-License-Identifier: MIT
/* A job in which every allocation fails once. */
#ifndef FLUV_TESTS_FAILING_MEMORY_H
#define FLUV_TESTS_FAILING_MEMORY_H

#include "base/ctx.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

/* Gives back all it makes, whether it succeeds or not. */
typedef fluv_status memory_job(fluv_ctx *ctx, void *data);

/* Does the job again and again and lets its first allocation fail, then its second, and so on until
 * all succeed. Every failure must come out as FLUV_NO_MEMORY with a message and leave nothing
 * behind. Returns how many allocations there are. */
static inline int fail_each_allocation(fluv_ctx *ctx, memory_job *job, void *data)
{
    size_t before = atomic_load(&ctx->memory.now);
    int nth = 0, threads = ctx->threads;
    fluv_set_threads(ctx, 1); /* the n-th allocation is the same one every time */
    for (bool failed = true; failed; nth += failed) {
        ctx->message[0] = '\0';
        atomic_store(&ctx->memory.allocations_left, nth);
        fluv_status status = job(ctx, data);
        failed = atomic_exchange(&ctx->memory.allocations_left, -1) < 0;
        assert_int_equal(status, failed ? FLUV_NO_MEMORY : FLUV_OK);
        assert_int_equal(ctx->message[0] != '\0', failed);
        assert_int_equal(atomic_load(&ctx->memory.now), before);
    }
    fluv_set_threads(ctx, threads);
    assert_true(nth > 0);
    return nth;
}

#endif
