// SPDX-License-Identifier: MIT
/* The calls that need files, in a library that was built without GDAL: they say so. */
#include "base/ctx.h"

static fluv_status refuse(fluv_ctx *ctx, const char *what)
{
    return fluv_fail(ctx, FLUV_BAD_USE, "this build cannot %s: it was made without GDAL", what);
}

size_t fluv_file_count(void)
{
    return 0;
}

const char *fluv_file_name(size_t index)
{
    (void)index;
    return NULL;
}

fluv_status fluv_write_check(fluv_ctx *ctx, const char *dir, const fluv_write_options *options)
{
    (void)dir, (void)options;
    return refuse(ctx, "write folders");
}

fluv_status fluv_write(fluv_ctx *ctx, const fluv_landscape *land, const fluv_recipe *recipe,
                       const char *dir, const fluv_write_options *options)
{
    (void)land, (void)recipe;
    return fluv_write_check(ctx, dir, options);
}

fluv_status fluv_file_bytes(fluv_ctx *ctx, const fluv_landscape *land, const fluv_recipe *recipe,
                            const char *name, const fluv_write_options *options, uint8_t **bytes,
                            size_t *size)
{
    (void)land, (void)recipe, (void)name, (void)options;
    *bytes = NULL;
    *size = 0;
    return refuse(ctx, "make files");
}

fluv_status fluv_read(fluv_ctx *ctx, const char *dir, fluv_landscape **out)
{
    (void)dir;
    *out = NULL;
    return refuse(ctx, "read folders");
}

fluv_status fluv_render(fluv_ctx *ctx, const fluv_landscape *land, const char *view,
                        const char *png_file)
{
    (void)land, (void)view, (void)png_file;
    return refuse(ctx, "write PNG files; fluv_render_rgba gives their pixels");
}

fluv_status fluv_render_as(fluv_ctx *ctx, const fluv_landscape *land, const char *view,
                           const fluv_render_options *options, const char *png_file)
{
    (void)options;
    return fluv_render(ctx, land, view, png_file);
}

fluv_status fluv_render_png(fluv_ctx *ctx, const fluv_landscape *land, const char *view,
                            const fluv_render_options *options, uint8_t **bytes, size_t *size)
{
    (void)options;
    *bytes = NULL;
    *size = 0;
    return fluv_render(ctx, land, view, NULL);
}

fluv_status fluv_render_sheet(fluv_ctx *ctx, const fluv_panel *panels, size_t count,
                              uint32_t columns, const char *png_file)
{
    (void)panels, (void)count, (void)columns, (void)png_file;
    return refuse(ctx, "write PNG files");
}

fluv_status fluv_measures_picture(fluv_ctx *ctx, const fluv_landscape *land,
                                  const fluv_measures *measures, const char *title,
                                  const char *png_file)
{
    (void)land, (void)measures, (void)title, (void)png_file;
    return refuse(ctx, "write PNG files");
}

fluv_status fluv_tree_sample(fluv_ctx *ctx, const fluv_tree *tree, const fluv_window *window,
                             uint32_t size, const fluv_height_range *range, const char *file)
{
    (void)tree, (void)window, (void)size, (void)range, (void)file;
    return refuse(ctx, "write rasters; fluv_tree_heights gives their values");
}

size_t fluv_export_profile_count(void)
{
    return 0;
}

const fluv_export_profile *fluv_export_profile_at(size_t index)
{
    (void)index;
    return NULL;
}

const char *fluv_export_profile_formats(size_t index)
{
    (void)index;
    return NULL;
}

const char *fluv_export_profile_maps(size_t index)
{
    (void)index;
    return NULL;
}

size_t fluv_export_map_count(void)
{
    return 0;
}

const char *fluv_export_map_name(size_t index)
{
    (void)index;
    return NULL;
}

const char *fluv_export_map_help(size_t index)
{
    (void)index;
    return NULL;
}

fluv_status fluv_export(fluv_ctx *ctx, const fluv_landscape *land, const fluv_recipe *recipe,
                        const char *dir, const fluv_export_options *options)
{
    (void)land, (void)recipe, (void)dir, (void)options;
    return refuse(ctx, "write files for other programs");
}

fluv_status fluv_export_fits(fluv_ctx *ctx, const fluv_export_options *options, uint32_t cols,
                             uint32_t rows, fluv_export_fit *out)
{
    (void)options, (void)cols, (void)rows;
    *out = (fluv_export_fit){0};
    return refuse(ctx, "write files for other programs");
}

fluv_status fluv_run_in_tiles(fluv_ctx *ctx, const fluv_recipe *recipe, const char *dir,
                              const fluv_tile_options *options, fluv_tile_report *report)
{
    (void)recipe, (void)dir, (void)options;
    *report = (fluv_tile_report){.ranks = 1};
    return refuse(ctx, "work on maps in tiles");
}

fluv_status fluv_tiles_needed(fluv_ctx *ctx, const fluv_recipe *recipe, fluv_tile_need *need)
{
    (void)recipe;
    *need = (fluv_tile_need){0};
    return refuse(ctx, "work on maps in tiles");
}

int fluv_ranks(void)
{
    return 1;
}

void fluv_ranks_end(bool failed)
{
    (void)failed;
}
