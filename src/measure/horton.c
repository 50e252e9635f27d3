// SPDX-License-Identifier: MIT
/* Horton's ratios: how many streams, how long and of how much land there are of each Strahler
 * order.
 *
 * A stream runs from where its order begins to where it ends. Ratios are those of a line through
 * the logarithms over the orders that have STREAMS streams or more.  O(channels).
 *
 * Based on: Horton. Erosional development of streams and their drainage basins. 1945. Strahler.
 * Quantitative analysis of watershed geomorphology. 1957 */
#include "measure/figures.h"

#include <assert.h>
#include <string.h>

#define ORDERS  16
#define STREAMS 3 /* of an order that counts */

typedef struct streams {
    double count[ORDERS], length[ORDERS], area[ORDERS];
} streams;

/* Orders of all channels' cells, which come upstream first. */
static void find_orders(const fluv_surveyed *land, uint8_t *order, uint8_t *twice)
{
    for (uint32_t i = 0; i < land->channel_count; i++) {
        uint32_t c = land->channels[i], to = land->receiver[c];
        if (!order[c])
            order[c] = 1;
        order[c] = (uint8_t)(order[c] + twice[c]); /* all its donors are done */
        if (to == FLUV_NONE)
            continue;
        assert(to < land->count && to != c);
        if (order[c] > order[to]) {
            order[to] = order[c];
            twice[to] = 0;
        } else if (order[c] == order[to]) {
            twice[to] = 1;
        }
    }
}

static void sum_streams(const fluv_surveyed *land, const uint8_t *order, streams *to)
{
    memset(to, 0, sizeof *to);
    for (uint32_t i = 0; i < land->channel_count; i++) {
        uint32_t c = land->channels[i], below = land->receiver[c];
        assert(order[c] > 0);
        int of = order[c] < ORDERS ? order[c] : ORDERS - 1;
        if (below != FLUV_NONE)
            to->length[of] += fluv_cell_distance(&land->topology, c, below) / land->cell;
        if (below == FLUV_NONE || order[below] != order[c]) {
            to->count[of] += 1.0;
            to->area[of] += land->area[c];
        }
    }
}

static double ratio(const streams *all, const double *sums, bool mean)
{
    fluv_line_sums line = {0};
    for (int of = 1; of < ORDERS; of++)
        if (all->count[of] >= STREAMS && sums[of] > 0.0)
            fluv_line_add(&line, of, log10(mean ? sums[of] / all->count[of] : sums[of]));
    return line.n >= 3.0 ? pow(10.0, fabs(fluv_line_slope(&line))) : (double)NAN;
}

fluv_status fluv_measure_horton(fluv_ctx *ctx, const fluv_surveyed *land, fluv_measures *to)
{
    uint8_t *order = fluv_scratch_zero(ctx, land->count, sizeof *order);
    uint8_t *twice = fluv_scratch_zero(ctx, land->count, sizeof *twice);
    streams all;
    if (!order || !twice)
        return FLUV_NO_MEMORY;
    find_orders(land, order, twice);
    sum_streams(land, order, &all);
    const struct {
        fluv_figure_id id;
        double value;
    } ratios[] = {{FLUV_FIGURE_bifurcation_ratio, ratio(&all, all.count, false)},
                  {FLUV_FIGURE_length_ratio, ratio(&all, all.length, true)},
                  {FLUV_FIGURE_area_ratio, ratio(&all, all.area, true)}};
    for (size_t i = 0; i < 3; i++)
        if (isnan(ratios[i].value))
            fluv_figure_miss(to, ratios[i].id, "fewer than three orders of channels");
        else
            fluv_figure_set(to, ratios[i].id, ratios[i].value);
    return FLUV_OK;
}
