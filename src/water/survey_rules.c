// SPDX-License-Identifier: MIT
/* What surveyed lakes mean for hollows and pools.  O(hollows), O(pools). */
#include "water/survey_rules.h"

#include <assert.h>

#define STRICT_AMONG_FLATS 10.0 /* times the smallest depth, and other limits */
#define MOST_TO_A_FLAT     20   /* hollows, where the map shows lakes as flats */
#define ROUNDING           1e-9 /* of sums over cells in another order, relative */

static fluv_basin_survey survey_at(const fluv_survey *survey, uint32_t cell)
{
    if (!survey->lake_of || survey->lake_of[cell] == FLUV_NONE)
        return FLUV_UNSURVEYED;
    assert(survey->lake_of[cell] < survey->lakes.count);
    const fluv_surveyed_lake *lake =
        (const fluv_surveyed_lake *)survey->lakes.items + survey->lake_of[cell];
    if (lake->way == FLUV_WAY_RISE)
        return FLUV_RISING_LAKE;
    if (lake->closed)
        return FLUV_CLOSED_LAKE;
    return lake->way == FLUV_WAY_CUT ? FLUV_CUT_LAKE : FLUV_OPEN_LAKE;
}

fluv_basin_survey *fluv_survey_basins(fluv_ctx *ctx, const fluv_hierarchy *hierarchy,
                                      const fluv_survey *survey)
{
    size_t count = (size_t)hierarchy->basin_count + 1;
    fluv_basin_survey *surveyed = fluv_scratch_zero(ctx, count, sizeof *surveyed);
    for (uint32_t b = 1; surveyed && b < count; b++)
        surveyed[b] = survey_at(survey, hierarchy->nodes[b].root);
    return surveyed;
}

/* Whether the map shows its lakes as flats: where one of them is beyond doubt, and not where a few
 * small ones lie among very many hollows, as they may by chance on made land. */
static bool shows_lakes_as_flats(const fluv_survey *survey, const fluv_hierarchy *hierarchy,
                                 const float *height, const fluv_hollow_size *size, double min_area,
                                 double min_depth)
{
    size_t hollows = 0;
    for (uint32_t b = 1; survey->lakes.count && b <= hierarchy->basin_count; b++) {
        const fluv_hollow *hollow = &hierarchy->nodes[b];
        double depth = (double)(hollow->spill - height[hollow->root]);
        hollows += size[b].area >= min_area && depth >= min_depth;
    }
    return survey->certain || survey->lakes.count * MOST_TO_A_FLAT > hollows;
}

/* A map that shows lakes as flats shows all of them so: other hollows are errors, unless deep; and
 * where one of its flats is beyond doubt, unless they are as wide and hold as much as a lake that
 * the survey could not miss. */
fluv_hollow_rules fluv_survey_hollow_rules(const fluv_survey *survey,
                                           const fluv_hierarchy *hierarchy, const float *height,
                                           const fluv_hollow_size *size,
                                           const fluv_hollow_rules *rules, double min_depth)
{
    bool flats = shows_lakes_as_flats(survey, hierarchy, height, size, rules->min_area, min_depth);
    double strict = flats ? STRICT_AMONG_FLATS : 1.0;
    double certain = survey->certain ? STRICT_AMONG_FLATS : 1.0;
    fluv_hollow_rules own = *rules;
    own.min_depth = (float)(min_depth * strict);
    own.gorge /= certain;
    own.silt *= certain;
    return own;
}

bool fluv_survey_open_swallowing(const fluv_pools *pools, const uint32_t *lake_of, bool poured,
                                 uint8_t *ways)
{
    bool any = false;
    for (uint32_t p = 0; p < pools->count; p++) {
        const fluv_pool *pool = &pools->pools[p];
        const fluv_pool_state *state = &pools->states[p];
        if (!pool->closed || pool->drowned || state->held <= state->loss * (1.0 + ROUNDING))
            continue;
        uint8_t *way = &ways[lake_of[pool->root]];
        bool rises = *way != FLUV_WAY_NONE || poured;
        *way = rises ? FLUV_WAY_RISE : FLUV_WAY_CUT;
        any = true;
    }
    return any;
}
