// SPDX-License-Identifier: MIT
/* Dunes of dry land.
 *
 * in   a row of places        out   heights of dunes there, 0 .. 1
 *
 * Sand lies in ridges across the wind, long to windward and short to lee, that bend and fork where
 * noise moves their phase, and are high here and low there; between them lies flat ground. Their
 * width is in metres, a few hundred for a frame of some kilometres and that of the largest dunes
 * there are for a continent. The wind is the seed's.  O(1) a place.
 *
 * Based on: Lancaster. Geomorphology of desert dunes. 1995: widths, and heights of about a
 * twentieth of them */
#include "stages/relief/dunes.h"

#include "base/clones.h"

#include <assert.h>

#define WIDTHS    55.0   /* dunes along the frame's longer side, */
#define WIDEST    2500.0 /* m, that are no wider than this, */
#define HEIGHT    0.05   /* and as high as this share of their width */
#define WINDWARD  0.72F  /* of a dune's width */
#define BEND      2.6F   /* dunes that noise moves their ridges by */
#define BEND_WIDE 7.0    /* dunes between bends */
#define HIGH_WIDE 3.0    /* dunes between high ones */
#define FLAT      0.25F  /* of a dune's height: flat ground lies so high */

static double width_of(const fluv_relief_job *job)
{
    assert(job->longer > 0.0);
    return fmin(WIDEST, job->longer / WIDTHS);
}

double fluv_relief_dunes(const fluv_relief_job *job)
{
    return job->params->dunes * HEIGHT * width_of(job);
}

fluv_dunes fluv_dunes_make(const fluv_relief_job *job)
{
    uint64_t seed = job->landscape->seed;
    double width = width_of(job);
    double wind = fluv_random_between(fluv_key_make(seed, "relief", "wind"), 0, 0.0, 2.0 * M_PI);
    fluv_noise bend = {.key = fluv_key_make(seed, "relief", "dunes"),
                       .wavelength = BEND_WIDE * width,
                       .octaves = 4,
                       .gain = 0.45,
                       .lacunarity = 2.0,
                       .finest = job->frame.cell};
    fluv_dunes dunes = {.bend = bend, .high = bend, .cell = job->frame.cell};
    dunes.high.key = fluv_key_make(seed, "relief", "high dunes");
    dunes.high.wavelength = HIGH_WIDE * width;
    dunes.wind_x = cos(wind) / width;
    dunes.wind_y = sin(wind) / width;
    /* As octaves of noise do, dunes fade out where cells are too large for them. */
    dunes.shown = (float)fmin(1.0, fmax(0.0, 0.5 * width / job->frame.cell - 1.0));
    return dunes;
}

FLUV_CLONES static void shape(const fluv_dunes *dunes, double along, const float *bend,
                              const float *high, size_t n, float *out)
{
    double step = dunes->wind_x * dunes->cell;
    for (size_t i = 0; i < n; i++) {
        double phase = along + step * (double)i + (double)(BEND * bend[i]);
        float t = (float)(phase - floor(phase));
        float up = t < WINDWARD ? t / WINDWARD : (1.0F - t) / (1.0F - WINDWARD);
        float strong = 0.6F + 1.2F * high[i];
        strong = strong < 0.0F ? 0.0F : strong > 1.0F ? 1.0F : strong;
        float dune = strong * up * up * (3.0F - 2.0F * up);
        out[i] = dunes->shown * (dune > FLAT ? dune - FLAT : 0.0F) / (1.0F - FLAT);
    }
}

void fluv_dunes_row(const fluv_dunes *dunes, double x0, double y, size_t n, float *out)
{
    float bend[FLUV_DUNES_BLOCK], high[FLUV_DUNES_BLOCK];
    assert(n <= FLUV_DUNES_BLOCK && dunes->cell > 0.0);
    fluv_noise_row(&dunes->bend, x0, y, dunes->cell, n, bend);
    fluv_noise_row(&dunes->high, x0, y, dunes->cell, n, high);
    shape(dunes, dunes->wind_x * x0 + dunes->wind_y * y, bend, high, n, out);
}
