// SPDX-License-Identifier: MIT
/* Lakes of a map in tiles: what tiles and rank 0 tell each other of hollows, pools and lakes. */
#ifndef FLUV_TILES_LAKES_H
#define FLUV_TILES_LAKES_H

#include "hydrography/lakes.h"
#include "tiles/ends.h"
#include "water/hollows.h"
#include "water/pools.h"

/* For sorted lists of numbers. */
static inline int fluv_by_number(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return left < right ? -1 : left > right;
}

/* ---- What is told ---- */

/* A pass that is, or may be, one over which a hollow ends; as in fluv_pass, with cells and basins
 * of the map. */
typedef struct fluv_lake_join {
    uint64_t low, high;
    float height;
    uint32_t slants;
    uint32_t basin[2];
    uint32_t end[2]; /* of the cells' ways in the tile that has `low`; NONE: another tile's cell */
} fluv_lake_join;

typedef struct fluv_lake_root {
    uint64_t cell;
    double height;
} fluv_lake_root;

/* A cell on a way from a pass. */
typedef struct fluv_lake_way {
    uint64_t cell;
    uint32_t label;
    float height;
    uint8_t way, kind;
    uint8_t beside; /* how many fluv_lake_beside follow for it */
    uint32_t lake;  /* of the map, or NONE */
} fluv_lake_way;

/* Cells beside it that drain elsewhere, or sea, or lakes of the map: the lowest of those of one
 * basin and lake. */
typedef struct fluv_lake_beside {
    uint32_t label;
    float height;
    uint32_t sea; /* 0 or 1 */
    uint32_t lake;
} fluv_lake_beside;

/* Sums of 128 bits, in two halves: what is told stands at multiples of 8 bytes. */
typedef struct fluv_told_steps {
    uint64_t low, high;
} fluv_told_steps;

static inline fluv_told_steps fluv_steps_tell(fluv_steps steps)
{
    return (fluv_told_steps){(uint64_t)steps, (uint64_t)(steps >> 64)};
}

static inline fluv_steps fluv_steps_told(fluv_told_steps told)
{
    return (fluv_steps)(((unsigned __int128)told.high << 64) | told.low);
}

/* Of the tile's cells that lie in a hollow and in none of its parts; catchment: in a basin. */
typedef struct fluv_lake_sums {
    uint64_t node, area, catchment;
    fluv_told_steps ground;
} fluv_lake_sums;

/* Of its cells in a pool, likewise; supply: that lead their water to a leaf. */
typedef struct fluv_pool_told {
    uint64_t pool, area, supply;
    fluv_told_steps ground;
} fluv_pool_told;

typedef struct fluv_settled_told {
    fluv_told_steps filled;
    uint64_t none; /* cells of land whose water reaches no pool */
    double highest;
    uint64_t pools; /* fluv_pool_told that follow */
} fluv_settled_told;

/* Cells of one height in a lake that is not full. */
typedef struct fluv_height_told {
    uint32_t lake;
    float height;
    uint64_t count;
} fluv_height_told;

/* ---- What is answered ---- */

/* Trees of which a tile sees a part: its labels, each with a leaf, and nodes with their parents
 * among them, which come later. */
typedef struct fluv_tile_forest {
    uint32_t labels, nodes, cuts;
    const uint32_t *label; /* rising */
    const uint32_t *leaf;  /* of each label, NONE: none */
    const float *fill;     /* of each label: the level that its cells are filled to; NULL */
    const uint8_t *still;  /* of each node: a lake of the map stands there; NULL likewise */
    const uint32_t *node;  /* numbers of the whole map, rising */
    const uint32_t *parent;
    const float *level;
} fluv_tile_forest;

/* Takes it from an answer or a note; returns what follows it. */
const void *fluv_tile_forest_read(const fluv_list *from, fluv_tile_forest *forest);

/* A cell that is cut, or that drains elsewhere. */
typedef struct fluv_cell_change {
    uint64_t cell;
    float height;
    uint32_t way;
} fluv_cell_change;

/* What a pool became. */
typedef struct fluv_pool_answer {
    uint32_t lake; /* whose cells are those of the pool that lie below `level`; NONE: nobody's */
    float level;
    uint8_t empty, parched;
    uint8_t surveyed; /* the lake, whose cells need not lie below its level */
} fluv_pool_answer;

/* A lake of the map at the frame's edge, which is no pool. */
typedef struct fluv_edge_answer {
    uint64_t shown;
    uint32_t lake;
    float level;
} fluv_edge_answer;

/* ---- On rank 0 ---- */

typedef struct fluv_lake_net {
    fluv_ctx *ctx;
    fluv_list blocks;   /* of void *: all that follows but lists, to be freed in the end */
    fluv_list joins;    /* fluv_lake_join, in rising order */
    fluv_list roots;    /* fluv_lake_root of basins 1 and on */
    fluv_list *labels;  /* of each tile, its labels: uint32_t */
    fluv_list *members; /* of each tile, the pools in it: uint32_t */
    uint32_t tiles;
    /* The map of ways: cells of the map by rising number; behind them those beside. */
    uint32_t ways;
    uint64_t *place;
    uint8_t *way;
    float *was, *height;
    uint8_t *kind;
    uint32_t *label, *receiver;
    uint32_t *lake; /* of the map, of each */
    fluv_topology topology;
    fluv_hierarchy hierarchy;
    /* Pools. */
    fluv_ground_change change;
    fluv_moved_steps moved;
    float *fill;       /* of each basin */
    uint32_t *pool_of; /* likewise */
    fluv_list pool_list;
    fluv_pools pools;
    double *supply;
    uint32_t *next, *lake_of_pool;
    double gathered, left;
} fluv_lake_net;

/* Memory that lives as long as the net. */
void *fluv_lake_net_room(fluv_lake_net *net, size_t count, size_t size);
FLUV_MUST_CHECK fluv_status fluv_lake_net_begin(fluv_tile_work *work, fluv_lake_net *net);
void fluv_lake_net_free(fluv_lake_net *net);

static inline fluv_weights fluv_tile_weights(const fluv_tile_work *work)
{
    return (fluv_weights){.unit = work->cell * work->cell};
}

/* The passes that join, from what tiles tell of them. */
FLUV_MUST_CHECK fluv_status fluv_lakes_take_joins(fluv_tile_work *work);

/* Steps, each of what tiles tell and what rank 0 makes of it. */
FLUV_MUST_CHECK fluv_status fluv_lakes_tell_joins(fluv_tile_work *work, uint32_t tile);
FLUV_MUST_CHECK fluv_status fluv_lakes_solve_joins(fluv_tile_work *work);
FLUV_MUST_CHECK fluv_status fluv_lakes_tell_ways(fluv_tile_work *work, uint32_t tile);
FLUV_MUST_CHECK fluv_status fluv_lakes_solve_ways(fluv_tile_work *work);
FLUV_MUST_CHECK fluv_status fluv_lakes_solve_sizes(fluv_tile_work *work);
FLUV_MUST_CHECK fluv_status fluv_lakes_solve_pools(fluv_tile_work *work);
FLUV_MUST_CHECK fluv_status fluv_lakes_solve_levels(fluv_tile_work *work);

/* Deals a part of a tree of `count` nodes to a tile: those above the leaves of its labels. Parents'
 * numbers are higher than their children's. */
typedef struct fluv_forest_source {
    uint32_t count;
    const void *user;
    uint32_t (*leaf)(const void *user, uint32_t label);  /* NONE: none */
    uint32_t (*parent)(const void *user, uint32_t node); /* NONE: none */
    float (*level)(const void *user, uint32_t node);
    const float *fill;    /* by label; NULL */
    const uint8_t *still; /* by node; NULL likewise */
    uint32_t *seen;       /* work, one a node, not the number of any tile yet */
} fluv_forest_source;

/* Into the tile's parcel; `members`: nodes, noted if not NULL. */
FLUV_MUST_CHECK fluv_status fluv_forest_deal(fluv_tile_work *work, uint32_t tile,
                                             const fluv_list *labels, fluv_forest_source *source,
                                             uint32_t cuts, fluv_list *members);

/* ---- Kept on disk ---- */

#define FLUV_TILES_FOUND "found.raw" /* fluv_found_lake; its root: uint64_t; fluv_lakes_total */
#define FLUV_TILES_LAKES                                                                           \
    "lakes.raw" /* fluv_lake, by their number in the grid; fluv_lakes_total                        \
                 */

typedef struct fluv_lakes_total {
    fluv_ground_change change;
    fluv_budget budget;
    double gathered, left;
} fluv_lakes_total;

#endif
