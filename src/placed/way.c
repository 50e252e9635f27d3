// SPDX-License-Identifier: MIT
/* Ways that find themselves.
 *
 * in   ground, where a way begins        out   cells down to water
 *
 * Where a river's line ends on land, its water goes on: the ground is flooded from there, lowest
 * first, until the flood meets water, the edge or lower ground; the way it took climbs least.
 * O(m log m) in the m cells flooded. */
#include "placed/search.h"

#include "field/grid.h"

#include <assert.h>
#include <math.h>

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

/* Where a flood begins, how low its water stands, and what ends it. */
typedef struct flooding {
    uint32_t from;
    float level;
    bool to_water; /* lower ground will not do */
    bool climbs;   /* out of ground that must stay too */
} flooding;

/* Whether a flood goes on over a cell. */
static bool takes_way(const fluv_earth *earth, const flooding *f, uint32_t at, uint32_t other)
{
    bool stays = earth->held[other] && earth->height[other] > f->level;
    return earth->from[other] == FLUV_NONE && fluv_earth_is_land(earth, other) &&
           earth->lake[other] == FLUV_NONE && earth->way[other] == FLUV_NONE &&
           (f->climbs || !stays) && fluv_way_crossed(earth, at, other) == FLUV_NONE;
}

/* Everything it goes over lies above its level, so that ground which must stay is no way: where
 * that shuts it in, `last` is FLUV_NONE. */
static fluv_status flood(fluv_ctx *ctx, fluv_search *s, const flooding *f, uint32_t *last,
                         uint32_t *into)
{
    assert(last && into);
    const fluv_earth *earth = s->earth;
    FLUV_TRY(fluv_search_reach(ctx, s, f->from, f->from));
    FLUV_TRY(fluv_search_push(ctx, s, earth->height[f->from], f->from));
    float reached;
    for (uint32_t at; (at = fluv_heap_pop(&s->open, &reached)) != FLUV_NONE;) {
        *last = at;
        *into = FLUV_NONE;
        if (earth->kind[at] & FLUV_CELL_OPEN)
            return FLUV_OK;
        fluv_around around = fluv_around_cell(&earth->topology, at);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            if (!takes_water(earth, other, f->level, f->to_water) ||
                earth->from[other] != FLUV_NONE)
                continue;
            bool water = earth->way[other] != FLUV_NONE || earth->lake[other] != FLUV_NONE ||
                         !fluv_earth_is_land(earth, other);
            *into = water ? other : FLUV_NONE;
            *last = water ? at : other; /* lower ground is part of the way */
            return water ? FLUV_OK : fluv_search_reach(ctx, s, other, at);
        }
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            if (!takes_way(earth, f, at, other))
                continue;
            FLUV_TRY(fluv_search_reach(ctx, s, other, at));
            FLUV_TRY(fluv_search_push(ctx, s, fmaxf(reached, earth->height[other]), other));
        }
    }
    *last = f->climbs ? *last : FLUV_NONE;
    return FLUV_OK; /* shut in: the way ends at the last cell that was reached */
}

/* One flood; `done` becomes whether it had a way. */
static fluv_status flood_on(fluv_ctx *ctx, const fluv_earth *earth, const flooding *f,
                            fluv_list *cells, uint32_t *into, bool *done)
{
    fluv_search s;
    uint32_t last = f->from;
    *into = FLUV_NONE;
    FLUV_TRY(fluv_search_begin(ctx, earth, &s));
    fluv_status status = flood(ctx, &s, f, &last, into);
    *done = last != FLUV_NONE;
    if (status == FLUV_OK && *done)
        status = fluv_search_take(ctx, &s, last, cells);
    fluv_search_end(ctx, &s);
    return status;
}

fluv_status fluv_way_on(fluv_ctx *ctx, const fluv_earth *earth, uint32_t from, float level,
                        bool to_water, fluv_list *cells, uint32_t *into)
{
    flooding f = {.from = from, .level = level, .to_water = to_water};
    bool done;
    FLUV_TRY(flood_on(ctx, earth, &f, cells, into, &done));
    f.climbs = true;
    return done ? FLUV_OK : flood_on(ctx, earth, &f, cells, into, &done);
}
