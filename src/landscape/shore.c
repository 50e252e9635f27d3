// SPDX-License-Identifier: MIT
/* The signed distance to the coast at any place.
 *
 * Between the lattice's points it is a cubic B-spline; near the coast, fractal noise with
 * wavelengths from a few spacings down moves it to and fro, so that a finer raster shows a finer
 * coast along the same line. Far from the coast the noise has faded out: distances there cost no
 * noise, and no islets appear in the open sea.  O(points). */
#include "landscape/shore.h"

#include "field/noise.h"

#include <math.h>
#include <string.h>

#define BLOCK      256
#define WAVELENGTH 8.0  /* of the coarsest detail, lattice spacings */
#define AMPLITUDE  1.5F /* lattice spacings; what is summed seldom reaches half of it */
#define REACH      2.0F /* where the detail has faded out, lattice spacings from the coast */
#define GAIN       0.6  /* at 0.5 detail would be smooth, at 0.7 dust */

static bool any_within(const float *distance, size_t n, float reach)
{
    for (size_t i = 0; i < n; i++)
        if (fabsf(distance[i]) < reach)
            return true;
    return false;
}

static void add_detail(const fluv_shore *shore, const fluv_noise *noise, const double *x,
                       const double *y, size_t n, float *distance)
{
    float spacing = (float)shore->lattice.spacing, reach = REACH * spacing;
    float value[BLOCK], amplitude = AMPLITUDE * shore->roughness * spacing;
    if (!any_within(distance, n, reach))
        return;
    fluv_noise_points(noise, x, y, n, value);
    for (size_t i = 0; i < n; i++) {
        float part = fabsf(distance[i]) / reach, share = part < 1.0F ? 1.0F - part * part : 0.0F;
        distance[i] += amplitude * share * share * value[i];
    }
}

static fluv_noise detail_of(const fluv_shore *shore, double finest)
{
    return (fluv_noise){.key = shore->key,
                        .wavelength = WAVELENGTH * shore->lattice.spacing,
                        .octaves = 12,
                        .gain = GAIN,
                        .lacunarity = 2.0,
                        .finest = finest};
}

void fluv_shore_points(const fluv_shore *shore, double finest, const double *x, const double *y,
                       size_t n, float *out)
{
    fluv_noise noise = detail_of(shore, finest);
    fluv_lattice_points(&shore->lattice, shore->distance, x, y, n, out);
    for (size_t i = 0; i < n && shore->roughness > 0.0F; i += BLOCK)
        add_detail(shore, &noise, x + i, y + i, n - i < BLOCK ? n - i : BLOCK, out + i);
}

void fluv_shore_row(const fluv_shore *shore, double finest, double x0, double y, double dx,
                    size_t n, float *out)
{
    fluv_noise noise = detail_of(shore, finest);
    fluv_lattice_row(&shore->lattice, shore->distance, x0, y, dx, n, out);
    for (size_t i = 0; i < n && shore->roughness > 0.0F; i += BLOCK) {
        double xs[BLOCK], ys[BLOCK];
        size_t count = n - i < BLOCK ? n - i : BLOCK;
        for (size_t k = 0; k < count; k++) {
            xs[k] = x0 + (double)(i + k) * dx;
            ys[k] = y;
        }
        add_detail(shore, &noise, xs, ys, count, out + i);
    }
}

fluv_shared *fluv_shore_seal(fluv_ctx *ctx, const fluv_shore *shore)
{
    size_t head = (sizeof *shore + 63) / 64 * 64, count = fluv_lattice_count(&shore->lattice);
    fluv_shared *shared = fluv_shared_new(ctx, head + count * sizeof(float), 1);
    if (!shared)
        return NULL;
    float *distance = (float *)(void *)(shared->data + head);
    memcpy(distance, shore->distance, count * sizeof *distance);
    fluv_shore *own = (fluv_shore *)(void *)shared->data;
    *own = *shore;
    own->distance = distance;
    return shared;
}
