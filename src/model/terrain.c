// SPDX-License-Identifier: MIT
/* The ground as a mesh over the corners of the cells.
 *
 * A corner takes the mean of the cells around it; beside a river, the mean of the river's beds, so
 * that its water lies in a channel. Cells with data are covered with right triangles, as large as
 * the error allows (facets.c). Corners of cells rather than their centres: holes have the
 * shape of the missing cells, and a single cell is already a surface.  O(cells). */
#include "model/facets.h"
#include "model/model.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define FLOATS      8
#define LEAST_DEPTH 0.05f /* of still water away from its shore, cells */

/* Mean of the cells around corner (col, row); NaN when none has data. Amid still water it lies well
 * below the surface, so that the floor does not show through where triangles are large. */
static float corner_height(const fluv_model_grid *grid, uint32_t col, uint32_t row)
{
    assert(col <= grid->cols && row <= grid->rows);
    double all = 0, beds = 0;
    float level = INFINITY;
    int count = 0, rivers = 0, still = 0;
    for (uint32_t y = row ? row - 1 : 0; y <= row && y < grid->rows; y++)
        for (uint32_t x = col ? col - 1 : 0; x <= col && x < grid->cols; x++) {
            size_t cell = (size_t)y * grid->cols + x;
            float ground = grid->ground[cell];
            if (!isfinite(ground))
                continue;
            all += ground;
            count++;
            if (fluv_is_still(grid->cover[cell])) {
                level = fminf(level, grid->level[cell]);
                still++;
            }
            if (grid->cover[cell] == FLUV_RIVER) {
                beds += ground;
                rivers++;
            }
        }
    float mean = rivers ? (float)(beds / rivers) : count ? (float)(all / count) : NAN;
    return still && still == count ? fminf(mean, level - LEAST_DEPTH * (float)grid->step_x) : mean;
}

/* What the mesh is made from: heights of the corners, kinds of the cells, the triangles. */
typedef struct terrain_plan {
    const fluv_model_grid *grid;
    float *height;
    uint32_t *number; /* of each corner as a vertex, NONE: in no triangle */
    fluv_facet *facets;
    size_t facet_count;
} terrain_plan;

static size_t corner_count(const fluv_model_grid *grid)
{
    return (grid->cols + (size_t)1) * (grid->rows + (size_t)1);
}

static float *corner_heights(fluv_ctx *ctx, const fluv_model_grid *grid)
{
    float *height = fluv_scratch(ctx, corner_count(grid), sizeof *height);
    if (!height)
        return NULL;
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
    for (uint32_t row = 0; row <= grid->rows; row++)
        for (uint32_t col = 0; col <= grid->cols; col++)
            height[(size_t)row * (grid->cols + 1) + col] = corner_height(grid, col, row);
    return height;
}

/* No triangle crosses a shore: on a plain a few decimetres decide where it lies. */
static uint32_t *cell_kinds(fluv_ctx *ctx, const fluv_model_grid *grid)
{
    enum { DRY = FLUV_FACET_VOID + 1, WET };
    size_t cells = (size_t)grid->cols * grid->rows;
    uint32_t *kind = fluv_scratch(ctx, cells, sizeof *kind);
    for (size_t i = 0; kind && i < cells; i++)
        kind[i] = !isfinite(grid->ground[i])      ? FLUV_FACET_VOID
                  : fluv_is_still(grid->cover[i]) ? WET
                                                  : DRY;
    return kind;
}

/* The four corners of a river's cell follow its bed closely. */
static uint8_t *corner_care(fluv_ctx *ctx, const fluv_model_grid *grid)
{
    size_t corners = corner_count(grid), stride = grid->cols + (size_t)1;
    uint8_t *care = fluv_scratch(ctx, corners, sizeof *care);
    if (!care)
        return NULL;
    memset(care, 1, corners);
    for (uint32_t row = 0; row < grid->rows; row++)
        for (uint32_t col = 0; col < grid->cols; col++) {
            uint8_t *corner = care + row * stride + col;
            if (grid->cover[(size_t)row * grid->cols + col] == FLUV_RIVER)
                corner[0] = corner[1] = corner[stride] = corner[stride + 1] = FLUV_RIVER_CARE;
        }
    return care;
}

static fluv_status plan_triangles(fluv_ctx *ctx, const fluv_model_goal *goal, terrain_plan *plan,
                                  float *moved)
{
    fluv_facets facets;
    fluv_facet_ground ground = {.cols = plan->grid->cols, .rows = plan->grid->rows};
    uint32_t *kind = cell_kinds(ctx, plan->grid);
    uint8_t *care = corner_care(ctx, plan->grid);
    plan->height = corner_heights(ctx, plan->grid);
    if (!kind || !care || !plan->height)
        return FLUV_NO_MEMORY;
    ground.kind = kind;
    ground.care = care;
    ground.height = plan->height;
    FLUV_TRY(fluv_look(ctx));
    FLUV_TRY(fluv_facets_measure(ctx, &ground, &facets));
    *moved = fluv_facets_choose(&facets, goal->triangles, (float)goal->error);
    FLUV_TRY(fluv_look(ctx));
    if (isfinite(*moved))
        FLUV_TRY(fluv_facets_list(ctx, &facets, *moved, &plan->facets, &plan->facet_count));
    fluv_scratch_drop(ctx, facets.error);
    fluv_scratch_drop(ctx, care);
    fluv_scratch_drop(ctx, kind);
    return FLUV_OK;
}

/* Slope across a corner along one axis, `step` corners away, from whichever neighbours have data.
 */
static double slope(const float *here, size_t step, bool before, bool after, double length)
{
    before = before && isfinite(*(here - step));
    after = after && isfinite(here[step]);
    double from = (double)(before ? *(here - step) : *here);
    double to = (double)(after ? here[step] : *here);
    return before || after ? (to - from) / (length * (before + after)) : 0;
}

static void set_vertex(const terrain_plan *plan, uint32_t col, uint32_t row, float *vertex)
{
    const fluv_model_grid *grid = plan->grid;
    size_t stride = grid->cols + (size_t)1;
    const float *here = plan->height + row * stride + col;
    double east = slope(here, 1, col > 0, col < grid->cols, grid->step_x);
    double south = slope(here, stride, row > 0, row < grid->rows, grid->step_z);
    double length = sqrt(1 + east * east + south * south);
    vertex[0] = fluv_corner_x(grid, col);
    vertex[1] = *here;
    vertex[2] = fluv_corner_z(grid, row);
    vertex[3] = (float)(-east / length);
    vertex[4] = (float)(1 / length);
    vertex[5] = (float)(-south / length);
    vertex[6] = (float)((double)col / grid->cols);
    vertex[7] = (float)((double)row / grid->rows);
}

/* Numbers the corners that are in a triangle; returns how many. */
static uint32_t number_corners(terrain_plan *plan)
{
    size_t corners = corner_count(plan->grid);
    for (size_t i = 0; i < corners; i++)
        plan->number[i] = FLUV_NONE;
    for (size_t i = 0; i < plan->facet_count; i++)
        for (int corner = 0; corner < 3; corner++) {
            assert(plan->facets[i].corner[corner] < corners);
            plan->number[plan->facets[i].corner[corner]] = 0;
        }
    uint32_t count = 0;
    for (size_t i = 0; i < corners; i++)
        if (plan->number[i] != FLUV_NONE)
            plan->number[i] = count++;
    return count;
}

static void fill_mesh(const terrain_plan *plan, int threads, fluv_model_mesh *mesh)
{
    uint32_t stride = plan->grid->cols + 1;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint32_t row = 0; row <= plan->grid->rows; row++)
        for (uint32_t col = 0; col < stride; col++) {
            uint32_t number = plan->number[(size_t)row * stride + col];
            if (number != FLUV_NONE)
                set_vertex(plan, col, row, mesh->vertices + FLOATS * (size_t)number);
        }
    for (size_t i = 0; i < plan->facet_count; i++)
        for (int corner = 0; corner < 3; corner++)
            mesh->indices[mesh->index_count++] = plan->number[plan->facets[i].corner[corner]];
    assert(mesh->index_count == 3 * plan->facet_count);
}

fluv_status fluv_terrain_mesh(fluv_ctx *ctx, const fluv_model_grid *grid,
                              const fluv_model_goal *goal, fluv_model_mesh *mesh, float *moved)
{
    *mesh = (fluv_model_mesh){.floats = FLOATS};
    assert(corner_count(grid) < UINT32_MAX);
    terrain_plan plan = {.grid = grid};
    FLUV_TRY(plan_triangles(ctx, goal, &plan, moved));
    FLUV_TRY(fluv_look(ctx));
    if (!isfinite(*moved))
        return FLUV_OK;
    plan.number = fluv_scratch(ctx, corner_count(grid), sizeof *plan.number);
    if (!plan.number)
        return FLUV_NO_MEMORY;
    mesh->vertex_count = number_corners(&plan);
    FLUV_TRY(fluv_look(ctx));
    mesh->vertices = fluv_scratch(ctx, mesh->vertex_count, FLOATS * sizeof(float));
    mesh->indices = fluv_scratch(ctx, plan.facet_count, 3 * sizeof(uint32_t));
    if (!mesh->vertices || !mesh->indices)
        return FLUV_NO_MEMORY;
    fill_mesh(&plan, ctx->threads, mesh);
    fluv_scratch_drop(ctx, plan.number);
    fluv_scratch_drop(ctx, plan.facets);
    fluv_scratch_drop(ctx, plan.height);
    return FLUV_OK;
}
