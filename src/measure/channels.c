// SPDX-License-Identifier: MIT
/* Channels in their valleys: how low they lie among their surroundings, and whether the ground
 * rises on both sides.
 *
 * The height of cells with more than FLUV_RIVER_CELLS of drainage is told in standard deviations of
 * the square around them. The banks of all channels' cells lie BANK cells to the left and right of
 * the step that their water takes.  O(cells + channels * square). */
#include "measure/figures.h"

#include <assert.h>

#define SIDE  10 /* of the square: 21 x 21 cells */
#define BANK  8
#define LEAST 50 /* cells that are needed */

typedef struct sums {
    double n, height, valleys, both;
} sums;

/* How far the cell stands above the mean of its square, in standard deviations; NaN: it is level.
 */
static double standing(const fluv_surveyed *land, uint32_t cell)
{
    int64_t col = cell % land->cols, row = cell / land->cols;
    double n = 0.0, sum = 0.0, squares = 0.0, here = (double)land->z[cell];
    for (int64_t r = row - SIDE; r <= row + SIDE; r++)
        for (int64_t c = col - SIDE; c <= col + SIDE; c++) {
            if (!fluv_in_grid(land->cols, land->rows, c, r))
                continue;
            double d = (double)land->z[r * (int64_t)land->cols + c] - here;
            if (isnan(d))
                continue;
            n += 1.0;
            sum += d;
            squares += d * d;
        }
    double variance = squares / n - sum / n * (sum / n);
    return variance > 1e-9 ? -sum / n / sqrt(variance) : (double)NAN;
}

/* 1: both banks are higher, 0: one is not, -1: they cannot be seen. */
static int both_higher(const fluv_surveyed *land, uint32_t cell)
{
    uint32_t below = land->receiver[cell];
    if (below == FLUV_NONE)
        return -1;
    assert(below < land->count && below != cell);
    double x = (double)(below % land->cols) - (double)(cell % land->cols);
    double y = (double)(below / land->cols) - (double)(cell / land->cols);
    double scale = BANK / sqrt(x * x + y * y);
    int higher = 0;
    for (int side = -1; side <= 1; side += 2) {
        int64_t col = (int64_t)(cell % land->cols) + (int64_t)rint(-side * y * scale);
        int64_t row = (int64_t)(cell / land->cols) + (int64_t)rint(side * x * scale);
        if (!fluv_in_grid(land->cols, land->rows, col, row))
            return -1;
        float bank = land->z[row * (int64_t)land->cols + col];
        if (isnan(bank))
            return -1;
        higher += bank > land->z[cell];
    }
    return higher == 2;
}

static void look_at_row(const fluv_surveyed *land, uint32_t row, sums *to)
{
    for (uint32_t c = row * land->cols; c < (row + 1) * land->cols; c++) {
        if (land->area[c] < FLUV_CHANNEL_CELLS)
            continue;
        double height = land->area[c] > FLUV_RIVER_CELLS ? standing(land, c) : (double)NAN;
        int banks = both_higher(land, c);
        to->n += !isnan(height);
        to->height += isnan(height) ? 0.0 : height;
        to->valleys += banks >= 0;
        to->both += banks == 1;
    }
}

fluv_status fluv_measure_channels(fluv_ctx *ctx, const fluv_surveyed *land, fluv_measures *to)
{
    assert(land->receiver && land->area && ctx->threads > 0);
    sums *of_row = fluv_scratch_zero(ctx, land->rows, sizeof *of_row), all = {0};
    if (!of_row)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t row = 0; row < land->rows; row++)
        look_at_row(land, row, &of_row[row]);
    for (uint32_t row = 0; row < land->rows; row++) {
        all.n += of_row[row].n;
        all.height += of_row[row].height;
        all.valleys += of_row[row].valleys;
        all.both += of_row[row].both;
    }
    assert(all.both <= all.valleys);
    if (all.n >= LEAST)
        fluv_figure_set(to, FLUV_FIGURE_channel_height, all.height / all.n);
    else
        fluv_figure_miss(to, FLUV_FIGURE_channel_height, "%.0f cells of large channels", all.n);
    if (all.valleys >= LEAST)
        fluv_figure_set(to, FLUV_FIGURE_both_banks, all.both / all.valleys);
    else
        fluv_figure_miss(to, FLUV_FIGURE_both_banks, "%.0f cells of channels", all.valleys);
    return FLUV_OK;
}
