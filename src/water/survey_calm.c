// SPDX-License-Identifier: MIT
/* Calm places of a survey.
 *
 * in   heights of a real map     out   whether the ground around a cell is calm
 *
 * Over open water a survey from the air finds nothing to hold on to. Part of a lake becomes an
 * exact flat; across the rest heights are led from what was found beside it, a few metres too high
 * or too low, but smoothly, as no ground under grass and trees is. How rough ground looks hangs on
 * the survey, so it is measured: a plane is laid through the square of 5 x 5 cells, and what
 * heights differ from it is compared with the median of places of the map as gentle as this one.
 * O(1) a place; what is learned comes from every 17th cell. */
#include "water/survey_calm.h"

#include <assert.h>

#define SIDE       (2 * FLUV_CALM_REACH + 1)
#define CELLS      (SIDE * SIDE)
#define MOST_SLOPE 0.03  /* of gentle places */
#define CALMER     0.5   /* of the median of gentle land */
#define MOST_ROUGH 0.5   /* m: no place rougher than this is calm in any map */
#define NO_FLAT    0.001 /* m: what is smoother is flat, and tells nothing of land */
#define EVERY      17    /* th cell is looked at */
#define BIN        0.01  /* m, and how many: */
#define BINS       512
#define FEWEST     256 /* places that tell how rough land is */

typedef struct lie {
    double slope, rough; /* of the plane; m around it */
} lie;

static bool is_inside(const fluv_topology *t, uint32_t cell)
{
    uint32_t col = cell % t->cols, row = cell / t->cols;
    return col >= FLUV_CALM_REACH && row >= FLUV_CALM_REACH && col + FLUV_CALM_REACH < t->cols &&
           row + FLUV_CALM_REACH < t->rows;
}

/* The plane through the square around a cell. Returns whether there is land all over it. */
static bool lie_at(const fluv_calm *c, uint32_t cell, lie *at)
{
    double sum = 0.0, squares = 0.0, along = 0.0, down = 0.0, middle = (double)c->height[cell];
    const fluv_topology *t = c->topology;
    if (!is_inside(t, cell))
        return false;
    for (int32_t y = -FLUV_CALM_REACH; y <= FLUV_CALM_REACH; y++) {
        uint32_t row = cell + (uint32_t)(y * (int32_t)t->cols);
        for (int32_t x = -FLUV_CALM_REACH; x <= FLUV_CALM_REACH; x++) {
            uint32_t other = row + (uint32_t)x;
            if (c->kind[other] & (FLUV_CELL_VOID | FLUV_CELL_SEA))
                return false;
            double height = (double)c->height[other] - middle;
            sum += height;
            squares += height * height;
            along += x * height;
            down += y * height;
        }
    }
    double spread = SIDE * 2.0 * (1 + 4); /* the sum of x * x, and of y * y, over the square */
    double planar = sum * sum / CELLS + (along * along + down * down) / spread;
    at->slope = hypot(along, down) / spread / t->cell;
    at->rough = sqrt(fmax(0.0, squares - planar) / CELLS);
    return true;
}

fluv_calm fluv_calm_learn(const fluv_topology *topology, const uint8_t *kind, const float *height)
{
    fluv_calm calm = {.topology = topology, .kind = kind, .height = height};
    uint32_t places[BINS + 1] = {0}, all = 0;
    if (!topology->cols)
        return calm;
    for (uint64_t c = 0; c < topology->count; c += EVERY) {
        lie at;
        if (!lie_at(&calm, (uint32_t)c, &at) || at.slope > MOST_SLOPE || at.rough < NO_FLAT)
            continue;
        places[(uint32_t)fmin(at.rough / BIN, BINS)]++;
        all++;
    }
    if (all < FEWEST)
        return calm;
    uint32_t median = 0;
    for (uint32_t below = places[0]; 2 * below < all; below += places[median])
        median++;
    assert(median <= BINS);
    calm.roughest = fmin(CALMER * BIN * median, MOST_ROUGH);
    return calm;
}

bool fluv_calm_at(const fluv_calm *calm, uint32_t cell)
{
    lie at;
    assert(cell < calm->topology->count);
    return calm->roughest > 0.0 && lie_at(calm, cell, &at) && at.slope <= MOST_SLOPE &&
           at.rough <= calm->roughest;
}
