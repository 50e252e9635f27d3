// SPDX-License-Identifier: MIT
/* One shared block made of several arrays: how vector layers are kept. */
#ifndef FLUV_LANDSCAPE_BLOCK_H
#define FLUV_LANDSCAPE_BLOCK_H

#include "landscape/vectors.h"

typedef struct fluv_block_part {
    const void *from; /* NULL: left unset */
    size_t bytes;
    void *at; /* out: where it stands in the block, on a boundary of 64 bytes */
} fluv_block_part;

/* NULL with a message on failure. */
fluv_shared *fluv_block_seal(fluv_ctx *ctx, fluv_block_part *parts, size_t count);

static inline fluv_block_part fluv_block_list(const fluv_list *list)
{
    return (fluv_block_part){.from = list->items, .bytes = list->count * list->size};
}

/* Room for the starts of rings with their closing entry; fluv_block_outline fills it. */
fluv_block_part fluv_block_starts(const fluv_rings *rings);
fluv_outline fluv_block_outline(const fluv_rings *rings, uint32_t *starts, const double *xy);

#endif
