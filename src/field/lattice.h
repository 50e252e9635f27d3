// SPDX-License-Identifier: MIT
/* A lattice: square cells over the frame whose spacing is in metres, not in cells of the frame, so
 * that what is grown on it is the same land at every size. Row 0 is in the north; values stand at
 * the centres. The last column and row may reach beyond the frame. */
#ifndef FLUV_FIELD_LATTICE_H
#define FLUV_FIELD_LATTICE_H

#include "base/ctx.h"

typedef struct fluv_lattice {
    uint32_t cols, rows;
    double spacing;     /* m */
    double west, north; /* the outer corner of the first cell, CRS */
} fluv_lattice;

#define FLUV_LATTICE_SIDE 16384 /* most cells a side */

/* Cells of `spacing` over the frame; 0: the frame's longer side / 1024. Wider where there would be
 * more than FLUV_LATTICE_SIDE a side. */
fluv_lattice fluv_lattice_over(const fluv_frame *frame, double spacing);
/* The work to make something on such a lattice, for the estimate of a stage that does. */
double fluv_lattice_visits(const fluv_frame *frame, double spacing);
/* Refuses a spacing with which `stage` could see nothing of the frame; 0 is legal. */
FLUV_MUST_CHECK fluv_status fluv_lattice_check(fluv_ctx *ctx, const char *stage,
                                               const fluv_frame *frame, double spacing);

static inline size_t fluv_lattice_count(const fluv_lattice *lattice)
{
    return (size_t)lattice->cols * lattice->rows;
}
static inline double fluv_lattice_x(const fluv_lattice *lattice, size_t col)
{
    return lattice->west + lattice->spacing * ((double)col + 0.5);
}
static inline double fluv_lattice_y(const fluv_lattice *lattice, size_t row)
{
    return lattice->north - lattice->spacing * ((double)row + 0.5);
}

/* The cell a place lies in; places outside belong to the nearest cell. */
static inline uint32_t fluv_lattice_index(double offset, double spacing, uint32_t count)
{
    double at = offset / spacing;
    return at >= count ? count - 1 : at > 0.0 ? (uint32_t)at : 0;
}
static inline size_t fluv_lattice_cell(const fluv_lattice *lattice, double x, double y)
{
    size_t col = fluv_lattice_index(x - lattice->west, lattice->spacing, lattice->cols);
    size_t row = fluv_lattice_index(lattice->north - y, lattice->spacing, lattice->rows);
    return row * lattice->cols + col;
}

/* The cells that may lie within `reach` of a place: all that do, and some more. */
typedef struct fluv_lattice_box {
    uint32_t left, right, top, bottom; /* the last ones too */
} fluv_lattice_box;
static inline fluv_lattice_box fluv_lattice_around(const fluv_lattice *l, double x, double y,
                                                   double reach)
{
    return (fluv_lattice_box){fluv_lattice_index(x - reach - l->west, l->spacing, l->cols),
                              fluv_lattice_index(x + reach - l->west, l->spacing, l->cols),
                              fluv_lattice_index(l->north - y - reach, l->spacing, l->rows),
                              fluv_lattice_index(l->north - y + reach, l->spacing, l->rows)};
}

/* The values of a lattice at n points: between its centres a cubic B-spline, smooth to the second
 * derivative and never beyond the values. At the rim the last value stands for what is outside. */
void fluv_lattice_points(const fluv_lattice *lattice, const float *values, const double *x,
                         const double *y, size_t n, float *out);
/* The values at (x0, y), (x0 + dx, y), …; dx > 0. The same bits as at those points one by one. */
void fluv_lattice_row(const fluv_lattice *lattice, const float *values, double x0, double y,
                      double dx, size_t n, float *out);

/* The nearest cells' mean, 1-2-1 along both axes, `rounds` times in place; work: as many values. */
void fluv_lattice_smooth(int threads, const fluv_lattice *lattice, int rounds, float *values,
                         float *work);
/* Means over squares of 2 * radius + 1 cells, twice, which is nearly a Gaussian. At the rim, over
 * what is inside. In place; work: as many values. */
void fluv_lattice_blur(int threads, const fluv_lattice *lattice, uint32_t radius, float *values,
                       float *work);

#endif
