// SPDX-License-Identifier: MIT
/* Stage `rivers`: the network as a graph of reaches.
 *
 * in   height, receiver, area, discharge, cover, lakes if there are any
 * out  rivers, watersheds; height with beds, water, cover
 *
 * Based on: Moody, Troutman. Characterization of the spatial variability of channel morphology.
 * 2002 (width and depth); Strahler. Quantitative analysis of watershed geomorphology. 1957 */
#include "stages/rivers.h"

#include "landscape/vectors.h"
#include "stages/rivers/network.h"

static fluv_status make_rivers(fluv_ctx *ctx, const fluv_rivers_params *params,
                               const fluv_channels *channels, const fluv_network *network,
                               fluv_list *reaches, fluv_list *points)
{
    if (!network->count)
        return FLUV_OK;
    FLUV_TRY(fluv_reaches_make(ctx, params, channels, network, reaches, points));
    FLUV_TRY(fluv_reaches_relate(ctx, channels, network, reaches->items, points->items));
    return params->spread ? fluv_channels_spread(ctx, channels, params) : FLUV_OK;
}

fluv_status fluv_rivers_build(fluv_ctx *ctx, const fluv_rivers_params *params,
                              const fluv_channels *channels, fluv_landscape *land)
{
    fluv_network network = {0};
    FLUV_TRY(fluv_network_trace(ctx, channels, &network));
    FLUV_TRY(fluv_advance(ctx, 0.8));
    fluv_list reaches = {.size = sizeof(fluv_reach)}, points = {.size = sizeof(fluv_river_point)};
    fluv_status status = make_rivers(ctx, params, channels, &network, &reaches, &points);
    fluv_shared *sealed = status == FLUV_OK ? fluv_rivers_seal(ctx, &reaches, &points) : NULL;
    fluv_list_free(&reaches);
    fluv_list_free(&points);
    if (!sealed)
        return status == FLUV_OK ? FLUV_NO_MEMORY : status;
    fluv_layer_put(land, FLUV_LAYER_RIVERS, sealed);
    FLUV_TRY(fluv_advance(ctx, 0.9));
    return fluv_watersheds_make(ctx, channels, &network, land);
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    fluv_channels channels;
    FLUV_TRY(fluv_channels_mark(ctx, params, land, &channels));
    FLUV_TRY(fluv_advance(ctx, 0.5));
    FLUV_TRY(fluv_rivers_build(ctx, params, &channels, land));
    return fluv_advance(ctx, 1.0);
}

#define PARAMS fluv_rivers_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/rivers/rivers.def"
};

const fluv_stage fluv_stage_rivers = {
    .info = {.name = "rivers",
             .summary = "Rivers as reaches from head to mouth, with width, depth and velocity.",
             .needs = "height receiver area discharge cover",
             .makes = "rivers watersheds height water cover",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_rivers_params),
    .needs = FLUV_HAS(FLUV_LAYER_HEIGHT) | FLUV_HAS(FLUV_LAYER_RECEIVER) |
             FLUV_HAS(FLUV_LAYER_AREA) | FLUV_HAS(FLUV_LAYER_DISCHARGE) |
             FLUV_HAS(FLUV_LAYER_COVER),
    .makes = FLUV_HAS(FLUV_LAYER_RIVERS) | FLUV_HAS(FLUV_LAYER_WATERSHEDS) |
             FLUV_HAS(FLUV_LAYER_HEIGHT) | FLUV_HAS(FLUV_LAYER_WATER) | FLUV_HAS(FLUV_LAYER_COVER),
    .bytes_per_cell = 24.0,
    .run = run,
};
