// SPDX-License-Identifier: MIT
/* Rule 12: in the model every triangle of the water faces up and none is without area, and together
 * they cover the water's cells.
 *
 * The water is that of the model which was read from a file; of a landscape that was just made, it
 * is the mesh that a model's writer takes. A cell is covered when a triangle holds its centre, seen
 * from above; triangles are scanned row by row.  O(cells + triangles). */
#include "model/model.h"
#include "check/check.h"
#include "check/tolerance.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

typedef struct triangles {
    const float *vertices; /* rows of `floats`, x east, y up and z south at their beginning, m */
    const uint32_t *indices;
    size_t index_count;
    uint32_t floats;
} triangles;

typedef struct corner {
    double col, row; /* in cells' centres */
} corner;

static corner corner_at(const fluv_check_land *land, const triangles *mesh, size_t i)
{
    assert(i < mesh->index_count);
    const float *at = mesh->vertices + (size_t)mesh->indices[i] * mesh->floats;
    return (corner){(double)at[0] / land->frame.cell + 0.5 * land->frame.cols - 0.5,
                    (double)at[2] / land->frame.cell + 0.5 * land->frame.rows - 0.5};
}

/* Twice the area seen from above, in cells; negative: from below. */
static double seen(const corner c[3])
{
    return (c[1].row - c[0].row) * (c[2].col - c[0].col) -
           (c[1].col - c[0].col) * (c[2].row - c[0].row);
}

/* Where a side crosses a row widens the span. */
static void cross(corner a, corner b, double row, double *left, double *right)
{
    if ((a.row < row && b.row < row) || (a.row > row && b.row > row))
        return;
    double part = a.row == b.row ? 0 : (row - a.row) / (b.row - a.row);
    double col = a.col + part * (b.col - a.col);
    *left = fmin(*left, a.row == b.row ? fmin(a.col, b.col) : col);
    *right = fmax(*right, a.row == b.row ? fmax(a.col, b.col) : col);
}

/* Marks the cells whose centres lie in a triangle; returns how many. */
static uint64_t fill(const fluv_check_land *land, const corner c[3], uint8_t *covered)
{
    const double room = FLUV_CHECK_MODEL_ROOM;
    uint64_t marked = 0;
    double top = fmax(0, ceil(fmin(c[0].row, fmin(c[1].row, c[2].row)) - room));
    double bottom =
        fmin(land->frame.rows - 1.0, floor(fmax(c[0].row, fmax(c[1].row, c[2].row)) + room));
    for (double row = top; row <= bottom; row++) {
        double left = INFINITY, right = -INFINITY;
        for (int i = 0; i < 3; i++)
            cross(c[i], c[(i + 1) % 3], row, &left, &right);
        left = fmax(0, ceil(left - room));
        right = fmin(land->frame.cols - 1.0, floor(right + room));
        if (!(left <= right))
            continue;
        size_t width = (size_t)(right - left) + 1;
        memset(covered + (size_t)row * land->frame.cols + (size_t)left, 1, width);
        marked += width;
    }
    return marked;
}

/* False: the triangles lie over each other many times, they are no surface. */
static bool look_at_triangles(const fluv_check_land *land, const triangles *mesh, uint8_t *covered,
                              fluv_finding *finding)
{
    assert(mesh->floats >= 3 && covered);
    uint64_t marked = 0, most = 16 * ((uint64_t)land->cells + mesh->index_count);
    for (size_t i = 0; i + 2 < mesh->index_count && marked <= most; i += 3) {
        corner c[3] = {corner_at(land, mesh, i), corner_at(land, mesh, i + 1),
                       corner_at(land, mesh, i + 2)};
        double area = seen(c);
        if (area > FLUV_CHECK_MODEL_AREA)
            marked += fill(land, c, covered);
        else
            fluv_finding_break(finding, "triangle %zu near cell %.0f,%.0f %s", i / 3, c[0].col,
                               c[0].row,
                               area < -FLUV_CHECK_MODEL_AREA ? "faces down" : "has no area");
    }
    finding->checked += mesh->index_count / 3;
    return marked <= most;
}

static void look_at_cells(const fluv_check_land *land, const uint8_t *covered,
                          fluv_finding *finding)
{
    uint64_t broken = 0;
    uint32_t first = 0;
    for (uint32_t cell = 0; cell < land->cells; cell++) {
        uint8_t cover = land->cover[cell];
        bool wet = cover == FLUV_OCEAN || cover == FLUV_LAKE || cover == FLUV_RIVER;
        if (!wet || isnan(land->height[cell]))
            continue;
        finding->checked++;
        if (covered[cell])
            continue;
        first = broken++ ? first : cell;
    }
    if (!broken)
        return;
    fluv_check_cell_break(land, first, "water that the model does not show", finding);
    finding->broken += broken - 1;
}

/* What the file said, or what a writer would take. */
static fluv_status take_water(fluv_ctx *ctx, const fluv_check_land *land, triangles *mesh)
{
    const fluv_model_water *read = land->model;
    fluv_model_mesh made;
    if (!read) {
        fluv_model_grid grid;
        FLUV_TRY(fluv_model_grid_make(ctx, land->from, FLUV_MODEL_CELLS, &grid));
        FLUV_TRY(fluv_water_mesh_within(ctx, land->from, &grid, 0, &made));
        *mesh = (triangles){made.vertices, made.indices, made.index_count, made.floats};
        return FLUV_OK;
    }
    *mesh = (triangles){read->xyz, read->indices, read->index_count, 3};
    return FLUV_OK;
}

fluv_status fluv_rule_model(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    if (!land->height || !land->cover || !land->water) {
        finding->missing = "water";
        return FLUV_OK;
    }
    triangles mesh;
    FLUV_TRY(take_water(ctx, land, &mesh));
    uint8_t *covered = fluv_scratch_zero(ctx, land->cells, 1);
    if (!covered)
        return FLUV_NO_MEMORY;
    if (look_at_triangles(land, &mesh, covered, finding))
        look_at_cells(land, covered, finding);
    else
        fluv_finding_break(finding, "triangles lie over each other");
    return FLUV_OK;
}
