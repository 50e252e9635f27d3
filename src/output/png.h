// SPDX-License-Identifier: MIT
/* Pictures as PNG, through GDAL. */
#ifndef FLUV_OUTPUT_PNG_H
#define FLUV_OUTPUT_PNG_H

#include "output/picture.h"

FLUV_MUST_CHECK fluv_status fluv_png_write(fluv_ctx *ctx, const fluv_picture *picture,
                                           const char *file);
/* A PNG ends with a chunk of its own, which a file that was cut short lacks: GDAL does not hear of
 * the last bytes that a full disk did not take. */
bool fluv_png_has_end(const char *file);
/* The bytes a file would hold; plain memory of the context, yours. */
FLUV_MUST_CHECK fluv_status fluv_png_encode(fluv_ctx *ctx, const fluv_picture *picture,
                                            uint8_t **bytes, size_t *count);

#endif
