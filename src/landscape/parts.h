// SPDX-License-Identifier: MIT
/* Copying several arrays into one shared block behind a head struct. */
#ifndef FLUV_LANDSCAPE_PARTS_H
#define FLUV_LANDSCAPE_PARTS_H

#include "base/shared.h"

typedef struct fluv_part {
    const void *from; /* NULL: left unset */
    size_t bytes;
    void *at; /* out: where it lies in the block */
} fluv_part;

/* Part 0 is the head. Each begins on a boundary of 64 bytes; NULL with a message on failure. */
fluv_shared *fluv_parts_seal(fluv_ctx *ctx, fluv_part *parts, size_t count);

#endif
