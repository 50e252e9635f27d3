// SPDX-License-Identifier: MIT
/* How water is led over the ground: as the stage `drain` was told, or by default. */
#ifndef FLUV_STAGES_ROUTING_H
#define FLUV_STAGES_ROUTING_H

#include "landscape/landscape.h"
#include "water/drainage.h"

#define FLUV_WANDER 1.0 /* by default */

/* Sets descent and wander of the job. */
void fluv_routing_set(const fluv_landscape *land, fluv_drainage_job *job);
/* The ways that a file gave, or those of placed rivers, for the job. Scratch memory. */
FLUV_MUST_CHECK fluv_status fluv_routing_lead(fluv_ctx *ctx, const fluv_landscape *land,
                                              fluv_drainage_job *job);

#endif
