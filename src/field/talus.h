// SPDX-License-Identifier: MIT
/* Loose ground slides where it is steeper than it can hold. */
#ifndef FLUV_FIELD_TALUS_H
#define FLUV_FIELD_TALUS_H

#include <stdint.h>

/* Grids with a rim of one cell, rows `stride` values apart: cell (col, row) is at [(row + 1) *
 * stride + col + 1]. */
typedef struct fluv_talus {
    uint32_t cols, rows;
    const float *ground; /* m; NaN, in the rim too: nothing goes there and nothing comes */
    const float *still;  /* a grid of still water (field/still.h): ground slides onto its surface,
                          * from  there nothing goes on; NULL: none */
    const float *slope; /* a grid: the steepest slope that holds, rise over run; NULL: `steepest` */
    float steepest;
    float cell; /* m */
    float rate; /* 0 .. 1: share of what may move in a step without any order being reversed */
} fluv_talus;

/* One step for one row: the ground is ground + change; `next` is what change becomes. Rows do not
 * depend on each other. */
void fluv_talus_row(const fluv_talus *talus, uint32_t row, const float *change, float *next);

#endif
