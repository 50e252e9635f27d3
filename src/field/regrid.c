// SPDX-License-Identifier: MIT
/* Bringing values from one lattice to another over the same ground.
 *
 * in   a window of values, NaN: none        out   a window of other size
 *
 * The two axes are treated apart: each target row is a weighted sum of source rows, each target
 * value in it one of a few values along that sum. Weights along an axis are those of the area
 * covered (coarser) or of a cubic B-spline (finer), whose sums are smooth twice over, so that
 * neither creases nor steps of the coarse lattice are seen. Weights of values that are none are
 * left out, and the rest made whole. O(source + target). */
#include "field/regrid.h"

#include "base/clones.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define COVERED 0.5F /* share of a cell's weight that must be values */

/* Along one axis: target i is the sum of weight[i * width + k] * source[first[i] + k]. */
typedef struct taps {
    uint32_t width;
    uint32_t *first;
    float *weight;
} taps;

static double spline(double t)
{
    t = fabs(t);
    if (t >= 2.0)
        return 0.0;
    return t < 1.0 ? 2.0 / 3.0 - t * t * (1.0 - 0.5 * t) : (2.0 - t) * (2.0 - t) * (2.0 - t) / 6.0;
}

/* Weight of source cell `cell` for the target cell that spans low .. low + ratio in source cells.
 */
static double weight_of(double low, double ratio, double cell)
{
    if (ratio <= 1.0)
        return spline(cell + 0.5 - (low + 0.5 * ratio));
    double overlap = fmin(low + ratio, cell + 1.0) - fmax(low, cell);
    return overlap > 0.0 ? overlap / ratio : 0.0;
}

static uint32_t taps_width(uint32_t from, uint32_t to)
{
    double ratio = (double)from / to;
    uint32_t width = ratio <= 1.0 ? 4 : (uint32_t)ceil(ratio) + 1;
    assert(from > 0 && to > 0);
    return width < from ? width : from;
}

/* Beyond the rim the values come back as in a mirror, so that every one counts as much. */
static double mirrored(double cell, double last)
{
    cell = cell < 0.0 ? -1.0 - cell : cell > last ? 2.0 * last + 1.0 - cell : cell;
    return fmin(fmax(cell, 0.0), last);
}

static void fill_taps(uint32_t from, uint32_t to, taps *t)
{
    double ratio = (double)from / to, last = (double)from - 1.0;
    bool finer = ratio <= 1.0;
    int count = finer ? 4 : (int)ceil(ratio) + 1;
    for (uint32_t i = 0; i < to; i++) {
        double low = ratio * i, begin = finer ? floor(low + 0.5 * ratio - 0.5) - 1.0 : floor(low);
        float *weight = t->weight + (size_t)i * t->width;
        t->first[i] = (uint32_t)fmin(fmax(begin, 0.0), (double)(from - t->width));
        memset(weight, 0, t->width * sizeof *weight);
        for (int k = 0; k < count; k++) {
            double inside = mirrored(begin + k, last);
            assert(inside >= t->first[i] && inside < (double)t->first[i] + t->width);
            weight[(uint32_t)inside - t->first[i]] += (float)weight_of(low, ratio, begin + k);
        }
    }
}

static bool make_taps(fluv_ctx *ctx, uint32_t from, uint32_t to, taps *t)
{
    t->width = taps_width(from, to);
    t->first = fluv_scratch(ctx, to, sizeof *t->first);
    t->weight = fluv_scratch(ctx, (size_t)to * t->width, sizeof *t->weight);
    if (!t->first || !t->weight)
        return false;
    fill_taps(from, to, t);
    return true;
}

/* Adds a source row to a sum of rows and to the sum of weights that were values. */
FLUV_CLONES static void add_row(const float *restrict row, float weight, uint32_t n,
                                float *restrict sum, float *restrict covered)
{
    for (uint32_t i = 0; i < n; i++) {
        float there = row[i] == row[i] ? weight : 0.0F, value = row[i] == row[i] ? row[i] : 0.0F;
        sum[i] += there * value;
        covered[i] += there;
    }
}

static void gather_row(const taps *t, const float *sum, const float *covered, uint32_t n,
                       float *out)
{
    for (uint32_t i = 0; i < n; i++) {
        const float *weight = t->weight + (size_t)i * t->width;
        float total = 0.0F, share = 0.0F;
        for (uint32_t k = 0; k < t->width; k++) {
            total += weight[k] * sum[t->first[i] + k];
            share += weight[k] * covered[t->first[i] + k];
        }
        out[i] = share >= COVERED ? total / share : NAN;
    }
}

static void make_row(const fluv_values *from, const fluv_values *to, const taps *along,
                     const taps *down, uint32_t row, float *sum)
{
    float *covered = sum + from->cols;
    assert(row < to->rows && down->first[row] + down->width <= from->rows);
    memset(sum, 0, 2 * (size_t)from->cols * sizeof *sum);
    for (uint32_t k = 0; k < down->width; k++) {
        float weight = down->weight[(size_t)row * down->width + k];
        const float *source = from->at + (size_t)(down->first[row] + k) * from->stride;
        if (weight != 0.0F)
            add_row(source, weight, from->cols, sum, covered);
    }
    gather_row(along, sum, covered, to->cols, to->at + (size_t)row * to->stride);
}

static fluv_status regrid(fluv_ctx *ctx, const fluv_values *from, const fluv_values *to)
{
    taps along, down;
    size_t room = 2 * (size_t)from->cols;
    float *sums = fluv_scratch(ctx, room * (size_t)ctx->threads, sizeof *sums);
    if (!sums || !make_taps(ctx, from->cols, to->cols, &along) ||
        !make_taps(ctx, from->rows, to->rows, &down))
        return FLUV_NO_MEMORY;
    uint32_t bands = (uint32_t)ctx->threads;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t band = 0; band < bands; band++) {
        uint32_t begin = (uint32_t)((uint64_t)to->rows * band / bands);
        uint32_t end = (uint32_t)((uint64_t)to->rows * (band + 1) / bands);
        for (uint32_t row = begin; row < end; row++)
            make_row(from, to, &along, &down, row, sums + room * band);
    }
    return FLUV_OK;
}

fluv_status fluv_regrid(fluv_ctx *ctx, const fluv_values *from, const fluv_values *to)
{
    assert(from->cols && from->rows && to->cols && to->rows);
    assert(from->stride >= from->cols && to->stride >= to->cols);
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_status status = regrid(ctx, from, to);
    fluv_scratch_release(ctx, mark);
    return status;
}

double fluv_values_sum(const fluv_values *window)
{
    double sum = 0.0;
    for (uint32_t row = 0; row < window->rows; row++) {
        const float *values = window->at + (size_t)row * window->stride;
        for (uint32_t col = 0; col < window->cols; col++)
            sum += values[col] == values[col] ? (double)values[col] : 0.0;
    }
    return sum;
}
