// SPDX-License-Identifier: MIT
/* The water as a mesh of its own: sea and lakes flat at their levels, rivers sloping with their
 * surface.
 *
 * Standing water reaches one cell under its shore, so that the shore line is where the ground cuts
 * the surface and not the edge of a cell. Every cell brings its four corners; equal ones are welded
 * when the mesh is simplified.  O(cells). */
#include "output/model_parts.h"

#include <math.h>

#define FLOATS 6

static bool is_still(const fluv_model_grid *grid, size_t cell)
{
    return grid->cover[cell] == FLUV_OCEAN || grid->cover[cell] == FLUV_LAKE;
}

/* The level of still water in or beside a cell that the ground of the cell stands above; NaN when
 * there is none. */
static float still_level(const fluv_model_grid *grid, uint32_t col, uint32_t row)
{
    size_t at = (size_t)row * grid->cols + col;
    if (is_still(grid, at))
        return grid->level[at];
    float level = NAN;
    for (uint32_t y = row ? row - 1 : 0; y <= row + 1 && y < grid->rows; y++)
        for (uint32_t x = col ? col - 1 : 0; x <= col + 1 && x < grid->cols; x++) {
            size_t cell = (size_t)y * grid->cols + x;
            if (is_still(grid, cell) && grid->ground[at] >= grid->level[cell] &&
                !(grid->level[cell] < level))
                level = grid->level[cell];
        }
    return level;
}

/* Mean surface of the river cells around a corner. */
static float river_level(const fluv_model_grid *grid, uint32_t col, uint32_t row)
{
    double sum = 0;
    int count = 0;
    for (uint32_t y = row ? row - 1 : 0; y <= row && y < grid->rows; y++)
        for (uint32_t x = col ? col - 1 : 0; x <= col && x < grid->cols; x++) {
            size_t cell = (size_t)y * grid->cols + x;
            if (grid->cover[cell] == FLUV_RIVER) {
                sum += grid->level[cell];
                count++;
            }
        }
    return (float)(sum / count);
}

/* Level at each corner of a cell: a b / c d. False when the cell has no water. */
static bool corner_levels(const fluv_model_grid *grid, uint32_t col, uint32_t row, float lift,
                          float levels[4])
{
    bool river = grid->cover[(size_t)row * grid->cols + col] == FLUV_RIVER;
    float still = river ? 0 : still_level(grid, col, row);
    if (!isfinite(still) || !isfinite(grid->ground[(size_t)row * grid->cols + col]))
        return false;
    for (uint32_t i = 0; i < 4; i++)
        levels[i] = river ? river_level(grid, col + i % 2, row + i / 2) + lift : still;
    return true;
}

static void add_cell(const fluv_model_grid *grid, uint32_t col, uint32_t row, const float levels[4],
                     fluv_model_mesh *mesh)
{
    static const uint32_t order[6] = {0, 2, 1, 1, 2, 3};
    for (uint32_t i = 0; i < 4; i++) {
        float *vertex = mesh->vertices + FLOATS * (mesh->vertex_count + i);
        vertex[0] = fluv_corner_x(grid, col + i % 2);
        vertex[1] = levels[i] + 0.0f; /* no negative zero: equal corners have equal bytes */
        vertex[2] = fluv_corner_z(grid, row + i / 2);
        vertex[3] = vertex[5] = 0;
        vertex[4] = 1;
    }
    for (int i = 0; i < 6; i++)
        mesh->indices[mesh->index_count++] = (uint32_t)mesh->vertex_count + order[i];
    mesh->vertex_count += 4;
}

fluv_status fluv_water_mesh(fluv_ctx *ctx, const fluv_model_grid *grid, float lift,
                            fluv_model_mesh *mesh)
{
    float levels[4];
    size_t cells = 0;
    for (uint32_t row = 0; row < grid->rows; row++)
        for (uint32_t col = 0; col < grid->cols; col++)
            cells += corner_levels(grid, col, row, lift, levels);
    *mesh = (fluv_model_mesh){.floats = FLOATS};
    mesh->vertices = fluv_scratch(ctx, cells, 4 * FLOATS * sizeof(float));
    mesh->indices = fluv_scratch(ctx, cells, 6 * sizeof(uint32_t));
    if (!mesh->vertices || !mesh->indices)
        return FLUV_NO_MEMORY;
    for (uint32_t row = 0; row < grid->rows; row++)
        for (uint32_t col = 0; col < grid->cols; col++)
            if (corner_levels(grid, col, row, lift, levels))
                add_cell(grid, col, row, levels, mesh);
    return FLUV_OK;
}
