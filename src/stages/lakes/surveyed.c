// SPDX-License-Identifier: MIT
/* Inside the stage `lakes`: lakes that a map shows, as flats or as shapes beside it. */
#include "stages/lakes/surveyed.h"

#include <math.h>

static fluv_basin_survey survey_at(const fluv_survey *survey, uint32_t cell)
{
    if (!survey->lake_of || survey->lake_of[cell] == FLUV_NONE)
        return FLUV_UNSURVEYED;
    const fluv_surveyed_lake *lake =
        (const fluv_surveyed_lake *)survey->lakes.items + survey->lake_of[cell];
    if (lake->way == FLUV_WAY_RISE)
        return FLUV_RISING_LAKE;
    if (lake->closed)
        return FLUV_CLOSED_LAKE;
    return lake->way == FLUV_WAY_CUT ? FLUV_CUT_LAKE : FLUV_OPEN_LAKE;
}

fluv_basin_survey *fluv_lakes_surveyed_basins(fluv_ctx *ctx, const fluv_hierarchy *hierarchy,
                                              const fluv_survey *survey)
{
    size_t count = (size_t)hierarchy->basin_count + 1;
    fluv_basin_survey *surveyed = fluv_scratch_zero(ctx, count, sizeof *surveyed);
    for (uint32_t b = 1; surveyed && b < count; b++)
        surveyed[b] = survey_at(survey, hierarchy->nodes[b].root);
    return surveyed;
}

fluv_status fluv_lakes_known(fluv_ctx *ctx, const fluv_mapped *mapped, fluv_survey_known *known)
{
    float *level = fluv_scratch(ctx, mapped->count, sizeof *level);
    if (!level)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < mapped->count; i++)
        level[i] = mapped->lakes[i].level;
    *known = (fluv_survey_known){level, mapped->lake_of};
    return FLUV_OK;
}

void fluv_lakes_keep_floors(const fluv_mapped *mapped, uint32_t cells, fluv_survey *survey,
                            float *height)
{
    const fluv_surveyed_lake *lakes = survey->lakes.items;
    for (uint32_t c = 0; mapped && survey->lake_of && c < cells; c++) {
        uint32_t lake = survey->lake_of[c], shape = mapped->lake_of[c];
        if (lake == FLUV_NONE || shape == FLUV_NONE || !mapped->lakes[shape].floor)
            continue;
        height[c] = fminf(survey->before[c], lakes[lake].level);
        survey->lake_of[c] = FLUV_NONE;
    }
}

void fluv_lakes_lock_mapped(const fluv_mapped *mapped, fluv_lakes_found *found)
{
    fluv_found_lake *lakes = found->lakes.items;
    for (size_t i = 0; mapped && i < found->lakes.count; i++)
        lakes[i].locked = lakes[i].surveyed && mapped->lake_of[lakes[i].root] != FLUV_NONE;
}

void fluv_lakes_note_surveyed(const fluv_survey *survey, const fluv_lakes_found *found,
                              fluv_landscape *land)
{
    const fluv_found_lake *lakes = found->lakes.items;
    const fluv_surveyed_lake *surveyed = survey->lakes.items;
    size_t kept = 0, opened = 0;
    float highest = 0.0f;
    for (size_t i = 0; i < found->lakes.count; i++)
        kept += lakes[i].surveyed;
    for (size_t i = 0; i < survey->lakes.count; i++)
        if (surveyed[i].way == FLUV_WAY_CUT) {
            opened++;
            highest = fmaxf(highest, surveyed[i].sill);
        }
    if (kept)
        fluv_note_add(land, "lakes",
                      "%zu lakes of the map keep the level it shows, whatever the climate: "
                      "lakes.flats=land lets rain and evaporation move them",
                      kept);
    if (opened)
        fluv_note_add(land, "lakes",
                      "%zu of them cannot evaporate what they receive and were given an outlet "
                      "that the map does not show, cut up to %.3g m deep",
                      opened, (double)highest);
}
