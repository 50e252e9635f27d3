// SPDX-License-Identifier: MIT
/* From filled pools to lakes: one to each body of water, one to each dry floor where water would
 * end, one to each surveyed flat. O(n). */
#include "stages/lakes/collect.h"

#include <assert.h>

typedef struct pool_lakes {
    const fluv_pools *pools;
    uint32_t *lake;   /* for each pool that is a body of water or a dry floor, its lake; or NONE */
    uint32_t *leaves; /* for each pool the leaves under it */
} pool_lakes;

static fluv_status add_lake(fluv_ctx *ctx, fluv_lakes_found *found, const fluv_found_lake *lake,
                            uint32_t *number)
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

static fluv_status lakes_of_pools(fluv_ctx *ctx, const pool_lakes *map, const float *height,
                                  const fluv_survey *survey, fluv_lakes_found *found)
{
    const fluv_pools *pools = map->pools;
    for (uint32_t p = 0; p < pools->count; p++) {
        map->lake[p] = FLUV_NONE;
        const fluv_pool *pool = &pools->pools[p];
        if (pool->drowned)
            continue;
        bool dry_floor = pool->child[0] == FLUV_NONE && pools->states[p].lake == FLUV_NONE;
        if (!dry_floor && pools->states[p].lake != p)
            continue;
        fluv_found_lake lake = lake_of_pool(pools, p, map->leaves[p]);
        lake.placed = pool->surveyed ? given_at(survey, pool->root) : 0;
        float wet = nextafterf(height[pool->root], INFINITY); /* less than a cell has a level */
        if (!pool->surveyed)
            lake.level = fmaxf(lake.level, wet);
        if (dry_floor) {
            lake.state = FLUV_EMPTY;
            lake.volume = 0.0;
            lake.level = wet;
        }
        FLUV_TRY(add_lake(ctx, found, &lake, &map->lake[p]));
    }
    return FLUV_OK;
}

/* pools->at becomes the lake of each cell. */
static void place_cells(const fluv_drainage *drainage, int threads, const pool_lakes *map,
                        const float *height, const fluv_lakes_found *found)
{
    const fluv_pools *pools = map->pools;
    const fluv_found_lake *lakes = found->lakes.items;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < drainage->topology.count; c++) {
        uint32_t p = pools->at[c], lake = FLUV_NONE;
        if (p != FLUV_NONE) {
            assert(p < pools->count);
            uint32_t body = pools->states[p].lake != FLUV_NONE ? pools->states[p].lake : p;
            lake = map->lake[body];
            bool wet = lake != FLUV_NONE && (lakes[lake].surveyed || height[c] < lakes[lake].level);
            lake = wet ? lake : FLUV_NONE;
        }
        found->lake_of[c] = lake;
    }
}

/* Surveyed lakes on the frame's edge are no pools: their water leaves at once. */
static fluv_status add_edge_lakes(fluv_ctx *ctx, const fluv_survey *survey, uint32_t cell_count,
                                  fluv_lakes_found *found)
{
    const fluv_surveyed_lake *surveyed = survey->lakes.items;
    uint32_t *number = fluv_scratch(ctx, survey->lakes.count, sizeof *number);
    if (!number)
        return FLUV_NO_MEMORY;
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
        FLUV_TRY(add_lake(ctx, found, &lake, &number[i]));
    }
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
    pool_lakes map = {.pools = pools,
                      .lake = fluv_scratch(ctx, pools->count, sizeof *map.lake),
                      .leaves = fluv_scratch(ctx, pools->count, sizeof *map.leaves)};
    if (!map.lake || !map.leaves)
        return FLUV_NO_MEMORY;
    count_leaves(pools, map.leaves);
    FLUV_TRY(lakes_of_pools(ctx, &map, height, survey, found));
    found->lake_of = pools->at;
    place_cells(drainage, ctx->threads, &map, height, found);
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
    /* Of two full pools whose water just reaches the pass between them, one has no way out. */
    for (size_t i = 0; i < found->lakes.count; i++)
        if (lakes[i].state == FLUV_FULL && lakes[i].exit == FLUV_NONE)
            lakes[i].state = FLUV_PARTIAL;
    return FLUV_OK;
}
