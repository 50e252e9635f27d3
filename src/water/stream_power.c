// SPDX-License-Identifier: MIT
/* Uplift and stream power erosion, implicit in time.
 *
 * in   heights, receivers, drained areas, rock     out   heights after the step
 *
 *     dh/dt = u - k A^m S^n + G Q / A,   S = (h - h_w) / d,   w the receiver, d away
 *
 * where Q, what comes from upstream in a year, is that of the step before (sediment.c). With the
 * receiver's new height known the step has one unknown. For n = 1 it is
 *
 *     h' = (h + dt (u + c h_w)) / (1 + c dt),   c = k A^m / d
 *
 * and otherwise Newton's rule finds it. Where the ground sinks through the bottom of a stratum
 * the time this takes is found and the rest of the step goes on in the next one. At the end the
 * slope down to the receiver is held to the rock's talus.
 *
 * Vertices are solved from the roots up, in no order: each unsolved one walks down to the first
 * that is solved and solves its way back. Threads may solve the same vertex at once, but only with
 * the same result: the walks use relaxed atomics.  O(n).
 *
 * Based on: Braun, Willett. A very efficient O(n), implicit and parallel method to solve the stream
 *           power equation. 2013
 *           Cordonnier, Braun, Cani, Benes, Galin, Peytavie, Guerin. Large scale terrain generation
 *           from tectonic uplift and fluvial erosion. 2016 (layers: the same, Sculpting mountains.
 *           2017)
 *           Blaszczyk et al. Simulating large-scale topographic terrain features with reservoirs
 *           and flowing water. 2023 (the free border) */
#include "water/stream_power.h"

#include "base/atomic_float.h"

#include <assert.h>

#define PATH        1024 /* vertices of a way that are remembered at a time */
#define MOST_PASSES 1000 /* strata that are passed in a step; the rest of it stays in the next */

/* One vertex in one stratum: dh/dt = uplift - strength * (h - below)^n. */
typedef struct reach {
    double uplift, strength, below, n;
} reach;

/* Height after `years`; where the receiver is not below, nothing wears. */
static double wear(const reach *r, double height, double years)
{
    double raised = height + years * r->uplift, pull = years * r->strength;
    if (raised <= r->below)
        return raised;
    if (r->n == 1.0)
        return (raised + pull * r->below) / (1.0 + pull);
    double fall = raised - r->below; /* the root lies in 0 .. fall, where x + pull x^n rises */
    for (int i = 0; i < 20; i++) {
        double power = pow(fall, r->n);
        double next =
            fall - (fall + pull * power - (raised - r->below)) / (1.0 + pull * r->n * power / fall);
        next = next > 0.0 ? next : 0.5 * fall;
        double change = fabs(next - fall);
        fall = next;
        if (change <= 1e-9 * fall)
            break;
    }
    return r->below + fall;
}

/* Years until the ground has sunk to a height that is lifted meanwhile. It is known that `years`
 * are more than enough. With n = 1 the answer is the root of a parabola. */
static double time_to(const reach *r, double height, double bottom, double years)
{
    assert(height >= bottom && years >= 0.0);
    if (r->n == 1.0) {
        double half = r->strength * (bottom - r->below), over = height - bottom;
        return 2.0 * over / (half + sqrt(half * half + 4.0 * r->uplift * r->strength * over));
    }
    double early = 0.0, late = years;
    for (int i = 0; i < 40; i++) {
        double middle = 0.5 * (early + late);
        if (wear(r, height, middle) > bottom + middle * r->uplift)
            early = middle;
        else
            late = middle;
    }
    return late;
}

/* A step through the strata. `scale` is A^m / d^n. */
static double wear_strata(const fluv_stream_power *p, uint32_t vertex, reach r, double scale,
                          double height, float *talus)
{
    double left = p->years, lifted = p->age * r.uplift;
    for (int passes = 0;; passes++) {
        fluv_stratum_place place = fluv_strata_below(&p->strata, vertex, height - lifted);
        r.strength = (double)place.rock.erodibility * scale;
        *talus = place.rock.talus;
        double after = wear(&r, height, left), bottom = place.bottom + lifted;
        if (after >= bottom + left * r.uplift || passes == MOST_PASSES)
            return after;
        double passed = fmin(time_to(&r, height, bottom, left), left);
        lifted += passed * r.uplift;
        height = place.bottom + lifted;
        left -= passed;
    }
}

/* The usual exponents need no logarithms. */
static double power(double base, double exponent)
{
    return exponent == 0.5 ? sqrt(base) : exponent == 1.0 ? base : pow(base, exponent);
}

static double solve(const fluv_stream_power *p, uint32_t vertex, double height, double below,
                    double distance)
{
    double area = (double)p->area[vertex] * p->unit;
    double scale = power(area, p->m) / power(distance, p->n);
    scale *= p->erodibility ? (double)p->erodibility[vertex] : 1.0;
    reach r = {.uplift = p->uplift[vertex], .below = below, .n = p->n};
    float talus;
    height += p->load ? p->deposition * (double)p->load[vertex] : 0.0;
    double after = wear_strata(p, vertex, r, scale, height, &talus);
    talus *= p->steeper ? p->steeper[vertex] : 1.0f;
    if (p->stands)
        p->stands[vertex] = talus;
    talus = p->talus ? p->talus[vertex] : talus;
    bool held = p->receiver[vertex] != FLUV_NONE && !p->any_slope;
    return held ? fmin(after, below + (double)talus * distance) : after;
}

/* The usual exponents in one kind of rock. */
static double solve_plain(const fluv_stream_power *p, uint32_t vertex, double height, double below,
                          double distance)
{
    const fluv_rock *rock = &p->strata.strata[0].rock;
    double raised = height + p->years * (double)p->uplift[vertex];
    raised += p->load ? p->deposition * (double)p->load[vertex] : 0.0;
    double talus = (double)(p->talus ? p->talus[vertex] : rock->talus);
    talus *= p->steeper ? (double)p->steeper[vertex] : 1.0;
    bool held = p->receiver[vertex] != FLUV_NONE && !p->any_slope;
    double highest = held ? below + talus * distance : INFINITY;
    if (raised <= below)
        return raised;
    double flow = sqrt((double)p->area[vertex] * p->unit);
    flow *= p->erodibility ? (double)p->erodibility[vertex] : 1.0;
    double pull = p->years * (double)rock->erodibility * flow; /* times the distance */
    double after = (raised * distance + pull * below) / (distance + pull);
    return after < highest ? after : highest;
}

static void solve_vertex(const fluv_stream_power *p, const float *height, bool plain,
                         uint32_t vertex, float *after)
{
    uint32_t to = p->receiver[vertex];
    double now = height[vertex];
    assert(isfinite(now));
    if (!(p->kind[vertex] & (FLUV_CELL_SEA | FLUV_CELL_HELD))) {
        double below = to == FLUV_NONE ? 0.0 : (double)fluv_float_load(&after[to]);
        double distance =
            to == FLUV_NONE ? p->border_distance : fluv_cell_span(p->topology, vertex, to);
        now = plain ? solve_plain(p, vertex, now, below, distance)
                    : solve(p, vertex, now, below, distance);
    }
    fluv_float_store(&after[vertex], (float)now);
}

/* Down to what is solved, and back. Of a long way the lowest part is solved first. */
static void solve_way(const fluv_stream_power *p, const float *height, bool plain, uint32_t from,
                      float *after)
{
    uint32_t path[PATH];
    for (bool whole = false; !whole;) {
        uint32_t length = 0;
        for (uint32_t at = from;;) {
            path[length++ % PATH] = at;
            uint32_t to = p->receiver[at];
            if (to == FLUV_NONE || !isnan(fluv_float_load(&after[to])))
                break;
            at = to;
        }
        whole = length <= PATH;
        for (uint32_t i = 1; i <= length && i <= PATH; i++)
            solve_vertex(p, height, plain, path[(length - i) % PATH], after);
    }
}

void fluv_stream_power_step(const fluv_stream_power *power, int threads, const float *height,
                            float *after)
{
    uint32_t count = power->topology->count;
    assert(threads > 0 && power->years > 0.0 && power->n > 0.0 && power->unit > 0.0);
    assert(power->strata.count > 0 && height != after);
    assert(fluv_receivers_inside(power->topology, power->receiver));
    bool plain = power->n == 1.0 && power->m == 0.5 && power->strata.count == 1;
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static)
        for (uint32_t v = 0; v < count; v++)
            after[v] = NAN;
#pragma omp for schedule(dynamic, 16384)
        for (uint32_t v = 0; v < count; v++)
            if (isnan(fluv_float_load(&after[v])))
                solve_way(power, height, plain, v, after);
    }
}
