// SPDX-License-Identifier: MIT
/* What each cell is to water: void, sea, open or plain land. O(n). */
#include "water/topology.h"

static bool touches_void(const fluv_topology *topology, const uint8_t *kind, uint32_t cell)
{
    fluv_around around = fluv_around_cell(topology, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (kind[around.cell[i]] & FLUV_CELL_VOID)
            return true;
    return false;
}

void fluv_cells_classify(const fluv_topology *topology, int threads, const float *height,
                         uint8_t *kind)
{
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
        if (!(kind[c] & FLUV_CELL_OPEN) && touches_void(topology, kind, c))
            kind[c] |= FLUV_CELL_OPEN; /* nobody reads this bit meanwhile */
}

static bool is_low(const float *height, const uint8_t *kind, uint32_t cell)
{
    return height[cell] <= 0.0f && !(kind[cell] & (FLUV_CELL_VOID | FLUV_CELL_SEA));
}

uint32_t fluv_cells_find_sea(const fluv_topology *topology, const float *height, uint8_t *kind,
                             uint32_t *queue)
{
    uint32_t tail = 0;
    for (uint32_t c = 0; c < topology->count; c++)
        if ((kind[c] & FLUV_CELL_SEA) || ((kind[c] & FLUV_CELL_OPEN) && is_low(height, kind, c))) {
            kind[c] |= FLUV_CELL_SEA;
            queue[tail++] = c;
        }
    for (uint32_t head = 0; head < tail; head++) {
        fluv_around around = fluv_around_known(topology, kind, queue[head]);
        for (uint32_t i = 0; i < around.count; i++)
            if (is_low(height, kind, around.cell[i])) {
                kind[around.cell[i]] |= FLUV_CELL_SEA;
                queue[tail++] = around.cell[i];
            }
    }
    return tail;
}
