// SPDX-License-Identifier: MIT
/* Placing things in a landscape, with ground or without. */
#include "stages/shared/lay.h"

#include "placed/placed.h"
#include "stages/shared/sea.h"

fluv_status fluv_lay(fluv_ctx *ctx, const fluv_placing *placing, fluv_landscape *land)
{
    fluv_shared *placed = fluv_placed_seal(ctx, placing);
    if (!placed)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_placed, placed);
    fluv_layer_put(land, FLUV_LAYER_laid, NULL);
    if (!land->layers[FLUV_LAYER_height])
        return FLUV_OK;
    fluv_topology topology;
    uint8_t *kind;
    FLUV_TRY(fluv_sea_find(ctx, land, &topology, &kind));
    return fluv_placed_shape(ctx, land, &topology, kind);
}

fluv_status fluv_lay_makes(fluv_ctx *ctx, const void *params, fluv_layer_set present,
                           fluv_layer_set *makes)
{
    (void)ctx;
    (void)params;
    if (present & FLUV_SET(height))
        *makes |= FLUV_SET(height, laid);
    return FLUV_OK;
}
