// SPDX-License-Identifier: MIT
/* Evaluating a construction tree.
 *
 * in   points        out   ground, water, sand
 *
 * Points are taken in blocks; the primitives that matter are those of the tiles a block touches. A
 * primitive works on all points of the block in one loop that the compiler turns into vector code,
 * in floats from the block's own corner, so that centimetres count far from the origin. What a
 * primitive adds does not depend on the block: more primitives than needed change nothing, and the
 * same point has the same height in every sampling.
 *
 *   m, r   = blend of the discs' slope and roughness, weights (1 - d^2/R^2)^2
 *   slope  = m * (1 + r * noise)
 *   ground = least over valleys of z(u) + slope * g(d),  g(d) = sqrt(d^2 + floor^2) - floor
 *   height = replace(ground, rivers)
 *
 * O(points * primitives around).
 *
 * Based on: Genevaux, Galin, Guerin, Peytavie, Benes. Terrain generation using procedural models
 * based on hydrology. 2013 */
#include "landscape/tree_index.h"

#include "base/clones.h"
#include "field/noise.h"
#include "landscape/hydrology.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define BLOCK          64
#define MOST_CHOSEN    512 /* pieces of valleys taken at a time; a power of 2 */
#define DETAIL_OCTAVES 14
#define DETAIL_GAIN    0.55
#define SHARP          5    /* squarings of the weights of pieces of rivers */
#define BAR_WAVE       45.0 /* m between the channels of a braided river */

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

/* A block of points and what is known of them so far. */
typedef struct block {
    size_t count;
    double x0, y0;                       /* from the tree's origin: where the floats count from */
    float x[BLOCK], y[BLOCK];            /* true places */
    double wide_x[BLOCK], wide_y[BLOCK]; /* warped places, from the tree's origin */
    float warped_x[BLOCK], warped_y[BLOCK];
    float weight[BLOCK], slope[BLOCK], rough[BLOCK];
    float base[BLOCK], second[BLOCK]; /* the lowest slope, the lowest of another valley */
    float rise[BLOCK];                /* least height plus rise above the valley: it is little more
                                       * than base where a valley is near that counts */
    int32_t line[BLOCK];
    float shore[BLOCK]; /* distance */
    uint8_t land[BLOCK];
    float cover[BLOCK], river[BLOCK], river_weight[BLOCK]; /* of rivers: most, sums */
    float surface[BLOCK], wet[BLOCK], sand[BLOCK];
    float bars[BLOCK];
} block;

typedef struct tile_range {
    uint32_t left, right, low, high;
} tile_range;

FLUV_CLONES static void add_disc(const fluv_tree_disc *disc, const block *at,
                                 float *restrict weight, float *restrict slope,
                                 float *restrict rough)
{
    float cx = (float)((double)disc->x - at->x0), cy = (float)((double)disc->y - at->y0);
    float inverse = 1.0f / (disc->radius * disc->radius);
    for (size_t i = 0; i < at->count; i++) {
        float dx = at->warped_x[i] - cx, dy = at->warped_y[i] - cy;
        float near = 1.0f - (dx * dx + dy * dy) * inverse;
        near = near > 0.0f ? near : 0.0f;
        float w = near * near;
        weight[i] += w;
        slope[i] += w * disc->slope;
        rough[i] += w * disc->rough;
    }
}

typedef struct local_piece {
    float ax, ay, dx, dy, inverse; /* inverse: of the length's square */
    float az, dz, size, grow;
    int32_t line;
} local_piece;

static local_piece localize(const fluv_tree_piece *p, const block *at)
{
    float dx = p->bx - p->ax, dy = p->by - p->ay, square = dx * dx + dy * dy;
    return (local_piece){.ax = (float)((double)p->ax - at->x0),
                         .ay = (float)((double)p->ay - at->y0),
                         .dx = dx,
                         .dy = dy,
                         .inverse = square > 0.0f ? 1.0f / square : 0.0f,
                         .az = p->az,
                         .dz = p->bz - p->az,
                         .size = p->size_a,
                         .grow = p->size_b - p->size_a,
                         .line = (int32_t)p->line};
}

/* Keeps the lowest slope and the lowest of another valley than that one's. */
FLUV_CLONES static void add_valley(local_piece p, const block *at, float *restrict base,
                                   float *restrict rise, int32_t *restrict line,
                                   float *restrict second)
{
    for (size_t i = 0; i < at->count; i++) {
        float px = at->warped_x[i] - p.ax, py = at->warped_y[i] - p.ay;
        float t = (px * p.dx + py * p.dy) * p.inverse;
        t = t < 0.0f ? 0.0f : t;
        t = t > 1.0f ? 1.0f : t;
        float ex = px - t * p.dx, ey = py - t * p.dy, floor = p.size + t * p.grow;
        float up = sqrtf(ex * ex + ey * ey + floor * floor) - floor;
        float height = p.az + t * p.dz + at->slope[i] * up;
        bool lower = height < base[i], same = line[i] == p.line;
        float next = lower ? base[i] : height;
        second[i] = !same && next < second[i] ? next : second[i];
        float near = height + at->slope[i] * up;
        rise[i] = near < rise[i] ? near : rise[i];
        base[i] = lower ? height : base[i];
        line[i] = lower ? p.line : line[i];
    }
}

/* Two slopes that meet are rounded over the crest's width, less where it would touch a valley. What
 * stands higher than that width above the ground has no say in it. */
static void round_crests(float width, block *b)
{
    for (size_t i = 0; i < b->count; i++) {
        float span = fluv_less(width * b->slope[i], b->rise[i] - b->base[i]);
        float near = span > 0.0f ? 1.0f - (b->second[i] - b->base[i]) / span : 0.0f;
        b->base[i] -= near > 0.0f ? 0.25f * span * near * near : 0.0f;
    }
}

FLUV_CLONES static void add_shore(local_piece p, const block *at, float *restrict shore)
{
    for (size_t i = 0; i < at->count; i++) {
        float px = at->warped_x[i] - p.ax, py = at->warped_y[i] - p.ay;
        float t = (px * p.dx + py * p.dy) * p.inverse;
        t = t < 0.0f ? 0.0f : t;
        t = t > 1.0f ? 1.0f : t;
        float ex = px - t * p.dx, ey = py - t * p.dy, square = ex * ex + ey * ey;
        shore[i] = square < shore[i] ? square : shore[i];
    }
}

static float bed_shape(float s, float power)
{
    float square = s * s, shape = power >= 4.0f ? square * square : square;
    shape = power >= 6.0f ? shape * shape : shape;
    return 1.0f - (power == 3.0f ? square * s : shape);
}

/* Whether any point of the block lies nearer to a place than `far`. */
FLUV_CLONES static bool reaches_block(const block *at, float x, float y, float far)
{
    float least = INFINITY;
    for (size_t i = 0; i < BLOCK; i++) { /* those beyond the count are copies of the last */
        float dx = at->x[i] - x, dy = at->y[i] - y, square = dx * dx + dy * dy;
        least = square < least ? square : least;
    }
    return least < far * far;
}

/* A point beside a piece of river. */
typedef struct beside {
    float weight;   /* 0: out of its reach */
    float distance; /* from the middle, m */
    float half;     /* its half width there, m */
    float z;        /* its surface, m */
} beside;

static beside place_beside(local_piece p, float depth, float x, float y)
{
    float px = x - p.ax, py = y - p.ay, t = (px * p.dx + py * p.dy) * p.inverse;
    t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    float ex = px - t * p.dx, ey = py - t * p.dy, half = p.size + t * p.grow;
    float square = ex * ex + ey * ey, reach = fluv_river_reach(half, depth);
    float near = 1.0f - square / (reach * reach);
    return (beside){near > 0.0f ? near * near : 0.0f, sqrtf(square), half, p.az + t * p.dz};
}

static bool touches_block(const fluv_tree_piece *piece, local_piece p, float depth, const block *at)
{
    float half_length = 0.5f * sqrtf(p.dx * p.dx + p.dy * p.dy);
    float widest = fluv_river_reach(fluv_more(piece->size_a, piece->size_b), depth);
    return reaches_block(at, p.ax + 0.5f * p.dx, p.ay + 0.5f * p.dy,
                         1.001f * (half_length + widest) + 0.05f);
}

typedef void river_fn(const fluv_tree_piece *piece, const fluv_tree_river *river, block *at);

/* First: which piece is the nearest, and its water. */
static void cover_river(const fluv_tree_piece *piece, const fluv_tree_river *river, block *at)
{
    local_piece p = localize(piece, at);
    if (!touches_block(piece, p, river->depth, at))
        return;
    for (size_t i = 0; i < at->count; i++) {
        beside b = place_beside(p, river->depth, at->x[i], at->y[i]);
        if (!(b.weight > at->cover[i]))
            continue;
        float s = b.distance / b.half, sand = profiles[river->type].sand * river->depth;
        at->cover[i] = b.weight;
        at->surface[i] = b.z;
        at->wet[i] = s < 1.0f ? 1.0f : 0.0f;
        at->sand[i] = s < 1.0f ? sand * (1.0f - s * s) : 0.0f;
    }
}

static float bed_beside(const fluv_tree_river *river, beside b, float noise)
{
    const profile *form = &profiles[river->type];
    float s = b.distance / b.half;
    if (s >= 1.0f)
        return form->bank * (b.distance - b.half);
    float bars = 1.0f - form->braided * (0.45f + 0.9f * noise);
    return -river->depth * bed_shape(s, form->power) * (bars > -0.6f ? bars : -0.6f);
}

/* Then: a blend so sharp that pieces count where they are as good as the nearest, around the ends
 * of pieces and where rivers meet. */
static void add_river(const fluv_tree_piece *piece, const fluv_tree_river *river, block *at)
{
    local_piece p = localize(piece, at);
    if (!touches_block(piece, p, river->depth, at))
        return;
    for (size_t i = 0; i < at->count; i++) {
        beside b = place_beside(p, river->depth, at->x[i], at->y[i]);
        if (!(b.weight > 0.0f))
            continue;
        float sharp = b.weight / at->cover[i];
        for (int k = 0; k < SHARP; k++)
            sharp *= sharp;
        at->river[i] += sharp * (b.z + bed_beside(river, b, at->bars[i]));
        at->river_weight[i] += sharp;
    }
}

static uint32_t clamped(double at, uint32_t count)
{
    return at <= 0.0 ? 0 : at >= count ? count - 1 : (uint32_t)at;
}

static tile_range range_of(const fluv_tree_index *t, const double *x, const double *y, size_t count)
{
    double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        low_x = x[i] < low_x ? x[i] : low_x;
        high_x = x[i] > high_x ? x[i] : high_x;
        low_y = y[i] < low_y ? y[i] : low_y;
        high_y = y[i] > high_y ? y[i] : high_y;
    }
    return (tile_range){clamped((low_x - t->west) / t->side, t->cols),
                        clamped((high_x - t->west) / t->side, t->cols),
                        clamped((low_y - t->south) / t->side, t->rows),
                        clamped((high_y - t->south) / t->side, t->rows)};
}

static tile_range one_wider(const fluv_tree_index *t, tile_range r)
{
    return (tile_range){r.left ? r.left - 1 : 0, r.right + 1 < t->cols ? r.right + 1 : r.right,
                        r.low ? r.low - 1 : 0, r.high + 1 < t->rows ? r.high + 1 : r.high};
}

/* Roughness makes slopes steeper here and gentler there, so that crests stay where slopes meet. */
static void blend_discs(const fluv_tree_index *t, tile_range range, const float *noise, block *b)
{
    tile_range wide = one_wider(t, range);
    for (uint32_t row = wide.low; row <= wide.high; row++)
        for (uint32_t col = wide.left; col <= wide.right; col++) {
            size_t tile = (size_t)row * t->cols + col;
            for (uint32_t k = t->disc_lists.first[tile]; k < t->disc_lists.first[tile + 1]; k++)
                add_disc(&t->parts.discs[t->disc_lists.items[k]], b, b->weight, b->slope, b->rough);
        }
    for (size_t i = 0; i < b->count; i++) {
        float inverse = b->weight[i] > 0.0f ? 1.0f / b->weight[i] : 0.0f;
        b->rough[i] *= inverse;
        b->slope[i] *= inverse * (1.0f + b->rough[i] * noise[i]);
    }
}

/* The block as a round place with its own slopes. */
static fluv_tree_spot spot_of(const fluv_tree_index *t, const block *b)
{
    float low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY;
    fluv_tree_spot spot = {.low = INFINITY, .crest = t->parts.head->crest};
    for (size_t i = 0; i < b->count; i++) {
        low_x = fluv_less(low_x, b->warped_x[i]);
        high_x = fluv_more(high_x, b->warped_x[i]);
        low_y = fluv_less(low_y, b->warped_y[i]);
        high_y = fluv_more(high_y, b->warped_y[i]);
        spot.low = fluv_less(spot.low, b->slope[i]);
        spot.high = fluv_more(spot.high, b->slope[i]);
    }
    spot.x = (float)(b->x0 + 0.5 * ((double)low_x + (double)high_x));
    spot.y = (float)(b->y0 + 0.5 * ((double)low_y + (double)high_y));
    /* Places are floats from the tree's origin here: one step of them is allowed for. */
    spot.radius = 0.5f * hypotf(high_x - low_x, high_y - low_y) + 0.02f;
    return spot;
}

/* Pieces that may matter in a block, each once. */
typedef struct candidates {
    uint32_t count;
    uint32_t item[MOST_CHOSEN];
    uint32_t slot[2 * MOST_CHOSEN]; /* by hash: 1 + place in `item`, 0: free */
    float room[FLUV_LINE_FLOATS * MOST_CHOSEN];
} candidates;

static void add_candidate(const fluv_tree_index *t, uint32_t item, candidates *c)
{
    uint32_t at = item * 2654435769u >> 22; /* 2 * MOST_CHOSEN slots */
    for (; c->slot[at]; at = (at + 1) % (2 * MOST_CHOSEN))
        if (c->item[c->slot[at] - 1] == item)
            return;
    fluv_tree_lines lines = fluv_lines_in(c->room, MOST_CHOSEN);
    c->item[c->count] = item;
    fluv_line_put(&lines, c->count, &t->valleys[item]);
    c->slot[at] = ++c->count;
}

/* Takes all but those that are above another everywhere in the block. */
static void take_candidates(const fluv_tree_index *t, const fluv_tree_spot *spot, candidates *c,
                            block *b)
{
    float height[MOST_CHOSEN], rise[MOST_CHOSEN];
    fluv_tree_lines lines = fluv_lines_in(c->room, MOST_CHOSEN);
    fluv_lines_above(&lines, 0, c->count, spot, height, rise);
    fluv_tree_bound ceiling =
        fluv_lines_ceiling(spot, height, rise, c->count, (fluv_tree_bound){INFINITY, 0.0f});
    fluv_lines_below(&lines, 0, c->count, spot, height, rise);
    for (uint32_t i = 0; i < c->count; i++)
        if (!fluv_bound_clears(spot, (fluv_tree_bound){height[i], rise[i]}, ceiling))
            add_valley(localize(&t->valleys[c->item[i]], b), b, b->base, b->rise, b->line,
                       b->second);
    c->count = 0;
    memset(c->slot, 0, sizeof c->slot);
}

/* What the tiles list, less what is above another piece everywhere in the block. */
static void lower_valleys(const fluv_tree_index *t, tile_range range, block *b)
{
    fluv_tree_spot spot = spot_of(t, b);
    candidates c;
    c.count = 0;
    memset(c.slot, 0, sizeof c.slot);
    for (uint32_t row = range.low; row <= range.high; row++)
        for (uint32_t col = range.left; col <= range.right; col++) {
            size_t tile = (size_t)row * t->cols + col;
            for (uint32_t k = t->valley_lists.first[tile]; k < t->valley_lists.first[tile + 1];
                 k++) {
                if (c.count == MOST_CHOSEN)
                    take_candidates(t, &spot, &c, b);
                add_candidate(t, t->valley_lists.items[k], &c);
            }
        }
    take_candidates(t, &spot, &c, b);
}

/* Sides change with each crossing on the way from the tile's middle, first along x, then along y.
 */
static bool is_land(const fluv_tree_index *t, double x, double y)
{
    double u = (x - t->west) / t->side, v = (y - t->south) / t->side;
    if (!(u >= 0.0 && v >= 0.0 && u < t->cols && v < t->rows))
        return false;
    uint32_t col = (uint32_t)u, row = (uint32_t)v;
    size_t tile = (size_t)row * t->cols + col;
    unsigned side = t->inside[tile];
    if (!t->coastal[tile])
        return side;
    double mx = t->west + t->side * (col + 0.5), my = t->south + t->side * (row + 0.5);
    for (uint32_t k = t->shore_lists.first[tile]; k < t->shore_lists.first[tile + 1]; k++) {
        const fluv_tree_piece *p = &t->shores[t->shore_lists.items[k]];
        double ax = (double)p->ax, ay = (double)p->ay, bx = (double)p->bx, by = (double)p->by;
        if ((ay <= my) != (by <= my)) {
            double cross = ax + (my - ay) / (by - ay) * (bx - ax);
            side += cross > fmin(mx, x) && cross <= fmax(mx, x);
        }
        if ((ax <= x) != (bx <= x)) {
            double cross = ay + (x - ax) / (bx - ax) * (by - ay);
            side += cross > fmin(my, y) && cross <= fmax(my, y);
        }
    }
    return side & 1;
}

static void find_shore(const fluv_tree_index *t, tile_range range, block *b)
{
    bool any = false;
    for (uint32_t row = range.low; row <= range.high; row++)
        for (uint32_t col = range.left; col <= range.right; col++) {
            size_t tile = (size_t)row * t->cols + col;
            any |= t->coastal[tile];
            for (uint32_t k = t->shore_lists.first[tile]; k < t->shore_lists.first[tile + 1]; k++)
                add_shore(localize(&t->shores[t->shore_lists.items[k]], b), b, b->shore);
        }
    for (size_t i = 0; i < b->count; i++) {
        bool same = i > 0 && !any; /* no shore in any of the tiles: all on one side */
        b->land[i] = same ? b->land[0] : is_land(t, b->wide_x[i], b->wide_y[i]);
        b->shore[i] = sqrtf(b->shore[i]);
    }
}

/* Whether the tile is the first of the range that lists the piece: it is taken once. */
static bool is_first(const fluv_tree_index *t, tile_range range, uint32_t col, uint32_t row,
                     const fluv_tree_piece *p)
{
    double r =
        (double)fluv_river_reach(fluv_more(p->size_a, p->size_b), t->parts.rivers[p->line].depth);
    uint32_t left = clamped(((double)fluv_less(p->ax, p->bx) - r - t->west) / t->side, t->cols);
    uint32_t low = clamped(((double)fluv_less(p->ay, p->by) - r - t->south) / t->side, t->rows);
    return col == (left > range.left ? left : range.left) &&
           row == (low > range.low ? low : range.low);
}

static void set_bars(const fluv_tree_index *t, const double *x, const double *y, double finest,
                     block *b)
{
    fluv_noise noise = {.key = fluv_tree_key(t->parts.head, 4),
                        .form = FLUV_NOISE_RIDGED,
                        .wavelength = BAR_WAVE,
                        .octaves = 3,
                        .gain = 0.45,
                        .lacunarity = 2.0,
                        .finest = finest};
    fluv_noise_points(&noise, x, y, b->count, b->bars);
}

/* Calls it for every piece of river that the tiles list; returns whether one is braided. */
static bool for_rivers(const fluv_tree_index *t, tile_range range, river_fn *call, block *b)
{
    bool braided = false;
    for (uint32_t row = range.low; row <= range.high; row++)
        for (uint32_t col = range.left; col <= range.right; col++) {
            size_t tile = (size_t)row * t->cols + col;
            for (uint32_t k = t->river_lists.first[tile]; k < t->river_lists.first[tile + 1]; k++) {
                const fluv_tree_piece *p = &t->rivers[t->river_lists.items[k]];
                const fluv_tree_river *river = &t->parts.rivers[p->line];
                if (!is_first(t, range, col, row, p))
                    continue;
                braided |= profiles[river->type].braided > 0.0f;
                call(p, river, b);
            }
        }
    return braided;
}

static void blend_rivers(const fluv_tree_index *t, tile_range range, const double *x,
                         const double *y, double finest, block *b)
{
    if (for_rivers(t, range, cover_river, b))
        set_bars(t, x, y, finest, b);
    float most = 0.0f;
    for (size_t i = 0; i < b->count; i++)
        most = fluv_more(most, b->cover[i]);
    if (most > 0.0f)
        for_rivers(t, range, add_river, b);
}

static float sea_floor(const fluv_tree_head *head, float distance)
{
    float t = 1.0f - fminf(1.0f, distance / head->shelf_reach);
    float power = head->shelf_slope * head->shelf_reach / head->shelf_depth;
    return -head->shelf_depth * (1.0f - powf(t, power));
}

static void sink_sea(const fluv_tree_index *t, block *b)
{
    for (size_t i = 0; i < b->count; i++) {
        if (!b->land[i])
            b->base[i] = sea_floor(t->parts.head, b->shore[i]);
    }
}

static void finish(const block *b, size_t at, const fluv_tree_values *out)
{
    for (size_t i = 0; i < b->count; i++) {
        float ground = b->base[i];
        bool river = b->river_weight[i] > 0.0f;
        if (river) {
            float carved = ground + b->cover[i] * (b->river[i] / b->river_weight[i] - ground);
            ground = b->land[i] ? carved : fminf(ground, carved);
        }
        bool wet = river && b->land[i] && b->wet[i] > 0.0f && b->surface[i] > ground;
        if (out->height)
            out->height[at + i] = ground;
        if (out->water)
            out->water[at + i] = wet ? b->surface[i] : b->land[i] ? NAN : 0.0f;
        if (out->sand)
            out->sand[at + i] = river ? b->sand[i] : 0.0f;
    }
}

static void start(const fluv_tree_index *t, const double *x, const double *y, block *b)
{
    const fluv_tree_head *head = t->parts.head;
    b->x0 = b->wide_x[0];
    b->y0 = b->wide_y[0];
    for (size_t i = 0; i < b->count; i++) {
        b->x[i] = (float)(x[i] - head->x - b->x0);
        b->y[i] = (float)(y[i] - head->y - b->y0);
        b->warped_x[i] = (float)(b->wide_x[i] - b->x0);
        b->warped_y[i] = (float)(b->wide_y[i] - b->y0);
        b->weight[i] = b->slope[i] = b->rough[i] = 0.0f;
        b->base[i] = b->shore[i] = b->second[i] = b->rise[i] = INFINITY;
        b->line[i] = -1;
        b->cover[i] = b->river[i] = b->river_weight[i] = 0.0f;
        b->surface[i] = b->wet[i] = b->sand[i] = b->bars[i] = 0.0f;
    }
}

static void repeat_last(block *b)
{
    for (size_t i = b->count; i < BLOCK; i++) {
        b->x[i] = b->x[b->count - 1];
        b->y[i] = b->y[b->count - 1];
    }
}

static void evaluate_block(const fluv_tree_index *t, const double *x, const double *y,
                           double finest, block *b)
{
    const fluv_tree_head *head = t->parts.head;
    float noise[BLOCK];
    double near_x[BLOCK], near_y[BLOCK];
    fluv_tree_warp(head, finest, x, y, b->count, b->wide_x, b->wide_y);
    for (size_t i = 0; i < b->count; i++) {
        b->wide_x[i] -= head->x;
        b->wide_y[i] -= head->y;
        near_x[i] = x[i] - head->x;
        near_y[i] = y[i] - head->y;
    }
    start(t, x, y, b);
    repeat_last(b);
    tile_range range = range_of(t, b->wide_x, b->wide_y, b->count);
    find_shore(t, range, b);
    fluv_noise detail = {.key = fluv_tree_key(head, 3),
                         .wavelength = (double)head->detail_wavelength,
                         .octaves = DETAIL_OCTAVES,
                         .gain = DETAIL_GAIN,
                         .lacunarity = 2.0,
                         .finest = finest};
    fluv_noise_points(&detail, x, y, b->count, noise);
    blend_discs(t, range, noise, b);
    lower_valleys(t, range, b);
    round_crests(head->crest, b);
    sink_sea(t, b);
    blend_rivers(t, range_of(t, near_x, near_y, b->count), x, y, finest, b);
}

void fluv_tree_evaluate(const fluv_tree_index *t, const double *x, const double *y, size_t count,
                        double finest, const fluv_tree_values *out)
{
    block b;
    for (size_t at = 0; at < count; at += BLOCK) {
        b.count = count - at < BLOCK ? count - at : BLOCK;
        evaluate_block(t, x + at, y + at, finest, &b);
        finish(&b, at, out);
    }
}
