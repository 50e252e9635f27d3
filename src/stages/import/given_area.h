// SPDX-License-Identifier: MIT
/* Drainage areas and discharges that are given beside directions. */
#ifndef FLUV_STAGES_IMPORT_GIVEN_AREA_H
#define FLUV_STAGES_IMPORT_GIVEN_AREA_H

#include "stages/import/given_lakes.h"

/* Compares areas (in cells, m2 or km2, NaN: not known) with those that the ways give. What is more
 * comes in over the map's edge: `inflow` is the land beyond it for each cell, m2, scratch. What is
 * less is refused. */
FLUV_MUST_CHECK fluv_status fluv_given_area(fluv_ctx *ctx, const fluv_given_ways *ways,
                                            const float *values, fluv_landscape *land,
                                            const double **inflow);
/* Values in m3/s, NaN: none, take the place of the layer discharge. Those of another map are
 * refused. */
FLUV_MUST_CHECK fluv_status fluv_given_discharge(fluv_ctx *ctx, const fluv_given_ways *ways,
                                                 const float *values, fluv_landscape *land);

#endif
