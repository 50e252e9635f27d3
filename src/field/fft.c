// SPDX-License-Identifier: MIT
/* The fast Fourier transform, radix two, decimation in time.
 *
 * in   count complex numbers     out   their transform, in place
 *
 * Based on: Cooley, Tukey. An algorithm for the machine calculation of complex Fourier series.
 * 1965.  O(count log count). */
#include "field/fft.h"

#include <assert.h>
#include <math.h>

fluv_status fluv_fft_init(fluv_ctx *ctx, uint32_t count, fluv_fft *fft)
{
    assert(count >= 2 && (count & (count - 1)) == 0);
    fft->count = count;
    fft->cosine = fluv_scratch(ctx, count / 2, sizeof *fft->cosine);
    fft->sine = fluv_scratch(ctx, count / 2, sizeof *fft->sine);
    if (!fft->cosine || !fft->sine)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < count / 2; i++) {
        fft->cosine[i] = cos(2.0 * M_PI * i / count);
        fft->sine[i] = -sin(2.0 * M_PI * i / count);
    }
    return FLUV_OK;
}

static void swap(double *values, uint32_t a, uint32_t b)
{
    double keep = values[a];
    values[a] = values[b];
    values[b] = keep;
}

/* Into the order of reversed bits. */
static void reorder(uint32_t count, double *re, double *im)
{
    for (uint32_t i = 0, back = 0; i < count; i++) {
        if (i < back) {
            swap(re, i, back);
            swap(im, i, back);
        }
        uint32_t bit = count / 2;
        for (; back & bit; bit /= 2)
            back ^= bit;
        back |= bit;
    }
}

void fluv_fft_run(const fluv_fft *fft, double *re, double *im)
{
    uint32_t count = fft->count;
    reorder(count, re, im);
    for (uint32_t half = 1; half < count; half *= 2)
        for (uint32_t first = 0; first < count; first += 2 * half)
            for (uint32_t k = 0; k < half; k++) {
                uint32_t a = first + k, b = a + half, turn = k * (count / (2 * half));
                double c = fft->cosine[turn], s = fft->sine[turn];
                double x = re[b] * c - im[b] * s, y = re[b] * s + im[b] * c;
                re[b] = re[a] - x;
                im[b] = im[a] - y;
                re[a] += x;
                im[a] += y;
            }
}
