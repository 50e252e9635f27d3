// SPDX-License-Identifier: MIT
/* Valley floors: streams that wander wear the foot of their valley's sides. */
#ifndef FLUV_WATER_FLOORS_H
#define FLUV_WATER_FLOORS_H

#include "water/topology.h"

typedef struct fluv_floors {
    const fluv_topology *topology;
    const uint8_t *kind;  /* what is sea, void or held keeps its height */
    const uint64_t *area; /* drained by each vertex, in units of `unit` m2 */
    double unit;
    double width;         /* of a floor, over the root of the area that its stream drains */
    const uint8_t *still; /* not 0: under a lake, where no stream wanders */
    uint32_t *owner;      /* work, one a vertex: the stream whose floor it lies on, or NONE */
    uint32_t *queue;      /* work, one a vertex */
    uint8_t *waits;       /* work, one a vertex; `still` may be the same */
} fluv_floors;

/* Lowers the ground beside streams to the floors of their valleys. */
void fluv_floors_plane(const fluv_floors *floors, float *height);

#endif
