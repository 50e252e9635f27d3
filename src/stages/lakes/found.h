// SPDX-License-Identifier: MIT
/* The lakes a run of the stage has found, before they are written into the landscape. */
#ifndef FLUV_STAGES_LAKES_FOUND_H
#define FLUV_STAGES_LAKES_FOUND_H

#include "stages/lakes.h"
#include "water/pools.h"
#include "water/survey.h"

typedef struct fluv_found_lake {
    float level;
    uint32_t root;   /* cell */
    uint32_t exit;   /* the cell its water leaves from, NONE: closed */
    uint32_t merged; /* hollows under its surface */
    double volume;   /* m3 that were poured and stand in it; known with volumes only */
    uint8_t state;   /* fluv_lake_state */
    bool surveyed;
} fluv_found_lake;

typedef struct fluv_lakes_found {
    fluv_list lakes;   /* of fluv_found_lake */
    uint32_t *lake_of; /* for each cell its lake, NONE: none; dry lakes' beds included. Scratch */
    uint8_t *exits;    /* for each cell whether a lake lets water out there. Scratch */
    bool poured;       /* volumes were poured, and are known better than levels tell */
} fluv_lakes_found;

/* Which lakes there are, from filled pools and the survey. Lakes that would be too small stay dry.
 * pools->at is used up: it becomes lake_of. */
FLUV_MUST_CHECK fluv_status fluv_lakes_collect(fluv_ctx *ctx, const fluv_lakes_params *params,
                                               double min_area, const fluv_drainage *drainage,
                                               const float *height, const fluv_pools *pools,
                                               const fluv_survey *survey, fluv_lakes_found *found);
/* The cells where water leaves each lake, from the receivers. */
FLUV_MUST_CHECK fluv_status fluv_lakes_find_exits(fluv_ctx *ctx, const fluv_topology *topology,
                                                  const uint8_t *kind, const uint32_t *receiver,
                                                  fluv_lakes_found *found);
/* Writes cover, water and the lakes layer. Areas must be known. */
FLUV_MUST_CHECK fluv_status fluv_lakes_publish(fluv_ctx *ctx, const fluv_topology *topology,
                                               const fluv_lakes_found *found, fluv_landscape *land);

#endif
