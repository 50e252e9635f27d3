// SPDX-License-Identifier: MIT
/* A mesh: points spread over the frame, who neighbours whom, and how much land each stands for.
 *
 * Everything lies in one block of shared memory, about 53 bytes a vertex, and is never changed once
 * made. Building holds at most about 140 bytes a vertex. */
#ifndef FLUV_MESH_MESH_H
#define FLUV_MESH_MESH_H

#include "base/random.h"
#include "base/shared.h"
#include "mesh/points.h"

#include <math.h>

#define FLUV_MESH_DEGREE 64 /* no vertex has more neighbours */

/* Invariants:
 * - vertices stand in the order of the Hilbert curve and are all different; the frame's corners are
 *   among them, so that the hull is the frame;
 * - positions are whole lattice units: x[v] = unit_x * i, 0 <= i <= lattice.width;
 * - neighbours are those of the Delaunay triangulation, unique also where four points lie on a
 *   circle: those of v stand at neighbour[first[v]] .. neighbour[first[v + 1] - 1], rising, none
 *   twice; w neighbours v when v neighbours w; at most FLUV_MESH_DEGREE;
 * - areas are those of the Voronoi cells within the frame: > 0, and their sum is the frame's. */
typedef struct fluv_mesh {
    uint32_t count;
    double width, height; /* of the frame, m */
    fluv_mesh_lattice lattice;
    const uint32_t *first; /* count + 1 of them */
    const uint32_t *neighbour;
    const double *x, *y;    /* m from the frame's north-west corner, eastwards and southwards */
    const double *area;     /* m2 */
    const uint8_t *at_edge; /* 1 on the frame's sides, else 0 */
} fluv_mesh;

typedef enum fluv_mesh_kind { FLUV_MESH_POISSON, FLUV_MESH_GRID } fluv_mesh_kind;

typedef struct fluv_mesh_job {
    double width, height; /* of the frame, m */
    double spacing;       /* m, mean: about one vertex a square of it; at most half a side */
    fluv_mesh_kind kind;
    fluv_key key;
} fluv_mesh_job;

/* A new mesh, at the start of the block, whose pointers lead into the same block; one reference,
 * yours. Scratch is left to be released by the caller. */
FLUV_MUST_CHECK fluv_status fluv_mesh_make(fluv_ctx *ctx, const fluv_mesh_job *job,
                                           fluv_shared **out);

/* The same from points of the caller's, the frame's corners included. */
FLUV_MUST_CHECK fluv_status fluv_mesh_from_points(fluv_ctx *ctx, const fluv_mesh_job *job,
                                                  const fluv_mesh_lattice *lattice,
                                                  const fluv_points *points, fluv_shared **out);

static inline const fluv_mesh *fluv_mesh_of(const fluv_shared *block)
{
    return (const fluv_mesh *)(const void *)block->data;
}

/* Mean distance between vertices, m: the side of a square that one of them stands for. */
static inline double fluv_mesh_spacing(const fluv_mesh *mesh)
{
    return sqrt(mesh->width * mesh->height / mesh->count);
}

/* A vertex's place on the lattice. */
static inline fluv_spot fluv_mesh_spot(const fluv_mesh *mesh, uint32_t vertex)
{
    return (fluv_spot){(int32_t)(mesh->x[vertex] / mesh->lattice.unit_x + 0.5),
                       (int32_t)(mesh->y[vertex] / mesh->lattice.unit_y + 0.5)};
}

#endif
