// SPDX-License-Identifier: MIT
/* A window of a construction tree as raster files.
 *
 * in   tree, window, size        out   GeoTIFFs of ground, water and cover, or a PNG of the ground
 *
 * Pictures of one tree have one range of heights, so that tiles beside each other fit. It comes
 * from a coarse look at the whole land, and some more for peaks and pits that the look misses. */
#include "folder/tree.h"
#include "output/raster.h"

#include <cpl_vsi.h>
#include <math.h>
#include <stdint.h>
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

#define LOOK  512  /* cells along the longer side */
#define SPARE 0.05 /* of the heights seen, above and below */
#define ROUND 10.0 /* m; both ends are multiples of it */

/* Where the land lies: its discs cover it. */
static fluv_window whole_of(const fluv_tree *tree)
{
    fluv_tree_parts parts = fluv_tree_parts_of(tree->block);
    fluv_window w = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < parts.head->disc_count; i++) {
        const fluv_tree_disc *disc = &parts.discs[i];
        w.west = fmin(w.west, parts.head->x + (double)(disc->x - disc->radius));
        w.east = fmax(w.east, parts.head->x + (double)(disc->x + disc->radius));
        w.south = fmin(w.south, parts.head->y + (double)(disc->y - disc->radius));
        w.north = fmax(w.north, parts.head->y + (double)(disc->y + disc->radius));
    }
    return w;
}

static fluv_status look_over(fluv_ctx *ctx, const fluv_tree *tree, float *low, float *high)
{
    fluv_window whole = whole_of(tree);
    *low = *high = 0.0F;
    if (!(whole.east > whole.west) || !(whole.north > whole.south))
        return FLUV_OK;
    fluv_frame frame = frame_of(&whole, LOOK);
    size_t cells = (size_t)frame.cols * frame.rows;
    float *height = fluv_scratch(ctx, cells, sizeof *height);
    if (!height)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_tree_evaluate_frame(ctx, tree->index, &frame, 0.1, take_heights, height));
    (void)fluv_range_of(height, cells, low, high);
    return FLUV_OK;
}

static fluv_status find_range(fluv_ctx *ctx, const fluv_tree *tree, fluv_height_range *range)
{
    float low, high;
    FLUV_TRY(look_over(ctx, tree, &low, &high));
    double spare = SPARE * ((double)high - (double)low);
    *range = (fluv_height_range){ROUND * floor(((double)low - spare) / ROUND),
                                 ROUND * ceil(((double)high + spare) / ROUND)};
    return FLUV_OK;
}

fluv_status fluv_tree_range(fluv_ctx *ctx, const fluv_tree *tree, fluv_height_range *range)
{
    *range = (fluv_height_range){0};
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    return fluv_call_end(ctx, mark, find_range(ctx, tree, range));
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length > tail && strcmp(text + length - tail, end) == 0;
}

/* Layers of a window. */
typedef struct window_cells {
    float *height, *water;
    uint8_t *cover;
} window_cells;

static void take_cells(const fluv_tree_square *square, void *to)
{
    const window_cells *cells = to;
    for (uint32_t i = 0; i < square->count; i++) {
        size_t at = square->cell[i];
        cells->height[at] = square->height[i];
        cells->water[at] = square->water[i];
        cells->cover[at] = square->cover[i];
    }
}

/* What stands beside the heights of `bank.tif`: `bank-water.tif` and `bank-cover.tif`. */
static const struct beside {
    fluv_layer layer;
    const char *end;
} files[] = {{FLUV_LAYER_height, ".tif"},
             {FLUV_LAYER_water, "-water.tif"},
             {FLUV_LAYER_cover, "-cover.tif"}};
#define FILES (sizeof files / sizeof *files)

typedef struct file_name {
    char text[4096];
} file_name;

static file_name name_beside(const char *file, const char *end)
{
    file_name name;
    size_t length = strlen(file) - strlen(".tif");
    snprintf(name.text, sizeof name.text, "%.*s%s", (int)length, file, end);
    return name;
}

static fluv_status write_maps(fluv_ctx *ctx, const fluv_landscape *land, const char *file)
{
    const char *slash = strrchr(file, '/');
    char folder[4096] = ".";
    if (slash)
        snprintf(folder, sizeof folder, "%.*s", slash == file ? 1 : (int)(slash - file), file);
    for (size_t i = 0; i < FILES; i++) {
        file_name name = name_beside(slash ? slash + 1 : file, files[i].end);
        FLUV_TRY(fluv_layer_write_as(ctx, land, files[i].layer, name.text, folder));
    }
    return FLUV_OK;
}

static fluv_status fill_window(fluv_ctx *ctx, const fluv_tree *tree, fluv_landscape *land)
{
    window_cells cells = {.height = fluv_layer_edit(ctx, land, FLUV_LAYER_height)};
    if (cells.height)
        cells.water = fluv_layer_edit(ctx, land, FLUV_LAYER_water);
    if (cells.water)
        cells.cover = fluv_layer_edit(ctx, land, FLUV_LAYER_cover);
    if (!cells.cover)
        return FLUV_NO_MEMORY;
    return fluv_tree_evaluate_frame(ctx, tree->index, &land->frame, 0.8, take_cells, &cells);
}

static fluv_status fill_and_write(fluv_ctx *ctx, const fluv_tree *tree, fluv_landscape *land,
                                  const fluv_height_range *range, const char *file)
{
    bool picture = ends_with(file, ".png");
    fluv_height_range all;
    fluv_begin_step(ctx, "write", file, 1, 1);
    FLUV_TRY(fluv_advance(ctx, 0.0));
    if (picture && !range)
        FLUV_TRY(find_range(ctx, tree, &all));
    FLUV_TRY(fill_window(ctx, tree, land));
    fluv_status status = picture ? fluv_height_png_write(ctx, land, range ? range : &all, file)
                                 : write_maps(ctx, land, file);
    for (size_t i = 0; status != FLUV_OK && i < (picture ? 1 : FILES); i++)
        (void)VSIUnlink(picture ? file
                                : name_beside(file, files[i].end).text); /* nobody shall take
                                                                            a part for the whole */
    return status;
}

static fluv_status sample(fluv_ctx *ctx, const fluv_tree *tree, const fluv_frame *frame,
                          const fluv_height_range *range, const char *file)
{
    fluv_landscape land = {.frame = *frame};
    fluv_status status = fill_and_write(ctx, tree, &land, range, file);
    fluv_landscape_free(&land);
    return status == FLUV_OK ? fluv_end_step(ctx) : status;
}

fluv_status fluv_tree_sample(fluv_ctx *ctx, const fluv_tree *tree, const fluv_window *window,
                             uint32_t size, const fluv_height_range *range, const char *file)
{
    if (range && !(range->high > range->low && isfinite(range->high - range->low)))
        return fluv_fail(ctx, FLUV_BAD_USE, "the range %g,%g is empty: give the lower end first",
                         range->low, range->high);
    if (!ends_with(file, ".tif") && !ends_with(file, ".png"))
        return fluv_fail(ctx, FLUV_BAD_USE, "%s: a window is written as .tif or .png", file);
    FLUV_TRY(check_window(ctx, window, size));
    const fluv_frame frame = frame_of(window, size);
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    return fluv_call_end(ctx, mark, sample(ctx, tree, &frame, range, file));
}
