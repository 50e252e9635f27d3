// SPDX-License-Identifier: MIT
/* Inside the stage `basins`: the mesh, the outlets, the forest, the beds. */
#ifndef FLUV_STAGES_BASINS_PARTS_H
#define FLUV_STAGES_BASINS_PARTS_H

#include "landscape/basins.h"
#include "landscape/regions.h"
#include "stages/basins/basins.h"

#include <math.h>

/* What the parts share; arrays have one value a vertex and are scratch. */
typedef struct fluv_basins_job {
    const fluv_basins_params *params;
    const fluv_landscape *landscape;
    const fluv_regions *regions;
    double longer, spacing; /* the frame's longer side; the mesh's spacing; m */
    uint32_t count, land_count;
    uint32_t *first, *neighbour;
    double *x, *y, *cell; /* CRS; m2 */
    uint8_t *at_edge, *ocean, *type;
    float *shore; /* distance to the coast, m, < 0 in the ocean */
    fluv_region_blend *blend;
    uint32_t outlets[FLUV_REGION_TYPES]; /* asked for, by type */
    uint8_t *mouth;                      /* 1: an outlet at the coast or edge */
    uint8_t *gate;                       /* 1: an outlet of a region at its rim */
    uint32_t *receiver, *outlet, *order;
    uint8_t *wet;
    double *area;
    float *growth, *bed;
    uint8_t *other; /* the type of region that its own fades into */
    float *own;     /* share of its own type */
} fluv_basins_job;

/* Mouths and gates (outlets.c). */
FLUV_MUST_CHECK fluv_status fluv_basins_outlets(fluv_ctx *ctx, fluv_basins_job *job);
/* How far it is from an outlet at the frame's edge to the sea, m (beyond.c). */
double fluv_basins_sea_beyond(const fluv_basins_job *job, uint32_t v);
/* The sum of area^-power over a river's way beyond the edge, from so many m to so many (beyond.c).
 */
double fluv_basins_beyond(const fluv_basins_job *job, uint32_t v, double power, double from,
                          double to);
/* The bed of a river where it leaves the frame, m (beyond.c). */
float fluv_basins_edge_bed(const fluv_basins_job *job, uint32_t v);
/* Receivers, outlet, order, area (grow.c). */
FLUV_MUST_CHECK fluv_status fluv_basins_grow(fluv_ctx *ctx, fluv_basins_job *job);
/* Growth and beds (beds.c). */
void fluv_basins_beds(fluv_basins_job *job);

static inline double fluv_basins_step(const fluv_basins_job *job, uint32_t a, uint32_t b)
{
    return fluv_length(job->x[a] - job->x[b], job->y[a] - job->y[b]);
}

#endif
