// SPDX-License-Identifier: MIT
/* Fourier transforms of rows whose length is a power of two. */
#ifndef FLUV_FIELD_FFT_H
#define FLUV_FIELD_FFT_H

#include "base/ctx.h"

/* Roots of unity for one length; scratch. */
typedef struct fluv_fft {
    uint32_t count;
    double *cosine, *sine; /* of -2 pi i / count, count / 2 of them */
} fluv_fft;

FLUV_MUST_CHECK fluv_status fluv_fft_init(fluv_ctx *ctx, uint32_t count, fluv_fft *fft);
/* In place: out[k] = sum of in[j] exp(-2 pi i j k / count). Any thread. Kernel. */
void fluv_fft_run(const fluv_fft *fft, double *re, double *im);

#endif
