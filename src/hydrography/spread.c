// SPDX-License-Identifier: MIT
/* Rivers wider than a cell: cells within half a river's width of its channel, whose water comes to
 * the channel over cells that it covers, are covered by it: its width is cut into the ground. They
 * keep their receivers, so that water still runs the way it did, and stand at their receivers'
 * level. O(n + river cells * cells of a disc). */
#include "hydrography/rivers.h"

#include "field/grid.h"

#include <assert.h>
#include <string.h>

#define MOST_STEPS 64 /* cells that water within the banks may run beside the river */

static bool beside_lake(const fluv_river_cells *ch, uint32_t cell)
{
    fluv_around around = fluv_around_cell(&ch->topology, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (ch->cover[around.cell[i]] == FLUV_LAKE)
            return true;
    return false;
}

/* Half the width of the river in a channel cell, cells; 0: no river with water. */
static double half_width(const fluv_river_cells *ch, const fluv_channel_shape *shape, uint32_t cell)
{
    if (ch->cover[cell] != FLUV_RIVER)
        return 0.0;
    double wanted = fluv_river_cells_width(ch, cell);
    double usual = (double)fluv_channel_width(shape, (double)ch->discharge[cell]) *
                   fluv_river_cells_wide(ch, cell);
    return 0.5 * (wanted > 0.0 ? wanted : usual) / ch->frame.cell;
}

/* Marks the cells whose centres lie in a disc around a cell's centre. */
static void stamp(const fluv_frame *frame, uint32_t cell, double radius, uint8_t *near)
{
    assert(radius >= 1.0 && cell < (size_t)frame->cols * frame->rows);
    int64_t col = cell % frame->cols, row = cell / frame->cols, far = (int64_t)radius;
    for (int64_t down = -far; down <= far; down++) {
        if (row + down < 0 || row + down >= frame->rows)
            continue;
        int64_t wide = (int64_t)sqrt(radius * radius - (double)(down * down));
        int64_t left = col > wide ? col - wide : 0;
        int64_t right = col + wide < frame->cols ? col + wide : (int64_t)frame->cols - 1;
        memset(near + (row + down) * frame->cols + left, 1, (size_t)(right - left) + 1);
    }
}

static bool can_cover(const fluv_river_cells *ch, uint32_t from, uint32_t cell)
{
    return ch->receiver[cell] == from && ch->cover[cell] == FLUV_LAND && !beside_lake(ch, cell);
}

static fluv_status add_front(fluv_ctx *ctx, fluv_list *fronts, uint32_t cell)
{
    uint32_t *added = fluv_list_append(ctx, fronts, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = cell;
    return FLUV_OK;
}

/* Channel cells of rivers wider than their cells, `near` being marked around them, and those of
 * brooks that join them inside their banks. */
static fluv_status begin_fronts(fluv_ctx *ctx, const fluv_river_cells *ch,
                                const fluv_channel_shape *shape, uint8_t *near, fluv_list *fronts)
{
    uint32_t cells = ch->topology.count;
    for (uint32_t c = 0; (c = fluv_next_marked(ch->channel, c, cells)) < cells; c++) {
        double radius = half_width(ch, shape, c);
        if (radius >= 1.0)
            stamp(&ch->frame, c, radius, near);
    }
    for (uint32_t c = 0; (c = fluv_next_marked(ch->channel, c, cells)) < cells; c++)
        if (near[c] && ch->cover[c] == FLUV_RIVER)
            FLUV_TRY(add_front(ctx, fronts, c));
    return FLUV_OK;
}

static fluv_status cover_around(fluv_ctx *ctx, const fluv_river_cells *ch, const uint8_t *near,
                                uint32_t from, fluv_list *fronts)
{
    fluv_around around = fluv_around_cell(&ch->topology, from);
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t cell = around.cell[i];
        if (!near[cell] || !can_cover(ch, from, cell))
            continue;
        ch->cover[cell] = FLUV_RIVER;
        ch->water[cell] = ch->water[from];
        ch->height[cell] = ch->height[from];
        FLUV_TRY(add_front(ctx, fronts, cell));
    }
    return FLUV_OK;
}

/* The river's cell that a cell within its banks drains to, over land that never leaves the banks
 * for more than a cell; NONE: it drains elsewhere. */
static uint32_t own_river(const fluv_river_cells *ch, const uint8_t *near, uint32_t cell)
{
    for (int outside = 0, steps = 0; cell != FLUV_NONE && steps < MOST_STEPS; steps++) {
        outside = near[cell] ? 0 : outside + 1;
        if (ch->cover[cell] == FLUV_RIVER)
            return cell;
        if (outside > 1 || ch->cover[cell] != FLUV_LAND || beside_lake(ch, cell))
            return FLUV_NONE;
        cell = ch->receiver[cell];
    }
    return FLUV_NONE;
}

/* Cells within the banks that run beside the river for a while before they join it. */
static void cover_detours(const fluv_river_cells *ch, const uint8_t *near)
{
    uint32_t cells = ch->topology.count;
    for (uint32_t c = 0; (c = fluv_next_marked(near, c, cells)) < cells; c++) {
        uint32_t river = own_river(ch, near, c);
        for (uint32_t at = c; river != FLUV_NONE && at != river; at = ch->receiver[at]) {
            ch->cover[at] = FLUV_RIVER;
            ch->water[at] = ch->water[river];
            ch->height[at] = ch->height[river];
        }
    }
}

fluv_status fluv_river_cells_spread(fluv_ctx *ctx, const fluv_river_cells *ch,
                                    const fluv_channel_shape *shape)
{
    assert(ch->topology.count == (size_t)ch->frame.cols * ch->frame.rows);
    uint8_t *near = fluv_scratch_zero(ctx, ch->topology.count, 1);
    if (!near)
        return FLUV_NO_MEMORY;
    fluv_list fronts = {.size = sizeof(uint32_t)};
    fluv_status status = begin_fronts(ctx, ch, shape, near, &fronts);
    for (size_t i = 0; status == FLUV_OK && i < fronts.count; i++)
        status = cover_around(ctx, ch, near, ((const uint32_t *)fronts.items)[i], &fronts);
    fluv_list_free(&fronts);
    if (status == FLUV_OK)
        cover_detours(ch, near);
    fluv_scratch_drop(ctx, near);
    return status;
}
