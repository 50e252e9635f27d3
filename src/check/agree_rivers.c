// SPDX-License-Identifier: MIT
/* Rule 9, rivers: every point of a reach lies in or beside a cell that is water or bed, every river
 * cell lies within the width of some reach, and a river's width is cut into the ground: cells that
 * drain to it between its banks, but for one on each side, are water.
 *
 * For the last two, discs as wide as the river, and as its middle, are stamped along the lines:
 * river cells that stay unstamped have no reach, land in a river's middle was not cut.
 * O(points + stamped cells), a disc being a few rows of memset. */
#include "check/check.h"
#include "check/tolerance.h"

#include <assert.h>
#include <inttypes.h>

#define SPACING 0.5 /* cells between discs: the most a disc is too small is half of it */
#define WIDEST                                                                                     \
    128.0 /* cells: half widths beyond this are taken as this, so that work is bounded             \
           */

static bool fits(const fluv_check_land *land, uint32_t cell, const fluv_reach *reach, bool end)
{
    uint8_t cover = land->cover[cell];
    bool dry = reach->kind == FLUV_DRY;
    if (cover == FLUV_DRY_BED)
        return dry || end;
    return cover != FLUV_LAND && (!dry || end);
}

/* In the point's cell or one of its eight neighbours. */
static bool beside_water(const fluv_check_land *land, const fluv_river_point *point,
                         const fluv_reach *reach, bool end)
{
    double col = floor((point->x - land->frame.west) / land->frame.cell);
    double row = floor((land->frame.north - point->y) / land->frame.cell);
    double cols = land->frame.cols, rows = land->frame.rows;
    if (!(col >= -1 && col <= cols && row >= -1 && row <= rows))
        return false;
    for (double r = fmax(0, row - 1); r <= fmin(rows - 1, row + 1); r++)
        for (double c = fmax(0, col - 1); c <= fmin(cols - 1, col + 1); c++)
            if (fits(land, (uint32_t)r * land->frame.cols + (uint32_t)c, reach, end))
                return true;
    return false;
}

static void check_points(const fluv_check_land *land, const fluv_reach *reach,
                         fluv_finding *finding)
{
    uint32_t count;
    const fluv_river_point *points = fluv_check_line(land, reach, &count);
    for (uint32_t i = 0; i < count; i++)
        if (!beside_water(land, &points[i], reach, i == 0 || i + 1 == count)) {
            fluv_finding_break(finding,
                               "reach %" PRId64 " point %u at %.9g, %.9g is far from its "
                               "cells",
                               reach->id, i, points[i].x, points[i].y);
            return;
        }
}

enum { NEAR = 1, MIDDLE = 3 }; /* what cells are to a river: within its banks, in its middle */

/* Marks the cells whose centres lie in a disc; place and radius in cells from the corner. */
static void stamp(const fluv_frame *frame, double x, double y, double radius, uint8_t *near,
                  uint8_t mark)
{
    assert(radius > 0.0 && near);
    double top = fmax(0, ceil(y - radius - 0.5)),
           bottom = fmin(frame->rows - 1.0, floor(y + radius - 0.5));
    for (double row = top; row <= bottom; row++) {
        double down = row + 0.5 - y, half = sqrt(fmax(0, radius * radius - down * down));
        double left = fmax(0, ceil(x - half - 0.5));
        double right = fmin(frame->cols - 1.0, floor(x + half - 0.5));
        uint8_t *at = near + (size_t)row * frame->cols;
        for (size_t col = (size_t)left; left <= right && col <= (size_t)right; col++)
            at[col] |= mark;
    }
}

typedef struct piece {
    double x, y, dx, dy, length; /* cells from the frame's corner */
    double radius, middle;       /* of the banks, and of what must be water */
} piece;

static piece piece_at(const fluv_frame *frame, const fluv_river_point *p)
{
    double width = fmax(0, fmax((double)p[0].width, (double)p[1].width)) / frame->cell;
    double least = fmax(0, fmin((double)p[0].width, (double)p[1].width)) / frame->cell;
    piece at = {.x = (p[0].x - frame->west) / frame->cell,
                .y = (frame->north - p[0].y) / frame->cell,
                .dx = (p[1].x - p[0].x) / frame->cell,
                .dy = (p[0].y - p[1].y) / frame->cell,
                .radius = fmin(WIDEST, width / 2) + FLUV_CHECK_BANK,
                .middle = fmin(WIDEST, least / 2) - FLUV_CHECK_CUT};
    at.length = hypot(at.dx, at.dy);
    return at;
}

static void stamp_line(const fluv_check_land *land, const fluv_reach *reach, uint8_t *near)
{
    uint32_t count;
    const fluv_river_point *points = fluv_check_line(land, reach, &count);
    double due = 0; /* cells from the piece's start to the next disc */
    for (uint32_t i = 0; i + 1 < count; i++) {
        piece at = piece_at(&land->frame, &points[i]);
        if (!isfinite(at.x) || !isfinite(at.y) || !isfinite(at.length))
            continue;
        for (; due <= at.length; due += SPACING) {
            double part = at.length > 0 ? due / at.length : 0;
            double x = at.x + part * at.dx, y = at.y + part * at.dy;
            stamp(&land->frame, x, y, at.radius, near, NEAR);
            if (at.middle > 0 && reach->kind != FLUV_DRY)
                stamp(&land->frame, x, y, at.middle, near, MIDDLE);
        }
        due -= at.length;
    }
}

/* Whether all lines together are longer than rivers without crossings could be. */
static bool too_long(const fluv_check_land *land)
{
    assert(land->rivers);
    double all = 0;
    for (size_t i = 0; i < land->rivers->count; i++) {
        uint32_t count;
        const fluv_river_point *points = fluv_check_line(land, &land->rivers->reaches[i], &count);
        for (uint32_t k = 0; k + 1 < count; k++) {
            double length = piece_at(&land->frame, &points[k]).length;
            all += isfinite(length) ? length : 0;
        }
    }
    return all > 4.0 * ((double)land->cells + (double)land->rivers->point_count);
}

static bool is_lake(const fluv_check_land *land, uint32_t cell, const void *user)
{
    (void)user;
    return land->cover[cell] == FLUV_LAKE;
}

static bool beside_lake(const fluv_check_land *land, uint32_t cell)
{
    const fluv_frame *frame = &land->frame;
    return fluv_check_near(land, fluv_cell_x(frame, cell), fluv_cell_y(frame, cell), is_lake, NULL);
}

/* Whether land in the middle sheds its water into the river without leaving it. A lake's shore is
 * left to the lake, and what lies beyond a divide to the water there. */
static bool drains_to_river(const fluv_check_land *land, const uint8_t *near, uint32_t cell)
{
    assert(near && cell < land->cells);
    for (int steps = 0; steps < FLUV_CHECK_BANK_STEPS; steps++) {
        if (!land->receiver || cell >= land->cells)
            return false;
        if (land->cover[cell] == FLUV_RIVER)
            return true;
        if (near[cell] != MIDDLE || land->cover[cell] != FLUV_LAND || isnan(land->height[cell]) ||
            beside_lake(land, cell))
            return false;
        cell = land->receiver[cell];
    }
    return false;
}

static void check_cells(const fluv_check_land *land, const uint8_t *near, fluv_finding *finding)
{
    uint64_t checked = 0, broken = 0;
    uint32_t first = FLUV_NONE;
    for (uint32_t cell = 0; cell < land->cells; cell++) {
        bool river = land->cover[cell] == FLUV_RIVER;
        bool cut = near && near[cell] == MIDDLE && land->cover[cell] == FLUV_LAND;
        checked += river || cut;
        if (river ? near && near[cell] : !cut || !drains_to_river(land, near, cell))
            continue;
        broken++;
        first = first == FLUV_NONE ? cell : first;
    }
    finding->checked += checked;
    if (!broken)
        return;
    bool river = land->cover[first] == FLUV_RIVER;
    fluv_check_cell_break(
        land, first, river ? "river far from any reach" : "land in the middle of a river", finding);
    finding->broken += broken - 1;
}

fluv_status fluv_agree_rivers(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    if (!land->rivers) {
        check_cells(land, NULL, finding);
        return FLUV_OK;
    }
    if (too_long(land)) {
        fluv_finding_break(finding, "lines too long to be rivers of this frame");
        return FLUV_OK;
    }
    uint8_t *near = fluv_scratch_zero(ctx, land->cells, 1);
    if (!near)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < land->rivers->count; i++) {
        check_points(land, &land->rivers->reaches[i], finding);
        stamp_line(land, &land->rivers->reaches[i], near);
    }
    finding->checked += land->rivers->count;
    check_cells(land, near, finding);
    fluv_scratch_drop(ctx, near);
    return FLUV_OK;
}
