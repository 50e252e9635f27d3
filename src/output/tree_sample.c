// SPDX-License-Identifier: MIT
/* A window of a construction tree as a raster file.
 *
 * in   tree, window, size        out   GeoTIFF or PNG  */
#include "output/raster.h"
#include "output/tree_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static fluv_status check_window(fluv_ctx *ctx, const fluv_window *w, uint32_t size)
{
    if (!isfinite(w->west) || !isfinite(w->east) || !isfinite(w->south) || !isfinite(w->north) ||
        !(w->east > w->west) || !(w->north > w->south))
        return fluv_fail(ctx, FLUV_BAD_USE,
                         "the window %g,%g,%g,%g is empty: give two opposite corners", w->west,
                         w->south, w->east, w->north);
    double aspect = (w->east - w->west) / (w->north - w->south);
    if (!(aspect < 1e4 && aspect > 1e-4))
        return fluv_fail(ctx, FLUV_BAD_USE, "a window of %g m x %g m is too narrow",
                         w->east - w->west, w->north - w->south);
    if (size < 1 || size > 65536)
        return fluv_fail(ctx, FLUV_BAD_USE, "the size is %u, expected 1 to 65536", size);
    return FLUV_OK;
}

static fluv_frame frame_of(const fluv_window *w, uint32_t size)
{
    double wide = w->east - w->west, tall = w->north - w->south, cell = fmax(wide, tall) / size;
    return (fluv_frame){.cols = (uint32_t)fmax(1.0, round(wide / cell)),
                        .rows = (uint32_t)fmax(1.0, round(tall / cell)),
                        .cell = cell,
                        .west = w->west,
                        .north = w->north};
}

static void take_heights(const fluv_tree_square *square, void *to)
{
    float *height = to;
    for (uint32_t i = 0; i < square->count; i++)
        height[square->cell[i]] = square->height[i];
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length > tail && strcmp(text + length - tail, end) == 0;
}

static fluv_status write_window(fluv_ctx *ctx, const fluv_landscape *land, const char *file)
{
    if (ends_with(file, ".png"))
        return fluv_height_png_write(ctx, land, file);
    const char *slash = strrchr(file, '/');
    char folder[4096] = ".";
    if (slash)
        snprintf(folder, sizeof folder, "%.*s", slash == file ? 1 : (int)(slash - file), file);
    fluv_raster raster = {.name = slash ? slash + 1 : file,
                          .type = GDT_Float32,
                          .cells = fluv_height(land),
                          .nodata = NAN,
                          .unit = "m"};
    return fluv_raster_write(ctx, land, &raster, folder);
}

static fluv_status sample(fluv_ctx *ctx, const fluv_tree *tree, const fluv_frame *frame,
                          const char *file)
{
    fluv_landscape land = {.frame = *frame};
    float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
    fluv_status status = height ? FLUV_OK : FLUV_NO_MEMORY;
    fluv_begin_step(ctx, "write", file, 1, 1);
    if (status == FLUV_OK)
        status = fluv_advance(ctx, 0.0);
    if (status == FLUV_OK)
        status = fluv_tree_evaluate_frame(ctx, tree->index, &land.frame, 0.8, take_heights, height);
    if (status == FLUV_OK)
        status = write_window(ctx, &land, file);
    fluv_landscape_free(&land);
    return status == FLUV_OK ? fluv_end_step(ctx) : status;
}

fluv_status fluv_tree_sample(fluv_ctx *ctx, const fluv_tree *tree, const fluv_window *window,
                             uint32_t size, const char *file)
{
    if (!ends_with(file, ".tif") && !ends_with(file, ".png"))
        return fluv_fail(ctx, FLUV_BAD_USE, "%s: a window is written as .tif or .png", file);
    FLUV_TRY(check_window(ctx, window, size));
    const fluv_frame frame = frame_of(window, size);
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    return fluv_call_end(ctx, mark, sample(ctx, tree, &frame, file));
}
