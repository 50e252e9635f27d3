// SPDX-License-Identifier: MIT
/* Pools filled with water: how much each can hold, how much it gets, how high it stands.
 *
 * One algorithm serves two questions. Given volumes: a pool can hold the volume up to its spill
 * (m3). Given flows: a pool can take what evaporates from its surface when it stands at its spill
 * (m3/y); a lake that gets less stands lower, one that gets more is full and passes the rest on. */
#ifndef FLUV_WATER_POOLS_H
#define FLUV_WATER_POOLS_H

#include "water/hollows.h"

typedef enum fluv_amount { FLUV_VOLUME, FLUV_FLOW } fluv_amount;

/* A depth in m, or a rate in m/y: one for all cells, or a map. */
typedef struct fluv_rate {
    double number;
    const float *map; /* NULL: the number */
} fluv_rate;

static inline double fluv_rate_at(const fluv_rate *rate, uint32_t cell)
{
    return rate->map ? (double)rate->map[cell] : rate->number;
}

/* What a cell loses as open water: evaporation and, for flows, the runoff it no longer gives. */
typedef struct fluv_loss {
    fluv_rate evaporation, runoff;
} fluv_loss;

static inline double fluv_loss_at(const fluv_loss *loss, uint32_t cell)
{
    return fluv_rate_at(&loss->evaporation, cell) + fluv_rate_at(&loss->runoff, cell);
}

typedef struct fluv_pool_state {
    double capacity;       /* m3 or m3/y; of a closed pool without end */
    double loss;           /* m3 or m3/y from its surface when full; part of the capacity */
    double volume;         /* m3 of water at its level */
    double held;           /* beyond what its children can hold, when both are full */
    double received, kept; /* of a lake or a dry leaf, see fluv_pools_trace */
    bool full;
    bool gave;     /* it was full before its sibling, and filled that */
    bool active;   /* water stands in it as one body */
    uint32_t lake; /* the highest active pool that it is part of, itself included; NONE: dry */
    float level;   /* of the lake, where lake is the pool itself */
} fluv_pool_state;

typedef struct fluv_pools {
    uint32_t count;
    const fluv_pool *pools;
    const uint32_t *pool_of; /* for each basin, see fluv_settlement */
    fluv_pool_state *states;
    uint32_t *at; /* for each cell the innermost pool whose spill is above it, or NONE */
} fluv_pools;

/* Fills in `at`. Cells of surveyed lakes are put there by the caller. */
FLUV_MUST_CHECK fluv_status fluv_pools_locate(fluv_ctx *ctx, const fluv_topology *topology,
                                              const float *height, const uint32_t *label,
                                              const fluv_pools *pools);
/* Fills in capacities: for volumes what stands up to the spill and the depth of `loss` from its
 * surface, for flows the rate of loss from its surface. */
FLUV_MUST_CHECK fluv_status fluv_pools_measure(fluv_ctx *ctx, const fluv_topology *topology,
                                               const float *height, fluv_amount amount,
                                               const fluv_loss *loss, const fluv_pools *pools);
/* Of each pool: of the cells that lie in it and in none of its parts, by weight. */
typedef struct fluv_pool_sums {
    fluv_steps ground, lost; /* heights, and losses */
    uint64_t area;
} fluv_pool_sums;

/* The same from these sums, which are used up. */
void fluv_pools_add_up(const fluv_pools *pools, const fluv_weights *weights, fluv_amount amount,
                       fluv_pool_sums *sums);
/* Pours supply[p] into every leaf pool p. Returns what leaves. `next` is work, one a pool. */
double fluv_pools_pour(const fluv_pools *pools, const double *supply, uint32_t *next);
/* What reached each lake when that was poured, its own supply and what others passed on, and what
 * it kept of it. Lakes are marked. `next` and `waiting` are work, one a pool. */
void fluv_pools_trace(const fluv_pools *pools, const double *supply, uint32_t *next,
                      uint32_t *waiting);
/* As if there were water without end. */
void fluv_pools_fill(const fluv_pools *pools);
/* Marks lakes and finds their levels. */
FLUV_MUST_CHECK fluv_status fluv_pools_level(fluv_ctx *ctx, const fluv_topology *topology,
                                             const float *height, fluv_amount amount,
                                             const fluv_loss *loss, const fluv_pools *pools);

/* A cell that a lake may cover. */
typedef struct fluv_wet_cell {
    float height;
    uint32_t cell;
} fluv_wet_cell;

/* The steps of fluv_pools_level: lakes are marked, as if all stood at their brim; those that are
 * not full get a level, from their cells, which are sorted; and are marked again. */
void fluv_pools_mark(const fluv_pools *pools);
bool fluv_pool_is_partial(const fluv_pools *pools, uint32_t p);
void fluv_pool_level(const fluv_weights *weights, fluv_amount amount, const fluv_loss *loss,
                     const fluv_pools *pools, uint32_t p, fluv_wet_cell *cells, size_t count);
void fluv_pools_mark_again(const fluv_pools *pools);

/* What the lake that is pool `p` got: all it holds and loses. */
double fluv_pool_amount(const fluv_pools *pools, uint32_t p);
/* Routes each full lake's water over its pass, and the water of merged pools together. */
void fluv_pools_route(const fluv_pools *pools, uint32_t *receiver);

#endif
