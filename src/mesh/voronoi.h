// SPDX-License-Identifier: MIT
/* Areas of Voronoi cells within a frame. */
#ifndef FLUV_MESH_VORONOI_H
#define FLUV_MESH_VORONOI_H

#include "mesh/delaunay.h"
#include "mesh/mesh.h"

/* A vertex and the vertices around it, counter-clockwise from any one of them; relative to it, in
 * lattice units. */
typedef struct fluv_star {
    fluv_spot centre;
    uint32_t count;
    bool closed; /* the last and the first also make a triangle with the vertex */
    double x[FLUV_MESH_DEGREE], y[FLUV_MESH_DEGREE];
} fluv_star;

/* Area of the vertex's Voronoi cell within the frame, in square units. O(neighbours), on the
 * frame's sides O(neighbours^2). */
double fluv_voronoi_area(const fluv_mesh_lattice *lattice, const fluv_star *star);

#endif
