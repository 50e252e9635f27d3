// SPDX-License-Identifier: MIT
/* Ground made to fit ways that are given.
 *
 * in   heights, receivers, lakes with their levels     out   heights that never rise downstream
 *
 * Of all grounds that never rise along the receivers, the one for which the sum of |change| over
 * the cells is least: a regression that keeps an order on a tree. Going down, what it costs to have
 * a cell's water arrive no higher than z is a convex function of z that is flat up to the best
 * height and then rises by 1 at each of some heights, kept in a heap. Where tributaries meet heaps
 * are joined; a cell h adds its height, twice and without the lowest if that is lower than h, which
 * is then the best height. Going up again, no cell lies lower than what it drains to.
 *
 * A lake begins anew at its level, which caps all that is below its outlet. Its shores and what
 * drains to it come up to it.  O(n log n).
 *
 * Based on: Pardalos, Xue, Yong. Efficient computation of an isotonic median regression. 1995 */
#include "water/fit.h"

#include <string.h>

static bool is_ground(const fluv_fit_job *job, uint32_t cell)
{
    return !(job->kind[cell] & (FLUV_CELL_VOID | FLUV_CELL_SEA));
}

static uint32_t lake_at(const fluv_fit_job *job, uint32_t cell)
{
    return job->lake_of ? job->lake_of[cell] : FLUV_NONE;
}

/* ---- Skew heaps of heights, the lowest on top ---- */

static uint32_t join(const fluv_fit_work *w, uint32_t a, uint32_t b)
{
    uint32_t top = FLUV_NONE, *place = &top;
    while (a != FLUV_NONE && b != FLUV_NONE) {
        if (w->key[b] < w->key[a]) {
            uint32_t other = a;
            a = b;
            b = other;
        }
        *place = a;
        uint32_t right = w->right[a];
        w->right[a] = w->left[a];
        place = &w->left[a];
        a = right;
    }
    *place = a != FLUV_NONE ? a : b;
    return top;
}

static uint32_t add(const fluv_fit_work *w, uint32_t heap, uint32_t node, float key)
{
    w->key[node] = key;
    w->left[node] = w->right[node] = FLUV_NONE;
    return join(w, heap, node);
}

/* ---- Down: the best height of each cell for what lies above it ---- */

/* Cells with all their donors before them. Returns how many. */
static uint32_t order_downstream(const fluv_fit_job *job, const fluv_fit_work *w)
{
    uint32_t count = job->topology->count, tail = 0;
    memset(w->donors, 0, count);
    for (uint32_t c = 0; c < count; c++)
        if (job->receiver[c] != FLUV_NONE)
            w->donors[job->receiver[c]]++;
    for (uint32_t c = 0; c < count; c++)
        if (!w->donors[c])
            w->order[tail++] = c;
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t to = job->receiver[w->order[head]];
        if (to != FLUV_NONE && --w->donors[to] == 0)
            w->order[tail++] = to;
    }
    assert(tail == count);
    return tail;
}

/* The heap of what drains to a dry cell becomes that of the cell itself. */
static void settle_cell(const fluv_fit_work *w, uint32_t cell, float height)
{
    uint32_t heap = w->heap[cell], lowest = heap;
    w->fitted[cell] = height;
    if (heap != FLUV_NONE && w->key[heap] < height) {
        w->fitted[cell] = w->key[heap];
        heap = join(w, w->left[heap], w->right[heap]);
        heap = add(w, heap, lowest, height);
    }
    heap = add(w, heap, cell, height);
    if (w->fitted[cell] > w->cap[cell]) { /* nothing above the cap counts any more */
        w->fitted[cell] = w->cap[cell];
        heap = FLUV_NONE;
    }
    w->heap[cell] = heap;
}

static void go_down(const fluv_fit_job *job, const fluv_fit_work *w, const float *height)
{
    for (uint32_t i = 0; i < job->topology->count; i++) {
        uint32_t cell = w->order[i], to = job->receiver[cell], lake = lake_at(job, cell);
        if (!is_ground(job, cell))
            continue;
        if (lake == FLUV_NONE)
            settle_cell(w, cell, height[cell]);
        else
            w->fitted[cell] = job->level[lake];
        if (to == FLUV_NONE || !is_ground(job, to) || lake_at(job, to) != FLUV_NONE)
            continue;
        float cap = lake == FLUV_NONE ? w->cap[cell] : job->level[lake];
        w->cap[to] = fminf(w->cap[to], cap);
        if (lake == FLUV_NONE)
            w->heap[to] = join(w, w->heap[to], w->heap[cell]);
    }
}

/* ---- Up: nothing lies lower than what it drains to, nor than the lake beside it ---- */

static float least_height(const fluv_fit_job *job, const fluv_fit_work *w, uint32_t cell)
{
    uint32_t to = job->receiver[cell];
    float least = to == FLUV_NONE ? -INFINITY : is_ground(job, to) ? w->fitted[to] : 0.0F;
    if (!job->lake_of)
        return least;
    fluv_around around = fluv_around_known(job->topology, job->kind, cell);
    for (uint32_t k = 0; k < around.count; k++) {
        uint32_t lake = job->lake_of[around.cell[k]];
        least = lake == FLUV_NONE ? least : fmaxf(least, job->level[lake]);
    }
    return least;
}

/* Returns the first cell that would have to lie above a lake that drains through it. */
static uint32_t go_up(const fluv_fit_job *job, const fluv_fit_work *w)
{
    uint32_t conflict = FLUV_NONE;
    for (uint32_t i = job->topology->count; i-- > 0;) {
        uint32_t cell = w->order[i];
        if (!is_ground(job, cell) || lake_at(job, cell) != FLUV_NONE)
            continue;
        w->fitted[cell] = fmaxf(w->fitted[cell], least_height(job, w, cell));
        if (w->fitted[cell] > w->cap[cell] && cell < conflict)
            conflict = cell;
    }
    return conflict;
}

static void move(const fluv_fit_job *job, const fluv_fit_work *w, float *height, fluv_fit *fit)
{
    for (uint32_t c = 0; c < job->topology->count; c++) {
        if (!is_ground(job, c) || lake_at(job, c) != FLUV_NONE || w->fitted[c] == height[c])
            continue;
        float up = w->fitted[c] - height[c];
        double volume = (double)up * fluv_cell_area(job->topology, c);
        fit->moved++;
        fit->filled += up > 0.0F ? volume : 0.0;
        fit->cut -= up < 0.0F ? volume : 0.0;
        if (up > fit->highest) {
            fit->highest = up;
            fit->highest_at = c;
        }
        if (-up > fit->deepest) {
            fit->deepest = -up;
            fit->deepest_at = c;
        }
        height[c] = w->fitted[c];
    }
}

/* A lake that leaves at once into another, or to the sea, must not stand lower. */
static uint32_t find_low_outlet(const fluv_fit_job *job)
{
    for (uint32_t c = 0; job->lake_of && c < job->topology->count; c++) {
        uint32_t lake = job->lake_of[c], to = job->receiver[c];
        if (lake == FLUV_NONE || to == FLUV_NONE || lake_at(job, to) == lake)
            continue;
        uint32_t below = lake_at(job, to);
        float least = !is_ground(job, to)  ? 0.0F
                      : below != FLUV_NONE ? job->level[below]
                                           : -INFINITY;
        if (job->level[lake] < least)
            return c;
    }
    return FLUV_NONE;
}

fluv_fit fluv_ground_fit(const fluv_fit_job *job, const fluv_fit_work *w, float *height)
{
    assert(fluv_receivers_inside(job->topology, job->receiver));
    fluv_fit fit = {.deepest_at = FLUV_NONE, .highest_at = FLUV_NONE};
    for (uint32_t c = 0; c < job->topology->count; c++) {
        w->heap[c] = FLUV_NONE;
        w->cap[c] = INFINITY;
    }
    order_downstream(job, w);
    go_down(job, w, height);
    fit.conflict = go_up(job, w);
    if (fit.conflict == FLUV_NONE)
        fit.conflict = find_low_outlet(job);
    if (fit.conflict == FLUV_NONE)
        move(job, w, height, &fit);
    return fit;
}
