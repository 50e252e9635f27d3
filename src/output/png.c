// SPDX-License-Identifier: MIT
/* PNG files. GDAL's own messages go into ours; no side-car files are left. */
#include "output/png.h"

#include "gdal/quiet.h"
#include "output/memory_file.h"
#include "output/picture_sheet.h"

#include <assert.h>
#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <gdal.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ZLEVEL "4" /* half the time of the usual 6, and hardly larger files */

/* Three bands over the picture's own memory, nothing is copied. */
static GDALDatasetH wrap(const fluv_picture *picture)
{
    assert(picture->rgb && picture->width > 0 && picture->height > 0);
    GDALDriverH driver = GDALGetDriverByName("MEM");
    GDALDatasetH wrapped = driver ? GDALCreate(driver, "", (int)picture->width,
                                               (int)picture->height, 0, GDT_Byte, NULL)
                                  : NULL;
    for (int band = 0; wrapped && band < 3; band++) {
        char pointer[64] = "DATAPOINTER=", pixel[] = "PIXELOFFSET=3", line[64];
        int length = CPLPrintPointer(pointer + 12, picture->rgb + band, 48);
        pointer[12 + length] = '\0';
        snprintf(line, sizeof line, "LINEOFFSET=%" PRIu64, 3 * (uint64_t)picture->width);
        char *options[] = {pointer, pixel, line, NULL};
        if (GDALAddBand(wrapped, GDT_Byte, options) != CE_None) {
            GDALClose(wrapped);
            return NULL;
        }
        GDALSetRasterColorInterpretation(GDALGetRasterBand(wrapped, band + 1),
                                         (GDALColorInterp)(GCI_RedBand + band));
    }
    return wrapped;
}

static int CPL_STDCALL go_on(double fraction, const char *message, void *user)
{
    (void)fraction, (void)message;
    return fluv_look(user) == FLUV_OK;
}

static bool copy_to_png(fluv_ctx *ctx, const fluv_picture *picture, const char *file)
{
    char quick[] = "ZLEVEL=" ZLEVEL, *options[] = {quick, NULL};
    GDALDriverH driver = GDALGetDriverByName("PNG");
    GDALDatasetH from = driver ? wrap(picture) : NULL;
    if (!from)
        return false;
    GDALDatasetH to = GDALCreateCopy(driver, file, from, FALSE, options, go_on, ctx);
    if (to)
        GDALClose(to);
    GDALClose(from);
    return to != NULL;
}

fluv_status fluv_png_write(fluv_ctx *ctx, const fluv_picture *picture, const char *file)
{
    fluv_gdal_quiet quiet;
    fluv_status status = FLUV_OK;
    fluv_gdal_quiet_begin(&quiet);
    CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", "NO");
    if (!copy_to_png(ctx, picture, file) || quiet.failures) {
        status = fluv_look(ctx); /* whether it was stopped */
        if (status == FLUV_OK)
            status = fluv_fail(ctx, FLUV_IO, "cannot write the picture %s: %s", file,
                               quiet.failures ? quiet.text : "no PNG driver");
        VSIUnlink(file);
    }
    CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", NULL);
    fluv_gdal_quiet_end(&quiet);
    return status;
}

fluv_status fluv_png_encode(fluv_ctx *ctx, const fluv_picture *picture, uint8_t **bytes,
                            size_t *count)
{
    char file[64];
    snprintf(file, sizeof file, "/vsimem/fluv_picture_%p.png", (const void *)picture);
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

fluv_status fluv_render(fluv_ctx *ctx, const fluv_landscape *land, const char *view,
                        const char *png_file)
{
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    return fluv_call_end(ctx, mark, render(ctx, land, view, NULL, png_file));
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
