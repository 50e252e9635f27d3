// SPDX-License-Identifier: MIT
/* The strip beside a wide river's channel that the river will cover.
 *
 * in   river cells and their planned widths, distances to them        out   heights, receivers
 *
 * Cells no farther from the channel than half its width lie at its surface and send their water
 * straight to it: nearest first, each to the neighbour that lies nearest to the channel. Left to
 * themselves they would drain side by side with the river and stand far above where they join it.
 * O(n + strip log strip). */
#include "stages/relief/parts.h"

#include <assert.h>
#include <stdlib.h>

#define SLOPE 1e-3F /* across the strip */

typedef struct strip_cell {
    float distance;
    uint32_t cell;
} strip_cell;

static int by_distance(const void *a, const void *b)
{
    const strip_cell *left = a, *right = b;
    if (left->distance != right->distance)
        return left->distance < right->distance ? -1 : 1;
    return left->cell < right->cell ? -1 : left->cell > right->cell;
}

static bool touches_lake(const fluv_relief_job *job, uint32_t cell)
{
    fluv_around around = fluv_around_cell(&job->topology, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (job->state[around.cell[i]] & FLUV_CELL_LAKE)
            return true;
    return false;
}

static bool in_strip(const fluv_relief_job *job, const fluv_strip *strip, uint32_t cell)
{
    uint32_t river = strip->nearest[cell];
    assert(river == FLUV_NONE || river < job->topology.count);
    if (river == FLUV_NONE || !job->half[river] || river == cell ||
        job->cover[cell] == FLUV_OCEAN || job->state[cell] & (FLUV_CELL_RIVER | FLUV_CELL_LAKE))
        return false;
    float half = (float)job->half[river] * (float)job->frame.cell / FLUV_HALF_CELL;
    return strip->distance[cell] <= half && !touches_lake(job, cell);
}

static fluv_status list_strip(fluv_ctx *ctx, const fluv_relief_job *job, const fluv_strip *strip,
                              fluv_list *list)
{
    for (uint32_t cell = 0; cell < job->topology.count; cell++) {
        if (!in_strip(job, strip, cell))
            continue;
        strip_cell *added = fluv_list_append(ctx, list, 1, sizeof *added);
        if (!added)
            return FLUV_NO_MEMORY;
        *added = (strip_cell){strip->distance[cell], cell};
    }
    if (list->count)
        qsort(list->items, list->count, sizeof(strip_cell), by_distance);
    return FLUV_OK;
}

/* The neighbour nearest to the channel that leads to it. */
static uint32_t way_in(const fluv_relief_job *job, const fluv_strip *strip, uint32_t cell)
{
    fluv_around around = fluv_around_cell(&job->topology, cell);
    uint32_t best = FLUV_NONE;
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t other = around.cell[i];
        if (job->state[other] & (FLUV_CELL_RIVER | FLUV_CELL_SIDE) &&
            strip->distance[other] < strip->distance[best == FLUV_NONE ? cell : best] &&
            !fluv_relief_crosses(job, cell, other))
            best = other;
    }
    return best;
}

fluv_status fluv_relief_sides(fluv_ctx *ctx, fluv_relief_job *job, const fluv_strip *strip)
{
    fluv_list list = {.size = sizeof(strip_cell)};
    fluv_status status = list_strip(ctx, job, strip, &list);
    const strip_cell *cells = list.items;
    for (size_t i = 0; status == FLUV_OK && i < list.count; i++) {
        uint32_t cell = cells[i].cell, to = way_in(job, strip, cell);
        if (to == FLUV_NONE)
            continue;
        float above = SLOPE * (cells[i].distance - strip->distance[to]);
        assert(above > 0.0F && to != cell);
        job->height[cell] = fmaxf(job->height[to] + above, nextafterf(job->height[to], INFINITY));
        job->receiver[cell] = to;
        job->state[cell] |= FLUV_CELL_SIDE;
    }
    fluv_list_free(&list);
    return status;
}
