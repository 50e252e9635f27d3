// SPDX-License-Identifier: MIT
/* Landscapes that a caller brings: a frame, and grids of values that no stage has made.
 *
 * Values are looked at before they are taken: later stages follow receivers and count on covers
 * that there are.  O(n). */
#include "landscape/sound.h"

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
    FLUV_TRY(fluv_sound_grid(ctx, &land->frame, layer, values));
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
