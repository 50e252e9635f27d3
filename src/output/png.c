// SPDX-License-Identifier: MIT
/* Pictures as PNG files, on disk or in memory. */
#include "output/png.h"

#include "output/memory_file.h"
#include "output/picture_measure.h"
#include "output/picture_sheet.h"
#include "output/png_encode.h"

#include <cpl_vsi.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

fluv_status fluv_png_save(fluv_ctx *ctx, const fluv_png_image *image, const char *file)
{
    char why[256];
    fluv_sink sink;
    fluv_status status = FLUV_OK;
    if (fluv_sink_open(&sink, file))
        status = fluv_png_stream(ctx, image, sink.stream);
    if (!fluv_sink_close(&sink) && status == FLUV_OK)
        status = fluv_fail(ctx, FLUV_IO, "%s", strerror(errno));
    if (status == FLUV_OK)
        return FLUV_OK;
    VSIUnlink(file);
    if (status != FLUV_IO)
        return status;
    snprintf(why, sizeof why, "%s", fluv_message(ctx));
    return fluv_fail(ctx, FLUV_IO, "cannot write the picture %s: %s", file, why);
}

static fluv_png_image image_of(const fluv_picture *picture)
{
    return (fluv_png_image){.width = picture->width,
                            .height = picture->height,
                            .channels = 3,
                            .bytes = 1,
                            .values = picture->rgb};
}

fluv_status fluv_png_write(fluv_ctx *ctx, const fluv_picture *picture, const char *file)
{
    fluv_png_image image = image_of(picture);
    return fluv_png_save(ctx, &image, file);
}

fluv_status fluv_png_encode(fluv_ctx *ctx, const fluv_picture *picture, uint8_t **bytes,
                            size_t *count)
{
    fluv_memory_folder folder = fluv_memory_folder_of(ctx);
    char file[sizeof folder.text + 16];
    snprintf(file, sizeof file, "%s/inner.png", folder.text);
    *bytes = NULL;
    FLUV_TRY(fluv_png_write(ctx, picture, file));
    vsi_l_offset length = 0;
    const GByte *written = VSIGetMemFileBuffer(file, &length, FALSE);
    *count = (size_t)length;
    *bytes = fluv_alloc(ctx, *count, 1);
    if (*bytes)
        memcpy(*bytes, written, *count);
    VSIUnlink(file);
    return *bytes ? FLUV_OK : FLUV_NO_MEMORY;
}

fluv_status fluv_picture_write(fluv_ctx *ctx, const fluv_landscape *land, const char *view,
                               const char *png_file)
{
    fluv_picture picture;
    FLUV_TRY(fluv_picture_draw(ctx, land, view, &picture));
    fluv_status status = fluv_png_write(ctx, &picture, png_file);
    fluv_picture_free(&picture);
    return status == FLUV_OK ? fluv_advance(ctx, 1) : status;
}

static fluv_status render(fluv_ctx *ctx, const fluv_landscape *land, const char *view,
                          const fluv_render_options *options, const char *file)
{
    fluv_picture picture;
    fluv_begin_step(ctx, "draw", view, 1, 1);
    FLUV_TRY(fluv_advance(ctx, 0.0));
    FLUV_TRY(fluv_picture_draw_as(ctx, land, view, options, &picture));
    fluv_status status = fluv_png_write(ctx, &picture, file);
    fluv_picture_free(&picture);
    return status == FLUV_OK ? fluv_end_step(ctx) : status;
}

fluv_status fluv_render_as(fluv_ctx *ctx, const fluv_landscape *land, const char *view,
                           const fluv_render_options *options, const char *png_file)
{
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    return fluv_call_end(ctx, mark, render(ctx, land, view, options, png_file));
}

fluv_status fluv_render(fluv_ctx *ctx, const fluv_landscape *land, const char *view,
                        const char *png_file)
{
    return fluv_render_as(ctx, land, view, NULL, png_file);
}

fluv_status fluv_render_png(fluv_ctx *ctx, const fluv_landscape *land, const char *view,
                            const fluv_render_options *options, uint8_t **bytes, size_t *size)
{
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    fluv_memory_folder folder = fluv_memory_folder_of(ctx);
    char file[sizeof folder.text + 16];
    snprintf(file, sizeof file, "%s/picture.png", folder.text);
    *bytes = NULL;
    *size = 0;
    fluv_status status = render(ctx, land, view, options, file);
    if (status == FLUV_OK)
        status = fluv_memory_file_take(ctx, file, bytes, size);
    fluv_memory_folder_remove(&folder);
    return fluv_call_end(ctx, mark, status);
}

static fluv_status write_sheet(fluv_ctx *ctx, const fluv_panel *panels, size_t count,
                               uint32_t columns, const char *file)
{
    fluv_picture picture = {0};
    if (count == 0 || columns == 0)
        return fluv_fail(ctx, FLUV_BAD_USE, "a sheet of %zu pictures in rows of %u", count,
                         columns);
    fluv_begin_step(ctx, "draw", "sheet", 1, 1);
    FLUV_TRY(fluv_advance(ctx, 0.0));
    fluv_status status = fluv_panels_draw(ctx, panels, count, columns, &picture);
    if (status == FLUV_OK)
        status = fluv_png_write(ctx, &picture, file);
    fluv_picture_free(&picture);
    return status == FLUV_OK ? fluv_end_step(ctx) : status;
}

fluv_status fluv_render_sheet(fluv_ctx *ctx, const fluv_panel *panels, size_t count,
                              uint32_t columns, const char *png_file)
{
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    return fluv_call_end(ctx, mark, write_sheet(ctx, panels, count, columns, png_file));
}

static fluv_status write_measures(fluv_ctx *ctx, const fluv_landscape *land,
                                  const fluv_measures *measures, const char *title,
                                  const char *file)
{
    fluv_picture picture = {0};
    fluv_begin_step(ctx, "draw", "measures", 1, 1);
    FLUV_TRY(fluv_advance(ctx, 0.0));
    FLUV_TRY(fluv_measures_draw(ctx, land, measures, title, &picture));
    fluv_status status = fluv_png_write(ctx, &picture, file);
    fluv_picture_free(&picture);
    return status == FLUV_OK ? fluv_end_step(ctx) : status;
}

fluv_status fluv_measures_picture(fluv_ctx *ctx, const fluv_landscape *land,
                                  const fluv_measures *measures, const char *title,
                                  const char *png_file)
{
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    return fluv_call_end(ctx, mark, write_measures(ctx, land, measures, title, png_file));
}
