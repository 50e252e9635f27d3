// SPDX-License-Identifier: MIT
/* Edges in a map: lines along which it changes fastest. */
#ifndef FLUV_FIELD_CANNY_H
#define FLUV_FIELD_CANNY_H

#include "base/ctx.h"

typedef struct fluv_canny_job {
    uint32_t cols, rows;
    const float *values; /* all finite */
    double sigma;        /* of the Gaussian that smoothes first, cells; > 0 */
    float low, high;     /* slopes of the smoothed map, a cell: edges begin at `high` and go on
                          * while there is `low` */
    double from, to;     /* the stage's progress at the beginning and the end */
} fluv_canny_job;

/* Sets edge[cell] to 1 on edges, to 0 elsewhere. `smooth`, one a cell, gets the smoothed map; it
 * may be the values themselves. Takes scratch memory for itself: eight bytes a cell. */
FLUV_MUST_CHECK fluv_status fluv_canny(fluv_ctx *ctx, const fluv_canny_job *job, float *smooth,
                                       uint8_t *edge);

/* The steepest slope of the smoothed map beside a straight line, one cell wide, that stands out by
 * 1. Near exp(-1/2) / (sqrt(2 pi) sigma^2), one sigma away from the line. */
double fluv_canny_line(double sigma);

#endif
