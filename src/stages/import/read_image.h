// SPDX-License-Identifier: MIT
/* Images as values of FIELD parameters. */
#ifndef FLUV_STAGES_IMPORT_READ_IMAGE_H
#define FLUV_STAGES_IMPORT_READ_IMAGE_H

#include "base/ctx.h"

/* Stretches the first band of an image over the frame, whatever its own place: cols * rows values
 * in file units, bilinear. Nodata takes the image's lowest value. `white` (may be NULL) becomes the
 * value of white where the image is a grey picture, 0 where it holds numbers. Fits
 * fluv_ctx.read_image. */
FLUV_MUST_CHECK fluv_status fluv_read_image(fluv_ctx *ctx, const char *file,
                                            const fluv_frame *frame, float *out, double *white);

#endif
