// SPDX-License-Identifier: MIT
/* Inside the stage `lakes`: from filled pools to lakes. */
#ifndef FLUV_STAGES_LAKES_COLLECT_H
#define FLUV_STAGES_LAKES_COLLECT_H

#include "hydrography/lakes.h"
#include "stages/lakes/lakes.h"
#include "water/pools.h"
#include "water/survey.h"

/* Which lakes there are, from filled pools and the survey. However little water a hollow gets, it
 * stands there. pools->at is used up: it becomes lake_of. */
FLUV_MUST_CHECK fluv_status fluv_lakes_collect(fluv_ctx *ctx, const fluv_drainage *drainage,
                                               const float *height, const fluv_pools *pools,
                                               const fluv_survey *survey, fluv_lakes_found *found);
/* The cells where water leaves each lake, from the receivers. */
FLUV_MUST_CHECK fluv_status fluv_lakes_find_exits(fluv_ctx *ctx, const fluv_topology *topology,
                                                  const uint8_t *kind, const uint32_t *receiver,
                                                  fluv_lakes_found *found);

#endif
