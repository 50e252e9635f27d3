// SPDX-License-Identifier: MIT
/* Points that are evaluated together, and the steps of their evaluation.
 *
 * Places are floats from the block's own corner, so that centimetres count far from the origin.
 * Blocks are worked on in parts of a fixed size; what is beyond the last point repeats it. */
#ifndef FLUV_LANDSCAPE_TREE_BLOCK_H
#define FLUV_LANDSCAPE_TREE_BLOCK_H

#include "landscape/tree_index.h"

#include <math.h>

#define FLUV_TREE_BLOCK 64
#define FLUV_TREE_PART  16
#define FLUV_TREE_PARTS (FLUV_TREE_BLOCK / FLUV_TREE_PART)

typedef struct fluv_tree_block {
    size_t count, parts;           /* points, and parts that hold any */
    double x0, y0;                 /* from the tree's origin: where the floats count from */
    const double *wide_x, *wide_y; /* warped, from the tree's origin */
    float x[FLUV_TREE_BLOCK], y[FLUV_TREE_BLOCK]; /* true places */
    float warped_x[FLUV_TREE_BLOCK], warped_y[FLUV_TREE_BLOCK];
    fluv_tree_extent extent[FLUV_TREE_PARTS], warped_extent[FLUV_TREE_PARTS];
    bool any_land, any_sea;
    bool land[FLUV_TREE_BLOCK];
    float shore[FLUV_TREE_BLOCK]; /* distance, where there is sea; INFINITY: out of reach */
    float slope[FLUV_TREE_BLOCK];
    float base[FLUV_TREE_BLOCK];    /* ground without rivers */
    float cover[FLUV_TREE_BLOCK];   /* how much of a river there is, 0 .. 1 */
    float bed[FLUV_TREE_BLOCK];     /* ground of rivers, where they cover */
    float surface[FLUV_TREE_BLOCK]; /* of the nearest river */
    float sand[FLUV_TREE_BLOCK];
    bool wet[FLUV_TREE_BLOCK];
    float depth[FLUV_TREE_BLOCK], level[FLUV_TREE_BLOCK];    /* of a lake; depth 0: there is none */
    float lowest[FLUV_TREE_BLOCK], highest[FLUV_TREE_BLOCK]; /* that ground is beside lakes */
} fluv_tree_block;

static inline fluv_tree_extent fluv_extent_around(const fluv_tree_extent *parts, size_t count)
{
    fluv_tree_extent e = parts[0];
    for (size_t i = 1; i < count; i++) {
        e.west = fluv_less(e.west, parts[i].west);
        e.east = fluv_more(e.east, parts[i].east);
        e.south = fluv_less(e.south, parts[i].south);
        e.north = fluv_more(e.north, parts[i].north);
    }
    return e;
}

/* A round place around it, its slopes unset. */
static inline fluv_tree_spot fluv_extent_spot(fluv_tree_extent e)
{
    return (fluv_tree_spot){.x = 0.5f * (e.west + e.east),
                            .y = 0.5f * (e.south + e.north),
                            .radius = 0.5f * hypotf(e.east - e.west, e.north - e.south) +
                                      FLUV_TREE_SLACK};
}

/* The steps, kernels. Land or sea, and how far from the shore; `tiles` hold the warped places. */
void fluv_block_find_shore(const fluv_tree_index *tree, fluv_tile_box tiles, fluv_tree_block *b);
/* The ground of valleys over known slopes. */
void fluv_block_lower(const fluv_tree_index *tree, fluv_tile_box tiles, fluv_tree_block *b);
/* Beds of rivers at the true places x, y, which lie in `tiles`. */
void fluv_block_carve(const fluv_tree_index *tree, fluv_tile_box tiles, const double *x,
                      const double *y, double finest, fluv_tree_block *b);
/* Lakes at the true places. */
void fluv_block_flood(const fluv_tree_index *tree, fluv_tree_block *b);

#endif
