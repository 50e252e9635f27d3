// SPDX-License-Identifier: MIT
/* A border with hair and corners becomes a coast.
 *
 * in   land and ocean on the lattice        out   the same, rounded and made rough again
 *
 * The signed distance to the border is averaged over squares: its zero line is the border without
 * what is thinner than the squares. Fractal noise then moves the line to and fro. How much differs
 * from place to place, so that rugged coasts take turns with smooth ones, and where it moves more
 * than an inlet or a spit is wide, islets and straits come of it.  O(lattice cells).
 *
 * Based on: Mandelbrot. How long is the coast of Britain? 1967 */
#include "stages/coast/parts.h"

#include "field/noise.h"

#include <assert.h>
#include <math.h>

#define BLOCK     256
#define AMPLITUDE 0.55F /* of the noise, in wavelengths; sums seldom pass a third of it */
#define HELD      1.0F  /* swing of an octave, against how far a drawn coast may move */

typedef struct roughener {
    const fluv_lattice *lattice;
    const float *stray; /* of cells: how far the border may move, m; NULL: freely */
    fluv_noise noise, variety;
    float amplitude; /* m */
} roughener;

static float strength_at(float variety)
{
    float t = 0.5F + 1.2F * variety;
    t = t < 0.0F ? 0.0F : t > 1.0F ? 1.0F : t;
    return 0.45F + 0.9F * t * t;
}

/* How far octaves from the k-th on move the border, no one of them farther than `most` by much. */
static float swing_of(const roughener *r, int k)
{
    assert(k >= 0 && k < r->noise.octaves);
    double all = (1.0 - pow(r->noise.gain, r->noise.octaves)) / (1.0 - r->noise.gain);
    return r->amplitude * (float)(pow(r->noise.gain, k) / all);
}

/* Metres that the noise moves the border at n places. Where a finely drawn coast may not move so
 * far the wide octaves are made smaller and the fine ones stay: it is as rugged, at its own scale.
 */
static void move_at(const roughener *r, const double *x, const double *y, size_t n,
                    const uint32_t *cells, float *out)
{
    assert(n <= BLOCK);
    float value[BLOCK], variety[BLOCK];
    fluv_noise_points(&r->variety, x, y, n, variety);
    if (!r->stray) {
        fluv_noise_points(&r->noise, x, y, n, value);
        for (size_t i = 0; i < n; i++)
            out[i] = r->amplitude * strength_at(variety[i]) * value[i];
        return;
    }
    for (size_t i = 0; i < n; i++)
        out[i] = 0.0F;
    fluv_noise octave = r->noise;
    octave.take = 1;
    for (octave.skip = 0; octave.skip < octave.octaves; octave.skip++) {
        float swing = swing_of(r, octave.skip);
        fluv_noise_points(&octave, x, y, n, value);
        for (size_t i = 0; i < n; i++) {
            float full = r->amplitude * strength_at(variety[i]);
            out[i] += full * fminf(1.0F, HELD * r->stray[cells[i]] / swing) * value[i];
        }
    }
}

static void roughen_row(const roughener *r, uint32_t row, const float *distance, uint8_t *land)
{
    assert(row < r->lattice->rows);
    double x[BLOCK], y[BLOCK];
    uint32_t cells[BLOCK], first = row * r->lattice->cols;
    float moved[BLOCK], reach = 1.25F * r->amplitude;
    for (uint32_t col = 0; col < r->lattice->cols;) {
        size_t n = 0;
        for (; col < r->lattice->cols && n < BLOCK; col++) {
            land[col] = distance[col] > 0.0F;
            if (fabsf(distance[col]) >= reach)
                continue;
            cells[n] = first + col;
            x[n] = fluv_lattice_x(r->lattice, col);
            y[n++] = fluv_lattice_y(r->lattice, row);
        }
        move_at(r, x, y, n, cells, moved);
        for (size_t i = 0; i < n; i++)
            land[cells[i] - first] = distance[cells[i] - first] + moved[i] > 0.0F;
    }
}

fluv_status fluv_coast_roughen(fluv_ctx *ctx, const fluv_coast_job *job, float *distance,
                               uint8_t *land)
{
    const fluv_coast_params *params = job->params;
    const fluv_lattice *lattice = &job->lattice;
    double wavelength = fluv_coast_length(job, params->wavelength, 1.0 / 12.0);
    double smooth = fluv_coast_length(job, params->smooth, 1.0 / 300.0);
    uint64_t seed = job->landscape->seed;
    roughener r = {.lattice = lattice,
                   .stray = job->keep ? job->keep->stray : NULL,
                   .noise = {.key = fluv_key_make(seed, "coast", "bays"),
                             .wavelength = wavelength,
                             .octaves = (int)params->octaves,
                             .gain = 0.57,
                             .lacunarity = 2.0,
                             .finest = lattice->spacing},
                   .variety = {.key = fluv_key_make(seed, "coast", "variety"),
                               .wavelength = 3.0 * wavelength,
                               .octaves = 2,
                               .gain = 0.5,
                               .lacunarity = 2.0},
                   .amplitude = (float)(AMPLITUDE * params->roughness * wavelength)};
    size_t count = fluv_lattice_count(lattice);
    uint8_t *border = fluv_scratch(ctx, count, 1);
    float *work = fluv_scratch(ctx, count, sizeof *work);
    if (!border || !work)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_coast_distance(ctx, job, land, border, distance, NULL));
    fluv_lattice_blur(ctx->threads, lattice, (uint32_t)(smooth / lattice->spacing), distance, work);
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic, 8)
    for (uint32_t row = 0; row < lattice->rows; row++)
        roughen_row(&r, row, distance + (size_t)row * lattice->cols,
                    land + (size_t)row * lattice->cols);
    fluv_scratch_drop(ctx, work);
    fluv_scratch_drop(ctx, border);
    return FLUV_OK;
}
