// SPDX-License-Identifier: MIT
/* Rule 2: every reach ends in the ocean, a lake, another reach or at the frame's edge.
 *
 * Ids exist once; `next_down` leads to a reach that begins where this one ends, or through a lake
 * to the lake's outlet; a reach without one has its last point at a shore or an edge; no reach
 * leads back to itself.  O(reaches). */
#include "check/check.h"
#include "check/tolerance.h"

#include <assert.h>
#include <inttypes.h>

static bool is_ocean(const fluv_check_land *land, uint32_t cell, const void *user)
{
    (void)user;
    return land->cover && land->cover[cell] == FLUV_OCEAN;
}

static bool is_nodata(const fluv_check_land *land, uint32_t cell, const void *user)
{
    (void)user;
    return land->height && isnan(land->height[cell]);
}

/* Known by its level, so that a wrong outline is rule 9's finding and not this rule's. An empty
 * lake has no water and is known by its outline. */
static bool is_lake(const fluv_check_land *land, uint32_t cell, const void *user)
{
    const fluv_lake *lake = user;
    if (lake->state == FLUV_EMPTY)
        return land->lake_of[cell] == (uint32_t)(lake - land->lakes->lakes) + 1;
    return land->cover && land->water && land->cover[cell] == FLUV_LAKE &&
           land->water[cell] == lake->level;
}

static bool at_lake(const fluv_check_land *land, const fluv_lake *lake, const fluv_river_point *at)
{
    if (fluv_check_near(land, at->x, at->y, is_lake, lake))
        return true;
    double reach = FLUV_CHECK_SHORE * land->frame.cell;
    return lake->state == FLUV_EMPTY && hypot(at->x - lake->x, at->y - lake->y) <= reach;
}

static bool at_edge(const fluv_check_land *land, const fluv_river_point *at)
{
    const fluv_frame *frame = &land->frame;
    double east = (at->x - frame->west) / frame->cell;
    double south = (frame->north - at->y) / frame->cell;
    double inside = fmin(fmin(east, frame->cols - east), fmin(south, frame->rows - south));
    return fabs(inside) <= FLUV_CHECK_SHORE || fluv_check_near(land, at->x, at->y, is_nodata, NULL);
}

static const char *lake_end_fault(const fluv_check_land *land, const fluv_reach *reach,
                                  const fluv_river_point *last)
{
    uint32_t lake = fluv_id_find_lake(land, reach->lake);
    if (lake == FLUV_NONE)
        return "ends in a lake that does not exist";
    if (reach->next_down != land->lakes->lakes[lake].outlet)
        return "does not go on from the outlet of the lake it ends in";
    return at_lake(land, &land->lakes->lakes[lake], last) ? NULL : "ends away from its lake";
}

static const char *joint_fault(const fluv_check_land *land, size_t place,
                               const fluv_river_point *last)
{
    assert(land->next[place] != FLUV_NONE);
    uint32_t count;
    const fluv_reach *below = &land->rivers->reaches[land->next[place]];
    const fluv_river_point *line = fluv_check_line(land, below, &count);
    double room = FLUV_CHECK_JOINT * land->frame.cell;
    if (!count || !(hypot(line[0].x - last->x, line[0].y - last->y) <= room))
        return "does not end where the reach below begins";
    return NULL;
}

static const char *lower_fault(const fluv_check_land *land, size_t place,
                               const fluv_river_point *last)
{
    const fluv_reach *reach = &land->rivers->reaches[place];
    if (reach->next_down && land->next[place] == FLUV_NONE)
        return "goes on in a reach that does not exist";
    if (reach->lake)
        return lake_end_fault(land, reach, last);
    if (reach->next_down)
        return joint_fault(land, place, last);
    if (at_edge(land, last) || fluv_check_near(land, last->x, last->y, is_ocean, NULL))
        return NULL;
    return "ends on dry land";
}

static const char *upper_fault(const fluv_check_land *land, const fluv_reach *reach,
                               const fluv_river_point *first)
{
    if (!reach->from_lake)
        return NULL;
    uint32_t lake = fluv_id_find_lake(land, reach->from_lake);
    if (lake == FLUV_NONE)
        return "leaves a lake that does not exist";
    return at_lake(land, &land->lakes->lakes[lake], first) ? NULL : "begins away from its lake";
}

static const char *reach_fault(const fluv_check_land *land, size_t place)
{
    assert(place < land->rivers->count);
    const fluv_reach *reach = &land->rivers->reaches[place];
    uint32_t count;
    const fluv_river_point *points = fluv_check_line(land, reach, &count);
    if (reach->id <= 0 || fluv_id_find_reach(land, reach->id) != place)
        return "has an id that is not its own";
    if (count < 2)
        return "has no line";
    const char *fault = lower_fault(land, place, &points[count - 1]);
    return fault ? fault : upper_fault(land, reach, &points[0]);
}

/* Reaches that are in no order lead to one another in a circle. */
static fluv_status check_circles(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    assert(land->ordered <= land->rivers->count);
    size_t count = land->rivers->count;
    if (land->ordered == count)
        return FLUV_OK;
    uint8_t *ordered = fluv_scratch_zero(ctx, count, 1);
    if (!ordered)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < land->ordered; i++)
        ordered[land->order[i]] = 1;
    for (size_t i = 0; i < count; i++)
        if (!ordered[i])
            fluv_finding_break(finding, "reach %" PRId64 " leads back to itself",
                               land->rivers->reaches[i].id);
    return FLUV_OK;
}

fluv_status fluv_rule_ends(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    if (!land->rivers) {
        finding->missing = "river";
        return FLUV_OK;
    }
    for (size_t i = 0; i < land->rivers->count; i++) {
        const char *fault = reach_fault(land, i);
        if (fault)
            fluv_finding_break(finding, "reach %" PRId64 " %s", land->rivers->reaches[i].id, fault);
    }
    finding->checked += land->rivers->count;
    return check_circles(ctx, land, finding);
}
