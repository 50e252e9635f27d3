// SPDX-License-Identifier: MIT
/* Landscapes that a caller brings: a frame, and grids of values that no stage has made.
 *
 * Values are looked at before they are taken: later stages follow receivers and count on covers
 * that there are.  O(n). */
#include "field/grid.h"
#include "landscape/landscape.h"

#include <math.h>
#include <string.h>

static fluv_status check_frame(fluv_ctx *ctx, const fluv_frame *frame)
{
    if (!frame->cols || !frame->rows || (uint64_t)frame->cols * frame->rows >= FLUV_NONE)
        return fluv_fail(ctx, FLUV_BAD_USE, "%u x %u cells are no frame: expected 1 to 4294967294",
                         frame->cols, frame->rows);
    if (!(frame->cell > 0.0) || !isfinite(frame->cell))
        return fluv_fail(ctx, FLUV_BAD_USE, "cells of %g m are no frame: expected more than 0",
                         frame->cell);
    if (!isfinite(frame->west) || !isfinite(frame->north) || !(frame->low <= frame->high))
        return fluv_fail(ctx, FLUV_BAD_USE,
                         "the frame's corner or its heights are no numbers in order");
    return FLUV_OK;
}

fluv_status fluv_landscape_new(fluv_ctx *ctx, const fluv_frame *frame, const char *crs,
                               fluv_landscape **out)
{
    *out = NULL;
    FLUV_TRY(check_frame(ctx, frame));
    fluv_landscape *land = fluv_alloc_zero(ctx, 1, sizeof *land);
    if (!land)
        return FLUV_NO_MEMORY;
    land->frame = *frame;
    fluv_status status = fluv_landscape_set_crs(ctx, land, crs);
    if (status == FLUV_OK)
        *out = land;
    else
        fluv_landscape_delete(land);
    return status;
}

enum { NEW, ON_THE_WAY, DONE };

/* The first cell whose way leads back to it; NONE: there is no circle. `state` is zeroed. */
static uint32_t find_circle(const uint32_t *receiver, uint32_t count, uint8_t *state)
{
    for (uint32_t start = 0; start < count; start++) {
        uint32_t at = start;
        for (; at != FLUV_NONE && state[at] == NEW; at = receiver[at])
            state[at] = ON_THE_WAY;
        if (at != FLUV_NONE && state[at] == ON_THE_WAY)
            return at;
        for (at = start; at != FLUV_NONE && state[at] == ON_THE_WAY; at = receiver[at])
            state[at] = DONE;
    }
    return FLUV_NONE;
}

static fluv_status check_receivers(fluv_ctx *ctx, const fluv_frame *frame, const uint32_t *receiver)
{
    uint32_t count = frame->cols * frame->rows;
    for (uint32_t c = 0; c < count; c++)
        if (receiver[c] != FLUV_NONE &&
            (receiver[c] >= count || !fluv_cells_touch(frame->cols, c, receiver[c])))
            return fluv_fail(ctx, FLUV_BAD_INPUT, "receiver: cell %u drains to %u, no neighbour", c,
                             receiver[c]);
    uint8_t *state = fluv_scratch_zero(ctx, count, sizeof *state);
    if (!state)
        return FLUV_NO_MEMORY;
    uint32_t circle = find_circle(receiver, count, state);
    fluv_scratch_drop(ctx, state);
    if (circle != FLUV_NONE)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "receiver: the water of cell %u comes back to it",
                         circle);
    return FLUV_OK;
}

static fluv_status check_cover(fluv_ctx *ctx, const uint8_t *cover, size_t count)
{
    for (size_t c = 0; c < count; c++)
        if (cover[c] > FLUV_DRY_BED)
            return fluv_fail(ctx, FLUV_BAD_INPUT, "cover: cell %zu is %u, expected 0 to %d", c,
                             cover[c], FLUV_DRY_BED);
    return FLUV_OK;
}

/* Sums of water and land are numbers, and none is below 0. */
static fluv_status check_sums(fluv_ctx *ctx, const fluv_layer_row *row, const void *values,
                              size_t count)
{
    for (size_t c = 0; c < count; c++) {
        double value = row->info.type == FLUV_FLOAT64 ? ((const double *)values)[c]
                                                      : (double)((const float *)values)[c];
        if (!(value >= 0.0) || isinf(value))
            return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: cell %zu is %g, expected 0 or more",
                             row->info.name, c, value);
    }
    return FLUV_OK;
}

static fluv_status check_values(fluv_ctx *ctx, const fluv_frame *frame, fluv_layer layer,
                                const void *values, size_t count)
{
    switch (layer) {
    case FLUV_LAYER_receiver:
        return check_receivers(ctx, frame, values);
    case FLUV_LAYER_cover:
        return check_cover(ctx, values, count);
    case FLUV_LAYER_area:
    case FLUV_LAYER_discharge:
    case FLUV_LAYER_flow:
        return check_sums(ctx, &fluv_layer_rows[layer], values, count);
    default:
        return FLUV_OK; /* any number is a height, and no number is nodata */
    }
}

static fluv_status give(fluv_ctx *ctx, fluv_landscape *land, const char *name, const void *values,
                        size_t count)
{
    const fluv_layer_info *info = fluv_layer_find(name);
    if (!info || info->place != FLUV_ON_GRID)
        return fluv_fail(ctx, FLUV_BAD_USE, "`%s` is no layer of values on the grid", name);
    fluv_layer layer = fluv_layer_of(info);
    if (count != fluv_cell_count(land))
        return fluv_fail(ctx, FLUV_BAD_USE, "%s: %zu values for %u x %u cells", name, count,
                         land->frame.cols, land->frame.rows);
    FLUV_TRY(check_values(ctx, &land->frame, layer, values, count));
    fluv_layers_drop(land, fluv_layers_stale(FLUV_HAS(layer), 0));
    void *own = fluv_layer_renew(ctx, land, layer);
    if (!own)
        return FLUV_NO_MEMORY;
    memcpy(own, values, count * fluv_layer_rows[layer].bytes);
    land->surveyed = land->surveyed || layer == FLUV_LAYER_height;
    return FLUV_OK;
}

fluv_status fluv_layer_give(fluv_ctx *ctx, fluv_landscape *land, const char *layer,
                            const void *values, size_t count)
{
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    return fluv_call_end(ctx, mark, give(ctx, land, layer, values, count));
}
