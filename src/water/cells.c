// SPDX-License-Identifier: MIT
/* What each cell is to water: void, sea, open or plain land. O(n). */
#include "water/topology.h"

#include "field/grid.h"

#include <assert.h>

/* Asks the heights, since other threads are writing kinds. */
static bool touches_void(const fluv_topology *topology, const float *height, uint32_t cell)
{
    fluv_around around = fluv_around_cell(topology, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (!isfinite(height[around.cell[i]]))
            return true;
    return false;
}

bool fluv_receivers_inside(const fluv_topology *topology, const uint32_t *receiver)
{
    for (uint32_t c = 0; c < topology->count; c++)
        if (receiver[c] != FLUV_NONE && (receiver[c] >= topology->count || receiver[c] == c))
            return false;
    return true;
}

uint32_t fluv_cell_lowest_below(const fluv_topology *topology, const float *height, uint32_t cell)
{
    assert(cell < topology->count);
    for (uint32_t lowest = cell;; cell = lowest) {
        fluv_around around = fluv_around_cell(topology, cell);
        for (uint32_t i = 0; i < around.count; i++)
            if (height[around.cell[i]] < height[lowest])
                lowest = around.cell[i];
        if (lowest == cell)
            return cell;
    }
}

void fluv_cells_classify(const fluv_topology *topology, int threads, const float *height,
                         uint8_t *kind)
{
    assert(topology->count > 0 && threads > 0);
    uint32_t voids = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : voids) schedule(static)
    for (uint32_t c = 0; c < topology->count; c++) {
        bool is_void = !isfinite(height[c]);
        kind[c] = is_void ? FLUV_CELL_VOID : 0;
        voids += is_void;
    }
    if (topology->cols) {
        uint32_t cols = topology->cols, rows = topology->rows;
        for (uint32_t col = 0; col < cols; col++) {
            kind[col] |= FLUV_CELL_OPEN;
            kind[(rows - 1) * cols + col] |= FLUV_CELL_OPEN;
        }
        for (uint32_t row = 0; row < rows; row++) {
            kind[row * cols] |= FLUV_CELL_OPEN;
            kind[row * cols + cols - 1] |= FLUV_CELL_OPEN;
        }
    } else {
        for (uint32_t c = 0; c < topology->count; c++)
            if (topology->at_edge[c])
                kind[c] |= FLUV_CELL_OPEN;
    }
    if (!voids)
        return;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < topology->count; c++)
        if (!(kind[c] & FLUV_CELL_OPEN) && touches_void(topology, height, c))
            kind[c] |= FLUV_CELL_OPEN;
}

static bool is_low(const float *height, const uint8_t *kind, uint32_t cell)
{
    return height[cell] <= 0.0f && !(kind[cell] & (FLUV_CELL_VOID | FLUV_CELL_SEA));
}

/* Spreading of the sea over cells that are low. */
typedef struct tide {
    const fluv_topology *topology;
    const float *height;
    uint8_t *kind;
    uint32_t *queue; /* cells that are sea but whose surroundings were not looked at */
    uint32_t waiting, count;
} tide;

static void flood(tide *t, uint32_t cell)
{
    assert(!(t->kind[cell] & FLUV_CELL_VOID));
    t->kind[cell] |= FLUV_CELL_SEA;
    t->count++;
}

static void flood_around(tide *t, uint32_t cell)
{
    fluv_around around = fluv_around_cell(t->topology, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (is_low(t->height, t->kind, around.cell[i])) {
            flood(t, around.cell[i]);
            t->queue[t->waiting++] = around.cell[i];
        }
}

/* The first cell of every run of low ones among `count` cells. */
static void flood_runs(tide *t, uint32_t from, uint32_t count)
{
    bool in_run = false;
    for (uint32_t c = from; c < from + count; c++) {
        bool low = is_low(t->height, t->kind, c);
        if (low && !in_run) {
            flood(t, c);
            t->queue[t->waiting++] = c;
        }
        in_run = low;
    }
}

/* On a grid, the whole run of low cells in a row that the cell is part of; then the rows beside. */
static void flood_run(tide *t, uint32_t cell)
{
    uint32_t cols = t->topology->cols, row = cell / cols, start = row * cols, end = start + cols;
    uint32_t first = cell, last = cell;
    while (first > start && is_low(t->height, t->kind, first - 1))
        flood(t, --first);
    while (last + 1 < end && is_low(t->height, t->kind, last + 1))
        flood(t, ++last);
    first -= first > start;
    last += last + 1 < end;
    if (row > 0)
        flood_runs(t, first - cols, last - first + 1);
    if (row + 1 < t->topology->rows)
        flood_runs(t, first + cols, last - first + 1);
}

uint32_t fluv_cells_find_sea(const fluv_topology *topology, const float *height, uint8_t *kind,
                             uint32_t *queue)
{
    assert(topology->count > 0);
    tide t = {topology, height, kind, queue, 0, 0};
    for (uint32_t c = 0; (c = fluv_next_marked(kind, c, topology->count)) < topology->count; c++)
        if ((kind[c] & FLUV_CELL_SEA) || ((kind[c] & FLUV_CELL_OPEN) && is_low(height, kind, c))) {
            flood(&t, c);
            queue[t.waiting++] = c;
        }
    while (t.waiting) {
        uint32_t cell = queue[--t.waiting];
        assert(kind[cell] & FLUV_CELL_SEA && t.waiting < topology->count);
        if (topology->cols)
            flood_run(&t, cell);
        else
            flood_around(&t, cell);
    }
    return t.count;
}
