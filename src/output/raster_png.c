// SPDX-License-Identifier: MIT
/* Heights as a 16 bit PNG, for engines and painters: 0 is the low end of a range, 65535 its high
 * end; the text chunk `Description` tells which they are, and landscape.json does. Nodata is 0 too,
 * as the format has no room for it. */
#include "base/plain.h"
#include "output/png.h"
#include "output/raster.h"

#include <math.h>
#include <stdio.h>

#define LANES 16

/* Several least and greatest values side by side, for one would make every value wait. */
bool fluv_range_of(const float *values, size_t count, float *low, float *high)
{
    float least[LANES], most[LANES];
    for (size_t k = 0; k < LANES; k++) {
        least[k] = INFINITY;
        most[k] = -INFINITY;
    }
    for (size_t i = 0; i + LANES <= count; i += LANES)
        for (size_t k = 0; k < LANES; k++) {
            float value = values[i + k];
            least[k] = value < least[k] ? value : least[k];
            most[k] = value > most[k] ? value : most[k];
        }
    for (size_t i = count - count % LANES; i < count; i++) {
        least[0] = values[i] < least[0] ? values[i] : least[0];
        most[0] = values[i] > most[0] ? values[i] : most[0];
    }
    *low = least[0];
    *high = most[0];
    for (size_t k = 1; k < LANES; k++) {
        *low = least[k] < *low ? least[k] : *low;
        *high = most[k] > *high ? most[k] : *high;
    }
    return *low <= *high;
}

static fluv_height_range own_range(const float *height, size_t count)
{
    float low, high;
    if (!fluv_range_of(height, count, &low, &high))
        return (fluv_height_range){0};
    return (fluv_height_range){(double)low, (double)high};
}

static void scale(int threads, const float *height, size_t count, fluv_height_range range,
                  uint16_t *out)
{
    double times = range.high > range.low ? 65535.0 / (range.high - range.low) : 0.0;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t i = 0; i < count; i++) {
        double grey = ((double)height[i] - range.low) * times;
        grey = grey < 65535.0 ? grey : 65535.0;
        out[i] = height[i] == height[i] && grey > 0.0 ? (uint16_t)(grey + 0.5) : 0;
    }
}

fluv_status fluv_height_png_write(fluv_ctx *ctx, const fluv_landscape *land,
                                  const fluv_height_range *range, const char *file)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    size_t count = fluv_cell_count(land);
    uint16_t *values = fluv_scratch(ctx, count, sizeof *values);
    if (!values)
        return FLUV_NO_MEMORY;
    fluv_height_range all = range ? *range : own_range(fluv_height_of(land), count);
    scale(ctx->threads, fluv_height_of(land), count, all, values);
    char says[128];
    fluv_plain_print(says, sizeof says, "heights: 0 is %.9g m, 65535 is %.9g m", all.low, all.high);
    fluv_png_image image = {.width = land->frame.cols,
                            .height = land->frame.rows,
                            .channels = 1,
                            .bytes = 2,
                            .values = values,
                            .description = says};
    fluv_status status = fluv_png_save(ctx, &image, file);
    fluv_scratch_release(ctx, mark);
    return status;
}
