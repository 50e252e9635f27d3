// SPDX-License-Identifier: MIT
/* Maps as painters make them, and how much of their rivers runs along the grid. */
#ifndef FLUV_TESTS_PAINTED_H
#define FLUV_TESTS_PAINTED_H

#include "base/random.h"
#include "water_land.h"

#include <math.h>

#define DEGREE (M_PI / 180.0)

/* Forty soft bumps on a map of cells of 30 m. */
static inline void paint_bumps(terrain *t, uint32_t size, uint64_t seed)
{
    fluv_key key = fluv_key_make(seed, "test", "bumps");
    terrain_init(t, size, size, 30.0);
    for (uint64_t i = 0; i < 40; i++) {
        double x = size * fluv_random(key, 4 * i), y = size * fluv_random(key, 4 * i + 1);
        double wide = size * fluv_random_between(key, 4 * i + 2, 0.05, 0.17);
        double high = fluv_random_between(key, 4 * i + 3, 30.0, 200.0);
        for (uint32_t c = 0; c < t->cells; c++) {
            double dx = (c % size - x) / wide, dy = ((double)(c / size) - y) / wide;
            t->height[c] += (float)(high * exp(-0.5 * (dx * dx + dy * dy)));
        }
    }
}

/* Rounds heights to so many steps between the lowest and the highest; returns the step. */
static inline float round_to_steps(terrain *t, int steps)
{
    float least = INFINITY, most = -INFINITY;
    for (uint32_t c = 0; c < t->cells; c++) {
        least = fminf(least, t->height[c]);
        most = fmaxf(most, t->height[c]);
    }
    float step = (most - least) / (float)steps;
    for (uint32_t c = 0; c < t->cells; c++)
        t->height[c] = least + step * roundf((t->height[c] - least) / step);
    return step;
}

typedef struct river_figures {
    double length;  /* m, of all rivers */
    double on_grid; /* the share of it within a degree of the grid's eight directions */
} river_figures;

static inline river_figures figures_of(const fluv_rivers *rivers)
{
    river_figures figures = {0};
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_river_point *p = rivers->points + rivers->reaches[i].first_point;
        for (uint32_t k = 1; k < rivers->reaches[i].point_count; k++) {
            double dx = p[k].x - p[k - 1].x, dy = p[k].y - p[k - 1].y;
            double off = fabs(remainder(atan2(dy, dx), 45.0 * DEGREE));
            figures.length += hypot(dx, dy);
            figures.on_grid += off < DEGREE ? hypot(dx, dy) : 0.0;
        }
    }
    figures.on_grid /= figures.length;
    return figures;
}

#endif
