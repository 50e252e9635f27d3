// SPDX-License-Identifier: MIT
/* Drainage areas: how length grows with them (Hack 1957), how many there are of which size, and how
 * long and narrow basins are.
 *
 * Hack: the line through the mean lengths of channels' cells, in bins of a tenth of a decade of
 * area. Exceedance: the line through the share of cells that drain at least an area, from
 * FLUV_CHANNEL_CELLS up to a hundredth of the land, where few basins are cut off by the edge.
 * O(channels). */
#include "measure/figures.h"

#define LEAST_BINS 8
#define DECADE     10 /* bins */

static void set_hack(const fluv_surveyed *land, fluv_measures *to)
{
    fluv_log_bins bins = {.from = 2.0, .width = 1.0 / DECADE};
    for (uint32_t i = 0; i < land->channel_count; i++) {
        uint32_t c = land->channels[i];
        fluv_log_bins_add(&bins, log10(land->area[c]), (double)land->length[c]);
    }
    fluv_line_sums line = fluv_log_bins_fit(&bins, 10);
    if (line.n >= LEAST_BINS)
        fluv_figure_set(to, FLUV_FIGURE_hack_exponent, fluv_line_slope(&line));
    else
        fluv_figure_miss(to, FLUV_FIGURE_hack_exponent, "channels of too few sizes");
}

static void set_exceedance(const fluv_surveyed *land, fluv_measures *to)
{
    double counts[FLUV_LOG_BINS] = {0}, above = 0.0, largest = log10(0.01 * land->land);
    fluv_line_sums line = {0};
    for (uint32_t i = 0; i < land->channel_count; i++) {
        int bin = (int)((log10(land->area[land->channels[i]]) - 2.0) * DECADE);
        counts[bin < 0 ? 0 : bin < FLUV_LOG_BINS ? bin : FLUV_LOG_BINS - 1]++;
    }
    for (int bin = FLUV_LOG_BINS - 1; bin >= 0; bin--) {
        double at = 2.0 + (double)bin / DECADE;
        above += counts[bin];
        if (at <= largest && above > 0.0)
            fluv_line_add(&line, at, log10(above / land->land));
    }
    if (line.n >= LEAST_BINS)
        fluv_figure_set(to, FLUV_FIGURE_area_exceedance, -fluv_line_slope(&line));
    else
        fluv_figure_miss(to, FLUV_FIGURE_area_exceedance, "the land is too small");
}

/* Where two large channels meet, each brings a basin of its own. */
static void set_shape(const fluv_surveyed *land, fluv_measures *to)
{
    double n = 0.0, sum = 0.0;
    for (uint32_t i = 0; i < land->channel_count; i++) {
        uint32_t c = land->channels[i], below = land->receiver[c];
        bool ends = below == FLUV_NONE || land->largest[below] != c;
        if (!ends || land->area[c] < FLUV_RIVER_CELLS)
            continue;
        n += 1.0;
        sum += (double)land->length[c] / sqrt(land->area[c]);
    }
    if (n >= 5.0)
        fluv_figure_set(to, FLUV_FIGURE_basin_shape, sum / n);
    else
        fluv_figure_miss(to, FLUV_FIGURE_basin_shape, "%.0f large basins", n);
}

fluv_status fluv_measure_hack(fluv_ctx *ctx, const fluv_surveyed *land, fluv_measures *to)
{
    (void)ctx;
    set_hack(land, to);
    set_exceedance(land, to);
    set_shape(land, to);
    return FLUV_OK;
}
