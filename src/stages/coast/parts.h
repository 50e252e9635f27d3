// SPDX-License-Identifier: MIT
/* Inside the stage `coast`: the shape at large, its refinements, the ground. */
#ifndef FLUV_STAGES_COAST_PARTS_H
#define FLUV_STAGES_COAST_PARTS_H

#include "field/lattice.h"
#include "landscape/shore.h"
#include "stages/coast/coast.h"

/* What the parts share. `land` of a lattice's cells: 1 land, 0 ocean. */
typedef struct fluv_coast_job {
    const fluv_coast_params *params;
    fluv_landscape *landscape;
    fluv_lattice lattice;
    double longer; /* the frame's longer side, m */
} fluv_coast_job;

/* A ready-made shape (shapes.c). */
FLUV_MUST_CHECK fluv_status fluv_coast_shape(fluv_ctx *ctx, const fluv_coast_job *job,
                                             uint8_t *land);
/* Draws the landmasses over what is there (curves.c). */
FLUV_MUST_CHECK fluv_status fluv_coast_curves(fluv_ctx *ctx, const fluv_coast_job *job,
                                              uint8_t *land);
/* Both refinements (refine.c). */
FLUV_MUST_CHECK fluv_status fluv_coast_refine(fluv_ctx *ctx, const fluv_coast_job *job,
                                              uint8_t *land);
/* Signed distance of a lattice's cells to the border between land and ocean, m: positive on land;
 * the frame's diagonal where there is no border (refine.c). `work`: a byte a cell. */
FLUV_MUST_CHECK fluv_status fluv_coast_distance(fluv_ctx *ctx, const fluv_coast_job *job,
                                                const uint8_t *land, uint8_t *work,
                                                float *distance);
/* Rounds the border off and makes it rough by noise (roughen.c). `distance` is that of `land` and
 * is used up. */
FLUV_MUST_CHECK fluv_status fluv_coast_roughen(fluv_ctx *ctx, const fluv_coast_job *job,
                                               float *distance, uint8_t *land);
/* Sea floor and plain: the layers height, cover and water (ground.c). */
FLUV_MUST_CHECK fluv_status fluv_coast_ground(fluv_ctx *ctx, const fluv_coast_job *job,
                                              fluv_landscape *landscape, const fluv_shore *shore);

/* A parameter that is 0 takes a part of the longer side. */
static inline double fluv_coast_length(const fluv_coast_job *job, double asked, double part)
{
    return asked > 0.0 ? asked : part * job->longer;
}

#endif
