// SPDX-License-Identifier: MIT
/* One step of uplift and erosion by running water on a forest of receivers. */
#ifndef FLUV_WATER_STREAM_POWER_H
#define FLUV_WATER_STREAM_POWER_H

#include "water/strata.h"
#include "water/topology.h"

typedef struct fluv_stream_power {
    const fluv_topology *topology;
    const uint8_t *kind; /* what is sea or held keeps its height */
    const uint32_t *receiver;
    const uint64_t *area; /* drained by each vertex, in units */
    double unit;          /* m2 */
    const float *uplift;  /* m/y */
    fluv_strata strata;
    const float *erodibility; /* times that of the rock, one a vertex; NULL: once */
    const float *talus;   /* steepest slope that holds, one a vertex, in place of the rock's; NULL:
                             the rock's */
    const float *steeper; /* times the rock's talus, one a vertex; NULL: once */
    bool any_slope;       /* slopes are not held to it: something else brings them down */
    float *stands;        /* NULL, or written: the talus of the rock that each vertex stands in */
    const float *load;    /* m that come from upstream in the step, as a mean over what is drained;
                             NULL:  nothing is laid down */
    double deposition;    /* times it is laid down */
    double m, n;          /* dh/dt = uplift - k A^m slope^n */
    double years;         /* of this step */
    double age;           /* years of uplift before it, which the strata moved up with */
    double border_distance; /* land without a receiver runs to height 0 so far away, m */
} fluv_stream_power;

/* Heights after the step. */
void fluv_stream_power_step(const fluv_stream_power *power, int threads, const float *height,
                            float *after);

#endif
