// SPDX-License-Identifier: MIT
/* Values to heights.
 *
 * in   values at a lattice's points, values of cells     out   heights within the frame's range
 *
 * Sea level lies where the asked share of the frame is below it, and land rises from the coast
 * slowly at first. Without a coast the lowest ground is a valley's floor and no coastal plain: it
 * keeps more of its slope.  O(n). */
#include "stages/shared/span.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

fluv_status fluv_span_open(fluv_ctx *ctx, const fluv_frame *frame, const char *stage,
                           fluv_span_wish wish, fluv_span *span)
{
    bool asked = frame->low != 0.0 || frame->high != 0.0;
    *span = (fluv_span){.half_x = 0.5 * frame->cell * frame->cols,
                        .half_y = 0.5 * frame->cell * frame->rows,
                        .low = asked ? frame->low : wish.low,
                        .high = asked ? frame->high : wish.high,
                        .ocean = wish.ocean,
                        .lowland = wish.lowland};
    span->centre_x = frame->west + span->half_x;
    span->centre_y = frame->north - span->half_y;
    bool reaches_down = span->low < 0.0 && span->high > 0.0;
    span->coast = reaches_down && wish.ocean > 0.0;
    if (reaches_down && !span->coast)
        span->low = 0.0;
    if (!span->coast)
        span->lowland = sqrt(wish.lowland);
    if (span->low < span->high)
        return FLUV_OK;
    return fluv_fail(ctx, FLUV_BAD_RECIPE,
                     "%s.low is %g m and %s.high is %g m, but low must be below high", stage,
                     span->low, stage, span->high);
}

double fluv_span_x(const fluv_span *span, int col)
{
    assert(col >= 0 && col < FLUV_SPAN_SIDE);
    return span->centre_x + span->half_x * ((2 * col + 1) / (double)FLUV_SPAN_SIDE - 1.0);
}

double fluv_span_y(const fluv_span *span, int row)
{
    assert(row >= 0 && row < FLUV_SPAN_SIDE);
    return span->centre_y - span->half_y * ((2 * row + 1) / (double)FLUV_SPAN_SIDE - 1.0);
}

static int compare_values(const void *a, const void *b)
{
    float p = *(const float *)a, q = *(const float *)b;
    return p < q ? -1 : p > q;
}

void fluv_span_measure(fluv_span *span, float *values)
{
    assert(span->ocean >= 0.0 && span->ocean < 1.0);
    qsort(values, FLUV_SPAN_POINTS, sizeof *values, compare_values);
    span->least = values[0];
    span->most = values[FLUV_SPAN_POINTS - 1];
    span->sea = values[(size_t)(span->ocean * (double)FLUV_SPAN_POINTS)];
}

/* 0 .. 1 stays nearly as it is; what is beyond 1 is pressed in below it. */
static float pressed(float t)
{
    float over = (t - 0.9F) * 10.0F;
    return over <= 0.0F ? t : 0.9F + 0.1F * over / (1.0F + over);
}

static float part_of(float value, float from, float to)
{
    return (value - from) / (fabsf(to - from) > 1e-6F ? to - from : 1e-6F);
}

/* Rise of the land: slow at first, 0 to 0 and 1 to 1. */
static float rise(float t, float lowland)
{
    return t * (lowland + (1.0F - lowland) * t);
}

static float height_of(const fluv_span *span, float value)
{
    float low = (float)span->low, high = (float)span->high, lowland = (float)span->lowland;
    if (span->coast && value < span->sea)
        return low * pressed(part_of(value, span->sea, span->least));
    if (span->coast)
        return high * rise(pressed(part_of(value, span->sea, span->most)), lowland);
    float t = part_of(value, span->least, span->most);
    t = t < 0.0F ? 0.05F / (1.0F - 20.0F * t) : 0.05F + 0.95F * pressed(t);
    return low + (high - low) * rise(t, lowland);
}

void fluv_span_heights(const fluv_span *span, size_t count, float *values)
{
    for (size_t i = 0; i < count; i++)
        values[i] = height_of(span, values[i]);
}
