// SPDX-License-Identifier: MIT
/* From channel cells to the layers rivers and watersheds. */
#include "hydrography/rivers.h"

#include "landscape/vectors.h"

#include <assert.h>

static fluv_status make_rivers(fluv_ctx *ctx, const fluv_channel_shape *shape,
                               const fluv_river_cells *channels, const fluv_traces *network,
                               fluv_list *reaches, fluv_list *points)
{
    if (!network->count)
        return FLUV_OK;
    FLUV_TRY(fluv_reaches_make(ctx, shape, channels, network, reaches, points));
    FLUV_TRY(fluv_look(ctx));
    FLUV_TRY(fluv_reaches_relate(ctx, channels, network, reaches->items, points->items));
    FLUV_TRY(fluv_look(ctx));
    if (shape->spread)
        FLUV_TRY(fluv_river_cells_spread(ctx, channels, shape));
    return channels->lakes ? FLUV_OK : fluv_passes_keep(ctx, channels);
}

/* The reach that leaves a lake is its outlet. */
static fluv_status name_outlets(fluv_ctx *ctx, const fluv_river_cells *channels,
                                const fluv_traces *network, fluv_landscape *land)
{
    const fluv_lakes *lakes = fluv_lakes_of(land);
    if (!lakes || !lakes->count)
        return FLUV_OK;
    fluv_lake *own = fluv_lakes_edit(ctx, land);
    if (!own)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < fluv_lakes_of(land)->count; i++)
        own[i].outlet = 0;
    for (uint32_t i = 0; i < network->count; i++)
        if (network->traces[i].from_lake != FLUV_NONE) {
            assert(network->traces[i].from_lake < fluv_lakes_of(land)->count);
            own[network->traces[i].from_lake].outlet = fluv_trace_id(channels, &network->traces[i]);
        }
    return FLUV_OK;
}

fluv_channel_shape fluv_channel_shape_on_cells(const fluv_channel_shape *asked, double cell)
{
    fluv_channel_shape shape = *asked;
    if (!shape.spread && !(shape.max_width > 0.0 && shape.max_width < cell))
        shape.max_width = cell;
    return shape;
}

fluv_status fluv_rivers_build(fluv_ctx *ctx, const fluv_channel_shape *asked,
                              const fluv_river_cells *channels, fluv_landscape *land)
{
    assert(channels->receiver && channels->area && channels->discharge);
    assert(channels->channel && channels->feeders && channels->cover && channels->height);
    assert(channels->topology.count == fluv_cell_count(land));
    assert(fluv_receivers_inside(&channels->topology, channels->receiver));
    assert(asked->width >= 0.0 && asked->roughness > 0.0);
    fluv_channel_shape shape = fluv_channel_shape_on_cells(asked, channels->frame.cell);
    fluv_traces network = {0};
    FLUV_TRY(fluv_traces_find(ctx, channels, &network));
    FLUV_TRY(fluv_advance(ctx, 0.8));
    fluv_list reaches = {.size = sizeof(fluv_reach)}, points = {.size = sizeof(fluv_river_point)};
    fluv_status status = make_rivers(ctx, &shape, channels, &network, &reaches, &points);
    fluv_shared *sealed = status == FLUV_OK ? fluv_rivers_seal(ctx, &reaches, &points) : NULL;
    fluv_list_free(&reaches);
    fluv_list_free(&points);
    if (!sealed)
        return status == FLUV_OK ? FLUV_NO_MEMORY : status;
    fluv_layer_put(land, FLUV_LAYER_rivers, sealed);
    FLUV_TRY(fluv_advance(ctx, 0.9));
    FLUV_TRY(fluv_watersheds_make(ctx, channels, &network, land));
    FLUV_TRY(fluv_look(ctx));
    return name_outlets(ctx, channels, &network, land);
}
