// SPDX-License-Identifier: MIT
/* Ground made to fit ways that are given. */
#ifndef FLUV_WATER_FIT_H
#define FLUV_WATER_FIT_H

#include "water/topology.h"

typedef struct fluv_fit_job {
    const fluv_topology *topology;
    const uint8_t *kind;      /* as fluv_cells_find_sea left it */
    const uint32_t *receiver; /* led in no circle; none of the sea's and of voids */
    const uint32_t *lake_of;  /* for each cell its lake, or NONE; NULL: there are none */
    const float *level;       /* of each lake */
} fluv_fit_job;

/* Work arrays, one value a cell. */
typedef struct fluv_fit_work {
    uint32_t *order, *heap, *left, *right;
    float *key, *cap, *fitted;
    uint8_t *donors;
} fluv_fit_work;

typedef struct fluv_fit {
    uint32_t moved;         /* cells */
    double cut, filled;     /* m3 */
    float deepest, highest; /* cut and fill, m */
    uint32_t deepest_at;    /* cells of them, NONE: there is none */
    uint32_t highest_at;
    uint32_t conflict; /* a cell that the outlet of a lake passes and that cannot lie as low
                        * as the lake: the ground is as it was; NONE: there is none */
} fluv_fit;

/* Moves the least ground, cell by cell as much as need be up or down, so that no water rises from a
 * cell to its receiver: lakes stand at their levels, no ground beside a lake lies below it, their
 * outlets no higher, and what drains to the sea not below 0. Cells of lakes, of the sea and voids
 * stay. */
fluv_fit fluv_ground_fit(const fluv_fit_job *job, const fluv_fit_work *work, float *height);

#endif
