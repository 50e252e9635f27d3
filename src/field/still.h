// SPDX-License-Identifier: MIT
/* Water that stands over some cells of a grid: the sea and lakes, whose surface stays where it is.
 */
#ifndef FLUV_FIELD_STILL_H
#define FLUV_FIELD_STILL_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* A grid of still water holds for each cell the elevation of its surface, m, or one of the first
 * two. All are so low that the larger of ground and still water is what things stand or run on. */
#define FLUV_STILL_NONE (-2e30F) /* dry */
#define FLUV_STILL_HELD                                                                            \
    (-1e30F)                /* some of the cell is water: its ground neither sinks nor rises       \
                             */
#define FLUV_STILL_SEA 0.0F /* takes all water; no lake has this very level */

static inline bool fluv_still_is_water(float still)
{
    return still > 0.5F * FLUV_STILL_HELD;
}

/* The highest of the eight around a cell of rows that stand `stride` apart: water if any is. */
static inline float fluv_still_beside(const float *cell, size_t stride)
{
    ptrdiff_t up = (ptrdiff_t)stride;
    const ptrdiff_t around[8] = {1, up + 1, up, up - 1, -1, -up - 1, -up, 1 - up};
    float highest = FLUV_STILL_NONE;
    for (int k = 0; k < 8; k++)
        highest = fmaxf(highest, cell[around[k]]);
    return highest;
}

#endif
