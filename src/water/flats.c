// SPDX-License-Identifier: MIT
/* Flats: receivers for cells that have no lower neighbour.
 *
 * in   heights, receivers of sloping cells     out   receivers of flat cells too
 *
 * A flat is a connected set of cells of one height without receivers. Its outlets are the cells of
 * the same height beside it that have one, and its own open cells. Two breadth-first searches give
 * each flat cell the steps to the nearest outlet and the steps from the nearest higher ground;
 * cells drain down the surface 2 * to_low - from_high. A step towards the outlet lowers it by 2 and
 * changes the second part by 1 at most, so that every cell has a way out.  O(n).
 *
 * Based on: Garbrecht, Martz. The assignment of drainage direction over flat surfaces. 1997
 *           Barnes, Lehman, Mulla. An efficient assignment of drainage direction over flat
 *           surfaces. 2014 */
#include "water/receivers.h"

#include <assert.h>
#include <stddef.h>

#define UNSEEN UINT32_MAX
#define QUEUED (UINT32_MAX - 1)

typedef struct flats {
    const fluv_topology *topology;
    const float *height;
    const uint8_t *kind;
    uint32_t *queue, *to_low, *from_high;
} flats;

/* to_low and from_high are 0 on sloping cells, voids and the sea; on flat ones to_low runs UNSEEN,
 * QUEUED, then 1 and more. Flat cells side by side lie equally high, or the higher one would slope:
 * what stands in these arrays tells nearly always enough, and heights need not be read. */
static bool is_flat(const flats *f, uint32_t cell)
{
    return f->to_low[cell] != 0;
}

/* Flat cells are not open, so that they lie inside a grid, and no void beside them. */
static fluv_around around_flat(const flats *f, uint32_t cell)
{
    assert(!(f->kind[cell] & FLUV_CELL_OPEN));
    if (!f->topology->cols)
        return fluv_around_cell(f->topology, cell);
    return fluv_around_inner(f->topology->cols, cell);
}

/* Whether a cell beside a flat is one over which its water leaves. */
static bool is_outlet(const flats *f, uint32_t flat_cell, uint32_t other)
{
    return !is_flat(f, other) && f->height[other] == f->height[flat_cell];
}

/* Cells of one flat, gathered from `seed` into the queue; from_high is 1 beside higher ground and
 * UNSEEN elsewhere, to_low 1 beside an outlet. Returns how many there are. */
static uint32_t gather(const flats *f, uint32_t seed, uint32_t *queue)
{
    uint32_t tail = 0;
    queue[tail++] = seed;
    f->to_low[seed] = QUEUED;
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t cell = queue[head];
        fluv_around around = around_flat(f, cell);
        bool beside_high = false, beside_outlet = false;
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            if (f->to_low[other] == UNSEEN) {
                assert(f->height[other] == f->height[cell]);
                f->to_low[other] = QUEUED;
                queue[tail++] = other;
            } else if (!is_flat(f, other)) {
                beside_high = beside_high || f->height[other] > f->height[cell];
                beside_outlet = beside_outlet || is_outlet(f, cell, other);
            }
        }
        f->from_high[cell] = beside_high ? 1 : UNSEEN;
        f->to_low[cell] = beside_outlet ? 1 : QUEUED;
    }
    return tail;
}

/* Steps from the cells marked 1 to all others of the flat. `cells` is reordered. */
static void measure(const flats *f, uint32_t *cells, uint32_t count, uint32_t unseen,
                    uint32_t *steps)
{
    uint32_t tail = 0;
    for (uint32_t i = 0; i < count; i++)
        if (steps[cells[i]] == 1) {
            uint32_t other = cells[tail];
            cells[tail++] = cells[i];
            cells[i] = other;
        }
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t cell = cells[head];
        fluv_around around = around_flat(f, cell);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            if (steps[other] == unseen) {
                steps[other] = steps[cell] + 1;
                cells[tail++] = other; /* overwrites cells that will come back into the queue */
            }
        }
    }
}

/* The cell farthest from higher ground, the lowest index among equals. */
static uint32_t middle(const flats *f, const uint32_t *cells, uint32_t count)
{
    uint32_t best = cells[0];
    for (uint32_t i = 1; i < count; i++) {
        uint32_t cell = cells[i], d = f->from_high[cell], most = f->from_high[best];
        if (d > most || (d == most && cell < best))
            best = cell;
    }
    return best;
}

static int64_t slant(const flats *f, uint32_t cell)
{
    return 2 * (int64_t)f->to_low[cell] - (int64_t)f->from_high[cell];
}

static uint32_t choose(const flats *f, uint32_t cell)
{
    fluv_around around = around_flat(f, cell);
    uint32_t best = FLUV_NONE;
    int64_t lowest = slant(f, cell);
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t other = around.cell[i];
        if (is_outlet(f, cell, other))
            return other;
        if (is_flat(f, other) && slant(f, other) < lowest) {
            lowest = slant(f, other);
            best = other;
        }
    }
    return best;
}

uint32_t fluv_flat_choose(const fluv_topology *topology, const float *height, const uint8_t *kind,
                          const fluv_flat_fields *fields, uint32_t cell)
{
    const flats f = {topology, height, kind, NULL, fields->to_low, fields->from_high};
    assert(is_flat(&f, cell));
    return choose(&f, cell);
}

/* The flat's cells have their place in the queue; to_low is 1 beside its outlets. */
static void resolve_one(const flats *f, uint32_t *cells, uint32_t count)
{
    bool has_high = false, has_outlet = false;
    for (uint32_t i = 0; i < count; i++) {
        has_high |= f->from_high[cells[i]] == 1;
        has_outlet |= f->to_low[cells[i]] == 1;
    }
    if (has_high)
        measure(f, cells, count, UNSEEN, f->from_high);
    else
        for (uint32_t i = 0; i < count; i++)
            f->from_high[cells[i]] = 0;
    if (!has_outlet)
        f->to_low[middle(f, cells, count)] = 1;
    measure(f, cells, count, QUEUED, f->to_low);
}

/* The flats as they are found: the cells of one behind those of the other in the queue. */
typedef struct found {
    uint32_t *first; /* flat i has the cells first[i] .. first[i + 1] - 1 */
    uint32_t count, end;
} found;

static void find_at(const flats *f, uint32_t cell, found *out)
{
    if (f->to_low[cell] != UNSEEN)
        return;
    out->first[out->count++] = out->end;
    out->end += gather(f, cell, f->queue + out->end);
}

static void mark_flat_cells(const flats *f, int threads, const uint32_t *receiver)
{
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < f->topology->count; c++) {
        bool sloping = receiver[c] != FLUV_NONE ||
                       (f->kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA | FLUV_CELL_OPEN));
        f->to_low[c] = sloping ? 0 : UNSEEN;
        f->from_high[c] = 0;
    }
}

static void find_around(const flats *f, uint32_t cell, found *out)
{
    fluv_around around = fluv_around_known(f->topology, f->kind, cell);
    for (uint32_t i = 0; i < around.count; i++)
        find_at(f, around.cell[i], out);
}

/* Flats in which a cell changed, or beside one; and beside cells that slope now, since one beside
 * them changed. The others keep their receivers. */
static void find_changed(const flats *f, int threads, const fluv_flats_known *known, found *out,
                         uint32_t *receiver)
{
    for (uint32_t c = 0; c < f->topology->count; c++) {
        if (!known->changed[c])
            continue;
        find_at(f, c, out);
        find_around(f, c, out);
        fluv_around around = fluv_around_known(f->topology, f->kind, c);
        for (uint32_t i = 0; i < around.count; i++)
            if (f->to_low[around.cell[i]] == 0)
                find_around(f, around.cell[i], out);
    }
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < f->topology->count; c++)
        if (f->to_low[c] == UNSEEN)
            receiver[c] = known->receiver[c];
}

void fluv_flats_resolve(const fluv_topology *topology, int threads, const float *height,
                        const uint8_t *kind, const fluv_flats_known *known,
                        const fluv_flats_work *work, uint32_t *receiver)
{
    assert(threads > 0 && height && kind && work && receiver);
    flats f = {topology, height, kind, work->queue, work->to_low, work->from_high};
    found all = {.first = work->first};
    mark_flat_cells(&f, threads, receiver);
    if (known)
        find_changed(&f, threads, known, &all, receiver);
    else
        for (uint32_t c = 0; c < topology->count; c++)
            find_at(&f, c, &all);
    all.first[all.count] = all.end;
    const uint32_t *first = all.first;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 64)
    for (uint32_t i = 0; i < all.count; i++) { /* flats do not touch: each is its own */
        resolve_one(&f, f.queue + first[i], first[i + 1] - first[i]);
        for (uint32_t k = first[i]; k < first[i + 1]; k++)
            receiver[f.queue[k]] = choose(&f, f.queue[k]);
    }
}
