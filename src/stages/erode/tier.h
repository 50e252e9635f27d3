// SPDX-License-Identifier: MIT
/* One mesh that `erode` works on: the landscape's own, or a coarser one before it. */
#ifndef FLUV_STAGES_ERODE_LEVEL_H
#define FLUV_STAGES_ERODE_LEVEL_H

#include "mesh/mesh.h"
#include "stages/erode/erode.h"
#include "water/connect.h"
#include "water/hillslope.h"
#include "water/strata.h"

typedef struct fluv_erosion_tier {
    const fluv_mesh *mesh;
    fluv_shared *own_mesh; /* NULL: it is the landscape's */
    fluv_topology topology;
    const float *uplift;
    fluv_strata strata; /* erodibility in the law's unit */
    float *maps;        /* of the landscape's mesh, carried over to an own one */
    float *erodibility, *talus, *diffusion; /* parameters that are maps; NULL: numbers */
    float *steeper;                         /* times the talus of the strata; NULL: once */
    float *stands;                          /* talus of the strata at the ground; NULL: not asked */
    fluv_hillslopes slopes;                 /* where soil creeps */
    int64_t *moving;    /* what slopes brought to streams, in quanta; NULL: nothing is laid down */
    float *load, *laid; /* of sediment, m */
    uint32_t *owner, *queue; /* for valley floors; NULL: there are none */
    float *height, *after;
    uint8_t *kind, *donors;
    uint32_t *receiver;
    uint64_t *area; /* in units, of which the whole frame has less than 2^60 */
    double unit;    /* m2 */
    fluv_connection connection;
} fluv_erosion_tier;

/* The landscape's mesh, its spacing doubled so many times, with what lies under it and room for a
 * step. */
FLUV_MUST_CHECK fluv_status fluv_erosion_tier_make(fluv_ctx *ctx, const fluv_erode_params *params,
                                                   const fluv_landscape *land, int times,
                                                   fluv_erosion_tier *level);
/* Whether soil creeps anywhere. */
bool fluv_erosion_creeps(const fluv_erode_params *params);

/* Gives back what only steps need: heights and the routes of water stay. */
void fluv_erosion_tier_rest(fluv_ctx *ctx, fluv_erosion_tier *level);
/* Gives back all that a step needs; mesh and heights stay. */
void fluv_erosion_tier_finish(fluv_ctx *ctx, fluv_erosion_tier *level);
/* Gives back everything. Zeroed is valid. */
void fluv_erosion_tier_free(fluv_ctx *ctx, fluv_erosion_tier *level);

/* The area that each vertex has of its own. */
void fluv_erosion_own_areas(fluv_ctx *ctx, fluv_erosion_tier *level);

/* Values of one mesh at the vertices of another. */
FLUV_MUST_CHECK fluv_status fluv_erosion_carry(fluv_ctx *ctx, const fluv_mesh *from,
                                               const float *value, const fluv_mesh *to, float *out);

#endif
