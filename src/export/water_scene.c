// SPDX-License-Identifier: MIT
/* A scene with water: rivers as ribbons, a plane a lake, the sea as one plane at 0. Land below the
 * sea that the sea does not reach lies under that plane: a note says so. */
#include "export/water_scene.h"

#include "export/ears.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define FIXED_MESHES 2 /* rivers, sea */

static json_t *materials(void)
{
    return json_pack("[{s:s, s:s, s:{s:[f,f,f,f], s:f, s:f}}]", "name", "water", "alphaMode",
                     "BLEND", "pbrMetallicRoughness", "baseColorFactor", 0.10, 0.30, 0.46, 0.78,
                     "metallicFactor", 0.0, "roughnessFactor", 0.15);
}

static fluv_status make_plane(fluv_ctx *ctx, const fluv_export_job *job, const fluv_axes *axes,
                              const fluv_polygon *polygon, double level, fluv_scene_mesh *out)
{
    assert(polygon->ring_count >= 1);
    uint32_t first = polygon->first_point[0];
    size_t count = polygon->first_point[polygon->ring_count] - first;
    float *position = fluv_scratch(ctx, 3 * count, sizeof *position);
    float *normal = fluv_scratch(ctx, 3 * count, sizeof *normal);
    uint32_t *indices = fluv_scratch(ctx, fluv_ears_room(polygon), sizeof *indices);
    if (!position || !normal || !indices)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const double *xy = polygon->xy + 2 * (first + i);
        fluv_spot at = fluv_spot_of(axes, &job->grid, xy[0], xy[1], level);
        const float spot[3] = {(float)at.x, (float)at.y, (float)at.z};
        for (size_t k = 0; k < 3; k++) {
            position[3 * i + k] = spot[k];
            normal[3 * i + k] = (float)axes->up[k];
        }
    }
    FLUV_TRY(fluv_ears_cut(ctx, polygon, indices, &out->index_count));
    out->mode = FLUV_SCENE_TRIANGLES;
    out->vertex_count = count;
    out->position = position;
    out->normal = normal;
    out->indices = indices;
    return FLUV_OK;
}

static json_t *lake_extras(const fluv_lake *lake)
{
    return json_pack("{s:I, s:s, s:f, s:f, s:f, s:b}", "id", (json_int_t)lake->id, "name",
                     lake->name, "level", (double)lake->level, "depth_max", (double)lake->depth_max,
                     "area", lake->area, "closed", (int)lake->closed);
}

static fluv_status add_lakes(fluv_ctx *ctx, const fluv_export_job *job, const fluv_axes *axes,
                             const fluv_lakes *lakes, fluv_scene_mesh *meshes, size_t *count)
{
    for (size_t i = 0; lakes && i < lakes->count; i++) {
        const fluv_lake *lake = &lakes->lakes[i];
        fluv_polygon shore = {lake->ring_count, lakes->outline.first_point + lake->first_ring,
                              lakes->outline.xy};
        fluv_scene_mesh *mesh = &meshes[*count];
        if (!lake->ring_count)
            continue;
        FLUV_TRY(make_plane(ctx, job, axes, &shore, (double)lake->level, mesh));
        if (!mesh->index_count)
            continue;
        snprintf(mesh->name, sizeof mesh->name, "lake_%lld", (long long)lake->id);
        mesh->extras = lake_extras(lake);
        ++*count;
    }
    return FLUV_OK;
}

static bool has_sea(const fluv_export_grid *grid)
{
    return memchr(grid->cover, FLUV_OCEAN, fluv_export_count(grid)) != NULL;
}

static fluv_status add_sea(fluv_ctx *ctx, fluv_export_job *job, const fluv_axes *axes,
                           fluv_scene_mesh *meshes, size_t *count)
{
    const fluv_export_grid *grid = &job->grid;
    double east = grid->west + (grid->cols - 1) * grid->step_x;
    double south = grid->north - (grid->rows - 1) * grid->step_y;
    const double ring[] = {grid->west, south,       east,       south,
                           east,       grid->north, grid->west, grid->north};
    static const uint32_t first[] = {0, 4};
    size_t below = 0;
    if (!has_sea(grid))
        return FLUV_OK;
    for (size_t i = 0; i < fluv_export_count(grid); i++)
        below += grid->cover[i] == FLUV_LAND && grid->height[i] < 0.0f;
    if (below)
        fluv_export_note(job, "%zu vertices of dry land lie below the sea's plane", below);
    fluv_polygon frame = {1, first, ring};
    FLUV_TRY(make_plane(ctx, job, axes, &frame, 0.0, &meshes[*count]));
    snprintf(meshes[*count].name, sizeof meshes->name, "sea");
    ++*count;
    return FLUV_OK;
}

static fluv_status add_rivers(fluv_ctx *ctx, const fluv_export_job *job, const fluv_axes *axes,
                              fluv_scene_mesh *meshes, size_t *count)
{
    fluv_water_mesh ribbons = {0};
    FLUV_TRY(fluv_ribbons_make(ctx, job, axes, &ribbons));
    if (!ribbons.index_count)
        return FLUV_OK;
    meshes[*count] = (fluv_scene_mesh){.name = "rivers",
                                       .mode = FLUV_SCENE_TRIANGLES,
                                       .vertex_count = ribbons.vertex_count,
                                       .index_count = ribbons.index_count,
                                       .position = ribbons.position,
                                       .normal = ribbons.normal,
                                       .uv = ribbons.uv,
                                       .colour = ribbons.colour,
                                       .indices = ribbons.indices};
    ++*count;
    return FLUV_OK;
}

fluv_status fluv_water_scene(fluv_ctx *ctx, fluv_export_job *job, const fluv_axes *axes,
                             const fluv_scene_mesh *extra, size_t extra_count, const char *file)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    const fluv_lakes *lakes = fluv_lakes_of(job->land);
    size_t count = extra_count, room = extra_count + FIXED_MESHES + (lakes ? lakes->count : 0);
    fluv_scene_mesh *meshes = fluv_scratch_zero(ctx, room, sizeof *meshes);
    for (size_t i = 0; i < extra_count; i++)
        if (meshes)
            meshes[i] = extra[i];
        else
            json_decref(extra[i].extras);
    if (!meshes)
        return FLUV_NO_MEMORY;
    fluv_status status = add_rivers(ctx, job, axes, meshes, &count);
    if (status == FLUV_OK)
        status = add_lakes(ctx, job, axes, lakes, meshes, &count);
    if (status == FLUV_OK)
        status = add_sea(ctx, job, axes, meshes, &count);
    if (status == FLUV_OK) {
        assert(count <= room);
        fluv_scene scene = {"landscape", count, meshes, materials()};
        status = fluv_scene_write(ctx, job, &scene, file, "water as meshes");
    } else {
        for (size_t i = 0; i < count; i++)
            json_decref(meshes[i].extras);
    }
    fluv_scratch_release(ctx, mark);
    return status;
}
