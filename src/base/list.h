// SPDX-License-Identifier: MIT
/* A list that grows by doubling; items are plain bytes. Zeroed is valid. */
#ifndef FLUV_BASE_LIST_H
#define FLUV_BASE_LIST_H

#include "base/ctx.h"

typedef struct fluv_list {
    void *items;
    size_t count, room, size; /* size: bytes an item, set at the first append */
} fluv_list;

/* Room for `count` more items of `size` bytes, appended unset; NULL with a message on failure, and
 * only then. */
void *fluv_list_append(fluv_ctx *ctx, fluv_list *list, size_t count, size_t size);
/* The list's memory for exactly `count` items, unset; what it held is forgotten. */
void *fluv_list_renew(fluv_ctx *ctx, fluv_list *list, size_t count, size_t size);
/* Gives back room that is not used. */
FLUV_MUST_CHECK fluv_status fluv_list_trim(fluv_ctx *ctx, fluv_list *list);
void fluv_list_free(fluv_list *list);

#endif
