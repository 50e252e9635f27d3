// SPDX-License-Identifier: MIT
/* Natural neighbours of a place and their shares. */
#ifndef FLUV_MESH_NATURAL_H
#define FLUV_MESH_NATURAL_H

#include "mesh/locate.h"

/* The vertices whose Voronoi cells a new one at the place would take land from, counter-clockwise,
 * and how much of the new cell was theirs. */
typedef struct fluv_natural {
    uint32_t count;
    uint32_t vertex[FLUV_MESH_DEGREE];
    double share[FLUV_MESH_DEGREE]; /* >= 0 to rounding; their sum is 1 */
} fluv_natural;

/* (x, y) in lattice units, inside the triangle; not at one of its corners. */
void fluv_natural_find(const fluv_guide *guide, const uint32_t corner[3], double x, double y,
                       fluv_natural *natural);

#endif
