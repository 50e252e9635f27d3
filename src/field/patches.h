// SPDX-License-Identifier: MIT
/* Patches of a mask: cells of one value that touch. */
#ifndef FLUV_FIELD_PATCHES_H
#define FLUV_FIELD_PATCHES_H

#include "base/ctx.h"

typedef struct fluv_patches_job {
    uint32_t cols, rows;
    uint64_t least[2]; /* cells; a smaller patch of value 0, of value 1, changes its value */
    bool open[2];      /* patches of value 0, of value 1, that reach the rim stay as they are */
} fluv_patches_job;

/* `mask` holds 0 and 1. Cells of value 1 touch at sides and corners, cells of value 0 at sides
 * alone. Small patches of 0 go first. Takes scratch memory for itself. */
FLUV_MUST_CHECK fluv_status fluv_patches_clear(fluv_ctx *ctx, const fluv_patches_job *job,
                                               uint8_t *mask);

#endif
