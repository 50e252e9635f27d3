// SPDX-License-Identifier: MIT
/* Horizons of a height field, one direction at a time.
 *
 * in   heights in cells, a direction     out   slope to the horizon that way, for every cell
 *
 * Parallel lines sweep the grid against the direction, one cell apart, so that each cell belongs to
 * one line. A line keeps the upper hull of the ground it has passed: the horizon of the next point
 * is where its tangent touches the hull, and what lies below that tangent is never seen again.
 * O(cells), whatever the relief.
 *
 * Based on: Timonen, Westerholm. Scalable height field self-shadowing. 2010 */
#include "field/horizon.h"

#include <assert.h>
#include <math.h>
#include <omp.h>

/* A sweep along the axis that the direction is closer to. */
typedef struct sweep {
    const float *z;
    float *horizon;
    uint32_t length, breadth; /* cells along and across */
    size_t along, across;     /* steps in memory */
    double lean;              /* cells across for one along */
    float run;                /* length of one step */
    int first, count;         /* lines: where they meet the axis' beginning */
    int forward;              /* 1: the sight goes towards rising indices */
} sweep;

static sweep plan(uint32_t width, uint32_t height, const float *z, double east, double south,
                  float *horizon)
{
    bool by_columns = fabs(east) >= fabs(south);
    sweep s = {.z = z, .horizon = horizon};
    s.length = by_columns ? width : height;
    s.breadth = by_columns ? height : width;
    s.along = by_columns ? 1 : width;
    s.across = by_columns ? width : 1;
    s.lean = by_columns ? south / east : east / south;
    s.run = (float)sqrt(1 + s.lean * s.lean);
    s.forward = (by_columns ? east : south) > 0;
    int drift = (int)ceil(fabs(s.lean) * s.length) + 1;
    s.first = s.lean > 0 ? -drift : 0;
    s.count = (int)s.breadth + drift;
    return s;
}

/* Height between the cells of a row across, at `row + part`. */
static inline float height_at(const sweep *s, uint32_t step, int row, float part)
{
    const float *here = s->z + step * s->along;
    int beside = part < 0 ? row - 1 : row + 1;
    if (beside < 0 || beside >= (int)s->breadth)
        beside = row;
    float z = here[(size_t)row * s->across];
    return z + (here[(size_t)beside * s->across] - z) * fabsf(part);
}

/* `hull`: places along the line and their heights, pairs. */
static void sweep_line(const sweep *s, int line, float *hull)
{
    int top = 0;
    for (uint32_t i = 0; i < s->length; i++) {
        uint32_t step = s->forward ? s->length - 1 - i : i;
        double across = s->lean * step, whole = floor(across + 0.5);
        int row = line + (int)whole;
        if (row < 0 || row >= (int)s->breadth)
            continue;
        float at = (float)i * s->run, z = height_at(s, step, row, (float)(across - whole));
        float slope = 0;
        while (top > 0) {
            const float *last = hull + 2 * (top - 1);
            slope = (last[1] - z) / (at - last[0]);
            if (top == 1 || slope * (at - last[-2]) >= last[-1] - z)
                break;
            top--;
        }
        s->horizon[step * s->along + (size_t)row * s->across] = slope > 0 ? slope : 0;
        hull[2 * top] = at;
        hull[2 * top + 1] = z;
        top++;
    }
}

size_t fluv_horizon_work(int threads, uint32_t width, uint32_t height)
{
    return (size_t)threads * 2 * (width > height ? width : height);
}

void fluv_horizon(int threads, uint32_t width, uint32_t height, const float *z, double east,
                  double south, float *work, float *horizon)
{
    assert(threads > 0 && width > 0 && height > 0 && (east != 0 || south != 0));
    sweep s = plan(width, height, z, east, south, horizon);
    size_t room = fluv_horizon_work(1, width, height);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int line = 0; line < s.count; line++)
        sweep_line(&s, s.first + line, work + (size_t)omp_get_thread_num() * room);
}
