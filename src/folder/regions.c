// SPDX-License-Identifier: MIT
/* Region types back out of a file's names and colours. */
#include "folder/regions.h"

#include <stdio.h>

fluv_status fluv_region_names_take(fluv_ctx *ctx, fluv_landscape *land, char **names,
                                   GDALColorTableH colours)
{
    fluv_region_type *types = fluv_scratch_zero(ctx, FLUV_REGION_TYPES, sizeof *types);
    if (!types)
        return FLUV_NO_MEMORY;
    fluv_regions regions = {.types = types};
    for (uint32_t i = 0; i < FLUV_REGION_TYPES && names[i]; i++) {
        const GDALColorEntry *entry = GDALGetColorEntry(colours, (int)i);
        snprintf(types[i].name, sizeof types[i].name, "%s", names[i]);
        if (entry) {
            types[i].colour[0] = (uint8_t)entry->c1;
            types[i].colour[1] = (uint8_t)entry->c2;
            types[i].colour[2] = (uint8_t)entry->c3;
        }
        regions.type_count++;
    }
    fluv_shared *shared = fluv_regions_seal(ctx, &regions);
    fluv_scratch_drop(ctx, types);
    if (!shared)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_regions, shared);
    return FLUV_OK;
}
