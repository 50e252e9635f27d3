// SPDX-License-Identifier: MIT
/* Values brought from one lattice to another that covers the same ground with other cells. */
#ifndef FLUV_FIELD_REGRID_H
#define FLUV_FIELD_REGRID_H

#include "base/ctx.h"

/* A rectangle of values in memory whose rows are `stride` values apart. */
typedef struct fluv_values {
    float *at; /* of the first row's first value */
    uint32_t cols, rows;
    size_t stride; /* >= cols */
} fluv_values;

/* Fills `to` from `from`, which it does not share memory with. Per axis: where `to` is coarser, the
 * mean over the cells it covers, by area; where it is finer, a cubic B-spline, so that no lattice
 * shows. NaN counts for nothing; a cell less than half covered by values is NaN. Scratch memory. */
FLUV_MUST_CHECK fluv_status fluv_regrid(fluv_ctx *ctx, const fluv_values *from,
                                        const fluv_values *to);

/* Sum of all values that are numbers, in one order for any number of threads. */
double fluv_values_sum(const fluv_values *window);

#endif
