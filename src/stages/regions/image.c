// SPDX-License-Identifier: MIT
/* Region types out of an image.
 *
 * in   an image whose values are types        out   the type of every cell of the lattice
 *
 * Images are read bilinear: between pixels of two types stand values that mean neither. So only
 * cells whose neighbours have the same whole value count; the others take the type of the nearest
 * that does.  O(lattice cells + pixels). */
#include "stages/regions/parts.h"

#include "field/distance.h"

#include <math.h>

#define WHOLE 1e-3F /* how near to a whole number a value is one */

/* Whether the cell and those beside it have one and the same whole value. */
static bool is_certain(const fluv_lattice *lattice, const float *value, uint32_t col, uint32_t row)
{
    size_t cols = lattice->cols, cell = row * cols + col;
    float here = value[cell], whole = rintf(here);
    float west = value[col > 0 ? cell - 1 : cell], east = value[col + 1 < cols ? cell + 1 : cell];
    float north = value[row > 0 ? cell - cols : cell];
    float south = value[row + 1 < lattice->rows ? cell + cols : cell];
    return fabsf(here - whole) < WHOLE && fabsf(west - whole) < WHOLE &&
           fabsf(east - whole) < WHOLE && fabsf(north - whole) < WHOLE &&
           fabsf(south - whole) < WHOLE;
}

static fluv_status check_values(fluv_ctx *ctx, const fluv_regions_job *job, const float *value,
                                const uint8_t *certain)
{
    size_t count = fluv_lattice_count(&job->lattice), some = 0;
    for (size_t i = 0; i < count; i++) {
        some += certain[i];
        if (certain[i] && !(value[i] > -0.5F && value[i] < (float)job->type_count - 0.5F))
            return fluv_fail(ctx, FLUV_BAD_INPUT,
                             "regions.image_file: %s holds the value %.0f, but types run from 0 "
                             "to %u",
                             job->params->image_file, (double)value[i], job->type_count - 1);
    }
    if (some == 0)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "regions.image_file: %s holds no areas of one value: expected whole "
                         "numbers from 0 to %u",
                         job->params->image_file, job->type_count - 1);
    return FLUV_OK;
}

static fluv_status read_values(fluv_ctx *ctx, const fluv_regions_job *job, float *value)
{
    const fluv_lattice *lattice = &job->lattice;
    fluv_frame frame = {.cols = lattice->cols,
                        .rows = lattice->rows,
                        .cell = lattice->spacing,
                        .west = lattice->west,
                        .north = lattice->north};
    if (!ctx->read_image)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "regions.image_file: %s is an image, but this build reads no images",
                         job->params->image_file);
    return ctx->read_image(ctx, job->params->image_file, &frame, value, NULL);
}

fluv_status fluv_regions_image(fluv_ctx *ctx, const fluv_regions_job *job, uint8_t *type)
{
    const fluv_lattice *lattice = &job->lattice;
    size_t count = fluv_lattice_count(lattice);
    float *value = fluv_scratch(ctx, count, sizeof *value);
    float *distance = fluv_scratch(ctx, count, sizeof *distance);
    uint8_t *certain = fluv_scratch(ctx, count, 1);
    uint32_t *nearest = fluv_scratch(ctx, count, sizeof *nearest);
    if (!value || !distance || !certain || !nearest)
        return FLUV_NO_MEMORY;
    FLUV_TRY(read_values(ctx, job, value));
    for (uint32_t row = 0; row < lattice->rows; row++)
        for (uint32_t col = 0; col < lattice->cols; col++)
            certain[(size_t)row * lattice->cols + col] = is_certain(lattice, value, col, row);
    FLUV_TRY(check_values(ctx, job, value, certain));
    fluv_distance_job search = {lattice->cols, lattice->rows, lattice->spacing, certain};
    FLUV_TRY(fluv_distance(ctx, &search, distance, nearest));
    for (size_t i = 0; i < count; i++)
        type[i] = (uint8_t)rintf(value[nearest[i]]);
    fluv_scratch_drop(ctx, nearest);
    fluv_scratch_drop(ctx, certain);
    fluv_scratch_drop(ctx, distance);
    fluv_scratch_drop(ctx, value);
    return FLUV_OK;
}
