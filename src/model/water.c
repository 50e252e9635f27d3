// SPDX-License-Identifier: MIT
/* The water as a mesh of its own: sea and lakes flat at their levels, rivers sloping with their
 * surface.
 *
 * Standing water reaches one cell under its shore, so that the shore line is where the ground cuts
 * the surface and not the edge of a cell. Cells of one level are covered together with large
 * triangles, every river cell with two of its own (facets.c). Every triangle brings its three
 * vertices. All are halves of squares, halved again: none is empty or turned over.  O(cells). */
#include "landscape/block.h"
#include "model/facets.h"
#include "model/model.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define FLOATS 6

/* The level of still water in a cell, or of that beside it which its ground stands above; NaN when
 * there is none. */
static float still_level(const fluv_model_grid *grid, uint32_t col, uint32_t row)
{
    size_t at = (size_t)row * grid->cols + col;
    if (isfinite(grid->level[at]))
        return grid->level[at];
    float level = NAN;
    for (uint32_t y = row ? row - 1 : 0; y <= row + 1 && y < grid->rows; y++)
        for (uint32_t x = col ? col - 1 : 0; x <= col + 1 && x < grid->cols; x++) {
            size_t cell = (size_t)y * grid->cols + x;
            if (fluv_is_still(grid->cover[cell]) && grid->ground[at] >= grid->level[cell] &&
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
    assert(count > 0);
    return (float)(sum / count);
}

/* Cells of the same water's level are of one kind; the level's bits name it. */
static uint32_t water_kind(const fluv_model_grid *grid, uint32_t col, uint32_t row)
{
    size_t cell = (size_t)row * grid->cols + col;
    if (!isfinite(grid->ground[cell]))
        return FLUV_FACET_VOID;
    if (grid->cover[cell] == FLUV_RIVER)
        return FLUV_FACET_ALONE;
    float level = still_level(grid, col, row);
    uint32_t bits;
    if (!isfinite(level))
        return FLUV_FACET_VOID;
    level = level == 0 ? -0.0f : level; /* +0 would be void */
    memcpy(&bits, &level, sizeof bits);
    return bits;
}

static float kind_level(uint32_t kind)
{
    assert(kind != FLUV_FACET_VOID && kind != FLUV_FACET_ALONE);
    float level;
    memcpy(&level, &kind, sizeof level);
    return level + 0.0f; /* no negative zero: equal corners have equal bytes */
}

static void set_vertex(const fluv_model_grid *grid, uint32_t corner, uint32_t kind, float lift,
                       float vertex[FLOATS])
{
    uint32_t col = corner % (grid->cols + 1), row = corner / (grid->cols + 1);
    vertex[0] = fluv_corner_x(grid, col);
    vertex[1] = kind == FLUV_FACET_ALONE ? river_level(grid, col, row) + lift : kind_level(kind);
    vertex[2] = fluv_corner_z(grid, row);
    vertex[3] = vertex[5] = 0;
    vertex[4] = 1;
}

static fluv_status fill_mesh(fluv_ctx *ctx, const fluv_model_grid *grid, const fluv_facets *facets,
                             float lift, fluv_model_mesh *mesh)
{
    fluv_facet *list = NULL;
    size_t count = 0;
    FLUV_TRY(fluv_facets_list(ctx, facets, 0, &list, &count));
    FLUV_TRY(fluv_look(ctx));
    mesh->vertices = fluv_scratch(ctx, count, 3 * FLOATS * sizeof(float));
    mesh->indices = fluv_scratch(ctx, count, 3 * sizeof(uint32_t));
    if (!mesh->vertices || !mesh->indices)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < 3 * count; i++) {
        const fluv_facet *facet = &list[i / 3];
        assert(facet->cell < (size_t)grid->cols * grid->rows);
        set_vertex(grid, facet->corner[i % 3], facets->ground.kind[facet->cell], lift,
                   mesh->vertices + FLOATS * i);
        mesh->indices[i] = (uint32_t)i;
    }
    mesh->vertex_count = mesh->index_count = 3 * count;
    fluv_scratch_drop(ctx, list);
    return FLUV_OK;
}

fluv_status fluv_water_mesh(fluv_ctx *ctx, const fluv_model_grid *grid, float lift,
                            fluv_model_mesh *mesh)
{
    *mesh = (fluv_model_mesh){.floats = FLOATS};
    uint32_t *kind = fluv_scratch(ctx, (size_t)grid->cols * grid->rows, sizeof *kind);
    if (!kind)
        return FLUV_NO_MEMORY;
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
    for (uint32_t row = 0; row < grid->rows; row++)
        for (uint32_t col = 0; col < grid->cols; col++)
            kind[(size_t)row * grid->cols + col] = water_kind(grid, col, row);
    FLUV_TRY(fluv_look(ctx));
    fluv_facet_ground ground = {.cols = grid->cols, .rows = grid->rows, .kind = kind};
    fluv_facets facets;
    FLUV_TRY(fluv_facets_measure(ctx, &ground, &facets));
    FLUV_TRY(fluv_look(ctx));
    FLUV_TRY(fill_mesh(ctx, grid, &facets, lift, mesh));
    fluv_scratch_drop(ctx, facets.error);
    fluv_scratch_drop(ctx, kind);
    return FLUV_OK;
}

fluv_status fluv_water_mesh_within(fluv_ctx *ctx, const fluv_landscape *land,
                                   const fluv_model_grid *finest, float lift, fluv_model_mesh *mesh)
{
    fluv_model_grid grid = *finest;
    for (double cells = (double)grid.cols * grid.rows;; cells /= 2) {
        struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
        if (cells < (double)grid.cols * grid.rows)
            FLUV_TRY(fluv_model_grid_make(ctx, land, cells, &grid));
        FLUV_TRY(fluv_water_mesh(ctx, &grid, lift, mesh));
        if (mesh->index_count <= 3 * (size_t)FLUV_MODEL_WATER_TRIANGLES)
            return FLUV_OK;
        fluv_scratch_release(ctx, mark);
    }
}

fluv_shared *fluv_model_water_seal(fluv_ctx *ctx, const fluv_model_mesh *mesh)
{
    assert(mesh->floats >= 3 && mesh->index_count % 3 == 0);
    fluv_model_water water = {.vertex_count = mesh->vertex_count, .index_count = mesh->index_count};
    fluv_block_part parts[] = {
        {.from = &water, .bytes = sizeof water},
        {.bytes = mesh->vertex_count * 3 * sizeof(float)},
        {.from = mesh->indices, .bytes = mesh->index_count * sizeof *mesh->indices}};
    fluv_shared *sealed = fluv_block_seal(ctx, parts, 3);
    if (!sealed)
        return NULL;
    fluv_model_water *made = parts[0].at;
    float *xyz = parts[1].at;
    for (size_t i = 0; i < mesh->vertex_count; i++)
        memcpy(xyz + 3 * i, mesh->vertices + i * mesh->floats, 3 * sizeof *xyz);
    made->xyz = xyz;
    made->indices = parts[2].at;
    return sealed;
}
