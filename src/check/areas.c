// SPDX-License-Identifier: MIT
/* Rule 5: drainage areas add up. Where water leaves the land they sum to the land's area, and
 * downstream they never shrink; a delta's arms share what reaches them.  O(cells + reaches). */
#include "check/check.h"
#include "check/places.h"
#include "check/tolerance.h"
#include "landscape/vectors.h"

#include <assert.h>
#include <inttypes.h>

static bool is_land(const fluv_check_land *land, uint32_t cell)
{
    return !isnan(land->height[cell]) && fluv_cover_at(land, cell) != FLUV_OCEAN;
}

static fluv_cell_state area_grows(const fluv_check_land *land, uint32_t cell, const char **fault)
{
    uint32_t to = land->receiver[cell];
    if (!is_land(land, cell) || to >= land->cells || !is_land(land, to))
        return FLUV_CELL_SKIPPED;
    if (land->area[to] >= land->area[cell])
        return FLUV_CELL_HOLDS;
    *fault = "drainage area shrinks";
    return FLUV_CELL_BROKEN;
}

/* What reaches the row's ends, and the row's land, in m2. */
static void add_row(const fluv_check_land *land, uint32_t row, double *ends, double *whole)
{
    assert(row < land->frame.rows);
    double cell_area = land->frame.cell * land->frame.cell;
    *ends = *whole = 0;
    for (uint32_t cell = row * land->frame.cols, n = land->frame.cols; n; n--, cell++) {
        if (!is_land(land, cell))
            continue;
        uint32_t to = land->receiver[cell];
        *whole += cell_area;
        if (to >= land->cells || !is_land(land, to))
            *ends += land->area[cell];
    }
}

static fluv_status check_sum(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    assert(land->threads > 0);
    uint32_t rows = land->frame.rows;
    double *ends = fluv_scratch(ctx, rows, sizeof *ends);
    double *whole = fluv_scratch(ctx, rows, sizeof *whole);
    if (!ends || !whole)
        return FLUV_NO_MEMORY;
#pragma omp parallel for schedule(static) num_threads(land->threads)
    for (uint32_t row = 0; row < rows; row++)
        add_row(land, row, &ends[row], &whole[row]);
    double reached = 0, all = 0; /* in the rows' order: the same for any number of threads */
    for (uint32_t row = 0; row < rows; row++) {
        reached += ends[row];
        all += whole[row];
    }
    if (!(fabs(reached - all) <= FLUV_CHECK_AREA_SUM * all))
        fluv_finding_break(finding, "%.9g m2 reach the ends of %.9g m2 of land", reached, all);
    return FLUV_OK;
}

static void check_reaches(const fluv_check_land *land, fluv_finding *finding)
{
    assert(land->rivers && land->next);
    const fluv_reach *reaches = land->rivers->reaches;
    for (size_t i = 0; i < land->rivers->count; i++) {
        if (land->next[i] == FLUV_NONE)
            continue;
        const fluv_reach *here = &reaches[i], *below = &reaches[land->next[i]];
        finding->checked++;
        if (fluv_reach_shares(here) || fluv_reach_shares(below))
            continue;
        if (!(below->upland >= here->upland * (1 - FLUV_CHECK_UPLAND)))
            fluv_finding_break(finding,
                               "reach %" PRId64 " drains %.9g m2, reach %" PRId64 " below %.9g m2",
                               here->id, here->upland, below->id, below->upland);
    }
}

/* What leaves a split is not less than what arrives there. */
static fluv_status check_arms(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    fluv_reach_ends places;
    FLUV_TRY(fluv_reach_ends_init(ctx, land, &places));
    double *leaves =
        places.slots ? fluv_scratch_zero(ctx, land->rivers->count, sizeof *leaves) : NULL;
    if (!leaves)
        return places.slots ? FLUV_NO_MEMORY : FLUV_OK;
    for (size_t i = 0; i < land->rivers->count; i++) {
        uint32_t parent = fluv_reach_ends_parent(land, &places, i);
        if (fluv_reach_shares(&land->rivers->reaches[i]) && parent != FLUV_NONE)
            leaves[parent] += land->rivers->reaches[i].discharge;
    }
    for (size_t i = 0; i < land->rivers->count; i++) {
        const fluv_reach *river = &land->rivers->reaches[i];
        if (leaves[i] > 0.0 && !(leaves[i] >= river->discharge * (1 - FLUV_CHECK_SHARES)))
            fluv_finding_break(finding,
                               "reach %" PRId64 " brings %.9g m3/s, its arms carry %.9g m3/s",
                               river->id, river->discharge, leaves[i]);
    }
    return FLUV_OK;
}

fluv_status fluv_rule_areas(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    if (!land->height || !land->receiver || !land->area) {
        finding->missing = "drainage area";
        return FLUV_OK;
    }
    FLUV_TRY(check_sum(ctx, land, finding));
    fluv_check_cells(land, area_grows, finding);
    if (!land->rivers)
        return FLUV_OK;
    check_reaches(land, finding);
    return check_arms(ctx, land, finding);
}
