// SPDX-License-Identifier: MIT
/* Sums of faults over points that lie together.
 *
 * in   faults, points     out   the sum of what every fault raises each point
 *
 * Around points that lie together most faults pass at a distance: these count as a whole, with all
 * of their step or nothing. A caller sorts once for a tile of points, again for each block of the
 * tile, and only what is left is worked out point by point, in vector code. With f faults of width
 * w over a frame of width L and blocks of width b that is about f * (w + b) / L a point, not f.
 *
 * Based on: Mandelbrot. The fractal geometry of nature. 1982 (Brownian relief by random faults) */
#include "field/faults.h"

#include "base/clones.h"

#include <assert.h>
#include <math.h>

typedef struct box {
    float x, y, half_x, half_y;
} box;

static box box_of(fluv_fault_points points)
{
    float west = INFINITY, east = -INFINITY, south = INFINITY, north = -INFINITY;
    for (size_t i = 0; i < points.count; i++) {
        west = fminf(west, points.x[i]);
        east = fmaxf(east, points.x[i]);
        south = fminf(south, points.y[i]);
        north = fmaxf(north, points.y[i]);
    }
    return (box){0.5F * (west + east), 0.5F * (south + north), 0.5F * (east - west),
                 0.5F * (north - south)};
}

/* A little more than the farthest that a point of the box lies from its middle along the normal,
 * so that rounding leaves no fault out. */
static float reach_of(const fluv_fault *fault, box b)
{
    float reach = fabsf(fault->normal_x) * b.half_x + fabsf(fault->normal_y) * b.half_y;
    return reach + 0.5F * fault->width + 1e-6F * (fabsf(b.x) + fabsf(b.y) + reach);
}

size_t fluv_faults_near(const fluv_fault *faults, const uint32_t *from, size_t count,
                        fluv_fault_points points, uint32_t *to, double *base)
{
    assert(points.count > 0);
    box b = box_of(points);
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t k = from ? from[i] : (uint32_t)i;
        const fluv_fault *fault = &faults[k];
        float away = fault->normal_x * b.x + fault->normal_y * b.y - fault->at;
        float reach = reach_of(fault, b);
        to[left] = k; /* stays if the fault is near; never beyond what was read */
        assert(left <= i && fault->width > 0.0F);
        left += fabsf(away) < reach;
        *base += away >= reach ? (double)fault->step : 0.0;
    }
    return left;
}

/* 0 .. 1 across the width. */
FLUV_INLINE float across(const fluv_fault *fault, float per_width, float x, float y)
{
    float t = (fault->normal_x * x + fault->normal_y * y - fault->at) * per_width + 0.5F;
    t = t > 0.0F ? t : 0.0F;
    return t < 1.0F ? t : 1.0F;
}

FLUV_INLINE float quintic(float t)
{
    return t * t * t * (t * (t * 6.0F - 15.0F) + 10.0F);
}

/* (1 + sin(pi * (t - 1/2))) / 2 within 3e-4; value and slope are exact at 0, 1/2 and 1. */
FLUV_INLINE float half_wave(float t)
{
    float u = 2.0F * t - 1.0F, q = u * u;
    return 0.5F + 0.5F * u * (1.5707963F + q * (-0.6415927F + q * 0.0707964F));
}

FLUV_CLONES static void add_fault(const fluv_fault *fault, fluv_fault_edge edge,
                                  fluv_fault_points points, float *out)
{
    float per_width = 1.0F / fault->width, step = fault->step;
    assert(edge == FLUV_FAULT_RAMP || edge == FLUV_FAULT_SMOOTH || edge == FLUV_FAULT_SINE);
    if (edge == FLUV_FAULT_RAMP)
        for (size_t i = 0; i < points.count; i++)
            out[i] += step * across(fault, per_width, points.x[i], points.y[i]);
    else if (edge == FLUV_FAULT_SMOOTH)
        for (size_t i = 0; i < points.count; i++)
            out[i] += step * quintic(across(fault, per_width, points.x[i], points.y[i]));
    else
        for (size_t i = 0; i < points.count; i++)
            out[i] += step * half_wave(across(fault, per_width, points.x[i], points.y[i]));
}

void fluv_faults_sum(const fluv_fault *faults, const uint32_t *list, size_t count,
                     fluv_fault_edge edge, double base, fluv_fault_points points, float *out)
{
    for (size_t i = 0; i < points.count; i++)
        out[i] = (float)base;
    for (size_t i = 0; i < count; i++)
        add_fault(&faults[list[i]], edge, points, out);
}
