// SPDX-License-Identifier: MIT
/* Delaunay triangulations by qhull: the judge of ours, by another road (a convex hull in space). */
#ifndef FLUV_TESTS_JUDGE_DELAUNAY_H
#define FLUV_TESTS_JUDGE_DELAUNAY_H

#include "mesh/points.h"

typedef struct judged_edge {
    uint32_t low, high; /* low < high */
} judged_edge;

/* The edges, sorted; points in general position. Returns how many, 0 where qhull gives up. Room for
 * 3 edges a point. */
size_t judge_delaunay(const fluv_points *points, judged_edge *edges);

/* Sorts edges, by low and then high. */
void judge_sort_edges(judged_edge *edges, size_t count);

#endif
