// SPDX-License-Identifier: MIT
/* Receivers without the grid's eight directions: each step keeps the way close to the true slope.
 *
 * in   heights (m)     out   receiver of each cell, NONE where no neighbour is lower
 *
 * The slope's direction comes from the steepest of the eight triangles around a cell
 * (follow_slopes.c). It points between two neighbours, and a step to either of them leaves the true
 * line to one side:
 *
 *     c ------ a     c, the cell; a, across an edge; d, across a corner. With tan the tangent
 *       .  tan |     of the angle between slope and c -> a, a step to a leaves the line by tan
 *         .    |     towards one side, a step to d by 1 - tan towards the other.
 *            . d
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
 *           models. 2003 */
#include "water/follow_slopes.h"

#include "base/clones.h"
#include "field/grid.h"
#include "water/receivers.h"

#include <assert.h>
#include <string.h>

#define PITCH   FLUV_TILE_PITCH
#define PLACES  FLUV_TILE_PLACES
#define NO      8   /* no neighbour */
#define OUTSIDE 128 /* in `awaited`: does not fall to 0 */

/* What the bits of a slope's targets say. One target: it is the first, and the cell itself the
 * second. No target: the cell itself is both. */
typedef struct pointing {
    int16_t step[2]; /* to the target across an edge and the one across a corner, in places */
    uint8_t way[2];  /* which neighbours they are, or NO */
    float side;      /* 1: the corner lies clockwise, -1: on the other side; 0: nothing to choose */
} pointing;

/* How ways stand at a place, in one word, so that no part of it waits for another: from the lowest
 * bit on, how far beside the line, in cells, to the right (a float); of the cells whose ways come
 * through, those through one neighbour (16 bits); all of them, itself among them (16 bits). */
typedef uint64_t stand;

/* A tile on its way. */
typedef struct walker {
    fluv_tile tile;
    const pointing *pointing; /* by targets */
    fluv_slopes slopes; /* of a cell that has decided, `targets` is the neighbour it chose, or NO */
    stand stands[PLACES];
    uint8_t awaited[PLACES];    /* cells that may drain to it and have not decided yet */
    uint16_t ready[PLACES + 2]; /* a stack of places that await none */
    int count;                  /* of them */
} walker;

static stand stand_at_first(float aside)
{
    uint32_t bits;
    memcpy(&bits, &aside, sizeof bits);
    return bits | (stand)1 << 48;
}

static float aside_of(stand s)
{
    uint32_t bits = (uint32_t)s;
    float aside;
    memcpy(&aside, &bits, sizeof aside);
    return aside;
}

/* How ways stand where `from` comes in beside what came before: the donor with most cells above it
 * leaves what it has left of its line. */
FLUV_INLINE stand joined(stand at, stand from, float aside)
{
    stand cells = from >> 48, kept = at << 16 >> 16;
    stand given = stand_at_first(aside) << 16 >> 16 | cells << 32;
    stand larger = -(stand)(cells > kept >> 32);
    return ((given & larger) | (kept & ~larger)) + (at - kept) + (cells << 48);
}

static pointing point_at(int straight, int corner)
{
    int to_straight = fluv_dy[straight] * PITCH + fluv_dx[straight];
    int to_corner = fluv_dy[corner] * PITCH + fluv_dx[corner];
    return (pointing){{(int16_t)to_straight, (int16_t)to_corner},
                      {(uint8_t)straight, (uint8_t)corner},
                      ((corner - straight) & 7) == 1 ? 1.0f : -1.0f};
}

static void set_pointing(pointing by_targets[256])
{
    by_targets[0] = (pointing){{0, 0}, {NO, NO}, 0.0f};
    for (int k = 0; k < 8; k++) {
        int next = (k + 1) & 7, straight = k & 1 ? next : k, corner = k & 1 ? k : next;
        by_targets[1 << k] =
            (pointing){{(int16_t)(fluv_dy[k] * PITCH + fluv_dx[k]), 0}, {(uint8_t)k, NO}, 0.0f};
        by_targets[1 << k | 1 << next] = point_at(straight, corner);
    }
}

/* ---- Ways through a tile ---- */

/* Where no way comes in, a deviation of the place's own: four cells share a random number. */
static void begin_ways(walker *w)
{
    const fluv_tile *t = &w->tile;
    memset(w->stands, 0, sizeof w->stands); /* what is handed on to places outside is of no use */
    for (uint32_t row = t->row; row < t->row + t->rows; row++) {
        stand *stands = w->stands + fluv_tile_place(t, t->col, row);
        for (uint32_t i = 0; i < t->cols; i += 4) {
            uint64_t cell = (t->part->north + row) * t->part->map_cols + t->part->west + t->col + i;
            uint64_t bits = fluv_random_bits(t->wander->noise.key, cell);
            uint32_t count = t->cols - i < 4 ? t->cols - i : 4;
            for (uint32_t k = 0; k < count; k++)
                stands[i + k] = stand_at_first((float)(bits >> 16 * k & 0xffff) * 0x1p-16f - 0.5f);
        }
    }
}

/* How many of the eight places around point here. */
FLUV_CLONES static void count_awaited(const uint8_t *restrict targets, int count,
                                      uint8_t *restrict awaited)
{
    for (int i = 0; i < count; i++) {
        const uint8_t *at = targets + i;
        int from_sides =
            (at[-1] & 1) + (at[-PITCH] >> 2 & 1) + (at[1] >> 4 & 1) + (at[PITCH] >> 6 & 1);
        int from_corners = (at[-PITCH - 1] >> 1 & 1) + (at[-PITCH + 1] >> 3 & 1) +
                           (at[PITCH + 1] >> 5 & 1) + (at[PITCH - 1] >> 7 & 1);
        awaited[i] = (uint8_t)(from_sides + from_corners);
    }
}

static void await(walker *w)
{
    const fluv_tile *t = &w->tile;
    memset(w->awaited, OUTSIDE, sizeof w->awaited);
    w->count = 0;
    for (uint32_t row = t->row; row < t->row + t->rows; row++) {
        int first = fluv_tile_place(t, t->col, row), end = first + (int)t->cols;
        count_awaited(w->slopes.targets + first, (int)t->cols, w->awaited + first);
        for (int at = first; at < end; at++) {
            w->ready[w->count] = (uint16_t)at;
            w->count += w->awaited[at] == 0;
        }
    }
}

/* The cell on top of the stack takes the step that leaves least. Without branches: none of them
 * could be foreseen. */
FLUV_INLINE int decide(walker *w, int count)
{
    int at = w->ready[--count];
    const pointing *p = &w->pointing[w->slopes.targets[at]];
    stand own = w->stands[at];
    float aside = aside_of(own), tan = w->slopes.tan[at];
    int corner = p->side * aside < tan - 0.5f;
    stand *to = &w->stands[at + p->step[corner]];
    *to = joined(*to, own, aside + p->side * ((float)corner - tan));
    w->slopes.targets[at] = p->way[corner];
    for (int i = 0; i < 2; i++) {
        int target = at + p->step[i];
        w->ready[count] = (uint16_t)target;
        count += --w->awaited[target] == 0;
    }
    return count;
}

/* Two tiles at once: each step waits for the one before it, and while one waits the other goes. */
static void walk(walker *a, walker *b)
{
    int in_a = a->count, in_b = b->count;
    while (in_a && in_b) {
        in_a = decide(a, in_a);
        in_b = decide(b, in_b);
    }
    while (in_a)
        in_a = decide(a, in_a);
    while (in_b)
        in_b = decide(b, in_b);
}

static void write_receivers(const walker *w, const uint8_t *kind, uint32_t *receiver)
{
    assert(w->tile.cols > 0 && w->tile.cols <= FLUV_TILE && w->tile.rows <= FLUV_TILE);
    const fluv_tile *t = &w->tile;
    uint32_t cols = t->grid->cols, step[NO + 1] = {0};
    for (int k = 0; k < 8; k++)
        step[k] = (uint32_t)fluv_dy[k] * cols + (uint32_t)fluv_dx[k];
    for (uint32_t row = t->row; row < t->row + t->rows; row++) {
        const uint8_t *way = w->slopes.targets + fluv_tile_place(t, t->col, row);
        uint32_t first = row * cols + t->col;
        for (uint32_t i = 0; i < t->cols; i++) {
            bool dry = !(kind[first + i] & (FLUV_CELL_VOID | FLUV_CELL_SEA));
            receiver[first + i] = dry & (way[i] != NO) ? first + i + step[way[i]] : FLUV_NONE;
        }
    }
}

/* ---- Crossings ---- */

/* Of two steps that cross between their cells, the one from higher ground takes the other's
 * receiver, which is lower still. A corner step crosses no more than one other. */
static void uncross(const float *height, uint32_t cols, uint32_t a, uint32_t *receiver)
{
    uint32_t b = a + 1, c = a + cols, d = c + 1;
    uint32_t one = receiver[a] == d ? a : d, other = receiver[b] == c ? b : c;
    if (height[one] < height[other])
        receiver[other] = receiver[one];
    else
        receiver[one] = receiver[other];
}

static void uncross_row(const fluv_topology *grid, const float *height, uint32_t row,
                        uint32_t *receiver)
{
    uint32_t a = row * grid->cols, end = a + grid->cols - 1;
    while ((a = fluv_receivers_next_crossing(receiver, grid->cols, a, end)) < end)
        uncross(height, grid->cols, a++, receiver);
}

/* ---- The grid ---- */

static void prepare(walker *w, const fluv_tile *whole, uint32_t tile)
{
    const fluv_follow_part *part = whole->part;
    uint32_t across = fluv_block_count(part->core_cols, FLUV_TILE);
    uint32_t col = tile % across * FLUV_TILE, row = tile / across * FLUV_TILE;
    fluv_tile t = *whole;
    t.col = part->core_col + col;
    t.row = part->core_row + row;
    t.cols = part->core_cols - col < FLUV_TILE ? part->core_cols - col : FLUV_TILE;
    t.rows = part->core_rows - row < FLUV_TILE ? part->core_rows - row : FLUV_TILE;
    w->tile = t;
    memset(w->slopes.targets, 0, sizeof w->slopes.targets);
    fluv_slopes_find(&t, &w->slopes);
    begin_ways(w);
    await(w);
}

static void follow(const fluv_tile *whole, int threads, const uint8_t *kind, uint32_t *receiver)
{
    const fluv_follow_part *part = whole->part;
    uint32_t tiles =
        fluv_block_count(part->core_cols, FLUV_TILE) * fluv_block_count(part->core_rows, FLUV_TILE);
    pointing by_targets[256];
    set_pointing(by_targets);
#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (uint32_t i = 0; i < tiles; i += 2) {
        walker a, b; /* large, and their arrays are set where they are used */
        a.pointing = b.pointing = by_targets;
        b.count = 0;
        prepare(&a, whole, i);
        if (i + 1 < tiles)
            prepare(&b, whole, i + 1);
        walk(&a, &b);
        write_receivers(&a, kind, receiver);
        if (i + 1 < tiles)
            write_receivers(&b, kind, receiver);
    }
    for (uint32_t first = 0; first < 2; first++) { /* rows that share no cell, then the others */
#pragma omp parallel for num_threads(threads) schedule(static)
        for (uint32_t row = first; row < whole->grid->rows - 1; row += 2)
            uncross_row(whole->grid, whole->height, row, receiver);
    }
}

void fluv_receivers_follow_part(const fluv_topology *grid, const fluv_follow_part *part,
                                int threads, const fluv_wander *wander, const float *height,
                                const uint8_t *kind, uint32_t *receiver)
{
    assert((part->west + part->core_col) % FLUV_TILE == 0);
    assert((part->north + part->core_row) % FLUV_TILE == 0);
    assert(part->core_col + part->core_cols <= grid->cols);
    assert(part->core_row + part->core_rows <= grid->rows);
    fluv_tile whole = {.grid = grid, .part = part, .wander = wander, .height = height};
    for (uint32_t c = 0; c < grid->count; c++)
        receiver[c] = FLUV_NONE;
    follow(&whole, threads, kind, receiver);
}

void fluv_receivers_follow(const fluv_topology *grid, int threads, const fluv_wander *wander,
                           const float *height, const uint8_t *kind, uint32_t *receiver)
{
    assert(grid->cols && grid->rows && grid->count == grid->cols * grid->rows);
    assert(threads > 0 && height && kind && receiver);
    assert(wander->strength >= 0.0f && wander->noise.wavelength > 0.0);
    const fluv_follow_part all = {
        .map_cols = grid->cols, .core_cols = grid->cols, .core_rows = grid->rows};
    fluv_tile whole = {.grid = grid, .part = &all, .wander = wander, .height = height};
    follow(&whole, threads, kind, receiver);
}
