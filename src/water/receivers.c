// SPDX-License-Identifier: MIT
/* Receivers: where each cell's water goes.
 *
 * in   heights (m), what each cell is     out   receiver of each cell, NONE at roots
 *
 * On a grid the eight slopes of a row of cells are compared side by side, so that the compiler can
 * use vectors. Neighbours are visited in the order of their index and only a steeper one replaces,
 * so ties fall to the lowest index whatever the thread count.  O(n). */
#include "water/receivers.h"

#include "base/clones.h"
#include "field/grid.h"

#include <assert.h>

#define ROW_BLOCK 256
#define TOGETHER  32 /* cells */

/* best[i] becomes 1 + the number of the neighbour that cell i drains to, 0 for none. */
FLUV_CLONES static void choose_in_row(const float *height, const ptrdiff_t offset[8],
                                      const float weight[8], int count, int32_t *best)
{
    float steepest[ROW_BLOCK];
    for (int i = 0; i < count; i++) {
        steepest[i] = 0.0f;
        best[i] = 0;
    }
    for (int k = 0; k < 8; k++) {
        const float *other = height + offset[k];
        float w = weight[k];
        for (int i = 0; i < count; i++) {
            float slope = (height[i] - other[i]) * w; /* NaN beside a void: never steeper */
            int32_t mask = -(int32_t)(slope > steepest[i]);
            steepest[i] = slope > steepest[i] ? slope : steepest[i];
            best[i] = (best[i] & ~mask) | ((k + 1) & mask);
        }
    }
}

static uint32_t choose_among(const fluv_topology *topology, fluv_descent descent,
                             const float *height, uint32_t cell, const uint32_t *others,
                             uint32_t count)
{
    uint32_t best = FLUV_NONE;
    float steepest = 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        float fall = height[cell] - height[others[i]];
        if (!(fall > 0.0f)) /* most are not, and distances are costly */
            continue;
        if (descent == FLUV_STEEPEST)
            fall *= (float)(1.0 / fluv_cell_distance(topology, cell, others[i]));
        if (fall > steepest) {
            steepest = fall;
            best = others[i];
        }
    }
    return best;
}

static uint32_t choose_anywhere(const fluv_topology *topology, fluv_descent descent,
                                const float *height, uint32_t cell)
{
    fluv_around around = fluv_around_cell(topology, cell);
    return choose_among(topology, descent, height, cell, around.cell, around.count);
}

/* On a mesh, straight from its lists. */
static uint32_t choose_steepest(const fluv_topology *topology, const float *height, uint32_t vertex)
{
    uint32_t first = topology->first[vertex];
    return choose_among(topology, FLUV_STEEPEST, height, vertex, topology->neighbour + first,
                        topology->first[vertex + 1] - first);
}

/* The lowest neighbour on a mesh; of equals the first. */
static uint32_t choose_lowest(const fluv_topology *topology, const float *height, uint32_t vertex)
{
    uint32_t best = FLUV_NONE;
    float lowest = height[vertex];
    for (uint32_t i = topology->first[vertex]; i < topology->first[vertex + 1]; i++) {
        uint32_t other = topology->neighbour[i];
        if (height[other] < lowest) {
            lowest = height[other];
            best = other;
        }
    }
    return best;
}

static void choose_row(const fluv_topology *topology, fluv_descent descent, const float *height,
                       uint32_t row, uint32_t *receiver)
{
    ptrdiff_t offset[8];
    float weight[8];
    for (int k = 0; k < 8; k++) {
        int n = fluv_by_index[k];
        offset[k] = (ptrdiff_t)fluv_dy[n] * topology->cols + fluv_dx[n];
        weight[k] =
            descent == FLUV_STEEPEST ? (float)(1.0 / (fluv_step[n] * topology->cell)) : 1.0f;
    }
    size_t start = (size_t)row * topology->cols;
    uint32_t last = topology->cols - 1;
    for (uint32_t col = 1; col < last; col += ROW_BLOCK) {
        int count = (int)(last - col < ROW_BLOCK ? last - col : ROW_BLOCK);
        int32_t best[ROW_BLOCK];
        choose_in_row(height + start + col, offset, weight, count, best);
        for (int i = 0; i < count; i++) {
            uint32_t cell = (uint32_t)start + col + (uint32_t)i;
            receiver[cell] =
                best[i] ? (uint32_t)((ptrdiff_t)cell + offset[best[i] - 1]) : FLUV_NONE;
        }
    }
    receiver[start] = choose_anywhere(topology, descent, height, (uint32_t)start);
    receiver[start + last] = choose_anywhere(topology, descent, height, (uint32_t)start + last);
}

void fluv_receivers(const fluv_topology *topology, int threads, fluv_descent descent,
                    const float *height, const uint8_t *kind, uint32_t *receiver)
{
    assert(descent != FLUV_FOLLOW);
    if (!topology->cols) {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (uint32_t c = 0; c < topology->count; c++)
            receiver[c] = descent == FLUV_LOWEST ? choose_lowest(topology, height, c)
                                                 : choose_steepest(topology, height, c);
    } else {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (uint32_t row = 0; row < topology->rows; row++) {
            if (row > 0 && row + 1 < topology->rows) {
                choose_row(topology, descent, height, row, receiver);
                continue;
            }
            for (uint32_t col = 0; col < topology->cols; col++) {
                uint32_t cell = row * topology->cols + col;
                receiver[cell] = choose_anywhere(topology, descent, height, cell);
            }
        }
    }
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < topology->count; c++)
        if (kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA))
            receiver[c] = FLUV_NONE;
}

/* Whether two steps cross anywhere below `count` cells of a row. */
FLUV_CLONES static bool any_crossing(const uint32_t *restrict upper, const uint32_t *restrict lower,
                                     uint32_t first, uint32_t cols, uint32_t count)
{
    uint32_t any = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = first + i, c = a + cols;
        uint32_t falls = (upper[i] == c + 1) | (lower[i + 1] == a);
        uint32_t rises = (upper[i + 1] == c) | (lower[i] == a + 1);
        any |= falls & rises;
    }
    return any;
}

/* Crossings are rare: many cells are looked at together. */
uint32_t fluv_receivers_next_crossing(const uint32_t *receiver, uint32_t cols, uint32_t from,
                                      uint32_t end)
{
    assert(cols > 0 && from <= end);
    for (uint32_t count; from < end; from += count) {
        count = end - from < TOGETHER ? end - from : TOGETHER;
        if (any_crossing(receiver + from, receiver + from + cols, from, cols, count))
            break;
    }
    while (from < end && !any_crossing(receiver + from, receiver + from + cols, from, cols, 1))
        from++;
    return from;
}

bool fluv_receivers_cross(const fluv_topology *topology, const uint32_t *receiver)
{
    uint32_t cols = topology->cols;
    for (uint32_t row = 0; row + 1 < topology->rows; row++) {
        uint32_t from = row * cols, end = from + cols - 1;
        if (fluv_receivers_next_crossing(receiver, cols, from, end) < end)
            return true;
    }
    return false;
}

static bool leads_to(const float *height, const uint32_t *receiver, uint32_t from, uint32_t to)
{
    for (uint32_t at = from; at != FLUV_NONE && height[at] >= height[to]; at = receiver[at])
        if (at == to)
            return true;
    return false;
}

/* a -> d and b -> c cross between their cells. All four are neighbours, and the higher of a and b
 * may take the other's receiver without rising. Where both stand at one height, a does so unless
 * its new way would lead back to it; then b's cannot. */
static void turn_aside(const float *height, uint32_t a, uint32_t b, uint32_t *receiver)
{
    uint32_t d = receiver[a], c = receiver[b];
    if (height[a] > height[b] || (height[a] == height[b] && !leads_to(height, receiver, c, a)))
        receiver[a] = c;
    else
        receiver[b] = d;
}

static bool within_lake(const uint32_t *lake, const uint32_t *receiver, uint32_t cell)
{
    return lake && lake[cell] != FLUV_NONE && lake[cell] == lake[receiver[cell]];
}

void fluv_receivers_uncross(const fluv_topology *topology, const float *surface,
                            const uint32_t *lake, uint32_t *receiver)
{
    assert(topology->cols);
    uint32_t cols = topology->cols;
    for (uint32_t row = 0; row + 1 < topology->rows; row++) {
        uint32_t a = row * cols, end = a + cols - 1;
        for (; (a = fluv_receivers_next_crossing(receiver, cols, a, end)) < end; a++) {
            uint32_t b = a + 1, c = a + cols, d = c + 1;
            uint32_t falling = receiver[a] == d ? a : d, rising = receiver[b] == c ? b : c;
            if (!within_lake(lake, receiver, falling) && !within_lake(lake, receiver, rising))
                turn_aside(surface, falling, rising, receiver);
        }
    }
}

static bool runs_into(const uint32_t *receiver, uint32_t from, uint32_t to)
{
    for (; from != FLUV_NONE; from = receiver[from])
        if (from == to)
            return true;
    return false;
}

/* a -> d and b -> c cross between their cells, on ways that climb out of hollows. c and d cannot
 * both lead to the other's donor, or there were a circle before. Whoever takes the lower of the two
 * receivers climbs no higher than it did; where that makes a circle the other's way came by there
 * anyway. */
static void part(const float *height, uint32_t a, uint32_t b, uint32_t *receiver)
{
    uint32_t d = receiver[a], c = receiver[b];
    float climbed = height[a] > height[d] ? height[a] : height[d];
    bool first = height[c] <= climbed ? !runs_into(receiver, c, a) : runs_into(receiver, d, b);
    if (first)
        receiver[a] = c;
    else
        receiver[b] = d;
}

bool fluv_receivers_part(const fluv_topology *topology, const float *height, uint32_t *receiver)
{
    assert(topology->cols);
    uint32_t cols = topology->cols;
    bool any = false;
    for (uint32_t row = 0; row + 1 < topology->rows; row++) {
        uint32_t a = row * cols, end = a + cols - 1;
        for (; (a = fluv_receivers_next_crossing(receiver, cols, a, end)) < end; a++) {
            uint32_t b = a + 1, c = a + cols, d = c + 1;
            part(height, receiver[a] == d ? a : d, receiver[b] == c ? b : c, receiver);
            any = true;
        }
    }
    return any;
}
