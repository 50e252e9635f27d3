// SPDX-License-Identifier: MIT
/* What landscapes made by hand share: their grids to be filled, and vectors put in place. */
#ifndef FLUV_TESTS_ALL_LAYERS_H
#define FLUV_TESTS_ALL_LAYERS_H

#include "landscape/vectors.h"

#include <stdlib.h>

typedef struct grids {
    float *height, *water, *discharge, *flow, *wear, *deposit, *frozen;
    uint8_t *cover, *region;
    uint32_t *receiver;
    double *area;
} grids;

static inline void *must_edit(fluv_ctx *ctx, fluv_landscape *land, fluv_layer layer)
{
    void *values = fluv_layer_edit(ctx, land, layer);
    if (!values)
        abort();
    return values;
}

static inline grids all_grids(fluv_ctx *ctx, fluv_landscape *land)
{
    return (grids){.height = must_edit(ctx, land, FLUV_LAYER_height),
                   .water = must_edit(ctx, land, FLUV_LAYER_water),
                   .discharge = must_edit(ctx, land, FLUV_LAYER_discharge),
                   .flow = must_edit(ctx, land, FLUV_LAYER_flow),
                   .wear = must_edit(ctx, land, FLUV_LAYER_wear),
                   .deposit = must_edit(ctx, land, FLUV_LAYER_deposit),
                   .frozen = must_edit(ctx, land, FLUV_LAYER_frozen),
                   .cover = must_edit(ctx, land, FLUV_LAYER_cover),
                   .region = must_edit(ctx, land, FLUV_LAYER_region),
                   .receiver = must_edit(ctx, land, FLUV_LAYER_receiver),
                   .area = must_edit(ctx, land, FLUV_LAYER_area)};
}

/* Room for one more ring of so many points. */
static inline double *add_ring(fluv_ctx *ctx, fluv_rings *rings, size_t points)
{
    uint32_t *first = fluv_list_append(ctx, &rings->first_point, 1, sizeof *first);
    if (!first)
        abort();
    *first = (uint32_t)(rings->xy.count / 2);
    double *xy = fluv_list_append(ctx, &rings->xy, 2 * points, sizeof *xy);
    if (!xy)
        abort();
    return xy;
}

/* Lists become a layer and are freed. */
static inline void put_rivers(fluv_ctx *ctx, fluv_landscape *land, fluv_list *reaches,
                              fluv_list *points)
{
    fluv_layer_put(land, FLUV_LAYER_rivers, fluv_rivers_seal(ctx, reaches, points));
    fluv_list_free(reaches);
    fluv_list_free(points);
}

static inline void put_lakes(fluv_ctx *ctx, fluv_landscape *land, fluv_list *lakes,
                             fluv_rings *rings)
{
    fluv_layer_put(land, FLUV_LAYER_lakes, fluv_lakes_seal(ctx, lakes, rings));
    fluv_list_free(lakes);
    fluv_rings_free(rings);
}

#endif
