// SPDX-License-Identifier: MIT
/* Layers as one number a cell, whatever they lie on, and the names of regions: what somebody needs
 * who shows a landscape. */
#include "landscape/landscape.h"
#include "landscape/regions.h"
#include "mesh/surface.h"

#include <assert.h>

static void from_grid(const fluv_layer_data *from, float *values)
{
    size_t count = from->rows * from->cols;
    const void *data = from->data;
    fluv_value_type type = from->info->type;
    for (size_t i = 0; i < count; i++)
        values[i] = type == FLUV_FLOAT32   ? ((const float *)data)[i]
                    : type == FLUV_FLOAT64 ? (float)((const double *)data)[i]
                    : type == FLUV_UINT8   ? (float)((const uint8_t *)data)[i]
                                           : (float)((const uint32_t *)data)[i];
}

static fluv_status from_mesh(fluv_ctx *ctx, const fluv_landscape *land, const float *at_vertices,
                             float *values)
{
    fluv_surface surface;
    const fluv_mesh *mesh = fluv_layer_read(land, FLUV_LAYER_mesh);
    FLUV_TRY(fluv_surface_init(ctx, mesh, at_vertices, FLUV_SURFACE_LINEAR, &surface));
    return fluv_surface_fill(ctx, &surface, land->frame.cols, land->frame.rows, values);
}

static fluv_status bring(fluv_ctx *ctx, const fluv_landscape *land, const fluv_layer_info *layer,
                         float *values)
{
    fluv_layer_data from = fluv_layer_get(land, layer);
    if (!from.data || layer->place == FLUV_WHOLE)
        return fluv_fail(ctx, FLUV_BAD_USE, "the landscape has no numbers named `%s`", layer->name);
    if (layer->place == FLUV_ON_MESH)
        return from_mesh(ctx, land, from.data, values);
    from_grid(&from, values);
    return FLUV_OK;
}

fluv_status fluv_layer_grid(fluv_ctx *ctx, const fluv_landscape *land, const fluv_layer_info *layer,
                            float *values)
{
    assert(layer && values);
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    return fluv_call_end(ctx, mark, bring(ctx, land, layer, values));
}

bool fluv_region_type_of(const fluv_landscape *land, size_t type, fluv_region_info *out)
{
    const fluv_regions *regions = fluv_regions_of(land);
    *out = (fluv_region_info){.name = ""};
    if (!regions || type >= regions->type_count)
        return false;
    const fluv_region_type *row = &regions->types[type];
    *out = (fluv_region_info){row->name, row->colour[0], row->colour[1], row->colour[2]};
    return true;
}
