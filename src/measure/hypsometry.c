// SPDX-License-Identifier: MIT
/* Hypsometry: how much of the land lies how high.
 *
 * The integral is (mean - min) / (max - min), which Pike and Wilson (1971) showed to be the area
 * under the hypsometric curve of Strahler (1952).  O(cells). */
#include "measure/figures.h"

#include <assert.h>
#include <string.h>

#define STEPS 4096 /* of the histogram of heights */

static void draw_curve(const fluv_surveyed *land, double low, double high, uint32_t *count,
                       fluv_curve *out)
{
    assert(high > low && land->land > 0);
    double scale = (STEPS - 1) / (high - low);
    for (uint32_t c = 0; c < land->count; c++)
        if (!isnan(land->z[c]))
            count[(int)(((double)land->z[c] - low) * scale)]++;
    double above = 0.0;
    int step = STEPS;
    out->count = FLUV_CURVE_POINTS;
    for (int i = 0; i < FLUV_CURVE_POINTS; i++) {
        double height = 1.0 - (double)i / (FLUV_CURVE_POINTS - 1);
        while (step > 0 && step > height * STEPS)
            above += count[--step];
        out->x[i] = above / land->land;
        out->y[i] = height;
    }
    assert(step == 0);
}

fluv_status fluv_measure_hypsometry(fluv_ctx *ctx, const fluv_surveyed *land, fluv_measures *to)
{
    double low = INFINITY, high = -INFINITY, sum = 0.0;
    for (uint32_t c = 0; c < land->count; c++)
        if (!isnan(land->z[c])) {
            low = fmin(low, (double)land->z[c]);
            high = fmax(high, (double)land->z[c]);
            sum += (double)land->z[c];
        }
    fluv_figure_set(to, FLUV_FIGURE_relief, high - low);
    if (!(high > low)) {
        fluv_figure_miss(to, FLUV_FIGURE_hypsometric_integral, "the land is level");
        return FLUV_OK;
    }
    uint32_t *count = fluv_scratch_zero(ctx, STEPS, sizeof *count);
    if (!count)
        return FLUV_NO_MEMORY;
    fluv_figure_set(to, FLUV_FIGURE_hypsometric_integral, (sum / land->land - low) / (high - low));
    draw_curve(land, low, high, count, &to->curves.hypsometry);
    return FLUV_OK;
}
