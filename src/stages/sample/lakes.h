// SPDX-License-Identifier: MIT
/* Inside the stage `sample`: placed lakes between the paths. */
#ifndef FLUV_STAGES_SAMPLE_LAKES_H
#define FLUV_STAGES_SAMPLE_LAKES_H

#include "hydrography/lakes.h"
#include "stages/sample/sample.h"

/* Lakes on the cells. */
typedef struct fluv_standing {
    uint32_t count;        /* one for each that is placed */
    fluv_found_lake *list; /* scratch; `root` FLUV_NONE: it has no cells here */
    uint32_t *of;          /* for each cell its lake, FLUV_NONE: none; scratch; NULL: no lakes */
} fluv_standing;

typedef struct fluv_standing_job {
    const fluv_topology *topology;
    const fluv_paths *paths;
    const fluv_placed *placed;
    const fluv_laying *laying;
} fluv_standing_job;

/* The lakes that are laid. */
FLUV_MUST_CHECK fluv_status fluv_standing_open(fluv_ctx *ctx, const fluv_laying *laying,
                                               size_t cells, fluv_standing *lakes);
/* Gives each its exit, from which `down` leads out, and cuts ways for those that no path leaves;
 * from then on paths end at lakes and begin below them. */
FLUV_MUST_CHECK fluv_status fluv_standing_lead(fluv_ctx *ctx, const fluv_standing_job *job,
                                               const fluv_standing *lakes);
/* Leads the water of lakes to their exits. */
FLUV_MUST_CHECK fluv_status fluv_standing_route(fluv_ctx *ctx, const fluv_standing_job *job,
                                                const fluv_standing *lakes, uint32_t *receiver);
/* Raises what would lie lower than a lake beside it, or which it drains to. */
FLUV_MUST_CHECK fluv_status fluv_standing_hold(fluv_ctx *ctx, const fluv_standing_job *job,
                                               const fluv_standing *lakes,
                                               const uint32_t *receiver);
/* Refuses a lake that the ground does not hold. */
FLUV_MUST_CHECK fluv_status fluv_standing_expect(fluv_ctx *ctx, const fluv_standing_job *job,
                                                 const fluv_standing *lakes);
/* Gives lakes their floors and makes the layer. Areas must be known. */
FLUV_MUST_CHECK fluv_status fluv_standing_publish(fluv_ctx *ctx, const fluv_standing_job *job,
                                                  const fluv_standing *lakes, fluv_landscape *land);

#endif
