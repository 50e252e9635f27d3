// SPDX-License-Identifier: MIT
/* FIELD parameters: a number, a noise or an image, over the frame or at points of it.
 *
 * in   the parameter        out   cols * rows values, row 0 in the north; or one a point */
#include "field/bilinear.h"
#include "field/noise.h"
#include "stages/stage.h"

#include <assert.h>
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

static fluv_status take_grey(fluv_ctx *ctx, const fluv_field *field, const char *stage,
                             const char *name, double white, size_t cells, float *out)
{
    assert(white > 0.0);
    if (!field->ends)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "%s.%s: %s is a grey picture: give `low` and `high`, the values of black "
                         "and of white",
                         stage, name, field->image);
    double scale = (field->high - field->low) / white;
    for (size_t i = 0; i < cells; i++)
        out[i] = (float)(field->low + scale * (double)out[i]);
    return FLUV_OK;
}

static fluv_status take_numbers(fluv_ctx *ctx, const fluv_field *field, const char *stage,
                                const char *name, size_t cells, const float *out)
{
    if (field->ends)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "%s.%s: %s holds numbers, which are taken as they are: leave out `low` "
                         "and `high`, or give `stretch: true`",
                         stage, name, field->image);
    for (size_t i = 0; i < cells; i++)
        if ((double)out[i] < field->least || (double)out[i] > field->most)
            return fluv_fail(ctx, FLUV_BAD_INPUT, "%s.%s: %s holds %g, expected %g to %g", stage,
                             name, field->image, (double)out[i], field->least, field->most);
    return FLUV_OK;
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

static fluv_status fill_image(fluv_ctx *ctx, const fluv_frame *frame, const fluv_field *field,
                              const char *stage, const char *name, float *out)
{
    if (!ctx->read_image)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "%s.%s: %s is an image, but this build reads no images", stage, name,
                         field->image);
    double white = 0.0;
    size_t cells = (size_t)frame->cols * frame->rows;
    FLUV_TRY(ctx->read_image(ctx, field->image, frame, out, &white));
    if (white > 0.0 && !field->stretch)
        return take_grey(ctx, field, stage, name, white, cells, out);
    if (!field->stretch)
        return take_numbers(ctx, field, stage, name, cells, out);
    stretch(field, cells, out);
    return FLUV_OK;
}

static fluv_noise noise_of(const fluv_landscape *land, const fluv_field *field, const char *stage,
                           const char *name, double finest)
{
    const fluv_frame *frame = &land->frame;
    double longer = frame->cell * (frame->cols > frame->rows ? frame->cols : frame->rows);
    int octaves = field->octaves < 1 ? 1 : (int)field->octaves;
    return (fluv_noise){.key = fluv_key_make(land->seed, stage, name),
                        .wavelength = field->wavelength > 0.0 ? field->wavelength : longer / 4.0,
                        .octaves = octaves > FLUV_NOISE_OCTAVES ? FLUV_NOISE_OCTAVES : octaves,
                        .gain = field->gain > 0.0 ? field->gain : 0.5,
                        .lacunarity = 2.0,
                        .finest = finest};
}

fluv_status fluv_field_fill(fluv_ctx *ctx, const fluv_landscape *land, const fluv_field *field,
                            const char *stage, const char *name, float *out)
{
    if (field->kind == FLUV_FIELD_IMAGE)
        return fill_image(ctx, &land->frame, field, stage, name, out);
    if (field->kind == FLUV_FIELD_NUMBER) {
        fill_number(field->number, fluv_cell_count(land), out);
        return FLUV_OK;
    }
    fluv_noise noise = noise_of(land, field, stage, name, land->frame.cell);
    fill_noise(ctx, &land->frame, field, &noise, out);
    return FLUV_OK;
}

/* ---- At points ---- */

#define IMAGE_SIDE 1024 /* cells of the longer side that an image is read to, whatever the size */
#define BLOCK      1024 /* places a thread takes at a time */

static fluv_frame image_frame(const fluv_frame *frame)
{
    double width = frame->cell * frame->cols, height = frame->cell * frame->rows;
    double cell = fmax(width, height) / IMAGE_SIDE;
    return (fluv_frame){.cols = (uint32_t)ceil(width / cell - 1e-6),
                        .rows = (uint32_t)ceil(height / cell - 1e-6),
                        .cell = cell,
                        .west = frame->west,
                        .north = frame->north};
}

static fluv_status image_at(fluv_ctx *ctx, const fluv_landscape *land, const fluv_field *field,
                            const char *stage, const char *name, const fluv_places *places,
                            float *out)
{
    fluv_frame frame = image_frame(&land->frame);
    float *image = fluv_scratch(ctx, (size_t)frame.cols * frame.rows, sizeof *image);
    if (!image)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fill_image(ctx, &frame, field, stage, name, image));
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t i = 0; i < places->count; i++)
        out[i] = fluv_bilinear(image, frame.cols, frame.rows, places->x[i] / frame.cell,
                               places->y[i] / frame.cell);
    fluv_scratch_drop(ctx, image);
    return FLUV_OK;
}

static void noise_at(fluv_ctx *ctx, const fluv_frame *frame, const fluv_field *field,
                     const fluv_noise *noise, const fluv_places *places, float *out)
{
    float middle = (float)(0.5 * (field->low + field->high));
    float half = (float)(0.5 * (field->high - field->low));
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic)
    for (size_t from = 0; from < places->count; from += BLOCK) {
        size_t n = places->count - from < BLOCK ? places->count - from : BLOCK;
        double x[BLOCK], y[BLOCK];
        for (size_t i = 0; i < n; i++) {
            x[i] = frame->west + places->x[from + i];
            y[i] = frame->north - places->y[from + i];
        }
        fluv_noise_points(noise, x, y, n, out + from);
        for (size_t i = from; i < from + n; i++)
            out[i] = middle + half * out[i];
    }
}

fluv_status fluv_field_at(fluv_ctx *ctx, const fluv_landscape *land, const fluv_field *field,
                          const char *stage, const char *name, const fluv_places *places,
                          float *out)
{
    if (field->kind == FLUV_FIELD_IMAGE)
        return image_at(ctx, land, field, stage, name, places, out);
    if (field->kind == FLUV_FIELD_NUMBER) {
        fill_number(field->number, places->count, out);
        return FLUV_OK;
    }
    fluv_noise noise = noise_of(land, field, stage, name, places->spacing);
    noise_at(ctx, &land->frame, field, &noise, places, out);
    return FLUV_OK;
}
