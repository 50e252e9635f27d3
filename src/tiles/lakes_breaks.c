// SPDX-License-Identifier: MIT
/* Water through lakes on rank 0: from break to break over all tiles.
 *
 * in   cells whose runoff comes to each break and exit      out   what each lets go; lakes'
 * balances
 *
 * O(breaks + rims). */
#include "tiles/lakes_flow.h"

#include <stdlib.h>

#define MOST_TAKEN 0.999 /* as in water/accumulate.c */

/* ---- Rank 0: from break to break ---- */

typedef struct node {
    double flow;
    double rest;      /* of it, before the lake in which it ends takes it */
    uint64_t to;      /* another node, or NO_NODE */
    uint32_t waiting; /* for so many nodes above */
    uint32_t lake;    /* in which water ends here, or NONE */
    uint64_t cell;    /* of a break that was dealt */
    uint8_t flags, used;
} node;

#define NO_NODE UINT64_MAX

typedef struct solver {
    fluv_tile_work *work;
    fluv_flow_net *net;
    fluv_rims rims;
    node *nodes;
    uint64_t breaks, count;
    double *coming;
    fluv_flow_unit unit;
    double part; /* what a cell gives */
    uint64_t rain;
    uint32_t *dealt; /* breaks of each tile that were dealt */
} solver;

static uint64_t node_of(const solver *s, uint32_t tile, uint64_t end)
{
    if (end == FLUV_NONE)
        return NO_NODE;
    return fluv_end_is_exit((uint32_t)end) ? s->breaks + s->rims.first[tile] + end - FLUV_EXIT_AT
                                           : s->net->first[tile] + end;
}

/* The parcel of a tile behind its rim. */
typedef struct parcel {
    const uint64_t *head; /* cells that give; breaks */
    const uint64_t *leaving;
    const fluv_break_told *told;
    const double *areas;
    size_t area_count;
} parcel;

static parcel open_parcel(const solver *s, uint32_t tile)
{
    fluv_tile_work *work = s->work;
    size_t rim = s->rims.first[tile + 1] - s->rims.first[tile], at = 0;
    (void)fluv_parcel_take(work, tile, &at, rim, sizeof *s->rims.end);
    (void)fluv_parcel_take(work, tile, &at, rim, sizeof *s->rims.way);
    parcel p = {.head = fluv_parcel_take(work, tile, &at, 2, sizeof(uint64_t))};
    p.leaving = fluv_parcel_take(work, tile, &at, rim, sizeof *p.leaving);
    p.told = fluv_parcel_take(work, tile, &at, (size_t)p.head[1], sizeof *p.told);
    p.area_count = (work->parcels[tile].count - at) / (2 * sizeof(double));
    p.areas = fluv_parcel_take(work, tile, &at, 2 * p.area_count, sizeof(double));
    return p;
}

static fluv_status make_nodes(solver *s)
{
    fluv_tile_work *work = s->work;
    FLUV_TRY(fluv_rims_begin(work->ctx, &work->tiling, &s->rims));
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        size_t at = 0;
        fluv_rims_take(work, tile, &at, &s->rims);
        s->net->first[tile] = s->breaks;
        s->breaks += open_parcel(s, tile).head[1];
    }
    s->net->first[work->tiling.count] = s->breaks;
    size_t places = s->rims.first[work->tiling.count];
    s->count = s->breaks + places;
    s->nodes = fluv_scratch_zero(work->ctx, s->count, sizeof *s->nodes);
    s->coming = fluv_scratch_zero(work->ctx, places, sizeof *s->coming);
    if (!s->nodes || !s->coming)
        return FLUV_NO_MEMORY;
    for (uint64_t i = 0; i < s->count; i++)
        s->nodes[i] = (node){.to = NO_NODE, .lake = FLUV_NONE};
    return FLUV_OK;
}

/* An exit leads to where the way goes on in the tile beyond. */
static void use_exit(solver *s, uint32_t tile, uint32_t place)
{
    node *own = &s->nodes[s->breaks + s->rims.first[tile] + place];
    fluv_rim_at to = fluv_rims_beyond(&s->rims, (fluv_rim_at){tile, place});
    own->used = 1;
    own->to = node_of(s, to.tile, s->rims.end[fluv_rims_index(&s->rims, to)]);
}

static void take_parcel(solver *s, uint32_t tile)
{
    parcel p = open_parcel(s, tile);
    s->rain += p.head[0];
    for (uint64_t i = 0; i < p.head[1]; i++) {
        node *own = &s->nodes[s->net->first[tile] + i];
        own->flow = (double)p.told[i].cells * s->part;
        own->to = node_of(s, tile, p.told[i].out);
        own->lake = (uint32_t)p.told[i].lake;
        own->used = 1;
        if (fluv_end_is_exit((uint32_t)p.told[i].out))
            use_exit(s, tile, (uint32_t)(p.told[i].out - FLUV_EXIT_AT));
    }
    uint64_t first = s->rims.first[tile];
    for (uint32_t i = 0; i < s->rims.first[tile + 1] - first; i++) {
        if (s->rims.end[first + i] == FLUV_EXIT_AT + i)
            use_exit(s, tile, i);
        s->nodes[s->breaks + first + i].flow += (double)p.leaving[i] * s->part;
    }
    for (size_t i = 0; i < p.area_count; i++)
        s->net->catchment[(size_t)p.areas[2 * i]] = p.areas[2 * i + 1];
}

/* Breaks that were dealt know their cells; in each tile these rise. */
static fluv_status flag_breaks(solver *s, const fluv_list *breaks)
{
    const fluv_dealt_break *all = breaks->items;
    s->dealt = fluv_scratch_zero(s->work->ctx, s->work->tiling.count, sizeof *s->dealt);
    if (!s->dealt)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < breaks->count; i++) {
        uint32_t tile = fluv_tiling_tile(&s->work->tiling, all[i].cell);
        node *own = &s->nodes[s->net->first[tile] + s->dealt[tile]++];
        own->cell = all[i].cell;
        own->flags = (uint8_t)all[i].flags;
    }
    return FLUV_OK;
}

static uint64_t break_at(const solver *s, uint64_t cell)
{
    uint32_t tile = fluv_tiling_tile(&s->work->tiling, cell);
    uint64_t low = s->net->first[tile], high = low + s->dealt[tile];
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (s->nodes[middle].cell <= cell)
            low = middle;
        else
            high = middle;
    }
    assert(s->nodes[low].cell == cell);
    return low;
}

static void take_at_exit(const solver *s, node *at, uint32_t lake)
{
    fluv_lake_water *water = &s->net->lakes[lake].water;
    water->inflow = at->flow;
    water->evaporation = fmin(water->demand, water->inflow);
    at->flow -= water->evaporation;
}

/* As `take_from_shelf` of water/accumulate.c. */
static void take_from_shelves(const solver *s, node *at)
{
    const fluv_flow_shelf *all = s->net->shelves.items;
    size_t low = 0, high = s->net->shelves.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (all[middle].cell < at->cell)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < s->net->shelves.count && all[low].cell == at->cell; low++) {
        fluv_lake_water *water = &s->net->lakes[all[low].lake].water;
        double taken = fmin(water->demand - water->evaporation, floor(MOST_TAKEN * at->flow));
        water->inflow += taken;
        water->evaporation += taken;
        at->flow -= taken;
        s->net->ways[all[low].lake].taken = taken;
    }
}

static void take_loss(const solver *s, node *at, const uint32_t *lake_of_exit)
{
    if (at->flags & FLUV_EXIT)
        take_at_exit(s, at, lake_of_exit[at - s->nodes]);
    if (at->flags & FLUV_SHELF)
        take_from_shelves(s, at);
    at->rest = at->flow;
    if (at->lake != FLUV_NONE) {
        s->net->lakes[at->lake].water.inflow += at->flow;
        s->net->lakes[at->lake].water.evaporation += at->flow;
        at->flow = 0.0;
    }
}

/* From a node whose flow is known down to one that awaits others. */
static void run_down(const solver *s, uint64_t i, const uint32_t *lake_of_exit)
{
    while (i != NO_NODE && s->nodes[i].waiting == 0) {
        node *own = &s->nodes[i];
        own->waiting = UINT32_MAX;
        take_loss(s, own, lake_of_exit);
        if (i >= s->breaks) {
            uint64_t place = i - s->breaks;
            uint32_t tile = 0, last = s->work->tiling.count;
            while (last - tile > 1) {
                uint32_t middle = tile + (last - tile) / 2;
                if (s->rims.first[middle] <= place)
                    tile = middle;
                else
                    last = middle;
            }
            fluv_rim_at to = fluv_rims_beyond(
                &s->rims, (fluv_rim_at){tile, (uint32_t)(place - s->rims.first[tile])});
            s->coming[fluv_rims_index(&s->rims, to)] += own->flow;
        }
        if (own->to == NO_NODE)
            return;
        s->nodes[own->to].flow += own->flow;
        s->nodes[own->to].waiting--;
        i = own->to;
    }
}

static fluv_status run_all(solver *s)
{
    uint32_t *lake_of_exit = fluv_scratch(s->work->ctx, s->breaks, sizeof *lake_of_exit);
    if (!lake_of_exit)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < s->net->count; i++) {
        uint64_t exit = s->net->ways[i].exit;
        if (exit == FLUV_NO_CELL || s->work->lakes.mode == FLUV_LAKES_POURED)
            continue;
        lake_of_exit[break_at(s, exit)] = i;
    }
    for (uint64_t i = 0; i < s->count; i++)
        if (s->nodes[i].used && s->nodes[i].to != NO_NODE)
            s->nodes[s->nodes[i].to].waiting++;
    for (uint64_t i = 0; i < s->count; i++)
        if (s->nodes[i].used)
            run_down(s, i, lake_of_exit);
    return FLUV_OK;
}

/* ---- Rank 0: what comes of it ---- */

static fluv_loss loss_of(const fluv_tile_lakes *lakes)
{
    fluv_loss loss = {0};
    loss.evaporation.number = lakes->mode == FLUV_LAKES_FULL ? 0.0 : lakes->evaporation;
    return loss;
}

static double demand_of(const solver *s, uint32_t lake)
{
    fluv_steps evaporation = fluv_in_steps(loss_of(&s->work->lakes).evaporation.number);
    return fluv_from_steps(evaporation * (fluv_steps)s->net->cells[lake].count);
}

static void set_demands(const solver *s)
{
    for (uint32_t i = 0; i < s->net->count; i++)
        s->net->lakes[i].water =
            (fluv_lake_water){.demand = floor(demand_of(s, i) / s->unit.rate * s->unit.parts)};
}

/* As `finish_sums` of stages/shared/flow.c and `balance_flows` of stages/lakes. */
static void finish_flows(const solver *s, fluv_lakes_total *total)
{
    double part = s->work->cell * s->work->cell * s->unit.rate / s->unit.parts;
    double rain = (double)s->rain * s->part, evaporated = 0.0;
    for (uint32_t i = 0; i < s->net->count; i++) {
        fluv_lake_water *water = &s->net->lakes[i].water;
        evaporated += water->evaporation;
        *water = (fluv_lake_water){water->inflow * part, water->evaporation * part,
                                   water->demand * part};
    }
    if (s->work->lakes.mode == FLUV_LAKES_STEADY)
        total->budget = (fluv_budget){.known = true,
                                      .per_year = true,
                                      .rain = rain * part,
                                      .evaporated = evaporated * part,
                                      .left = (rain - evaporated) * part,
                                      .wettest = fmax(0.0, s->work->lakes.runoff)};
}

/* As `balance_poured` of stages/lakes. */
static void finish_poured(const solver *s, fluv_lakes_total *total)
{
    fluv_budget *budget = &total->budget;
    *budget = (fluv_budget){.known = true, .rain = total->gathered, .left = total->left};
    for (uint32_t i = 0; i < s->net->count; i++) {
        fluv_found_lake *lake = &s->net->lakes[i];
        double stored = lake->surveyed ? 0.0 : lake->volume;
        if (!lake->at_edge)
            lake->water.demand = demand_of(s, i) * (s->work->cell * s->work->cell);
        lake->water.evaporation = fmax(0.0, lake->kept - stored);
        budget->stored += stored;
        budget->evaporated += lake->water.evaporation;
    }
}

static fluv_status save_lakes(const solver *s, const fluv_lakes_total *total)
{
    const fluv_flow_net *n = s->net;
    fluv_lake *list = fluv_scratch(s->work->ctx, n->count + 1, sizeof *list);
    if (!list)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < n->count; i++) {
        list[i] = fluv_lake_public(&n->lakes[i], NULL, n->catchment[i]);
        list[i].id = (int64_t)n->roots[i] + 1;
        fluv_lake_measure(&s->work->frame, &n->cells[i], &list[i]);
        if (s->work->lakes.mode == FLUV_LAKES_POURED && !n->lakes[i].surveyed)
            list[i].volume = n->lakes[i].volume;
    }
    const fluv_list lists[2] = {
        {.items = list, .count = n->count, .size = sizeof *list},
        {.items = (void *)(uintptr_t)total, .count = 1, .size = sizeof *total}};
    return fluv_tile_save(s->work, FLUV_TILES_LAKES, lists, 2);
}

/* ---- Back to the tiles ---- */

/* By the order of shelves, as one piece thins them. */
static fluv_status deal_thinned(const solver *s)
{
    const fluv_flow_shelf *shelves = s->net->shelves.items;
    uint64_t *order = fluv_scratch_zero(s->work->ctx, s->net->count, sizeof *order);
    if (!order)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < s->net->shelves.count; i++)
        order[shelves[i].lake] = i + 1;
    for (size_t i = 0; i < s->net->segments.count; i++) {
        const fluv_lake_segment *part = (const fluv_lake_segment *)s->net->segments.items + i;
        const fluv_lake_exit *way = &s->net->ways[part->lake];
        if (!order[part->lake] || way->factor == 1.0)
            continue;
        fluv_thinned *to = fluv_parcel_add(s->work, fluv_tiling_tile(&s->work->tiling, part->start),
                                           1, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        *to = (fluv_thinned){order[part->lake], part->start, way->end, way->factor};
    }
    return FLUV_OK;
}

/* Down to where a lake got its share the way carries only the rest. */
static void find_factors(const solver *s)
{
    const fluv_flow_shelf *shelves = s->net->shelves.items;
    for (size_t i = 0; i < s->net->shelves.count; i++) {
        fluv_lake_exit *way = &s->net->ways[shelves[i].lake];
        const node *at = &s->nodes[break_at(s, shelves[i].cell)];
        double taken = way->taken;
        if (taken > 0.0)
            way->factor = at->rest / (at->rest + taken);
    }
}

static fluv_status answer_flow(const solver *s)
{
    fluv_tile_work *work = s->work;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        size_t rim = s->rims.first[tile + 1] - s->rims.first[tile];
        size_t breaks = s->net->first[tile + 1] - s->net->first[tile];
        fluv_parcel_clear(work, tile);
        double *coming = fluv_parcel_add(work, tile, rim, sizeof *coming);
        if (!coming)
            return FLUV_NO_MEMORY;
        memcpy(coming, s->coming + s->rims.first[tile], rim * sizeof *coming);
        double *flow = fluv_parcel_add(work, tile, breaks, sizeof *flow);
        if (!flow)
            return FLUV_NO_MEMORY;
        for (size_t i = 0; i < breaks; i++)
            flow[i] = s->nodes[s->net->first[tile] + i].flow;
    }
    return deal_thinned(s);
}

static fluv_status solve(solver *s, const fluv_list *breaks)
{
    FLUV_TRY(make_nodes(s));
    bool poured = s->work->lakes.mode == FLUV_LAKES_POURED;
    if (!poured)
        set_demands(s);
    for (uint32_t tile = 0; tile < s->work->tiling.count; tile++)
        take_parcel(s, tile);
    FLUV_TRY(flag_breaks(s, breaks));
    FLUV_TRY(run_all(s));
    if (!poured)
        find_factors(s);
    fluv_lakes_total total = *(const fluv_lakes_total *)s->net->lists[2].items;
    if (poured)
        finish_poured(s, &total);
    else
        finish_flows(s, &total);
    FLUV_TRY(save_lakes(s, &total));
    return answer_flow(s);
}

fluv_status fluv_flow_solve(fluv_tile_work *work)
{
    solver s = {.work = work, .net = work->flow, .unit = fluv_flow_unit_of(work)};
    s.part = fluv_flow_parts(s.unit, work->lakes.runoff);
    fluv_list breaks = {0};
    work->flow->shelves.count = 0;
    fluv_status status = FLUV_OK;
    if (work->lakes.mode != FLUV_LAKES_POURED)
        status = fluv_flow_list_breaks(work, work->flow, &breaks);
    if (status == FLUV_OK)
        status = solve(&s, &breaks);
    fluv_list_free(&breaks);
    fluv_rims_free(&s.rims);
    return status;
}
