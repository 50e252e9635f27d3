// SPDX-License-Identifier: MIT
/* The ground at the vertices of a mesh, between the raster's cells.  O(n). */
#include "stages/shared/ground.h"

#include "field/bilinear.h"

#include <assert.h>

bool fluv_ground_at_mesh(const fluv_landscape *land, int threads, const fluv_mesh *mesh,
                         float *height)
{
    assert(threads > 0 && mesh);
    const fluv_frame *frame = &land->frame;
    const float *ground = fluv_layer_read(land, FLUV_LAYER_height);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t v = 0; v < mesh->count; v++)
        height[v] = ground ? fluv_bilinear(ground, frame->cols, frame->rows,
                                           mesh->x[v] / frame->cell, mesh->y[v] / frame->cell)
                           : 0.0f;
    return ground != NULL;
}
