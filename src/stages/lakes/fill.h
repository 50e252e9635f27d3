// SPDX-License-Identifier: MIT
/* What the stage `lakes` works on, and its first half: how much water stands in each hollow. */
#ifndef FLUV_STAGES_LAKES_FILL_H
#define FLUV_STAGES_LAKES_FILL_H

#include "landscape/stores.h"
#include "stages/lakes/collect.h"
#include "stages/lakes/lakes.h"
#include "stages/shared/flow.h"

typedef struct fluv_lakes_job {
    const fluv_lakes_params *params;
    fluv_landscape *land;
    double min_area;
    float *height;
    fluv_drainage drainage;
    fluv_survey survey;
    fluv_list ways; /* uint8_t, fluv_survey_way of each surveyed lake; empty in the first round */
    fluv_list pool_list;
    fluv_pools pools;
    fluv_rate runoff, evaporation, rain;
    fluv_amount amount;
    fluv_loss loss;
    /* m3: rain that fell, that left without reaching a lake or over one, and that was gone before
     */
    double gathered, left, evaporated;
    const fluv_stores *stores; /* NULL: water is rain */
    double wettest;            /* m/y, the most runoff */
    double *supply;            /* m3 or m3/y of each leaf pool */
    uint32_t *next;            /* work, one a pool and one more */
    fluv_lakes_found found;
} fluv_lakes_job;

/* Finds drainage, settles hollows and pours water into those that are left: pools with their
 * states, and the ground as they need it. Rates, amounts and stores are given. */
FLUV_MUST_CHECK fluv_status fluv_lakes_fill(fluv_ctx *ctx, fluv_lakes_job *j);

#endif
