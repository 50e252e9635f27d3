// SPDX-License-Identifier: MIT
/* Curvature: skewness and kurtosis of the Laplacian after a Gaussian of two cells.
 *
 * The Gaussian is cut off at four times its width; cells whose square of that reach touches sea,
 * voids or the edge are left out. Bands of rows are smoothed apart in double precision, as heights
 * of kilometres and curvatures of millimetres meet.  O(cells). */
#include "measure/figures.h"

#include <assert.h>
#include <string.h>

#define SIGMA 2.0
#define REACH 8  /* cells: four times SIGMA */
#define BAND  64 /* rows */

typedef struct gaussian {
    double weight[2 * REACH + 1];
} gaussian;

static gaussian gaussian_make(void)
{
    gaussian g;
    double sum = 0.0;
    for (int i = -REACH; i <= REACH; i++)
        sum += g.weight[i + REACH] = exp(-0.5 * i * i / (SIGMA * SIGMA));
    for (int i = 0; i <= 2 * REACH; i++)
        g.weight[i] /= sum;
    return g;
}

/* Along a row; NaN near its ends. */
static void smooth_along(const gaussian *g, const float *z, uint32_t cols, double *out)
{
    for (uint32_t col = 0; col < cols; col++)
        out[col] = (double)NAN;
    if (cols <= 2 * REACH)
        return;
    for (uint32_t col = REACH; col < cols - REACH; col++)
        out[col] = 0.0;
    for (int i = 0; i <= 2 * REACH; i++)
        for (uint32_t col = REACH; col < cols - REACH; col++)
            out[col] += g->weight[i] * (double)z[col + (uint32_t)i - REACH];
}

/* Across rows: `first` is the row REACH above. */
static void smooth_across(const gaussian *g, const double *first, uint32_t cols, double *out)
{
    memset(out, 0, cols * sizeof *out);
    for (int i = 0; i <= 2 * REACH; i++)
        for (uint32_t col = 0; col < cols; col++)
            out[col] += g->weight[i] * first[(size_t)i * cols + col];
}

typedef struct band {
    double *along, *smooth; /* BAND + 2 REACH + 2 and BAND + 2 rows */
} band;

/* Laplacians of the rows from .. end - 1, all of which have REACH + 1 rows above and below. */
static void curve_band(const fluv_surveyed *land, const gaussian *g, const band *work,
                       uint32_t from, uint32_t end, float *out)
{
    assert(from > REACH && from < end && end - from <= BAND && end + REACH < land->rows);
    uint32_t cols = land->cols, rows = end - from;
    for (uint32_t i = 0; i < rows + 2 * REACH + 2; i++)
        smooth_along(g, land->z + (size_t)(from - REACH - 1 + i) * cols, cols,
                     work->along + (size_t)i * cols);
    for (uint32_t i = 0; i < rows + 2; i++)
        smooth_across(g, work->along + (size_t)i * cols, cols, work->smooth + (size_t)i * cols);
    for (uint32_t i = 0; i < rows; i++) {
        const double *at = work->smooth + (size_t)(i + 1) * cols;
        float *to = out + (size_t)(from + i) * cols;
        for (uint32_t col = 1; col + 1 < cols; col++)
            to[col] = (float)(at[col - 1] + at[col + 1] + at[(ptrdiff_t)col - (ptrdiff_t)cols] +
                              at[col + cols] - 4.0 * at[col]);
    }
}

static fluv_status curve_all(fluv_ctx *ctx, const fluv_surveyed *land, float *out)
{
    assert(land->rows > 2 * REACH + 2 && ctx->threads > 0);
    uint32_t first = REACH + 1, last = land->rows - REACH - 1; /* behind the last row */
    uint32_t bands = fluv_block_count(last - first, BAND);
    gaussian g = gaussian_make();
    size_t along = (BAND + 2 * REACH + 2) * (size_t)land->cols;
    size_t room = along + (BAND + 2) * (size_t)land->cols;
    double *work = fluv_scratch(ctx, (size_t)ctx->threads, room * sizeof *work);
    if (!work)
        return FLUV_NO_MEMORY;
    uint32_t share = (bands + (uint32_t)ctx->threads - 1) / (uint32_t)ctx->threads;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t part = 0; part < (uint32_t)ctx->threads; part++) {
        band mine = {work + part * room, work + part * room + along};
        for (uint32_t b = part * share; b < (part + 1) * share && b < bands; b++) {
            uint32_t from = first + b * BAND;
            curve_band(land, &g, &mine, from, last - from > BAND ? from + BAND : last, out);
        }
    }
    fluv_scratch_drop(ctx, work);
    return FLUV_OK;
}

/* Sums of powers of the distance from `mean` over all cells, row by row. */
static fluv_status sum_powers(fluv_ctx *ctx, const fluv_surveyed *land, const float *field,
                              double mean, double sums[5])
{
    double(*of_row)[5] = fluv_scratch_zero(ctx, land->rows, sizeof *of_row);
    if (!of_row)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t row = 0; row < land->rows; row++)
        for (uint32_t c = row * land->cols; c < (row + 1) * land->cols; c++) {
            double d = (double)field[c] - mean, d2 = d * d;
            if (isnan(d))
                continue;
            of_row[row][0] += 1.0;
            of_row[row][1] += d;
            of_row[row][2] += d2;
            of_row[row][3] += d2 * d;
            of_row[row][4] += d2 * d2;
        }
    memset(sums, 0, 5 * sizeof *sums);
    for (uint32_t row = 0; row < land->rows; row++)
        for (int k = 0; k < 5; k++)
            sums[k] += of_row[row][k];
    fluv_scratch_drop(ctx, of_row);
    return FLUV_OK;
}

fluv_status fluv_measure_curvature(fluv_ctx *ctx, const fluv_surveyed *land, fluv_measures *to)
{
    double sums[5] = {0};
    if (land->cols < 2 * REACH + 3 || land->rows < 2 * REACH + 3)
        return FLUV_OK;
    float *field = fluv_scratch(ctx, land->count, sizeof *field);
    if (!field)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < land->count; c++)
        field[c] = NAN;
    FLUV_TRY(curve_all(ctx, land, field));
    FLUV_TRY(sum_powers(ctx, land, field, 0.0, sums));
    if (!(sums[0] >= 100.0))
        return FLUV_OK;
    FLUV_TRY(sum_powers(ctx, land, field, sums[1] / sums[0], sums));
    double variance = sums[2] / sums[0];
    assert(!(variance < 0.0));
    if (variance > 1e-18) {
        fluv_figure_set(to, FLUV_FIGURE_curvature_skew, sums[3] / sums[0] / pow(variance, 1.5));
        fluv_figure_set(to, FLUV_FIGURE_curvature_kurtosis,
                        sums[4] / sums[0] / (variance * variance));
    } else {
        fluv_figure_miss(to, FLUV_FIGURE_curvature_skew, "the land is not curved");
        fluv_figure_miss(to, FLUV_FIGURE_curvature_kurtosis, "the land is not curved");
    }
    return FLUV_OK;
}
