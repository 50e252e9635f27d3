// SPDX-License-Identifier: MIT
/* Finding the uplift.
 *
 * in   the drawing, the ground before and after a step     out   the rate for the next step
 *
 * With the right uplift the ground neither rises nor sinks while rivers wear it, and lies at the
 * drawing in the mean over every square. To be at the drawing after the next step, ground that sank
 * by `sunk` and now lies `missing` below the drawing needs
 *
 *     rate' = rate + sunk + missing
 *
 * if it wears as in this step. The rate is never negative: what lies too high is left to be worn
 * off. Neither does it pass what slopes as steep as they can be would wear off.
 *
 * Sums are formed square by square, over its vertices in their order: the same for any number of
 * threads.  O(n).
 *
 * Based on: Schott, Paris, Fournier, Guerin, Galin. Large-scale terrain authoring through
 *           interactive erosion simulation. 2023 (uplift found from heights) */
#include "stages/amplify/lift.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define FILLED 2.0 /* spacings of the tier to a square's side, at least */
#define FEWEST 2.0 /* squares along the longer side */
#define ROUNDS 3   /* squares beyond the land that take its values */
#define ALIKE  1e-6

static size_t count_of(const fluv_lift *lift)
{
    return fluv_lattice_count(&lift->lattice);
}

static fluv_lattice lattice_of(const fluv_drawing *d, double spacing)
{
    double wish = fmax(d->side, FILLED * spacing);
    double side = d->longer / fmax(FEWEST, round(d->longer / wish));
    return (fluv_lattice){.cols = (uint32_t)fmax(1.0, ceil(d->width / side - ALIKE)),
                          .rows = (uint32_t)fmax(1.0, ceil(d->height / side - ALIKE)),
                          .spacing = side};
}

static fluv_status renew(fluv_ctx *ctx, fluv_lattice lattice, fluv_lift *lift)
{
    size_t squares = fluv_lattice_count(&lattice);
    fluv_lift next = {.lattice = lattice,
                      .rate = fluv_scratch_zero(ctx, squares, sizeof(float)),
                      .most = fluv_scratch_zero(ctx, squares, sizeof(float)),
                      .work = {fluv_scratch(ctx, squares, sizeof(float)),
                               fluv_scratch(ctx, squares, sizeof(float)),
                               fluv_scratch(ctx, squares, sizeof(float))},
                      .first = fluv_scratch(ctx, squares + 2, sizeof(uint32_t)),
                      .vertex = lift->vertex};
    if (!next.rate || !next.most || !next.work[0] || !next.work[1] || !next.work[2] || !next.first)
        return FLUV_NO_MEMORY;
    for (uint32_t row = 0; lift->rate && row < lattice.rows; row++)
        fluv_lattice_row(&lift->lattice, lift->rate, fluv_lattice_x(&lattice, 0),
                         fluv_lattice_y(&lattice, row), lattice.spacing, lattice.cols,
                         next.rate + (size_t)row * lattice.cols);
    *lift = next; /* what it had is small and goes with the stage */
    return FLUV_OK;
}

/* Vertices of each square, rising. What they are in the drawing still stands in `donors`. */
static fluv_status sort(fluv_ctx *ctx, const fluv_amplify_tier *t, fluv_lift *lift)
{
    size_t squares = count_of(lift);
    uint32_t count = t->topology.count, *in = t->receiver; /* work */
    fluv_scratch_drop(ctx, lift->vertex);
    lift->vertex = fluv_scratch(ctx, count, sizeof *lift->vertex);
    if (!lift->vertex)
        return FLUV_NO_MEMORY;
    memset(lift->first, 0, (squares + 2) * sizeof *lift->first);
    for (uint32_t from = 0; from < count; from += FLUV_AMPLIFY_BLOCK) {
        fluv_amplify_spots spots;
        fluv_amplify_spots_take(t, from, &spots);
        for (uint32_t i = 0; i < spots.count; i++) {
            in[from + i] = (uint32_t)fluv_lattice_cell(&lift->lattice, spots.x[i], -spots.y[i]);
            lift->first[in[from + i] + 2] += t->donors[from + i] == FLUV_DRAWN_LAND;
        }
    }
    for (size_t s = 0; s < squares; s++)
        lift->first[s + 2] += lift->first[s + 1];
    for (uint32_t v = 0; v < count; v++)
        if (t->donors[v] == FLUV_DRAWN_LAND)
            lift->vertex[lift->first[in[v] + 1]++] = v;
    return FLUV_OK;
}

fluv_status fluv_lift_fit(fluv_ctx *ctx, const fluv_drawing *d, const fluv_amplify_tier *t,
                          fluv_lift *lift)
{
    fluv_lattice lattice = lattice_of(d, t->spacing);
    if (!lift->rate || fabs(lattice.spacing - lift->lattice.spacing) > ALIKE * lattice.spacing)
        FLUV_TRY(renew(ctx, lattice, lift));
    return sort(ctx, t, lift);
}

/* ---- Values of squares ---- */

static float mean_around(const fluv_lattice *l, const float *values, uint32_t row, uint32_t col)
{
    float sum = 0.0f, there = 0.0f;
    for (uint32_t r = row ? row - 1 : 0; r <= row + 1 && r < l->rows; r++)
        for (uint32_t c = col ? col - 1 : 0; c <= col + 1 && c < l->cols; c++) {
            float value = values[(size_t)r * l->cols + c];
            sum += isnan(value) ? 0.0f : value;
            there += isnan(value) ? 0.0f : 1.0f;
        }
    return there > 0.0f ? sum / there : NAN;
}

/* Squares without land, which are NaN, take the values of those around them. */
static void fill_gaps(const fluv_lift *lift, float *values)
{
    const fluv_lattice *l = &lift->lattice;
    float *next = lift->work[1];
    assert(values != next);
    for (int round = 0; round < ROUNDS; round++) {
        for (uint32_t row = 0; row < l->rows; row++)
            for (uint32_t col = 0; col < l->cols; col++) {
                size_t s = (size_t)row * l->cols + col;
                next[s] = isnan(values[s]) ? mean_around(l, values, row, col) : values[s];
            }
        memcpy(values, next, count_of(lift) * sizeof *values);
    }
    for (size_t s = 0; s < count_of(lift); s++)
        values[s] = isnan(values[s]) ? 0.0f : values[s];
}

void fluv_lift_mean(fluv_ctx *ctx, const fluv_lift *lift, const fluv_amplify_tier *t,
                    const float *values, float *mean)
{
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t s = 0; s < count_of(lift); s++) {
        double sum = 0.0, all = 0.0;
        for (uint32_t k = lift->first[s]; k < lift->first[s + 1]; k++) {
            double area = fluv_cell_area(&t->topology, lift->vertex[k]);
            sum += area * (double)values[lift->vertex[k]];
            all += area;
        }
        mean[s] = all > 0.0 ? (float)(sum / all) : NAN;
    }
    fill_gaps(lift, mean);
}

/* Raises a square to what a neighbour's value less the fall between them is. Values that are none
 * are below all others. */
static void raise_from(const fluv_lattice *l, uint32_t row, uint32_t col, int down, int right,
                       double fall, float *values)
{
    uint32_t r = row + (uint32_t)down, c = col + (uint32_t)right;
    if (r >= l->rows || c >= l->cols)
        return;
    size_t s = (size_t)row * l->cols + col, from = (size_t)r * l->cols + c;
    values[s] = fmaxf(values[s], values[from] - (float)(fall * hypot(down, right)));
}

/* The least surface above the values that falls away from them no faster than `fall` a square: once
 * down and once up, left and right. */
static void hang_tent(const fluv_lattice *l, double fall, float *values)
{
    for (uint32_t row = 0; row < l->rows; row++) {
        for (uint32_t col = 0; col < l->cols; col++)
            for (int right = -1; right <= 1; right++)
                raise_from(l, row, col, -1, right, fall, values);
        for (uint32_t col = 0; col < l->cols; col++)
            raise_from(l, row, col, 0, -1, fall, values);
        for (uint32_t col = l->cols; col-- > 0;)
            raise_from(l, row, col, 0, 1, fall, values);
    }
    for (uint32_t row = l->rows; row-- > 0;) {
        for (uint32_t col = 0; col < l->cols; col++)
            for (int right = -1; right <= 1; right++)
                raise_from(l, row, col, 1, right, fall, values);
        for (uint32_t col = 0; col < l->cols; col++)
            raise_from(l, row, col, 0, -1, fall, values);
        for (uint32_t col = l->cols; col-- > 0;)
            raise_from(l, row, col, 0, 1, fall, values);
    }
}

/* The greatest of the values that are numbers, so many squares up and down, or left and right. */
static void widen(const fluv_lattice *l, uint32_t reach, bool across, const float *values,
                  float *out)
{
    for (uint32_t row = 0; row < l->rows; row++)
        for (uint32_t col = 0; col < l->cols; col++) {
            uint32_t at = across ? col : row, count = across ? l->cols : l->rows;
            size_t step = across ? 1 : l->cols, begin = (size_t)row * l->cols + col - at * step;
            float most = NAN;
            for (uint32_t i = at > reach ? at - reach : 0; i <= at + reach && i < count; i++)
                most = fmaxf(most, values[begin + i * step]);
            out[(size_t)row * l->cols + col] = most;
        }
}

/* The highest ground of the drawing within so many squares; `sign` -1: the lowest, turned over. */
static void find_highest(const fluv_lift *lift, const fluv_amplify_tier *t, float sign,
                         uint32_t reach, float *highest)
{
    for (size_t s = 0; s < count_of(lift); s++) {
        highest[s] = NAN;
        for (uint32_t k = lift->first[s]; k < lift->first[s + 1]; k++)
            highest[s] = fmaxf(highest[s], sign * t->drawn[lift->vertex[k]]);
    }
    widen(&lift->lattice, reach, true, highest, lift->work[1]);
    widen(&lift->lattice, reach, false, lift->work[1], highest);
}

void fluv_lift_tent(const fluv_lift *lift, const fluv_amplify_tier *t, double slope, float *tent)
{
    find_highest(lift, t, 1.0f, 1, tent);
    hang_tent(&lift->lattice, slope * lift->lattice.spacing, tent);
    fill_gaps(lift, tent);
}

void fluv_lift_relief(const fluv_lift *lift, const fluv_amplify_tier *t, uint32_t reach,
                      float *relief)
{
    float *lowest = lift->work[2];
    find_highest(lift, t, 1.0f, reach, relief);
    find_highest(lift, t, -1.0f, reach, lowest);
    for (size_t s = 0; s < count_of(lift); s++)
        relief[s] += lowest[s];
    fill_gaps(lift, relief);
}

void fluv_lift_spread(fluv_ctx *ctx, const fluv_lift *lift, const fluv_amplify_tier *t,
                      const float *values, float *out)
{
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t from = 0; from < t->topology.count; from += FLUV_AMPLIFY_BLOCK) {
        fluv_amplify_spots spots;
        fluv_amplify_spots_take(t, from, &spots);
        for (uint32_t i = 0; i < spots.count; i++)
            spots.y[i] = -spots.y[i];
        fluv_lattice_points(&lift->lattice, values, spots.x, spots.y, spots.count, out + from);
    }
}

void fluv_lift_correct(fluv_ctx *ctx, const fluv_amplify_tier *t, double crest, double least,
                       fluv_lift *lift)
{
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t s = 0; s < count_of(lift); s++) {
        double sunk = 0.0, missing = 0.0, squares = 0.0, all = 0.0;
        for (uint32_t k = lift->first[s]; k < lift->first[s + 1]; k++) {
            uint32_t v = lift->vertex[k];
            double area = fluv_cell_area(&t->topology, v), now = (double)t->after[v];
            double lacks = (double)t->drawn[v] - now;
            sunk += area * ((double)t->height[v] - now);
            missing += area * lacks;
            squares += area * lacks * lacks;
            all += area;
        }
        missing /= all;
        double spread = sqrt(fmax(squares / all - missing * missing, 0.0));
        double rate = (double)lift->rate[s] + sunk / all + missing - crest * spread;
        lift->rate[s] = all > 0.0 ? (float)fmin(fmax(rate, least), (double)lift->most[s]) : NAN;
    }
    fill_gaps(lift, lift->rate);
}
