// SPDX-License-Identifier: MIT
/* Drainage areas: how length grows with them (Hack 1957), how many there are of which size, and how
 * long and narrow basins are.
 *
 * Hack: the line through the logarithms of area and longest way of all channels' cells. Exceedance:
 * the line through the share of cells that drain at least an area, from FLUV_CHANNEL_CELLS to
 * FLUV_RIVER_CELLS, where few basins are cut off by the edge.
 * O(channels). */
#include "measure/figures.h"

#include <assert.h>

#define LEAST  100 /* cells of channels */
#define DECADE 10  /* bins */

static void set_hack(const fluv_surveyed *land, fluv_measures *to)
{
    fluv_line_sums line = {0};
    for (uint32_t i = 0; i < land->channel_count; i++) {
        uint32_t c = land->channels[i];
        assert(land->area[c] >= FLUV_CHANNEL_CELLS && land->length[c] > 0.0f);
        fluv_line_add(&line, log10(land->area[c]), log10((double)land->length[c]));
    }
    if (line.n >= LEAST)
        fluv_figure_set(to, FLUV_FIGURE_hack_exponent, fluv_line_slope(&line));
    else
        fluv_figure_miss(to, FLUV_FIGURE_hack_exponent, "%.0f cells of channels", line.n);
}

static void set_exceedance(const fluv_surveyed *land, fluv_measures *to)
{
    double above[DECADE + 1] = {0};
    fluv_line_sums line = {0};
    for (uint32_t i = 0; i < land->channel_count; i++) {
        double at = (log10(land->area[land->channels[i]]) - 2.0) * DECADE;
        for (int bin = 0; bin <= DECADE && bin <= at; bin++)
            above[bin] += 1.0;
    }
    for (int bin = 0; bin <= DECADE; bin++)
        if (above[bin] > 0.0)
            fluv_line_add(&line, 2.0 + (double)bin / DECADE, log10(above[bin] / land->land));
    assert(above[DECADE] <= above[0]);
    if (above[DECADE] >= LEAST)
        fluv_figure_set(to, FLUV_FIGURE_area_exceedance, -fluv_line_slope(&line));
    else
        fluv_figure_miss(to, FLUV_FIGURE_area_exceedance, "%.0f cells of large channels",
                         above[DECADE]);
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
