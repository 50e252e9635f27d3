// SPDX-License-Identifier: MIT
/* Grids at another resolution, and blurring.
 *
 * Resampling is separable: each axis has a table of taps (first source index, weights that sum to
 * 1). Area weights where the picture is coarser, so that nothing is skipped; a cubic B-spline where
 * it is finer, so that shading shows no creases. Missing values drop out of the sums.
 * O(cells + pixels). Every output row is one thread's work: same result for any number.
 *
 * Blurring by running sums costs the same for any radius. */
#include "output/picture_parts.h"

#include <assert.h>
#include <math.h>
#include <omp.h>
#include <string.h>

#define ROWS_AT_ONCE    8  /* of the horizontal blur */
#define COLUMNS_AT_ONCE 64 /* of the vertical blur: a few cache lines */

typedef struct axis_taps {
    uint32_t room;   /* weights kept for each output index */
    uint32_t *first; /* source index of the first weight */
    uint32_t *count;
    float *weights;
} axis_taps;

static double spline(double x)
{
    x = fabs(x);
    if (x < 1)
        return (4 - 6 * x * x + 3 * x * x * x) / 6;
    return x < 2 ? (2 - x) * (2 - x) * (2 - x) / 6 : 0;
}

/* The weight of source index i for output index `at`, `step` source cells an output cell. */
static double tap_weight(double at, double step, double i)
{
    if (step > 1) {
        double from = fmax(at * step, i), to = fmin((at + 1) * step, i + 1);
        return fmax(0, to - from);
    }
    return spline(i + 0.5 - (at + 0.5) * step);
}

static void fill_taps(uint32_t from, uint32_t to, axis_taps *taps)
{
    assert(from > 0 && to > 0);
    double step = (double)from / to;
    for (uint32_t k = 0; k < to; k++) {
        double low = step > 1 ? k * step : (k + 0.5) * step - 2.5;
        double high = step > 1 ? (k + 1) * step : (k + 0.5) * step + 1.5;
        uint32_t first = low > 0 ? (uint32_t)low : 0;
        uint32_t last = high < from - 1 ? (uint32_t)high : from - 1;
        first = first > last ? last : first;
        assert(last < from && last - first < taps->room);
        double sum = 0;
        float *weights = taps->weights + (size_t)k * taps->room;
        for (uint32_t i = first; i <= last; i++)
            sum += tap_weight(k, step, i);
        assert(sum > 0);
        for (uint32_t i = first; i <= last; i++)
            weights[i - first] = (float)(tap_weight(k, step, i) / sum);
        taps->first[k] = first;
        taps->count[k] = last - first + 1;
    }
}

static fluv_status make_taps(fluv_ctx *ctx, uint32_t from, uint32_t to, axis_taps *taps)
{
    taps->room = (from > to ? from / to : 0) + 6;
    taps->first = fluv_scratch(ctx, to, sizeof *taps->first);
    taps->count = fluv_scratch(ctx, to, sizeof *taps->count);
    taps->weights = fluv_scratch(ctx, (size_t)to * taps->room, sizeof *taps->weights);
    if (!taps->first || !taps->count || !taps->weights)
        return FLUV_NO_MEMORY;
    fill_taps(from, to, taps);
    return FLUV_OK;
}

/* Weighted sum of the source rows under output row y, and of the weights that had a value. */
static void sum_rows(const fluv_landscape *land, fluv_row_fn *values, const axis_taps *taps,
                     uint32_t y, float *buffer)
{
    uint32_t cols = land->frame.cols;
    assert(taps->first[y] + taps->count[y] <= land->frame.rows);
    float *row = buffer, *sum = buffer + cols, *covered = buffer + 2 * (size_t)cols;
    memset(sum, 0, 2 * (size_t)cols * sizeof *sum);
    for (uint32_t k = 0; k < taps->count[y]; k++) {
        float weight = taps->weights[(size_t)y * taps->room + k];
        values(land, taps->first[y] + k, row);
        for (uint32_t x = 0; x < cols; x++) {
            bool there = row[x] == row[x];
            sum[x] += there ? weight * row[x] : 0.0f;
            covered[x] += there ? weight : 0.0f;
        }
    }
}

static void sum_columns(const axis_taps *taps, uint32_t width, const float *sum,
                        const float *covered, float *out)
{
    for (uint32_t x = 0; x < width; x++) {
        const float *weights = taps->weights + (size_t)x * taps->room;
        float total = 0, share = 0;
        for (uint32_t k = 0; k < taps->count[x]; k++) {
            total += weights[k] * sum[taps->first[x] + k];
            share += weights[k] * covered[taps->first[x] + k];
        }
        out[x] = share >= 0.5f ? total / share : NAN;
    }
}

fluv_status fluv_resample(fluv_ctx *ctx, const fluv_landscape *land, fluv_row_fn *values,
                          uint32_t width, uint32_t height, float *out)
{
    uint32_t cols = land->frame.cols;
    axis_taps across, down;
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    float *buffers = fluv_scratch(ctx, (size_t)ctx->threads * cols, 3 * sizeof *buffers);
    fluv_status status = buffers ? FLUV_OK : FLUV_NO_MEMORY;
    if (status == FLUV_OK)
        status = make_taps(ctx, cols, width, &across);
    if (status == FLUV_OK)
        status = make_taps(ctx, land->frame.rows, height, &down);
    if (status == FLUV_OK) {
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
        for (uint32_t y = 0; y < height; y++) {
            float *buffer = buffers + 3 * (size_t)omp_get_thread_num() * cols;
            sum_rows(land, values, &down, y, buffer);
            sum_columns(&across, width, buffer + cols, buffer + 2 * (size_t)cols,
                        out + (size_t)y * width);
        }
    }
    fluv_scratch_release(ctx, mark);
    return status;
}

/* The window's sum moves by one value in, one value out: a chain of sums in which each waits for
 * the one before. Several rows at a time keep the processor busy meanwhile. */
static void blur_rows(uint32_t width, int radius, uint32_t rows, const float *in, float *out)
{
    int64_t n = width, r = radius;
    double sum[ROWS_AT_ONCE] = {0};
    for (uint32_t k = 0; k < rows; k++)
        for (int64_t x = 0; x < r && x < n; x++)
            sum[k] += in[k * n + x];
    for (int64_t x = 0; x < n; x++) {
        int64_t low = x - r > 0 ? x - r : 0, high = x + r < n - 1 ? x + r : n - 1;
        double share = 1.0 / (double)(high - low + 1);
        for (uint32_t k = 0; k < rows; k++) {
            const float *row = in + k * n;
            sum[k] += x + r < n ? row[x + r] : 0;
            sum[k] -= x - r - 1 >= 0 ? row[x - r - 1] : 0;
            out[k * n + x] = (float)(sum[k] * share);
        }
    }
}

static void blur_columns(uint32_t width, uint32_t height, int radius, uint32_t from, uint32_t to,
                         const float *in, float *out)
{
    double sum[COLUMNS_AT_ONCE] = {0};
    int64_t n = height, r = radius;
    for (int64_t y = 0; y < r && y < n; y++)
        for (uint32_t x = from; x < to; x++)
            sum[x - from] += in[(size_t)y * width + x];
    for (int64_t y = 0; y < n; y++) {
        int64_t low = y - r > 0 ? y - r : 0, high = y + r < n - 1 ? y + r : n - 1;
        double share = 1.0 / (double)(high - low + 1);
        if (y + r < n)
            for (uint32_t x = from; x < to; x++)
                sum[x - from] += in[(size_t)(y + r) * width + x];
        if (y - r - 1 >= 0)
            for (uint32_t x = from; x < to; x++)
                sum[x - from] -= in[(size_t)(y - r - 1) * width + x];
        for (uint32_t x = from; x < to; x++)
            out[(size_t)y * width + x] = (float)(sum[x - from] * share);
    }
}

static void blur_once(int threads, uint32_t width, uint32_t height, int radius, const float *in,
                      float *work, float *out)
{
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint32_t y = 0; y < height; y += ROWS_AT_ONCE) {
        uint32_t rows = height - y < ROWS_AT_ONCE ? height - y : ROWS_AT_ONCE;
        blur_rows(width, radius, rows, in + (size_t)y * width, work + (size_t)y * width);
    }
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint32_t x = 0; x < width; x += COLUMNS_AT_ONCE) {
        uint32_t to = width - x < COLUMNS_AT_ONCE ? width : x + COLUMNS_AT_ONCE;
        blur_columns(width, height, radius, x, to, work, out);
    }
}

void fluv_blur(int threads, uint32_t width, uint32_t height, int radius, const float *in,
               float *work, float *out)
{
    blur_once(threads, width, height, radius, in, work, out);
    blur_once(threads, width, height, radius, out, work, out);
}
