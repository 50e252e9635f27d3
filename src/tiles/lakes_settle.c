// SPDX-License-Identifier: MIT
/* Hollows settled and filled on rank 0, with the kernels of one piece on the map of ways.
 *
 * in   sums over cells of hollows and pools, heights of lakes that are not full
 * out  pools, the ground's change, lakes and ways through them
 *
 * Sums are whole numbers, so that those of tiles make those of the map.  O(hollows + cells of
 * ways). */
#include "tiles/lakes.h"
#include "tiles/shown.h"
#include "water/survey_rules.h"

#include <stdlib.h>

/* ---- Pools for tiles ---- */

static uint32_t pool_leaf(const void *user, uint32_t label)
{
    return ((const fluv_lake_net *)user)->pool_of[label];
}

static uint32_t pool_parent(const void *user, uint32_t node)
{
    return ((const fluv_lake_net *)user)->pools.pools[node].parent;
}

static float pool_level(const void *user, uint32_t node)
{
    return ((const fluv_lake_net *)user)->pools.pools[node].spill;
}

/* The height that filling alone would give a cell of a way. */
static float filled_height(const fluv_lake_net *net, uint32_t cell)
{
    float fill = net->fill[net->label[cell]];
    return fill - net->was[cell] > 0.0f ? fill : net->was[cell];
}

static bool is_cut(const fluv_lake_net *net, uint32_t cell)
{
    float filled = filled_height(net, cell);
    return memcmp(&filled, &net->height[cell], sizeof filled) != 0;
}

static fluv_status add_change(fluv_tile_work *work, const fluv_lake_net *net, uint32_t cell,
                              uint32_t way)
{
    fluv_cell_change *to =
        fluv_parcel_add(work, fluv_tiling_tile(&work->tiling, net->place[cell]), 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = (fluv_cell_change){net->place[cell], net->height[cell], way};
    return FLUV_OK;
}

/* Of each pool whether a lake of the map stands there. */
static uint8_t *list_still(fluv_ctx *ctx, const fluv_pools *pools)
{
    uint8_t *still = fluv_scratch(ctx, pools->count, 1);
    for (uint32_t p = 0; still && p < pools->count; p++)
        still[p] = pools->pools[p].surveyed;
    return still;
}

static fluv_status deal_pools(fluv_tile_work *work, fluv_lake_net *net)
{
    uint32_t *cuts = fluv_scratch_zero(work->ctx, work->tiling.count, sizeof *cuts);
    fluv_forest_source source = {
        .count = net->pools.count,
        .user = net,
        .leaf = pool_leaf,
        .parent = pool_parent,
        .level = pool_level,
        .fill = net->fill,
        .still = list_still(work->ctx, &net->pools),
        .seen = fluv_scratch_zero(work->ctx, net->pools.count, sizeof *source.seen)};
    if (!cuts || !source.seen || !source.still)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < net->ways; i++)
        cuts[fluv_tiling_tile(&work->tiling, net->place[i])] += is_cut(net, i);
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        fluv_parcel_clear(work, tile);
        FLUV_TRY(fluv_forest_deal(work, tile, &net->labels[tile], &source, cuts[tile],
                                  &net->members[tile]));
    }
    for (uint32_t i = 0; i < net->ways; i++)
        if (is_cut(net, i))
            FLUV_TRY(add_change(work, net, i, FLUV_NO_WAY));
    return FLUV_OK;
}

/* ---- Sizes, and which hollows are pools ---- */

static fluv_status take_sizes(fluv_tile_work *work, const fluv_lake_net *net,
                              fluv_hollow_size *size)
{
    const fluv_hierarchy *h = &net->hierarchy;
    const fluv_weights weights = fluv_tile_weights(work);
    fluv_hollow_sums *sums = fluv_scratch_zero(work->ctx, h->node_count, sizeof *sums);
    if (!sums)
        return FLUV_NO_MEMORY;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        const fluv_lake_sums *told = work->parcels[tile].items;
        for (size_t i = 0; i < work->parcels[tile].count / sizeof *told; i++) {
            sums[told[i].node].area += told[i].area;
            sums[told[i].node].catchment += told[i].catchment;
            sums[told[i].node].ground += fluv_steps_told(told[i].ground);
        }
        fluv_list_free(&work->parcels[tile]);
    }
    fluv_status status = fluv_hollows_add_up(work->ctx, h, net->label, &weights, sums, size);
    fluv_scratch_drop(work->ctx, sums);
    return status;
}

/* Lakes of the map as the map of ways shows them. */
static fluv_survey survey_of(const fluv_tile_work *work)
{
    if (!work->shown)
        return (fluv_survey){0};
    fluv_survey survey = work->shown->survey;
    survey.lake_of = work->net->lake;
    return survey;
}

static fluv_status settle(fluv_tile_work *work, fluv_lake_net *net, const fluv_hollow_size *size)
{
    const fluv_survey survey = survey_of(work);
    const fluv_basin_survey *surveyed = fluv_survey_basins(work->ctx, &net->hierarchy, &survey);
    const fluv_hollow_rules *usual = &work->lakes.rules;
    size_t basins = (size_t)net->hierarchy.basin_count + 1;
    net->fill = fluv_lake_net_room(net, basins, sizeof *net->fill);
    net->pool_of = fluv_lake_net_room(net, basins, sizeof *net->pool_of);
    if (!net->fill || !net->pool_of || !surveyed)
        return FLUV_NO_MEMORY;
    fluv_some_cells some = {
        .place = net->place, .cols = work->tiling.cols, .side = work->cell, .fill = net->fill};
    fluv_settlement settlement = {
        .topology = &net->topology,
        .kind = net->kind,
        .label = net->label,
        .hierarchy = &net->hierarchy,
        .size = size,
        .surveyed = surveyed,
        .lake_of = survey.lake_of,
        .rules = work->shown ? fluv_survey_hollow_rules(&survey, &net->hierarchy, net->height, size,
                                                        usual, work->lakes.min_depth)
                             : *usual,
        .height = net->height,
        .receiver = net->receiver,
        .pool_of = net->pool_of,
        .some = &some};
    fluv_status status = fluv_hollows_settle(work->ctx, &settlement);
    net->pool_list = settlement.pools;
    net->change = settlement.change;
    net->moved = some.moved;
    net->pools = (fluv_pools){.count = (uint32_t)settlement.pools.count,
                              .pools = settlement.pools.items,
                              .pool_of = net->pool_of};
    return status;
}

fluv_status fluv_lakes_solve_sizes(fluv_tile_work *work)
{
    fluv_lake_net *net = work->net;
    fluv_hollow_size *size = fluv_scratch(work->ctx, net->hierarchy.node_count, sizeof *size);
    if (!size)
        return FLUV_NO_MEMORY;
    FLUV_TRY(take_sizes(work, net, size));
    FLUV_TRY(settle(work, net, size));
    return deal_pools(work, net);
}

/* ---- Water ---- */

static double supply_rate(const fluv_tile_work *work)
{
    return work->lakes.mode == FLUV_LAKES_POURED ? work->lakes.rain : work->lakes.runoff;
}

static fluv_amount amount_of(const fluv_tile_work *work)
{
    return work->lakes.mode == FLUV_LAKES_STEADY ? FLUV_FLOW : FLUV_VOLUME;
}

static fluv_loss loss_of(const fluv_tile_work *work)
{
    fluv_loss loss = {0};
    if (work->lakes.mode != FLUV_LAKES_FULL)
        loss.evaporation.number = work->lakes.evaporation;
    if (work->lakes.mode == FLUV_LAKES_STEADY)
        loss.runoff.number = work->lakes.runoff;
    return loss;
}

static fluv_status take_pools(fluv_tile_work *work, fluv_lake_net *net, fluv_pool_sums *sums,
                              uint64_t *supply)
{
    const fluv_loss loss = loss_of(work);
    fluv_steps lost = fluv_in_steps(fluv_loss_at(&loss, 0));
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        size_t at = 0;
        const fluv_settled_told *head = fluv_parcel_take(work, tile, &at, 1, sizeof *head);
        const fluv_pool_told *told =
            fluv_parcel_take(work, tile, &at, (size_t)head->pools, sizeof *told);
        net->moved.filled += fluv_steps_told(head->filled);
        net->moved.highest_fill = fmaxf(net->moved.highest_fill, (float)head->highest);
        supply[net->pools.count] += head->none;
        for (uint64_t i = 0; i < head->pools; i++) {
            fluv_pool_sums *to = &sums[told[i].pool];
            to->area += told[i].area;
            to->ground += fluv_steps_told(told[i].ground);
            to->lost += lost * (fluv_steps)told[i].area;
            supply[told[i].pool] += told[i].supply;
        }
        fluv_list_free(&work->parcels[tile]);
    }
    return FLUV_OK;
}

/* As `gather_supply` of stages/lakes/fill.c adds it up. */
static void gather_supply(const fluv_tile_work *work, fluv_lake_net *net, const uint64_t *cells)
{
    const fluv_weights weights = fluv_tile_weights(work);
    fluv_steps rate = fluv_in_steps(supply_rate(work)), gathered = 0;
    for (size_t p = 0; p <= net->pools.count; p++) {
        fluv_steps sum = rate * (fluv_steps)cells[p];
        double *to = p == net->pools.count ? &net->left : &net->supply[p];
        *to += fluv_weighed_sum(&weights, sum);
        gathered += sum;
    }
    net->gathered += fluv_weighed_sum(&weights, gathered);
}

static void sum_change(const fluv_tile_work *work, fluv_lake_net *net)
{
    const fluv_weights weights = fluv_tile_weights(work);
    net->change.volume_filled += fluv_weighed_sum(&weights, net->moved.filled);
    net->change.volume_cut += fluv_weighed_sum(&weights, net->moved.cut);
    net->change.highest_fill = fmaxf(net->change.highest_fill, net->moved.highest_fill);
    if (!work->shown)
        return;
    const fluv_survey *survey = &work->shown->survey;
    net->change.volume_filled += survey->volume_raised;
    net->change.volume_cut += survey->volume_cut;
    net->change.deepest_cut = fmaxf(net->change.deepest_cut, survey->deepest_cut);
}

/* For each tile and each of its pools the lake that is not full and has it; nothing where there is
 * none. */
static fluv_status ask_for_heights(fluv_tile_work *work, const fluv_lake_net *net)
{
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        const uint32_t *members = net->members[tile].items;
        bool any = false;
        for (size_t i = 0; i < net->members[tile].count && !any; i++) {
            uint32_t lake = net->pools.states[members[i]].lake;
            any = lake != FLUV_NONE && fluv_pool_is_partial(&net->pools, lake);
        }
        if (!any)
            continue;
        uint32_t *to = fluv_parcel_add(work, tile, net->members[tile].count, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        for (size_t i = 0; i < net->members[tile].count; i++) {
            uint32_t lake = net->pools.states[members[i]].lake;
            bool partial = lake != FLUV_NONE && fluv_pool_is_partial(&net->pools, lake);
            to[i] = partial ? lake : FLUV_NONE;
        }
    }
    return FLUV_OK;
}

fluv_status fluv_lakes_solve_pools(fluv_tile_work *work)
{
    work->again = false;
    fluv_lake_net *net = work->net;
    const fluv_weights weights = fluv_tile_weights(work);
    size_t pools = net->pools.count;
    fluv_pool_sums *sums = fluv_scratch_zero(work->ctx, pools, sizeof *sums);
    uint64_t *cells = fluv_scratch_zero(work->ctx, pools + 1, sizeof *cells);
    net->pools.states = fluv_lake_net_room(net, pools, sizeof *net->pools.states);
    net->supply = fluv_lake_net_room(net, pools, sizeof *net->supply);
    net->next = fluv_lake_net_room(net, pools + 1, sizeof *net->next);
    if (!sums || !cells || !net->pools.states || !net->supply || !net->next)
        return FLUV_NO_MEMORY;
    FLUV_TRY(take_pools(work, net, sums, cells));
    sum_change(work, net);
    fluv_pools_add_up(&net->pools, &weights, amount_of(work), sums);
    gather_supply(work, net, cells);
    if (work->lakes.mode == FLUV_LAKES_FULL)
        fluv_pools_fill(&net->pools);
    else
        net->left += fluv_pools_pour(&net->pools, net->supply, net->next);
    if (work->shown)
        work->again = fluv_survey_open_swallowing(
            &net->pools, net->lake, work->lakes.mode == FLUV_LAKES_POURED, work->shown->ways.items);
    if (work->again)
        return FLUV_OK;
    fluv_pools_mark(&net->pools);
    return ask_for_heights(work, net);
}

/* ---- Levels of lakes that are not full ---- */

static int by_lake(const void *a, const void *b)
{
    const fluv_height_told *left = a, *right = b;
    if (left->lake != right->lake)
        return left->lake < right->lake ? -1 : 1;
    return left->height < right->height ? -1 : left->height > right->height;
}

static fluv_status take_heights(fluv_tile_work *work, fluv_height_told **out, size_t *count)
{
    *count = 0;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++)
        *count += work->parcels[tile].count / sizeof **out;
    *out = fluv_scratch(work->ctx, *count + 1, sizeof **out);
    if (!*out)
        return FLUV_NO_MEMORY;
    size_t at = 0;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        size_t own = work->parcels[tile].count / sizeof **out;
        if (own)
            memcpy(*out + at, work->parcels[tile].items, own * sizeof **out);
        at += own;
        fluv_list_free(&work->parcels[tile]);
    }
    qsort(*out, *count, sizeof **out, by_lake);
    return FLUV_OK;
}

static fluv_status find_level(fluv_tile_work *work, const fluv_lake_net *net,
                              const fluv_height_told *heights, size_t count)
{
    const fluv_weights weights = fluv_tile_weights(work);
    const fluv_loss loss = loss_of(work);
    uint64_t all = 0;
    for (size_t i = 0; i < count; i++)
        all += heights[i].count;
    if (all >= FLUV_NONE)
        return fluv_fail(work->ctx, FLUV_BAD_INPUT, "a lake has more cells than 32 bits count");
    fluv_wet_cell *cells = fluv_scratch(work->ctx, all + 1, sizeof *cells);
    if (!cells)
        return FLUV_NO_MEMORY;
    uint32_t at = 0;
    for (size_t i = 0; i < count; i++)
        for (uint64_t k = 0; k < heights[i].count; k++, at++)
            cells[at] = (fluv_wet_cell){heights[i].height, at};
    fluv_pool_level(&weights, amount_of(work), &loss, &net->pools, heights->lake, cells, at);
    fluv_scratch_drop(work->ctx, cells);
    return FLUV_OK;
}

static fluv_status find_levels(fluv_tile_work *work, const fluv_lake_net *net)
{
    fluv_height_told *heights;
    size_t count;
    FLUV_TRY(take_heights(work, &heights, &count));
    for (size_t from = 0, end; from < count; from = end) {
        for (end = from; end < count && heights[end].lake == heights[from].lake;)
            end++;
        FLUV_TRY(find_level(work, net, heights + from, end - from));
    }
    fluv_pools_mark_again(&net->pools);
    fluv_scratch_drop(work->ctx, heights);
    return FLUV_OK;
}

/* ---- Lakes ---- */

/* Lakes of the map at the edge, to the tiles that have cells of them. `number`: the lakes they are.
 */
static fluv_status deal_edges(fluv_tile_work *work, const uint32_t *number)
{
    const fluv_survey *survey = &work->shown->survey;
    const fluv_surveyed_lake *lakes = survey->lakes.items;
    const uint32_t *cell = survey->cells.items;
    uint32_t *told = fluv_scratch(work->ctx, work->tiling.count, sizeof *told); /* last, to each */
    if (!told)
        return FLUV_NO_MEMORY;
    memset(told, 0xff, work->tiling.count * sizeof *told);
    for (uint32_t i = 0; i < survey->lakes.count; cell += lakes[i++].cell_count)
        for (uint32_t k = 0; number[i] != FLUV_NONE && k < lakes[i].cell_count; k++) {
            uint32_t tile = fluv_tiling_tile(&work->tiling, cell[k]);
            if (told[tile] == i)
                continue;
            told[tile] = i;
            fluv_edge_answer *to = fluv_parcel_add(work, tile, 1, sizeof *to);
            if (!to)
                return FLUV_NO_MEMORY;
            *to = (fluv_edge_answer){i, number[i], lakes[i].level};
            ++*(uint64_t *)work->parcels[tile].items;
        }
    return FLUV_OK;
}

/* Behind a number that tells how many of them there are. */
static fluv_status answer_edges(fluv_tile_work *work, const uint32_t *number)
{
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        uint64_t *head = fluv_parcel_add(work, tile, 1, sizeof *head);
        if (!head)
            return FLUV_NO_MEMORY;
        *head = 0;
    }
    return work->shown ? deal_edges(work, number) : FLUV_OK;
}

static fluv_status answer_lakes(fluv_tile_work *work, const fluv_lake_net *net,
                                const fluv_found_lake *lakes)
{
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        const uint32_t *members = net->members[tile].items;
        size_t count = net->members[tile].count;
        fluv_pool_answer *to = count ? fluv_parcel_add(work, tile, count, sizeof *to) : NULL;
        if (count && !to)
            return FLUV_NO_MEMORY;
        for (size_t i = 0; i < count; i++) {
            uint32_t p = members[i], body = net->pools.states[p].lake;
            uint32_t lake = net->lake_of_pool[body == FLUV_NONE ? p : body];
            to[i] = (fluv_pool_answer){
                .lake = lake,
                .level = lake == FLUV_NONE ? 0.0f : lakes[lake].level,
                .surveyed = lake != FLUV_NONE && lakes[lake].surveyed,
                .empty = lake != FLUV_NONE && lakes[lake].state == FLUV_EMPTY,
                .parched = work->lakes.mode == FLUV_LAKES_POURED && body == FLUV_NONE};
        }
    }
    for (uint32_t i = 0; i < net->ways; i++) {
        uint32_t to = net->receiver[i], way = FLUV_NO_WAY;
        for (uint32_t k = 0; to != FLUV_NONE && k < 8; k++)
            if ((int64_t)net->place[to] ==
                (int64_t)net->place[i] + fluv_dx[k] + (int64_t)fluv_dy[k] * work->tiling.cols)
                way = k;
        if (way != net->way[i])
            FLUV_TRY(add_change(work, net, i, way));
    }
    return FLUV_OK;
}

static fluv_status save_lakes(fluv_tile_work *work, const fluv_lake_net *net,
                              const fluv_lakes_found *found)
{
    size_t count = found->lakes.count;
    const fluv_found_lake *lakes = found->lakes.items;
    uint64_t *roots = fluv_scratch(work->ctx, count + 1, sizeof *roots);
    if (!roots)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++) /* those at the edge have cells of the map */
        roots[i] = lakes[i].at_edge ? lakes[i].root : net->place[lakes[i].root];
    fluv_lakes_total total = {.change = net->change, .gathered = net->gathered, .left = net->left};
    fluv_list lists[3] = {found->lakes,
                          {.items = roots, .count = count, .size = sizeof *roots},
                          {.items = &total, .count = 1, .size = sizeof total}};
    return fluv_tile_save(work, FLUV_TILES_FOUND, lists, 3);
}

fluv_status fluv_lakes_solve_levels(fluv_tile_work *work)
{
    fluv_lake_net *net = work->net;
    fluv_pools *pools = &net->pools;
    const fluv_survey survey = survey_of(work);
    fluv_lakes_found found = {0};
    uint32_t *waiting = fluv_scratch(work->ctx, pools->count, sizeof *waiting);
    uint32_t *edges = fluv_scratch(work->ctx, survey.lakes.count, sizeof *edges);
    net->lake_of_pool = fluv_lake_net_room(net, pools->count, sizeof *net->lake_of_pool);
    if (!waiting || !edges || !net->lake_of_pool)
        return FLUV_NO_MEMORY;
    FLUV_TRY(find_levels(work, net));
    fluv_pools_trace(pools, net->supply, net->next, waiting);
    fluv_pools_route(pools, net->receiver);
    fluv_status status =
        fluv_lakes_of_pools(work->ctx, pools, net->height, &survey, net->lake_of_pool, &found);
    if (status == FLUV_OK)
        status = fluv_lakes_of_edge(work->ctx, &survey, edges, &found);
    if (status == FLUV_OK)
        status = save_lakes(work, net, &found);
    if (status == FLUV_OK)
        status = answer_edges(work, edges);
    if (status == FLUV_OK)
        status = answer_lakes(work, net, found.lakes.items);
    fluv_list_free(&found.lakes);
    return status;
}
