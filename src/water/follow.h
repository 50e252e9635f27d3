// SPDX-License-Identifier: MIT
#ifndef FLUV_WATER_FOLLOW_H
#define FLUV_WATER_FOLLOW_H

#include "field/noise.h"
#include "water/topology.h"

/* How water wanders on ground that is too smooth to lead it together. */
typedef struct fluv_wander {
    fluv_noise
        noise;      /* where the slope is turned, and to which side; its key belongs to the land */
    float strength; /* tangent of the largest turn; 0: every way keeps to the slope */
} fluv_wander;

/* The lower neighbour of each cell of a grid that keeps ways close to the true slope. NONE where no
 * neighbour is lower, and for sea and void. No two steps cross. The same for any number of threads.
 */
void fluv_receivers_follow(const fluv_topology *grid, int threads, const fluv_wander *wander,
                           const float *height, const uint8_t *kind, uint32_t *receiver);

#endif
