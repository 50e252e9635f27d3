// SPDX-License-Identifier: MIT
/* Rule 7: every dry land cell's water has a way to a river, lake, ocean or edge.
 *
 * Receivers are neighbours, dry cells never run uphill, no way leads back to itself, and a way ends
 * in a lake, at the ocean, at an edge or on the floor of a lake that is empty. On land whose lakes
 * are not known water may climb out of a hollow, but not above the level at which the hollow would
 * overflow (found by flooding from the edges inwards), and none may end in it. Circles are found by
 * colouring: a way is walked in one colour until it meets a coloured cell, then again in another;
 * meeting the first colour is meeting oneself.  O(cells), two visits each. */
#include "check/check.h"

#include "base/queue.h"
#include "field/grid.h"

#include <assert.h>

#define FLOODED 262144 /* cells between looks at whether to go on */

enum { NEW = 0, WALKED = 1, KNOWN = 2, COLOUR = 3, DRY_FLOOR = 4 };

static bool is_land(const fluv_check_land *land, uint32_t cell)
{
    return !isnan(land->height[cell]) && fluv_cover_at(land, cell) != FLUV_OCEAN;
}

static fluv_cell_state step_is_sound(const fluv_check_land *land, uint32_t cell, const char **fault)
{
    uint32_t to = land->receiver[cell];
    if (!is_land(land, cell) || to == FLUV_NONE)
        return FLUV_CELL_SKIPPED;
    if (to >= land->cells || !fluv_cells_touch(land->frame.cols, cell, to)) {
        *fault = "its receiver is no neighbour";
        return FLUV_CELL_BROKEN;
    }
    bool wet = land->water && !isnan(land->water[cell]);
    float highest = land->overflow ? land->overflow[cell] : land->height[cell];
    if (!wet && fluv_surface_at(land, to) > highest) {
        *fault = "its water runs uphill";
        return FLUV_CELL_BROKEN;
    }
    return FLUV_CELL_HOLDS;
}

/* On the frame's edge or beside nodata or ocean. */
static bool at_edge(const fluv_check_land *land, uint32_t cell)
{
    uint32_t cols = land->frame.cols, rows = land->frame.rows, col = cell % cols, row = cell / cols;
    if (!col || !row || col + 1 == cols || row + 1 == rows)
        return true;
    for (uint32_t r = row - 1; r <= row + 1; r++)
        for (uint32_t c = col - 1; c <= col + 1; c++)
            if (!is_land(land, r * cols + c))
                return true;
    return false;
}

static bool may_end(const fluv_check_land *land, const uint8_t *colours, uint32_t cell)
{
    if (fluv_cover_at(land, cell) == FLUV_LAKE || colours[cell] & DRY_FLOOR)
        return true;
    uint32_t lake = land->lake_of ? land->lake_of[cell] : 0;
    return (lake && land->lakes->lakes[lake - 1].state == FLUV_EMPTY) || at_edge(land, cell);
}

/* Where an empty lake has no outline its deepest point says where it would be. */
static void mark_floors(const fluv_check_land *land, uint8_t *colours)
{
    const fluv_frame *frame = &land->frame;
    for (size_t i = 0; land->lakes && i < land->lakes->count; i++) {
        const fluv_lake *lake = &land->lakes->lakes[i];
        double col = floor((lake->x - frame->west) / frame->cell);
        double row = floor((frame->north - lake->y) / frame->cell);
        bool inside = col >= 0 && col < frame->cols && row >= 0 && row < frame->rows;
        if (lake->state == FLUV_EMPTY && inside)
            colours[(uint32_t)row * frame->cols + (uint32_t)col] |= DRY_FLOOR;
    }
}

static uint32_t next_of(const fluv_check_land *land, uint32_t cell)
{
    uint32_t to = land->receiver[cell];
    return to < land->cells && is_land(land, to) ? to : FLUV_NONE;
}

/* Walks until the way ends or meets a colour, then again to say that the way is known. */
static void walk(const fluv_check_land *land, uint8_t *colours, uint32_t start,
                 fluv_finding *finding)
{
    uint32_t cell = start, last = start;
    while (cell != FLUV_NONE && (colours[cell] & COLOUR) == NEW) {
        colours[cell] |= WALKED;
        last = cell;
        cell = next_of(land, cell);
    }
    if (cell != FLUV_NONE && (colours[cell] & COLOUR) == WALKED)
        fluv_check_cell_break(land, cell, "its way leads back to it", finding);
    else if (land->receiver[last] == FLUV_NONE && !may_end(land, colours, last))
        fluv_check_cell_break(land, last, "its water has nowhere to go", finding);
    for (cell = start; cell != FLUV_NONE && (colours[cell] & COLOUR) == WALKED;) {
        colours[cell] ^= WALKED | KNOWN;
        cell = next_of(land, cell);
    }
}

/* Lets water rise from one cell to its neighbours, which it has not reached. */
static void flood_around(const fluv_check_land *land, uint32_t cell, fluv_queue *open)
{
    assert(cell < land->cells && !isnan(land->overflow[cell]));
    uint32_t cols = land->frame.cols, rows = land->frame.rows;
    int64_t col = cell % cols, row = cell / cols;
    for (int k = 0; k < 8; k++) {
        int64_t c = col + fluv_dx[k], r = row + fluv_dy[k];
        if (!fluv_in_grid(cols, rows, c, r))
            continue;
        uint32_t other = fluv_cell_at(cols, (uint32_t)c, (uint32_t)r);
        if (!isnan(land->overflow[other]) || !is_land(land, other))
            continue;
        land->overflow[other] = fmaxf(land->overflow[cell], fluv_surface_at(land, other));
        fluv_queue_push(open, land->overflow[other], other);
    }
}

/* The level at which each cell's water would run over, from the edges inwards, lowest first.
 * Based on: Barnes, Lehman, Mulla. Priority-flood. 2014 */
static fluv_status find_overflow(fluv_ctx *ctx, fluv_check_land *land)
{
    fluv_queue open;
    land->overflow = fluv_scratch(ctx, land->cells, sizeof *land->overflow);
    if (!land->overflow)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_queue_init(ctx, &open, land->cells));
    for (uint32_t cell = 0; cell < land->cells; cell++)
        land->overflow[cell] =
            is_land(land, cell) && at_edge(land, cell) ? fluv_surface_at(land, cell) : NAN;
    for (uint32_t cell = 0; cell < land->cells; cell++)
        if (!isnan(land->overflow[cell]))
            fluv_queue_push(&open, land->overflow[cell], cell);
    fluv_status status = FLUV_OK;
    size_t flooded = 0;
    for (uint32_t cell; status == FLUV_OK && (cell = fluv_queue_pop(&open, NULL)) != FLUV_NONE;) {
        flood_around(land, cell, &open);
        if (++flooded % FLOODED == 0)
            status = fluv_look(ctx);
    }
    fluv_queue_drop(ctx, &open);
    return status;
}

fluv_status fluv_rule_ways(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    if (!land->height || !land->receiver) {
        finding->missing = "receiver";
        return FLUV_OK;
    }
    uint8_t *colours = fluv_scratch_zero(ctx, land->cells, 1);
    if (!colours)
        return FLUV_NO_MEMORY;
    fluv_check_land own = *land;
    if (!land->lakes)
        FLUV_TRY(find_overflow(ctx, &own));
    fluv_check_cells(&own, step_is_sound, finding);
    mark_floors(&own, colours);
    for (uint32_t cell = 0; cell < land->cells; cell++)
        if (is_land(land, cell) && (colours[cell] & COLOUR) == NEW)
            walk(&own, colours, cell, finding);
    return FLUV_OK;
}
