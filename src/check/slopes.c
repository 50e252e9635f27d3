// SPDX-License-Identifier: MIT
/* Rule 1: no reach's water surface or bed rises downstream, along its line and in the rasters.
 *
 * Along a line point by point; from line to line at joints and through lakes; in the rasters from
 * each wet cell to its receiver. Exact: see tolerance.h.  O(points + cells). */
#include "check/check.h"
#include "check/places.h"
#include "landscape/vectors.h"

#include <inttypes.h>

/* A dry bed has no water surface, or its bed stands for it. */
static bool is_dry(const fluv_reach *reach)
{
    return reach->kind == FLUV_DRY;
}

static void check_line(const fluv_check_land *land, const fluv_reach *reach, fluv_finding *finding)
{
    uint32_t count;
    const fluv_river_point *points = fluv_check_line(land, reach, &count);
    bool beds = fluv_check_beds_known(points, count);
    for (uint32_t i = 0; i < count; i++) {
        const fluv_river_point *here = &points[i], *before = &points[i ? i - 1 : 0];
        bool surface = (is_dry(reach) && isnan(here->surface)) || here->surface <= before->surface;
        if (surface && (!beds || here->bed <= before->bed))
            continue;
        fluv_finding_break(finding, "reach %" PRId64 " point %u: %s %.9g m after %.9g m", reach->id,
                           i, surface ? "bed" : "surface",
                           (double)(surface ? here->bed : here->surface),
                           (double)(surface ? before->bed : before->surface));
        return;
    }
}

static void check_lake_entry(const fluv_check_land *land, const fluv_reach *reach, float last,
                             fluv_finding *finding)
{
    uint32_t lake = fluv_id_find_lake(land, reach->lake);
    if (lake != FLUV_NONE && land->lakes->lakes[lake].level > last)
        fluv_finding_break(
            finding, "reach %" PRId64 " ends at %.9g m in lake %" PRId64 " at %.9g m", reach->id,
            (double)last, reach->lake, (double)land->lakes->lakes[lake].level);
}

/* From the reach's last point into the lake or the reach below. The end of a dry bed may lie under
 * the water it meets. */
static void check_lower_end(const fluv_check_land *land, size_t place, fluv_finding *finding)
{
    const fluv_reach *reach = &land->rivers->reaches[place];
    uint32_t count, below_count = 0;
    const fluv_river_point *points = fluv_check_line(land, reach, &count);
    if (!count || is_dry(reach))
        return;
    float last = points[count - 1].surface;
    if (reach->lake)
        check_lake_entry(land, reach, last, finding);
    if (reach->lake || land->next[place] == FLUV_NONE)
        return;
    const fluv_reach *below = &land->rivers->reaches[land->next[place]];
    const fluv_river_point *line = fluv_check_line(land, below, &below_count);
    if (below_count && line[0].surface > last)
        fluv_finding_break(
            finding, "reach %" PRId64 " ends at %.9g m, reach %" PRId64 " below starts at %.9g m",
            reach->id, (double)last, below->id, (double)line[0].surface);
}

static void check_upper_end(const fluv_check_land *land, const fluv_reach *reach,
                            fluv_finding *finding)
{
    uint32_t count;
    const fluv_river_point *points = fluv_check_line(land, reach, &count);
    uint32_t lake = reach->from_lake ? fluv_id_find_lake(land, reach->from_lake) : FLUV_NONE;
    if (!count || lake == FLUV_NONE || !(points[0].surface > land->lakes->lakes[lake].level))
        return;
    fluv_finding_break(finding, "reach %" PRId64 " leaves lake %" PRId64 " at %.9g m, level %.9g m",
                       reach->id, reach->from_lake, (double)points[0].surface,
                       (double)land->lakes->lakes[lake].level);
}

/* An arm of a delta does not begin above the end of the river it leaves. */
static fluv_status check_arms(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    fluv_reach_ends places;
    FLUV_TRY(fluv_reach_ends_init(ctx, land, &places));
    for (size_t i = 0; i < land->rivers->count; i++) {
        const fluv_reach *arm = &land->rivers->reaches[i];
        uint32_t parent =
            fluv_reach_shares(arm) ? fluv_reach_ends_parent(land, &places, i) : FLUV_NONE;
        if (parent == FLUV_NONE)
            continue;
        const fluv_reach *river = &land->rivers->reaches[parent];
        uint32_t count, river_count;
        const fluv_river_point *line = fluv_check_line(land, arm, &count);
        const fluv_river_point *above = fluv_check_line(land, river, &river_count);
        if (line[0].surface > above[river_count - 1].surface)
            fluv_finding_break(finding,
                               "reach %" PRId64 " begins at %.9g m, reach %" PRId64
                               " that it leaves ends at %.9g m",
                               arm->id, (double)line[0].surface, river->id,
                               (double)above[river_count - 1].surface);
    }
    return FLUV_OK;
}

static bool runs(uint8_t cover)
{
    return cover == FLUV_RIVER || cover == FLUV_LAKE;
}

static fluv_cell_state cell_falls(const fluv_check_land *land, uint32_t cell, const char **fault)
{
    uint32_t to = land->receiver[cell];
    uint8_t here = land->cover[cell];
    if (here == FLUV_LAND || here == FLUV_OCEAN || to >= land->cells)
        return FLUV_CELL_SKIPPED;
    uint8_t there = land->cover[to];
    if (runs(here) && (runs(there) || there == FLUV_OCEAN) &&
        fluv_surface_at(land, to) > fluv_surface_at(land, cell)) {
        *fault = "water rises";
        return FLUV_CELL_BROKEN;
    }
    bool bed = here != FLUV_LAKE && (there == FLUV_RIVER || there == FLUV_DRY_BED);
    if (bed && land->height[to] > land->height[cell]) {
        *fault = "bed rises";
        return FLUV_CELL_BROKEN;
    }
    return FLUV_CELL_HOLDS;
}

fluv_status fluv_rule_slopes(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    if (!land->rivers) {
        finding->missing = "river";
        return FLUV_OK;
    }
    for (size_t i = 0; i < land->rivers->count; i++) {
        const fluv_reach *reach = &land->rivers->reaches[i];
        check_line(land, reach, finding);
        check_lower_end(land, i, finding);
        check_upper_end(land, reach, finding);
    }
    finding->checked += land->rivers->count;
    FLUV_TRY(check_arms(ctx, land, finding));
    if (land->cover && land->height && land->water && land->receiver)
        fluv_check_cells(land, cell_falls, finding);
    return FLUV_OK;
}
