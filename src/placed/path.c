// SPDX-License-Identifier: MIT
/* From a line in metres to a row of cells.
 *
 * in   points        out   cells, each touching the next, none twice
 *
 * The line is followed in steps that are shorter than a cell. A cell that only cuts a corner is
 * left out; where the line comes back to a cell it has been in, the loop is left out.  O(length).
 */
#include "placed/earth.h"

#include "field/grid.h"
#include "field/segments.h"

#include <assert.h>
#include <math.h>

#define STEPS_A_CELL 4.0
#define BATCH        256

uint32_t fluv_earth_cell(const fluv_earth *earth, double x, double y)
{
    const fluv_frame *frame = &earth->frame;
    double col = floor((x - frame->west) / frame->cell);
    double row = floor((frame->north - y) / frame->cell);
    if (!(col >= 0.0 && row >= 0.0 && col < frame->cols && row < frame->rows))
        return FLUV_NONE;
    return fluv_cell_at(frame->cols, (uint32_t)col, (uint32_t)row);
}

void fluv_earth_noise(const fluv_earth *earth, const fluv_noise *noise, const uint32_t *cells,
                      size_t count, float *out)
{
    double x[BATCH], y[BATCH];
    for (size_t done = 0; done < count; done += BATCH) {
        size_t some = count - done < BATCH ? count - done : BATCH;
        for (size_t i = 0; i < some; i++) {
            x[i] = fluv_cell_x(&earth->frame, cells[done + i]);
            y[i] = fluv_cell_y(&earth->frame, cells[done + i]);
        }
        fluv_noise_points(noise, x, y, some, out + done);
    }
}

/* The list from `first` on is the row under construction. */
static uint32_t *row_of(const fluv_list *cells, size_t first)
{
    return (uint32_t *)cells->items + first;
}

/* Leaves out what came since the row was at this cell before, or a corner that is no longer needed.
 */
static fluv_status add_cell(fluv_ctx *ctx, const fluv_earth *earth, size_t first, size_t pinned,
                            uint32_t cell, fluv_list *cells)
{
    assert(cell < earth->topology.count && first <= cells->count);
    uint32_t *row = row_of(cells, first);
    size_t count = cells->count - first;
    if (count && row[count - 1] == cell)
        return FLUV_OK;
    for (size_t i = count; i-- > 0;)
        if (row[i] == cell) {
            cells->count = first + i + 1;
            return FLUV_OK;
        }
    if (count >= 2 && cells->count > pinned &&
        fluv_cells_touch(earth->frame.cols, row[count - 2], cell))
        cells->count--;
    uint32_t *added = fluv_list_append(ctx, cells, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = cell;
    return FLUV_OK;
}

/* Follows one piece of the line; `left` becomes whether it ran out of the frame after it was in. */
static fluv_status add_piece(fluv_ctx *ctx, const fluv_earth *earth, size_t first, const double *xy,
                             fluv_list *cells, bool *left)
{
    size_t pinned = cells->count; /* the point it starts from keeps its cell */
    const fluv_frame *f = &earth->frame;
    double dx = xy[2] - xy[0], dy = xy[3] - xy[1], begin = 0.0, end = 1.0;
    fluv_clip(xy[0], dx, f->west, f->west + f->cell * f->cols, &begin, &end);
    fluv_clip(xy[1], dy, f->north - f->cell * f->rows, f->north, &begin, &end);
    double part = end - begin, steps = ceil(STEPS_A_CELL * part * hypot(dx, dy) / f->cell) + 1.0;
    for (double i = 0.0; part >= 0.0 && i <= steps; i++) {
        double along = begin + part * i / steps;
        uint32_t cell = fluv_earth_cell(earth, xy[0] + along * dx, xy[1] + along * dy);
        if (cell != FLUV_NONE)
            FLUV_TRY(add_cell(ctx, earth, first, pinned, cell, cells));
    }
    *left = cells->count > first && end < 1.0;
    return FLUV_OK;
}

fluv_status fluv_path_draw(fluv_ctx *ctx, const fluv_earth *earth, const double *xy, size_t points,
                           fluv_list *cells)
{
    size_t first = cells->count;
    bool left = false;
    assert(points >= 2);
    for (size_t i = 0; i + 1 < points && !left; i++)
        FLUV_TRY(add_piece(ctx, earth, first, xy + 2 * i, cells, &left));
    return fluv_advance(ctx, 0.1);
}
