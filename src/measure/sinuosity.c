// SPDX-License-Identifier: MIT
/* Sinuosity: the way over the straight line, of reaches of REACH cells of large channels.
 *
 * Every cell of a large channel begins a reach that runs down with the water; those that the edge
 * or the sea cuts short are left out.  O(channels * REACH). */
#include "measure/figures.h"

#include <assert.h>

#define REACH 40 /* steps */
#define LEAST 10 /* reaches */

static double distance(const fluv_surveyed *land, uint32_t a, uint32_t b)
{
    double x = (double)(a % land->cols) - (double)(b % land->cols);
    double y = (double)(a / land->cols) - (double)(b / land->cols);
    return sqrt(x * x + y * y);
}

/* Way over straight line of the reach from a cell down; 0: it is too short. */
static double walk(const fluv_surveyed *land, uint32_t from)
{
    assert(from < land->count);
    double way = 0.0;
    uint32_t at = from;
    for (int i = 0; i < REACH; i++) {
        uint32_t below = land->receiver[at];
        if (below == FLUV_NONE)
            return 0.0;
        way += distance(land, at, below);
        at = below;
    }
    return way / fmax(1.0, distance(land, from, at));
}

fluv_status fluv_measure_sinuosity(fluv_ctx *ctx, const fluv_surveyed *land, fluv_measures *to)
{
    double n = 0.0, sum = 0.0;
    (void)ctx;
    for (uint32_t i = 0; i < land->channel_count; i++) {
        uint32_t c = land->channels[i];
        double ratio = land->area[c] >= FLUV_RIVER_CELLS ? walk(land, c) : 0.0;
        n += ratio > 0.0;
        sum += ratio;
    }
    if (n >= LEAST)
        fluv_figure_set(to, FLUV_FIGURE_sinuosity, sum / n);
    else
        fluv_figure_miss(to, FLUV_FIGURE_sinuosity, "%.0f reaches of %d cells", n, REACH);
    return FLUV_OK;
}
