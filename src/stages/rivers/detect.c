// SPDX-License-Identifier: MIT
/* Channels by Canny's edges on the map of drainage area (or discharge).
 *
 * in   area or discharge, receivers     out   cells of channels, with gaps
 *
 * On the logarithm of the area a channel is a line one cell wide. Smoothed by a Gaussian it has two
 * edges, sigma to its left and right, whose slope is that of a line of its height: so a threshold
 * of slope is a threshold of height, and that of area,
 *     slope = line(sigma) * log(area / floor),     floor = weak * least / 8,
 * where areas below the floor count as the floor: slopes without channels are level. An edge begins
 * where a channel that stands alone has the area at which channels begin (`least`), and goes on to
 * `weak` of it. Where flow runs side by side, as down an even slope, nothing stands out: there is
 * the difference to a threshold of area. Diagonal lines have fewer cells to a length: cells count
 * by the length of their step.
 *
 * Edges lie beside their channels: each is moved up the gradient to the largest cell. What Canny
 * cannot do, junctions and gaps, is then closed along the receivers by the caller.  O(n).
 *
 * Based on: Zeleny. Rivers and lakes in artificial landscape. 2008; Canny. A computational approach
 * to edge detection. 1986 */
#include "field/canny.h"
#include "field/grid.h"
#include "stages/rivers/mark.h"

#include <string.h>

#define BELOW_WEAK 8.0   /* the floor lies this many times below the weakest channel */
#define MOST       1e12  /* times the floor: what is more counts as this */
#define LEAST      1e-30 /* a threshold of 0 lets everything through */

typedef struct search {
    const fluv_rivers_params *params;
    const fluv_river_cells *ch;
    double weak, floor; /* m2 or m3/s */
    double sigma;       /* cells */
} search;

static search search_of(const fluv_rivers_params *params, const fluv_river_cells *ch)
{
    const fluv_frame *frame = &ch->frame;
    double longer = frame->cell * (frame->cols > frame->rows ? frame->cols : frame->rows);
    double smooth = params->smooth > 0.0 ? params->smooth : longer / 600.0;
    double least = fmax(fluv_rivers_least(params, frame), LEAST);
    return (search){.params = params,
                    .ch = ch,
                    .weak = least * params->weak,
                    .floor = least * params->weak / BELOW_WEAK,
                    .sigma = fmax(smooth / frame->cell, 1.0)};
}

/* Height of a cell as part of a line. */
static float height_of(const search *s, uint32_t cell)
{
    uint32_t to = s->ch->receiver[cell];
    if (!fluv_river_cells_land(s->ch, cell))
        return 0.0F;
    double times = fluv_rivers_value(s->params, s->ch, cell) / s->floor;
    if (!(times > 1.0))
        return 0.0F;
    const fluv_topology *topology = &s->ch->topology;
    double step = to == FLUV_NONE ? 1.0 : fluv_cell_distance(topology, cell, to) / topology->cell;
    return (float)(step * log(fmin(times, MOST)));
}

/* The largest cell of the 3 x 3 around a place, or `best` if that is larger. */
static uint32_t largest_around(const search *s, int64_t col, int64_t row, uint32_t best)
{
    uint32_t cols = s->ch->frame.cols, rows = s->ch->frame.rows;
    for (int64_t r = row - 1; r <= row + 1; r++)
        for (int64_t c = col - 1; c <= col + 1; c++) {
            if (!fluv_in_grid(cols, rows, c, r))
                continue;
            uint32_t cell = fluv_cell_at(cols, (uint32_t)c, (uint32_t)r);
            if (fluv_river_cells_land(s->ch, cell) &&
                (best == FLUV_NONE || fluv_rivers_value(s->params, s->ch, cell) >
                                          fluv_rivers_value(s->params, s->ch, best)))
                best = cell;
        }
    return best;
}

typedef struct ray {
    double col, row;           /* the edge's cell */
    double col_step, row_step; /* one cell up the gradient */
} ray;

static ray ray_of(const search *s, const float *smooth, uint32_t edge)
{
    uint32_t cols = s->ch->frame.cols, rows = s->ch->frame.rows;
    uint32_t col = fluv_col_of(cols, edge), row = fluv_row_of(cols, edge);
    double east = smooth[col + 1 < cols ? edge + 1 : edge];
    double west = smooth[col > 0 ? edge - 1 : edge];
    double south = smooth[row + 1 < rows ? edge + cols : edge];
    double north = smooth[row > 0 ? edge - cols : edge];
    double x = east - west, y = south - north, length = hypot(x, y);
    return (ray){col, row, x / length, y / length};
}

/* Whether the map falls to the sea or a lake here and not away from a channel. */
static bool is_shore(const search *s, ray r)
{
    uint32_t cols = s->ch->frame.cols, rows = s->ch->frame.rows;
    for (double way = 0.0; way <= 2.0 * s->sigma; way += 1.0) {
        int64_t col = llround(r.col - way * r.col_step), row = llround(r.row - way * r.row_step);
        if (fluv_in_grid(cols, rows, col, row) &&
            !fluv_river_cells_land(s->ch, fluv_cell_at(cols, (uint32_t)col, (uint32_t)row)))
            return true;
    }
    return false;
}

/* The channel that an edge belongs to: the largest cell up the gradient, as far as the channel may
 * be. NONE if it belongs to none. */
static uint32_t channel_of(const search *s, const float *smooth, uint32_t edge)
{
    ray r = ray_of(s, smooth, edge);
    uint32_t best = FLUV_NONE;
    if (is_shore(s, r))
        return FLUV_NONE;
    for (double way = 0.0; way <= 1.5 * s->sigma; way += 1.0)
        best = largest_around(s, llround(r.col + way * r.col_step),
                              llround(r.row + way * r.row_step), best);
    return best != FLUV_NONE && fluv_rivers_value(s->params, s->ch, best) >= s->weak ? best
                                                                                     : FLUV_NONE;
}

fluv_status fluv_rivers_detect(fluv_ctx *ctx, const fluv_rivers_params *params,
                               const fluv_river_cells *ch)
{
    search s = search_of(params, ch);
    uint32_t count = ch->topology.count;
    float *map = fluv_scratch(ctx, count, sizeof *map);
    uint8_t *edge = fluv_scratch(ctx, count, sizeof *edge);
    if (!map || !edge)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < count; c++)
        map[c] = height_of(&s, c);
    double line = fluv_canny_line(s.sigma);
    fluv_canny_job job = {.cols = ch->frame.cols,
                          .rows = ch->frame.rows,
                          .values = map,
                          .sigma = s.sigma,
                          .low = (float)(line * log(BELOW_WEAK)),
                          .high = (float)(line * log(BELOW_WEAK / params->weak)),
                          .to = 0.3};
    FLUV_TRY(fluv_canny(ctx, &job, map, edge));
    memset(ch->channel, 0, count);
    for (uint32_t c = 0; c < count; c++) {
        uint32_t channel = edge[c] ? channel_of(&s, map, c) : FLUV_NONE;
        if (channel != FLUV_NONE)
            ch->channel[channel] = 1;
    }
    fluv_scratch_drop(ctx, map);
    fluv_scratch_drop(ctx, edge);
    return FLUV_OK;
}
