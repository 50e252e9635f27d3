// SPDX-License-Identifier: MIT
/* Inside the stage `basins`: the mesh, the outlets, the forest, the beds. */
#ifndef FLUV_STAGES_BASINS_PARTS_H
#define FLUV_STAGES_BASINS_PARTS_H

#include "base/list.h"
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
    /* What the author placed; NULL: nothing. */
    const fluv_placed *placed;
    fluv_landscape *notes; /* the landscape, for notes */
    uint32_t *river;       /* the placed river that runs through it, NONE: none */
    uint32_t *forced; /* of such a river the vertex that follows, in the sea at its mouth; NONE: the
                       * water finds its way */
    uint8_t *source;  /* 1: a placed river begins here, and nothing runs into it */
    uint32_t *lake;   /* the placed lake over it, NONE: none */
    uint32_t *lake_exit; /* of each placed lake where its river leaves it; NONE: not known */
    uint32_t *spot_at;   /* of each placed mouth its vertex, else NONE */
    float *ease;         /* of an outlet: what ways to it cost against others */
    fluv_list ways;      /* of fluv_basins_way */
    fluv_list way_vertex, way_xy;
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
/* Lakes and rivers that were placed (waters.c, ways.c); to be called before outlets are chosen, and
 * mouths. */
FLUV_MUST_CHECK fluv_status fluv_basins_waters(fluv_ctx *ctx, fluv_basins_job *job);
FLUV_MUST_CHECK fluv_status fluv_basins_ways(fluv_ctx *ctx, fluv_basins_job *job);
FLUV_MUST_CHECK fluv_status fluv_basins_mouths(fluv_ctx *ctx, fluv_basins_job *job);
/* From then on a placed lake has no vertices (waters.c). */
void fluv_basins_lake_drop(const fluv_basins_job *job, uint32_t lake);
/* Once the forest has grown: where placed lakes end (waters.c). */
void fluv_basins_exits(const fluv_basins_job *job);
/* Receivers, outlet, order, area (grow.c). */
FLUV_MUST_CHECK fluv_status fluv_basins_grow(fluv_ctx *ctx, fluv_basins_job *job);
/* Growth and beds (beds.c). */
void fluv_basins_beds(fluv_basins_job *job);

/* The vertex nearest to a place; `near` is one to begin with. */
static inline uint32_t fluv_basins_nearest(const fluv_basins_job *job, uint32_t near, double x,
                                           double y)
{
    for (uint32_t at = FLUV_NONE; at != near;) {
        at = near;
        double least = fluv_length(job->x[at] - x, job->y[at] - y);
        for (uint32_t i = job->first[at]; i < job->first[at + 1]; i++) {
            uint32_t u = job->neighbour[i];
            double far = fluv_length(job->x[u] - x, job->y[u] - y);
            if (far < least) {
                least = far;
                near = u;
            }
        }
    }
    return near;
}

static inline bool fluv_basins_in_frame(const fluv_basins_job *job, double x, double y)
{
    const fluv_frame *frame = &job->landscape->frame;
    double east = x - frame->west, south = frame->north - y;
    return east >= 0.0 && south >= 0.0 && east <= frame->cell * frame->cols &&
           south <= frame->cell * frame->rows;
}

static inline bool fluv_basins_beside_ocean(const fluv_basins_job *job, uint32_t v)
{
    for (uint32_t i = job->first[v]; i < job->first[v + 1]; i++)
        if (job->ocean[job->neighbour[i]])
            return true;
    return false;
}

/* The frame's area, m2. */
static inline double fluv_basins_all(const fluv_basins_job *job)
{
    const fluv_frame *frame = &job->landscape->frame;
    return frame->cell * frame->cell * frame->cols * frame->rows;
}

static inline double fluv_basins_step(const fluv_basins_job *job, uint32_t a, uint32_t b)
{
    return fluv_length(job->x[a] - job->x[b], job->y[a] - job->y[b]);
}

#endif
