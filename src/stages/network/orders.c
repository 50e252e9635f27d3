// SPDX-License-Identifier: MIT
/* How great the rivers of an earlier result are.
 *
 * in   sketches of the contour        out   the order of each
 *
 * A kept river brings its tributaries, so its order is known, and it is as steep as a river of that
 * order that grows anew: the land above it keeps about its height. Of a river drawn by hand nobody
 * knows how great it is but its mouth.  O(sketches^2). */
#include "stages/network/parts.h"

#include "stages/shared/sketched.h"

#include <assert.h>
#include <math.h>

/* The highest sketch that joins sketch k below a way; FLUV_NONE: none. */
static uint32_t next_joining(const fluv_contour *contour, size_t k, double below)
{
    uint32_t highest = FLUV_NONE;
    for (uint32_t j = (uint32_t)k + 1; j < contour->sketches.ring_count; j++)
        if (contour->feet[j].into == k && contour->feet[j].way < below &&
            (highest == FLUV_NONE || contour->feet[j].way > contour->feet[highest].way))
            highest = j;
    return highest;
}

void fluv_sketch_orders(const fluv_contour *contour, uint8_t *order)
{
    assert(order || !contour->sketches.ring_count);
    for (size_t k = contour->sketches.ring_count; k-- > 0;) { /* what joins it comes after it */
        double way = INFINITY;
        order[k] = 1;
        for (uint32_t j; (j = next_joining(contour, k, way)) != FLUV_NONE;) {
            order[k] =
                order[j] > order[k] ? order[j] : (uint8_t)(order[k] + (order[j] == order[k]));
            way = contour->feet[j].way;
        }
    }
}
