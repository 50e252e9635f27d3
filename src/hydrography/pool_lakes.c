// SPDX-License-Identifier: MIT
/* From filled pools to lakes: one to each body of water, one to each dry floor where water would
 * end.  O(pools). */
#include "hydrography/lakes.h"

#include <assert.h>

fluv_status fluv_lakes_found_add(fluv_ctx *ctx, fluv_lakes_found *found,
                                 const fluv_found_lake *lake, uint32_t *number)
{
    fluv_found_lake *added = fluv_list_append(ctx, &found->lakes, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = *lake;
    *number = (uint32_t)found->lakes.count - 1;
    return FLUV_OK;
}

/* Leaves under each pool. Children have lower numbers. */
static void count_leaves(const fluv_pools *pools, uint32_t *leaves)
{
    for (uint32_t p = 0; p < pools->count; p++) {
        const uint32_t *child = pools->pools[p].child;
        assert(child[0] == FLUV_NONE || (child[0] < p && child[1] < p));
        leaves[p] = child[0] == FLUV_NONE ? 1 : leaves[child[0]] + leaves[child[1]];
    }
}

/* Which of the lakes that were given stands at a cell, one more; 0: none. */
static uint32_t given_at(const fluv_survey *survey, uint32_t cell)
{
    uint32_t lake = survey->lake_of ? survey->lake_of[cell] : FLUV_NONE;
    if (lake == FLUV_NONE)
        return 0;
    assert(lake < survey->lakes.count);
    return ((const fluv_surveyed_lake *)survey->lakes.items)[lake].given + 1; /* NONE becomes 0 */
}

static fluv_found_lake lake_of_pool(const fluv_pools *pools, uint32_t p, uint32_t leaves)
{
    const fluv_pool *pool = &pools->pools[p];
    const fluv_pool_state *state = &pools->states[p];
    fluv_found_lake lake = {
        .level = state->level,
        .root = pool->root,
        .exit = FLUV_NONE,
        .merged = leaves,
        .volume = state->volume,
        .kept = state->kept,
        .water = {.inflow = state->received},
        .surveyed = pool->surveyed,
        .state = state->full || (pool->surveyed && !pool->closed) ? FLUV_FULL : FLUV_PARTIAL};
    return lake;
}

fluv_status fluv_lakes_of_pools(fluv_ctx *ctx, const fluv_pools *pools, const float *height,
                                const fluv_survey *survey, uint32_t *lake_of,
                                fluv_lakes_found *found)
{
    uint32_t *leaves = fluv_scratch(ctx, pools->count, sizeof *leaves);
    if (!leaves)
        return FLUV_NO_MEMORY;
    count_leaves(pools, leaves);
    for (uint32_t p = 0; p < pools->count; p++) {
        lake_of[p] = FLUV_NONE;
        const fluv_pool *pool = &pools->pools[p];
        if (pool->drowned)
            continue;
        bool dry_floor = pool->child[0] == FLUV_NONE && pools->states[p].lake == FLUV_NONE;
        if (!dry_floor && pools->states[p].lake != p)
            continue;
        fluv_found_lake lake = lake_of_pool(pools, p, leaves[p]);
        lake.placed = pool->surveyed ? given_at(survey, pool->root) : 0;
        float wet = nextafterf(height[pool->root], INFINITY); /* less than a cell has a level */
        if (!pool->surveyed)
            lake.level = fmaxf(lake.level, wet);
        if (dry_floor) {
            lake.state = FLUV_EMPTY;
            lake.volume = 0.0;
            lake.level = wet;
        }
        FLUV_TRY(fluv_lakes_found_add(ctx, found, &lake, &lake_of[p]));
    }
    return FLUV_OK;
}

fluv_status fluv_lakes_of_edge(fluv_ctx *ctx, const fluv_survey *survey, uint32_t *number,
                               fluv_lakes_found *found)
{
    const fluv_surveyed_lake *surveyed = survey->lakes.items;
    for (size_t i = 0; i < survey->lakes.count; i++) {
        number[i] = FLUV_NONE;
        if (!surveyed[i].at_edge)
            continue;
        fluv_found_lake lake = {.level = surveyed[i].level,
                                .root = surveyed[i].root,
                                .exit = FLUV_NONE,
                                .merged = 1,
                                .at_edge = true,
                                .surveyed = true,
                                .placed = surveyed[i].given + 1,
                                .state = FLUV_FULL};
        FLUV_TRY(fluv_lakes_found_add(ctx, found, &lake, &number[i]));
    }
    return FLUV_OK;
}

bool fluv_lake_keeps_flat(const fluv_found_lake *lake, bool poured)
{
    return lake->state != FLUV_EMPTY &&
           (lake->surveyed || (!poured && lake->state != FLUV_PARTIAL));
}

void fluv_lakes_found_close(const fluv_lakes_found *found)
{
    fluv_found_lake *lakes = found->lakes.items;
    for (size_t i = 0; i < found->lakes.count; i++)
        if (lakes[i].state == FLUV_FULL && lakes[i].exit == FLUV_NONE)
            lakes[i].state = FLUV_PARTIAL;
}
