// SPDX-License-Identifier: MIT
/* Pictures as PNG files. */
#ifndef FLUV_OUTPUT_PNG_H
#define FLUV_OUTPUT_PNG_H

#include "output/picture.h"
#include "output/png_encode.h"

/* Writes any image, on disk or to a name in memory; nothing stays when it fails. */
FLUV_MUST_CHECK fluv_status fluv_png_save(fluv_ctx *ctx, const fluv_png_image *image,
                                          const char *file);
FLUV_MUST_CHECK fluv_status fluv_png_write(fluv_ctx *ctx, const fluv_picture *picture,
                                           const char *file);
/* The bytes a file would hold; plain memory of the context, yours. */
FLUV_MUST_CHECK fluv_status fluv_png_encode(fluv_ctx *ctx, const fluv_picture *picture,
                                            uint8_t **bytes, size_t *count);

#endif
