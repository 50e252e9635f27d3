// SPDX-License-Identifier: MIT
/* Distance of every cell to the nearest marked cell, centre to centre. */
#ifndef FLUV_FIELD_DISTANCE_H
#define FLUV_FIELD_DISTANCE_H

#include "base/ctx.h"

typedef struct fluv_distance_job {
    uint32_t cols, rows;
    double cell;           /* m */
    const uint8_t *marked; /* cols * rows; not 0: marked */
} fluv_distance_job;

/* `distance` (m) is INFINITY where nothing is marked. `nearest` gets the marked cell the distance
 * leads to, FLUV_NONE if there is none; it may be NULL. Takes scratch memory for itself: four bytes
 * a cell when `nearest` is NULL, else next to none. */
FLUV_MUST_CHECK fluv_status fluv_distance(fluv_ctx *ctx, const fluv_distance_job *job,
                                          float *distance, uint32_t *nearest);

#endif
