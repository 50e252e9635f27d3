// SPDX-License-Identifier: MIT
/* The ground as a mesh over the corners of the cells.
 *
 * A corner takes the mean of the cells around it; beside a river, the mean of the river's beds, so
 * that its water lies in a channel. Every cell with data is two triangles, split along the diagonal
 * that bends less. Corners of cells rather than their centres: holes have the shape of the missing
 * cells, and a single cell is already a surface.  O(cells). */
#include "output/model_parts.h"

#include <assert.h>
#include <math.h>

#define FLOATS 8

/* Mean of the cells around corner (col, row); NaN when none has data. */
static float corner_height(const fluv_model_grid *grid, uint32_t col, uint32_t row)
{
    double all = 0, beds = 0;
    int count = 0, rivers = 0;
    for (uint32_t y = row ? row - 1 : 0; y <= row && y < grid->rows; y++)
        for (uint32_t x = col ? col - 1 : 0; x <= col && x < grid->cols; x++) {
            size_t cell = (size_t)y * grid->cols + x;
            float ground = grid->ground[cell];
            if (!isfinite(ground))
                continue;
            all += ground;
            count++;
            if (grid->cover[cell] == FLUV_RIVER) {
                beds += ground;
                rivers++;
            }
        }
    return rivers ? (float)(beds / rivers) : count ? (float)(all / count) : NAN;
}

static const float *vertex_at(const fluv_model_mesh *mesh, const fluv_model_grid *grid,
                              uint32_t col, uint32_t row)
{
    return mesh->vertices + FLOATS * ((size_t)row * (grid->cols + 1) + col);
}

/* Slope between the neighbours before and after along one axis, whichever have data. */
static float slope(const float *before, const float *here, const float *after, int axis)
{
    const float *from = before && isfinite(before[1]) ? before : here;
    const float *to = after && isfinite(after[1]) ? after : here;
    return from == to ? 0 : (to[1] - from[1]) / (to[axis] - from[axis]);
}

static void set_normal(const fluv_model_grid *grid, fluv_model_mesh *mesh, uint32_t col,
                       uint32_t row)
{
    float *here = mesh->vertices + FLOATS * ((size_t)row * (grid->cols + 1) + col);
    if (!isfinite(here[1]))
        return;
    float east = slope(col ? vertex_at(mesh, grid, col - 1, row) : NULL, here,
                       col < grid->cols ? vertex_at(mesh, grid, col + 1, row) : NULL, 0);
    float south = slope(row ? vertex_at(mesh, grid, col, row - 1) : NULL, here,
                        row < grid->rows ? vertex_at(mesh, grid, col, row + 1) : NULL, 2);
    double length = sqrt(1 + (double)east * east + (double)south * south);
    here[3] = (float)(-east / length);
    here[4] = (float)(1 / length);
    here[5] = (float)(-south / length);
}

static void set_vertices(int threads, const fluv_model_grid *grid, fluv_model_mesh *mesh)
{
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint32_t row = 0; row <= grid->rows; row++)
        for (uint32_t col = 0; col <= grid->cols; col++) {
            float *vertex = mesh->vertices + FLOATS * ((size_t)row * (grid->cols + 1) + col);
            vertex[0] = fluv_corner_x(grid, col);
            vertex[1] = corner_height(grid, col, row);
            vertex[2] = fluv_corner_z(grid, row);
            vertex[6] = (float)((double)col / grid->cols);
            vertex[7] = (float)((double)row / grid->rows);
        }
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint32_t row = 0; row <= grid->rows; row++)
        for (uint32_t col = 0; col <= grid->cols; col++)
            set_normal(grid, mesh, col, row);
}

/* a b      Two triangles, cut from a to d or from b to c.
 * c d */
static void add_cell(const fluv_model_grid *grid, uint32_t col, uint32_t row, fluv_model_mesh *mesh)
{
    uint32_t a = row * (grid->cols + 1) + col, b = a + 1, c = a + grid->cols + 1, d = c + 1;
    const float *v = mesh->vertices + 1;
    float fall_ad = fabsf(v[(size_t)FLOATS * a] - v[(size_t)FLOATS * d]);
    float fall_bc = fabsf(v[(size_t)FLOATS * b] - v[(size_t)FLOATS * c]);
    uint32_t cut_ad[6] = {a, c, d, a, d, b}, cut_bc[6] = {a, c, b, b, c, d};
    for (int i = 0; i < 6; i++)
        mesh->indices[mesh->index_count++] = fall_ad < fall_bc ? cut_ad[i] : cut_bc[i];
}

/* Corners without data are in no triangle; they must be numbers all the same. */
static void clean_unused(fluv_model_mesh *mesh)
{
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        float *vertex = mesh->vertices + FLOATS * i;
        if (isfinite(vertex[1]))
            continue;
        vertex[1] = vertex[3] = vertex[5] = 0;
        vertex[4] = 1;
    }
}

fluv_status fluv_terrain_mesh(fluv_ctx *ctx, const fluv_model_grid *grid, fluv_model_mesh *mesh)
{
    size_t cells = (size_t)grid->cols * grid->rows;
    *mesh = (fluv_model_mesh){.floats = FLOATS,
                              .vertex_count = (grid->cols + (size_t)1) * (grid->rows + (size_t)1)};
    assert(mesh->vertex_count < UINT32_MAX);
    mesh->vertices = fluv_scratch(ctx, mesh->vertex_count, FLOATS * sizeof(float));
    mesh->indices = fluv_scratch(ctx, cells, 6 * sizeof(uint32_t));
    if (!mesh->vertices || !mesh->indices)
        return FLUV_NO_MEMORY;
    set_vertices(ctx->threads, grid, mesh);
    for (uint32_t row = 0; row < grid->rows; row++)
        for (uint32_t col = 0; col < grid->cols; col++)
            if (isfinite(grid->ground[(size_t)row * grid->cols + col]))
                add_cell(grid, col, row, mesh);
    clean_unused(mesh);
    return FLUV_OK;
}
