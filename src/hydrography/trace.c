// SPDX-License-Identifier: MIT
/* Reaches: from a head, a junction or a lake's outlet down to a junction, lake, sea or edge.
 *
 * in   channel cells     out   reaches and which runs into which, ordered downstream
 *
 * O(n + reaches log reaches). */
#include "hydrography/rivers.h"

#include "field/grid.h"

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
        count += ch->exit_of[i] != FLUV_NONE;
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
        if (ch->exit_of[i] != FLUV_NONE)
            network->traces[count++] = (fluv_trace){
                .start = ch->exit_of[i], .from_lake = i, .split = FLUV_NONE, .arm = FLUV_NONE};
    network->count = count;
    qsort(network->traces, count, sizeof *network->traces, by_start);
}

/* Ties arms to the reaches they leave. What is below a split belongs to the delta, to the sea or to
 * where the arm is back. */
static fluv_status tie_arms(fluv_ctx *ctx, const fluv_river_cells *ch, fluv_traces *network)
{
    size_t *seen = fluv_scratch_zero(ctx, network->count, sizeof *seen);
    if (!seen)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < ch->arm_count; i++) {
        uint32_t arm = find_start(network, ch->arms[i].first);
        uint32_t main = find_start(network, ch->arms[i].split), at;
        network->traces[arm].split = ch->arms[i].split;
        network->traces[main].arm = arm;
        for (at = main; at != FLUV_NONE; at = network->traces[at].next)
            seen[at] = i + 1;
        uint32_t back = arm;
        for (; back != FLUV_NONE && seen[back] != i + 1; back = network->traces[back].next)
            network->traces[back].delta = true;
        for (at = main; at != back; at = network->traces[at].next)
            network->traces[at].delta = true;
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
    for (uint32_t i = 0; i < count; i++)
        follow(ch, &network->traces[i]);
    for (uint32_t i = 0; i < count; i++)
        network->traces[i].next = next_reach(ch, network, &network->traces[i]);
    FLUV_TRY(tie_arms(ctx, ch, network));
    return order_downstream(ctx, network);
}
