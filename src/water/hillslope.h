// SPDX-License-Identifier: MIT
/* Hillslopes: soil that creeps and slides down, on a mesh that water runs over. */
#ifndef FLUV_WATER_HILLSLOPE_H
#define FLUV_WATER_HILLSLOPE_H

#include "base/list.h"
#include "water/sediment.h"

#define FLUV_SIDE_GROUP      16
#define FLUV_SIDE_BLOCK      4096 /* vertices */
#define FLUV_SIDE_UNITS      80.0 /* of distance, to the root of a mean cell's area */
#define FLUV_SIDE_WIDTH_UNIT 0.0125f

/* Sides that cells share, of which no two touch the same cell: they are looked at together.
 * Vertices are numbered from their block's first. */
typedef struct fluv_sides {
    float flux[FLUV_SIDE_GROUP];    /* m3/y, from -> to */
    uint16_t from[FLUV_SIDE_GROUP]; /* in a group that is not full, 0 -> 0 of no width */
    uint16_t to[FLUV_SIDE_GROUP];
    uint8_t distance[FLUV_SIDE_GROUP]; /* between the two vertices, in `unit`s, > 0 */
    uint8_t width[FLUV_SIDE_GROUP];    /* over the distance, in units; 0: nothing crosses */
} fluv_sides;

/* Blocks of vertices are worked on by threads; block b has the groups first[b] .. first[b + 1] - 1.
 * 33 bytes a vertex. */
typedef struct fluv_hillslopes {
    const fluv_topology *topology;
    float unit; /* m */
    uint32_t block_count;
    bool backwards; /* the next sweep: they go to and fro */
    uint32_t *first;
    fluv_sides *groups;
    fluv_list across; /* fluv_side_across: sides between blocks */
} fluv_hillslopes;

typedef struct fluv_side_across {
    uint32_t from, to;
    float flux;
    uint8_t distance, width;
} fluv_side_across;

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

/* The root of a mean cell's area, m. */
static inline double fluv_hillslopes_cell(const fluv_hillslopes *slopes)
{
    return (double)slopes->unit * FLUV_SIDE_UNITS;
}

/* A step: begins with the fluxes of the last one, and comes nearer to the implicit solution with
 * every sweep. `thin` is work, one a vertex. */
void fluv_hillslopes_step(fluv_hillslopes *slopes, const fluv_creep *creep, int threads, int sweeps,
                          float *thin, float *height);
#endif
