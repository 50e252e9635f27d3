// SPDX-License-Identifier: MIT
/* How reaches stand to each other: next, system, order, distances, catchments.
 *
 * in   reaches in downstream order     out   the fields that follow from the graph
 *
 * Strahler: a head has order 1; where the highest order among what arrives comes twice, it rises by
 * one. A lake is one meeting of all that run into it. The arms of a delta keep the order of the
 * river that splits.  O(reaches). */
#include "hydrography/rivers.h"
#include "landscape/vectors.h"

#include <assert.h>

typedef struct meeting {
    uint8_t highest;      /* order */
    uint8_t rivers, arms; /* of that order, 2: two or more; arms together are 1 */
    double upland;        /* sum over what arrives */
    double dist_up;       /* longest */
} meeting;

/* Arms that meet again are no rivers meeting; a river that meets arms meets theirs. */
static void arrive(meeting *at, const fluv_reach *reach, double way_through_lake)
{
    if (reach->strahler > at->highest) {
        at->highest = reach->strahler;
        at->rivers = at->arms = 0;
    }
    if (reach->strahler == at->highest && fluv_reach_shares(reach))
        at->arms = 1;
    else if (reach->strahler == at->highest)
        at->rivers = at->rivers ? 2 : 1;
    at->upland += reach->upland;
    double up = reach->dist_up + way_through_lake;
    at->dist_up = up > at->dist_up ? up : at->dist_up;
}

static double gap(const fluv_river_point *points, const fluv_reach *upper, const fluv_reach *lower)
{
    const fluv_river_point *end = &points[upper->first_point + upper->point_count - 1];
    const fluv_river_point *start = &points[lower->first_point];
    return hypot(end->x - start->x, end->y - start->y);
}

static void go_down(const fluv_traces *network, const uint32_t *place, meeting *meetings,
                    const fluv_river_point *points, fluv_reach *reaches)
{
    for (uint32_t i = 0; i < network->count; i++) {
        fluv_reach *reach = &reaches[i];
        const meeting *above = &meetings[network->order[i]];
        bool rises = above->rivers + above->arms > 1 && !fluv_reach_shares(reach);
        reach->strahler = above->highest == 0 ? 1 : (uint8_t)(above->highest + rises);
        reach->dist_up = above->dist_up + reach->length;
        double own = reach->upland - above->upland;
        reach->catchment = own > 0.0 ? own : 0.0;
        const fluv_trace *t = &network->traces[network->order[i]];
        uint32_t next = t->next;
        assert(next == FLUV_NONE || place[next] > i); /* what it runs into comes later */
        if (t->arm != FLUV_NONE)
            meetings[t->arm] = (meeting){.highest = above->highest, .dist_up = above->dist_up};
        if (next != FLUV_NONE)
            arrive(&meetings[next], reach, gap(points, reach, &reaches[place[next]]));
    }
}

static void go_up(const fluv_river_cells *ch, const fluv_traces *network, const uint32_t *place,
                  const fluv_river_point *points, fluv_reach *reaches)
{
    for (uint32_t i = network->count; i-- > 0;) {
        const fluv_trace *t = &network->traces[network->order[i]];
        fluv_reach *reach = &reaches[i];
        reach->lake = t->to_lake == FLUV_NONE ? 0 : ch->lakes->lakes[t->to_lake].id;
        reach->from_lake = t->from_lake == FLUV_NONE ? 0 : ch->lakes->lakes[t->from_lake].id;
        if (t->next == FLUV_NONE) {
            reach->main_riv = reach->id;
            reach->endorheic = t->to_lake != FLUV_NONE;
            continue;
        }
        const fluv_reach *next = &reaches[place[t->next]];
        reach->next_down = next->id;
        reach->main_riv = next->main_riv;
        reach->endorheic = next->endorheic;
        reach->dist_down = next->dist_down + next->length + gap(points, reach, next);
    }
}

fluv_status fluv_reaches_relate(fluv_ctx *ctx, const fluv_river_cells *ch,
                                const fluv_traces *network, fluv_reach *reaches,
                                const fluv_river_point *points)
{
    assert(network->count > 0 && reaches && points);
    meeting *meetings = fluv_scratch_zero(ctx, network->count, sizeof *meetings);
    uint32_t *place = fluv_scratch(ctx, network->count, sizeof *place);
    if (!meetings || !place)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < network->count; i++) {
        assert(network->order[i] < network->count);
        place[network->order[i]] = i;
    }
    go_down(network, place, meetings, points, reaches);
    go_up(ch, network, place, points, reaches);
    return FLUV_OK;
}
