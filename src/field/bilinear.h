// SPDX-License-Identifier: MIT
/* A grid's value between the centres of its cells. */
#ifndef FLUV_FIELD_BILINEAR_H
#define FLUV_FIELD_BILINEAR_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* At a place in cells from the north-west corner, eastwards and southwards: between the four
 * centres around it; beyond the outermost ones, the nearest. NaN beside cells that are NaN. */
static inline float fluv_bilinear(const float *grid, uint32_t cols, uint32_t rows, double across,
                                  double along)
{
    double u = fmin(fmax(across - 0.5, 0.0), cols - 1.0);
    double v = fmin(fmax(along - 0.5, 0.0), rows - 1.0);
    uint32_t left = (uint32_t)u, top = (uint32_t)v;
    uint32_t right = left + 1 < cols ? left + 1 : left;
    uint32_t bottom = top + 1 < rows ? top + 1 : top;
    const float *upper = grid + (size_t)top * cols, *lower = grid + (size_t)bottom * cols;
    double s = u - left, t = v - top;
    double above = (1.0 - s) * (double)upper[left] + s * (double)upper[right];
    double below = (1.0 - s) * (double)lower[left] + s * (double)lower[right];
    return (float)((1.0 - t) * above + t * below);
}

#endif
