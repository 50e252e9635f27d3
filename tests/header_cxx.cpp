// SPDX-License-Identifier: MIT
/* The public header alone as C++; asked by test_header.c. */
#include "interfluve.h"

extern "C" const char *version_seen_from_cxx();
extern "C" size_t reach_size_in_cxx();
extern "C" size_t verdict_size_in_cxx();
extern "C" int message_is_empty_in_cxx();

const char *version_seen_from_cxx()
{
    return fluv_version();
}

size_t reach_size_in_cxx()
{
    return sizeof(fluv_reach);
}

size_t verdict_size_in_cxx()
{
    return sizeof(fluv_verdict);
}

int message_is_empty_in_cxx()
{
    fluv_ctx *ctx = fluv_ctx_new();
    const int empty = ctx && *fluv_message(ctx) == '\0';
    fluv_ctx_delete(ctx);
    return empty;
}
