// SPDX-License-Identifier: MIT
/* Heights and maps as images: what every profile writes. */
#include "export/job.h"

#include "export/profile.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Rivers filled to their surface, for engines that carve beds themselves. Lakes and sea keep their
 * floor. */
static float uncarved(const fluv_export_grid *grid, size_t at)
{
    float height = grid->height[at], level = grid->level[at];
    return grid->cover[at] == FLUV_RIVER && level > height ? level : height;
}

/* Nodata has no place in what engines read: it is the lowest ground. */
static void take_metres(const fluv_export_job *job, bool carved, float *out)
{
    const fluv_export_grid *grid = &job->grid;
    bool keep_voids = job->format == FLUV_IMAGE_TIF;
    for (size_t i = 0; i < fluv_export_count(grid); i++) {
        float height = carved ? grid->height[i] : uncarved(grid, i);
        out[i] = isnan(height) && !keep_voids ? (float)grid->low : height;
    }
}

static void take_numbers(const fluv_export_job *job, bool carved, uint16_t *out)
{
    const fluv_export_grid *grid = &job->grid;
    for (size_t i = 0; i < fluv_export_count(grid); i++) {
        float height = carved ? grid->height[i] : uncarved(grid, i);
        double metres = isnan(height) ? grid->low : (double)height;
        double number = (metres - job->height_offset) / job->height_scale + 0.5;
        out[i] = number > 0.0 ? (uint16_t)fmin(number, 65535.5) : 0;
    }
}

fluv_status fluv_export_heights(fluv_ctx *ctx, fluv_export_job *job, const char *stem, bool carved)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    bool metres = job->format == FLUV_IMAGE_EXR || job->format == FLUV_IMAGE_TIF;
    void *pixels = fluv_scratch(ctx, fluv_export_count(&job->grid), metres ? 4 : 2);
    if (!pixels)
        return FLUV_NO_MEMORY;
    if (metres)
        take_metres(job, carved, pixels);
    else
        take_numbers(job, carved, pixels);
    fluv_image image = {.stem = stem,
                        .what = carved ? "height" : "height, rivers filled to their surface",
                        .unit = "m",
                        .format = job->format,
                        .type = metres ? FLUV_IMAGE_F32 : FLUV_IMAGE_U16,
                        .channels = 1,
                        .pixels = pixels,
                        .offset = metres ? 0.0 : job->height_offset,
                        .scale = metres ? 1.0 : job->height_scale};
    FLUV_TRY(fluv_image_write(ctx, job, &image));
    fluv_scratch_release(ctx, mark);
    return FLUV_OK;
}

/* Weights of one material, of four that stand side by side. */
static fluv_status write_weights(fluv_ctx *ctx, fluv_export_job *job, const uint8_t *splat)
{
    size_t count = fluv_export_count(&job->grid);
    uint8_t *one = fluv_scratch(ctx, count, 1);
    if (!one)
        return FLUV_NO_MEMORY;
    for (int channel = 0; channel < FLUV_SPLAT_CHANNELS; channel++) {
        const char *name = fluv_splat_name(job->source.rules, channel);
        char stem[64], what[80];
        if (!*name)
            continue;
        snprintf(stem, sizeof stem, "weight_%s", name);
        snprintf(what, sizeof what, "weight of %s", name);
        for (size_t i = 0; i < count; i++)
            one[i] = splat[FLUV_SPLAT_CHANNELS * i + (size_t)channel];
        fluv_image image = {.stem = stem,
                            .what = what,
                            .unit = "",
                            .format = FLUV_IMAGE_PNG,
                            .type = FLUV_IMAGE_U8,
                            .channels = 1,
                            .pixels = one,
                            .scale = 1 / 255.0};
        FLUV_TRY(fluv_image_write(ctx, job, &image));
    }
    return FLUV_OK;
}

typedef struct stem_text {
    char text[64];
} stem_text;

static stem_text stem_of(const fluv_export_job *job, const fluv_map *map)
{
    stem_text stem;
    const char *prefix = job->profile->map_prefix;
    snprintf(stem.text, sizeof stem.text, "%s%s", prefix ? prefix : "", map->name);
    return stem;
}

static fluv_status paint_map(fluv_ctx *ctx, fluv_export_job *job, const fluv_map *map,
                             fluv_image_format format)
{
    assert(map->paint && map->channels >= 1 && map->channels <= 4);
    uint8_t *pixels = fluv_scratch(ctx, fluv_export_count(&job->grid), map->channels);
    if (!pixels)
        return FLUV_NO_MEMORY;
    FLUV_TRY(map->paint(ctx, &job->source, pixels));
    stem_text stem = stem_of(job, map);
    bool normal = strncmp(map->name, "normal", 6) == 0;
    if (strcmp(map->name, "splat") == 0 && job->profile->weights)
        return write_weights(ctx, job, pixels);
    fluv_image image = {.stem = stem.text,
                        .what = map->name,
                        .unit = map->unit,
                        .format = format,
                        .type = FLUV_IMAGE_U8,
                        .channels = map->channels,
                        .pixels = pixels,
                        .offset = normal ? -1.0 : 0.0,
                        .scale = normal ? 2.0 / 255.0 : 1.0 / 255.0};
    if (strcmp(map->name, "flowdir") == 0) {
        image.offset = -128.0 / 127.0;
        image.scale = 1.0 / 127.0;
    }
    return fluv_image_write(ctx, job, &image);
}

static fluv_status write_numbers(fluv_ctx *ctx, fluv_export_job *job, const fluv_map *map,
                                 const float *values)
{
    assert(values && (map->bits == 8 || map->bits == 16));
    size_t count = fluv_export_count(&job->grid);
    fluv_map_numbers by = fluv_map_numbers_of(map, values, count);
    stem_text stem = stem_of(job, map);
    void *pixels = fluv_scratch(ctx, count, map->bits / 8);
    if (!pixels)
        return FLUV_NO_MEMORY;
    if (map->bits == 8)
        fluv_map_encode8(map, by, values, count, pixels);
    else
        fluv_map_encode16(map, by, values, count, pixels);
    fluv_image image = {.stem = stem.text,
                        .what = map->name,
                        .unit = map->unit,
                        .format = FLUV_IMAGE_PNG,
                        .type = map->bits == 8 ? FLUV_IMAGE_U8 : FLUV_IMAGE_U16,
                        .channels = 1,
                        .pixels = pixels,
                        .offset = by.offset,
                        .scale = by.scale,
                        .is_log = map->scale == FLUV_MAP_LOG};
    return fluv_image_write(ctx, job, &image);
}

/* Nodata is 0 where a format has no word for it. */
static fluv_status write_values(fluv_ctx *ctx, fluv_export_job *job, const fluv_map *map,
                                float *values)
{
    size_t count = job->profile->map_format == FLUV_IMAGE_TIF ? 0 : fluv_export_count(&job->grid);
    for (size_t i = 0; i < count; i++)
        values[i] = isnan(values[i]) ? 0.0f : values[i];
    stem_text stem = stem_of(job, map);
    fluv_image image = {.stem = stem.text,
                        .what = map->name,
                        .unit = map->unit,
                        .format = job->profile->map_format,
                        .type = FLUV_IMAGE_F32,
                        .channels = 1,
                        .pixels = values,
                        .scale = 1.0};
    return fluv_image_write(ctx, job, &image);
}

fluv_status fluv_export_map(fluv_ctx *ctx, fluv_export_job *job, const fluv_map *map)
{
    assert(map->paint || map->fill);
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_image_format format = job->profile->map_format;
    fluv_status status;
    if (map->paint) {
        status = paint_map(ctx, job, map, format == FLUV_IMAGE_TIF ? format : FLUV_IMAGE_PNG);
    } else {
        float *values = fluv_scratch(ctx, fluv_export_count(&job->grid), sizeof *values);
        if (!values)
            return FLUV_NO_MEMORY;
        FLUV_TRY(map->fill(ctx, &job->source, values));
        status = format == FLUV_IMAGE_PNG ? write_numbers(ctx, job, map, values)
                                          : write_values(ctx, job, map, values);
    }
    fluv_scratch_release(ctx, mark);
    return status;
}
