// SPDX-License-Identifier: MIT
/* Inside the stage `channels`: the arms of one delta, on the mesh and as lines. */
#ifndef FLUV_STAGES_CHANNELS_DELTA_H
#define FLUV_STAGES_CHANNELS_DELTA_H

#include "stages/channels/parts.h"

#define FLUV_DELTA_ARMS 30

/* An arm on the mesh: way[first] is the vertex of the river or arm it leaves, the last one lies in
 * the ocean. */
typedef struct fluv_delta_arm {
    uint32_t first, count;
    uint32_t parent; /* the arm it leaves, NONE: the river itself */
    double leaves;   /* distance from the root to where it begins, along the water, m */
    double own;      /* how much water its own mouth draws */
    float share;     /* of what comes to the place where it begins, 0 .. 1 */
} fluv_delta_arm;

typedef struct fluv_delta_site {
    uint32_t root, mouth;
    double reach;    /* from the root to the mouth, m */
    uint32_t *way;   /* vertices of all arms; scratch */
    uint32_t filled; /* of `way` */
    uint32_t arm_count;
    fluv_delta_arm arms[FLUV_DELTA_ARMS];
} fluv_delta_site;

/* Puts arms in the order of where they begin, shares the water out and adds them to the job as
 * lines (arms.c). */
FLUV_MUST_CHECK fluv_status fluv_delta_draw(fluv_ctx *ctx, fluv_channels_job *job,
                                            fluv_delta_site *delta);

#endif
