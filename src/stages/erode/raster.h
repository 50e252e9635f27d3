// SPDX-License-Identifier: MIT
/* Inside `erode`: the raster that shows a mesh. */
#ifndef FLUV_STAGES_ERODE_RASTER_H
#define FLUV_STAGES_ERODE_RASTER_H

#include "mesh/locate.h"
#include "stages/erode/tier.h"

#include <assert.h>

#define FLUV_SEEN_CELLS 16.0 /* drained by streams and hollows that are seen */

typedef struct fluv_erosion_raster {
    uint32_t cols, rows;
    double cell; /* m */
    float *height;
} fluv_erosion_raster;

/* (x, y) in m from the north-west corner. */
static inline uint32_t fluv_raster_cell(const fluv_erosion_raster *r, double x, double y)
{
    assert(x >= 0.0 && y >= 0.0);
    uint32_t col = (uint32_t)fmin(x / r->cell, r->cols - 1.0);
    uint32_t row = (uint32_t)fmin(y / r->cell, r->rows - 1.0);
    return row * r->cols + col;
}

/* Whether so much drains through a vertex that the raster can show it. */
static inline bool fluv_raster_sees(const fluv_erosion_raster *r, const fluv_erosion_tier *l,
                                    uint32_t vertex)
{
    return (double)l->area[vertex] * l->unit >= FLUV_SEEN_CELLS * r->cell * r->cell;
}

/* Height of the pass over which a hollow's water leaves. */
static inline float fluv_pass_height(const fluv_erosion_tier *l, const fluv_outflow *hollow)
{
    uint32_t beyond = l->receiver[hollow->root];
    float own = l->height[hollow->pass];
    return beyond == FLUV_NONE ? own : fmaxf(own, l->height[beyond]);
}

/* Raises the raster where it missed the rim of a hollow. The guide is that of the tier's mesh. */
FLUV_MUST_CHECK fluv_status fluv_rims_raise(fluv_ctx *ctx, const fluv_erosion_tier *level,
                                            const fluv_guide *guide,
                                            const fluv_erosion_raster *raster);

#endif
