// SPDX-License-Identifier: MIT
/* What surveyed lakes mean for hollows and pools. */
#ifndef FLUV_WATER_SURVEY_RULES_H
#define FLUV_WATER_SURVEY_RULES_H

#include "water/pools.h"
#include "water/survey.h"

/* For each basin whether its root lies in a surveyed lake; scratch, NULL with a message. */
fluv_basin_survey *fluv_survey_basins(fluv_ctx *ctx, const fluv_hierarchy *hierarchy,
                                      const fluv_survey *survey);
/* The rules for hollows of a map that shows lakes as flats; `rules` and `min_depth` are those of
 * any map. `height` is asked for at roots, `size` for basins. */
fluv_hollow_rules fluv_survey_hollow_rules(const fluv_survey *survey,
                                           const fluv_hierarchy *hierarchy, const float *height,
                                           const fluv_hollow_size *size,
                                           const fluv_hollow_rules *rules, double min_depth);
/* A closed lake of the map that gets more than its surface can lose has a way out that the map does
 * not show, and is given one in `ways`, one a lake. Rain that was poured once raises it instead.
 * Returns whether there are any: then all is done again. */
bool fluv_survey_open_swallowing(const fluv_pools *pools, const uint32_t *lake_of, bool poured,
                                 uint8_t *ways);

#endif
