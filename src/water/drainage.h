// SPDX-License-Identifier: MIT
/* Receivers, basins and hollows of a height field: what every question about water begins with. */
#ifndef FLUV_WATER_DRAINAGE_H
#define FLUV_WATER_DRAINAGE_H

#include "water/hierarchy.h"
#include "water/receivers.h"
#include "water/survey.h"

typedef struct fluv_drainage {
    fluv_topology topology;
    uint8_t *kind;      /* scratch */
    uint32_t *receiver; /* the caller's */
    uint32_t *label;    /* basin of each cell; scratch */
    fluv_hierarchy hierarchy;
} fluv_drainage;

typedef struct fluv_drainage_job {
    fluv_topology topology;
    const float *height;
    uint8_t *kind; /* as fluv_cells_classify and fluv_cells_find_sea left it */
    fluv_descent descent;
    const fluv_survey *survey; /* NULL: none */
    uint32_t *receiver;        /* out: one a cell */
} fluv_drainage_job;

/* Scratch memory of the context holds the result until the stage returns. */
FLUV_MUST_CHECK fluv_status fluv_drainage_find(fluv_ctx *ctx, const fluv_drainage_job *job,
                                               fluv_drainage *drainage);
/* Gives basins and hollows back; kinds and receivers stay. */
void fluv_drainage_forget(fluv_ctx *ctx, fluv_drainage *drainage);

#endif
