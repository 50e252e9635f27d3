// SPDX-License-Identifier: MIT
/* Unreal Engine: a landscape at a size it takes, Water bodies from splines.
 *
 * A landscape's number n stands for (n - 32768) / 128 * Z scale cm. The sea is put at 32768 and the
 * Z scale chosen so that the highest and the deepest ground fit, with three digits after the point
 * as the dialog shows them: numbers are made with what is typed. The dialog's location is the
 * landscape's middle: half its sides, so that the north-western vertex lies at 0, as splines have
 * it. */
#include "export/lines.h"
#include "export/profile.h"
#include "export/scripts.h"
#include "export/writers.h"

#define SEA_NUMBER 32768.0

void fluv_unreal_settle(fluv_export_job *job)
{
    const fluv_export_grid *grid = &job->grid;
    double farthest = fmax(fmax(fabs(grid->high), fabs(grid->low)), 0.01);
    double z_scale = ceil(1000.0 * 100.0 * farthest * 128.0 / 32767.0) / 1000.0;
    double middle_x = 50.0 * (grid->cols - 1) * grid->step_x;
    double middle_y = 50.0 * (grid->rows - 1) * grid->step_y;
    job->height_scale = z_scale / 128.0 / 100.0;
    job->height_offset = -SEA_NUMBER * job->height_scale;
    fluv_export_set(job, "Overall Resolution", "%u x %u", job->size.cols, job->size.rows);
    fluv_export_set(job, "Scale", "X %.6f, Y %.6f, Z %.3f", 100.0 * grid->step_x,
                    100.0 * grid->step_y, z_scale);
    fluv_export_set(
        job, "Location",
        "X %.3f, Y %.3f, Z 0: its middle; the north-western corner and the sea are at 0", middle_x,
        middle_y);
    fluv_export_set(job, "Sea level", "32768 of 65535");
    fluv_export_set(job, "Heights",
                    "height as it is; height_uncarved where the Water plugin carves");
    if (job->size.tiles_x * job->size.tiles_y > 1)
        fluv_export_set(job, "Tiles", "%u x %u of %u vertices, named _x0_y0", job->size.tiles_x,
                        job->size.tiles_y, (job->size.cols - 1) / job->size.tiles_x + 1);
    json_object_set_new(job->extra, "unreal",
                        json_pack("{s:f, s:f, s:f, s:f, s:f, s:i}", "scale_x", 100.0 * grid->step_x,
                                  "scale_y", 100.0 * grid->step_y, "scale_z", z_scale, "location_x",
                                  middle_x, "location_y", middle_y, "sea", 32768));
}

fluv_status fluv_unreal_rivers(fluv_ctx *ctx, fluv_export_job *job)
{
    return fluv_rivers_json(ctx, job, &fluv_axes_unreal);
}

fluv_status fluv_unreal_lakes(fluv_ctx *ctx, fluv_export_job *job)
{
    return fluv_lakes_json(ctx, job, &fluv_axes_unreal);
}

fluv_status fluv_unreal_script(fluv_ctx *ctx, fluv_export_job *job)
{
    return fluv_export_script(ctx, job, "unreal_water.py");
}
