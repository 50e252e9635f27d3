// SPDX-License-Identifier: MIT
/* Images as values of FIELD parameters.
 *
 * in   an image that GDAL reads        out   one value a cell of the frame
 *
 * The value at a place is the same for every frame size: it is taken from the image at the cell's
 * centre, bilinear between the centres of the four nearest pixels.  O(pixels + cells). */
#include "stages/import/read_image.h"

#include "stages/import/source.h"

#include <assert.h>
#include <math.h>

static bool fill_gaps(float *pixels, size_t count)
{
    float lowest = INFINITY;
    for (size_t i = 0; i < count; i++)
        if (isfinite(pixels[i]) && pixels[i] < lowest)
            lowest = pixels[i];
    for (size_t i = 0; i < count; i++)
        if (!isfinite(pixels[i]))
            pixels[i] = lowest;
    return isfinite(lowest);
}

/* Two neighbouring pixels along one axis and the second one's share. */
typedef struct between {
    size_t first, second;
    float share;
} between;

static between place_between(uint32_t cell, uint32_t cells, int pixels)
{
    assert(cell < cells && pixels > 0);
    double at = ((double)cell + 0.5) / cells * pixels - 0.5;
    double last = pixels - 1;
    at = at < 0.0 ? 0.0 : at > last ? last : at;
    size_t first = (size_t)at;
    return (between){first, first < (size_t)last ? first + 1 : first, (float)(at - (double)first)};
}

static float mix(float a, float b, float share)
{
    return a + (b - a) * share;
}

static void stretch(const float *pixels, int width, int height, const fluv_frame *frame, float *out)
{
    for (uint32_t row = 0; row < frame->rows; row++) {
        between y = place_between(row, frame->rows, height);
        const float *upper = pixels + y.first * (size_t)width;
        const float *lower = pixels + y.second * (size_t)width;
        for (uint32_t col = 0; col < frame->cols; col++) {
            between x = place_between(col, frame->cols, width);
            *out++ = mix(mix(upper[x.first], upper[x.second], x.share),
                         mix(lower[x.first], lower[x.second], x.share), y.share);
        }
    }
}

static fluv_status read_and_stretch(fluv_ctx *ctx, fluv_source *source, const fluv_frame *frame,
                                    float *out)
{
    FLUV_TRY(fluv_source_crop(ctx, source, ""));
    size_t count = (size_t)source->cols * (size_t)source->rows;
    float *pixels = fluv_scratch(ctx, count, sizeof *pixels);
    if (!pixels)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_source_read(ctx, source, 0.0, pixels));
    if (!fill_gaps(pixels, count))
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: holds no values: every pixel is nodata",
                         source->file);
    stretch(pixels, source->cols, source->rows, frame, out);
    fluv_scratch_drop(ctx, pixels);
    return FLUV_OK;
}

fluv_status fluv_read_image(fluv_ctx *ctx, const char *file, const fluv_frame *frame, float *out,
                            double *white)
{
    assert(frame && out);
    fluv_source source;
    FLUV_TRY(fluv_source_open(ctx, file, 1, &source));
    fluv_status status = read_and_stretch(ctx, &source, frame, out);
    if (white)
        *white = fluv_source_white(&source);
    fluv_source_close(&source);
    return status;
}
