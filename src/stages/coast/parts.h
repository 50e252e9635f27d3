// SPDX-License-Identifier: MIT
/* Inside the stage `coast`: the shape at large, its refinements, the ground. */
#ifndef FLUV_STAGES_COAST_PARTS_H
#define FLUV_STAGES_COAST_PARTS_H

#include "base/list.h"
#include "field/lattice.h"
#include "field/sites.h"
#include "landscape/shore.h"
#include "stages/coast/coast.h"

/* A coast that was drawn, cell by cell of the lattice; scratch. */
typedef struct fluv_coast_keep {
    uint8_t *drawn; /* land and ocean as drawn */
    float *far;     /* distance to the drawn border, m */
    float *stray;   /* how far the coast may move there, m; INFINITY: it was not drawn */
} fluv_coast_keep;

/* What the parts share. `land` of a lattice's cells: 1 land, 0 ocean. */
typedef struct fluv_coast_job {
    const fluv_coast_params *params;
    fluv_landscape *landscape;
    fluv_lattice lattice;
    double longer;               /* the frame's longer side, m */
    const fluv_coast_keep *keep; /* NULL: nothing was drawn */
} fluv_coast_job;

/* A ready-made shape (shapes.c). */
FLUV_MUST_CHECK fluv_status fluv_coast_shape(fluv_ctx *ctx, const fluv_coast_job *job,
                                             uint8_t *land);
/* The share of the frame that is land, as far as the recipe says it: of a coast that is drawn, what
 * is usual (shapes.c). */
double fluv_coast_usual_land(const fluv_coast_params *params);
/* Draws the landmasses over what is there; `limit` of the cells along their curves becomes how far
 * the coast may move there, m (curves.c). */
FLUV_MUST_CHECK fluv_status fluv_coast_curves(fluv_ctx *ctx, const fluv_coast_job *job,
                                              uint8_t *land, float *limit);

/* What was drawn, from the limits of its border's cells (keep.c). */
FLUV_MUST_CHECK fluv_status fluv_coast_keep_make(fluv_ctx *ctx, const fluv_coast_job *job,
                                                 const uint8_t *land, const float *limit,
                                                 fluv_coast_keep *keep);
/* Takes back of `land` what goes too far from what was drawn (keep.c). */
FLUV_MUST_CHECK fluv_status fluv_coast_keep_hold(fluv_ctx *ctx, const fluv_coast_job *job,
                                                 const fluv_coast_keep *keep, uint8_t *land);

/* Random sites over the frame, or along a border (scatter.c). */
typedef struct fluv_coast_scatter {
    const char *purpose; /* of the random numbers */
    double density;      /* sites a square metre */
    const float *distance;
    double reach; /* m: only where `distance` is below; `distance` is NULL: everywhere */
} fluv_coast_scatter;
FLUV_MUST_CHECK fluv_status fluv_coast_scatter_sites(fluv_ctx *ctx, const fluv_coast_job *job,
                                                     const fluv_coast_scatter *s,
                                                     const uint8_t *land, fluv_list *sites);

/* Both refinements (refine.c). */
FLUV_MUST_CHECK fluv_status fluv_coast_refine(fluv_ctx *ctx, const fluv_coast_job *job,
                                              uint8_t *land);
/* Signed distance of a lattice's cells to the border between land and ocean, m: positive on land;
 * the frame's diagonal where there is no border; the nearest cell of the border on the cell's own
 * side, where `nearest` is not NULL (border.c). `work`: a byte a cell. */
FLUV_MUST_CHECK fluv_status fluv_coast_distance(fluv_ctx *ctx, const fluv_coast_job *job,
                                                const uint8_t *land, uint8_t *work, float *distance,
                                                uint32_t *nearest);
/* The signed distance to the border of `land`, smoothed until the lattice's steps are gone; what
 * was drawn is not smoothed away (border.c). */
FLUV_MUST_CHECK fluv_status fluv_coast_smooth(fluv_ctx *ctx, const fluv_coast_job *job,
                                              const uint8_t *land, float *distance);
/* Rounds the border off and makes it rough by noise (roughen.c). `distance`: work, a value a cell.
 */
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
