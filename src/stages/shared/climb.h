// SPDX-License-Identifier: MIT
/* Walking up a river that was drawn by hand. */
#ifndef FLUV_STAGES_SHARED_CLIMB_H
#define FLUV_STAGES_SHARED_CLIMB_H

#include "field/segments.h"
#include "landscape/hydrology.h"

/* Where the walk is. */
typedef struct fluv_climb {
    const double *xy;
    uint32_t at, last; /* points: the one below, and the line's last */
    double before;     /* way to the one below, m */
} fluv_climb;

/* At the foot of a sketch. */
static inline fluv_climb fluv_climb_begin(const fluv_outline *sketches, size_t sketch)
{
    return (fluv_climb){.xy = sketches->xy,
                        .at = sketches->first_point[sketch],
                        .last = sketches->first_point[sketch + 1] - 1};
}

static inline fluv_vec fluv_climb_point(const fluv_climb *c, uint32_t point)
{
    return (fluv_vec){c->xy[2 * (size_t)point], c->xy[2 * (size_t)point + 1]};
}

/* The place a way up from the foot, which is no less than the one before. */
fluv_vec fluv_climb_to(fluv_climb *climb, double way);

#endif
