// SPDX-License-Identifier: MIT
/* Flow lines that cross are parted before water is poured, and what they carry changes hands.
 *
 * in   receivers down to the bottoms of pools, what each pool gets     out   the same, parted
 *
 * A step that is turned aside may lead to another pool. Only its donors are counted anew: a turn
 * never takes a step down from ground below a pool's pass, so the pools themselves stay. O(cells),
 * and for each turn the way down and, where it changes pools, the cells above. */
#include "stages/lakes/fill.h"

#include "water/receivers.h"

#include <assert.h>

/* The first donor of a cell that comes after `last` among its neighbours; NONE: there is none. */
static uint32_t donor_after(const fluv_drainage *d, uint32_t cell, uint32_t last)
{
    fluv_around around = fluv_around_cell(&d->topology, cell);
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t from = around.cell[i];
        if (d->receiver[from] == cell && (last == FLUV_NONE || from > last))
            return from;
    }
    return FLUV_NONE;
}

/* What the land gives that drains through a cell: up to the first donor, or on to the next one of
 * the cell below. */
static double sum_above(const fluv_drainage *d, const fluv_rate *rate, uint32_t cell)
{
    double sum = 0.0;
    for (uint32_t at = cell, last = FLUV_NONE;;) {
        if (last == FLUV_NONE)
            sum += fluv_cell_area(&d->topology, at) * fluv_rate_at(rate, at);
        uint32_t up = donor_after(d, at, last);
        if (up == FLUV_NONE && at == cell)
            return sum;
        last = up == FLUV_NONE ? at : FLUV_NONE;
        at = up == FLUV_NONE ? d->receiver[at] : up;
    }
}

/* The pool that a way ends in, or the place after the last for the sea and the frame's edge. */
static uint32_t pool_below(const fluv_lakes_job *j, uint32_t at)
{
    const fluv_drainage *d = &j->drainage;
    while (d->receiver[at] != FLUV_NONE)
        at = d->receiver[at];
    bool land = !(d->kind[at] & (FLUV_CELL_VOID | FLUV_CELL_SEA));
    uint32_t pool = land ? j->pools.pool_of[d->label[at]] : FLUV_NONE;
    assert(pool == FLUV_NONE || pool < j->pools.count);
    return pool;
}

static void move(fluv_lakes_job *j, const fluv_rate *rate, uint32_t cell, uint32_t before)
{
    uint32_t from = pool_below(j, before), to = pool_below(j, cell);
    if (!rate || from == to)
        return;
    double moved = sum_above(&j->drainage, rate, cell);
    double *lost = from == FLUV_NONE ? &j->left : &j->supply[from];
    double *won = to == FLUV_NONE ? &j->left : &j->supply[to];
    *lost = fmax(0.0, *lost - moved);
    *won += moved;
}

/* Water that comes down from above a pool's pass and would cross its way out, should there be one,
 * takes it. What lies lower does not cross it, by the order of passes. */
static void part_ways_out(fluv_lakes_job *j, const fluv_rate *rate)
{
    uint32_t *receiver = j->drainage.receiver;
    for (uint32_t p = 0; p < j->pools.count; p++) {
        const fluv_pool *pool = &j->pools.pools[p];
        if (pool->pass_to == FLUV_NONE || pool->pass_from == FLUV_NONE)
            continue;
        uint32_t cell = fluv_receivers_crossing(receiver, j->drainage.topology.cols,
                                                pool->pass_from, pool->pass_to);
        if (cell == FLUV_NONE || !(j->height[cell] > pool->spill))
            continue;
        uint32_t before = receiver[cell];
        receiver[cell] = pool->pass_to;
        move(j, rate, cell, before);
    }
}

void fluv_lakes_part(fluv_lakes_job *j, const fluv_rate *rate)
{
    const fluv_drainage *d = &j->drainage;
    for (fluv_turned turn = {0};
         fluv_receivers_turn_next(&d->topology, j->height, j->survey.lake_of, d->receiver, &turn);)
        move(j, rate, turn.cell, turn.before);
    part_ways_out(j, rate);
}
