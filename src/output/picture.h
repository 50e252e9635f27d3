// SPDX-License-Identifier: MIT
/* Pictures of a landscape. Drawing needs no library; only the PNG file (png.c) needs GDAL. */
#ifndef FLUV_OUTPUT_PICTURE_H
#define FLUV_OUTPUT_PICTURE_H

#include "landscape/landscape.h"

/* Red, green, blue, one byte each, row 0 in the north. Zeroed is valid. */
typedef struct fluv_picture {
    uint32_t width, height; /* pixels; the longer side is 1000 .. 2400 unless asked otherwise */
    uint8_t *rgb;
} fluv_picture;

/* Draws one of the views that fluv_view_name lists. The same bytes for any number of threads. */
FLUV_MUST_CHECK fluv_status fluv_picture_draw(fluv_ctx *ctx, const fluv_landscape *land,
                                              const char *view, fluv_picture *out);
/* The same as the options wish, which are checked; NULL: as above. */
FLUV_MUST_CHECK fluv_status fluv_picture_draw_as(fluv_ctx *ctx, const fluv_landscape *land,
                                                 const char *view,
                                                 const fluv_render_options *options,
                                                 fluv_picture *out);
/* The colours of the map in faint light and without scale bar, to be laid over a model that is lit
 * by its own sun. */
FLUV_MUST_CHECK fluv_status fluv_picture_texture(fluv_ctx *ctx, const fluv_landscape *land,
                                                 fluv_picture *out);
/* The view "map" and that texture, for little more than one of them costs. */
FLUV_MUST_CHECK fluv_status fluv_picture_map_and_texture(fluv_ctx *ctx, const fluv_landscape *land,
                                                         fluv_picture *map, fluv_picture *texture);
void fluv_picture_free(fluv_picture *picture);

/* Draws a view into a PNG file; with GDAL only. */
FLUV_MUST_CHECK fluv_status fluv_picture_write(fluv_ctx *ctx, const fluv_landscape *land,
                                               const char *view, const char *png_file);

#endif
