// SPDX-License-Identifier: MIT
/* From filled pools to lakes: one to each body of water, one to each dry floor where water would
 * end, one to each surveyed flat. O(n). */
#include "stages/lakes/collect.h"

#include <assert.h>

/* pools->at becomes the lake of each cell. */
static void place_cells(const fluv_drainage *drainage, int threads, const uint32_t *lake_of_pool,
                        const float *height, const fluv_pools *pools, const fluv_lakes_found *found)
{
    const fluv_found_lake *lakes = found->lakes.items;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < drainage->topology.count; c++) {
        uint32_t p = pools->at[c], lake = FLUV_NONE;
        if (p != FLUV_NONE) {
            assert(p < pools->count);
            uint32_t body = pools->states[p].lake != FLUV_NONE ? pools->states[p].lake : p;
            lake = lake_of_pool[body];
            bool wet = lake != FLUV_NONE && (lakes[lake].surveyed || height[c] < lakes[lake].level);
            lake = wet ? lake : FLUV_NONE;
        }
        found->lake_of[c] = lake;
    }
}

static fluv_status add_edge_lakes(fluv_ctx *ctx, const fluv_survey *survey, uint32_t cell_count,
                                  fluv_lakes_found *found)
{
    uint32_t *number = fluv_scratch(ctx, survey->lakes.count, sizeof *number);
    if (!number)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_lakes_of_edge(ctx, survey, number, found));
    for (uint32_t c = 0; c < cell_count; c++) {
        uint32_t lake = survey->lake_of[c];
        assert(lake == FLUV_NONE || lake < survey->lakes.count);
        if (lake != FLUV_NONE && number[lake] != FLUV_NONE)
            found->lake_of[c] = number[lake];
    }
    return FLUV_OK;
}

fluv_status fluv_lakes_collect(fluv_ctx *ctx, const fluv_drainage *drainage, const float *height,
                               const fluv_pools *pools, const fluv_survey *survey,
                               fluv_lakes_found *found)
{
    assert(height && pools->at && pools->states);
    uint32_t *lake = fluv_scratch(ctx, pools->count, sizeof *lake);
    if (!lake)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_lakes_of_pools(ctx, pools, height, survey, lake, found));
    found->lake_of = pools->at;
    place_cells(drainage, ctx->threads, lake, height, pools, found);
    if (survey->lake_of)
        FLUV_TRY(add_edge_lakes(ctx, survey, drainage->topology.count, found));
    return FLUV_OK;
}

fluv_status fluv_lakes_find_exits(fluv_ctx *ctx, const fluv_topology *topology, const uint8_t *kind,
                                  const uint32_t *receiver, fluv_lakes_found *found)
{
    assert(kind && found->lake_of && fluv_receivers_inside(topology, receiver));
    fluv_found_lake *lakes = found->lakes.items;
    found->exits = fluv_scratch_zero(ctx, topology->count, sizeof *found->exits);
    if (!found->exits)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < topology->count; c++) {
        uint32_t lake = found->lake_of[c];
        if (lake == FLUV_NONE)
            continue;
        uint32_t to = receiver[c];
        bool leaves =
            to == FLUV_NONE ? (kind[c] & FLUV_CELL_OPEN) != 0 : found->lake_of[to] != lake;
        if (leaves) {
            assert(lakes[lake].exit == FLUV_NONE);
            lakes[lake].exit = c;
            found->exits[c] = FLUV_EXIT;
        }
    }
    fluv_lakes_found_close(found);
    return FLUV_OK;
}
