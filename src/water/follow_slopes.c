// SPDX-License-Identifier: MIT
/* Slopes of a tile: the steepest of the eight triangles around each cell, turned where the ground
 * is too smooth to lead water together.
 *
 * in   heights (m)     out   the one or two neighbours that the slope points at, and between them
 *
 * Most cells want no noise, and noise costs more than all the rest: cells to be turned are gathered
 * first, and noise is made for them alone.  O(n).
 *
 * Based on: Tarboton. A new method for the determination of flow directions and upslope areas in
 *           grid digital elevation models. 1997 */
#include "water/follow_slopes.h"

#include "base/clones.h"
#include "field/grid.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define TILE      FLUV_TILE
#define NOISES    (TILE / 2 + 1)
#define DIAGONAL  0.70710678f
#define SMOOTH    0.2f /* second differences against slope: ground up to this is smooth, */
#define ROUGH     0.6f /* and from this on not at all */
#define STRONGEST 0.9f /* tangent: no turn leaves the eighth beside the slope's own */

#define STRAIGHT 0x55 /* neighbours across an edge */
#define CORNERS  0xaa

/* ---- Slopes of a row ---- */

/* The steepest slope found so far at one cell. */
typedef struct steepest {
    float fall; /* first of the neighbours; squared, of the triangles too */
    float along, across;
    int32_t targets;
    int32_t lower; /* bit k: neighbour k is */
} steepest;

/* Plain selects of numbers, as the compiler can make vectors of them. */
FLUV_INLINE float pick(bool yes, float a, float b)
{
    return yes ? a : b;
}

FLUV_INLINE int32_t pick_targets(bool yes, int32_t a, int32_t b)
{
    int32_t mask = -(int32_t)yes;
    return (a & mask) | (b & ~mask);
}

FLUV_INLINE void try_neighbour(float own, float other, int k, steepest *s)
{
    float fall = (own - other) * (k & 1 ? DIAGONAL : 1.0f); /* NaN beside a void: never steeper */
    bool steeper = fall > s->fall;
    s->targets = pick_targets(steeper, 1 << k, s->targets);
    s->fall = pick(steeper, fall, s->fall);
    s->lower |= pick_targets(other < own, 1 << k, 0);
}

/* Where the slope does not point into the triangle, `across` or what is left of `along` is negative
 * or NaN. */
FLUV_INLINE void try_triangle(float own, float straight, float corner, int32_t targets, steepest *s)
{
    float along = own - straight, across = straight - corner;
    float least = across < along - across ? across : along - across; /* NaN where one of them is */
    float fall = least > 0.0f ? along * along + across * across : 0.0f;
    bool steeper = fall > s->fall;
    s->targets = pick_targets(steeper, targets, s->targets);
    s->along = pick(steeper, along, s->along);
    s->across = pick(steeper, across, s->across);
    s->fall = pick(steeper, fall, s->fall);
}

/* 1 where second differences in four directions are small against the slope, 0 on rough ground. */
FLUV_INLINE float smoothness(float own, const float around[8], float fall)
{
    float bend = 0.0f;
    bend += fabsf(around[0] + around[4] - 2.0f * own);
    bend += 0.5f * fabsf(around[1] + around[5] - 2.0f * own);
    bend += fabsf(around[2] + around[6] - 2.0f * own);
    bend += 0.5f * fabsf(around[3] + around[7] - 2.0f * own);
    float smooth = (ROUGH - bend / sqrtf(fall)) * (1.0f / (ROUGH - SMOOTH));
    smooth = pick(smooth > 0.0f, smooth, 0.0f); /* not on flats, where it is NaN */
    return pick(smooth < 1.0f, smooth, 1.0f);
}

/* All at once for one cell, so that nothing but the result leaves the registers. Neighbours are
 * tried by index, then the triangles clockwise. */
FLUV_CLONES static void find_row_slopes(const float *restrict height, ptrdiff_t cols, int count,
                                        int32_t *restrict targets, float *restrict tan,
                                        float *restrict smooth)
{
    const float *restrict above = height - cols, *restrict below = height + cols;
    for (int i = 0; i < count; i++) {
        float own = height[i];
        float around[8] = {height[i + 1], below[i + 1], below[i], below[i - 1],
                           height[i - 1], above[i - 1], above[i], above[i + 1]};
        steepest s = {.along = 1.0f};
        try_neighbour(own, around[5], 5, &s);
        try_neighbour(own, around[6], 6, &s);
        try_neighbour(own, around[7], 7, &s);
        try_neighbour(own, around[4], 4, &s);
        try_neighbour(own, around[0], 0, &s);
        try_neighbour(own, around[3], 3, &s);
        try_neighbour(own, around[2], 2, &s);
        try_neighbour(own, around[1], 1, &s);
        s.fall *= s.fall;
        try_triangle(own, around[0], around[7], 0x81, &s);
        try_triangle(own, around[0], around[1], 0x03, &s);
        try_triangle(own, around[2], around[1], 0x06, &s);
        try_triangle(own, around[2], around[3], 0x0c, &s);
        try_triangle(own, around[4], around[3], 0x18, &s);
        try_triangle(own, around[4], around[5], 0x30, &s);
        try_triangle(own, around[6], around[5], 0x60, &s);
        try_triangle(own, around[6], around[7], 0xc0, &s);
        targets[i] = s.targets | s.lower << 8;
        tan[i] = s.across / s.along;
        smooth[i] = pick(s.across > 0.0f, smoothness(own, around, s.fall), 0.0f);
    }
}

/* ---- Turning them ---- */

/* The cells of a tile, row by row, and which of them lie on smooth ground and between two
 * neighbours. */
typedef struct turns {
    float smooth[TILE * TILE];
    uint8_t lower[TILE * TILE]; /* bit k: neighbour k is */
    uint16_t cell[TILE * TILE];
    int count;                    /* of `cell` */
    float noise[NOISES * NOISES]; /* at every other cell, where it is wanted */
} turns;

static void gather_turns(int first, int count, turns *out)
{
    int found = out->count;
    for (int i = first; i < first + count; i++) { /* without branches: none could be foreseen */
        out->cell[found] = (uint16_t)i;
        found += out->smooth[i] > 0.0f;
    }
    out->count = found;
}

/* The noise at a cell is the mean of four samples around it, of which some may be the same. */
static void samples_around(int cell, int sample[4])
{
    int col = cell % TILE, row = cell / TILE, first = row / 2 * NOISES + col / 2;
    sample[0] = first;
    sample[1] = first + (col & 1);
    sample[2] = first + (row & 1) * NOISES;
    sample[3] = sample[2] + (col & 1);
}

static void make_noise(const fluv_tile *t, turns *out)
{
    bool wanted[NOISES * NOISES] = {false};
    double x[NOISES * NOISES], y[NOISES * NOISES], size = t->grid->cell;
    float value[NOISES * NOISES];
    size_t count = 0;
    for (int i = 0; i < out->count; i++) {
        int sample[4];
        samples_around(out->cell[i], sample);
        for (int k = 0; k < 4; k++)
            wanted[sample[k]] = true;
    }
    for (uint32_t i = 0; i < NOISES * NOISES; i++) {
        x[count] = (double)(t->part->west + t->col) * size + i % NOISES * (2.0 * size);
        y[count] = (double)(t->part->north + t->row + i / NOISES * 2) * size;
        count += wanted[i];
    }
    fluv_noise_points(&t->wander->noise, x, y, count, value);
    count = 0;
    for (int i = 0; i < NOISES * NOISES; i++)
        if (wanted[i])
            out->noise[i] = value[count++];
}

/* The tangent of the clockwise angle by which a cell's slope is turned. */
static float turn_of(const fluv_tile *t, const turns *all, int cell)
{
    int sample[4];
    samples_around(cell, sample);
    float noise = 0.25f * (all->noise[sample[0]] + all->noise[sample[1]] + all->noise[sample[2]] +
                           all->noise[sample[3]]);
    float turn = t->wander->strength * all->smooth[cell] * noise;
    turn = turn > STRONGEST ? STRONGEST : turn;
    return turn < -STRONGEST ? -STRONGEST : turn;
}

/* Turns a slope between two neighbours; they may become those an eighth of a circle further on.
 * Only what is lower can be drained to; where neither is, the slope stays as it was. */
static void turn_slope(float turn, int lower, uint8_t *targets, float *tan)
{
    int pair = *targets;
    int side = (pair & STRAIGHT) << 1 == (pair & CORNERS) ? 1 : -1; /* 1: the corner is clockwise */
    float towards = (float)side * turn;
    float up = *tan + towards, down = 1.0f - *tan * towards;
    bool back = up<0.0f, over = up> down;
    int eighths = (over - back) * side & 7;
    int now = (pair << eighths | pair >> (8 - eighths)) & lower;
    float tan_now = (over ? down : fabsf(up)) / (over ? up : down);
    *tan = now & (now - 1) ? tan_now : now ? 0.0f : *tan;
    *targets = (uint8_t)(now ? now : pair);
}

static void turn_slopes(const fluv_tile *t, const turns *all, fluv_slopes *out)
{
    for (int i = 0; i < all->count; i++) {
        int cell = all->cell[i];
        int place = (cell / TILE + 1) * FLUV_TILE_PITCH + cell % TILE + 1;
        turn_slope(turn_of(t, all, cell), all->lower[cell], &out->targets[place], &out->tan[place]);
    }
}

/* ---- A tile ---- */

/* Cells col .. col + count - 1 of a row inside the grid; none of them at its edge. */
static void set_slopes(const fluv_tile *t, uint32_t col, uint32_t row, int count, fluv_slopes *out,
                       turns *all)
{
    int32_t found[TILE];
    int place = fluv_tile_place(t, col, row), first = (int)((row - t->row) * TILE + col - t->col);
    find_row_slopes(t->height + (size_t)row * t->grid->cols + col, t->grid->cols, count, found,
                    out->tan + place, all->smooth + first);
    for (int i = 0; i < count; i++) {
        out->targets[place + i] = (uint8_t)found[i];
        all->lower[first + i] = (uint8_t)(found[i] >> 8);
    }
    gather_turns(first, count, all);
}

/* At the grid's edge: the steepest neighbour. What would lie beyond the edge is taken to fall on as
 * the ground inside falls towards it; where that is steepest, water leaves. */
static void set_edge_slope(const fluv_tile *t, uint32_t col, uint32_t row, fluv_slopes *out)
{
    uint32_t cols = t->grid->cols, rows = t->grid->rows;
    float own = t->height[row * cols + col], best = 0.0f;
    int targets = 0, place = fluv_tile_place(t, col, row);
    for (int n = 0; n < 8; n++) {
        int k = fluv_by_index[n];
        int64_t c = (int64_t)col + fluv_dx[k], r = (int64_t)row + fluv_dy[k];
        int64_t back_c = (int64_t)col - fluv_dx[k], back_r = (int64_t)row - fluv_dy[k];
        bool inside = fluv_in_grid(cols, rows, c, r);
        float fall = 0.0f;
        if (inside)
            fall = own - t->height[(size_t)r * cols + (size_t)c];
        else if (fluv_in_grid(cols, rows, back_c, back_r))
            fall = t->height[(size_t)back_r * cols + (size_t)back_c] - own;
        fall *= k & 1 ? DIAGONAL : 1.0f;
        if (fall > best) {
            best = fall;
            targets = inside ? 1 << k : 0;
        }
    }
    out->targets[place] = (uint8_t)targets;
    out->tan[place] = 0.0f;
}

void fluv_slopes_find(const fluv_tile *t, fluv_slopes *out)
{
    assert(t->col + t->cols <= t->grid->cols && t->row + t->rows <= t->grid->rows);
    uint32_t cols = t->grid->cols, rows = t->grid->rows;
    turns all; /* large, and its arrays are set where they are used */
    all.count = 0;
    for (uint32_t row = t->row; row < t->row + t->rows; row++) {
        uint32_t from = t->col, end = t->col + t->cols;
        bool inside = row > 0 && row + 1 < rows;
        if (inside) {
            from += from == 0;
            end -= end == cols;
            if (from < end)
                set_slopes(t, from, row, (int)(end - from), out, &all);
        }
        for (uint32_t col = t->col; col < t->col + t->cols; col++)
            if (!inside || col == 0 || col + 1 == cols)
                set_edge_slope(t, col, row, out);
    }
    if (t->wander->strength > 0.0f && all.count) {
        make_noise(t, &all);
        turn_slopes(t, &all, out);
    }
}
