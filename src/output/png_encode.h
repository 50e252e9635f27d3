// SPDX-License-Identifier: MIT
/* PNG bytes, made on all threads. */
#ifndef FLUV_OUTPUT_PNG_ENCODE_H
#define FLUV_OUTPUT_PNG_ENCODE_H

#include "base/ctx.h"

#include <stdio.h>

typedef struct fluv_png_image {
    size_t width, height;
    int channels;            /* 1: grey, 3: red, green, blue, 4: with opacity */
    int bytes;               /* of a value: 1, or 2 in the machine's order */
    const void *values;      /* row by row, the channels of a pixel side by side */
    size_t stride;           /* bytes from one row to the next; 0: they follow each other */
    const char *description; /* a text in the file; NULL: none */
} fluv_png_image;

/* Writes the whole file. The stream's errors may come out only when it is closed. */
FLUV_MUST_CHECK fluv_status fluv_png_stream(fluv_ctx *ctx, const fluv_png_image *image,
                                            FILE *stream);

#endif
