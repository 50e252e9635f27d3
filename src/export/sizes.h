// SPDX-License-Identifier: MIT
/* How many vertices an engine takes, and into how many tiles they are cut. */
#ifndef FLUV_EXPORT_SIZES_H
#define FLUV_EXPORT_SIZES_H

#include "base/ctx.h"

typedef enum fluv_size_rule {
    FLUV_SIZE_ANY,
    FLUV_SIZE_UNREAL, /* 127, 253, 505, 1009, 2017, 4033, 8129; the shorter side whole components */
    FLUV_SIZE_POWER   /* a square of 2^n + 1, 33 .. 4097 */
} fluv_size_rule;

typedef struct fluv_export_size {
    uint32_t cols, rows;       /* vertices of the whole; neighbouring tiles share a line of them */
    uint32_t tiles_x, tiles_y; /* each has (cols - 1) / tiles_x + 1 vertices */
} fluv_export_size;

/* The size nearest to `wanted` vertices along the longer side of `cells_x` * `cells_y` cells that
 * the rule allows, in `tiles` tiles along it (1: whole). */
fluv_export_size fluv_export_size_for(fluv_size_rule rule, uint32_t cells_x, uint32_t cells_y,
                                      uint32_t wanted, uint32_t tiles);

#endif
