// SPDX-License-Identifier: MIT
/* Slopes: how steep, how different, and how many within two degrees of each other.
 *
 * The gradient is Horn's (1981), from the eight neighbours; cells without all of them are left out.
 * Blocks of rows are counted apart and added in order.  O(cells). */
#include "measure/figures.h"

#include <assert.h>
#include <string.h>

#define BLOCK      64   /* rows */
#define BINS       900  /* of a tenth of a degree */
#define WINDOW     20   /* bins: two degrees */
#define STEEP_LAND 10.0 /* degrees of mean slope from which on the window tells something */

typedef struct slopes {
    double n, sum, squares, degrees;
    uint32_t bins[BINS];
} slopes;

static double gradient(const float *z, size_t cols)
{
    const float *up = z - cols, *down = z + cols;
    double x = ((double)up[1] + 2.0 * (double)z[1] + (double)down[1]) -
               ((double)up[-1] + 2.0 * (double)z[-1] + (double)down[-1]);
    double y = ((double)down[-1] + 2.0 * (double)down[0] + (double)down[1]) -
               ((double)up[-1] + 2.0 * (double)up[0] + (double)up[1]);
    return sqrt(x * x + y * y + 0.0 * (double)z[0]) / 8.0;
}

static void count_rows(const fluv_surveyed *land, uint32_t from, uint32_t end, slopes *to)
{
    assert(from >= 1 && from <= end && end < land->rows);
    for (uint32_t row = from; row < end; row++)
        for (uint32_t col = 1; col + 1 < land->cols; col++) {
            double tangent =
                gradient(land->z + (size_t)row * land->cols + col, land->cols) / land->cell;
            if (isnan(tangent))
                continue;
            double degrees = atan(tangent) * (180.0 / M_PI);
            int bin = (int)(degrees * 10.0);
            to->n += 1.0;
            to->sum += tangent;
            to->squares += tangent * tangent;
            to->degrees += degrees;
            to->bins[bin < BINS ? bin : BINS - 1]++;
        }
}

static double fullest_window(const slopes *all)
{
    double within = 0.0, most = 0.0;
    for (int i = 0; i < BINS; i++) {
        within += all->bins[i];
        if (i >= WINDOW)
            within -= all->bins[i - WINDOW];
        most = fmax(most, within);
    }
    assert(all->n > 0.0 && most <= all->n);
    return most / all->n;
}

static void set_figures(const slopes *all, fluv_measures *to)
{
    double mean = all->sum / all->n, degrees = all->degrees / all->n;
    double variance = fmax(0.0, all->squares / all->n - mean * mean);
    fluv_figure_set(to, FLUV_FIGURE_slope_mean, degrees);
    if (mean > 0.0)
        fluv_figure_set(to, FLUV_FIGURE_slope_variation, sqrt(variance) / mean);
    else
        fluv_figure_miss(to, FLUV_FIGURE_slope_variation, "the land is level");
    double gentle = 0.0, half = atan(0.5 * mean) * (1800.0 / M_PI);
    for (int i = 0; i < BINS && i < (int)half; i++)
        gentle += all->bins[i];
    fluv_figure_set(to, FLUV_FIGURE_gentle_share, gentle / all->n);
    if (degrees >= STEEP_LAND)
        fluv_figure_set(to, FLUV_FIGURE_slope_window, fullest_window(all));
    else
        fluv_figure_miss(to, FLUV_FIGURE_slope_window, "gentle land: below %.0f degrees",
                         STEEP_LAND);
    fluv_curve *curve = &to->curves.slopes;
    for (int i = 0; i < 35; i++) {
        double share = 0.0;
        for (int k = 0; k < WINDOW; k++)
            share += all->bins[i * WINDOW + k];
        curve->x[i] = 2.0 * i + 1.0;
        curve->y[i] = share / all->n;
    }
    curve->count = 35;
}

fluv_status fluv_measure_slope(fluv_ctx *ctx, const fluv_surveyed *land, fluv_measures *to)
{
    uint32_t blocks = fluv_block_count(land->rows, BLOCK);
    slopes *of_block = fluv_scratch_zero(ctx, blocks, sizeof *of_block);
    slopes *all = fluv_scratch_zero(ctx, 1, sizeof *all);
    if (!of_block || !all)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t b = 0; b < blocks; b++) {
        uint32_t from = b ? b * BLOCK : 1, end = (b + 1) * BLOCK;
        count_rows(land, from, end < land->rows - 1 ? end : land->rows - 1, &of_block[b]);
    }
    for (uint32_t b = 0; b < blocks; b++) {
        all->n += of_block[b].n;
        all->sum += of_block[b].sum;
        all->squares += of_block[b].squares;
        all->degrees += of_block[b].degrees;
        for (int i = 0; i < BINS; i++)
            all->bins[i] += of_block[b].bins[i];
    }
    if (all->n > 0.0)
        set_figures(all, to);
    return FLUV_OK;
}
