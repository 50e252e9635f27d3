// SPDX-License-Identifier: MIT
/* The landscape as meshes: a grid of the model's resolution, the ground and the water made from it,
 * and the water as a file holds it. */
#ifndef FLUV_MODEL_MODEL_H
#define FLUV_MODEL_MODEL_H

#include "landscape/landscape.h"

/* The landscape at the model's resolution. All memory is scratch. */
typedef struct fluv_model_grid {
    uint32_t cols, rows;   /* cells */
    double step_x, step_z; /* a cell's sides, m */
    double width, depth;   /* the whole, m */
    float *ground;         /* m, NaN: nodata */
    float *level;          /* water surface, m; NaN: dry. On land: of still water in a part of the
                            * cell that is less than half of it */
    uint8_t *cover;        /* fluv_cover */
} fluv_model_grid;

/* Vertices are rows of floats: position 3, normal 3, and with a texture its place 2. Triangles run
 * counter-clockwise seen from above. */
typedef struct fluv_model_mesh {
    size_t vertex_count, index_count;
    uint32_t floats; /* a vertex: 6 or 8 */
    float *vertices;
    uint32_t *indices;
} fluv_model_mesh;

/* grid.c: at most `most_cells` cells. */
FLUV_MUST_CHECK fluv_status fluv_model_grid_make(fluv_ctx *ctx, const fluv_landscape *land,
                                                 double most_cells, fluv_model_grid *grid);
static inline bool fluv_is_still(uint8_t cover)
{
    return cover == FLUV_OCEAN || cover == FLUV_LAKE;
}
static inline float fluv_corner_x(const fluv_model_grid *grid, uint32_t col)
{
    return (float)(col * grid->step_x - 0.5 * grid->width);
}
static inline float fluv_corner_z(const fluv_model_grid *grid, uint32_t row)
{
    return (float)(row * grid->step_z - 0.5 * grid->depth);
}

/* Fewer triangles as long as nothing moves by more than `error`, and no more than `triangles`. */
typedef struct fluv_model_goal {
    size_t triangles;
    double error; /* m */
} fluv_model_goal;

/* terrain.c. `moved`: how far the surface has moved, m, and by how many times less along
 * rivers; INFINITY, and no mesh, when the grid
 * cannot be had with so few triangles. */
#define FLUV_RIVER_CARE 4
FLUV_MUST_CHECK fluv_status fluv_terrain_mesh(fluv_ctx *ctx, const fluv_model_grid *grid,
                                              const fluv_model_goal *goal, fluv_model_mesh *mesh,
                                              float *moved);
/* water.c. `lift`: how far river water is raised, so that simplified ground does not hide it,
 * m. */
FLUV_MUST_CHECK fluv_status fluv_water_mesh(fluv_ctx *ctx, const fluv_model_grid *grid, float lift,
                                            fluv_model_mesh *mesh);

/* The same on a landscape's grid, and on coarser ones until the triangles are few enough for a
 * model. */
#define FLUV_MODEL_CELLS           (1.5 * 1024.0 * 1024.0)
#define FLUV_MODEL_WATER_TRIANGLES 250000
FLUV_MUST_CHECK fluv_status fluv_water_mesh_within(fluv_ctx *ctx, const fluv_landscape *land,
                                                   const fluv_model_grid *finest, float lift,
                                                   fluv_model_mesh *mesh);

/* A mesh as a landscape holds it that was read from a folder: fluv_landscape.model. */
typedef struct fluv_model_water {
    size_t vertex_count,
        index_count;  /* every index is < vertex_count, index_count a multiple of 3 */
    const float *xyz; /* 3 a vertex */
    const uint32_t *indices;
} fluv_model_water;

/* Copies positions and triangles. NULL with a message on failure. */
fluv_shared *fluv_model_water_seal(fluv_ctx *ctx, const fluv_model_mesh *mesh);

#endif
