// SPDX-License-Identifier: MIT
/* One context and one folder for all tests of a program that exports lands of its own. */
#ifndef FLUV_TESTS_EXPORT_CONTEXT_H
#define FLUV_TESTS_EXPORT_CONTEXT_H

#include "export_files.h"

#include "interfluve.h"

static fluv_ctx *ctx;

static inline int begin(void **state)
{
    ctx = fluv_ctx_new();
    return make_folder(state);
}

static inline int end(void **state)
{
    fluv_ctx_delete(ctx);
    return remove_folder(state);
}

#endif
