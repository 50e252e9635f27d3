// SPDX-License-Identifier: MIT
/* Rivers of a construction tree: cross profiles that replace the terrain around them.
 *
 * in   true places        out   how much of a river there is, its bed, surface and sand
 *
 * Twice over the pieces of river whose profile reaches the block: the first time finds the nearest
 * one, the second blends so sharply that pieces count where they are as good as the nearest, around
 * the ends of pieces and where rivers meet.  O(pieces around + points * pieces that matter). */
#include "landscape/tree_block.h"

#include "base/clones.h"
#include "field/noise.h"
#include "landscape/hydrology.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define SHARP    5    /* squarings of the weights of pieces of rivers */
#define BAR_WAVE 45.0 /* m between the channels of a braided river */

/* Cross profiles by type: the bed is -depth * (1 - s^power) at s half widths from the middle, the
 * banks rise by `bank` beyond. */
typedef struct profile {
    float power, bank;
    float sand;    /* of the depth */
    float braided; /* share of the bed's shape that bars take */
} profile;

static const profile profiles[FLUV_ROSGEN_TYPES] = {
    [FLUV_ROSGEN_AA] = {2.0f, 0.50f, 0.0f, 0.0f}, [FLUV_ROSGEN_A] = {2.0f, 0.35f, 0.0f, 0.0f},
    [FLUV_ROSGEN_B] = {3.0f, 0.15f, 0.2f, 0.0f},  [FLUV_ROSGEN_C] = {4.0f, 0.04f, 0.6f, 0.0f},
    [FLUV_ROSGEN_D] = {8.0f, 0.03f, 1.0f, 1.0f},  [FLUV_ROSGEN_DA] = {6.0f, 0.02f, 0.8f, 0.8f},
    [FLUV_ROSGEN_E] = {8.0f, 0.05f, 0.5f, 0.0f},  [FLUV_ROSGEN_F] = {8.0f, 0.60f, 0.3f, 0.0f},
    [FLUV_ROSGEN_G] = {2.0f, 0.70f, 0.1f, 0.0f},
};

/* Rivers over a block. */
typedef struct carving {
    const fluv_tree_index *tree;
    fluv_tree_block *block;
    fluv_tile_box tiles;
    fluv_tree_extent whole, parts[FLUV_TREE_PARTS]; /* m from the tree's origin */
    float sum[FLUV_TREE_BLOCK], weights[FLUV_TREE_BLOCK];
    float bars[FLUV_TREE_BLOCK];
    bool any, braided;
} carving;

/* A piece of river, from the block's corner. */
typedef struct local_piece {
    float ax, ay, dx, dy, inverse; /* inverse: of the length's square */
    float az, dz, half, grow, depth;
    uint32_t type;
    fluv_tree_ends ends;
} local_piece;

static local_piece localize(const fluv_tree_piece *p, const carving *c)
{
    const fluv_tree_river *river = &c->tree->parts.rivers[p->line];
    assert(p->line < c->tree->parts.head->river_count && river->type < FLUV_ROSGEN_TYPES);
    float dx = p->bx - p->ax, dy = p->by - p->ay;
    return (local_piece){.ax = (float)((double)p->ax - c->block->x0),
                         .ay = (float)((double)p->ay - c->block->y0),
                         .dx = dx,
                         .dy = dy,
                         .inverse = fluv_piece_inverse(dx, dy),
                         .az = p->az,
                         .dz = p->bz - p->az,
                         .half = p->size_a,
                         .grow = p->size_b - p->size_a,
                         .depth = river->depth,
                         .type = river->type,
                         .ends = fluv_piece_ends};
}

/* A point beside a piece of river. */
typedef struct beside {
    float weight; /* 0: out of its reach */
    float square; /* of the distance from the middle, m2 */
    float half;   /* its half width there, m */
    float z;      /* its surface, m */
} beside;

FLUV_INLINE beside place_beside(const local_piece *p, float x, float y)
{
    float px = x - p->ax, py = y - p->ay;
    float t = fluv_piece_clamp((px * p->dx + py * p->dy) * p->inverse, p->ends);
    float ex = px - t * p->dx, ey = py - t * p->dy, half = p->half + t * p->grow;
    float square = ex * ex + ey * ey, reach = fluv_river_reach(half, p->depth);
    float near = 1.0f - square / (reach * reach);
    return (beside){near > 0.0f ? near * near : 0.0f, square, half, p->az + t * p->dz};
}

/* The piece's weights in a part of the block; returns whether it reaches any of the points. */
FLUV_CLONES static bool weigh(const local_piece *piece, const float *x, const float *y,
                              float *restrict weight)
{
    local_piece p = *piece;
    int32_t any = 0;
    for (size_t i = 0; i < FLUV_TREE_PART; i++) {
        weight[i] = place_beside(&p, x[i], y[i]).weight;
        any |= weight[i] > 0.0f;
    }
    return any;
}

/* What a piece does to point i. */
typedef void river_fn(const local_piece *p, size_t i, carving *c);

/* First: which piece is the nearest, and its water. */
static void cover(const local_piece *p, size_t i, carving *c)
{
    fluv_tree_block *b = c->block;
    const profile *form = &profiles[p->type];
    beside at = place_beside(p, b->x[i], b->y[i]);
    c->any = true;
    c->braided |= form->braided > 0.0f;
    if (!(at.weight > b->cover[i]))
        return;
    float s = sqrtf(at.square) / at.half, sand = form->sand * p->depth;
    b->cover[i] = at.weight;
    b->surface[i] = at.z;
    b->wet[i] = s < 1.0f;
    b->sand[i] = s < 1.0f ? sand * (1.0f - s * s) : 0.0f;
}

static float bed_shape(float s, float power)
{
    float square = s * s, shape = power >= 4.0f ? square * square : square;
    shape = power >= 6.0f ? shape * shape : shape;
    return 1.0f - (power == 3.0f ? square * s : shape);
}

static float bed_beside(const local_piece *p, beside at, float noise)
{
    const profile *form = &profiles[p->type];
    float distance = sqrtf(at.square), s = distance / at.half;
    if (s >= 1.0f)
        return form->bank * (distance - at.half);
    float bars = 1.0f - form->braided * (0.45f + 0.9f * noise);
    return -p->depth * bed_shape(s, form->power) * (bars > -0.6f ? bars : -0.6f);
}

/* Then: the blend. */
static void blend(const local_piece *p, size_t i, carving *c)
{
    const fluv_tree_block *b = c->block;
    beside at = place_beside(p, b->x[i], b->y[i]);
    float sharp = at.weight / b->cover[i];
    for (int k = 0; k < SHARP; k++)
        sharp *= sharp;
    c->sum[i] += sharp * (at.z + bed_beside(p, at, c->bars[i]));
    c->weights[i] += sharp;
}

static bool is_near(fluv_tree_extent a, fluv_tree_extent b)
{
    return a.west < b.east && b.west < a.east && a.south < b.north && b.south < a.north;
}

/* Whether the tile is the first of the block's that lists the piece: it is taken once. */
static bool is_first(const carving *c, uint32_t col, uint32_t row, const fluv_tree_piece *p)
{
    fluv_tile_box tiles = fluv_piece_tiles(c->tree, p);
    return col == (tiles.left > c->tiles.left ? tiles.left : c->tiles.left) &&
           row == (tiles.low > c->tiles.low ? tiles.low : c->tiles.low);
}

/* Calls it for every point that a piece reaches. */
static void for_points(uint32_t river, carving *c, river_fn *call)
{
    assert(river < c->tree->river_count);
    local_piece p = localize(&c->tree->rivers[river], c);
    float weight[FLUV_TREE_PART];
    for (size_t k = 0; k < c->block->parts; k++) {
        size_t from = k * FLUV_TREE_PART, end = from + FLUV_TREE_PART;
        if (!is_near(c->tree->river_extents[river], c->parts[k]) ||
            !weigh(&p, c->block->x + from, c->block->y + from, weight))
            continue;
        for (size_t i = from; i < end && i < c->block->count; i++)
            if (weight[i - from] > 0.0f)
                call(&p, i, c);
    }
}

/* Calls it for every piece of river and every point that it reaches. */
static void for_rivers(carving *c, river_fn *call)
{
    const fluv_tree_index *t = c->tree;
    const fluv_tile_lists *lists = &t->river_lists;
    for (uint32_t row = c->tiles.low; row <= c->tiles.high; row++)
        for (uint32_t col = c->tiles.left; col <= c->tiles.right; col++) {
            size_t tile = (size_t)row * t->cols + col;
            for (uint32_t k = lists->first[tile]; k < lists->first[tile + 1]; k++) {
                uint32_t river = lists->items[k];
                if (is_near(t->river_extents[river], c->whole) &&
                    is_first(c, col, row, &t->rivers[river]))
                    for_points(river, c, call);
            }
        }
}

static void set_bars(const double *x, const double *y, double finest, carving *c)
{
    fluv_noise noise = {.key = fluv_tree_key(c->tree->parts.head, 4),
                        .form = FLUV_NOISE_RIDGED,
                        .wavelength = BAR_WAVE,
                        .octaves = 3,
                        .gain = 0.45,
                        .lacunarity = 2.0,
                        .finest = finest};
    fluv_noise_points(&noise, x, y, c->block->count, c->bars);
}

static void find_extents(carving *c)
{
    const fluv_tree_block *b = c->block;
    for (size_t k = 0; k < b->parts; k++) {
        const fluv_tree_extent *e = &b->extent[k];
        c->parts[k] = (fluv_tree_extent){
            (float)(b->x0 + (double)e->west), (float)(b->x0 + (double)e->east),
            (float)(b->y0 + (double)e->south), (float)(b->y0 + (double)e->north)};
    }
    c->whole = fluv_extent_around(c->parts, b->parts);
}

void fluv_block_carve(const fluv_tree_index *t, fluv_tile_box tiles, const double *x,
                      const double *y, double finest, fluv_tree_block *b)
{
    carving c = {.tree = t, .block = b, .tiles = tiles};
    assert(tiles.high < t->rows && tiles.right < t->cols && b->count > 0);
    memset(b->cover, 0, sizeof b->cover);
    find_extents(&c);
    for_rivers(&c, cover);
    if (!c.any)
        return;
    if (c.braided)
        set_bars(x, y, finest, &c);
    for_rivers(&c, blend);
    for (size_t i = 0; i < b->count; i++)
        b->bed[i] = c.weights[i] > 0.0f ? c.sum[i] / c.weights[i] : 0.0f;
}
