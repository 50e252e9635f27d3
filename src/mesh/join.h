// SPDX-License-Identifier: MIT
/* Triangulations of parts of the points, and the joining of two of them. Inner to delaunay.c. */
#ifndef FLUV_MESH_JOIN_H
#define FLUV_MESH_JOIN_H

#include "mesh/delaunay.h"

/* Where a part's new edges come from: a range of pairs not yet used, then a list of freed ones,
 * linked by `next`. */
typedef struct fluv_edge_store {
    const fluv_spot *spots;
    fluv_half *halves;
    uint32_t unused, end; /* half edges, always pairs */
    uint32_t freed;       /* first of the list, or FLUV_NONE */
} fluv_edge_store;

/* A triangulated part: a half edge of its hull with nothing on its right, FLUV_NONE for no points.
 * A single point has an edge to itself. */
typedef uint32_t fluv_part;

fluv_part fluv_part_point(fluv_edge_store *store, uint32_t a);
fluv_part fluv_part_edge(fluv_edge_store *store, uint32_t a, uint32_t b);
/* b lies between a and c when they are on one line. */
fluv_part fluv_part_triangle(fluv_edge_store *store, uint32_t a, uint32_t b, uint32_t c);
/* All x of `low` are smaller than all x of `high`, or all y when `along_y`. Along x, the order of
 * equal x is by y, in both. */
fluv_part fluv_parts_join(fluv_edge_store *store, fluv_part low, fluv_part high, bool along_y);

#endif
