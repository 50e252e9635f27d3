// SPDX-License-Identifier: MIT
/* One block from several arrays. */
#include "landscape/parts.h"

#include <string.h>

static size_t rounded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

fluv_shared *fluv_parts_seal(fluv_ctx *ctx, fluv_part *parts, size_t count)
{
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += rounded(parts[i].bytes);
    fluv_shared *shared = fluv_shared_new(ctx, bytes, 1);
    if (!shared)
        return NULL;
    unsigned char *at = shared->data;
    for (size_t i = 0; i < count; i++) {
        parts[i].at = at;
        if (parts[i].from && parts[i].bytes)
            memcpy(at, parts[i].from, parts[i].bytes);
        at += rounded(parts[i].bytes);
    }
    return shared;
}
