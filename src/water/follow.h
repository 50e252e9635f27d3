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

/* Every way keeps to the slope. */
static inline fluv_wander fluv_wander_not(const fluv_topology *grid)
{
    return (fluv_wander){.noise = {.wavelength = grid->cell}, .strength = 0.0f};
}

/* A grid that is part of a larger map. Its core begins at a multiple of FLUV_FOLLOW_TILE cells of
 * the map, and so it ends, or at the map's edge; around it lies at least a cell more, but beyond
 * the map's edge nothing does. */
typedef struct fluv_follow_part {
    uint64_t west, north, map_cols; /* of the grid in the map; of the map */
    uint32_t core_col, core_row;    /* of the core in the grid */
    uint32_t core_cols, core_rows;
} fluv_follow_part;

#define FLUV_FOLLOW_TILE                                                                           \
    64 /* cells a side: no change of the ground reaches further than its tile */

/* The lower neighbour of each cell of a grid that keeps ways close to the true slope. NONE where no
 * neighbour is lower, and for sea and void. No two steps cross. The same for any number of threads.
 */
void fluv_receivers_follow(const fluv_topology *grid, int threads, const fluv_wander *wander,
                           const float *height, const uint8_t *kind, uint32_t *receiver);
/* The same for a part of a map: the core's cells get the receivers that they have in the whole, all
 * others NONE. Steps that cross at the rim of the core are left. */
void fluv_receivers_follow_part(const fluv_topology *grid, const fluv_follow_part *part,
                                int threads, const fluv_wander *wander, const float *height,
                                const uint8_t *kind, uint32_t *receiver);

#endif
