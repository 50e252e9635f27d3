// SPDX-License-Identifier: MIT
/* Houdini: one OpenEXR file a layer of a height field, by the names its nodes know.
 *
 *     height     ground, m                       bedrock    ground without what water laid down
 *     water      depth of water, m               sediment   laid down on gentle ground, m
 *     flow       drainage area, m2               debris     laid down on steep ground, m
 *     flowdir    direction of flow, east and south
 *
 * bedrock + sediment + debris = height. */
#include "export/writers.h"

#define DEBRIS_BEGINS 20.0f /* deg */
#define DEBRIS_ALONE  30.0f

void fluv_houdini_settle(fluv_export_job *job)
{
    const fluv_export_grid *grid = &job->grid;
    fluv_export_set(job, "HeightField File", "height.exr, Type Height, Height Scale 1: metres");
    fluv_export_set(job, "Size Method", "Grid Spacing %.6f", grid->step_x);
    fluv_export_set(job, "Other layers",
                    "HeightField File, Type Mask, the same spacing; then HeightField Copy Layer "
                    "from mask to the file's name");
    if (fabs(grid->step_x / grid->step_y - 1.0) > 1e-3)
        fluv_export_note(job,
                         "vertices are %.6g m apart eastwards and %.6g m southwards; a height "
                         "field takes one spacing",
                         grid->step_x, grid->step_y);
    if (!fluv_deposit_of(job->land))
        fluv_export_note(job, "no stage has moved ground with water: sediment and debris are 0");
    json_object_set_new(job->extra, "houdini", json_pack("{s:f}", "grid_spacing", grid->step_x));
}

static fluv_status write_layer(fluv_ctx *ctx, fluv_export_job *job, const char *name,
                               const char *unit, int channels, const float *values)
{
    fluv_image image = {.stem = name,
                        .what = name,
                        .unit = unit,
                        .format = FLUV_IMAGE_EXR,
                        .type = FLUV_IMAGE_F32,
                        .channels = channels,
                        .pixels = values,
                        .scale = 1.0};
    return fluv_image_write(ctx, job, &image);
}

fluv_status fluv_houdini_water(fluv_ctx *ctx, fluv_export_job *job)
{
    size_t count = fluv_export_count(&job->grid);
    float *values = fluv_scratch_zero(ctx, count, 2 * sizeof *values);
    if (!values)
        return FLUV_NO_MEMORY;
    if (fluv_water_of(job->land))
        FLUV_TRY(fluv_map_depth(ctx, &job->source, values));
    FLUV_TRY(write_layer(ctx, job, "water", "m", 1, values));
    if (fluv_area_of(job->land)) {
        FLUV_TRY(fluv_map_flow(ctx, &job->source, values));
        FLUV_TRY(write_layer(ctx, job, "flow", "m2", 1, values));
    }
    if (fluv_receiver_of(job->land)) {
        for (size_t i = 0; i < count; i++) {
            fluv_gradient to = fluv_flow_direction(&job->source, i);
            values[2 * i] = to.east;
            values[2 * i + 1] = to.south;
        }
        FLUV_TRY(write_layer(ctx, job, "flowdir", "", 2, values));
    }
    fluv_scratch_drop(ctx, values);
    return FLUV_OK;
}

fluv_status fluv_houdini_ground(fluv_ctx *ctx, fluv_export_job *job)
{
    const fluv_export_grid *grid = &job->grid;
    size_t count = fluv_export_count(grid);
    float *laid = fluv_scratch_zero(ctx, count, sizeof *laid);
    float *part = fluv_scratch(ctx, count, sizeof *part);
    float *steep = fluv_scratch(ctx, count, sizeof *steep);
    if (!laid || !part || !steep)
        return FLUV_NO_MEMORY;
    if (fluv_deposit_of(job->land))
        FLUV_TRY(fluv_map_deposit(ctx, &job->source, laid));
    FLUV_TRY(fluv_map_slope(ctx, &job->source, steep));
    for (size_t i = 0; i < count; i++) {
        laid[i] = laid[i] > 0.0f ? laid[i] : 0.0f;
        steep[i] = fluv_smoothstep(DEBRIS_BEGINS, DEBRIS_ALONE, steep[i]) * laid[i];
        steep[i] = steep[i] > 0.0f ? steep[i] : 0.0f; /* debris from here on */
        part[i] = laid[i] - steep[i];
    }
    FLUV_TRY(write_layer(ctx, job, "sediment", "m", 1, part));
    FLUV_TRY(write_layer(ctx, job, "debris", "m", 1, steep));
    for (size_t i = 0; i < count; i++) {
        float height = isnan(grid->height[i]) ? (float)grid->low : grid->height[i];
        part[i] = height - laid[i];
    }
    FLUV_TRY(write_layer(ctx, job, "bedrock", "m", 1, part));
    return FLUV_OK;
}
