// SPDX-License-Identifier: MIT
/* Rock on its way with the ice.
 *
 * in   ice, what it wore off in each cell     out   what melts out in each cell
 *
 * Ice that lies as it does for a long time carries rock from every cell to its lower neighbours, in
 * proportion to what flows there, and drops it in proportion to what melts. Cells are visited from
 * the highest surface to the lowest, so that each has received all it will.  O(n log n). */
#include "stages/glacier/moraine.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

typedef struct icy_cell {
    float surface;
    uint32_t cell;
} icy_cell;

static int from_the_top(const void *a, const void *b)
{
    const icy_cell *left = a, *right = b;
    if (left->surface != right->surface)
        return left->surface > right->surface ? -1 : 1;
    return left->cell < right->cell ? -1 : left->cell > right->cell;
}

static size_t list_ice(const fluv_ice *ice, const float *load, icy_cell *list)
{
    size_t count = 0;
    for (uint32_t row = 1; row <= ice->level.rows; row++)
        for (uint32_t col = 1; col <= ice->level.cols; col++) {
            size_t i = row * ice->level.stride + col;
            if (ice->thick[i] > 0.0F || load[i] > 0.0F)
                list[count++] = (icy_cell){ice->bed[i] + ice->thick[i], (uint32_t)i};
        }
    return count;
}

/* What flows from a cell over one side, m/y of its thickness; 0 if it comes from there. */
static double flows_out(const fluv_ice *ice, size_t from, size_t to, float carries)
{
    float there = ice->bed[to] + ice->thick[to], here = ice->bed[from] + ice->thick[from];
    float drop = there == there ? here - there : ice->thick[from];
    double square = ice->level.cell * ice->level.cell;
    return drop > 0.0F ? (double)carries * (double)(ice->thick[from] * drop) / square : 0.0;
}

static bool is_ground(const fluv_ice *ice, size_t cell)
{
    size_t col = cell % ice->level.stride, row = cell / ice->level.stride;
    bool inside = col > 0 && col <= ice->level.cols && row > 0 && row <= ice->level.rows;
    return inside && ice->bed[cell] == ice->bed[cell];
}

static void pass_on(const fluv_ice *ice, size_t i, float *load, float *laid, double *gone)
{
    size_t stride = ice->level.stride;
    const size_t near[4] = {i + 1, i - 1, i + stride, i - stride};
    const float sides[4] = {ice->across[i], ice->across[i - 1], ice->down[i],
                            ice->down[i - stride]};
    double out[4], sum = 0.0, melts = ice->gain[i] < 0.0F ? -(double)ice->gain[i] : 0.0;
    for (int k = 0; k < 4; k++)
        sum += out[k] = flows_out(ice, i, near[k], sides[k]);
    double left = (double)load[i];
    load[i] = 0.0F;
    if (!(sum > 0.0)) {
        laid[i] += (float)left;
        return;
    }
    laid[i] += (float)(left * melts / (melts + sum));
    double per_flow = left / (melts + sum);
    for (int k = 0; k < 4; k++) {
        if (!is_ground(ice, near[k]))
            *gone += per_flow * out[k];
        else if (ice->thick[near[k]] > 0.0F)
            load[near[k]] += (float)(per_flow * out[k]);
        else
            laid[near[k]] += (float)(per_flow * out[k]); /* off the ice's edge */
    }
}

fluv_status fluv_moraine_lay(fluv_ctx *ctx, const fluv_ice *ice, float *load, float *laid,
                             double *gone)
{
    size_t cells = (size_t)ice->level.cols * ice->level.rows;
    icy_cell *list = fluv_scratch(ctx, cells, sizeof *list);
    if (!list)
        return FLUV_NO_MEMORY;
    size_t count = list_ice(ice, load, list);
    assert(count <= cells && fluv_tier_room(&ice->level) <= UINT32_MAX);
    qsort(list, count, sizeof *list, from_the_top);
    *gone = 0.0;
    for (size_t k = 0; k < count; k++)
        pass_on(ice, list[k].cell, load, laid, gone);
    fluv_scratch_drop(ctx, list);
    return FLUV_OK;
}
