// SPDX-License-Identifier: MIT
#ifndef FLUV_WATER_ACCUMULATE_H
#define FLUV_WATER_ACCUMULATE_H

#include "water/topology.h"

#include <stddef.h>

/* A lake's water. */
typedef struct fluv_lake_water {
    double inflow;      /* what reaches it */
    double evaporation; /* what it loses of that */
    double demand;      /* what its surface would lose if enough came */
} fluv_lake_water;

/* In `exits`: water leaves a lake; it stood, until here, at the level of a lake above. */
enum { FLUV_EXIT = 1, FLUV_SHELF = 2 };

/* The last cell below a lake's exit on ground as high as the lake, or where the water of the next
 * lake at that level leaves or ends: what has joined the way by then is the lake's as far as the
 * lake lacks any. */
typedef struct fluv_shelf {
    uint32_t cell, lake;
    uint32_t from; /* the first cell below the exit, from which the way leads to `cell` */
    double taken;  /* out: what the lake got here */
} fluv_shelf;

/* Lakes on the way: where exits[cell] is set, the flow of lake[cell] gives up what the lake loses,
 * as far as there is any, before it goes on; and on shelves, what the lake then still lacks. */
typedef struct fluv_lake_losses {
    const uint8_t *exits;
    const uint32_t *lake;
    fluv_lake_water *water; /* for each lake; demand in, the rest out where it lets water out */
    fluv_shelf *shelves;    /* by their cell; NULL: there are none */
    size_t shelf_count;
} fluv_lake_losses;

/* Adds every cell's value to all cells downstream of it. `area` and `flow` hold each cell's own
 * part on entry and the sums on return; flow and lakes may be NULL. A lake has one exit at most.
 * Where all flows and demands are whole numbers, and below 2^53, every sum is exact; but along
 * shelves, where each cell has its share of one.
 * `donors` is work, one a cell. */
void fluv_accumulate(const fluv_topology *topology, int threads, const uint32_t *receiver,
                     const fluv_lake_losses *lakes, uint8_t *donors, double *area, double *flow);

#endif
