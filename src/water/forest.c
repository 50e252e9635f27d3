// SPDX-License-Identifier: MIT
/* Sums down a forest of receivers.
 *
 * in   receivers, each vertex's own value     out   the sum over all vertices upstream
 *
 * A vertex without donors starts a walk down; the walk stops where other donors are still missing
 * and is taken up by the last of them. Each thread walks within its own part. Where a walk would
 * leave the part it waits, and once all threads are done the waiting walks go on one after another:
 * of a river that winds between parts only its trunk is left by then.  O(n). */
#include "water/forest.h"

#include "water/parts.h"

#include <assert.h>
#include <string.h>

enum { DONE = UINT8_MAX, WAITING = UINT8_MAX - 1 };

static void count_inside(fluv_part own, const uint32_t *receiver, uint8_t *donors)
{
    memset(donors + own.from, 0, own.end - own.from);
    for (uint32_t v = own.from; v < own.end; v++)
        if (fluv_part_holds(own, receiver[v]))
            donors[receiver[v]]++;
}

static void count_outside(fluv_part own, const uint32_t *receiver, uint8_t *donors)
{
    for (uint32_t v = own.from; v < own.end; v++)
        if (!fluv_part_holds(own, receiver[v]) && receiver[v] != FLUV_NONE)
            __atomic_fetch_add(&donors[receiver[v]], 1, __ATOMIC_RELAXED);
}

static void walk(fluv_part own, const uint32_t *receiver, uint32_t from, uint8_t *donors,
                 uint64_t *sum)
{
    for (uint32_t at = from;;) {
        uint32_t to = receiver[at];
        if (!fluv_part_holds(own, to)) {
            donors[at] = to == FLUV_NONE ? DONE : WAITING;
            return;
        }
        donors[at] = DONE;
        assert(to < own.end && donors[to] > 0 && donors[to] < WAITING &&
               sum[to] + sum[at] >= sum[at]);
        sum[to] += sum[at];
        if (--donors[to] != 0)
            return;
        at = to;
    }
}

static void walk_part(fluv_part own, const uint32_t *receiver, uint8_t *donors, uint64_t *sum)
{
    for (uint32_t v = own.from; v < own.end; v++)
        if (donors[v] == 0)
            walk(own, receiver, v, donors, sum);
}

/* Walks that wait go on to whatever part. */
static void walk_on(uint32_t count, const uint32_t *receiver, uint8_t *donors, uint64_t *sum)
{
    const fluv_part all = {0, count};
    for (uint8_t *at = donors; (at = memchr(at, WAITING, (size_t)(donors + count - at)));)
        walk(all, receiver, (uint32_t)(at - donors), donors, sum);
}

void fluv_forest_count(uint32_t count, int threads, const uint32_t *receiver, uint8_t *donors)
{
    assert(count > 0 && threads > 0);
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static, 1)
        for (int p = 0; p < threads; p++)
            count_inside(fluv_part_of(count, threads, p), receiver, donors);
#pragma omp for schedule(static, 1)
        for (int p = 0; p < threads; p++)
            count_outside(fluv_part_of(count, threads, p), receiver, donors);
    }
}

void fluv_forest_sum(uint32_t count, int threads, const uint32_t *receiver, uint8_t *donors,
                     uint64_t *sum)
{
    fluv_forest_count(count, threads, receiver, donors);
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int p = 0; p < threads; p++)
        walk_part(fluv_part_of(count, threads, p), receiver, donors, sum);
    if (threads > 1)
        walk_on(count, receiver, donors, sum);
}
