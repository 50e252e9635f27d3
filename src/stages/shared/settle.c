// SPDX-License-Identifier: MIT
/* Hollows that the shape of cells alone has made are removed from the ground.
 *
 * in   heights, marks     out   heights without a hollow, but where a cell is marked
 *
 * O(cells) but for the sorting of passes. */
#include "stages/shared/settle.h"

#include "water/drainage.h"
#include "water/hollows.h"

static void keep_marked(const fluv_drainage *drainage, const uint8_t *marked, uint8_t *kept)
{
    for (uint32_t c = 0; c < drainage->topology.count; c++) {
        uint32_t basin = drainage->label[c];
        if (marked[c] && basin != FLUV_NONE && basin != FLUV_OUTSIDE)
            kept[basin] = 1;
    }
}

static fluv_status settle(fluv_ctx *ctx, const fluv_drainage *drainage, const uint8_t *marked,
                          float *height)
{
    const fluv_hierarchy *hierarchy = &drainage->hierarchy;
    size_t basins = (size_t)hierarchy->basin_count + 1;
    fluv_hollow_size *size = fluv_scratch(ctx, hierarchy->node_count, sizeof *size);
    uint8_t *kept = fluv_scratch_zero(ctx, basins, sizeof *kept);
    uint32_t *pool_of = fluv_scratch(ctx, basins, sizeof *pool_of);
    if (!size || !kept || !pool_of)
        return FLUV_NO_MEMORY;
    keep_marked(drainage, marked, kept);
    FLUV_TRY(
        fluv_hollows_measure(ctx, &drainage->topology, hierarchy, height, drainage->label, size));
    FLUV_TRY(fluv_look(ctx));
    fluv_settlement settlement = {.topology = &drainage->topology,
                                  .kind = drainage->kind,
                                  .label = drainage->label,
                                  .hierarchy = hierarchy,
                                  .size = size,
                                  .kept = kept,
                                  .height = height,
                                  .receiver = drainage->receiver,
                                  .pool_of = pool_of};
    fluv_status status = fluv_hollows_settle(ctx, &settlement);
    fluv_list_free(&settlement.pools);
    return status;
}

fluv_status fluv_ground_settle(fluv_ctx *ctx, const fluv_topology *grid, uint8_t *kind,
                               const uint8_t *marked, float *height)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    uint32_t *receiver = fluv_scratch(ctx, grid->count, sizeof *receiver);
    if (!receiver)
        return FLUV_NO_MEMORY;
    fluv_drainage drainage = {0};
    fluv_drainage_job job = {
        .topology = *grid, .height = height, .kind = kind, .receiver = receiver};
    fluv_status status = fluv_drainage_find(ctx, &job, &drainage);
    if (status == FLUV_OK)
        status = settle(ctx, &drainage, marked, height);
    fluv_drainage_forget(ctx, &drainage);
    fluv_scratch_release(ctx, mark);
    return status;
}
