// SPDX-License-Identifier: MIT
/* terrain.glb: ground, water and texture, simplified to a size that opens everywhere.
 *
 * The meshes are made as fine as the grid (at most about a million cells), then reduced by
 * meshoptimizer: first to the number of triangles allowed, then further as far as a small error in
 * metres allows. Its results depend on nothing but its input.
 *
 * Based on: Garland, Heckbert. Surface simplification using quadric error metrics. 1997 (through
 * meshoptimizer) */
#include "output/model.h"

#include "output/model_parts.h"
#include "output/picture.h"
#include "output/png.h"

#include <math.h>
#include <meshoptimizer.h>

#define MOST_CELLS        (1024.0 * 1024.0)
#define TERRAIN_TRIANGLES 750000
#define WATER_TRIANGLES   250000
#define ERROR_IN_CELLS    0.03 /* of a cell's side: what may be lost without being asked */
#define ANY_ERROR         1.0f

static float *positions(const fluv_model_mesh *mesh)
{
    return mesh->vertices;
}

static size_t stride(const fluv_model_mesh *mesh)
{
    return mesh->floats * sizeof(float);
}

static float simplify_to(fluv_model_mesh *mesh, size_t indices, float error, unsigned options)
{
    float reached = 0;
    mesh->index_count =
        meshopt_simplify(mesh->indices, mesh->indices, mesh->index_count, positions(mesh),
                         mesh->vertex_count, stride(mesh), indices, error, options, &reached);
    return reached;
}

/* Reduces a mesh to at most `triangles`, and further as long as that moves nothing by more than
 * `error` metres; returns how far the surface may have moved, m. Holes and the rim stay as they are
 * if that is possible at all. */
static float simplify(fluv_model_mesh *mesh, size_t triangles, double error, unsigned options)
{
    float scale = meshopt_simplifyScale(positions(mesh), mesh->vertex_count, stride(mesh));
    if (!(scale > 0))
        return 0;
    float moved = 0, allowed = (float)(error / scale);
    if (mesh->index_count > 3 * triangles)
        moved = simplify_to(mesh, 3 * triangles, ANY_ERROR, options);
    if (mesh->index_count > 3 * triangles)
        moved += simplify_to(mesh, 3 * triangles, ANY_ERROR, 0);
    if (moved < allowed)
        moved += simplify_to(mesh, 0, allowed - moved, options);
    return moved * scale;
}

/* Equal vertices become one. */
static fluv_status weld(fluv_ctx *ctx, fluv_model_mesh *mesh)
{
    unsigned *remap = fluv_scratch(ctx, mesh->vertex_count, sizeof *remap);
    if (!remap)
        return FLUV_NO_MEMORY;
    size_t count = meshopt_generateVertexRemap(remap, mesh->indices, mesh->index_count,
                                               mesh->vertices, mesh->vertex_count, stride(mesh));
    meshopt_remapVertexBuffer(mesh->vertices, mesh->vertices, mesh->vertex_count, stride(mesh),
                              remap);
    meshopt_remapIndexBuffer(mesh->indices, mesh->indices, mesh->index_count, remap);
    mesh->vertex_count = count;
    fluv_scratch_drop(ctx, remap);
    return FLUV_OK;
}

/* Orders triangles and vertices for the graphics card and drops vertices in no triangle. */
static void tidy(fluv_model_mesh *mesh)
{
    meshopt_optimizeVertexCache(mesh->indices, mesh->indices, mesh->index_count,
                                mesh->vertex_count);
    mesh->vertex_count =
        meshopt_optimizeVertexFetch(mesh->vertices, mesh->indices, mesh->index_count,
                                    mesh->vertices, mesh->vertex_count, stride(mesh));
}

static fluv_status make_meshes(fluv_ctx *ctx, const fluv_landscape *land, fluv_model_mesh *terrain,
                               fluv_model_mesh *water)
{
    fluv_model_grid grid;
    float moved = 0;
    FLUV_TRY(fluv_model_grid_make(ctx, land, MOST_CELLS, &grid));
    double error = ERROR_IN_CELLS * fmin(grid.step_x, grid.step_z);
    FLUV_TRY(fluv_terrain_mesh(ctx, &grid, terrain));
    FLUV_TRY(fluv_advance(ctx, 0.15));
    if (terrain->index_count) {
        moved = simplify(terrain, TERRAIN_TRIANGLES, error, meshopt_SimplifyLockBorder);
        tidy(terrain);
    }
    FLUV_TRY(fluv_advance(ctx, 0.5));
    FLUV_TRY(fluv_water_mesh(ctx, &grid, moved, water));
    if (water->index_count) {
        FLUV_TRY(weld(ctx, water));
        simplify(water, WATER_TRIANGLES, error, 0);
        tidy(water);
    }
    return fluv_advance(ctx, 0.65);
}

static fluv_status write_model(fluv_ctx *ctx, const fluv_landscape *land, const char *file)
{
    fluv_model_mesh terrain, water;
    FLUV_TRY(make_meshes(ctx, land, &terrain, &water));
    fluv_model_parts parts = {.terrain = &terrain, .water = &water};
    uint8_t *png = NULL;
    if (terrain.index_count) {
        fluv_picture texture;
        FLUV_TRY(fluv_picture_texture(ctx, land, &texture));
        fluv_status status = fluv_png_encode(ctx, &texture, &png, &parts.png_bytes);
        fluv_picture_free(&texture);
        FLUV_TRY(status);
    }
    parts.png = png;
    fluv_status status = fluv_glb_write(ctx, &parts, file);
    fluv_free(png);
    return status == FLUV_OK ? fluv_advance(ctx, 1) : status;
}

fluv_status fluv_model_write(fluv_ctx *ctx, const fluv_landscape *land, const char *glb_file)
{
    if (!fluv_height(land) || !fluv_cell_count(land))
        return fluv_fail(ctx, FLUV_BAD_USE,
                         "a model needs the layer height, which this landscape does not have");
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_status status = write_model(ctx, land, glb_file);
    fluv_scratch_release(ctx, mark);
    return status;
}
