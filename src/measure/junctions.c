// SPDX-License-Identifier: MIT
/* Junction angles: between the two largest arms of every junction of channels, each seen from the
 * junction to ARM cells up its largest donors.  O(channels). */
#include "measure/figures.h"

#include <assert.h>

#define ARM   10 /* cells */
#define LEAST 20 /* junctions */

/* The two donors that drain most, NONE: there is no second channel. */
static uint32_t second_arm(const fluv_surveyed *land, uint32_t cell)
{
    fluv_around around = fluv_around_cell(&land->topology, cell);
    uint32_t second = FLUV_NONE;
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t c = around.cell[i];
        if (land->receiver[c] != cell || c == land->largest[cell] ||
            land->area[c] < FLUV_CHANNEL_CELLS)
            continue;
        if (second == FLUV_NONE || land->area[c] > land->area[second])
            second = c;
    }
    assert(second == FLUV_NONE || land->area[second] <= land->area[land->largest[cell]]);
    return second;
}

/* Direction from the junction to the arm's far end; false: it is shorter. */
static bool look_up(const fluv_surveyed *land, uint32_t junction, uint32_t arm, double *direction)
{
    for (int i = 1; i < ARM && arm != FLUV_NONE; i++)
        arm = land->largest[arm];
    if (arm == FLUV_NONE)
        return false;
    *direction = atan2((double)(arm / land->cols) - (double)(junction / land->cols),
                       (double)(arm % land->cols) - (double)(junction % land->cols));
    return true;
}

fluv_status fluv_measure_junctions(fluv_ctx *ctx, const fluv_surveyed *land, fluv_measures *to)
{
    double n = 0.0, mean = 0.0, squares = 0.0;
    (void)ctx;
    for (uint32_t i = 0; i < land->channel_count; i++) {
        uint32_t c = land->channels[i], second = second_arm(land, c);
        double one, other;
        if (second == FLUV_NONE || !look_up(land, c, land->largest[c], &one) ||
            !look_up(land, c, second, &other))
            continue;
        double angle = fabs(one - other) * (180.0 / M_PI);
        angle = angle > 180.0 ? 360.0 - angle : angle;
        n += 1.0;
        double d = angle - mean;
        mean += d / n;
        squares += d * (angle - mean);
    }
    if (n >= LEAST) {
        fluv_figure_set(to, FLUV_FIGURE_junction_angle, mean);
        fluv_figure_set(to, FLUV_FIGURE_junction_spread, sqrt(squares / n));
    } else {
        fluv_figure_miss(to, FLUV_FIGURE_junction_angle, "%.0f junctions", n);
        fluv_figure_miss(to, FLUV_FIGURE_junction_spread, "%.0f junctions", n);
    }
    return FLUV_OK;
}
