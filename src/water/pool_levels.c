// SPDX-License-Identifier: MIT
/* Levels: how much a pool can hold, and how high a given amount stands in it.
 *
 * in   heights, pools     out   capacities; lakes and their levels
 *
 * Sums over cells are whole numbers (water/sums.h), and so do not depend on the order of cells.
 * Volumes are prisms over cell areas: V = sum of a * (level - z) over the cells below the level.
 * Flows are losses: the sum of a cell's loss as open water over the cells below the level. Both
 * rise with the level, so the level of an amount is found by letting cells in from the lowest up.
 * O(n log pools) to place cells, O(m log m) to sort the m cells of lakes that are not full.
 *
 * Based on: Blaszczyk et al. Simulating large-scale topographic terrain features with reservoirs
 * and flowing water. 2023, algorithms 3 and 4 */
#include "water/pools.h"

#include <assert.h>
#include <stdlib.h>

fluv_status fluv_pools_locate(fluv_ctx *ctx, const fluv_topology *topology, const float *height,
                              const uint32_t *label, const fluv_pools *pools)
{
    assert(height && label && pools->at && (!pools->count || pools->pools));
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    uint32_t count = pools->count;
    uint32_t *parent = fluv_scratch(ctx, count, sizeof *parent);
    float *level = fluv_scratch(ctx, count, sizeof *level);
    uint32_t *jump = fluv_scratch(ctx, count, sizeof *jump);
    uint32_t *depth = fluv_scratch(ctx, count, sizeof *depth);
    if (!parent || !level || !jump || !depth)
        return FLUV_NO_MEMORY;
    for (uint32_t p = 0; p < count; p++) {
        assert(pools->pools[p].parent == FLUV_NONE || pools->pools[p].parent < count);
        parent[p] = pools->pools[p].parent;
        level[p] = pools->pools[p].spill;
    }
    fluv_ascent ascent = {parent, level, jump, FLUV_NONE};
    fluv_ascent_prepare(&ascent, count, depth);
    fluv_ascended last = FLUV_NOT_ASCENDED;
#pragma omp parallel for num_threads(ctx->threads) schedule(static) firstprivate(last)
    for (uint32_t c = 0; c < topology->count; c++) {
        uint32_t leaf = label[c] == FLUV_NONE ? FLUV_NONE : pools->pool_of[label[c]];
        pools->at[c] = leaf == FLUV_NONE ? FLUV_NONE : fluv_ascend(&ascent, &last, leaf, height[c]);
    }
    fluv_scratch_release(ctx, mark);
    return FLUV_OK;
}

static void add_cells(const fluv_topology *topology, const fluv_weights *weights,
                      const float *height, const fluv_loss *loss, const fluv_pools *pools,
                      fluv_pool_sums *sums)
{
    for (uint32_t c = 0; c < topology->count; c++) {
        uint32_t p = pools->at[c];
        if (p == FLUV_NONE)
            continue;
        assert(p < pools->count);
        int64_t weight = fluv_weight(weights, c);
        sums[p].area += (uint64_t)weight;
        sums[p].lost += fluv_in_steps(fluv_loss_at(loss, c)) * weight;
        sums[p].ground += fluv_in_steps((double)height[c]) * weight;
    }
}

static void add_to_parent(fluv_pool_sums *parent, const fluv_pool_sums *part)
{
    parent->area += part->area;
    parent->lost += part->lost;
    parent->ground += part->ground;
}

void fluv_pools_add_up(const fluv_pools *pools, const fluv_weights *weights, fluv_amount amount,
                       fluv_pool_sums *sums)
{
    fluv_pool_state *states = pools->states;
    for (uint32_t p = 0; p < pools->count; p++) {
        const fluv_pool *pool = &pools->pools[p];
        states[p] = (fluv_pool_state){.lake = FLUV_NONE};
        if (pool->parent != FLUV_NONE) {
            assert(pool->parent > p); /* children stand before their parents */
            add_to_parent(&sums[pool->parent], &sums[p]);
        }
        fluv_steps volume =
            (fluv_steps)sums[p].area * fluv_in_steps((double)pool->spill) - sums[p].ground;
        if (!pool->surveyed)
            states[p].volume = fmax(0.0, fluv_weighed_sum(weights, volume));
        states[p].loss = fluv_weighed_sum(weights, sums[p].lost);
        states[p].capacity = states[p].loss + (amount == FLUV_VOLUME ? states[p].volume : 0.0);
        if (pool->closed)
            states[p].capacity = INFINITY;
    }
}

fluv_status fluv_pools_measure(fluv_ctx *ctx, const fluv_topology *topology, const float *height,
                               fluv_amount amount, const fluv_loss *loss, const fluv_pools *pools)
{
    const fluv_weights weights = fluv_weights_of(topology);
    fluv_pool_sums *sums = fluv_scratch_zero(ctx, pools->count, sizeof *sums);
    if (!sums)
        return FLUV_NO_MEMORY;
    add_cells(topology, &weights, height, loss, pools, sums);
    fluv_pools_add_up(pools, &weights, amount, sums);
    fluv_scratch_drop(ctx, sums);
    return FLUV_OK;
}

/* Two full pools are one lake when water stands above the pass between them; at its very height
 * they are two. */
static bool is_active(const fluv_pools *pools, uint32_t p)
{
    const fluv_pool *pool = &pools->pools[p];
    const fluv_pool_state *state = &pools->states[p];
    if (pool->surveyed)
        return !pool->drowned;
    if (pool->child[0] == FLUV_NONE)
        return state->held > 0.0;
    return pools->states[pool->child[0]].full && pools->states[pool->child[1]].full &&
           state->held > 0.0 && state->level > pools->pools[pool->child[0]].spill;
}

static void mark_lakes(const fluv_pools *pools)
{
    for (uint32_t p = pools->count; p-- > 0;) {
        fluv_pool_state *state = &pools->states[p];
        uint32_t parent = pools->pools[p].parent;
        uint32_t above = parent == FLUV_NONE ? FLUV_NONE : pools->states[parent].lake;
        state->active = is_active(pools, p);
        state->lake = above != FLUV_NONE ? above : state->active ? p : FLUV_NONE;
    }
}

void fluv_pools_mark(const fluv_pools *pools)
{
    for (uint32_t p = 0; p < pools->count; p++)
        pools->states[p].level = pools->pools[p].spill;
    mark_lakes(pools);
}

/* For merged pools whose level came out at the pass itself. */
void fluv_pools_mark_again(const fluv_pools *pools)
{
    mark_lakes(pools);
}

/* ---- Levels of lakes that are not full
 * ----------------------------------------------------------- */

static int by_height(const void *a, const void *b)
{
    const fluv_wet_cell *left = a, *right = b;
    if (left->height != right->height)
        return left->height < right->height ? -1 : 1;
    return left->cell < right->cell ? -1 : left->cell > right->cell;
}

double fluv_pool_amount(const fluv_pools *pools, uint32_t p)
{
    assert(p < pools->count);
    const fluv_pool *pool = &pools->pools[p];
    double held = pools->states[p].held;
    for (int i = 0; i < 2; i++)
        if (pool->child[i] != FLUV_NONE)
            held += pools->states[pool->child[i]].capacity;
    return held;
}

/* Algorithm 4: cells are let in one after the other until the next is above the level. A cell that
 * gets wet takes its loss at once; where that would lower the level below it, the level stays at
 * its height, by a hair above, since it is wet and loses. */
static float level_of_volume(const fluv_weights *weights, const fluv_wet_cell *cells, size_t count,
                             const fluv_loss *loss, double volume, double *stored)
{
    assert(count > 0 && volume >= 0.0);
    fluv_steps ground = 0, lost = 0; /* ground: volume of land under the lake */
    double area = 0.0, level = INFINITY;
    float wet = -INFINITY;
    for (size_t i = 0; i < count && (double)cells[i].height < level; i++) {
        int64_t weight = fluv_weight(weights, cells[i].cell);
        double z = (double)cells[i].height;
        area += (double)weight;
        ground += fluv_in_steps(z) * weight;
        lost += fluv_in_steps(fluv_loss_at(loss, cells[i].cell)) * weight;
        level = fmax(z, (volume / weights->unit + fluv_from_steps(ground - lost)) / area);
        wet = cells[i].height;
    }
    *stored = fmax(0.0, (level * area - fluv_from_steps(ground)) * weights->unit);
    return fmaxf((float)level, nextafterf(wet, INFINITY));
}

/* The cells of one height get wet together; the level stands between them and the next by the share
 * of their loss that is met: by a hair at least, since they are wet, also where the next stand but
 * a step of a float above them. */
static float level_of_flow(const fluv_weights *weights, const fluv_wet_cell *cells, size_t count,
                           float spill, const fluv_loss *loss, double flow)
{
    assert(count > 0 && cells[count - 1].height <= spill);
    fluv_steps met = 0;
    for (size_t from = 0, end; from < count; from = end) {
        fluv_steps group = 0;
        for (end = from; end < count && cells[end].height == cells[from].height; end++)
            group += fluv_in_steps(fluv_loss_at(loss, cells[end].cell)) *
                     fluv_weight(weights, cells[end].cell);
        float next = end < count ? cells[end].height : spill;
        if (fluv_weighed_sum(weights, met + group) > flow || end == count) {
            double rest = flow - fluv_weighed_sum(weights, met);
            double share = group > 0 ? rest / fluv_weighed_sum(weights, group) : 1.0;
            share = share < 0.05 ? 0.05 : share > 1.0 ? 1.0 : share;
            double level =
                (double)cells[from].height + share * ((double)next - (double)cells[from].height);
            return fmaxf((float)level, nextafterf(cells[from].height, INFINITY));
        }
        met += group;
    }
    return spill;
}

bool fluv_pool_is_partial(const fluv_pools *pools, uint32_t p)
{
    const fluv_pool_state *state = &pools->states[p];
    return state->lake == p && !state->full && !pools->pools[p].surveyed;
}

/* The cells of all partial lakes, lake by lake: first[p] .. first[p + 1] - 1. */
static fluv_status gather_cells(fluv_ctx *ctx, uint32_t cell_count, const float *height,
                                const fluv_pools *pools, size_t **first_out,
                                fluv_wet_cell **cells_out)
{
    size_t *first = fluv_scratch_zero(ctx, (size_t)pools->count + 2, sizeof *first);
    if (!first)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < cell_count; c++) {
        uint32_t lake = pools->at[c] == FLUV_NONE ? FLUV_NONE : pools->states[pools->at[c]].lake;
        if (lake != FLUV_NONE && fluv_pool_is_partial(pools, lake))
            first[lake + 2]++;
    }
    for (uint32_t p = 0; p < pools->count; p++)
        first[p + 2] += first[p + 1];
    fluv_wet_cell *cells = fluv_scratch(ctx, first[pools->count + 1], sizeof *cells);
    if (!cells)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < cell_count; c++) {
        uint32_t lake = pools->at[c] == FLUV_NONE ? FLUV_NONE : pools->states[pools->at[c]].lake;
        if (lake != FLUV_NONE && fluv_pool_is_partial(pools, lake))
            cells[first[lake + 1]++] = (fluv_wet_cell){height[c], c};
    }
    *first_out = first;
    *cells_out = cells;
    return FLUV_OK;
}

void fluv_pool_level(const fluv_weights *weights, fluv_amount amount, const fluv_loss *loss,
                     const fluv_pools *pools, uint32_t p, fluv_wet_cell *cells, size_t count)
{
    qsort(cells, count, sizeof *cells, by_height);
    fluv_pool_state *state = &pools->states[p];
    double got = fluv_pool_amount(pools, p);
    float spill = pools->pools[p].spill;
    float level = amount == FLUV_VOLUME
                      ? level_of_volume(weights, cells, count, loss, got, &state->volume)
                      : level_of_flow(weights, cells, count, spill, loss, got);
    size_t wet = count;
    while (wet > 1 && cells[wet - 1].height >= level)
        wet--;
    /* Below its pass, or what stands at that height beyond would seem to be one with it; but what
     * gets wet stays so. */
    float most = fmaxf(nextafterf(spill, -INFINITY), nextafterf(cells[wet - 1].height, INFINITY));
    state->level = fminf(level, fminf(most, spill));
    assert(state->level >= cells[0].height || state->level == spill);
}

fluv_status fluv_pools_level(fluv_ctx *ctx, const fluv_topology *topology, const float *height,
                             fluv_amount amount, const fluv_loss *loss, const fluv_pools *pools)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    const fluv_weights weights = fluv_weights_of(topology);
    size_t *first;
    fluv_wet_cell *cells;
    fluv_pools_mark(pools);
    FLUV_TRY(gather_cells(ctx, topology->count, height, pools, &first, &cells));
    for (uint32_t p = 0; p < pools->count; p++) {
        if (!fluv_pool_is_partial(pools, p))
            continue;
        assert(first[p + 1] >= first[p]);
        fluv_pool_level(&weights, amount, loss, pools, p, cells + first[p],
                        first[p + 1] - first[p]);
    }
    fluv_pools_mark_again(pools);
    fluv_scratch_release(ctx, mark);
    return FLUV_OK;
}
