// SPDX-License-Identifier: MIT
/* Gradient noise and its fractal sums. A value depends on the position in metres alone, never on
 * the grid's size, on neighbouring samples or on threads. */
#ifndef FLUV_FIELD_NOISE_H
#define FLUV_FIELD_NOISE_H

#include "base/random.h"

#include <stddef.h>

typedef enum fluv_noise_form {
    FLUV_NOISE_FRACTAL, /* a plain sum: rolling land */
    FLUV_NOISE_RIDGED,  /* sharp crests, broad valleys */
    FLUV_NOISE_BILLOW   /* round hills, sharp valleys */
} fluv_noise_form;

/* Octave k has wavelength / lacunarity^k and amplitude gain^k. The sum of all octaves lies within
 * -1 .. 1; `skip` and `take` ask for some of them, and what they give adds up to the sum of all. */
typedef struct fluv_noise {
    fluv_key key;
    fluv_noise_form form;
    double wavelength; /* m, > 0 */
    int octaves;       /* 0 .. FLUV_NOISE_OCTAVES */
    int skip, take;    /* leave out the first ones; sum this many, 0: all that are left */
    double gain;       /* > 0 */
    double lacunarity; /* > 1 */
    double finest;     /* sample spacing, m: octaves fade out as they get too fine for it, from 4 to
                        * 2 times the spacing; 0: none does */
} fluv_noise;

#define FLUV_NOISE_OCTAVES 24

/* The noise at n points. */
void fluv_noise_points(const fluv_noise *noise, const double *x, const double *y, size_t n,
                       float *out);
/* The noise at (x0, y), (x0 + dx, y), … */
void fluv_noise_row(const fluv_noise *noise, double x0, double y, double dx, size_t n, float *out);

#endif
