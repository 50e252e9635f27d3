// SPDX-License-Identifier: MIT
/* Drainage area and discharge: sums down the receivers.
 *
 * in   receivers, each cell's own value     out   the sum over all cells upstream
 *
 * Each cell without donors starts a walk down; the walk stops where other donors are still missing
 * and is taken up by the last of them. A walk moves between neighbours, so memory is touched in
 * places, not in heaps, and sums are formed in one order whatever the thread count.  O(n). */
#include "water/accumulate.h"

#include <string.h>

static void count_donors(uint32_t count, const uint32_t *receiver, uint8_t *donors)
{
    memset(donors, 0, count);
    for (uint32_t c = 0; c < count; c++)
        if (receiver[c] != FLUV_NONE)
            donors[receiver[c]]++;
}

#define DONE UINT8_MAX

static double take_loss(const fluv_lake_losses *lakes, uint32_t cell, double *flow)
{
    double loss = lakes->loss[lakes->lake[cell]];
    double taken = loss < flow[cell] ? loss : flow[cell];
    flow[cell] -= taken;
    return taken;
}

double fluv_accumulate(const fluv_topology *topology, const uint32_t *receiver,
                       const fluv_lake_losses *lakes, uint8_t *donors, double *area, double *flow)
{
    double taken = 0.0;
    count_donors(topology->count, receiver, donors);
    for (uint32_t c = 0; c < topology->count; c++) {
        if (donors[c] != 0)
            continue;
        for (uint32_t at = c;;) {
            donors[at] = DONE;
            uint32_t to = receiver[at];
            if (lakes && lakes->exits[at])
                taken += take_loss(lakes, at, flow);
            if (to == FLUV_NONE)
                break;
            area[to] += area[at];
            if (flow)
                flow[to] += flow[at];
            if (--donors[to] != 0)
                break;
            at = to;
        }
    }
    return taken;
}
