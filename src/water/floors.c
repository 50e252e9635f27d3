// SPDX-License-Identifier: MIT
/* Valley floors as wide as their streams wander.
 *
 * in   heights, drained areas     out   heights, none above the old ones
 *
 * A stream that wanders undercuts its valley's sides and carries off what comes down, until the
 * floor is so wide that it rarely gets to them: as a rule a share of the root of what it drains,
 * as its own width is. Ground within half that distance of a stream is worn to the stream's height,
 * and a little more away from it, so that brooks cross the floor.
 *
 * Streams spread over the vertices around them, each vertex belonging to the one whose floor goes
 * furthest beyond it: a vertex is looked at again when a better stream reaches it, which ends,
 * since what is left only grows. One thread, in the order of a queue.  O(n), and the vertices of
 * floors some times.
 *
 * Based on: Langston, Tucker. Developing and exploring a theory for the lateral erosion of bedrock
 *           channels for use in landscape evolution models. 2018 (that floors widen with flow)
 *           Brocard, van der Beek. Influence of incision rate, rock strength, and bedload supply on
 *           bedrock river gradients and valley-flat widths. 2006 (widths by drained area) */
#include "water/floors.h"

#include <string.h>

#define TILT 0.01f /* rise over run away from the stream */

static double half_width(const fluv_floors *f, uint32_t vertex)
{
    return 0.5 * f->width * sqrt((double)f->area[vertex] * f->unit);
}

static bool stays(const fluv_floors *f, uint32_t vertex)
{
    return f->kind[vertex] & (FLUV_CELL_SEA | FLUV_CELL_VOID | FLUV_CELL_HELD);
}

typedef struct ring {
    uint32_t *items;
    uint32_t room, first, count; /* each vertex is in it once at most */
} ring;

static void push(ring *r, uint8_t *waits, uint32_t vertex)
{
    if (waits[vertex])
        return;
    assert(r->count < r->room);
    waits[vertex] = 1;
    uint32_t at = r->first + r->count++;
    r->items[at < r->room ? at : at - r->room] = vertex;
}

static uint32_t pop(ring *r, uint8_t *waits)
{
    uint32_t vertex = r->items[r->first];
    r->first = r->first + 1 < r->room ? r->first + 1 : 0;
    r->count--;
    waits[vertex] = 0;
    return vertex;
}

/* Streams whose floors are wider than the way to the next vertex. */
static void begin(const fluv_floors *f, double spacing, ring *r)
{
    for (uint32_t v = 0; v < f->topology->count; v++) {
        double half = half_width(f, v);
        bool stream = half > 0.5 * spacing && !stays(f, v) && !f->still[v];
        f->owner[v] = stream ? v : FLUV_NONE;
    }
    memset(f->waits, 0, f->topology->count);
    for (uint32_t v = 0; v < f->topology->count; v++)
        if (f->owner[v] != FLUV_NONE)
            push(r, f->waits, v);
}

/* How far the floor of a stream goes on beyond a vertex, m. */
static double goes_on(const fluv_floors *f, uint32_t owner, uint32_t vertex)
{
    if (owner == FLUV_NONE)
        return 0.0;
    return half_width(f, owner) - fluv_cell_span(f->topology, owner, vertex);
}

static void spread(const fluv_floors *f, uint32_t from, ring *r)
{
    uint32_t owner = f->owner[from];
    fluv_around around = fluv_around_cell(f->topology, from);
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t to = around.cell[i];
        if (f->owner[to] == owner || stays(f, to) ||
            goes_on(f, owner, to) <= goes_on(f, f->owner[to], to))
            continue;
        f->owner[to] = owner;
        push(r, f->waits, to);
    }
}

void fluv_floors_plane(const fluv_floors *f, float *height)
{
    uint32_t count = f->topology->count;
    double frame = 0.0;
    assert(f->width > 0.0 && !f->topology->cols);
    for (uint32_t v = 0; v < count; v++)
        frame += f->topology->areas[v];
    ring r = {.items = f->queue, .room = count};
    begin(f, sqrt(frame / count), &r);
    while (r.count)
        spread(f, pop(&r, f->waits), &r);
    for (uint32_t v = 0; v < count; v++) {
        uint32_t owner = f->owner[v];
        if (owner == FLUV_NONE || owner == v)
            continue;
        float span = (float)fluv_cell_span(f->topology, owner, v);
        float floor = height[owner] + TILT * span;
        height[v] = fminf(height[v], floor);
    }
}
