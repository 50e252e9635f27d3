// SPDX-License-Identifier: MIT
/* Drainage area and discharge: sums down the receivers.
 *
 * in   receivers, each cell's own value     out   the sum over all cells upstream
 *
 * Each cell without donors starts a walk down. Where it meets the only donor's receiver it goes on;
 * where several meet, the last to arrive adds them all, in the order of their index, and goes on.
 * So sums are formed in one order whatever the thread count, and a walk moves between neighbours:
 * memory is touched in places, not in heaps. Each thread walks within its own part. Where a walk
 * would leave the part it waits, and once all threads are done the waiting walks go on one after
 * another: only the trunks of rivers are left by then.  O(n). */
#include "water/accumulate.h"

#include "base/clones.h"
#include "water/parts.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* In `donors`: 0 begins a walk, ONE is gone through, several have one more than are still to come,
 * so that no count falls back to 0. */
enum { ONE = 1, WAITING = UINT8_MAX };

#define MOST_TAKEN 0.999 /* of what comes by a full lake: its outlet is a river, not a dry bed */

typedef struct summer {
    const fluv_topology *topology;
    const uint32_t *receiver;
    const fluv_lake_losses *lakes;
    uint8_t *donors;
    double *area, *flow;
} summer;

FLUV_CLONES static void count_from(const uint32_t *receiver, ptrdiff_t offset, uint32_t first,
                                   uint32_t count, uint8_t *donors)
{
    for (uint32_t i = 0; i < count; i++)
        donors[i] = (uint8_t)(donors[i] + (receiver[(ptrdiff_t)i + offset] == first + i));
}

static void count_anywhere(const fluv_topology *topology, const uint32_t *receiver, uint32_t cell,
                           uint8_t *donors)
{
    fluv_around around = fluv_around_cell(topology, cell);
    donors[cell] = 0;
    for (uint32_t i = 0; i < around.count; i++)
        donors[cell] = (uint8_t)(donors[cell] + (receiver[around.cell[i]] == cell));
}

static void add_one_to_several(uint8_t *donors, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        donors[i] = (uint8_t)(donors[i] + (donors[i] > ONE));
}

static void count_row(const fluv_topology *topology, const uint32_t *receiver, uint32_t row,
                      uint8_t *donors)
{
    uint32_t cols = topology->cols, start = row * cols;
    bool inside = row > 0 && row + 1 < topology->rows && cols > 2;
    for (uint32_t col = 0; col < cols; col += inside ? cols - 1 : 1)
        count_anywhere(topology, receiver, start + col, donors);
    if (inside)
        memset(donors + start + 1, 0, cols - 2);
    for (ptrdiff_t dy = -1; inside && dy <= 1; dy++)
        for (ptrdiff_t dx = -1; dx <= 1; dx++)
            if (dx || dy)
                count_from(receiver + start + 1, dy * (ptrdiff_t)cols + dx, start + 1, cols - 2,
                           donors + start + 1);
    add_one_to_several(donors + start, cols);
}

static void count_donors(const summer *s, int threads)
{
    const fluv_topology *topology = s->topology;
    if (topology->cols) {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (uint32_t row = 0; row < topology->rows; row++)
            count_row(topology, s->receiver, row, s->donors);
    } else {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (uint32_t c = 0; c < topology->count; c++) {
            count_anywhere(topology, s->receiver, c, s->donors);
            add_one_to_several(s->donors + c, 1);
        }
    }
}

static void add(const summer *s, uint32_t from, uint32_t to)
{
    s->area[to] += s->area[from];
    if (s->flow)
        s->flow[to] += s->flow[from];
}

/* On a grid a cell's index tells its neighbours' but for the columns, and a cell on the other side
 * of the frame never drains here. */
static void add_donors(const summer *s, uint32_t to)
{
    uint32_t cols = s->topology->cols, count = s->topology->count;
    if (cols < 3 || to <= cols || to >= count - cols - 1) {
        fluv_around around = fluv_around_cell(s->topology, to);
        for (uint32_t i = 0; i < around.count; i++)
            if (s->receiver[around.cell[i]] == to)
                add(s, around.cell[i], to);
        return;
    }
    const uint32_t rows[3] = {to - cols - 1, to - 1, to + cols - 1};
    for (int r = 0; r < 3; r++)
        for (uint32_t from = rows[r]; from < rows[r] + 3; from++)
            if (s->receiver[from] == to)
                add(s, from, to);
}

static int by_cell(const void *a, const void *b)
{
    const fluv_shelf *left = a, *right = b;
    return left->cell < right->cell ? -1 : left->cell > right->cell;
}

/* The lakes are full because this water reaches them too. */
static void take_from_shelf(const summer *s, uint32_t cell)
{
    const fluv_shelf key = {.cell = cell};
    fluv_shelf *all = s->lakes->shelves;
    fluv_shelf *shelf = bsearch(&key, all, s->lakes->shelf_count, sizeof key, by_cell);
    assert(shelf);
    while (shelf > all && shelf[-1].cell == cell)
        shelf--;
    for (; shelf < all + s->lakes->shelf_count && shelf->cell == cell; shelf++) {
        fluv_lake_water *water = &s->lakes->water[shelf->lake];
        shelf->taken = fmin(water->demand - water->evaporation, floor(MOST_TAKEN * s->flow[cell]));
        water->inflow += shelf->taken;
        water->evaporation += shelf->taken;
        s->flow[cell] -= shelf->taken;
    }
}

/* Down to where a lake got its share the way carries only the rest, so that it does not run dry
 * there: each part of it in proportion. */
static void thin_shelf(const summer *s, const fluv_shelf *shelf)
{
    double rest = s->flow[shelf->cell];
    if (!(shelf->taken > 0.0))
        return;
    for (uint32_t at = shelf->from; at != shelf->cell; at = s->receiver[at])
        s->flow[at] *= rest / (rest + shelf->taken);
}

static void take_at_exit(const summer *s, uint32_t cell)
{
    assert(s->lakes->lake[cell] != FLUV_NONE);
    fluv_lake_water *water = &s->lakes->water[s->lakes->lake[cell]];
    water->inflow = s->flow[cell];
    water->evaporation = fmin(water->demand, water->inflow);
    s->flow[cell] -= water->evaporation;
}

static void take_loss(const summer *s, uint32_t cell)
{
    if (s->lakes->exits[cell] & FLUV_EXIT)
        take_at_exit(s, cell);
    if (s->lakes->exits[cell] & FLUV_SHELF)
        take_from_shelf(s, cell);
}

/* On from a cell whose sum is complete and whose loss is taken. */
static void walk_on(const summer *s, fluv_part own, uint32_t at)
{
    for (uint32_t to; (to = s->receiver[at]) != FLUV_NONE; at = to) {
        if (!fluv_part_holds(own, to)) {
            s->donors[at] = WAITING;
            return;
        }
        if (s->donors[to] == ONE)
            add(s, at, to);
        else if (--s->donors[to] != ONE)
            return;
        else
            add_donors(s, to);
        if (s->lakes && s->lakes->exits[to])
            take_loss(s, to);
    }
}

static void walk_part(const summer *s, fluv_part own)
{
    for (uint32_t c = own.from; c < own.end; c++)
        if (s->donors[c] == 0) {
            if (s->lakes && s->lakes->exits[c])
                take_loss(s, c);
            walk_on(s, own, c);
        }
}

static void walk_waiting(const summer *s)
{
    const fluv_part all = {0, s->topology->count};
    const uint8_t *end = s->donors + all.end;
    for (const uint8_t *at = s->donors; (at = memchr(at, WAITING, (size_t)(end - at))); at++)
        walk_on(s, all, (uint32_t)(at - s->donors));
}

void fluv_accumulate(const fluv_topology *topology, int threads, const uint32_t *receiver,
                     const fluv_lake_losses *lakes, uint8_t *donors, double *area, double *flow)
{
    assert(threads > 0 && fluv_receivers_inside(topology, receiver));
    assert(!lakes || flow); /* lakes lose water: there must be some to lose */
    summer s = {topology, receiver, lakes, donors, area, flow};
    count_donors(&s, threads);
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int p = 0; p < threads; p++)
        walk_part(&s, fluv_part_of(topology->count, threads, p));
    if (threads > 1)
        walk_waiting(&s);
    for (size_t i = 0; lakes && i < lakes->shelf_count; i++)
        thin_shelf(&s, &lakes->shelves[i]);
}
