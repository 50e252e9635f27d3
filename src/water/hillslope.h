// SPDX-License-Identifier: MIT
/* Hillslopes: soil that creeps and slides down, on a mesh that water runs over. */
#ifndef FLUV_WATER_HILLSLOPE_H
#define FLUV_WATER_HILLSLOPE_H

#include "base/list.h"
#include "water/sediment.h"

/* A side that two cells share. Width and distance are counted in the hillslopes' unit. */
typedef struct fluv_side {
    uint16_t width;    /* 0: nothing crosses it */
    uint16_t distance; /* between the two vertices, > 0 */
    float flux;        /* m3/y from the lower number to the higher */
} fluv_side;

/* The sides of vertex v to neighbours with higher numbers are sides[first[v]] .. sides[first[v + 1]
 * - 1], in the order of the topology, whose last neighbours they are. 28 bytes a vertex. */
typedef struct fluv_hillslopes {
    const fluv_topology *topology;
    float unit; /* m */
    uint32_t *first;
    fluv_side *sides;
    fluv_list across; /* sides between blocks of vertices, which threads do not share */
} fluv_hillslopes;

/* q = diffusion * S / (1 - (S / talus)^2). Streams carry off what slopes bring to them: channels
 * keep the height that the stream gave them. Ground that keeps its height takes soil and gives
 * none.
 */
typedef struct fluv_creep {
    const uint8_t *kind;        /* what is sea, void or held keeps its height */
    double diffusion;           /* m2/y; of a map, the most */
    const float *diffusion_map; /* in its place, one a vertex; NULL: none */
    double talus;               /* slope at which everything slides */
    const float *talus_map;     /* in its place, one a vertex; NULL: none */
    double years;
    const uint64_t *area; /* drained by each vertex, in units of `unit` m2; NULL: no channels */
    double unit, m;       /* a channel is where erodibility * area^(m + 1/2) > diffusion */
    double erodibility;
    const float *erodibility_map; /* times this, one a vertex; NULL: once */
    const uint32_t *basin;        /* of each vertex, into `traps`; NULL: there are none */
    const fluv_trap *traps;       /* under whose water there are no channels */
    int64_t *brought; /* NULL, or added to: what came to each vertex that keeps its height, */
    double quantum;   /* in quanta of so many m3 */
} fluv_creep;

/* The topology is a mesh and is borrowed. No soil moves yet. Scratch memory. */
FLUV_MUST_CHECK fluv_status fluv_hillslopes_init(fluv_ctx *ctx, const fluv_topology *topology,
                                                 fluv_hillslopes *slopes);
/* Gives it back. Zeroed is valid. */
void fluv_hillslopes_drop(fluv_ctx *ctx, fluv_hillslopes *slopes);

/* A step: begins with the fluxes of the last one, and comes nearer to the implicit solution with
 * every sweep. `thin` is work, one a vertex. */
void fluv_hillslopes_step(fluv_hillslopes *slopes, const fluv_creep *creep, int threads, int sweeps,
                          float *thin, float *height);
/* More sweeps of the step that was last, with its `thin`. */
void fluv_hillslopes_sweep(fluv_hillslopes *slopes, const fluv_creep *creep, int threads,
                           int sweeps, const float *thin, float *height);
#endif
