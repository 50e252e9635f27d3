// SPDX-License-Identifier: MIT
/* An opened tree, inside: pieces of its lines and which of them matter where. */
#ifndef FLUV_LANDSCAPE_TREE_INDEX_H
#define FLUV_LANDSCAPE_TREE_INDEX_H

#include "landscape/tree.h"

#include <math.h>

/* A piece of a line, m from the tree's origin. */
typedef struct fluv_tree_piece {
    float ax, ay, bx, by;
    float az, bz;
    float size_a, size_b; /* valley: half floor; river: half width */
    uint32_t line;        /* river: its place in the list */
} fluv_tree_piece;

/* Tile k has items first[k] .. first[k + 1] - 1. */
typedef struct fluv_tile_lists {
    uint32_t *first;
    uint32_t *items;
} fluv_tile_lists;

/* Tiles lie over warped places for discs, valleys and shores, over true ones for rivers. Discs are
 * listed where their centre is and reach one tile farther at most; the others where they matter. */
struct fluv_tree_index {
    fluv_tree_parts parts;
    double west, south, side; /* from the origin, m */
    uint32_t cols, rows;
    fluv_tree_piece *valleys, *rivers, *shores;
    uint32_t valley_count, river_count, shore_count; /* the last valleys are the shores */
    fluv_tile_lists disc_lists, valley_lists, river_lists, shore_lists;
    float widest;         /* half floor of a valley, m */
    uint8_t *inside;      /* a tile: whether its middle is land */
    float *low, *high;    /* a tile: least and greatest slope of the discs that reach it; work */
    float *lowest;        /* a tile: least height of the valleys that begin in it; work */
    fluv_tile_lists near; /* valleys by the tile of their middle; work */
};

/* A round place with bounds of its slopes: what may be the lowest in it? */
typedef struct fluv_tree_spot {
    float x, y, radius;
    float low, high; /* slopes */
    float crest;     /* slopes this much farther up still round the crest */
} fluv_tree_spot;

/* Bounds of a piece's height over a spot, as height + slope * rise. */
typedef struct fluv_tree_bound {
    float height, rise;
} fluv_tree_bound;

static inline float fluv_piece_distance(const fluv_tree_piece *p, float x, float y)
{
    float dx = p->bx - p->ax, dy = p->by - p->ay, px = x - p->ax, py = y - p->ay;
    float square = dx * dx + dy * dy;
    float at = square > 0.0f ? (px * dx + py * dy) / square : 0.0f;
    at = at < 0.0f ? 0.0f : at > 1.0f ? 1.0f : at;
    float ex = px - at * dx, ey = py - at * dy;
    return sqrtf(ex * ex + ey * ey);
}

static inline fluv_tree_bound fluv_piece_above(const fluv_tree_spot *spot, const fluv_tree_piece *p,
                                               float distance)
{
    float floor = p->size_a < p->size_b ? p->size_a : p->size_b, far = distance + spot->radius;
    return (fluv_tree_bound){p->az > p->bz ? p->az : p->bz,
                             sqrtf(far * far + floor * floor) - floor + spot->crest};
}

static inline fluv_tree_bound fluv_piece_below(const fluv_tree_spot *spot, const fluv_tree_piece *p,
                                               float distance)
{
    float floor = p->size_a > p->size_b ? p->size_a : p->size_b;
    float near = distance > spot->radius ? distance - spot->radius : 0.0f;
    return (fluv_tree_bound){p->az < p->bz ? p->az : p->bz,
                             sqrtf(near * near + floor * floor) - floor};
}

/* Whether what is at least `low` lies above what is at most `high`, whatever the slope. */
static inline bool fluv_bound_clears(const fluv_tree_spot *spot, fluv_tree_bound low,
                                     fluv_tree_bound high)
{
    float up = low.height - high.height, out = low.rise - high.rise;
    return up + spot->low * out > 0.0f && up + spot->high * out > 0.0f;
}

/* The reach of a river's profile to either side, from its half width and depth. */
static inline float fluv_river_reach(float half, float depth)
{
    float bank = 6.0f * depth > 2.0f * half ? 6.0f * depth : 2.0f * half;
    return half + (bank > 6.0f ? bank : 6.0f);
}

#endif
