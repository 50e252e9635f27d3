// SPDX-License-Identifier: MIT
/* Which rock the ground has been worn down to.
 *
 * in   a mesh's heights, strata and uplift, and for how long it went on     out   layer `outcrop`
 *
 * Strata rise with the ground: a height lies in the one that was so much lower at the start. */
#include "mesh/surface.h"
#include "stages/erode/show.h"

#include <assert.h>

fluv_status fluv_erosion_outcrop(fluv_ctx *ctx, const fluv_erosion_tier *l, double usual,
                                 double age, fluv_landscape *land)
{
    assert(usual > 0.0 && age >= 0.0 && l->strata.count > 0);
    fluv_surface surface;
    float *outcrop = fluv_layer_edit(ctx, land, FLUV_LAYER_outcrop);
    if (!outcrop)
        return FLUV_NO_MEMORY;
    for (uint32_t v = 0; v < l->mesh->count; v++) {
        double start = (double)l->height[v] - age * (double)l->uplift[v];
        fluv_stratum_place place = fluv_strata_below(&l->strata, v, start);
        l->after[v] = (float)((double)place.rock.erodibility / usual);
    }
    FLUV_TRY(fluv_surface_init(ctx, l->mesh, l->after, FLUV_SURFACE_LINEAR, &surface));
    FLUV_TRY(fluv_surface_fill(ctx, &surface, land->frame.cols, land->frame.rows, outcrop));
    fluv_surface_drop(ctx, &surface);
    return FLUV_OK;
}
