// SPDX-License-Identifier: MIT
/* Channel cells: where drainage area or discharge is large enough, or where channels stand out, and
 * below lakes' outlets.
 *
 * in   receivers, area, discharge, lakes     out   channel cells and how many run into each
 *
 * Once begun, a channel goes on to a lake, the sea or the edge.  O(n). */
#include "stages/rivers/mark.h"

#include "field/grid.h"

#include <assert.h>
#include <string.h>

static double default_area(const fluv_frame *frame)
{
    double side = frame->cell * (frame->cols > frame->rows ? frame->cols : frame->rows) / 80.0;
    return side * side;
}

double fluv_rivers_least(const fluv_rivers_params *params, const fluv_frame *frame)
{
    if (params->by == FLUV_RIVERS_BY_discharge)
        return params->discharge;
    return params->area > 0.0 ? params->area : default_area(frame);
}

static void mark_large(fluv_ctx *ctx, const fluv_rivers_params *params, const fluv_river_cells *ch)
{
    double least = fluv_rivers_least(params, &ch->frame);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < ch->topology.count; c++)
        ch->channel[c] = fluv_rivers_value(params, ch, c) >= least && fluv_river_cells_land(ch, c);
}

/* Placed rivers begin where they were placed, however small. */
static void mark_placed(const fluv_landscape *land, const fluv_river_cells *ch)
{
    const fluv_laid *laid = fluv_layer_read(land, FLUV_LAYER_laid);
    for (size_t i = 0; laid && i < laid->way_count; i++) {
        const fluv_laid_way *way = &laid->ways[i];
        for (uint32_t k = 0; way->river != FLUV_NONE && k < way->drawn; k++) {
            uint32_t cell = laid->cells[way->first_cell + k];
            if (!fluv_river_cells_land(ch, cell) || ch->channel[cell])
                continue;
            ch->channel[cell] = 1;
            fluv_channel_mark_below(ch, cell);
        }
    }
}

double fluv_rivers_outlets(const fluv_rivers_params *params, const fluv_frame *frame)
{
    bool all = params->outlets || params->extract == FLUV_RIVERS_EXTRACT_canny ||
               params->by == FLUV_RIVERS_BY_discharge;
    return all ? -INFINITY : fluv_rivers_least(params, frame);
}

/* Rivers of an earlier run of this stage are land again. */
static void forget_rivers(const fluv_river_cells *ch, int threads)
{
    fluv_beds_fill(ch->cover, ch->water, ch->topology.count, threads, ch->height);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < ch->topology.count; c++) {
        bool dry_lake = ch->cover[c] == FLUV_DRY_BED && ch->lake_of && ch->lake_of[c] != FLUV_NONE;
        if (ch->cover[c] == FLUV_RIVER || (ch->cover[c] == FLUV_DRY_BED && !dry_lake)) {
            ch->cover[c] = FLUV_LAND;
            ch->water[c] = NAN;
        }
    }
}

/* At the frame's edge, beside the sea or beside ground that is not known. */
static bool at_rim(const fluv_river_cells *ch, uint32_t cell)
{
    fluv_around around = fluv_around_cell(&ch->topology, cell);
    bool rim = around.count < 8;
    for (uint32_t k = 0; k < around.count; k++)
        rim = rim || ch->cover[around.cell[k]] == FLUV_OCEAN || isnan(ch->height[around.cell[k]]);
    return rim;
}

/* Receivers that somebody else gave may end in hollows, and rivers must not. */
static fluv_status expect_ends(fluv_ctx *ctx, const fluv_river_cells *ch)
{
    for (uint32_t c = 0; c < ch->topology.count; c++) {
        bool lake = ch->lake_of && ch->lake_of[c] != FLUV_NONE;
        if (ch->receiver[c] == FLUV_NONE && !lake && fluv_river_cells_land(ch, c) && !at_rim(ch, c))
            return fluv_fail(ctx, FLUV_BAD_INPUT,
                             "rivers: column %u, row %u: water ends here in a hollow without a "
                             "lake: put lakes, or drain, before rivers",
                             c % ch->topology.cols, c / ch->topology.cols);
    }
    return FLUV_OK;
}

fluv_status fluv_rivers_mark(fluv_ctx *ctx, const fluv_rivers_params *params, fluv_landscape *land,
                             fluv_river_cells *ch)
{
    FLUV_TRY(fluv_river_cells_open(ctx, land, ch));
    assert(fluv_receivers_inside(&ch->topology, ch->receiver));
    forget_rivers(ch, ctx->threads);
    FLUV_TRY(expect_ends(ctx, ch));
    if (params->extract == FLUV_RIVERS_EXTRACT_canny)
        FLUV_TRY(fluv_rivers_detect(ctx, params, ch));
    else
        mark_large(ctx, params, ch);
    /* Discharge may shrink downstream, and detected channels have gaps. */
    bool gaps =
        params->by == FLUV_RIVERS_BY_discharge || params->extract == FLUV_RIVERS_EXTRACT_canny;
    for (uint32_t c = 0; gaps && c < ch->topology.count; c++)
        if (ch->channel[c])
            fluv_channel_mark_below(ch, c);
    mark_placed(land, ch);
    if (ch->exit_of)
        fluv_outlets_mark(ch, fluv_rivers_outlets(params, &ch->frame));
    assert(!ch->lake_of || ch->exit_of);
    fluv_river_cells_count_feeders(ch);
    return FLUV_OK;
}
