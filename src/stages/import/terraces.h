// SPDX-License-Identifier: MIT
/* Heights in coarse steps, as 8 bits give them, become slopes again. */
#ifndef FLUV_STAGES_IMPORT_TERRACES_H
#define FLUV_STAGES_IMPORT_TERRACES_H

#include "base/ctx.h"

/* How many heights there are, up to one more than `most`, and the usual step between them. */
typedef struct fluv_height_steps {
    uint32_t count;
    float step; /* m; 0: there are fewer than two heights, or too many */
} fluv_height_steps;

#define FLUV_COARSE_STEPS 256   /* an 8-bit map has no more heights */
#define FLUV_MOST_STEPS   65536 /* and a 16-bit map no more than these */

FLUV_MUST_CHECK fluv_status fluv_terraces_look(fluv_ctx *ctx, const float *height, size_t count,
                                               uint32_t most, fluv_height_steps *out);
/* The heights that there are, one each, up to one more than `most`; `found` has room for them. */
FLUV_MUST_CHECK fluv_status fluv_heights_list(fluv_ctx *ctx, const float *height, size_t count,
                                              uint32_t most, float *found, uint32_t *found_count);
/* Whether so few heights on so many cells are a map of terraces: a mask of two or three values is
 * none, nor is a small table. */
bool fluv_terraces_are_there(const fluv_height_steps *steps, size_t count);

/* Gives every cell a height between the contours around its terrace, within half a step of the one
 * it has. The sea, lakes and plateaus stay flat. `progress` is the share of the stage that is done.
 */
FLUV_MUST_CHECK fluv_status fluv_terraces_remove(fluv_ctx *ctx, uint32_t cols, uint32_t rows,
                                                 float step, double progress, float *height);

#endif
