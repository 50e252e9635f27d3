// SPDX-License-Identifier: MIT
/* Receivers, basins and hollows of a height field: what every question about water begins with. */
#ifndef FLUV_WATER_DRAINAGE_H
#define FLUV_WATER_DRAINAGE_H

#include "base/shared.h"
#include "water/follow.h"
#include "water/hierarchy.h"
#include "water/receivers.h"

typedef struct fluv_drainage {
    fluv_topology topology;
    uint8_t *kind;      /* scratch */
    uint32_t *receiver; /* the caller's */
    uint32_t *label;    /* basin of each cell */
    fluv_hierarchy hierarchy;
    fluv_shared *kept; /* holds labels and hierarchy; NULL: they are scratch */
} fluv_drainage;

/* What begins the block of drainage that is kept: its pointers lead into the same block. */
typedef struct fluv_hollows {
    uint32_t *label;
    fluv_hierarchy hierarchy;
    bool connected; /* receivers were led over the passes since */
} fluv_hollows;

/* Ways that water is led along, from their sources down: cells[first[i]] .. cells[first[i + 1] -
 * 1], each touching the next, then end[i], FLUV_NONE: nowhere. */
typedef struct fluv_leads {
    bool all; /* every cell has its way: `receiver` holds them, in no circle and never uphill */
    size_t count;
    const uint32_t *first, *cells, *end;
} fluv_leads;

typedef struct fluv_drainage_job {
    fluv_topology topology;
    const float *height;
    uint8_t *kind; /* as fluv_cells_classify and fluv_cells_find_sea left it */
    fluv_descent descent;
    fluv_wander wander; /* with FOLLOW */
    /* Lakes that are trees of receivers, found on the ground that `receiver` drains; NULL: none. */
    const struct fluv_survey *survey;
    fluv_leads leads;   /* where the ground falls along them, water keeps to them */
    uint32_t *receiver; /* out: one a cell; in: where all are led, or a survey came between */
    bool keep;          /* labels and hierarchy outlive the stage */
} fluv_drainage_job;

FLUV_MUST_CHECK fluv_status fluv_drainage_find(fluv_ctx *ctx, const fluv_drainage_job *job,
                                               fluv_drainage *drainage);
/* What was kept becomes drainage again, and the reference is its own. The job is as it was then,
 * and its receivers hold what was left there. */
fluv_drainage fluv_drainage_of_kept(const fluv_drainage_job *job, fluv_shared *kept);
/* Gives basins and hollows back; kinds and receivers stay. Legal twice. */
void fluv_drainage_forget(fluv_ctx *ctx, fluv_drainage *drainage);

#endif
