// SPDX-License-Identifier: MIT
/* Sinuosity: the way over the straight line, of reaches of REACH cells of large channels.
 *
 * Reaches follow each other down every channel from where it becomes large, and end where it joins
 * a larger one.  O(channels). */
#include "measure/figures.h"

#define REACH 40 /* steps */
#define LEAST 10 /* reaches */

static double distance(const fluv_surveyed *land, uint32_t a, uint32_t b)
{
    double x = (double)(a % land->cols) - (double)(b % land->cols);
    double y = (double)(a / land->cols) - (double)(b / land->cols);
    return sqrt(x * x + y * y);
}

/* One reach from a cell down; where it ends, NONE: it is too short. */
static uint32_t walk(const fluv_surveyed *land, uint32_t from, double *ratio)
{
    double way = 0.0;
    uint32_t at = from;
    for (int i = 0; i < REACH; i++) {
        uint32_t below = land->receiver[at];
        if (below == FLUV_NONE || land->largest[below] != at)
            return FLUV_NONE;
        way += distance(land, at, below);
        at = below;
    }
    *ratio = way / fmax(1.0, distance(land, from, at));
    return at;
}

static bool is_head(const fluv_surveyed *land, uint32_t cell)
{
    uint32_t above = land->largest[cell];
    return above == FLUV_NONE || land->area[above] < FLUV_RIVER_CELLS;
}

fluv_status fluv_measure_sinuosity(fluv_ctx *ctx, const fluv_surveyed *land, fluv_measures *to)
{
    double n = 0.0, sum = 0.0, ratio = 0.0;
    (void)ctx;
    for (uint32_t i = 0; i < land->channel_count; i++) {
        uint32_t c = land->channels[i];
        if (land->area[c] < FLUV_RIVER_CELLS || !is_head(land, c))
            continue;
        while ((c = walk(land, c, &ratio)) != FLUV_NONE) {
            n += 1.0;
            sum += ratio;
        }
    }
    if (n >= LEAST)
        fluv_figure_set(to, FLUV_FIGURE_sinuosity, sum / n);
    else
        fluv_figure_miss(to, FLUV_FIGURE_sinuosity, "%.0f reaches of %d cells", n, REACH);
    return FLUV_OK;
}
