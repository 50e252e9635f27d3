// SPDX-License-Identifier: MIT
/* The ground that a landscape has, seen from a mesh. */
#ifndef FLUV_STAGES_GROUND_H
#define FLUV_STAGES_GROUND_H

#include "landscape/landscape.h"
#include "mesh/mesh.h"

/* Heights at a mesh's vertices, NaN where there is none; 0 everywhere, and false, where the
 * landscape has no ground yet. */
bool fluv_ground_at_mesh(const fluv_landscape *land, int threads, const fluv_mesh *mesh,
                         float *height);

#endif
