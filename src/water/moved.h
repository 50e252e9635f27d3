// SPDX-License-Identifier: MIT
/* Ground that is moved, added up the same in whatever order cells come: depths are counted in steps
 * of a millionth of a metre, about. */
#ifndef FLUV_WATER_MOVED_H
#define FLUV_WATER_MOVED_H

#include <assert.h>
#include <math.h>
#include <stdint.h>

#define FLUV_MOVED_STEP 0x1p-20 /* m */
#define FLUV_MOVED_MOST 0x1p30  /* m, of one cell */

typedef struct fluv_moved {
    uint64_t steps; /* of all cells */
    float most;     /* m, of one */
} fluv_moved;

static inline void fluv_moved_add(fluv_moved *moved, float by)
{
    assert(by >= 0.0f);
    moved->steps += (uint64_t)llround(fmin((double)by, FLUV_MOVED_MOST) / FLUV_MOVED_STEP);
    moved->most = fmaxf(moved->most, by);
}

static inline void fluv_moved_join(fluv_moved *moved, const fluv_moved *other)
{
    moved->steps += other->steps;
    moved->most = fmaxf(moved->most, other->most);
}

/* m3 */
static inline double fluv_moved_volume(const fluv_moved *moved, double cell_area)
{
    return (double)moved->steps * FLUV_MOVED_STEP * cell_area;
}

#endif
