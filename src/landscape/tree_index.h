// SPDX-License-Identifier: MIT
/* An opened tree, inside: its lines cut into pieces, and square tiles that say where they are. */
#ifndef FLUV_LANDSCAPE_TREE_INDEX_H
#define FLUV_LANDSCAPE_TREE_INDEX_H

#include "landscape/tree.h"
#include "landscape/tree_bounds.h"

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
    float reach;          /* shore, river: how far it is listed, along either axis */
    uint32_t line;        /* valley, shore: a number of its own; river: its place in the list */
} fluv_tree_piece;

typedef struct fluv_tree_extent {
    float west, east, south, north;
} fluv_tree_extent;

/* The rings of a lake, which follow each other in the list of rivers. */
typedef struct fluv_tree_lake {
    uint32_t first, end;
    fluv_tree_extent extent;
    float level, deepest, reach; /* m */
    bool laid;                   /* the land around slopes to it */
} fluv_tree_lake;

/* One over the square of a piece's length. */
static inline float fluv_piece_inverse(float dx, float dy)
{
    float square = dx * dx + dy * dy;
    return square > 0.0f ? 1.0f / square : 0.0f;
}

/* The reach of a river's profile to either side, from its half width and depth. */
static inline float fluv_river_reach(float half, float depth)
{
    float bank = 6.0f * depth > 2.0f * half ? 6.0f * depth : 2.0f * half;
    return half + (bank > 6.0f ? bank : 6.0f);
}

/* Tile k has items first[k] .. first[k + 1] - 1. */
typedef struct fluv_tile_lists {
    uint32_t *first;
    uint32_t *items;
} fluv_tile_lists;

/* Pieces by the tile of their middle: those of tiles beside each other in a row follow each other.
 */
typedef struct fluv_tree_sorted {
    fluv_tree_lines lines;
    void *room;      /* of the lines */
    uint32_t *first; /* a tile: its first piece; one more */
    float half;      /* of the longest piece, along either axis, m */
} fluv_tree_sorted;

/* Tiles lie over warped places for discs, valleys and shores, over true ones for rivers. Discs are
 * listed where their centre is and reach one tile farther at most. */
struct fluv_tree_index {
    fluv_tree_parts parts;
    double west, south, side; /* from the origin, m */
    double per_metre;         /* tiles */
    uint32_t cols, rows;
    fluv_tree_piece *valleys, *shores, *rivers; /* shores are valleys too */
    uint32_t valley_count, shore_count, river_count;
    fluv_tree_extent *river_extents; /* of what a river's profile reaches */
    fluv_tree_lake *lakes;
    uint32_t lake_count;
    fluv_tree_sorted valley_tiles, shore_tiles;
    fluv_tile_lists disc_lists;
    fluv_tile_lists river_lists; /* those whose profile may reach into a tile */
    fluv_tile_lists shore_lists; /* those that may pass through a tile */
    uint8_t *inside;             /* a tile: whether its middle is land */
    float *lowest;               /* a tile: height of its lowest valley, INFINITY: it has none */
    float widest;                /* half floor of a valley, m */
};

/* The tile at a place that is given in tiles from the first one's edge; at the rim if outside. */
static inline uint32_t fluv_tree_tile_at(double place, uint32_t count)
{
    return !(place > 0.0) ? 0 : place >= count ? count - 1 : (uint32_t)place;
}

/* The tile column and row of a place, those at the rim for what lies outside. */
static inline uint32_t fluv_tree_col(const fluv_tree_index *t, double x)
{
    return fluv_tree_tile_at((x - t->west) * t->per_metre, t->cols);
}

static inline uint32_t fluv_tree_row(const fluv_tree_index *t, double y)
{
    return fluv_tree_tile_at((y - t->south) * t->per_metre, t->rows);
}

/* Tiles from `left` to `right` and from `low` to `high`, all included. */
typedef struct fluv_tile_box {
    uint32_t left, right, low, high;
} fluv_tile_box;

/* With `far` more to each side, as far as there are tiles. */
static inline fluv_tile_box fluv_tiles_wider(const fluv_tree_index *t, fluv_tile_box b,
                                             uint32_t far)
{
    return (fluv_tile_box){
        b.left > far ? b.left - far : 0, t->cols - 1 - b.right > far ? b.right + far : t->cols - 1,
        b.low > far ? b.low - far : 0, t->rows - 1 - b.high > far ? b.high + far : t->rows - 1};
}

/* The tiles that a piece may touch, as far as it reaches. */
static inline fluv_tile_box fluv_piece_tiles(const fluv_tree_index *t, const fluv_tree_piece *p)
{
    double reach = (double)p->reach;
    return (fluv_tile_box){fluv_tree_col(t, (double)fluv_less(p->ax, p->bx) - reach),
                           fluv_tree_col(t, (double)fluv_more(p->ax, p->bx) + reach),
                           fluv_tree_row(t, (double)fluv_less(p->ay, p->by) - reach),
                           fluv_tree_row(t, (double)fluv_more(p->ay, p->by) + reach)};
}

/* The pieces of the tiles of one row from `left` to `right`. */
typedef struct fluv_piece_run {
    uint32_t from, end;
} fluv_piece_run;

static inline fluv_piece_run fluv_pieces_of(const fluv_tree_index *t, const fluv_tree_sorted *p,
                                            uint32_t row, uint32_t left, uint32_t right)
{
    size_t start = (size_t)row * t->cols;
    return (fluv_piece_run){p->first[start + left], p->first[start + right + 1]};
}

/* Filling it. Plain memory, which fluv_tree_close gives back. */
FLUV_MUST_CHECK fluv_status fluv_tree_sort_discs(fluv_ctx *ctx, fluv_tree_index *tree);
FLUV_MUST_CHECK fluv_status fluv_tree_sort(fluv_ctx *ctx, const fluv_tree_index *tree,
                                           const fluv_tree_piece *pieces, uint32_t count,
                                           fluv_tree_sorted *out);
FLUV_MUST_CHECK fluv_status fluv_tree_list(fluv_ctx *ctx, const fluv_tree_index *tree,
                                           const fluv_tree_piece *pieces, uint32_t count,
                                           fluv_tile_lists *out);
void fluv_tree_mark_inside(fluv_tree_index *tree);
FLUV_MUST_CHECK fluv_status fluv_tree_open_lakes(fluv_ctx *ctx, fluv_tree_index *tree);
/* Depth of a lake at a place, from the tree's origin; below 0: so many m outside its shore. */
float fluv_tree_lake_depth(const fluv_tree_index *tree, const fluv_tree_lake *lake, double x,
                           double y);

#endif
