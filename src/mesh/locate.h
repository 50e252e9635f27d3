// SPDX-License-Identifier: MIT
/* Finding places in a mesh by walking over it. */
#ifndef FLUV_MESH_LOCATE_H
#define FLUV_MESH_LOCATE_H

#include "mesh/mesh.h"

/* What makes walking quick: places as whole numbers, and neighbours in the order in which they
 * stand around their vertex. 32 bytes a vertex of scratch. */
typedef struct fluv_guide {
    const fluv_mesh *mesh;
    fluv_spot *spot;
    /* Neighbours at the same places as in the mesh, counter-clockwise (from x towards y). Of a
     * vertex on the frame's side, the first and the last lie on the sides. */
    uint32_t *ring;
} fluv_guide;

FLUV_MUST_CHECK fluv_status fluv_guide_init(fluv_ctx *ctx, const fluv_mesh *mesh,
                                            fluv_guide *guide);

/* Gives its scratch back early. */
void fluv_guide_drop(fluv_ctx *ctx, fluv_guide *guide);

/* The vertex behind the side a b of a triangle that lies on its left; FLUV_NONE: the frame ends
 * there. */
uint32_t fluv_guide_behind(const fluv_guide *guide, uint32_t a, uint32_t b);

/* The place of (x, y), in m from the frame's north-west corner, on the lattice; places on or beyond
 * the frame's sides are moved inside. */
fluv_spot fluv_guide_place(const fluv_guide *guide, double x, double y);

/* A vertex not far from a place, to start walking from: the nearest of a few spread over the
 * mesh. Depends on the place alone. */
uint32_t fluv_guide_guess(const fluv_guide *guide, fluv_spot place);

/* The vertex whose Voronoi cell holds the place. Time: the steps from `start` to it. */
uint32_t fluv_guide_nearest(const fluv_guide *guide, uint32_t start, fluv_spot place);

/* The triangle that holds a place inside the frame, its vertices counter-clockwise; either one
 * where the place lies on an edge. `start` as above. */
void fluv_guide_locate(const fluv_guide *guide, uint32_t start, fluv_spot place,
                       uint32_t corner[3]);

#endif
