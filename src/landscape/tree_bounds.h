// SPDX-License-Identifier: MIT
/* Pieces of a tree's lines, side by side for vector code, and bounds of what they do over a round
 * place: what cannot matter there is left out before anything is evaluated. */
#ifndef FLUV_LANDSCAPE_TREE_BOUNDS_H
#define FLUV_LANDSCAPE_TREE_BOUNDS_H

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
typedef struct fluv_tree_row {
    const float *lowest; /* a tile: height of its lowest piece; INFINITY: it has none */
    uint32_t count;
    float x, y; /* middle of the first tile */
    float side; /* of a tile */
    float out;  /* pieces stay this near to their tile's middle, along either axis */
    float wide; /* the widest half floor */
} fluv_tree_row;

/* Numbers only: the library's functions look out for NaN and are calls. */
static inline float fluv_less(float a, float b)
{
    return a < b ? a : b;
}

static inline float fluv_more(float a, float b)
{
    return a > b ? a : b;
}

/* Kernels. `keep` says which may be the lowest somewhere in a spot where the land is known to be no
 * higher than the ceiling; pieces count from `from` on. */
void fluv_tiles_choose(const fluv_tree_row *row, const fluv_tree_spot *spot,
                       fluv_tree_bound ceiling, int32_t *keep);
void fluv_lines_choose(const fluv_tree_lines *lines, size_t from, size_t count,
                       const fluv_tree_spot *spot, fluv_tree_bound ceiling, int32_t *keep);
/* The lowest bound from above: that of the pieces, or one known already. */
fluv_tree_bound fluv_lines_ceiling(const fluv_tree_lines *lines, size_t from, size_t count,
                                   const fluv_tree_spot *spot, fluv_tree_bound known);
/* Squares of the distances of pieces to a place. */
void fluv_lines_squares(const fluv_tree_lines *lines, size_t from, size_t count, float x, float y,
                        float *square);

#endif
