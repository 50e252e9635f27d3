// SPDX-License-Identifier: MIT
/* A terrain with its basins and pools, as the stage `lakes` finds them with every hollow a pool. */
#ifndef POOLS_BENCH_H
#define POOLS_BENCH_H

#include "terrain.h"

#include "water/drainage.h"
#include "water/pools.h"

typedef struct pools_bench {
    terrain t;
    fluv_topology grid;
    uint8_t *kind;
    uint32_t *streams;  /* receivers before hollows were settled */
    uint32_t *receiver; /* after */
    fluv_drainage d;
    fluv_settlement settlement;
    fluv_pools pools;
    double *supply; /* one a pool, 0 */
    uint32_t *next; /* work for pouring */
} pools_bench;

/* Settles the terrain in b->t. */
void pools_bench_settle(fluv_ctx *ctx, pools_bench *b);
void pools_bench_free(fluv_ctx *ctx, pools_bench *b);
/* The lake over a basin, NONE: it is dry or its water leaves. */
uint32_t pools_bench_lake(const pools_bench *b, uint32_t basin);

#endif
