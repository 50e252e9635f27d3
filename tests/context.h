// SPDX-License-Identifier: MIT
/* A context of its own for each test, which must end with nothing left in it. */
#ifndef FLUV_TESTS_CONTEXT_H
#define FLUV_TESTS_CONTEXT_H

#include "base/ctx.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static inline int context_begin(void **state)
{
    *state = fluv_ctx_new();
    return *state ? 0 : 1;
}

static inline int context_end(void **state)
{
    fluv_ctx *ctx = *state;
    size_t left = atomic_load(&ctx->memory.now);
    if (left)
        print_error("%zu bytes were left in the context\n", left);
    fluv_ctx_delete(ctx);
    return left != 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, context_begin, context_end)

#endif
