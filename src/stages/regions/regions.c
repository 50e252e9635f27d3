// SPDX-License-Identifier: MIT
/* Stage `regions`: what terrain lies where.
 *
 * in   height; shore or cover, where there are        out   regions, region
 *
 * The types of a lattice's cells come from an image, random regions and markers; the nearest
 * border of every cell, and the type beyond it, let later stages blend one type into another. The
 * frame's cells take their types from there, those of the ocean none.  O(lattice cells + cells). */
#include "stages/regions/regions.h"

#include "field/distance.h"
#include "stages/regions/parts.h"

#include <math.h>

#define BLOCK 256
#define BAND  64 /* rows between looks at the progress */

/* A neighbour of another type, or the cell itself. */
static size_t neighbour_beyond(const fluv_lattice *lattice, const uint8_t *type, size_t cell)
{
    size_t cols = lattice->cols, col = cell % cols, row = cell / cols;
    uint8_t here = type[cell];
    if (col + 1 < cols && type[cell + 1] != here)
        return cell + 1;
    if (row + 1 < lattice->rows && type[cell + cols] != here)
        return cell + cols;
    if (col > 0 && type[cell - 1] != here)
        return cell - 1;
    return row > 0 && type[cell - cols] != here ? cell - cols : cell;
}

/* Distance to the nearest border and the type beyond it. */
static fluv_status find_borders(fluv_ctx *ctx, const fluv_lattice *lattice, const uint8_t *type,
                                float *border, uint8_t *other)
{
    size_t count = fluv_lattice_count(lattice);
    uint32_t *nearest = fluv_scratch(ctx, count, sizeof *nearest);
    if (!nearest)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t i = 0; i < count; i++)
        other[i] = neighbour_beyond(lattice, type, i) != i;
    fluv_distance_job job = {lattice->cols, lattice->rows, lattice->spacing, other};
    FLUV_TRY(fluv_distance(ctx, &job, border, nearest));
    float half = (float)(0.5 * lattice->spacing);
    float most = (float)(lattice->spacing * hypot(lattice->cols, lattice->rows));
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t i = 0; i < count; i++) {
        bool none = nearest[i] == FLUV_NONE;
        border[i] = none ? most : border[i] + half;
        other[i] = none ? type[i] : type[neighbour_beyond(lattice, type, nearest[i])];
    }
    fluv_scratch_drop(ctx, nearest);
    return FLUV_OK;
}

static fluv_status make_regions(fluv_ctx *ctx, const fluv_regions_job *job, fluv_landscape *land)
{
    size_t count = fluv_lattice_count(&job->lattice);
    uint8_t *type = fluv_scratch(ctx, count, 1), *other = fluv_scratch(ctx, count, 1);
    float *border = fluv_scratch(ctx, count, sizeof *border);
    if (!type || !other || !border)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_regions_place(ctx, job, type));
    FLUV_TRY(find_borders(ctx, &job->lattice, type, border, other));
    fluv_regions regions = {.type_count = job->type_count,
                            .types = job->types,
                            .lattice = job->lattice,
                            .type = type,
                            .other = other,
                            .border = border,
                            .key = fluv_key_make(land->seed, "regions", "borders")};
    fluv_shared *shared = fluv_regions_seal(ctx, &regions);
    if (!shared)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_regions, shared);
    return FLUV_OK;
}

static void fill_row(const fluv_regions *regions, const fluv_frame *frame, const uint8_t *cover,
                     uint32_t row, uint8_t *region)
{
    double x[BLOCK], y[BLOCK];
    for (size_t from = 0; from < frame->cols; from += BLOCK) {
        size_t n = frame->cols - from < BLOCK ? frame->cols - from : BLOCK;
        for (size_t i = 0; i < n; i++) {
            x[i] = frame->west + frame->cell * ((double)(from + i) + 0.5);
            y[i] = frame->north - frame->cell * (row + 0.5);
        }
        fluv_regions_points(regions, frame->cell, x, y, n, region + from);
        for (size_t i = from; cover && i < from + n; i++)
            region[i] = cover[i] == FLUV_OCEAN ? 0 : region[i];
    }
}

static fluv_status fill_cells(fluv_ctx *ctx, fluv_landscape *land)
{
    const fluv_frame *frame = &land->frame;
    const fluv_regions *regions = fluv_regions_of(land);
    const uint8_t *cover = fluv_cover_of(land);
    uint8_t *region = fluv_layer_edit(ctx, land, FLUV_LAYER_region);
    if (!region)
        return FLUV_NO_MEMORY;
    for (uint32_t first = 0; first < frame->rows; first += BAND) {
        FLUV_TRY(fluv_advance(ctx, 0.5 + 0.5 * first / frame->rows));
        uint32_t end = frame->rows - first < BAND ? frame->rows : first + BAND;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic)
        for (uint32_t row = first; row < end; row++) {
            size_t at = (size_t)row * frame->cols;
            fill_row(regions, frame, cover ? cover + at : NULL, row, region + at);
        }
    }
    return FLUV_OK;
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    const fluv_regions_params *p = params;
    fluv_regions_job *job = fluv_scratch_zero(ctx, 1, sizeof *job);
    if (!job)
        return FLUV_NO_MEMORY;
    const fluv_frame *frame = &land->frame;
    FLUV_TRY(fluv_lattice_check(ctx, "regions", frame, p->spacing));
    job->params = p;
    job->landscape = land;
    job->lattice = fluv_lattice_over(frame, p->spacing);
    job->longer = frame->cell * fmax(frame->cols, frame->rows);
    FLUV_TRY(fluv_regions_types(ctx, job));
    FLUV_TRY(make_regions(ctx, job, land));
    FLUV_TRY(fill_cells(ctx, land));
    return fluv_advance(ctx, 1.0);
}

static double visits(const void *params, const fluv_landscape *land, fluv_extent extent)
{
    const fluv_regions_params *p = params;
    (void)extent;
    return fluv_lattice_visits(&land->frame, p->spacing) + (double)fluv_cell_count(land);
}

#define PARAMS fluv_regions_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/regions/regions.def"
};

const fluv_stage fluv_stage_regions = {
    .info = {.name = "regions",
             .summary = "What terrain lies where: flatland, mountains, deserts, your own.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_regions_params),
    FLUV_NEEDS(height),
    FLUV_MAKES(regions, region),
    FLUV_AMENDS(),
    .bytes_per_cell = 2.0,
    .visits = visits,
    .run = run,
};
