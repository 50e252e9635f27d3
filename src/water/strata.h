// SPDX-License-Identifier: MIT
/* Rock in layers below the ground: how easily each wears, and how steep it stands. Layers move up
 * with the rock they are in, so heights in here are those the rock had at the start. */
#ifndef FLUV_WATER_STRATA_H
#define FLUV_WATER_STRATA_H

#include "interfluve.h"

#include <math.h>

typedef struct fluv_rock {
    float erodibility; /* k of the stream power law */
    float talus;       /* steepest slope that holds, rise over run */
} fluv_rock;

typedef struct fluv_stratum {
    fluv_rock rock;
    float thickness;            /* m */
    const float *thickness_map; /* factors of it, one a vertex; NULL: 1 everywhere */
} fluv_stratum;

typedef struct fluv_strata {
    uint32_t count;             /* >= 1 */
    const fluv_stratum *strata; /* from the top down */
    const float *top;           /* height of the first one's upper side, one a vertex; not looked at
                                 * when there is one stratum */
    bool repeat; /* below the last the first follows; otherwise the last never ends */
} fluv_strata;

/* Where a height lies. */
typedef struct fluv_stratum_place {
    fluv_rock rock;
    double top;    /* height of the stratum's upper side; INFINITY: nothing lies above it */
    double bottom; /* of its lower side; -INFINITY: it never ends */
} fluv_stratum_place;

static inline double fluv_stratum_thickness(const fluv_stratum *stratum, uint32_t vertex)
{
    double factor = stratum->thickness_map ? (double)stratum->thickness_map[vertex] : 1.0;
    return (double)stratum->thickness * factor;
}

/* The stratum just below a height. */
static inline fluv_stratum_place fluv_strata_below(const fluv_strata *strata, uint32_t vertex,
                                                   double height)
{
    const fluv_stratum *list = strata->strata;
    if (strata->count == 1)
        return (fluv_stratum_place){list[0].rock, INFINITY, -INFINITY};
    double top = (double)strata->top[vertex], upper = INFINITY, all = 0.0;
    for (uint32_t i = 0; strata->repeat && i < strata->count; i++)
        all += fluv_stratum_thickness(&list[i], vertex);
    if (all > 0.0 && height <= top)
        upper = top -= all * floor((top - height) / all);
    uint32_t last = strata->count - 1;
    for (uint32_t i = 0; i < last; i++) {
        top -= fluv_stratum_thickness(&list[i], vertex);
        if (height > top)
            return (fluv_stratum_place){list[i].rock, upper, top};
        upper = top;
    }
    double bottom =
        strata->repeat && all > 0.0 ? top - fluv_stratum_thickness(&list[last], vertex) : -INFINITY;
    return (fluv_stratum_place){list[last].rock, upper, bottom};
}

#endif
