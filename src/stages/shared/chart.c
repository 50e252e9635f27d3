// SPDX-License-Identifier: MIT
/* FIELD parameters at points: a lattice of fixed spacing over the frame, bilinear between. */
#include "stages/shared/chart.h"

#include <assert.h>
#include <math.h>

#define LATTICE 256 /* values along the frame's longer side */

static fluv_frame lattice_frame(const fluv_frame *frame)
{
    assert(frame->cell > 0.0 && frame->cols > 0 && frame->rows > 0);
    double wide = frame->cell * frame->cols, tall = frame->cell * frame->rows;
    double cell = fmax(wide, tall) / LATTICE;
    fluv_frame lattice = *frame;
    lattice.cell = cell;
    lattice.cols = (uint32_t)fmax(1.0, ceil(wide / cell - 1e-6));
    lattice.rows = (uint32_t)fmax(1.0, ceil(tall / cell - 1e-6));
    return lattice;
}

fluv_status fluv_chart_make(fluv_ctx *ctx, const fluv_landscape *land, const fluv_field *field,
                            const char *stage, const char *name, fluv_chart *out)
{
    *out = (fluv_chart){.number = field->number};
    if (field->kind == FLUV_FIELD_NUMBER)
        return FLUV_OK;
    fluv_landscape lattice = {.frame = lattice_frame(&land->frame), .seed = land->seed};
    size_t count = fluv_cell_count(&lattice);
    float *values = fluv_scratch(ctx, count, sizeof *values);
    if (!values)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_field_fill(ctx, &lattice, field, stage, name, values));
    out->frame = lattice.frame;
    out->values = values;
    return FLUV_OK;
}

static double clamped(double at, uint32_t count)
{
    return at < 0.0 ? 0.0 : at > count - 1.0 ? count - 1.0 : at;
}

double fluv_chart_at(const fluv_chart *chart, fluv_vec p)
{
    if (!chart->values)
        return chart->number;
    const fluv_frame *frame = &chart->frame;
    double x = clamped((p.x - frame->west) / frame->cell - 0.5, frame->cols);
    double y = clamped((frame->north - p.y) / frame->cell - 0.5, frame->rows);
    uint32_t col = (uint32_t)x, row = (uint32_t)y;
    assert(col < frame->cols && row < frame->rows);
    uint32_t right = col + 1 < frame->cols ? col + 1 : col;
    uint32_t below = row + 1 < frame->rows ? row + 1 : row;
    const float *upper = chart->values + (size_t)row * frame->cols;
    const float *lower = chart->values + (size_t)below * frame->cols;
    double u = x - col, v = y - row;
    double north = (double)upper[col] * (1.0 - u) + (double)upper[right] * u;
    double south = (double)lower[col] * (1.0 - u) + (double)lower[right] * u;
    return north * (1.0 - v) + south * v;
}

double fluv_chart_usual(const fluv_chart *chart, const fluv_field *field)
{
    if (field->kind == FLUV_FIELD_NUMBER)
        return field->number;
    if (field->kind == FLUV_FIELD_NOISE || field->ends || field->stretch)
        return 0.5 * (field->low + field->high);
    double sum = 0.0;
    assert(chart->values);
    size_t count = (size_t)chart->frame.cols * chart->frame.rows;
    for (size_t i = 0; i < count; i++)
        sum += (double)chart->values[i];
    return sum > 0.0 ? exp2(rint(2.0 * log2(sum / (double)count)) / 2.0) : 0.0;
}
