// SPDX-License-Identifier: MIT
/* Land and sea as labels, from which the coast is outlined; and whether there is any sea.  O(n). */
#include "tiles/rivers.h"

static fluv_status tell_sea(fluv_tile_work *work, uint32_t tile)
{
    fluv_pane window = fluv_tiling_window(&work->tiling, tile);
    const uint8_t *kind = fluv_tile_load(work, FLUV_GRID_KIND, window);
    if (!kind)
        return work->failed;
    size_t cells = fluv_pane_count(window);
    uint32_t *label = fluv_scratch_zero(work->ctx, cells, sizeof *label);
    if (!label)
        return FLUV_NO_MEMORY;
    bool any = false, sea = false;
    for (size_t c = 0; c < cells; c++) {
        bool out = kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA);
        label[c] = out ? FLUV_NONE : 0;
        any = any || out;
        sea = sea || (kind[c] & FLUV_CELL_SEA);
    }
    if (sea && !fluv_parcel_add(work, tile, 1, 1))
        return FLUV_NO_MEMORY;
    /* What is never written is 0, land, and takes no room. */
    return any ? fluv_tile_keep(work, FLUV_GRID_LAND, tile, window, label) : FLUV_OK;
}

static fluv_status note_sea(fluv_tile_work *work)
{
    fluv_list sea = {.size = 1};
    bool any = false;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        any = any || work->parcels[tile].count;
        fluv_parcel_clear(work, tile);
    }
    uint8_t *one = any ? fluv_list_append(work->ctx, &sea, 1, 1) : NULL;
    if (any && !one)
        return FLUV_NO_MEMORY;
    if (one)
        *one = 1;
    fluv_status status = fluv_tile_save(work, FLUV_TILES_SEA, &sea, 1);
    fluv_list_free(&sea);
    return status;
}

fluv_status fluv_tiles_find_coast(fluv_tile_work *work)
{
    return fluv_tiles_ask(work, tell_sea, note_sea);
}
