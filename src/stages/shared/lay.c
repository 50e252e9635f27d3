// SPDX-License-Identifier: MIT
/* Placing things in a landscape, with ground or without. */
#include "stages/shared/lay.h"

#include "placed/placed.h"
#include "stages/shared/sea.h"

/* The plain of a bare coast is no ground yet: stages that grow rivers before they make land want to
 * know what is placed, and others shape it when they come to it. */
static bool is_ground(fluv_layer_set present)
{
    return (present & FLUV_SET(height)) &&
           (!(present & FLUV_SET(shore)) || (present & FLUV_SET(channels)));
}

bool fluv_lay_has_ground(const fluv_landscape *land)
{
    return is_ground((land->layers[FLUV_LAYER_height] ? FLUV_SET(height) : 0) |
                     (land->layers[FLUV_LAYER_shore] ? FLUV_SET(shore) : 0) |
                     (land->layers[FLUV_LAYER_channels] ? FLUV_SET(channels) : 0));
}

fluv_status fluv_lay(fluv_ctx *ctx, const fluv_placing *placing, fluv_landscape *land)
{
    fluv_shared *placed = fluv_placed_seal(ctx, placing);
    if (!placed)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_placed, placed);
    fluv_layer_put(land, FLUV_LAYER_laid, NULL);
    if (!fluv_lay_has_ground(land))
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
    if (is_ground(present))
        *makes |= FLUV_SET(height, laid);
    return FLUV_OK;
}
