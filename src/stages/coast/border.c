// SPDX-License-Identifier: MIT
/* The signed distance to the border between land and ocean.
 *
 * in   land and ocean on the lattice        out   distance, m: positive on land
 *
 * Smoothing takes away the lattice's steps, and what is thinner than a few cells with them. What
 * was drawn is put back: where the curve between the lattice's values would give a cell to the
 * other side, its value is moved until the cell is what it was.  O(cells). */
#include "stages/coast/parts.h"

#include "field/distance.h"

#include <assert.h>
#include <math.h>

#define SMOOTHINGS 3     /* as few as leave no steps in a slanting coast */
#define ROUNDS     8     /* of putting back */
#define CLEAR      0.04F /* spacings that a cell put back lies from the border, at least */
#define NEAR       3.0F  /* spacings from the border where anything can be lost */

static bool is_border(const fluv_lattice *lattice, const uint8_t *land, uint32_t col, uint32_t row)
{
    size_t cols = lattice->cols, cell = row * cols + col;
    assert(col < cols && row < lattice->rows);
    uint8_t here = land[cell];
    return (col > 0 && land[cell - 1] != here) || (col + 1 < cols && land[cell + 1] != here) ||
           (row > 0 && land[cell - cols] != here) ||
           (row + 1 < lattice->rows && land[cell + cols] != here);
}

/* Marks cells with a neighbour on the other side. */
static void mark_border(int threads, const fluv_lattice *lattice, const uint8_t *land,
                        uint8_t *border)
{
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t row = 0; row < lattice->rows; row++)
        for (uint32_t col = 0; col < lattice->cols; col++)
            border[(size_t)row * lattice->cols + col] = is_border(lattice, land, col, row);
}

/* The border cell nearest to a cell is on the cell's own side, half a cell from the border. */
fluv_status fluv_coast_distance(fluv_ctx *ctx, const fluv_coast_job *job, const uint8_t *land,
                                uint8_t *work, float *distance, uint32_t *nearest)
{
    const fluv_lattice *lattice = &job->lattice;
    size_t count = fluv_lattice_count(lattice);
    mark_border(ctx->threads, lattice, land, work);
    fluv_distance_job to_border = {lattice->cols, lattice->rows, lattice->spacing, work};
    FLUV_TRY(fluv_distance(ctx, &to_border, distance, nearest));
    float half = (float)(0.5 * lattice->spacing);
    float most = (float)(lattice->spacing * hypot(lattice->cols, lattice->rows));
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t i = 0; i < count; i++) {
        float far = distance[i] + half < most ? distance[i] + half : most;
        distance[i] = land[i] ? far : -far;
    }
    return FLUV_OK;
}

/* ---- Smooth ---- */

/* What a cubic B-spline through a row of three values gives in the middle. */
static float spline_of(float before, float here, float after)
{
    return (before + 4.0F * here + after) * (1.0F / 6.0F);
}

/* The same at the centre of a cell; at the rim the last value stands for what is outside. */
static float spline_at(const fluv_lattice *lattice, const float *value, uint32_t cell)
{
    uint32_t cols = lattice->cols, col = cell % cols, row = cell / cols;
    uint32_t left = col > 0 ? 1 : 0, right = col + 1 < cols ? 1 : 0;
    const float *here = value + cell, *above = row > 0 ? here - cols : here;
    const float *below = row + 1 < lattice->rows ? here + cols : here;
    return spline_of(spline_of(*(above - left), *above, above[right]),
                     spline_of(*(here - left), *here, here[right]),
                     spline_of(*(below - left), *below, below[right]));
}

/* Cells of what was drawn, near the border. */
static fluv_status list_near(fluv_ctx *ctx, const fluv_coast_job *job, const float *distance,
                             uint32_t **cells, size_t *count)
{
    float near = NEAR * (float)job->lattice.spacing;
    uint32_t all = (uint32_t)fluv_lattice_count(&job->lattice);
    *count = 0;
    for (uint32_t i = 0; i < all; i++)
        *count += fabsf(distance[i]) < near && isfinite(job->keep->stray[i]);
    *cells = fluv_scratch(ctx, *count, sizeof **cells);
    if (!*cells)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0, at = 0; i < all; i++)
        if (fabsf(distance[i]) < near && isfinite(job->keep->stray[i]))
            (*cells)[at++] = i;
    return FLUV_OK;
}

/* `moved` has a value a cell of the list. */
static void put_back(const fluv_coast_job *job, const uint8_t *land, const uint32_t *cells,
                     size_t count, float *distance, float *moved)
{
    float clear = CLEAR * (float)job->lattice.spacing;
    assert(clear > 0.0F && (count == 0 || cells));
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < count; i++) {
            float side = land[cells[i]] ? 1.0F : -1.0F;
            float lies = side * spline_at(&job->lattice, distance, cells[i]);
            moved[i] = lies < clear ? side * (clear - lies) : 0.0F;
        }
        for (size_t i = 0; i < count; i++)
            distance[cells[i]] += 1.5F * moved[i];
    }
}

fluv_status fluv_coast_smooth(fluv_ctx *ctx, const fluv_coast_job *job, const uint8_t *land,
                              float *distance)
{
    size_t count = fluv_lattice_count(&job->lattice), near = 0;
    uint8_t *border = fluv_scratch(ctx, count, 1);
    float *work = fluv_scratch(ctx, count, sizeof *work);
    uint32_t *cells = NULL;
    if (!border || !work)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_coast_distance(ctx, job, land, border, distance, NULL));
    if (job->keep)
        FLUV_TRY(list_near(ctx, job, distance, &cells, &near));
    fluv_lattice_smooth(ctx->threads, &job->lattice, SMOOTHINGS, distance, work);
    put_back(job, land, cells, near, distance, work);
    return FLUV_OK;
}
