// SPDX-License-Identifier: MIT
/* A height map read part by part. */
#include "stages/import/parts.h"

#include "stages/import/frame.h"
#include "stages/import/heights.h"
#include "stages/import/placement.h"
#include "stages/import/terraces.h"

#include <assert.h>

struct fluv_import_parts {
    fluv_source source;
    fluv_import_placement plan;
    fluv_to_metres way;
};

void fluv_import_parts_close(fluv_import_parts *parts)
{
    if (!parts)
        return;
    fluv_source_close(&parts->source);
    fluv_import_placement_free(&parts->plan);
    fluv_free(parts);
}

static bool is_given(const char *file)
{
    return file && *file;
}

static fluv_status expect_plain(fluv_ctx *ctx, const fluv_import_params *params)
{
    const char *const files[][2] = {{"directions", params->directions},
                                    {"area", params->area},
                                    {"discharge", params->discharge},
                                    {"lakes", params->lakes},
                                    {"rivers", params->rivers}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (is_given(files[i][1]))
            return fluv_fail(ctx, FLUV_BAD_USE,
                             "import.%s: water beside the map cannot be taken in tiles yet",
                             files[i][0]);
    if (params->terraces == FLUV_IMPORT_TERRACES_remove)
        return fluv_fail(ctx, FLUV_BAD_USE,
                         "import.terraces=remove: terraces cannot be removed in tiles yet");
    return FLUV_OK;
}

static fluv_status open(fluv_ctx *ctx, const fluv_import_params *params, fluv_landscape *land,
                        fluv_import_parts *parts)
{
    fluv_source *source = &parts->source;
    fluv_frame asked = land->frame;
    FLUV_TRY(expect_plain(ctx, params));
    FLUV_TRY(fluv_source_open(ctx, params->file ? params->file : "", (int)params->band, source));
    source->in_parts = true;
    FLUV_TRY(fluv_source_crop(ctx, source, params->crop ? params->crop : ""));
    FLUV_TRY(fluv_import_placement_make(ctx, source, &asked, params->cell, &parts->plan));
    if (!parts->plan.as_it_is)
        return fluv_fail(ctx, FLUV_BAD_USE,
                         "%s: would be resampled, which cannot be done in tiles yet: bring it to "
                         "square cells in metres first (gdalwarp), and leave frame.size and "
                         "import.cell out",
                         source->file);
    FLUV_TRY(fluv_heights_way(ctx, source, params, &asked, &parts->way));
    return fluv_import_frame_set(ctx, &parts->plan, land);
}

fluv_status fluv_import_parts_open(fluv_ctx *ctx, const fluv_import_params *params,
                                   fluv_landscape *land, fluv_import_parts **out)
{
    *out = NULL;
    fluv_import_parts *parts = fluv_alloc_zero(ctx, 1, sizeof *parts);
    if (!parts)
        return FLUV_NO_MEMORY;
    fluv_status status = open(ctx, params, land, parts);
    land->surveyed = true;
    if (status == FLUV_OK)
        *out = parts;
    else
        fluv_import_parts_close(parts);
    return status;
}

fluv_status fluv_import_parts_read(fluv_ctx *ctx, fluv_import_parts *parts, uint32_t col,
                                   uint32_t row, uint32_t cols, uint32_t rows, float *out)
{
    FLUV_TRY(
        fluv_source_read_part(ctx, &parts->source, (int)col, (int)row, (int)cols, (int)rows, out));
    (void)fluv_heights_turn(&parts->source, parts->way, (size_t)cols * rows, out);
    return FLUV_OK;
}

fluv_status fluv_import_parts_judge(fluv_ctx *ctx, const fluv_import_params *params,
                                    const float *heights, size_t count, size_t cells)
{
    fluv_height_steps steps;
    if (!count)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: holds no heights", params->file);
    FLUV_TRY(fluv_terraces_look(ctx, heights, count, FLUV_COARSE_STEPS, &steps));
    if (params->terraces == FLUV_IMPORT_TERRACES_keep || !fluv_terraces_are_there(&steps, cells))
        return FLUV_OK;
    return fluv_fail(ctx, FLUV_BAD_USE,
                     "%s: has %u heights, whose terraces cannot become slopes in tiles yet: "
                     "import.terraces=keep leaves them",
                     params->file, steps.count);
}
