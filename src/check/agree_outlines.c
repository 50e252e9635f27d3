// SPDX-License-Identifier: MIT
/* Rule 9, outlines: a lake stands at its outlet's surface; its polygon holds the centres of its
 * cells and no others, its area, volume and depth are those of its cells; the coast holds all land
 * and no ocean; watersheds hold the area they claim and together not more than the land.  O(cells +
 * points). */
#include "check/check.h"
#include "check/scan.h"
#include "check/tolerance.h"

#include <assert.h>
#include <inttypes.h>

typedef struct lake_sums {
    uint64_t cells;
    double volume; /* m3 */
    float deepest; /* m */
} lake_sums;

/* ---- Lakes ---- */

static fluv_cell_state outline_fits(const fluv_check_land *land, uint32_t cell, const char **fault)
{
    uint32_t label = land->lake_of ? land->lake_of[cell] : 0;
    bool drawn = label && land->lakes->lakes[label - 1].state != FLUV_EMPTY;
    bool lake = land->cover[cell] == FLUV_LAKE;
    if (!drawn && !lake)
        return FLUV_CELL_SKIPPED;
    *fault = drawn ? "in a lake's outline but no lake" : "lake outside every lake's outline";
    return drawn == lake ? FLUV_CELL_HOLDS : FLUV_CELL_BROKEN;
}

/* Lakes that touch at the same level are one lake: cells to the east and to the south. */
static fluv_cell_state lakes_differ(const fluv_check_land *land, uint32_t cell, const char **fault)
{
    uint32_t cols = land->frame.cols, col = cell % cols;
    uint32_t label = land->lake_of[cell];
    if (!label || land->cover[cell] != FLUV_LAKE)
        return FLUV_CELL_SKIPPED;
    uint32_t beside[4] = {col + 1 < cols ? cell + 1 : cell, cell, cell, cell};
    if (land->cells - cell > cols) { /* there is a row below */
        beside[1] = cell + cols;
        beside[2] = col ? cell + cols - 1 : cell;
        beside[3] = col + 1 < cols ? cell + cols + 1 : cell;
    }
    *fault = "two lakes of one level touch";
    for (int i = 0; i < 4; i++) {
        uint32_t other = land->lake_of[beside[i]];
        if (other && other != label && land->cover[beside[i]] == FLUV_LAKE &&
            land->lakes->lakes[other - 1].level == land->lakes->lakes[label - 1].level)
            return FLUV_CELL_BROKEN;
    }
    return FLUV_CELL_HOLDS;
}

/* A lake that runs over into a river stands at the river's surface there. */
static fluv_cell_state outlet_at_level(const fluv_check_land *land, uint32_t cell,
                                       const char **fault)
{
    uint32_t to = land->receiver[cell], label = land->lake_of[cell];
    if (!label || land->cover[cell] != FLUV_LAKE || to >= land->cells ||
        land->cover[to] != FLUV_RIVER)
        return FLUV_CELL_SKIPPED;
    double level = (double)land->lakes->lakes[label - 1].level;
    *fault = "its lake does not stand at its outlet's surface";
    return fabs((double)land->water[to] - level) <= fabs(level) * FLUV_CHECK_LEVEL
               ? FLUV_CELL_HOLDS
               : FLUV_CELL_BROKEN;
}

static void sum_lakes(const fluv_check_land *land, lake_sums *sums)
{
    assert(land->lake_of && land->cover && land->height && sums);
    double cell_area = land->frame.cell * land->frame.cell;
    for (uint32_t cell = 0; cell < land->cells; cell++) {
        uint32_t label = land->lake_of[cell];
        if (!label || land->cover[cell] != FLUV_LAKE)
            continue;
        lake_sums *sum = &sums[label - 1];
        float depth = land->lakes->lakes[label - 1].level - land->height[cell];
        sum->cells++;
        sum->volume += cell_area * (double)depth;
        sum->deepest = depth > sum->deepest ? depth : sum->deepest;
    }
}

static bool alike(double a, double b, double room)
{
    return fabs(a - b) <= FLUV_CHECK_LAKE_FIELDS * fmax(fabs(a), fabs(b)) + room;
}

static void check_fields(const fluv_check_land *land, const fluv_lake *lake, const lake_sums *sum,
                         fluv_finding *finding)
{
    double area = (double)sum->cells * land->frame.cell * land->frame.cell;
    double step = fluv_check_shallowest(lake->level);
    if (!alike(lake->area, area, 0))
        fluv_finding_break(finding, "lake %" PRId64 " has area %.9g m2, its cells %.9g m2",
                           lake->id, lake->area, area);
    else if (!alike(lake->volume, sum->volume, area * step))
        fluv_finding_break(finding, "lake %" PRId64 " holds %.9g m3, its cells %.9g m3", lake->id,
                           lake->volume, sum->volume);
    else if (!alike((double)lake->depth_max, (double)sum->deepest, 2 * step))
        fluv_finding_break(finding, "lake %" PRId64 " is %.9g m deep, its cells %.9g m", lake->id,
                           (double)lake->depth_max, (double)sum->deepest);
}

static void check_polygon(const fluv_check_land *land, const fluv_lake *lake, uint64_t cells,
                          fluv_finding *finding)
{
    size_t all = land->lakes->outline.ring_count;
    if (lake->first_ring > all || lake->ring_count > all - lake->first_ring) {
        fluv_finding_break(finding, "lake %" PRId64 " has rings that do not exist", lake->id);
        return;
    }
    fluv_ring_range rings = {&land->lakes->outline, lake->first_ring, lake->ring_count};
    double area = (double)cells * land->frame.cell * land->frame.cell;
    double drawn = fluv_scan_area(rings);
    if (!(fabs(drawn - area) <= fluv_scan_length(rings) * land->frame.cell))
        fluv_finding_break(finding,
                           "lake %" PRId64 " is drawn with %.9g m2, its cells have %.9g m2",
                           lake->id, drawn, area);
}

fluv_status fluv_agree_lakes(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    assert(land->cover && land->height && finding);
    fluv_check_cells(land, outline_fits, finding);
    if (!land->lakes || !land->lakes->count)
        return FLUV_OK;
    if (land->overlaps) {
        fluv_finding_break(finding, "lake %" PRId64 " has an outline over another's, or none",
                           land->lakes->lakes[land->overlap].id);
        finding->broken += land->overlaps - 1;
    }
    fluv_check_cells(land, lakes_differ, finding);
    if (land->receiver && land->water)
        fluv_check_cells(land, outlet_at_level, finding);
    lake_sums *sums = fluv_scratch_zero(ctx, land->lakes->count, sizeof *sums);
    if (!sums)
        return FLUV_NO_MEMORY;
    sum_lakes(land, sums);
    for (size_t i = 0; i < land->lakes->count; i++) {
        const fluv_lake *lake = &land->lakes->lakes[i];
        if (lake->state == FLUV_EMPTY)
            continue;
        if (fluv_id_find_lake(land, lake->id) != i)
            fluv_finding_break(finding, "lake %" PRId64 " is there twice", lake->id);
        check_fields(land, lake, &sums[i], finding);
        check_polygon(land, lake, sums[i].cells, finding);
    }
    finding->checked += land->lakes->count;
    return FLUV_OK;
}

/* ---- Coast ---- */

/* Land is inside, ocean is not. Returns how many cells are where they should not be. */
static uint64_t compare_coast(const fluv_check_land *land, const uint64_t *keys, size_t count,
                              uint32_t *first)
{
    assert(count == 0 || keys);
    uint64_t at = 0, broken = 0; /* at: row * (cols + 1) + col */
    size_t passed = 0;
    uint32_t cell = 0;
    for (uint32_t row = 0; row < land->frame.rows; row++, at++)
        for (uint32_t col = 0; col < land->frame.cols; col++, at++, cell++) {
            while (passed < count && keys[passed] <= at)
                passed++;
            bool inside = passed % 2 != 0, ocean = land->cover[cell] == FLUV_OCEAN;
            if (inside != ocean || isnan(land->height[cell]))
                continue;
            *first = broken++ ? *first : cell;
        }
    return broken;
}

fluv_status fluv_agree_coast(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    if (!land->coast)
        return FLUV_OK;
    fluv_ring_range rings = {land->coast, 0, land->coast->ring_count};
    size_t count = fluv_scan_crossings(&land->frame, rings);
    finding->checked += land->coast->ring_count;
    if (count == SIZE_MAX) {
        fluv_finding_break(finding, "the coast is no outline in this frame");
        return FLUV_OK;
    }
    uint64_t *keys = fluv_scratch(ctx, count + 1, sizeof *keys);
    uint64_t *spare = fluv_scratch(ctx, count + 1, sizeof *spare);
    if (!keys || !spare)
        return FLUV_NO_MEMORY;
    fluv_scan_rings(&land->frame, rings, keys, spare);
    uint32_t first = 0;
    uint64_t broken = compare_coast(land, keys, count, &first);
    if (!broken)
        return FLUV_OK;
    bool ocean = land->cover[first] == FLUV_OCEAN;
    fluv_check_cell_break(land, first, ocean ? "ocean inside the coast" : "land outside the coast",
                          finding);
    finding->broken += broken - 1;
    return FLUV_OK;
}

/* ---- Watersheds ---- */

static double land_area(const fluv_check_land *land)
{
    uint64_t cells = 0;
    for (uint32_t cell = 0; cell < land->cells; cell++)
        cells += !isnan(land->height[cell]) && land->cover[cell] != FLUV_OCEAN;
    return (double)cells * land->frame.cell * land->frame.cell;
}

static fluv_ring_range watershed_rings(const fluv_watersheds *all, const fluv_watershed *one)
{
    size_t rings = all->outline.ring_count;
    bool inside = one->first_ring <= rings && one->ring_count <= rings - one->first_ring;
    return (fluv_ring_range){&all->outline, inside ? one->first_ring : 0,
                             inside ? one->ring_count : 0};
}

static void check_watershed(const fluv_check_land *land, const fluv_watershed *one, uint64_t *keys,
                            uint64_t *spare, fluv_finding *finding)
{
    assert(land->watersheds && keys && spare);
    fluv_ring_range rings = watershed_rings(land->watersheds, one);
    size_t count = fluv_scan_crossings(&land->frame, rings);
    uint64_t cells = 0;
    if (count != SIZE_MAX) {
        fluv_scan_rings(&land->frame, rings, keys, spare);
        for (size_t i = 0; i + 1 < count; i += 2)
            cells += keys[i + 1] - keys[i];
    }
    double area = (double)cells * land->frame.cell * land->frame.cell;
    if (!(fabs(area - one->area) <= fluv_scan_length(rings) * land->frame.cell))
        fluv_finding_break(finding, "watershed %" PRId64 " has area %.9g m2, its outline %.9g m2",
                           one->id, one->area, area);
}

fluv_status fluv_agree_watersheds(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    const fluv_watersheds *all = land->watersheds;
    if (!all || !all->count)
        return FLUV_OK;
    size_t room = 0;
    for (size_t i = 0; i < all->count; i++) {
        size_t count = fluv_scan_crossings(&land->frame, watershed_rings(all, &all->watersheds[i]));
        room = count != SIZE_MAX && count > room ? count : room;
    }
    uint64_t *keys = fluv_scratch(ctx, room + 1, sizeof *keys);
    uint64_t *spare = fluv_scratch(ctx, room + 1, sizeof *spare);
    if (!keys || !spare)
        return FLUV_NO_MEMORY;
    double sum = 0, whole = land_area(land);
    for (size_t i = 0; i < all->count; i++) {
        check_watershed(land, &all->watersheds[i], keys, spare, finding);
        sum += all->watersheds[i].area;
    }
    finding->checked += all->count;
    if (!(sum <= whole * (1 + FLUV_CHECK_AREA_SUM)))
        fluv_finding_break(finding, "watersheds of %.9g m2 on %.9g m2 of land", sum, whole);
    return FLUV_OK;
}
