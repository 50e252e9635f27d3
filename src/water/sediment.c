// SPDX-License-Identifier: MIT
/* What streams carry, from the crests down to the mouths.
 *
 * in   heights before and after a step, receivers     out   loads for the next step, heights of
 *                                                           lake floors, sediment that lies
 *
 *     dh/dt = u - k A^m S^n + G Q / A,   Q the volume that comes from upstream in a year
 *
 * The step of stream power takes the load Q / A of the step before (stream_power.c), which makes
 * the iteration of Yuan and others one with the steps of time: land in balance has the same slopes,
 * (1 + G) times those of bare rock. Here the loads are found anew, from what was worn.
 *
 * Still water traps all that comes into it, vertex by vertex along its way, until the floor has
 * come up to the level: deltas grow into lakes, and lakes become plains, which rise a little away
 * from their outlets.
 *
 * A walk goes from each vertex without donors down to where other donors are missing, as in
 * forest.c. Volumes are whole numbers.  O(n).
 *
 * Based on: Davy, Lague. Fluvial erosion/transport equation of landscape evolution models
 *           revisited. 2009
 *           Yuan, Braun, Guerit, Rouby, Cordonnier. A new efficient method to solve the stream
 * power law model taking into account sediment deposition. 2019 */
#include "water/sediment.h"

#include "water/forest.h"
#include "water/parts.h"

#include <assert.h>
#include <string.h>

#define DEEPEST 16384.0 /* m that the ground may change in a step, as a mean over the land */
#define BITS    60
#define FILLED  0.5  /* of the room above a vertex that a step may fill */
#define PLAIN   2e-4 /* rise over run of the plain that a filled lake becomes */

enum { DONE = UINT8_MAX, WAITING = UINT8_MAX - 1 };

double fluv_sediment_quantum(double frame_area)
{
    return ldexp(frame_area * DEEPEST, -BITS);
}

typedef struct walker {
    const fluv_sediment *s;
    const float *before;
    float *after;
    uint8_t *donors;
    fluv_sediment_sums sums;
} walker;

/* How high still water lets sediment rise at a vertex. */
static double trap_level(const fluv_sediment *s, uint32_t vertex)
{
    const fluv_trap *trap = s->traps ? &s->traps[s->basin[vertex]] : NULL;
    if (!trap || isnan(trap->level))
        return -INFINITY;
    return (double)trap->level + PLAIN * fluv_cell_span(s->topology, vertex, trap->outlet);
}

/* Of the change of a vertex's height. */
static int64_t quanta(const fluv_sediment *s, double depth, double square)
{
    return llrint(fmin(fmax(depth, -DEEPEST), DEEPEST) * square * (1.0 / s->quantum));
}

/* What leaves a vertex that all donors have brought theirs to. */
static int64_t pass_on(walker *w, uint32_t v)
{
    const fluv_sediment *s = w->s;
    int64_t in = s->moving[v];
    assert(v < s->topology->count);
    double square = fluv_cell_area(s->topology, v);
    bool fixed = s->kind[v] & (FLUV_CELL_SEA | FLUV_CELL_HELD | FLUV_CELL_VOID);
    double bare = (double)w->before[v] + (fixed ? 0.0 : s->years * (double)s->uplift[v]);
    int64_t own = fixed ? 0 : quanta(s, bare - (double)w->after[v], square);
    int64_t out = in + own;
    double brings = in ? (double)in * s->quantum / ((double)s->area[v] * s->unit) : 0.0;
    s->load[v] = 0.5f * (s->load[v] + (float)fmax(brings, 0.0));
    s->moving[v] = 0;
    if (fixed)
        return out;
    if (out < 0) { /* more was laid down than there is */
        w->after[v] += (float)((double)out * s->quantum / square);
        own -= out;
        out = 0;
    }
    double room = trap_level(s, v) - (double)w->after[v];
    if (room > 0.0 && out > 0) {
        int64_t most = quanta(s, FILLED * room, square);
        int64_t trapped = most < out ? most : out;
        w->after[v] += (float)((double)trapped * s->quantum / square);
        out -= trapped;
        own -= trapped;
    }
    w->sums.worn += own > 0 ? own : 0;
    w->sums.laid -= own < 0 ? own : 0;
    s->laid[v] = fmaxf(s->laid[v] + (float)((double)w->after[v] - bare), 0.0f);
    return out;
}

static void walk(walker *w, fluv_part own, uint32_t from)
{
    const uint32_t *receiver = w->s->receiver;
    uint8_t *donors = w->donors;
    for (uint32_t at = from;;) {
        uint32_t to = receiver[at];
        if (to != FLUV_NONE && !fluv_part_holds(own, to)) {
            donors[at] = WAITING;
            return;
        }
        int64_t out = pass_on(w, at);
        donors[at] = DONE;
        if (to == FLUV_NONE) {
            w->sums.left += out;
            return;
        }
        w->s->moving[to] += out;
        assert(to < w->s->topology->count && donors[to] > 0);
        if (--donors[to] != 0)
            return;
        at = to;
    }
}

fluv_sediment_sums fluv_sediment_step(const fluv_sediment *sediment, int threads,
                                      const float *before, uint8_t *donors, float *after)
{
    uint32_t count = sediment->topology->count;
    int64_t brought = 0;
    assert(threads > 0 && sediment->years > 0.0 && sediment->quantum > 0.0);
    for (uint32_t v = 0; v < count; v++)
        brought += sediment->moving[v];
    fluv_forest_count(count, threads, sediment->receiver, donors);
    int64_t worn = 0, laid = 0, left = 0;
#pragma omp parallel for num_threads(threads) schedule(static, 1) reduction(+ : worn, laid, left)
    for (int p = 0; p < threads; p++) {
        fluv_part own = fluv_part_of(count, threads, p);
        walker w = {sediment, before, after, donors, {0}};
        for (uint32_t v = own.from; v < own.end; v++)
            if (donors[v] == 0)
                walk(&w, own, v);
        worn += w.sums.worn;
        laid += w.sums.laid;
        left += w.sums.left;
    }
    const fluv_part all = {0, count};
    walker w = {sediment, before, after, donors, {worn, brought, laid, left}};
    for (uint8_t *at = donors; (at = memchr(at, WAITING, (size_t)(donors + count - at)));)
        walk(&w, all, (uint32_t)(at - donors));
    return w.sums;
}
