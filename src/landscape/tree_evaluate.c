// SPDX-License-Identifier: MIT
/* Evaluating a construction tree.
 *
 * in   points        out   ground, water, sand
 *
 * Points are taken in blocks. A primitive works on many points of a block in one loop that the
 * compiler turns into vector code. What it adds does not depend on the block, so that the same
 * point has the same height in every sampling.
 *
 *   m, r   = blend of the discs' slope and roughness, weights (1 - d^2/R^2)^2
 *   slope  = m * (1 + r * noise)
 *   ground = that of the valleys over these slopes, or the sea floor
 *   height = lower(replace(ground, rivers), floors of lakes)
 *
 * O(points * primitives around).
 *
 * Based on: Genevaux, Galin, Guerin, Peytavie, Benes. Terrain generation using procedural models
 * based on hydrology. 2013 */
#include "landscape/tree_block.h"

#include "base/clones.h"
#include "field/noise.h"

#include <assert.h>
#include <math.h>

#define BLOCK          FLUV_TREE_BLOCK
#define NEAR_TILES     4.0  /* farther apart, points have few pieces in common */
#define COMES_IN       0.5f /* m below a lake's level that a river may lie which runs into it */
#define DETAIL_OCTAVES 14
#define DETAIL_GAIN    0.42 /* small bumps are gentler than large ones: soil creeps */

/* Sums over discs. */
typedef struct blend {
    float weight[BLOCK], slope[BLOCK], rough[BLOCK];
} blend;

FLUV_CLONES static void add_disc(const fluv_tree_disc *disc, const fluv_tree_block *b,
                                 blend *restrict sums)
{
    float cx = (float)((double)disc->x - b->x0), cy = (float)((double)disc->y - b->y0);
    float inverse = 1.0f / (disc->radius * disc->radius), steep = disc->slope, rough = disc->rough;
    for (size_t i = 0; i < b->parts * FLUV_TREE_PART; i++) {
        float dx = b->warped_x[i] - cx, dy = b->warped_y[i] - cy;
        float near = 1.0f - (dx * dx + dy * dy) * inverse;
        near = near > 0.0f ? near : 0.0f;
        float w = near * near;
        sums->weight[i] += w;
        sums->slope[i] += w * steep;
        sums->rough[i] += w * rough;
    }
}

/* Roughness makes slopes steeper here and gentler there, so that crests stay where slopes meet. */
static void blend_discs(const fluv_tree_index *t, fluv_tile_box tiles, const float *noise,
                        fluv_tree_block *b)
{
    blend sums = {0};
    assert(b->count > 0 && b->count <= b->parts * FLUV_TREE_PART);
    fluv_tile_box box = fluv_tiles_wider(t, tiles, 1);
    for (uint32_t row = box.low; row <= box.high; row++) {
        const uint32_t *first = t->disc_lists.first + (size_t)row * t->cols;
        for (uint32_t k = first[box.left]; k < first[box.right + 1]; k++)
            add_disc(&t->parts.discs[t->disc_lists.items[k]], b, &sums);
    }
    for (size_t i = 0; i < b->count; i++) {
        float inverse = sums.weight[i] > 0.0f ? 1.0f / sums.weight[i] : 0.0f;
        float rough = sums.rough[i] * inverse;
        b->slope[i] = sums.slope[i] * (inverse * (1.0f + rough * noise[i]));
    }
}

static float sea_floor(const fluv_tree_head *head, float distance)
{
    float t = 1.0f - fminf(1.0f, distance / head->shelf_reach);
    assert(t >= 0.0f);
    float power = head->shelf_slope * head->shelf_reach / head->shelf_depth;
    return -head->shelf_depth * (1.0f - powf(t, power));
}

static void sink_sea(const fluv_tree_index *t, fluv_tree_block *b)
{
    for (size_t i = 0; i < b->count; i++)
        if (!b->land[i])
            b->base[i] = sea_floor(t->parts.head, b->shore[i]);
}

static void finish(const fluv_tree_block *b, size_t at, const fluv_tree_values *out)
{
    for (size_t i = 0; i < b->count; i++) {
        float ground = b->base[i];
        bool river = b->cover[i] > 0.0f;
        if (river) {
            float carved = ground + b->cover[i] * (b->bed[i] - ground);
            ground = b->land[i] ? carved : fminf(ground, carved);
        }
        float surface = b->surface[i];
        bool wet = river && b->land[i] && b->wet[i] && surface > ground;
        bool lake = b->depth[i] > 0.0f;
        if (lake) {
            float floor = b->level[i] - b->depth[i];
            bool comes_in = river && surface > b->level[i] - COMES_IN;
            ground = comes_in ? fminf(ground, floor) : floor;
        } else {
            float stands = wet ? surface : ground; /* a river goes with the ground */
            float shift = fmaxf(b->lowest[i] - stands, fminf(b->highest[i] - stands, 0.0f));
            ground += shift;
            surface += shift;
        }
        if (out->height)
            out->height[at + i] = ground;
        if (out->water)
            out->water[at + i] = lake ? b->level[i] : wet ? surface : b->land[i] ? NAN : 0.0f;
        if (out->cover)
            out->cover[at + i] = lake         ? FLUV_LAKE
                                 : wet        ? FLUV_RIVER
                                 : b->land[i] ? FLUV_LAND
                                              : FLUV_OCEAN;
        if (out->sand)
            out->sand[at + i] = river ? b->sand[i] : 0.0f;
    }
}

static fluv_tile_box tiles_of(const fluv_tree_index *t, const fluv_tree_block *b,
                              const fluv_tree_extent *parts)
{
    fluv_tree_extent e = fluv_extent_around(parts, b->parts);
    return (fluv_tile_box){
        fluv_tree_col(t, b->x0 + (double)e.west), fluv_tree_col(t, b->x0 + (double)e.east),
        fluv_tree_row(t, b->y0 + (double)e.south), fluv_tree_row(t, b->y0 + (double)e.north)};
}

static fluv_tree_extent extent_of(const float *x, const float *y)
{
    fluv_tree_extent e = {x[0], x[0], y[0], y[0]};
    for (size_t i = 1; i < FLUV_TREE_PART; i++) {
        e.west = fluv_less(e.west, x[i]);
        e.east = fluv_more(e.east, x[i]);
        e.south = fluv_less(e.south, y[i]);
        e.north = fluv_more(e.north, y[i]);
    }
    return e;
}

/* Places as floats; the last one fills up the last part. */
static void place_points(const fluv_tree_head *head, const double *x, const double *y,
                         fluv_tree_block *b)
{
    b->parts = (b->count + FLUV_TREE_PART - 1) / FLUV_TREE_PART;
    assert(b->count > 0 && b->parts <= FLUV_TREE_PARTS);
    for (size_t i = 0; i < b->parts * FLUV_TREE_PART; i++) {
        size_t k = i < b->count ? i : b->count - 1;
        b->x[i] = (float)(x[k] - head->x - b->x0);
        b->y[i] = (float)(y[k] - head->y - b->y0);
        b->warped_x[i] = (float)(b->wide_x[k] - b->x0);
        b->warped_y[i] = (float)(b->wide_y[k] - b->y0);
    }
    for (size_t k = 0; k < b->parts; k++) {
        size_t from = k * FLUV_TREE_PART;
        b->extent[k] = extent_of(b->x + from, b->y + from);
        b->warped_extent[k] = extent_of(b->warped_x + from, b->warped_y + from);
    }
}

/* The ground of a block with land. */
static void raise_land(const fluv_tree_index *t, fluv_tile_box tiles, const double *x,
                       const double *y, double finest, fluv_tree_block *b)
{
    float noise[BLOCK];
    fluv_noise detail = {.key = fluv_tree_key(t->parts.head, 3),
                         .wavelength = (double)t->parts.head->detail_wavelength,
                         .octaves = DETAIL_OCTAVES,
                         .gain = DETAIL_GAIN,
                         .lacunarity = 2.0,
                         .finest = finest};
    fluv_noise_points(&detail, x, y, b->count, noise);
    blend_discs(t, tiles, noise, b);
    for (size_t i = b->count; i < b->parts * FLUV_TREE_PART; i++)
        b->slope[i] = b->slope[b->count - 1];
    fluv_block_lower(t, tiles, b);
}

static void evaluate_block(const fluv_tree_index *t, const double *x, const double *y,
                           double finest, fluv_tree_block *b)
{
    place_points(t->parts.head, x, y, b);
    fluv_tile_box tiles = tiles_of(t, b, b->warped_extent);
    fluv_block_find_shore(t, tiles, b);
    if (b->any_land)
        raise_land(t, tiles, x, y, finest, b);
    if (b->any_sea)
        sink_sea(t, b);
    fluv_block_carve(t, tiles_of(t, b, b->extent), x, y, finest, b);
    fluv_block_flood(t, b);
}

/* How many points from the first on lie so near to it that they are worth evaluating together. */
static size_t count_near(const double *x, const double *y, size_t count, double near)
{
    size_t i = 1;
    while (i < count && fabs(x[i] - x[0]) < near && fabs(y[i] - y[0]) < near)
        i++;
    return i;
}

/* Points that count from the same corner, however far apart they are. */
static void evaluate_together(const fluv_tree_index *t, const double *x, const double *y,
                              size_t count, double finest, const fluv_tree_values *out)
{
    const fluv_tree_head *head = t->parts.head;
    double wide_x[BLOCK], wide_y[BLOCK];
    assert(count > 0 && count <= BLOCK);
    fluv_tree_warp(head, finest, x, y, count, wide_x, wide_y);
    for (size_t i = 0; i < count; i++) {
        wide_x[i] -= head->x;
        wide_y[i] -= head->y;
    }
    fluv_tree_block b;
    b.x0 = wide_x[0];
    b.y0 = wide_y[0];
    for (size_t at = 0; at < count; at += b.count) {
        b.wide_x = wide_x + at;
        b.wide_y = wide_y + at;
        b.count = count_near(b.wide_x, b.wide_y, count - at, NEAR_TILES * t->side);
        evaluate_block(t, x + at, y + at, finest, &b);
        finish(&b, at, out);
    }
}

void fluv_tree_evaluate(const fluv_tree_index *t, const double *x, const double *y, size_t count,
                        double finest, const fluv_tree_values *out)
{
    assert(finest >= 0.0);
    for (size_t at = 0; at < count; at += BLOCK) {
        size_t n = count - at < BLOCK ? count - at : BLOCK;
        fluv_tree_values there = {
            out->height ? out->height + at : NULL, out->water ? out->water + at : NULL,
            out->sand ? out->sand + at : NULL, out->cover ? out->cover + at : NULL};
        evaluate_together(t, x + at, y + at, n, finest, &there);
    }
}
