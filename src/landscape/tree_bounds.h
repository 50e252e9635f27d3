// SPDX-License-Identifier: MIT
/* Pieces of a tree's lines, side by side for vector code, and bounds of what they do over a round
 * place: what cannot matter there is left out before anything is evaluated. */
#ifndef FLUV_LANDSCAPE_TREE_BOUNDS_H
#define FLUV_LANDSCAPE_TREE_BOUNDS_H

#include "base/clones.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* More than rounding moves a place, m. */
#define FLUV_TREE_SLACK 0.05f

/* Pieces from a to a + d. */
typedef struct fluv_tree_lines {
    float *ax, *ay, *dx, *dy, *inverse; /* inverse: of the length's square */
    float *az, *dz;
    float *size, *grow; /* half floor at a, and how much more it is at the other end */
    int32_t *line;
} fluv_tree_lines;

/* Words of four bytes a piece takes in them. */
#define FLUV_LINE_WORDS 10

/* A round place with bounds of its slopes. */
typedef struct fluv_tree_spot {
    float x, y, radius;
    float low, high; /* slopes */
    float crest;     /* slopes this much farther up still round the crest */
} fluv_tree_spot;

/* A bound of heights over a spot, as height + slope * rise. */
typedef struct fluv_tree_bound {
    float height, rise;
} fluv_tree_bound;

/* Some tiles of a row, and what is known of the pieces whose middles lie in them. */
typedef struct fluv_tile_row {
    const float *lowest; /* a tile: height of its lowest piece; INFINITY: it has none */
    uint32_t count;
    float x, y; /* middle of the first tile */
    float side; /* of a tile */
    float out;  /* pieces stay this near to their tile's middle, along either axis */
    float wide; /* the widest half floor */
} fluv_tile_row;

/* Numbers only: the library's functions look out for NaN and are calls. */
FLUV_INLINE float fluv_less(float a, float b)
{
    return a < b ? a : b;
}

FLUV_INLINE float fluv_more(float a, float b)
{
    return a > b ? a : b;
}

/* How far the land has risen at a distance from a valley, as a way up a straight hillside. A valley
 * has a nearly flat floor, half of which is `size`, and a foot where the hillside begins; of a
 * shore, which has a foot alone, `size` is negative. */
#define FLUV_VALLEY_FOOT 1.2f  /* of half the floor */
#define FLUV_VALLEY_TILT 0.06f /* of a floor against the hillside: its water finds the river */

FLUV_INLINE float fluv_valley_rise(float distance, float size)
{
    float foot = FLUV_VALLEY_FOOT * fabsf(size),
          out = fluv_more(distance - fluv_more(size, 0.0f), 0.0f);
    return sqrtf(out * out + foot * foot) - foot + FLUV_VALLEY_TILT * distance;
}

/* The ends of a piece, 0 and 1. A compiler that knew these numbers would work out three cases and
 * blend them, where a minimum and a maximum will do. */
typedef struct fluv_tree_ends {
    float first, last;
} fluv_tree_ends;

extern const fluv_tree_ends fluv_piece_ends;

FLUV_INLINE float fluv_piece_clamp(float along, fluv_tree_ends ends)
{
    return fluv_less(fluv_more(along, ends.first), ends.last);
}

/* Pieces and tiles are looked at in chunks of at most so many. */
#define FLUV_TREE_CHUNK 256

/* Kernels, for `count` pieces from `from` on. Their distances to the middle of a spot: */
void fluv_lines_distances(const fluv_tree_lines *lines, size_t from, size_t count,
                          const fluv_tree_spot *spot, float *distance);
/* The lowest bound from above: that of a piece, or one known already. */
fluv_tree_bound fluv_lines_ceiling(const fluv_tree_lines *lines, size_t from, size_t count,
                                   const fluv_tree_spot *spot, const float *distance,
                                   fluv_tree_bound known);
/* Which may be the lowest somewhere in a spot where the land is no higher than the ceiling, counted
 * from `from`; returns how many. */
uint32_t fluv_lines_choose(const fluv_tree_lines *lines, size_t from, size_t count,
                           const fluv_tree_spot *spot, const float *distance,
                           fluv_tree_bound ceiling, uint32_t *chosen);
/* The same for tiles: whether one of their pieces may be. */
void fluv_tiles_choose(const fluv_tile_row *row, const fluv_tree_spot *spot,
                       fluv_tree_bound ceiling, int32_t *keep);

#endif
