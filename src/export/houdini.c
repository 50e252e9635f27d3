// SPDX-License-Identifier: MIT
/* Houdini: one OpenEXR file a layer of a height field, by the names its nodes know.
 *
 *     height     ground, m                       bedrock    ground without what water laid down
 *     water      depth of water, m               sediment   laid down on gentle ground, m
 *     flow       drainage area, m2               debris     laid down on steep ground, m
 *     flowdir    direction of flow, east and south
 *
 * bedrock + sediment + debris = height.
 *
 * The first row is north, a row runs from west to east. A height field lies about the origin, and
 * its nodes can turn a picture round; so that nobody has to guess whether one did, export.json says
 * where the highest ground must come to lie with X east and Z south. */
#include "export/lines.h"
#include "export/writers.h"

#define DEBRIS_BEGINS 20.0f /* deg */
#define DEBRIS_ALONE  30.0f

/* Where the highest ground lies from the middle, X east and Z south. */
static fluv_spot highest(const fluv_export_grid *grid)
{
    size_t top = 0;
    for (size_t i = 1; i < fluv_export_count(grid); i++)
        if (grid->height[i] > grid->height[top] || isnan(grid->height[top]))
            top = i;
    return (fluv_spot){((double)(top % grid->cols) - 0.5 * (grid->cols - 1)) * grid->step_x,
                       (double)grid->height[top],
                       ((double)(top / grid->cols) - 0.5 * (grid->rows - 1)) * grid->step_y};
}

void fluv_houdini_settle(fluv_export_job *job)
{
    const fluv_export_grid *grid = &job->grid;
    fluv_spot top = highest(grid);
    fluv_export_set(job, "HeightField File", "height.exr, Type Height, Height Scale 1: metres");
    fluv_export_set(job, "Size Method", "Grid Spacing %.6f", grid->step_x);
    fluv_export_set(job, "Other layers",
                    "HeightField File, Type Mask, the same spacing; then HeightField Copy Layer "
                    "from mask to the file's name");
    fluv_export_set(job, "Orientation",
                    "first row north, X east, Z south: the highest ground comes to X %.1f, Z %.1f "
                    "from the middle, %.1f m high",
                    top.x, top.z, top.y);
    if (fabs(grid->step_x / grid->step_y - 1.0) > 1e-3)
        fluv_export_note(job,
                         "vertices are %.6g m apart eastwards and %.6g m southwards; a height "
                         "field takes one spacing",
                         grid->step_x, grid->step_y);
    if (!fluv_deposit_of(job->land))
        fluv_export_note(job, "no stage has moved ground with water: sediment and debris are 0");
    json_object_set_new(job->extra, "houdini",
                        json_pack("{s:f, s:s, s:s, s:{s:f, s:f, s:f}}", "grid_spacing",
                                  grid->step_x, "columns", "from -X (west) to X (east)", "rows",
                                  "from -Z (north) to Z (south)", "highest", "x", top.x, "y",
                                  job->grid.high, "z", top.z));
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
