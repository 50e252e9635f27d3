// SPDX-License-Identifier: MIT
/* The hierarchy of hollows, by Kruskal's rule: passes are taken from the lowest up, and each that
 * joins two hollows not yet joined is the lowest way out of both of them.
 *
 * in   passes in rising order     out   tree of hollows        O(passes), nearly
 *
 * Passes of neighbouring heights lie anywhere on the map. Once it is known which of them join, they
 * are put into another order, in which those of one hollow stand together: whoever goes through the
 * tree then stays in one place of the map for long, and in the caches.
 *
 *      X   Y   X+Y   Z   X+Y+Z   spills   U   spills into X+Y+Z   ...
 *
 * Based on: Barnes, Callaghan, Wickert. Computing water flow through complex landscapes, part 2.
 *           2020
 *           Cordonnier, Bovy, Braun. A versatile, linear complexity algorithm for flow routing in
 *           topographies with depressions. 2019
 *           Myers. An applicative random-access stack. 1983 (jump pointers) */
#include "water/hierarchy.h"

#include "water/sets.h"

#include <assert.h>

#define AHEAD 16 /* passes */

/* ---- Which passes join -------------------------------------------------------------------------
 */

/* A pass that joins is a join. What it joins stands in place of its basins: a basin, or for the
 * whole that join j made, basin_count + 1 + j. Where it leads outside, the low side is the one that
 * spills, and high_basin is SPILLS and the basin beyond. */
#define SPILLS 0x80000000u

static bool spills(const fluv_pass *join)
{
    return join->high_basin & SPILLS;
}

static void join_outside(fluv_pass *join, bool low_outside, uint32_t hollow)
{
    if (low_outside) {
        uint32_t inner = join->high_cell;
        join->high_cell = join->low_cell;
        join->low_cell = inner;
        join->high_basin = join->low_basin;
    }
    join->low_basin = hollow;
    join->high_basin |= SPILLS;
}

/* Keeps the passes that join, in place; there are as many as basins. `of` leads towards the
 * representative of a set of joined basins, `hollow` gives what the set makes up now. */
static void keep_joins(uint32_t basins, fluv_pass *passes, uint32_t count, uint32_t *of,
                       uint32_t *hollow)
{
    uint32_t kept = 0;
    fluv_sets_begin(of, basins + 1);
    fluv_sets_begin(hollow, basins + 1); /* as yet each makes up itself */
    for (uint32_t i = 0; i < count && kept < basins; i++) {
        const fluv_pass *soon = &passes[i + AHEAD < count ? i + AHEAD : i];
        __builtin_prefetch(&of[soon->low_basin]); /* far apart in memory */
        __builtin_prefetch(&of[soon->high_basin]);
        uint32_t low = fluv_set_of(of, passes[i].low_basin),
                 high = fluv_set_of(of, passes[i].high_basin);
        if (low == high)
            continue;
        fluv_pass *join = &passes[kept++];
        *join = passes[i];
        if (low == FLUV_OUTSIDE || high == FLUV_OUTSIDE) {
            join_outside(join, low == FLUV_OUTSIDE, hollow[low ^ high]);
            of[low ^ high] = FLUV_OUTSIDE;
            continue;
        }
        join->low_basin = hollow[low];
        join->high_basin = hollow[high];
        of[high] = low;
        hollow[low] = basins + kept;
    }
    assert(kept == basins); /* every hollow has a way outside */
}

/* ---- Their order -------------------------------------------------------------------------------
 */

typedef struct order {
    uint32_t basins;
    const fluv_pass *joins;
    uint32_t *end;   /* of each hollow: the join in which it, or a whole it is part of, ends */
    uint32_t *count; /* of each join: the joins that stand together with it, in front and behind */
    uint32_t *place; /* of each join */
    uint32_t *next;  /* of each join that spills: where those that spill into it go */
} order;

/* How many joins a hollow is made of. */
static uint32_t joins_in(const order *o, uint32_t hollow)
{
    return hollow > o->basins ? o->count[hollow - o->basins - 1] : 0;
}

static void count_joins(const order *o)
{
    for (uint32_t j = 0; j < o->basins; j++) {
        const fluv_pass *join = &o->joins[j];
        o->count[j] = 1 + joins_in(o, join->low_basin);
        o->end[join->low_basin] = j;
        if (spills(join))
            continue;
        o->count[j] += joins_in(o, join->high_basin);
        o->end[join->high_basin] = j;
    }
}

/* end[hollow] becomes the join by which the outermost whole around it spills. */
static void find_outer_ends(const order *o)
{
    for (uint32_t hollow = 2 * o->basins; hollow > 0; hollow--) {
        if (hollow > o->basins && spills(&o->joins[hollow - o->basins - 1]))
            continue; /* no whole */
        uint32_t j = o->end[hollow];
        if (!spills(&o->joins[j]))
            o->end[hollow] = o->end[o->basins + 1 + j];
    }
}

/* The join that lets the water of a spilling one on; NONE: it is gone. */
static uint32_t join_beyond(const order *o, const fluv_pass *join)
{
    uint32_t basin = join->high_basin & ~SPILLS;
    return basin == FLUV_OUTSIDE ? FLUV_NONE : o->end[basin];
}

/* Joins that spill, each behind the one it spills into; their own hollow stands in front. */
static void place_spilling(const order *o)
{
    uint32_t first = 0;
    for (uint32_t j = o->basins; j-- > 0;) {
        uint32_t beyond = spills(&o->joins[j]) ? join_beyond(o, &o->joins[j]) : FLUV_NONE;
        if (beyond != FLUV_NONE)
            o->count[beyond] += o->count[j];
    }
    for (uint32_t j = 0; j < o->basins; j++) {
        if (!spills(&o->joins[j]))
            continue;
        uint32_t beyond = join_beyond(o, &o->joins[j]), hollow = o->joins[j].low_basin;
        uint32_t *free = beyond == FLUV_NONE ? &first : &o->next[beyond];
        o->place[j] = *free + joins_in(o, hollow);
        o->next[j] = o->place[j] + 1;
        *free += o->count[j];
        if (hollow > o->basins)
            o->place[hollow - o->basins - 1] = o->place[j] - 1;
    }
}

static void place_merging(const order *o)
{
    for (uint32_t j = o->basins; j-- > 0;) {
        const fluv_pass *join = &o->joins[j];
        if (spills(join))
            continue;
        uint32_t before = o->place[j];
        if (join->high_basin > o->basins)
            o->place[join->high_basin - o->basins - 1] = before - 1;
        if (join->low_basin > o->basins)
            o->place[join->low_basin - o->basins - 1] = before - 1 - joins_in(o, join->high_basin);
    }
}

/* ---- The tree ----------------------------------------------------------------------------------
 */

static void end_at(fluv_hollow *hollow, const fluv_pass *pass, bool own_side_low)
{
    hollow->spill = pass->height;
    hollow->pass_from = own_side_low ? pass->low_cell : pass->high_cell;
    hollow->pass_to = own_side_low ? pass->high_cell : pass->low_cell;
}

static bool is_lower(const float *height, uint32_t a, uint32_t b)
{
    return height[a] < height[b] || (height[a] == height[b] && a < b);
}

static void merge(fluv_hierarchy *hierarchy, const fluv_pass *pass, uint32_t low, uint32_t high,
                  const float *height)
{
    fluv_hollow *nodes = hierarchy->nodes;
    uint32_t whole = hierarchy->node_count++;
    assert(low != high && low < whole && high < whole); /* children have lower numbers */
    assert(nodes[low].parent == FLUV_OUTSIDE && nodes[high].parent == FLUV_OUTSIDE);
    end_at(&nodes[low], pass, true);
    end_at(&nodes[high], pass, false);
    nodes[low].parent = nodes[high].parent = whole;
    uint32_t a = nodes[low].root, b = nodes[high].root;
    nodes[whole] = (fluv_hollow){
        .parent = FLUV_OUTSIDE, .child = {low, high}, .root = is_lower(height, a, b) ? a : b};
    hierarchy->ends[hierarchy->end_count++] = (fluv_hollow_end){whole, true};
}

/* `number` is room for the numbers of wholes, by join. */
static void grow(fluv_hierarchy *hierarchy, const fluv_pass *joins, const uint32_t *at,
                 const float *height, uint32_t *number)
{
    uint32_t basins = hierarchy->basin_count;
    for (uint32_t i = 0; i < basins; i++) {
        __builtin_prefetch(&joins[at[i + AHEAD < basins ? i + AHEAD : i]]);
        const fluv_pass *join = &joins[at[i]];
        uint32_t low = join->low_basin, high = join->high_basin;
        low = low > basins ? number[low - basins - 1] : low;
        if (spills(join)) {
            end_at(&hierarchy->nodes[low], join, true);
            hierarchy->ends[hierarchy->end_count++] = (fluv_hollow_end){low, false};
            continue;
        }
        high = high > basins ? number[high - basins - 1] : high;
        number[at[i]] = hierarchy->node_count;
        merge(hierarchy, join, low, high, height);
    }
}

void fluv_hierarchy_build(fluv_hierarchy *hierarchy, fluv_pass *passes, uint32_t pass_count,
                          const float *height, const uint32_t *root, uint32_t *work)
{
    uint32_t basins = hierarchy->basin_count;
    size_t places = (size_t)basins + 1;
    assert(pass_count >= basins && basins < SPILLS / 2);
    keep_joins(basins, passes, pass_count, work, work + places);
    order o = {.basins = basins,
               .joins = passes,
               .end = work,
               .count = work + 2 * places,
               .place = work + 3 * places,
               .next = work + 4 * places};
    count_joins(&o);
    find_outer_ends(&o);
    place_spilling(&o);
    place_merging(&o);
    uint32_t *at = o.next;
    for (uint32_t j = 0; j < basins; j++) {
        assert(o.place[j] < basins);
        at[o.place[j]] = j;
    }
    for (uint32_t b = 0; b <= basins; b++)
        hierarchy->nodes[b] =
            (fluv_hollow){.child = {FLUV_NONE, FLUV_NONE}, .root = root[b], .pass_to = FLUV_NONE};
    hierarchy->node_count = basins + 1;
    hierarchy->end_count = 0;
    grow(hierarchy, passes, at, height, o.count);
    assert(hierarchy->end_count == basins && hierarchy->node_count <= 2 * basins + 1);
}

void fluv_ascent_prepare(fluv_ascent *ascent, uint32_t count, uint32_t *depth)
{
    for (uint32_t n = count; n-- > 0;) {
        uint32_t up = ascent->parent[n];
        assert(n == ascent->top || up == ascent->top || up > n);
        if (n == ascent->top)
            continue;
        if (up == ascent->top) {
            depth[n] = 0;
            ascent->jump[n] = ascent->top;
            continue;
        }
        depth[n] = depth[up] + 1;
        uint32_t far = ascent->jump[up];
        bool equal_steps = far != ascent->top && ascent->jump[far] != ascent->top &&
                           depth[up] - depth[far] == depth[far] - depth[ascent->jump[far]];
        ascent->jump[n] = equal_steps ? ascent->jump[far] : up;
    }
}
