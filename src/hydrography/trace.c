// SPDX-License-Identifier: MIT
/* Reaches: from a head, a junction or a lake's outlet down to a junction, lake, sea or edge.
 *
 * in   channel cells     out   reaches and which runs into which, ordered downstream
 *
 * O(n + reaches log reaches). */
#include "hydrography/rivers.h"

#include "field/grid.h"

#include <assert.h>
#include <stdlib.h>

static bool begins_here(const fluv_river_cells *ch, uint32_t cell)
{
    return ch->channel[cell] && ch->feeders[cell] != 1;
}

/* Follows the channel from the trace's start to its end. */
static void follow(const fluv_river_cells *ch, fluv_trace *t)
{
    uint32_t at = t->from_lake == FLUV_NONE ? t->start : ch->receiver[t->start];
    t->first = t->last = FLUV_NONE;
    t->cell_count = 0;
    while (at != FLUV_NONE && ch->channel[at] && (at == t->start || !begins_here(ch, at))) {
        t->first = t->first == FLUV_NONE ? at : t->first;
        t->last = at;
        t->cell_count++;
        at = ch->receiver[at];
    }
    assert((t->first == FLUV_NONE) == (t->cell_count == 0));
    t->end = at;
    bool ends_in_lake = at != FLUV_NONE && ch->lake_of && !ch->channel[at];
    t->to_lake = ends_in_lake ? ch->lake_of[at] : FLUV_NONE;
}

static int by_start(const void *a, const void *b)
{
    uint32_t left = ((const fluv_trace *)a)->start, right = ((const fluv_trace *)b)->start;
    return left < right ? -1 : left > right;
}

static uint32_t find_start(const fluv_traces *network, uint32_t cell)
{
    fluv_trace key = {.start = cell};
    const fluv_trace *found = bsearch(&key, network->traces, network->count, sizeof key, by_start);
    return found ? (uint32_t)(found - network->traces) : FLUV_NONE;
}

/* Where a reach goes on: at a junction the reach that begins there, in a lake that lake's outlet.
 */
static uint32_t next_reach(const fluv_river_cells *ch, const fluv_traces *network,
                           const fluv_trace *t)
{
    if (t->to_lake != FLUV_NONE) {
        uint32_t exit = ch->exit_of[t->to_lake];
        return exit != FLUV_NONE ? find_start(network, exit) : FLUV_NONE;
    }
    if (t->end == FLUV_NONE || !ch->channel[t->end])
        return FLUV_NONE;
    return find_start(network, t->end);
}

static uint32_t count_starts(const fluv_river_cells *ch)
{
    uint32_t count = 0, cells = ch->topology.count;
    for (uint32_t c = 0; (c = fluv_next_marked(ch->channel, c, cells)) < cells; c++)
        count += begins_here(ch, c);
    for (size_t i = 0; ch->exit_of && i < ch->lakes->count; i++)
        count += ch->exit_of[i] != FLUV_NONE && ch->led[i];
    return count;
}

static void list_starts(const fluv_river_cells *ch, fluv_traces *network)
{
    uint32_t count = 0, cells = ch->topology.count;
    for (uint32_t c = 0; (c = fluv_next_marked(ch->channel, c, cells)) < cells; c++)
        if (begins_here(ch, c))
            network->traces[count++] = (fluv_trace){
                .start = c, .from_lake = FLUV_NONE, .split = FLUV_NONE, .arm = FLUV_NONE};
    for (uint32_t i = 0; ch->exit_of && i < ch->lakes->count; i++)
        if (ch->exit_of[i] != FLUV_NONE && ch->led[i])
            network->traces[count++] = (fluv_trace){
                .start = ch->exit_of[i], .from_lake = i, .split = FLUV_NONE, .arm = FLUV_NONE};
    network->count = count;
    qsort(network->traces, count, sizeof *network->traces, by_start);
}

/* Where an arm is back in the river it leaves: `seen` is the number of the last arm for which a
 * reach was passed on the way from the split down. */
static uint32_t find_back(const fluv_traces *network, uint32_t main, uint32_t arm, size_t number,
                          size_t *seen)
{
    for (uint32_t at = main; at != FLUV_NONE; at = network->traces[at].next)
        seen[at] = number;
    uint32_t back = arm;
    while (back != FLUV_NONE && seen[back] != number)
        back = network->traces[back].next;
    return back;
}

static void mark_way(fluv_traces *network, uint32_t from, uint32_t to, uint8_t shared)
{
    for (uint32_t at = from; at != to; at = network->traces[at].next)
        if (network->traces[at].shared != FLUV_DELTA)
            network->traces[at].shared = shared;
}

/* Ties arms to the reaches they leave. Those that reach the sea make a delta of all below them;
 * those that come back, a braid, unless a delta has begun above. */
static fluv_status tie_arms(fluv_ctx *ctx, const fluv_river_cells *ch, fluv_traces *network)
{
    size_t *seen = fluv_scratch_zero(ctx, network->count, sizeof *seen);
    if (!seen)
        return FLUV_NO_MEMORY;
    for (size_t k = 0; k < 2 * ch->arm_count; k++) {
        size_t i = k % ch->arm_count;
        bool sea_first = k < ch->arm_count;
        uint32_t arm = find_start(network, ch->arms[i].first);
        uint32_t main = find_start(network, ch->arms[i].split);
        assert(arm != FLUV_NONE && main != FLUV_NONE && arm != main);
        network->traces[arm].split = ch->arms[i].split;
        network->traces[main].arm = arm;
        uint32_t back = find_back(network, main, arm, k + 1, seen);
        if ((back == FLUV_NONE) != sea_first)
            continue;
        bool delta = sea_first || network->traces[main].shared == FLUV_DELTA;
        mark_way(network, arm, back, delta ? FLUV_DELTA : FLUV_BRAID);
        mark_way(network, main, back, delta ? FLUV_DELTA : FLUV_BRAID);
    }
    fluv_scratch_drop(ctx, seen);
    return FLUV_OK;
}

/* Kahn's order, lowest start first among the free; an arm after the river it leaves. */
static fluv_status order_downstream(fluv_ctx *ctx, fluv_traces *network)
{
    uint32_t *waiting = fluv_scratch_zero(ctx, network->count, sizeof *waiting);
    if (!waiting)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < network->count; i++) {
        if (network->traces[i].next != FLUV_NONE)
            waiting[network->traces[i].next]++;
        if (network->traces[i].arm != FLUV_NONE)
            waiting[network->traces[i].arm]++;
    }
    uint32_t tail = 0;
    for (uint32_t i = 0; i < network->count; i++)
        if (!waiting[i])
            network->order[tail++] = i;
    for (uint32_t head = 0; head < tail; head++) {
        const fluv_trace *t = &network->traces[network->order[head]];
        if (t->next != FLUV_NONE && --waiting[t->next] == 0)
            network->order[tail++] = t->next;
        if (t->arm != FLUV_NONE && --waiting[t->arm] == 0)
            network->order[tail++] = t->arm;
    }
    assert(tail == network->count); /* nothing runs in a ring */
    return FLUV_OK;
}

fluv_status fluv_traces_find(fluv_ctx *ctx, const fluv_river_cells *ch, fluv_traces *network)
{
    uint32_t count = count_starts(ch);
    network->traces = fluv_scratch(ctx, count, sizeof *network->traces);
    network->order = fluv_scratch(ctx, count, sizeof *network->order);
    if (!network->traces || !network->order)
        return FLUV_NO_MEMORY;
    list_starts(ch, network);
    assert(network->count == count);
    for (uint32_t i = 0; i < count; i++)
        follow(ch, &network->traces[i]);
    for (uint32_t i = 0; i < count; i++)
        network->traces[i].next = next_reach(ch, network, &network->traces[i]);
    FLUV_TRY(tie_arms(ctx, ch, network));
    return order_downstream(ctx, network);
}
