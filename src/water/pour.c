// SPDX-License-Identifier: MIT
/* Pouring: water fills a pool, spills over its pass into the neighbour, and where both are full the
 * two rise as one.
 *
 * in   pools, their capacities, what flows into each     out   what each holds, what leaves
 *
 * Water arrives at a leaf and looks for the first pool on its way up that is not full. If that is a
 * parent with one full child, the water goes over that child's pass into the other; if both are
 * full, the parent rises. Full pools are skipped by shortened ways, and every step that does not
 * end fills a pool: nearly O(pools). The result does not depend on the order of pouring.
 *
 * Based on: Blaszczyk et al. Simulating large-scale topographic terrain features with reservoirs
 * and flowing water. 2023 (the same result by maximum flow) Barnes, Callaghan, Wickert. Computing
 * water flow through complex landscapes, part 3. 2021 */
#include "water/pools.h"

#include <assert.h>

static double children_hold(const fluv_pools *pools, uint32_t p)
{
    const fluv_pool *pool = &pools->pools[p];
    if (pool->child[0] == FLUV_NONE)
        return 0.0;
    return pools->states[pool->child[0]].capacity + pools->states[pool->child[1]].capacity;
}

static double room_in(const fluv_pools *pools, uint32_t p)
{
    double room = pools->states[p].capacity - children_hold(pools, p) - pools->states[p].held;
    return room > 0.0 ? room : 0.0;
}

/* next[p] is p itself until it is full, then the pool its water goes on to; `count` stands for
 * the outside. */
static uint32_t first_with_room(uint32_t *next, uint32_t p)
{
    while (next[p] != p) {
        next[p] = next[next[p]];
        p = next[p];
    }
    return p;
}

static void mark_full(const fluv_pools *pools, uint32_t p, uint32_t *next)
{
    assert(p < pools->count && !pools->states[p].full);
    const fluv_pool *pool = &pools->pools[p];
    fluv_pool_state *state = &pools->states[p];
    state->full = true;
    state->held = state->capacity - children_hold(pools, p);
    uint32_t on = pool->parent != FLUV_NONE ? pool->parent : pool->overflow;
    assert(on == FLUV_NONE || on < pools->count);
    next[p] = on == FLUV_NONE ? pools->count : on;
}

/* The full child of a pool of which one child is full and the other is not; NONE otherwise. */
static uint32_t only_full_child(const fluv_pools *pools, uint32_t p)
{
    const fluv_pool *pool = &pools->pools[p];
    if (pool->child[0] == FLUV_NONE)
        return FLUV_NONE;
    bool first = pools->states[pool->child[0]].full, second = pools->states[pool->child[1]].full;
    return first == second ? FLUV_NONE : pool->child[first ? 0 : 1];
}

static double pour_one(const fluv_pools *pools, uint32_t leaf, double amount, uint32_t *next)
{
    for (;;) {
        uint32_t p = first_with_room(next, leaf);
        if (p == pools->count)
            return amount;
        uint32_t spilling = only_full_child(pools, p);
        if (spilling != FLUV_NONE) {
            pools->states[spilling].gave = true;
            leaf = pools->pools[spilling].overflow;
            if (leaf == FLUV_NONE)
                return amount;
            continue;
        }
        double room = room_in(pools, p);
        assert(amount > 0.0 && !pools->states[p].full);
        if (amount < room) {
            pools->states[p].held += amount;
            return 0.0;
        }
        amount -= room;
        mark_full(pools, p, next);
        if (amount <= 0.0)
            return 0.0;
    }
}

double fluv_pools_pour(const fluv_pools *pools, const double *supply, uint32_t *next)
{
    double left = 0.0;
    for (uint32_t p = 0; p < pools->count; p++) {
        next[p] = p;
        pools->states[p].held = 0.0;
        pools->states[p].full = pools->states[p].gave = false;
    }
    next[pools->count] = pools->count;
    for (uint32_t p = 0; p < pools->count; p++) /* parents come after their children */
        assert(pools->pools[p].parent == FLUV_NONE || pools->pools[p].parent > p);
    for (uint32_t p = 0; p < pools->count; p++)
        if (pools->pools[p].child[0] == FLUV_NONE && supply[p] > 0.0)
            left += pour_one(pools, p, supply[p], next);
    return left;
}

/* The pool that is the lake of a pool, or where it is dry the leaf at its bottom. */
static uint32_t body_of(const fluv_pools *pools, uint32_t p)
{
    while (pools->states[p].lake == FLUV_NONE && pools->pools[p].child[0] != FLUV_NONE)
        p = pools->pools[p].child[0];
    return pools->states[p].lake != FLUV_NONE ? pools->states[p].lake : p;
}

static uint32_t sibling_of(const fluv_pools *pools, uint32_t p)
{
    const uint32_t *child = pools->pools[pools->pools[p].parent].child;
    return child[child[0] == p ? 1 : 0];
}

/* Which of two full siblings the other drains into: the first, but where they are bodies of their
 * own, at the very height of the pass between them, the one that was filled by the other. */
static uint32_t keeper_under(const fluv_pools *pools, uint32_t parent)
{
    const uint32_t *child = pools->pools[parent].child;
    bool turned = pools->states[parent].lake == FLUV_NONE && pools->states[child[0]].gave;
    return child[turned ? 1 : 0];
}

/* The body that the surplus of another goes to, NONE: it leaves, or there is none. Two full pools
 * whose water just reaches the pass between them are two bodies, and one keeps what there is above
 * the pass. */
static uint32_t body_after(const fluv_pools *pools, uint32_t p)
{
    const fluv_pool *all = pools->pools;
    while (all[p].parent != FLUV_NONE && pools->states[p].full &&
           pools->states[sibling_of(pools, p)].full) {
        if (keeper_under(pools, all[p].parent) != p)
            return body_of(pools, all[p].overflow);
        p = all[p].parent;
    }
    uint32_t to = pools->states[p].full ? all[p].overflow : FLUV_NONE;
    return to == FLUV_NONE ? FLUV_NONE : body_of(pools, to);
}

void fluv_pools_trace(const fluv_pools *pools, const double *supply, uint32_t *next,
                      uint32_t *waiting)
{
    fluv_pool_state *states = pools->states;
    for (uint32_t p = 0; p < pools->count; p++) {
        states[p].received = states[p].kept = 0.0;
        waiting[p] = 0;
    }
    for (uint32_t p = 0; p < pools->count; p++) {
        bool is_leaf = pools->pools[p].child[0] == FLUV_NONE;
        bool is_body = states[p].lake == p || (is_leaf && states[p].lake == FLUV_NONE);
        next[p] = is_body ? body_after(pools, p) : FLUV_NONE;
        if (next[p] != FLUV_NONE)
            waiting[next[p]]++;
        if (is_leaf)
            states[body_of(pools, p)].received += supply[p];
        states[body_of(pools, p)].kept += states[p].held;
    }
    /* From those that nothing runs into, down. */
    for (uint32_t p = 0; p < pools->count; p++)
        for (uint32_t at = p; at != FLUV_NONE && waiting[at] == 0;) {
            uint32_t to = next[at];
            waiting[at] = FLUV_NONE;
            if (to != FLUV_NONE) {
                states[to].received += fmax(0.0, states[at].received - states[at].kept);
                waiting[to]--;
            }
            at = to;
        }
}

void fluv_pools_fill(const fluv_pools *pools)
{
    for (uint32_t p = 0; p < pools->count; p++) {
        fluv_pool_state *state = &pools->states[p];
        state->full = !pools->pools[p].closed;
        state->gave = false;
        state->held = state->capacity - children_hold(pools, p);
    }
}

void fluv_pools_route(const fluv_pools *pools, uint32_t *receiver)
{
    for (uint32_t p = 0; p < pools->count; p++) {
        const fluv_pool *pool = &pools->pools[p];
        if (!pools->states[p].full || pool->surveyed || pool->drowned)
            continue;
        /* Of two full siblings one stays the root of the pool they make. */
        bool stays = pool->parent != FLUV_NONE && pools->states[sibling_of(pools, p)].full &&
                     keeper_under(pools, pool->parent) == p;
        if (!stays)
            fluv_receivers_reverse(receiver, pool->pass_from, pool->pass_to);
    }
}
