// SPDX-License-Identifier: MIT
/* The Delaunay triangulation of lattice points, as edges around each point. */
#ifndef FLUV_MESH_DELAUNAY_H
#define FLUV_MESH_DELAUNAY_H

#include "base/ctx.h"
#include "mesh/points.h"

#define FLUV_MOST_VERTICES 700000000u /* 6 half edges a vertex have 32-bit indices */

/* Half of an edge, as seen from its origin. The other half of half edge e is e ^ 1.
 * `next` and `before` lead around the origin, counter-clockwise (from x towards y) and back. */
typedef struct fluv_half {
    uint32_t end;          /* the vertex it leads to; FLUV_NONE: not in use */
    uint32_t next, before; /* half edges with the same origin */
} fluv_half;

typedef struct fluv_edges {
    uint32_t room;     /* half edges, in use or not: 6 a vertex */
    fluv_half *halves; /* scratch */
    uint32_t hull;     /* a half edge with nothing on its right; FLUV_NONE: fewer than 2 points */
} fluv_edges;

static inline uint32_t fluv_half_origin(const fluv_edges *edges, uint32_t half)
{
    return edges->halves[half ^ 1].end;
}

/* The triangulation of points in the order of the Hilbert curve. It is unique, and its storage the
 * same for any number of threads. Equal points are refused. Points on one line give a chain of
 * edges. */
FLUV_MUST_CHECK fluv_status fluv_delaunay(fluv_ctx *ctx, const fluv_points *points,
                                          fluv_edges *out);

#endif
