// SPDX-License-Identifier: MIT
/* Rule 6: Strahler orders follow from the graph.
 *
 * A reach that nothing flows into has order 1; where two or more of the highest order meet it is
 * one more, else the highest. All reaches that end in a lake meet at its outlet. The arms of a
 * delta keep the order of the reach that splits: one of them follows it by `next_down`, the others
 * begin where it ends.  O(reaches). */
#include "check/check.h"

#include <inttypes.h>
#include <string.h>

typedef struct meeting {
    uint8_t highest, twice; /* highest order that flows in; whether two of them do */
} meeting;

/* End points in a table: from a place to a reach that ends there. */
typedef struct place_index {
    uint32_t *slots; /* place of the reach + 1, 0: free */
    size_t mask;
} place_index;

static const fluv_river_point *end_of(const fluv_check_land *land, size_t place, bool last)
{
    uint32_t count;
    const fluv_river_point *points = fluv_check_line(land, &land->rivers->reaches[place], &count);
    return count ? &points[last ? count - 1 : 0] : NULL;
}

static size_t place_hash(const fluv_river_point *at)
{
    uint64_t x, y;
    memcpy(&x, &at->x, sizeof x);
    memcpy(&y, &at->y, sizeof y);
    uint64_t hash = (x ^ (y << 31 | y >> 33)) * 0x9e3779b97f4a7c15u;
    return (size_t)(hash ^ hash >> 29);
}

/* The slot of the reach that ends at a place, or a free one. Of several the first stays. */
static uint32_t *slot_at(const fluv_check_land *land, const place_index *index,
                         const fluv_river_point *at)
{
    size_t slot = place_hash(at) & index->mask;
    while (index->slots[slot]) {
        const fluv_river_point *end = end_of(land, index->slots[slot] - 1, true);
        if (end->x == at->x && end->y == at->y)
            break;
        slot = (slot + 1) & index->mask;
    }
    return &index->slots[slot];
}

static fluv_status index_ends(fluv_ctx *ctx, const fluv_check_land *land, place_index *index)
{
    size_t room = 2;
    while (room < 2 * land->rivers->count)
        room *= 2;
    *index = (place_index){fluv_scratch_zero(ctx, room, sizeof *index->slots), room - 1};
    if (!index->slots)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < land->rivers->count; i++) {
        const fluv_river_point *end = end_of(land, i, true);
        if (!end || isnan(end->x) || isnan(end->y))
            continue;
        uint32_t *slot = slot_at(land, index, end);
        if (!*slot)
            *slot = (uint32_t)i + 1;
    }
    return FLUV_OK;
}

/* The order of the reach an arm of a delta splits from, 0: there is none. */
static uint8_t parent_order(const fluv_check_land *land, const place_index *index, size_t place)
{
    const fluv_river_point *start = end_of(land, place, false);
    uint32_t parent = start && index->slots ? *slot_at(land, index, start) : 0;
    return parent && parent - 1 != place ? land->rivers->reaches[parent - 1].strahler : 0;
}

static uint8_t expected_order(const fluv_check_land *land, const place_index *index, size_t place,
                              meeting in)
{
    if (land->rivers->reaches[place].kind != FLUV_DELTA)
        return in.highest ? (uint8_t)(in.highest + in.twice) : 1;
    uint8_t parent = in.highest ? in.highest : parent_order(land, index, place);
    return parent ? parent : 1;
}

static void flow_in(meeting *in, const fluv_reach *reach)
{
    bool arm = reach->kind == FLUV_DELTA; /* arms that meet again do not count as rivers meeting */
    if (reach->strahler == in->highest && !arm)
        in->twice = 1;
    else if (reach->strahler > in->highest)
        *in = (meeting){reach->strahler, 0};
}

static bool has_arms(const fluv_check_land *land)
{
    for (size_t i = 0; i < land->rivers->count; i++)
        if (land->rivers->reaches[i].kind == FLUV_DELTA)
            return true;
    return false;
}

fluv_status fluv_rule_orders(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    if (!land->rivers) {
        finding->missing = "river";
        return FLUV_OK;
    }
    place_index index = {0};
    meeting *meetings = fluv_scratch_zero(ctx, land->rivers->count, sizeof *meetings);
    if (!meetings)
        return FLUV_NO_MEMORY;
    if (has_arms(land))
        FLUV_TRY(index_ends(ctx, land, &index));
    for (size_t i = 0; i < land->ordered; i++) {
        uint32_t place = land->order[i];
        const fluv_reach *reach = &land->rivers->reaches[place];
        uint8_t order = expected_order(land, &index, place, meetings[place]);
        if (reach->strahler != order)
            fluv_finding_break(finding, "reach %" PRId64 " has order %u, its upstream gives %u",
                               reach->id, reach->strahler, order);
        if (land->next[place] != FLUV_NONE)
            flow_in(&meetings[land->next[place]], reach);
    }
    finding->checked = land->ordered;
    return FLUV_OK;
}
