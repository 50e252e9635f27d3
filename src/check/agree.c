// SPDX-License-Identifier: MIT
/* Rule 9: vectors and rasters tell the same story. Here the rasters among themselves: wet cells,
 * and only they, have a water surface, and it is not under the ground. Rivers, lakes, coast and
 * watersheds have their own files.  O(cells + points). */
#include "check/check.h"

static fluv_cell_state wet_is_wet(const fluv_check_land *land, uint32_t cell, const char **fault)
{
    uint8_t cover = land->cover[cell];
    float water = land->water[cell];
    if (cover == FLUV_OCEAN)
        return FLUV_CELL_SKIPPED;
    *fault = "unknown cover";
    if (cover > FLUV_DRY_BED)
        return FLUV_CELL_BROKEN;
    bool wet = cover == FLUV_LAKE || cover == FLUV_RIVER;
    *fault = wet ? "lake or river without water" : "water on dry land";
    if (wet == isnan(water))
        return FLUV_CELL_BROKEN;
    *fault = "water under the ground";
    return wet && water < land->height[cell] ? FLUV_CELL_BROKEN : FLUV_CELL_HOLDS;
}

fluv_status fluv_rule_agree(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    bool vectors = land->rivers || land->lakes || land->coast || land->watersheds;
    if (!land->cover || !land->height || !vectors) {
        finding->missing = "vector or cover";
        return FLUV_OK;
    }
    FLUV_TRY(fluv_agree_rivers(ctx, land, finding));
    FLUV_TRY(fluv_agree_lakes(ctx, land, finding));
    FLUV_TRY(fluv_agree_coast(ctx, land, finding));
    FLUV_TRY(fluv_agree_watersheds(ctx, land, finding));
    if (land->water)
        fluv_check_cells(land, wet_is_wet, finding);
    return FLUV_OK;
}
