// SPDX-License-Identifier: MIT
/* The construction tree: land as a function of place, whole = replace(terrain, blend(rivers)), with
 * terrain = lower(valleys, shore) over blend(discs). docs/hydrology.md draws it.
 *
 *   discs    how steep and how rough the hillsides are: weights (1 - d^2/r^2)^2, blended
 *   valleys  lines: from each the land rises with the distance; the lowest counts, so that two
 *            slopes meet in a crest
 *   shore    rings: the land rises from them inland, the sea floor falls from them outwards
 *   rivers   lines with a cross profile, which replace the terrain around them
 *   lakes    rings: inside them the ground is the floor, the water level
 *
 * The layer `tree` is one block of bytes, the same as in the file `terrain.tree`: the head, then
 * the arrays one after another. To evaluate it, open it. */
#ifndef FLUV_LANDSCAPE_TREE_H
#define FLUV_LANDSCAPE_TREE_H

#include "base/random.h"
#include "base/shared.h"
#include "field/segments.h"

#define FLUV_TREE_MAGIC   "FLUVTREE"
#define FLUV_TREE_VERSION 2u

/* Little-endian; coordinates of the arrays are m from the origin. */
typedef struct fluv_tree_head {
    char magic[8];
    uint32_t version;
    uint32_t bytes;                 /* of the head */
    uint64_t check;                 /* of all that follows it */
    uint64_t key;                   /* of the noise */
    double x, y;                    /* origin, CRS */
    float tile;                     /* side of a square of the index, m */
    float warp, warp_wavelength;    /* how far the terrain is shifted to and fro, m */
    float detail_wavelength;        /* of the roughness' first octave, m */
    float beach;                    /* how flat the land begins at the shore, m */
    float crest;                    /* width over which crests are rounded, m */
    float shelf_slope, shelf_depth; /* of the sea floor; m */
    float shelf_reach;              /* distance at which the sea floor is flat, m */
    uint32_t disc_count;
    uint32_t valley_count, valley_points;
    uint32_t river_count, river_points;
    uint32_t ring_count, ring_points;
} fluv_tree_head;

typedef struct fluv_tree_disc {
    float x, y, radius;
    float slope; /* of hillsides, rise over run */
    float rough; /* height of the roughness against the height above the valley */
} fluv_tree_disc;

typedef struct fluv_tree_vertex {
    float x, y, z;
    float size; /* valley: half of its floor (tree_bounds.h); river: width; m */
} fluv_tree_vertex;

typedef struct fluv_tree_river {
    uint32_t first; /* vertex; the line ends where the next begins */
    uint32_t type;  /* fluv_rosgen; or, after all rivers, a ring of a lake */
    float depth;    /* m; of a lake where it is deepest */
} fluv_tree_river;

/* Types of what is no river: the shore of a lake, one more ring of the same, and the shore of a
 * lake that the land around was not made for: it slopes to it. Their vertices have the lake's level
 * as z, and as size the distance from the shore from which on its floor is flat, m. */
#define FLUV_TREE_LAKE 9u
#define FLUV_TREE_RING 10u
#define FLUV_TREE_LAID 11u

typedef struct fluv_tree_place {
    float x, y;
} fluv_tree_place;

/* A tree's arrays, wherever its bytes are. */
typedef struct fluv_tree_parts {
    const fluv_tree_head *head;
    const fluv_tree_disc *discs;
    const uint32_t *valley_first; /* valley_count of them: a line's first vertex */
    const fluv_tree_vertex *valley_vertices;
    const fluv_tree_river *rivers;
    const fluv_tree_vertex *river_vertices;
    const uint32_t *ring_first;
    const fluv_tree_place *ring_places;
} fluv_tree_parts;

/* Bytes of a tree with these counts; SIZE_MAX when they are beyond any tree. */
size_t fluv_tree_bytes(const fluv_tree_head *head);
/* Where the arrays stand in a block of at least that many bytes that begins with its head. */
fluv_tree_parts fluv_tree_parts_of(const void *block);
/* How many of the rivers are lines: lakes come after them. */
uint32_t fluv_tree_count_lines(const fluv_tree_parts *parts);
/* Sets the magic, version and check of a block whose arrays are filled. */
void fluv_tree_seal(void *block);
/* Whether a block from anywhere is a tree that can be evaluated. `name` stands in messages. */
FLUV_MUST_CHECK fluv_status fluv_tree_check(fluv_ctx *ctx, const void *block, size_t bytes,
                                            const char *name);

/* How the terrain is shifted before it is looked up, and the noise that does it. */
void fluv_tree_warp(const fluv_tree_head *head, double finest, const double *x, const double *y,
                    size_t count, double *warped_x, double *warped_y);

/* An opened tree: its parts and an index by place. Plain memory. */
typedef struct fluv_tree_index fluv_tree_index;

FLUV_MUST_CHECK fluv_status fluv_tree_open(fluv_ctx *ctx, const void *block, fluv_tree_index **out);
void fluv_tree_close(fluv_tree_index *tree);

/* What there is at points; NULL for what is not wanted. */
typedef struct fluv_tree_values {
    float *height;  /* ground, sand and sea floor included, m */
    float *water;   /* surface of rivers, lakes and the sea, m; NaN: dry */
    float *sand;    /* thickness over the rock in river beds, m */
    uint8_t *cover; /* fluv_cover: land, ocean, lake, river */
} fluv_tree_values;

/* Points at a mutual distance of `finest` m: finer noise is left out; 0: all of it. Points that
 * follow each other should lie near each other. Kernel. */
void fluv_tree_evaluate(const fluv_tree_index *tree, const double *x, const double *y, size_t count,
                        double finest, const fluv_tree_values *out);

/* The middles of a frame's cells, in squares: the fastest way to evaluate many. */
#define FLUV_TREE_SIDE 8

typedef struct fluv_tree_square {
    uint32_t count; /* of cells; less at the frame's edge */
    size_t cell[FLUV_TREE_SIDE * FLUV_TREE_SIDE];
    float height[FLUV_TREE_SIDE * FLUV_TREE_SIDE];
    float water[FLUV_TREE_SIDE * FLUV_TREE_SIDE];
    uint8_t cover[FLUV_TREE_SIDE * FLUV_TREE_SIDE]; /* fluv_cover */
} fluv_tree_square;

/* The square that begins at cell col, row of the frame. Kernel. */
void fluv_tree_evaluate_square(const fluv_tree_index *tree, const fluv_frame *frame, uint32_t col,
                               uint32_t row, fluv_tree_square *out);

/* Takes over what is known of some cells; several threads may do so at once. */
typedef void fluv_square_fn(const fluv_tree_square *square, void *to);

/* All squares of the frame; `progress`: how much of the stage is done then. */
FLUV_MUST_CHECK fluv_status fluv_tree_evaluate_frame(fluv_ctx *ctx, const fluv_tree_index *tree,
                                                     const fluv_frame *frame, double progress,
                                                     fluv_square_fn *take, void *to);

#endif
