// SPDX-License-Identifier: MIT
/* Sums of many faults: straight lines, each with one side higher than the other. */
#ifndef FLUV_FIELD_FAULTS_H
#define FLUV_FIELD_FAULTS_H

#include <stddef.h>
#include <stdint.h>

/* How the ground rises across a fault, over its width. */
typedef enum fluv_fault_edge {
    FLUV_FAULT_RAMP,   /* straight: a cliff when narrow */
    FLUV_FAULT_SMOOTH, /* a quintic: no crease at its foot nor at its rim */
    FLUV_FAULT_SINE    /* half a sine wave: an even slope, rounded at both ends */
} fluv_fault_edge;

typedef struct fluv_fault {
    float normal_x, normal_y; /* unit vector towards the side that is raised */
    float at;                 /* where along the normal the line lies, m */
    float step;               /* how much one side is raised */
    float width;              /* of the rise, m, > 0 */
} fluv_fault;

/* Points that lie together: many faults have all of them on one side. */
typedef struct fluv_fault_points {
    const float *x, *y; /* m */
    size_t count;
} fluv_fault_points;

/* Of the `count` faults that `from` lists (NULL: the first `count`), writes those whose rise some
 * of the points may lie on to `to`, in the same order, and returns how many there are. Adds the
 * steps of those that raise every point to `base`. `to` may be `from`. */
size_t fluv_faults_near(const fluv_fault *faults, const uint32_t *from, size_t count,
                        fluv_fault_points points, uint32_t *to, double *base);
/* base and the listed faults' sum at every point. */
void fluv_faults_sum(const fluv_fault *faults, const uint32_t *list, size_t count,
                     fluv_fault_edge edge, double base, fluv_fault_points points, float *out);

#endif
