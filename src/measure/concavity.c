// SPDX-License-Identifier: MIT
/* Long profiles: slope against area along channels, and chi.
 *
 * Concavity is the exponent theta of S ~ A^-theta: the line through the mean slopes in bins of a
 * quarter of a decade of area, and how well it fits. Chi is the integral of (A0 / A)^0.45 dx
 * upstream from where water ends; in it a profile in balance is straight, so the share of the
 * heights that straight lines explain, one for each large basin, is the figure.  O(channels).
 *
 * Based on: Flint. Stream gradient as a function of order, magnitude, and discharge. 1974. Perron,
 * Royden. An integral approach to bedrock river profile analysis. 2013 */
#include "measure/figures.h"

#include <assert.h>

#define DECADE      4 /* bins */
#define LEAST_BINS  4
#define LEAST       100 /* cells of a bin that counts */
#define THETA       0.45
#define BASINS      32
#define LARGE_BASIN 5000 /* cells */

static void draw_curve(const fluv_surveyed *land, const fluv_log_bins *bins, fluv_curve *curve)
{
    for (int i = 0; i < FLUV_LOG_BINS && curve->count < FLUV_CURVE_POINTS; i++)
        if (bins->count[i] >= LEAST && bins->sum[i] > 0.0) {
            curve->x[curve->count] = bins->sum_at[i] / bins->count[i] + 2.0 * log10(land->cell);
            curve->y[curve->count++] = log10(bins->sum[i] / bins->count[i]);
        }
}

static void set_concavity(const fluv_surveyed *land, fluv_measures *to)
{
    fluv_log_bins bins = {.from = 2.0, .width = 1.0 / DECADE};
    for (uint32_t i = 0; i < land->channel_count; i++) {
        uint32_t c = land->channels[i], below = land->receiver[c];
        if (below == FLUV_NONE)
            continue;
        double drop = (double)land->filled[c] - (double)land->filled[below];
        fluv_log_bins_add(&bins, log10(land->area[c]),
                          drop / fluv_cell_distance(&land->topology, c, below));
    }
    fluv_line_sums line = fluv_log_bins_fit(&bins, LEAST);
    double slope = fluv_line_slope(&line), r2 = fluv_line_r2(&line);
    draw_curve(land, &bins, &to->curves.slope_area);
    if (line.n >= LEAST_BINS && !isnan(r2)) {
        fluv_figure_set(to, FLUV_FIGURE_concavity, -slope);
        fluv_figure_set(to, FLUV_FIGURE_slope_area_r2, r2);
    } else {
        fluv_figure_miss(to, FLUV_FIGURE_concavity, "channels of too few sizes");
        fluv_figure_miss(to, FLUV_FIGURE_slope_area_r2, "channels of too few sizes");
    }
}

typedef struct basins {
    uint32_t mouth[BASINS]; /* largest first */
    fluv_line_sums line[BASINS];
    int count;
} basins;

static void add_basin(const fluv_surveyed *land, uint32_t mouth, basins *to)
{
    assert(land->receiver[mouth] == FLUV_NONE && to->count <= BASINS);
    int at = to->count < BASINS ? to->count++ : BASINS;
    while (at > 0 && land->area[mouth] > land->area[to->mouth[at - 1]]) {
        if (at < BASINS)
            to->mouth[at] = to->mouth[at - 1];
        at--;
    }
    if (at < BASINS)
        to->mouth[at] = mouth;
}

/* Upstream from the mouths: channels in the opposite order. `of`: 1 + place of a cell's basin. */
static void fill_basins(const fluv_surveyed *land, float *chi, uint8_t *of, basins *to)
{
    for (int i = 0; i < to->count; i++)
        of[to->mouth[i]] = (uint8_t)(i + 1);
    for (uint32_t i = land->channel_count; i-- > 0;) {
        uint32_t c = land->channels[i], below = land->receiver[c];
        if (below != FLUV_NONE) {
            of[c] = of[below];
            chi[c] = chi[below] + (float)(pow(land->area[c], -THETA) *
                                          fluv_cell_distance(&land->topology, c, below));
        }
        assert(of[c] <= to->count);
        if (of[c])
            fluv_line_add(&to->line[of[c] - 1], (double)chi[c], (double)land->filled[c]);
    }
}

static fluv_status set_chi(fluv_ctx *ctx, const fluv_surveyed *land, fluv_measures *to)
{
    basins all = {.count = 0};
    double explained = 0.0, total = 0.0;
    for (uint32_t i = 0; i < land->channel_count; i++) {
        uint32_t c = land->channels[i];
        if (land->receiver[c] == FLUV_NONE && land->area[c] >= LARGE_BASIN)
            add_basin(land, c, &all);
    }
    float *chi = fluv_scratch_zero(ctx, land->count, sizeof *chi);
    uint8_t *of = fluv_scratch_zero(ctx, land->count, sizeof *of);
    if (!chi || !of)
        return FLUV_NO_MEMORY;
    fill_basins(land, chi, of, &all);
    for (int i = 0; i < all.count; i++) {
        total += all.line[i].yy;
        if (all.line[i].xx > 0.0)
            explained += all.line[i].xy * all.line[i].xy / all.line[i].xx;
    }
    if (total > 0.0)
        fluv_figure_set(to, FLUV_FIGURE_chi_r2, explained / total);
    else
        fluv_figure_miss(to, FLUV_FIGURE_chi_r2, "no basin of %d cells", LARGE_BASIN);
    return FLUV_OK;
}

fluv_status fluv_measure_concavity(fluv_ctx *ctx, const fluv_surveyed *land, fluv_measures *to)
{
    set_concavity(land, to);
    return set_chi(ctx, land, to);
}
