// SPDX-License-Identifier: MIT
/* Blender: one model with ground, water and rivers as lines that carry their data, and a script
 * that makes curves of the lines and materials of the maps.
 *
 * The ground is the whole lattice, two triangles a square, with places in the maps: a map's middle
 * of the first pixel lies on the first vertex. */
#include "export/scripts.h"
#include "export/water_scene.h"
#include "export/writers.h"

#include <stdio.h>

#define MOST_LINES 2000 /* nodes that Blender's importer takes without a long wait */

void fluv_blender_settle(fluv_export_job *job)
{
    fluv_export_set(job, "Script",
                    "blender --python blender_setup.py, or Text Editor > Run Script");
    fluv_export_set(job, "Clip End", "%.0f m and more, in the view's settings",
                    10.0 * (job->grid.cols - 1) * job->grid.step_x);
    fluv_export_set(job, "Place",
                    "X east, Y north from the north-western vertex, Z up, sea level at 0");
}

static fluv_status make_ground(fluv_ctx *ctx, const fluv_export_job *job, fluv_scene_mesh *mesh)
{
    const fluv_export_grid *grid = &job->grid;
    size_t count = fluv_export_count(grid), k = 0;
    float *position = fluv_scratch(ctx, count, 3 * sizeof *position);
    float *normal = fluv_scratch(ctx, count, 3 * sizeof *normal);
    float *uv = fluv_scratch(ctx, count, 2 * sizeof *uv);
    uint32_t *indices = fluv_scratch(ctx, count, 6 * sizeof *indices);
    if (!position || !normal || !uv || !indices)
        return FLUV_NO_MEMORY;
    for (uint32_t row = 0; row < grid->rows; row++)
        for (uint32_t col = 0; col < grid->cols; col++) {
            size_t i = (size_t)row * grid->cols + col;
            bool none = isnan(grid->height[i]);
            fluv_gradient g = none ? (fluv_gradient){0} : fluv_gradient_at(grid, col, row);
            float up = 1.0f / sqrtf(1.0f + g.east * g.east + g.south * g.south);
            position[3 * i] = (float)(col * grid->step_x);
            position[3 * i + 1] = none ? (float)grid->low : grid->height[i];
            position[3 * i + 2] = (float)(row * grid->step_y);
            normal[3 * i] = -g.east * up;
            normal[3 * i + 1] = up;
            normal[3 * i + 2] = -g.south * up;
            uv[2 * i] = ((float)col + 0.5f) / (float)grid->cols;
            uv[2 * i + 1] = ((float)row + 0.5f) / (float)grid->rows;
            if (row + 1 < grid->rows && col + 1 < grid->cols) {
                uint32_t a = (uint32_t)i, b = a + 1, c = a + grid->cols, d = c + 1;
                const uint32_t square[6] = {a, c, b, b, c, d};
                for (int n = 0; n < 6; n++)
                    indices[k++] = square[n];
            }
        }
    *mesh = (fluv_scene_mesh){.name = "ground",
                              .mode = FLUV_SCENE_TRIANGLES,
                              .vertex_count = count,
                              .index_count = k,
                              .position = position,
                              .normal = normal,
                              .uv = uv,
                              .indices = indices,
                              .material = -1};
    return FLUV_OK;
}

static bool is_shown(const fluv_reach *reach, int least)
{
    return reach->kind != FLUV_DRY && reach->point_count >= 2 && reach->strahler >= least;
}

/* The lowest order from which on there are few enough reaches. */
static int least_order(const fluv_rivers *rivers)
{
    for (int least = 1;; least++) {
        size_t count = 0;
        for (size_t i = 0; i < rivers->count; i++)
            count += is_shown(&rivers->reaches[i], least);
        if (count <= MOST_LINES)
            return least;
    }
}

static json_t *reach_extras(const fluv_rivers *rivers, const fluv_reach *reach, const uint8_t *keep)
{
    json_t *width = json_array(), *depth = json_array(), *velocity = json_array();
    for (uint32_t i = reach->first_point; i < reach->first_point + reach->point_count; i++) {
        const fluv_river_point *p = &rivers->points[i];
        if (!keep[i])
            continue;
        json_array_append_new(width, json_real((double)p->width));
        json_array_append_new(depth, json_real((double)fluv_point_depth(reach, p)));
        json_array_append_new(velocity, json_real((double)p->velocity));
    }
    return json_pack("{s:s, s:s, s:s, s:f, s:i, s:o, s:o, s:o}", "interfluve", "river", "id", "",
                     "river_name", reach->name, "discharge", reach->discharge, "strahler",
                     (int)reach->strahler, "width", width, "depth", depth, "velocity", velocity);
}

static fluv_status make_line(fluv_ctx *ctx, const fluv_export_job *job, const fluv_rivers *rivers,
                             const fluv_reach *reach, const uint8_t *keep, fluv_scene_mesh *mesh)
{
    float *position = fluv_scratch(ctx, reach->point_count, 3 * sizeof *position);
    size_t count = 0;
    if (!position)
        return FLUV_NO_MEMORY;
    for (uint32_t i = reach->first_point; i < reach->first_point + reach->point_count; i++) {
        const fluv_river_point *p = &rivers->points[i];
        if (!keep[i])
            continue;
        fluv_spot at = fluv_spot_of(&fluv_axes_gltf, &job->grid, p->x, p->y, (double)p->surface);
        position[3 * count] = (float)at.x;
        position[3 * count + 1] = (float)at.y;
        position[3 * count++ + 2] = (float)at.z;
    }
    *mesh = (fluv_scene_mesh){.mode = FLUV_SCENE_LINE,
                              .vertex_count = count,
                              .position = position,
                              .material = -1,
                              .extras = reach_extras(rivers, reach, keep)};
    json_object_set_new(mesh->extras, "id", json_integer((json_int_t)reach->id));
    snprintf(mesh->name, sizeof mesh->name, "river_%lld", (long long)reach->id);
    return FLUV_OK;
}

fluv_status fluv_blender_model(fluv_ctx *ctx, fluv_export_job *job)
{
    const fluv_rivers *rivers;
    uint8_t *keep;
    FLUV_TRY(fluv_rivers_thin(ctx, job, &rivers, &keep));
    fluv_scene_mesh *meshes = fluv_scratch_zero(ctx, rivers->count + 1, sizeof *meshes);
    size_t count = 1;
    if (!meshes)
        return FLUV_NO_MEMORY;
    int least = least_order(rivers);
    if (least > 1)
        fluv_export_note(job,
                         "rivers of Strahler order %d and more are lines of the model; "
                         "rivers.json has all",
                         least);
    fluv_status status = make_ground(ctx, job, &meshes[0]);
    for (size_t i = 0; status == FLUV_OK && i < rivers->count; i++)
        if (is_shown(&rivers->reaches[i], least))
            status = make_line(ctx, job, rivers, &rivers->reaches[i], keep, &meshes[count++]);
    if (status == FLUV_OK)
        return fluv_water_scene(ctx, job, &fluv_axes_gltf, meshes, count, "landscape.glb");
    for (size_t i = 0; i < count; i++)
        json_decref(meshes[i].extras);
    return status;
}

fluv_status fluv_blender_rivers(fluv_ctx *ctx, fluv_export_job *job)
{
    return fluv_rivers_json(ctx, job, &fluv_axes_blender);
}

fluv_status fluv_blender_script(fluv_ctx *ctx, fluv_export_job *job)
{
    return fluv_export_script(ctx, job, "blender_setup.py");
}
