// SPDX-License-Identifier: MIT
/* FIELD parameters over the frame: a number, a noise or an image.
 *
 * in   the parameter        out   cols * rows values, row 0 in the north */
#include "field/noise.h"
#include "stages/stage.h"

#include <math.h>

static void fill_number(double number, size_t cells, float *out)
{
    for (size_t i = 0; i < cells; i++)
        out[i] = (float)number;
}

/* Noise -1 becomes low, 1 becomes high. */
static void fill_noise(fluv_ctx *ctx, const fluv_frame *frame, const fluv_field *field,
                       const fluv_noise *noise, float *out)
{
    float middle = (float)(0.5 * (field->low + field->high));
    float half = (float)(0.5 * (field->high - field->low));
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic, 8)
    for (uint32_t row = 0; row < frame->rows; row++) {
        float *values = out + (size_t)row * frame->cols;
        fluv_noise_row(noise, frame->west + 0.5 * frame->cell,
                       frame->north - frame->cell * (row + 0.5), frame->cell, frame->cols, values);
        for (uint32_t col = 0; col < frame->cols; col++)
            values[col] = middle + half * values[col];
    }
}

/* The image's smallest value becomes low, its largest high; without a value, low. */
static void stretch(const fluv_field *field, size_t cells, float *out)
{
    float least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < cells; i++) {
        least = isfinite(out[i]) ? fminf(least, out[i]) : least;
        most = isfinite(out[i]) ? fmaxf(most, out[i]) : most;
    }
    double scale = most > least ? (field->high - field->low) / ((double)most - least) : 0.0;
    for (size_t i = 0; i < cells; i++)
        out[i] =
            (float)(isfinite(out[i]) ? field->low + scale * ((double)out[i] - least) : field->low);
}

static fluv_status fill_image(fluv_ctx *ctx, const fluv_landscape *land, const fluv_field *field,
                              const char *stage, const char *name, float *out)
{
    if (!ctx->read_image)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "%s.%s: %s is an image, but this build reads no images", stage, name,
                         field->image);
    FLUV_TRY(ctx->read_image(ctx, field->image, &land->frame, out));
    stretch(field, fluv_cell_count(land), out);
    return FLUV_OK;
}

fluv_status fluv_field_fill(fluv_ctx *ctx, const fluv_landscape *land, const fluv_field *field,
                            const char *stage, const char *name, float *out)
{
    const fluv_frame *frame = &land->frame;
    if (field->kind == FLUV_FIELD_IMAGE)
        return fill_image(ctx, land, field, stage, name, out);
    if (field->kind == FLUV_FIELD_NUMBER) {
        fill_number(field->number, fluv_cell_count(land), out);
        return FLUV_OK;
    }
    double longer = frame->cell * (frame->cols > frame->rows ? frame->cols : frame->rows);
    fluv_noise noise = {.key = fluv_key_make(land->seed, stage, name),
                        .wavelength = field->wavelength > 0.0 ? field->wavelength : longer / 4.0,
                        .octaves = field->octaves < 1                    ? 1
                                   : field->octaves > FLUV_NOISE_OCTAVES ? FLUV_NOISE_OCTAVES
                                                                         : field->octaves,
                        .gain = field->gain > 0.0 ? field->gain : 0.5,
                        .lacunarity = 2.0,
                        .finest = frame->cell};
    fill_noise(ctx, frame, field, &noise, out);
    return FLUV_OK;
}
