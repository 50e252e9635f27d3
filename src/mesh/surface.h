// SPDX-License-Identifier: MIT
/* A surface through values at a mesh's vertices, to be asked anywhere in the frame. */
#ifndef FLUV_MESH_SURFACE_H
#define FLUV_MESH_SURFACE_H

#include "mesh/locate.h"

typedef enum fluv_surface_form {
    FLUV_SURFACE_LINEAR, /* a plane a triangle: between the values, with edges */
    FLUV_SURFACE_SMOOTH  /* natural neighbours: no triangles show; within their values too */
} fluv_surface_form;

typedef struct fluv_slope {
    float x, y; /* rise over run, eastwards and southwards */
} fluv_slope;

typedef struct fluv_surface {
    fluv_guide guide;
    const float *value; /* one a vertex; borrowed, as is the mesh */
    fluv_slope *slope;  /* one a vertex, scratch; NULL: linear */
} fluv_surface;

/* Takes 32 bytes of scratch a vertex, 40 for the smooth form. The mesh has 3 vertices or more. */
FLUV_MUST_CHECK fluv_status fluv_surface_init(fluv_ctx *ctx, const fluv_mesh *mesh,
                                              const float *value, fluv_surface_form form,
                                              fluv_surface *surface);

/* Gives its scratch back early. */
void fluv_surface_drop(fluv_ctx *ctx, fluv_surface *surface);

/* At the centres of cols * rows cells over the frame, row 0 in the north. */
FLUV_MUST_CHECK fluv_status fluv_surface_fill(fluv_ctx *ctx, const fluv_surface *surface,
                                              uint32_t cols, uint32_t rows, float *out);

/* At any points, in m from the frame's north-west corner. Quick when each is near the one before,
 * as the vertices of another mesh are. */
FLUV_MUST_CHECK fluv_status fluv_surface_at(fluv_ctx *ctx, const fluv_surface *surface,
                                            const double *x, const double *y, uint32_t count,
                                            float *out);

#endif
