// SPDX-License-Identifier: MIT
/* Rule 6: Strahler orders follow from the graph.
 *
 * A reach that nothing flows into has order 1; where two or more of the highest order meet it is
 * one more, else the highest. All reaches that end in a lake meet at its outlet. The arms of a
 * delta keep the order of the reach that splits: one of them follows it by `next_down`, the others
 * begin where it ends. Arms that meet again count as one river.  O(reaches). */
#include "check/check.h"
#include "check/places.h"
#include "landscape/vectors.h"

#include <assert.h>
#include <inttypes.h>

typedef struct meeting {
    uint8_t highest;      /* order that flows in */
    uint8_t rivers, arms; /* of that order, 2: two or more; arms together are 1 */
} meeting;

/* The order of the reach an arm of a delta splits from, 0: there is none. */
static uint8_t parent_order(const fluv_check_land *land, const fluv_reach_ends *places,
                            size_t place)
{
    uint32_t parent = fluv_reach_ends_parent(land, places, place);
    return parent == FLUV_NONE ? 0 : land->rivers->reaches[parent].strahler;
}

static uint8_t expected_order(const fluv_check_land *land, const fluv_reach_ends *places,
                              size_t place, meeting in)
{
    assert(place < land->rivers->count);
    if (!fluv_reach_shares(&land->rivers->reaches[place]))
        return in.highest ? (uint8_t)(in.highest + (in.rivers + in.arms > 1)) : 1;
    uint8_t parent = in.highest ? in.highest : parent_order(land, places, place);
    return parent ? parent : 1;
}

static void flow_in(meeting *in, const fluv_reach *reach)
{
    if (reach->strahler > in->highest)
        *in = (meeting){.highest = reach->strahler};
    if (reach->strahler < in->highest)
        return;
    if (fluv_reach_shares(reach))
        in->arms = 1;
    else
        in->rivers = in->rivers ? 2 : 1;
}

fluv_status fluv_rule_orders(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    if (!land->rivers) {
        finding->missing = "river";
        return FLUV_OK;
    }
    fluv_reach_ends places;
    meeting *meetings = fluv_scratch_zero(ctx, land->rivers->count, sizeof *meetings);
    if (!meetings)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_reach_ends_init(ctx, land, &places));
    for (size_t i = 0; i < land->ordered; i++) {
        uint32_t place = land->order[i];
        const fluv_reach *reach = &land->rivers->reaches[place];
        uint8_t order = expected_order(land, &places, place, meetings[place]);
        if (fluv_reach_shares(reach) && fluv_reach_ends_parent(land, &places, place) == FLUV_NONE)
            fluv_finding_break(finding, "reach %" PRId64 " is an arm that leaves no river",
                               reach->id);
        else if (reach->strahler != order)
            fluv_finding_break(finding, "reach %" PRId64 " has order %u, its upstream gives %u",
                               reach->id, reach->strahler, order);
        if (land->next[place] != FLUV_NONE)
            flow_in(&meetings[land->next[place]], reach);
    }
    finding->checked = land->ordered;
    return FLUV_OK;
}
