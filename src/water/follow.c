// SPDX-License-Identifier: MIT
/* Receivers without the grid's eight directions: each step keeps the way close to the true slope.
 *
 * in   heights (m)     out   receiver of each cell, NONE where no neighbour is lower
 *
 * The slope's direction comes from the steepest of the eight triangles around a cell. It points
 * between two neighbours, and a step to either of them leaves the true line to one side:
 *
 *        c ------ a        c, the cell; a, across an edge; d, across a corner. With tan the tangent
 *          \  tan |        of the angle between slope and c -> a, a step to a leaves the line by
 * tan \    |        towards one side, a step to d by 1 - tan towards the other. \  |
 *                 d
 *
 * What has been left so far is handed down from cell to cell, at a confluence from the donor with
 * most cells above it, and the step that leaves least is taken. So a way never strays from the
 * slope's own line by more than about a cell, whatever its direction.
 *
 * A cell decides after all that might drain to it. That order is found anew in each tile of the
 * grid; ways begin in a tile with a deviation that belongs to the place. So tiles know nothing of
 * each other: threads do not matter, and no change of the ground reaches further than its tile.
 *
 * Ground that is smoother than any real one has nothing that leads water together: ways would run
 * side by side, a cell apart. There the slope's direction is turned a little this way and that by
 * noise, as the unevenness that the map leaves out would do it.  O(n).
 *
 * Based on: Orlandini, Moretti, Franchini, Aldighieri, Testa. Path-based methods for the
 *           determination of nondispersive drainage directions in grid-based digital elevation
 *           models. 2003
 *           Tarboton. A new method for the determination of flow directions and upslope areas in
 *           grid digital elevation models. 1997 */
#include "water/follow.h"

#include "base/clones.h"
#include "field/grid.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define TILE      64         /* cells a side */
#define PITCH     (TILE + 2) /* a cell more on each side */
#define PLACES    (PITCH * PITCH)
#define NO        8 /* no neighbour */
#define NOISES    (TILE / 2 + 1)
#define DIAGONAL  0.70710678f
#define SMOOTH    0.2f /* second differences against slope: ground up to this is smooth, */
#define ROUGH     0.6f /* and from this on not at all */
#define STRONGEST 0.9f /* tangent: no turn leaves the eighth beside the slope's own */

#define NOWHERE 0   /* a place outside */
#define OUTSIDE 128 /* in `awaited`: does not fall to 0 */

/* Steps between places, in the order of the eight neighbours. */
static const int step[8] = {1, PITCH + 1, PITCH, PITCH - 1, -1, -PITCH - 1, -PITCH, -PITCH + 1};

/* The slope's direction at one cell: from `straight` towards `corner`; where there is only one of
 * the two, it is the receiver. */
typedef struct slope {
    uint8_t straight, corner; /* neighbours, or NO */
    float tan;                /* 0 .. 1, of the angle from `straight` */
} slope;

/* Part of the grid. Cell (col, row) of it has the place (row + 1) * PITCH + col + 1. */
typedef struct tile {
    const fluv_topology *grid;
    const float *height;
    const uint8_t *kind;
    const fluv_wander *wander;
    uint32_t col, row, cols, rows;
    slope slopes[PLACES];
    float aside[PLACES];     /* how far the way stands beside its line, in cells, to the right */
    uint16_t above[PLACES];  /* cells whose ways come through, itself among them */
    uint16_t most[PLACES];   /* of them, those through one neighbour */
    uint8_t awaited[PLACES]; /* cells that may drain to it and have not decided yet */
    uint8_t chosen[PLACES];  /* neighbour, or NO */
    uint16_t ready[PLACES + 2];
    bool has_noise;
    float noise[NOISES][NOISES]; /* at every other cell */
} tile;

static int place_of(const tile *t, uint32_t col, uint32_t row)
{
    return (int)((row - t->row + 1) * PITCH + (col - t->col + 1));
}

/* ---- Slopes of a row ---- */

typedef struct row_slopes {
    float fall[TILE]; /* squared, of the steepest slope */
    float tan[TILE];
    float smooth[TILE]; /* 1 on smooth ground, 0 on rough */
    int32_t way[TILE];  /* 0 none, 1 .. 8 a neighbour, 9 .. 16 a triangle */
} row_slopes;

/* Triangle i lies between the neighbour across an edge i & 6 and the corner before or after it. */
static int corner_of(int triangle)
{
    return (triangle & 1 ? triangle : triangle + 7) & 7;
}

/* Plain selects of numbers, as the compiler can make vectors of them. */
FLUV_INLINE float pick(bool yes, float a, float b)
{
    return yes ? a : b;
}

FLUV_INLINE int32_t pick_way(bool yes, int32_t a, int32_t b)
{
    int32_t mask = -(int32_t)yes;
    return (a & mask) | (b & ~mask);
}

FLUV_INLINE void take_neighbours(const float *height, const ptrdiff_t offset[8], int count,
                                 row_slopes *out)
{
    float steepest[TILE];
    int32_t way[TILE];
    for (int i = 0; i < count; i++) {
        steepest[i] = 0.0f;
        way[i] = 0;
    }
    for (int n = 0; n < 8; n++) {
        int k = fluv_by_index[n];
        const float *other = height + offset[k];
        float weight = k & 1 ? DIAGONAL : 1.0f;
        for (int i = 0; i < count; i++) {
            float fall = (height[i] - other[i]) * weight; /* NaN beside a void: never steeper */
            way[i] = pick_way(fall > steepest[i], k + 1, way[i]);
            steepest[i] = pick(fall > steepest[i], fall, steepest[i]);
        }
    }
    for (int i = 0; i < count; i++) {
        out->fall[i] = steepest[i] * steepest[i];
        out->way[i] = way[i];
    }
}

/* Where the slope does not point into the triangle, `across` or `inward` is negative or NaN. */
FLUV_INLINE void take_triangles(const float *height, const ptrdiff_t offset[8], int count,
                                row_slopes *out)
{
    float fall[TILE], along[TILE], across[TILE];
    int32_t way[TILE];
    for (int i = 0; i < count; i++) {
        fall[i] = out->fall[i];
        way[i] = out->way[i];
        along[i] = 1.0f;
        across[i] = 0.0f;
    }
    for (int n = 0; n < 8; n++) {
        const float *straight = height + offset[n & 6], *corner = height + offset[corner_of(n)];
        for (int i = 0; i < count; i++) {
            float s1 = height[i] - straight[i], s2 = straight[i] - corner[i];
            float least = s2 < s1 - s2 ? s2 : s1 - s2; /* NaN where one of them is */
            float steep = least > 0.0f ? s1 * s1 + s2 * s2 : 0.0f;
            bool steeper = steep > fall[i];
            way[i] = pick_way(steeper, n + 9, way[i]);
            along[i] = pick(steeper, s1, along[i]);
            across[i] = pick(steeper, s2, across[i]);
            fall[i] = pick(steeper, steep, fall[i]);
        }
    }
    for (int i = 0; i < count; i++) {
        out->fall[i] = fall[i];
        out->way[i] = way[i];
        out->tan[i] = across[i] / along[i];
    }
}

/* Second differences in four directions against the slope. */
FLUV_INLINE void take_smoothness(const float *height, const ptrdiff_t offset[8], int count,
                                 row_slopes *out)
{
    float bend[TILE];
    for (int i = 0; i < count; i++)
        bend[i] = 0.0f;
    for (int k = 0; k < 4; k++) {
        const float *one = height + offset[k], *other = height + offset[k + 4];
        float weight = k & 1 ? 0.5f : 1.0f;
        for (int i = 0; i < count; i++)
            bend[i] += weight * fabsf(one[i] + other[i] - 2.0f * height[i]);
    }
    for (int i = 0; i < count; i++) {
        float smooth = (ROUGH - bend[i] / sqrtf(out->fall[i])) * (1.0f / (ROUGH - SMOOTH));
        smooth = pick(smooth > 0.0f, smooth, 0.0f); /* not on flats, where it is NaN */
        out->smooth[i] = pick(smooth < 1.0f, smooth, 1.0f);
    }
}

FLUV_CLONES static void find_row_slopes(const float *height, const ptrdiff_t offset[8], int count,
                                        row_slopes *out)
{
    take_neighbours(height, offset, count, out);
    take_triangles(height, offset, count, out);
    take_smoothness(height, offset, count, out);
}

/* ---- Slopes of a tile ---- */

static slope slope_of_way(int way, float tan)
{
    static const uint8_t straight[17] = {NO, 0, NO, 2, NO, 4, NO, 6, NO, 0, 0, 2, 2, 4, 4, 6, 6};
    static const uint8_t corner[17] = {NO, NO, 1, NO, 3, NO, 5, NO, 7, 7, 1, 1, 3, 3, 5, 5, 7};
    return (slope){straight[way], corner[way], tan};
}

/* +1 where the corner lies clockwise of the straight neighbour, -1 on the other side. */
static int side_of(slope s)
{
    return ((s.corner - s.straight) & 7) == 1 ? 1 : -1;
}

/* The slope turned clockwise by an angle whose tangent is `turn`, and where it then points. */
static slope turned(slope s, float turn)
{
    int side = side_of(s);
    float up = s.tan + (float)side * turn, down = 1.0f - s.tan * (float)side * turn;
    if (up < 0.0f)
        return (slope){s.straight, (uint8_t)((s.straight - side) & 7), -up / down};
    if (up > down)
        return (slope){(uint8_t)((s.corner + side) & 7), s.corner, down / up};
    return (slope){s.straight, s.corner, up / down};
}

/* Only what is lower can be drained to; where neither is, the slope stays as it was. */
static slope turn_if_lower(const float *height, const ptrdiff_t offset[8], slope s, float turn)
{
    slope now = turned(s, turn);
    if (!(height[offset[now.straight]] < height[0]))
        now.straight = NO;
    if (!(height[offset[now.corner]] < height[0]))
        now.corner = NO;
    return now.straight == NO && now.corner == NO ? s : now;
}

static float noise_at(const tile *t, uint32_t col, uint32_t row)
{
    uint32_t x = (col - t->col) / 2, y = (row - t->row) / 2;
    uint32_t right = x + ((col - t->col) & 1), below = y + ((row - t->row) & 1);
    return 0.25f *
           (t->noise[y][x] + t->noise[y][right] + t->noise[below][x] + t->noise[below][right]);
}

static void make_noise(tile *t)
{
    double cell = t->grid->cell;
    for (uint32_t y = 0; y < NOISES; y++)
        fluv_noise_row(&t->wander->noise, t->col * cell, (t->row + 2 * y) * cell, 2.0 * cell,
                       NOISES, t->noise[y]);
    t->has_noise = true;
}

static bool any_smooth(const row_slopes *row, int count)
{
    for (int i = 0; i < count; i++)
        if (row->smooth[i] > 0.0f && row->way[i] > 8)
            return true;
    return false;
}

/* Cells col .. col + count - 1 of a row inside the grid; none of them at its edge. */
static void set_slopes(tile *t, uint32_t col, uint32_t row, int count)
{
    ptrdiff_t offset[8];
    for (int k = 0; k < 8; k++)
        offset[k] = (ptrdiff_t)fluv_dy[k] * t->grid->cols + fluv_dx[k];
    const float *height = t->height + (size_t)row * t->grid->cols + col;
    slope *out = t->slopes + place_of(t, col, row);
    row_slopes found;
    find_row_slopes(height, offset, count, &found);
    for (int i = 0; i < count; i++)
        out[i] = slope_of_way(found.way[i], found.tan[i]);
    if (!(t->wander->strength > 0.0f) || !any_smooth(&found, count))
        return;
    if (!t->has_noise)
        make_noise(t);
    for (int i = 0; i < count; i++)
        if (found.way[i] > 8 && found.smooth[i] > 0.0f) {
            float noise = noise_at(t, col + (uint32_t)i, row);
            float turn = t->wander->strength * found.smooth[i] * noise;
            turn = turn > STRONGEST ? STRONGEST : turn < -STRONGEST ? -STRONGEST : turn;
            out[i] = turn_if_lower(height + i, offset, out[i], turn);
        }
}

/* At the grid's edge: the steepest neighbour. What would lie beyond the edge is taken to fall on as
 * the ground inside falls towards it; where that is steepest, water leaves. */
static void set_edge_slope(tile *t, uint32_t col, uint32_t row)
{
    uint32_t cols = t->grid->cols, rows = t->grid->rows;
    float own = t->height[row * cols + col], steepest = 0.0f;
    int way = 0;
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
        if (fall > steepest) {
            steepest = fall;
            way = inside ? k + 1 : 0;
        }
    }
    t->slopes[place_of(t, col, row)] = slope_of_way(way, 0.0f);
}

static void find_slopes(tile *t)
{
    uint32_t cols = t->grid->cols, rows = t->grid->rows;
    for (uint32_t row = t->row; row < t->row + t->rows; row++) {
        uint32_t from = t->col, end = t->col + t->cols;
        bool inside = row > 0 && row + 1 < rows;
        if (inside) {
            from += from == 0;
            end -= end == cols;
            if (from < end)
                set_slopes(t, from, row, (int)(end - from));
        }
        for (uint32_t col = t->col; col < t->col + t->cols; col++)
            if (!inside || col == 0 || col + 1 == cols)
                set_edge_slope(t, col, row);
    }
}

/* ---- Ways through a tile ---- */

/* The place of a neighbour; NOWHERE of none. */
static int place_beside(int at, uint8_t k)
{
    return k == NO ? NOWHERE : at + step[k];
}

/* Where no way comes in, a deviation of the place's own: four cells share a random number. */
static void begin_ways(tile *t)
{
    memset(t->awaited, OUTSIDE, sizeof t->awaited);
    memset(t->above, 0, sizeof t->above); /* what is handed on to places outside is of no use */
    memset(t->most, 0, sizeof t->most);
    memset(t->aside, 0, sizeof t->aside);
    for (uint32_t row = t->row; row < t->row + t->rows; row++) {
        int first = place_of(t, t->col, row);
        uint64_t bits = 0;
        for (uint32_t i = 0; i < t->cols; i++, bits >>= 16) {
            if (i % 4 == 0)
                bits = fluv_random_bits(t->wander->noise.key, row * t->grid->cols + t->col + i);
            t->aside[first + (int)i] = (float)(bits & 0xffff) * 0x1p-16f - 0.5f;
            t->awaited[first + (int)i] = 0;
            t->above[first + (int)i] = 1;
        }
    }
}

/* Cells that wait for none go into `ready`. Returns how many do. */
static int await(tile *t)
{
    int count = 0;
    for (uint32_t row = t->row; row < t->row + t->rows; row++)
        for (int at = place_of(t, t->col, row), end = at + (int)t->cols; at < end; at++) {
            t->awaited[place_beside(at, t->slopes[at].straight)]++;
            t->awaited[place_beside(at, t->slopes[at].corner)]++;
            t->awaited[NOWHERE] = OUTSIDE;
        }
    for (uint32_t row = t->row; row < t->row + t->rows; row++)
        for (int at = place_of(t, t->col, row), end = at + (int)t->cols; at < end; at++) {
            t->ready[count] = (uint16_t)at;
            count += t->awaited[at] == 0;
        }
    return count;
}

/* The step that leaves least, and what it leaves to the right. Without branches, as in all that
 * is done for every cell here: none of them could be foreseen. */
static uint8_t choose(slope s, float *aside)
{
    float side = (float)side_of(s), towards = side * *aside;
    bool corner_leaves_more = towards >= s.tan - 0.5f;
    bool keep = (s.corner == NO) | ((s.straight != NO) & corner_leaves_more);
    bool leans = (s.corner != NO) & (s.straight != NO);
    float left = side * (towards + (keep ? -s.tan : 1.0f - s.tan));
    *aside = leans ? left : *aside;
    return keep ? s.straight : s.corner;
}

static void hand_down(tile *t, int at, int to)
{
    uint16_t above = t->above[at];
    bool main = above > t->most[to];
    t->most[to] = main ? above : t->most[to];
    t->aside[to] = main ? t->aside[at] : t->aside[to];
    t->above[to] = (uint16_t)(t->above[to] + above);
}

/* One after another, each cell before those that wait for it. */
static void walk(tile *t, int count)
{
    while (count) {
        int at = t->ready[--count];
        slope s = t->slopes[at];
        uint8_t way = choose(s, &t->aside[at]);
        int straight = place_beside(at, s.straight), corner = place_beside(at, s.corner);
        t->chosen[at] = way;
        hand_down(t, at, place_beside(at, way));
        t->ready[count] = (uint16_t)straight;
        count += --t->awaited[straight] == 0;
        t->ready[count] = (uint16_t)corner;
        count += --t->awaited[corner] == 0;
        t->awaited[NOWHERE] = OUTSIDE;
    }
}

static void write_receivers(const tile *t, uint32_t *receiver)
{
    uint32_t cols = t->grid->cols;
    for (uint32_t row = t->row; row < t->row + t->rows; row++)
        for (uint32_t col = t->col; col < t->col + t->cols; col++) {
            uint32_t cell = row * cols + col;
            uint8_t k = t->chosen[place_of(t, col, row)];
            bool drains = k != NO && !(t->kind[cell] & (FLUV_CELL_VOID | FLUV_CELL_SEA));
            receiver[cell] = drains
                                 ? (row + (uint32_t)fluv_dy[k]) * cols + col + (uint32_t)fluv_dx[k]
                                 : FLUV_NONE;
        }
}

static void follow_tile(tile *t, uint32_t *receiver)
{
    find_slopes(t);
    begin_ways(t);
    walk(t, await(t));
    write_receivers(t, receiver);
}

/* ---- Crossings ---- */

/* Of two steps that cross between their cells, the one from higher ground takes the other's
 * receiver, which is lower still. A corner step crosses no more than one other. */
static void uncross_row(const fluv_topology *grid, const float *height, uint32_t row,
                        uint32_t *receiver)
{
    uint32_t cols = grid->cols;
    for (uint32_t a = row * cols, end = a + cols - 1; a < end; a++) {
        uint32_t b = a + 1, c = a + cols, d = c + 1;
        if ((receiver[a] != d && receiver[d] != a) || (receiver[b] != c && receiver[c] != b))
            continue;
        uint32_t one = receiver[a] == d ? a : d, other = receiver[b] == c ? b : c;
        if (height[one] < height[other])
            receiver[other] = receiver[one];
        else
            receiver[one] = receiver[other];
    }
}

void fluv_receivers_follow(const fluv_topology *grid, int threads, const fluv_wander *wander,
                           const float *height, const uint8_t *kind, uint32_t *receiver)
{
    assert(grid->cols && grid->rows && grid->count == grid->cols * grid->rows);
    assert(wander->strength >= 0.0f && wander->noise.wavelength > 0.0);
    uint32_t across = (grid->cols + TILE - 1) / TILE, down = (grid->rows + TILE - 1) / TILE;
#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (uint32_t i = 0; i < across * down; i++) {
        tile t; /* large, and its arrays are set where they are used */
        t.grid = grid;
        t.height = height;
        t.kind = kind;
        t.wander = wander;
        t.has_noise = false;
        t.col = i % across * TILE;
        t.row = i / across * TILE;
        t.cols = grid->cols - t.col < TILE ? grid->cols - t.col : TILE;
        t.rows = grid->rows - t.row < TILE ? grid->rows - t.row : TILE;
        follow_tile(&t, receiver);
    }
    for (uint32_t first = 0; first < 2; first++) { /* rows that share no cell, then the others */
#pragma omp parallel for num_threads(threads) schedule(static)
        for (uint32_t row = first; row < grid->rows - 1; row += 2)
            uncross_row(grid, height, row, receiver);
    }
}
