// SPDX-License-Identifier: MIT
/* Unity: a terrain's raw file, splat maps, water as meshes.
 *
 * Unity takes a number n of a raw file for n / 65536 of the terrain's height, so the terrain is
 * made that little higher. Its rows run from south to north. */
#include "export/scripts.h"
#include "export/water_scene.h"
#include "export/writers.h"

void fluv_unity_settle(fluv_export_job *job)
{
    const fluv_export_grid *grid = &job->grid;
    double span = fmax(grid->high - grid->low, 0.01);
    double width = (grid->cols - 1) * grid->step_x / job->size.tiles_x;
    double length = (grid->rows - 1) * grid->step_y / job->size.tiles_y;
    double height = span * 65536.0 / 65535.0;
    job->height_offset = grid->low;
    job->height_scale = height / 65536.0;
    fluv_export_set(job, "Import Raw",
                    "Depth Bit 16, Resolution %u, Byte Order Windows, Flip Vertically off",
                    (job->size.cols - 1) / job->size.tiles_x + 1);
    fluv_export_set(job, "Terrain Size", "X %.3f, Y %.6f, Z %.3f", width, height, length);
    fluv_export_set(job, "Position", "X 0, Y %.6f, Z 0: the south-western corner, sea level at 0",
                    grid->low);
    if (job->size.tiles_x * job->size.tiles_y > 1)
        fluv_export_set(
            job, "Tiles",
            "%u x %u, named _x0_y0 from the north-west: tile x, y at X %.3f * x, Z %.3f "
            "* (%u - y)",
            job->size.tiles_x, job->size.tiles_y, width, length, job->size.tiles_y - 1);
    fluv_export_set(job, "Script",
                    "interfluve_import.cs into Assets/Editor, then Tools > Interfluve > Import");
    json_object_set_new(job->extra, "unity",
                        json_pack("{s:f, s:f, s:f, s:f, s:i, s:i, s:i}", "size_x", width, "size_y",
                                  height, "size_z", length, "position_y", grid->low, "resolution",
                                  (int)((job->size.cols - 1) / job->size.tiles_x + 1), "tiles_x",
                                  (int)job->size.tiles_x, "tiles_z", (int)job->size.tiles_y));
}

fluv_status fluv_unity_water(fluv_ctx *ctx, fluv_export_job *job)
{
    return fluv_water_scene(ctx, job, &fluv_axes_gltf_south, NULL, 0, "water.glb");
}

fluv_status fluv_unity_rivers(fluv_ctx *ctx, fluv_export_job *job)
{
    return fluv_rivers_json(ctx, job, &fluv_axes_unity);
}

fluv_status fluv_unity_lakes(fluv_ctx *ctx, fluv_export_job *job)
{
    return fluv_lakes_json(ctx, job, &fluv_axes_unity);
}

fluv_status fluv_unity_script(fluv_ctx *ctx, fluv_export_job *job)
{
    return fluv_export_script(ctx, job, "interfluve_import.cs");
}
