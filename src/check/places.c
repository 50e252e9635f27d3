// SPDX-License-Identifier: MIT
/* End points in a table.  O(reaches). */
#include "check/places.h"
#include "landscape/vectors.h"

#include <assert.h>
#include <string.h>

static const fluv_river_point *end_of(const fluv_check_land *land, size_t place, bool last)
{
    uint32_t count;
    assert(place < land->rivers->count);
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
static uint32_t *slot_at(const fluv_check_land *land, const fluv_reach_ends *places,
                         const fluv_river_point *at)
{
    assert((places->mask & (places->mask + 1)) == 0);
    size_t slot = place_hash(at) & places->mask;
    while (places->slots[slot]) {
        const fluv_river_point *end = end_of(land, places->slots[slot] - 1, true);
        if (end->x == at->x && end->y == at->y)
            break;
        slot = (slot + 1) & places->mask;
    }
    return &places->slots[slot];
}

static bool has_arms(const fluv_check_land *land)
{
    for (size_t i = 0; i < land->rivers->count; i++)
        if (fluv_reach_shares(&land->rivers->reaches[i]))
            return true;
    return false;
}

fluv_status fluv_reach_ends_init(fluv_ctx *ctx, const fluv_check_land *land,
                                 fluv_reach_ends *places)
{
    *places = (fluv_reach_ends){0};
    if (!has_arms(land))
        return FLUV_OK;
    size_t room = 2;
    while (room < 2 * land->rivers->count)
        room *= 2;
    assert(room > land->rivers->count); /* or a search would never end */
    *places = (fluv_reach_ends){fluv_scratch_zero(ctx, room, sizeof *places->slots), room - 1};
    if (!places->slots)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < land->rivers->count; i++) {
        const fluv_river_point *end = end_of(land, i, true);
        if (!end || isnan(end->x) || isnan(end->y))
            continue;
        uint32_t *slot = slot_at(land, places, end);
        if (!*slot)
            *slot = (uint32_t)i + 1;
    }
    return FLUV_OK;
}

uint32_t fluv_reach_ends_parent(const fluv_check_land *land, const fluv_reach_ends *places,
                                size_t place)
{
    const fluv_river_point *start = places->slots ? end_of(land, place, false) : NULL;
    uint32_t parent = start ? *slot_at(land, places, start) : 0;
    return parent && parent - 1 != place ? parent - 1 : FLUV_NONE;
}
