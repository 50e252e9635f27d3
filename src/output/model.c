// SPDX-License-Identifier: MIT
/* terrain.glb: ground, water and texture, of a size that opens everywhere.
 *
 * The ground is made of as few right triangles as a small error allows, or as the number of
 * triangles does (facets.c). The water's outlines and rivers are reduced by meshoptimizer.
 * Its results depend on nothing but its input.
 *
 * Based on: Garland, Heckbert. Surface simplification using quadric error metrics. 1997 (through
 * meshoptimizer) */
#include "output/model.h"

#include "output/model_glb.h"
#include "output/png.h"

#include <assert.h>
#include <math.h>
#include <meshoptimizer.h>

#define TERRAIN_TRIANGLES 750000
#define ERROR_IN_CELLS    0.03 /* of a cell's side: what may be lost without being asked */
#define RIVER_LIFT        (2.0f / FLUV_RIVER_CARE) /* errors of large and small triangles add up */

static double error_of(const fluv_model_grid *grid)
{
    return ERROR_IN_CELLS * fmin(grid->step_x, grid->step_z);
}

static size_t stride(const fluv_model_mesh *mesh)
{
    return mesh->floats * sizeof(float);
}

/* Equal vertices become one. */
static fluv_status weld(fluv_ctx *ctx, fluv_model_mesh *mesh)
{
    assert(mesh->index_count % 3 == 0 && mesh->vertex_count > 0);
    unsigned *remap = fluv_scratch(ctx, mesh->vertex_count, sizeof *remap);
    if (!remap)
        return FLUV_NO_MEMORY;
    size_t count = meshopt_generateVertexRemap(remap, mesh->indices, mesh->index_count,
                                               mesh->vertices, mesh->vertex_count, stride(mesh));
    meshopt_remapVertexBuffer(mesh->vertices, mesh->vertices, mesh->vertex_count, stride(mesh),
                              remap);
    meshopt_remapIndexBuffer(mesh->indices, mesh->indices, mesh->index_count, remap);
    assert(count <= mesh->vertex_count);
    mesh->vertex_count = count;
    fluv_scratch_drop(ctx, remap);
    return FLUV_OK;
}

/* Orders triangles and vertices for the graphics card and drops vertices in no triangle. */
static fluv_status tidy(fluv_ctx *ctx, fluv_model_mesh *mesh)
{
    meshopt_optimizeVertexCache(mesh->indices, mesh->indices, mesh->index_count,
                                mesh->vertex_count);
    FLUV_TRY(fluv_look(ctx));
    mesh->vertex_count =
        meshopt_optimizeVertexFetch(mesh->vertices, mesh->indices, mesh->index_count,
                                    mesh->vertices, mesh->vertex_count, stride(mesh));
    return FLUV_OK;
}

/* The ground, on a grid with fewer cells where so few triangles do not do for it. */
static fluv_status make_terrain(fluv_ctx *ctx, const fluv_landscape *land, fluv_model_grid *grid,
                                fluv_model_mesh *terrain, float *moved)
{
    double cells = FLUV_MODEL_CELLS;
    do {
        FLUV_TRY(fluv_model_grid_make(ctx, land, cells, grid));
        FLUV_TRY(fluv_look(ctx));
        fluv_model_goal goal = {TERRAIN_TRIANGLES, error_of(grid)};
        FLUV_TRY(fluv_terrain_mesh(ctx, grid, &goal, terrain, moved));
        FLUV_TRY(fluv_advance(ctx, 0.3));
        cells /= 2;
    } while (!isfinite(*moved));
    if (terrain->index_count)
        FLUV_TRY(tidy(ctx, terrain));
    return fluv_advance(ctx, 0.5);
}

static fluv_status make_meshes(fluv_ctx *ctx, const fluv_landscape *land, fluv_model_mesh *terrain,
                               fluv_model_mesh *water)
{
    fluv_model_grid grid;
    float moved = 0;
    FLUV_TRY(make_terrain(ctx, land, &grid, terrain, &moved));
    FLUV_TRY(fluv_water_mesh_within(ctx, land, &grid, RIVER_LIFT * moved, water));
    if (water->index_count) {
        FLUV_TRY(fluv_look(ctx));
        FLUV_TRY(weld(ctx, water));
        FLUV_TRY(tidy(ctx, water));
    }
    return fluv_advance(ctx, 0.65);
}

static fluv_status encode_texture(fluv_ctx *ctx, const fluv_landscape *land,
                                  const fluv_picture *texture, uint8_t **png, size_t *bytes)
{
    if (texture)
        return fluv_png_encode(ctx, texture, png, bytes);
    fluv_picture own;
    FLUV_TRY(fluv_picture_texture(ctx, land, &own));
    fluv_status status = fluv_png_encode(ctx, &own, png, bytes);
    fluv_picture_free(&own);
    return status;
}

static fluv_status write_model(fluv_ctx *ctx, const fluv_landscape *land,
                               const fluv_picture *texture, const char *file)
{
    fluv_model_mesh terrain, water;
    FLUV_TRY(make_meshes(ctx, land, &terrain, &water));
    fluv_model_parts parts = {.terrain = &terrain, .water = &water};
    uint8_t *png = NULL;
    if (terrain.index_count)
        FLUV_TRY(encode_texture(ctx, land, texture, &png, &parts.png_bytes));
    parts.png = png;
    fluv_status status = fluv_glb_write(ctx, &parts, file);
    fluv_free(png);
    return status == FLUV_OK ? fluv_advance(ctx, 1) : status;
}

fluv_status fluv_model_write(fluv_ctx *ctx, const fluv_landscape *land, const fluv_picture *texture,
                             const char *glb_file)
{
    if (!fluv_height_of(land) || !fluv_cell_count(land))
        return fluv_fail(ctx, FLUV_BAD_USE,
                         "a model needs the layer height, which this landscape does not have");
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_status status = write_model(ctx, land, texture, glb_file);
    fluv_scratch_release(ctx, mark);
    return status;
}
