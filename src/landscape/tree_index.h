// SPDX-License-Identifier: MIT
/* An opened tree, inside: pieces of its lines and which of them matter where. */
#ifndef FLUV_LANDSCAPE_TREE_INDEX_H
#define FLUV_LANDSCAPE_TREE_INDEX_H

#include "landscape/tree.h"

#include <math.h>

/* The tree's noises have keys of their own. */
static inline fluv_key fluv_tree_key(const fluv_tree_head *head, uint64_t purpose)
{
    return fluv_key_split((fluv_key){head->key}, purpose);
}

/* A piece of a line, m from the tree's origin. */
typedef struct fluv_tree_piece {
    float ax, ay, bx, by;
    float az, bz;
    float size_a, size_b; /* valley: half floor; river: half width */
    uint32_t line;        /* river: its place in the list */
} fluv_tree_piece;

/* What bounds of pieces need, side by side for vector code. */
typedef struct fluv_tree_lines {
    float *ax, *ay, *dx, *dy, *inverse; /* inverse: of the length's square */
    float *low, *high;                  /* heights of the lower and the higher end */
    float *narrow, *wide;               /* half floors */
} fluv_tree_lines;

/* Floats a piece takes in them. */
#define FLUV_LINE_FLOATS 9

static inline fluv_tree_lines fluv_lines_in(float *room, size_t count)
{
    return (fluv_tree_lines){room,
                             room + count,
                             room + 2 * count,
                             room + 3 * count,
                             room + 4 * count,
                             room + 5 * count,
                             room + 6 * count,
                             room + 7 * count,
                             room + 8 * count};
}

/* Numbers only: the library's functions look out for NaN and are calls. */
static inline float fluv_less(float a, float b)
{
    return a < b ? a : b;
}

static inline float fluv_more(float a, float b)
{
    return a > b ? a : b;
}

static inline void fluv_line_put(const fluv_tree_lines *to, size_t i, const fluv_tree_piece *p)
{
    float dx = p->bx - p->ax, dy = p->by - p->ay, square = dx * dx + dy * dy;
    to->ax[i] = p->ax;
    to->ay[i] = p->ay;
    to->dx[i] = dx;
    to->dy[i] = dy;
    to->inverse[i] = square > 0.0f ? 1.0f / square : 0.0f;
    to->low[i] = fluv_less(p->az, p->bz);
    to->high[i] = fluv_more(p->az, p->bz);
    to->narrow[i] = fluv_less(p->size_a, p->size_b);
    to->wide[i] = fluv_more(p->size_a, p->size_b);
}

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
    fluv_tree_piece *valleys, *rivers, *shores; /* valleys and shores by the tile of their middle */
    uint32_t valley_count, river_count, shore_count; /* shores are valleys too */
    float *line_room;
    fluv_tree_lines lines; /* of the valleys */
    fluv_tile_lists disc_lists, valley_lists, river_lists, shore_lists;
    float widest;         /* half floor of a valley, m */
    uint8_t *inside;      /* a tile: whether its middle is land */
    uint8_t *coastal;     /* a tile: whether the shore may pass through it */
    float *low, *high;    /* a tile: least and greatest slope of the discs that reach it; work */
    float *lowest;        /* a tile: least height of the valleys that begin in it; work */
    float *nearest;       /* a tile: distance to the nearest shore; work */
    uint32_t *near;       /* a tile: its first valley; one more; work */
    uint32_t *near_shore; /* a tile: its first shore; one more; work */
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

/* Bounds of the heights of `count` pieces over the spot, from piece `from` on. Kernels. */
void fluv_lines_below(const fluv_tree_lines *lines, size_t from, size_t count,
                      const fluv_tree_spot *spot, float *height, float *rise);
void fluv_lines_above(const fluv_tree_lines *lines, size_t from, size_t count,
                      const fluv_tree_spot *spot, float *height, float *rise);
/* The closest of the bounds from above and one known already. */
fluv_tree_bound fluv_lines_ceiling(const fluv_tree_spot *spot, const float *height,
                                   const float *rise, size_t count, fluv_tree_bound ceiling);

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
