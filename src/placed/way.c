// SPDX-License-Identifier: MIT
/* Ways that find themselves.
 *
 * in   ground, where a way begins        out   cells down to water, or to the next point
 *
 * Where a river's line ends on land, its water goes on: the ground is flooded from there, lowest
 * first, until the flood meets water, the edge or lower ground; the way it took climbs least.
 * O(m log m) in the m cells flooded. Between two points a way goes where length and climb together
 * are least, in a strip along the line; by chance some ground is dearer, so that it bends on a
 * plain too: Dijkstra's search, O(m log m). */
#include "placed/earth.h"

#include "base/queue.h"
#include "field/grid.h"
#include "field/segments.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define FIRST_ROOM  4096
#define CLIMB_COUNT 25.0 /* m of way that a metre of climb is worth */
#define BENDS       3.0  /* of a way from point to point */
#define BENDING     2.5  /* how much dearer ground may be by chance, so that a way bends */

typedef struct search {
    const fluv_earth *earth;
    fluv_heap open;
    fluv_list touched; /* uint32_t: cells whose `from` is set */
} search;

static fluv_status begin(fluv_ctx *ctx, const fluv_earth *earth, search *s)
{
    *s = (search){.earth = earth};
    return fluv_heap_init(ctx, &s->open, FIRST_ROOM);
}

static void end(fluv_ctx *ctx, search *s)
{
    const uint32_t *cells = s->touched.items;
    for (size_t i = 0; i < s->touched.count; i++)
        s->earth->from[cells[i]] = FLUV_NONE;
    fluv_list_free(&s->touched);
    fluv_scratch_drop(ctx, s->open.items);
}

static fluv_status push(fluv_ctx *ctx, search *s, float key, uint32_t cell)
{
    if (s->open.count == s->open.room) {
        fluv_heap larger;
        FLUV_TRY(fluv_heap_init(ctx, &larger, 2 * s->open.room));
        memcpy(larger.items, s->open.items, s->open.count * sizeof *larger.items);
        larger.count = s->open.count;
        fluv_scratch_drop(ctx, s->open.items);
        s->open = larger;
    }
    fluv_heap_push(&s->open, key, cell);
    return FLUV_OK;
}

/* Notes from where a cell was reached; the first is reached from itself. */
static fluv_status reach(fluv_ctx *ctx, search *s, uint32_t cell, uint32_t from)
{
    assert(cell < s->earth->topology.count && from < s->earth->topology.count);
    if (s->earth->from[cell] == FLUV_NONE) {
        uint32_t *touched = fluv_list_append(ctx, &s->touched, 1, sizeof *touched);
        if (!touched)
            return FLUV_NO_MEMORY;
        *touched = cell;
    }
    s->earth->from[cell] = from;
    return FLUV_OK;
}

/* Appends the way from the start, which is left out, to a cell. */
static fluv_status take_way(fluv_ctx *ctx, const search *s, uint32_t last, fluv_list *cells)
{
    size_t count = 0;
    for (uint32_t at = last; s->earth->from[at] != at; at = s->earth->from[at])
        count++;
    uint32_t *way = fluv_list_append(ctx, cells, count, sizeof *way);
    if (count && !way)
        return FLUV_NO_MEMORY;
    for (uint32_t at = last; count > 0; at = s->earth->from[at])
        way[--count] = at;
    return FLUV_OK;
}

/* ---- On to water ---- */

uint32_t fluv_way_crossed(const fluv_earth *earth, uint32_t a, uint32_t b)
{
    assert(a < earth->topology.count && b < earth->topology.count);
    uint32_t cols = earth->frame.cols;
    uint32_t one = fluv_cell_at(cols, a % cols, b / cols);
    uint32_t other = fluv_cell_at(cols, b % cols, a / cols);
    if (earth->way[one] == FLUV_NONE || earth->way[one] != earth->way[other])
        return FLUV_NONE;
    return earth->height[one] < earth->height[other] ? one : other;
}

/* Whether a way at `level` may end by running into a cell. */
static bool takes_water(const fluv_earth *earth, uint32_t cell, float level, bool to_water)
{
    if (earth->kind[cell] & FLUV_CELL_SEA)
        return level > 0.0f;
    if (earth->way[cell] != FLUV_NONE) /* its bed will be cut as deep as need be */
        return !earth->barred || !earth->barred[earth->way[cell]];
    return earth->height[cell] < level && (!to_water || earth->lake[cell] != FLUV_NONE);
}

static fluv_status flood(fluv_ctx *ctx, search *s, uint32_t from, float level, bool to_water,
                         uint32_t *last, uint32_t *into)
{
    assert(last && into);
    const fluv_earth *earth = s->earth;
    FLUV_TRY(reach(ctx, s, from, from));
    FLUV_TRY(push(ctx, s, earth->height[from], from));
    float reached;
    for (uint32_t at; (at = fluv_heap_pop(&s->open, &reached)) != FLUV_NONE;) {
        *last = at;
        *into = FLUV_NONE;
        if (earth->kind[at] & FLUV_CELL_OPEN)
            return FLUV_OK;
        fluv_around around = fluv_around_cell(&earth->topology, at);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            if (!takes_water(earth, other, level, to_water) || earth->from[other] != FLUV_NONE)
                continue;
            bool water = earth->way[other] != FLUV_NONE || earth->lake[other] != FLUV_NONE ||
                         !fluv_earth_is_land(earth, other);
            *into = water ? other : FLUV_NONE;
            *last = water ? at : other; /* lower ground is part of the way */
            return water ? FLUV_OK : reach(ctx, s, other, at);
        }
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            if (earth->from[other] != FLUV_NONE || !fluv_earth_is_land(earth, other) ||
                earth->lake[other] != FLUV_NONE || earth->way[other] != FLUV_NONE ||
                fluv_way_crossed(earth, at, other) != FLUV_NONE)
                continue;
            FLUV_TRY(reach(ctx, s, other, at));
            FLUV_TRY(push(ctx, s, fmaxf(reached, earth->height[other]), other));
        }
    }
    return FLUV_OK; /* shut in: the way ends at the last cell that was reached */
}

fluv_status fluv_way_on(fluv_ctx *ctx, const fluv_earth *earth, uint32_t from, float level,
                        bool to_water, fluv_list *cells, uint32_t *into)
{
    search s;
    uint32_t last = from;
    *into = FLUV_NONE;
    FLUV_TRY(begin(ctx, earth, &s));
    fluv_status status = flood(ctx, &s, from, level, to_water, &last, into);
    if (status == FLUV_OK)
        status = take_way(ctx, &s, last, cells);
    end(ctx, &s);
    return status;
}

/* ---- From point to point ---- */

/* The line from one point to the next, and how far a way may leave it. */
typedef struct leg {
    uint32_t from, to;
    fluv_vec a, b;
    double beside; /* m */
    bool through;  /* over ground that must stay too, where it does not rise */
    fluv_noise chance;
} leg;

static bool in_strip(const fluv_earth *earth, const leg *l, uint32_t cell)
{
    fluv_vec at = {fluv_cell_x(&earth->frame, cell), fluv_cell_y(&earth->frame, cell)};
    return fluv_segment_distance(l->a, l->b, at) <= l->beside;
}

/* Whether a way may take a step: over land in the strip. Ground that must stay cannot be cut. */
static bool may_step(const fluv_earth *earth, const leg *l, uint32_t at, uint32_t to)
{
    if (to == l->to)
        return true;
    if (!fluv_earth_is_land(earth, to) || !in_strip(earth, l, to))
        return false;
    if (!earth->held[to])
        return true;
    bool rises = earth->held[at] && earth->height[to] > earth->height[at];
    return l->through && earth->held[to] == FLUV_HELD && earth->lake[to] == FLUV_NONE && !rises;
}

/* Length of a step and, at its price, climb. */
static double step_cost(const fluv_earth *earth, uint32_t a, uint32_t b, float chance)
{
    double climb = (double)(earth->height[b] - earth->height[a]);
    double dear = 1.0 + BENDING * (1.0 + (double)chance);
    return dear * fluv_cell_distance(&earth->topology, a, b) + CLIMB_COUNT * fmax(0.0, climb);
}

static fluv_status search_way(fluv_ctx *ctx, search *s, const leg *l, float *cost)
{
    const fluv_earth *earth = s->earth;
    uint32_t a = l->from, b = l->to;
    FLUV_TRY(reach(ctx, s, a, a));
    cost[a] = 0.0f;
    FLUV_TRY(push(ctx, s, 0.0f, a));
    float so_far;
    for (uint32_t at; (at = fluv_heap_pop(&s->open, &so_far)) != FLUV_NONE && at != b;) {
        if (so_far > cost[at])
            continue;
        fluv_around around = fluv_around_cell(&earth->topology, at);
        float chance[FLUV_DEGREE];
        fluv_earth_noise(earth, &l->chance, around.cell, around.count, chance);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            if (!may_step(earth, l, at, other))
                continue;
            float there = so_far + (float)step_cost(earth, at, other, chance[i]);
            if (earth->from[other] != FLUV_NONE && there >= cost[other])
                continue;
            cost[other] = there;
            FLUV_TRY(reach(ctx, s, other, at));
            FLUV_TRY(push(ctx, s, there, other));
        }
    }
    return FLUV_OK;
}

/* Appends a way, if there is one. */
static fluv_status find_leg(fluv_ctx *ctx, const fluv_earth *earth, const leg *l, float *cost,
                            fluv_list *cells, bool *found)
{
    search s;
    FLUV_TRY(begin(ctx, earth, &s));
    fluv_status status = search_way(ctx, &s, l, cost);
    *found = earth->from[l->to] != FLUV_NONE;
    if (status == FLUV_OK && *found)
        status = take_way(ctx, &s, l->to, cells);
    end(ctx, &s);
    return status;
}

/* Around ground that must stay, or else down over it; where neither is a way, the straight line. */
static fluv_status add_leg(fluv_ctx *ctx, const fluv_earth *earth, const double *xy, double freedom,
                           float *cost, fluv_list *cells)
{
    leg l = {.from = fluv_earth_cell(earth, xy[0], xy[1]),
             .to = fluv_earth_cell(earth, xy[2], xy[3]),
             .a = {xy[0], xy[1]},
             .b = {xy[2], xy[3]}};
    double length = fluv_vec_distance(l.a, l.b);
    if (l.from == FLUV_NONE || l.to == FLUV_NONE || l.from == l.to)
        return fluv_path_draw(ctx, earth, xy, 2, cells);
    l.beside = fmax(freedom * length, earth->frame.cell);
    l.chance = (fluv_noise){.key = earth->key,
                            .wavelength = length / BENDS,
                            .octaves = 6,
                            .gain = 0.6,
                            .lacunarity = 2.0,
                            .finest = earth->frame.cell};
    bool found;
    FLUV_TRY(find_leg(ctx, earth, &l, cost, cells, &found));
    l.through = true;
    if (!found)
        FLUV_TRY(find_leg(ctx, earth, &l, cost, cells, &found));
    return found ? FLUV_OK : fluv_path_draw(ctx, earth, xy, 2, cells);
}

/* Leaves out loops and what was appended twice. */
static void straighten(fluv_list *cells, size_t first)
{
    uint32_t *row = (uint32_t *)cells->items + first;
    size_t kept = 0;
    for (size_t i = 0; i < cells->count - first; i++) {
        size_t k = kept;
        while (k > 0 && row[k - 1] != row[i])
            k--;
        row[k > 0 ? k - 1 : kept] = row[i];
        kept = k > 0 ? k : kept + 1;
    }
    cells->count = first + kept;
}

fluv_status fluv_path_find(fluv_ctx *ctx, const fluv_earth *earth, const double *xy, size_t points,
                           double freedom, fluv_list *cells)
{
    size_t first = cells->count;
    float *cost = fluv_scratch(ctx, earth->topology.count, sizeof *cost);
    uint32_t *start = fluv_list_append(ctx, cells, 1, sizeof *start);
    if (!cost || !start)
        return FLUV_NO_MEMORY;
    *start = fluv_earth_cell(earth, xy[0], xy[1]);
    cells->count -= *start == FLUV_NONE;
    for (size_t i = 0; i + 1 < points; i++)
        FLUV_TRY(add_leg(ctx, earth, xy + 2 * i, freedom, cost, cells));
    fluv_scratch_drop(ctx, cost);
    straighten(cells, first);
    return fluv_advance(ctx, 0.1);
}
