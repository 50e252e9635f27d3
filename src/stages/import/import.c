// SPDX-License-Identifier: MIT
/* The stage `import`: a height map from a file becomes the landscape's frame and height; directions
 * and lakes beside it, its water.
 *
 * in   a file; the recipe's frame as a wish        out   frame, CRS, height; water (given.c)
 *
 * Open, crop, choose the cells (plan.c), read, turn into metres (heights.c) and, where the cells
 * are not the file's own, resample (resample.c).  O(cells read + cells made). */
#include "stages/import/import.h"

#include "stages/import/frame.h"
#include "stages/import/given.h"
#include "stages/import/heights.h"
#include "stages/import/placement.h"
#include "stages/import/terraces.h"

#include <assert.h>
#include <cpl_conv.h>
#include <cpl_string.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define READ_AND_MADE_BYTES 8.0  /* a cell: as read, and the layer */
#define TERRACE_BYTES       20.0 /* a cell: heights as they were, terraces, distances */
#define GIB                 (1024.0 * 1024.0 * 1024.0)

static fluv_status check_memory(fluv_ctx *ctx, const fluv_source *source,
                                const fluv_import_placement *plan)
{
    double made = (double)plan->frame.cols * plan->frame.rows;
    double read = plan->as_it_is ? 0.0 : (double)source->cols * source->rows;
    double needed = (double)sizeof(float) * (made + read) + source->block_bytes;
    if (!(made < (double)UINT32_MAX))
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "%s: %u x %u cells are too many, expected fewer than %u in all",
                         source->file, plan->frame.cols, plan->frame.rows, UINT32_MAX);
    if (needed > fluv_gdal_memory_there(ctx))
        return fluv_fail(ctx, FLUV_NO_MEMORY,
                         "%s: reading it needs %.1f GiB of memory, %.1f GiB are there",
                         source->file, needed / GIB, fluv_gdal_memory_there(ctx) / GIB);
    return FLUV_OK;
}

fluv_status fluv_import_frame_set(fluv_ctx *ctx, const fluv_import_placement *plan,
                                  fluv_landscape *land)
{
    fluv_layers_drop(land, ~(fluv_layer_set)0);
    land->frame = plan->frame;
    if (!plan->crs)
        return fluv_landscape_set_crs(ctx, land, "");
    const char *const form[] = {"FORMAT=WKT2_2018", "MULTILINE=NO", NULL};
    char *wkt = NULL;
    if (OSRExportToWktEx(plan->crs, &wkt, form) != OGRERR_NONE || !wkt) {
        CPLFree(wkt);
        return fluv_fail(ctx, FLUV_BAD_INPUT, "the map's CRS cannot be written as WKT");
    }
    if (!CPLIsUTF8(wkt, -1)) { /* names in an old encoding */
        char *plain = CPLForceToASCII(wkt, -1, '?');
        CPLFree(wkt);
        wkt = plain;
    }
    fluv_status status = fluv_landscape_set_crs(ctx, land, wkt);
    CPLFree(wkt);
    return status;
}

static bool has_height(const float *height, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isnan(height[i]))
            return true;
    return false;
}

/* A picture seldom says how high and how wide its land is: the user is told what was taken. */
static void note_guesses(const fluv_source *source, const char *heights, bool cell_given,
                         fluv_landscape *land)
{
    char height_text[96] = "", cell_text[96] = "";
    const char *name = strrchr(source->file, '/');
    if (heights)
        snprintf(height_text, sizeof height_text,
                 ", heights taken as %s (set import.low and import.high)", heights);
    if (!source->placed && !cell_given)
        snprintf(cell_text, sizeof cell_text,
                 ", pixels as %g m wide (set import.cell or frame.width)", FLUV_PICTURE_CELL);
    if (*height_text || *cell_text)
        fluv_note_add(land, "import", "%.40s says nothing of its scale%s%s",
                      name ? name + 1 : source->file, height_text, cell_text);
}

static fluv_status remove_terraces(fluv_ctx *ctx, const fluv_source *source,
                                   const fluv_import_params *params, double progress,
                                   fluv_landscape *land, float *values)
{
    if (params->terraces == FLUV_IMPORT_TERRACES_keep)
        return FLUV_OK;
    fluv_height_steps steps;
    bool asked = params->terraces == FLUV_IMPORT_TERRACES_remove;
    size_t count = (size_t)source->cols * (size_t)source->rows;
    uint32_t most = asked ? FLUV_MOST_STEPS : FLUV_COARSE_STEPS;
    FLUV_TRY(fluv_terraces_look(ctx, values, count, most, &steps));
    if (asked ? !(steps.step > 0.0f) : !fluv_terraces_are_there(&steps, count))
        return FLUV_OK;
    fluv_note_add(land, "import",
                  "the map has %u heights, %.3g m apart: its terraces became slopes "
                  "(import.terraces=keep leaves them)",
                  steps.count, (double)steps.step);
    return fluv_terraces_remove(ctx, (uint32_t)source->cols, (uint32_t)source->rows, steps.step,
                                progress, values);
}

static fluv_status fill(fluv_ctx *ctx, fluv_source *source, const fluv_import_placement *plan,
                        const fluv_import_params *params, fluv_landscape *land)
{
    assert(plan->frame.cols > 0 && plan->frame.rows > 0 && plan->frame.cell > 0.0);
    fluv_frame asked = land->frame;
    FLUV_TRY(check_memory(ctx, source, plan));
    FLUV_TRY(fluv_import_frame_set(ctx, plan, land));
    float *height = fluv_layer_edit(ctx, land, FLUV_LAYER_height);
    const char *guess = NULL;
    bool cell_given = params->cell > 0.0 || asked.cell > 0.0;
    if (!height)
        return FLUV_NO_MEMORY;
    if (plan->as_it_is) {
        FLUV_TRY(fluv_source_read(ctx, source, 1.0, height));
        FLUV_TRY(fluv_import_heights(ctx, source, params, &asked, height, &guess));
        note_guesses(source, guess, cell_given, land);
        return remove_terraces(ctx, source, params, 1.0, land, height);
    }
    float *values = fluv_scratch(ctx, (size_t)source->cols * (size_t)source->rows, sizeof *values);
    if (!values)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_source_read(ctx, source, 0.5, values));
    FLUV_TRY(fluv_import_heights(ctx, source, params, &asked, values, &guess));
    note_guesses(source, guess, cell_given, land);
    FLUV_TRY(remove_terraces(ctx, source, params, 0.5, land, values));
    FLUV_TRY(fluv_import_resample(ctx, source, plan, values, height));
    fluv_scratch_drop(ctx, values);
    if (!has_height(height, fluv_cell_count(land)))
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: holds no heights after resampling to %u x %u",
                         source->file, plan->frame.cols, plan->frame.rows);
    return FLUV_OK;
}

static fluv_status run(fluv_ctx *ctx, const void *params_, fluv_landscape *land)
{
    const fluv_import_params *params = params_;
    fluv_source source = {0};
    fluv_import_placement plan = {0};
    fluv_status status =
        fluv_source_open(ctx, params->file ? params->file : "", (int)params->band, &source);
    if (status == FLUV_OK)
        status = fluv_source_crop(ctx, &source, params->crop ? params->crop : "");
    if (status == FLUV_OK)
        status = fluv_import_placement_make(ctx, &source, &land->frame, params->cell, &plan);
    if (status == FLUV_OK)
        status = fill(ctx, &source, &plan, params, land);
    land->surveyed = true;
    const fluv_beside beside = {&plan, source.placed, params->crop ? params->crop : ""};
    fluv_source_close(&source);
    if (status == FLUV_OK)
        status = fluv_given_take(ctx, params, &beside, land);
    fluv_import_placement_free(&plan);
    return status;
}

static fluv_status makes_with(fluv_ctx *ctx, const void *params, fluv_layer_set present,
                              fluv_layer_set *makes)
{
    (void)ctx, (void)present;
    *makes |= fluv_given_makes(params);
    return FLUV_OK;
}

#define PARAMS fluv_import_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/import/import.def"
};

const fluv_stage fluv_stage_import = {
    .info = {.name = "import",
             .summary =
                 "Takes the heights of a map or picture in a file, and water data beside it.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_import_params),
    FLUV_NEEDS(),
    FLUV_MAKES(height),
    FLUV_AMENDS(),
    .makes_with = makes_with,
    .judged = FLUV_SET(receiver),
    .sets_frame = true,
    .bytes_per_cell = READ_AND_MADE_BYTES + TERRACE_BYTES,
    .run = run,
};
