// SPDX-License-Identifier: MIT
#ifndef FLUV_WATER_RECEIVERS_H
#define FLUV_WATER_RECEIVERS_H

#include "water/topology.h"

/* FOLLOW is for grids, and has a kernel of its own: water/follow.h. */
typedef enum fluv_descent { FLUV_STEEPEST, FLUV_LOWEST, FLUV_FOLLOW } fluv_descent;

/* The neighbour each cell's water goes to: down the steepest slope, or to the lowest neighbour.
 * NONE where no neighbour is lower, and for sea and void. Ties fall to the lowest index. */
void fluv_receivers(const fluv_topology *topology, int threads, fluv_descent descent,
                    const float *height, const uint8_t *kind, uint32_t *receiver);

/* Work for fluv_flats_resolve: four arrays of all cells' size. */
typedef struct fluv_flats_work {
    uint32_t *queue, *first;
    uint32_t *to_low, *from_high;
} fluv_flats_work;

/* Receivers as they were before some cells changed: flats that no change touches keep theirs. */
typedef struct fluv_flats_known {
    const uint8_t *changed; /* for each cell whether its height, or how it drains, did */
    const uint32_t *receiver;
} fluv_flats_known;

/* Gives receivers to cells on flats: towards the flat's outlets and away from higher ground, so
 * that flow gathers in the middle. A flat without an outlet drains to the cell of it that lies
 * deepest inside; that cell keeps NONE and is the flat's only root. `known` NULL: nothing is. */
void fluv_flats_resolve(const fluv_topology *topology, int threads, const float *height,
                        const uint8_t *kind, const fluv_flats_known *known,
                        const fluv_flats_work *work, uint32_t *receiver);

/* The two distance fields of flats that were found piece by piece: steps to the nearest outlet and
 * from the nearest higher ground, 0 on all other ground. */
typedef struct fluv_flat_fields {
    uint32_t *to_low, *from_high;
} fluv_flat_fields;

/* The neighbour that a flat cell drains to; NONE: it is the root of its flat. */
uint32_t fluv_flat_choose(const fluv_topology *topology, const float *height, const uint8_t *kind,
                          const fluv_flat_fields *fields, uint32_t cell);

/* The first cell from `from` to `end` - 1 below which, and below the cell to the east, two steps
 * cross; `end` if there is none. The cells stand in one row of a grid that is not its last, but for
 * its last cell. Turning one of two steps to the other's receiver makes no crossing. */
uint32_t fluv_receivers_next_crossing(const uint32_t *receiver, uint32_t cols, uint32_t from,
                                      uint32_t end);

/* The same for ways that climb out of hollows: no step climbs higher than water must on its way
 * out. Says whether any was turned.  O(cells), and a way for every crossing. */
bool fluv_receivers_part(const fluv_topology *topology, const float *height, uint32_t *receiver);

/* Whether any two steps cross on a grid. */
bool fluv_receivers_cross(const fluv_topology *topology, const uint32_t *receiver);

/* On a grid two diagonal steps may cross where flats, fills and cuts were routed. Turns one of
 * each crossing pair aside so that no two flow lines cross; `surface` never rises along the new
 * steps if it did not along the old ones. Steps within one lake (NONE: land) are left alone. */
void fluv_receivers_uncross(const fluv_topology *topology, const float *surface,
                            const uint32_t *lake, uint32_t *receiver);

#endif
