// SPDX-License-Identifier: MIT
/* The end of `amplify`: worn cells become the landscape's ground.
 *
 * in   heights of the frame's cells, the drawing     out   height
 *
 * Hollows that were not drawn are cut open or filled, lakes keep the level they were drawn with,
 * and the coast stays, or drowns.  O(cells) but for the sorting of passes. */
#include "stages/amplify/finish.h"

#include "stages/shared/settle.h"
#include "stages/shared/ways.h"

#include <assert.h>
#include <math.h>

#define DRY 0.05f /* m: land beside the sea stands so high at least */

static bool beside_sea(const fluv_drawing *d, const fluv_topology *grid, uint32_t cell)
{
    fluv_around around = fluv_around_cell(grid, cell);
    for (uint32_t k = 0; k < around.count; k++)
        if (d->is[around.cell[k]] == FLUV_DRAWN_SEA)
            return true;
    return false;
}

/* Land that was drawn above the sea and lies beside it stays above it. */
static void keep_coast(fluv_ctx *ctx, const fluv_drawing *d, const fluv_topology *grid,
                       float *height)
{
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < grid->count; c++)
        if (fluv_drawn_is_land(d->is[c]) && height[c] < DRY && beside_sea(d, grid, c))
            height[c] = fmaxf(height[c], fminf(d->ground[c], DRY));
}

/* Whether a cell and all around it, as far as there is ground, lie below the sea. */
static bool is_wide(const fluv_topology *grid, const float *height, uint32_t cell)
{
    fluv_around around = fluv_around_cell(grid, cell);
    bool below = height[cell] <= 0.0f;
    for (uint32_t k = 0; below && k < around.count; k++)
        below = !(height[around.cell[k]] > 0.0f);
    return below;
}

/* The sea comes up valleys that are three cells wide below it; narrower ones are rivers' beds. */
static void drown_mouths(fluv_ctx *ctx, const fluv_drawing *d, const fluv_topology *grid,
                         uint8_t *wide, float *height)
{
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < grid->count; c++)
        wide[c] = is_wide(grid, height, c);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < grid->count; c++) {
        fluv_around around = fluv_around_cell(grid, c);
        bool drowned = wide[c] || !(d->ground[c] > 0.0f);
        for (uint32_t k = 0; !drowned && k < around.count; k++)
            drowned = wide[around.cell[k]];
        if (fluv_drawn_is_land(d->is[c]) && !drowned && height[c] < DRY)
            height[c] = DRY;
    }
}

/* Whether a cell is held, and no way leads down from it to what is not. */
static bool is_shut_in(const fluv_drawing *d, const fluv_topology *grid, const float *height,
                       uint32_t cell)
{
    fluv_around around = fluv_around_cell(grid, cell);
    bool in = d->is[cell] == FLUV_DRAWN_HELD;
    for (uint32_t k = 0; in && k < around.count; k++)
        in = d->is[around.cell[k]] == FLUV_DRAWN_HELD || height[around.cell[k]] >= height[cell];
    return in;
}

static void find_kinds(fluv_ctx *ctx, const fluv_drawing *d, const fluv_amplify_tier *t,
                       const float *height)
{
    fluv_cells_classify(&t->topology, ctx->threads, height, t->kind);
    for (uint32_t c = 0; c < t->topology.count; c++)
        if (d->is[c] == FLUV_DRAWN_SEA)
            t->kind[c] |= FLUV_CELL_SEA;
    if (d->base < 0.0)
        (void)fluv_cells_find_sea(&t->topology, height, t->kind, t->receiver);
}

static fluv_status settle(fluv_ctx *ctx, const fluv_drawing *d, const fluv_amplify_tier *t,
                          float *height)
{
    uint8_t *marked = t->donors;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < t->topology.count; c++)
        marked[c] = is_shut_in(d, &t->topology, height, c);
    find_kinds(ctx, d, t, height);
    return fluv_ground_settle(ctx, &t->topology, t->kind, marked, height);
}

/* From a lake's root over its pass, which is cut down to the brim, to lower ground. */
static void cut_outlet(const fluv_drawn_lake *lake, const uint32_t *receiver, float *height)
{
    bool over = false;
    for (uint32_t at = lake->root; at != FLUV_NONE; at = receiver[at]) {
        if (over && height[at] < lake->brim)
            return;
        over |= height[at] > lake->brim;
        height[at] = fminf(height[at], lake->brim);
    }
}

/* The ground around a lake may have risen: its way out is cut. */
static fluv_status cut_outlets(fluv_ctx *ctx, const fluv_drawing *d, const fluv_amplify_tier *t,
                               float *height)
{
    const fluv_drawn_lake *lakes = d->lakes.items;
    fluv_drainage drainage = {0};
    fluv_drainage_job job = {
        .topology = t->topology, .height = height, .kind = t->kind, .receiver = t->receiver};
    if (!d->lakes.count)
        return FLUV_OK;
    find_kinds(ctx, d, t, height);
    FLUV_TRY(fluv_drainage_find(ctx, &job, &drainage));
    fluv_ways_connect(&drainage.hierarchy, t->receiver);
    for (size_t i = 0; i < d->lakes.count; i++)
        cut_outlet(&lakes[i], t->receiver, height);
    fluv_drainage_forget(ctx, &drainage);
    return FLUV_OK;
}

fluv_status fluv_amplify_finish(fluv_ctx *ctx, const fluv_drawing *d, fluv_amplify_tier *t,
                                fluv_landscape *land)
{
    assert(!t->mesh);
    float *height = fluv_layer_edit(ctx, land, FLUV_LAYER_height);
    if (!height)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < t->topology.count; c++)
        if (fluv_drawn_is_land(d->is[c]))
            height[c] = t->height[c];
    fluv_scratch_drop(ctx, t->maps);
    fluv_scratch_drop(ctx, t->area);
    t->maps = NULL;
    t->area = NULL;
    if (d->base < 0.0)
        drown_mouths(ctx, d, &t->topology, t->donors, height);
    FLUV_TRY(settle(ctx, d, t, height));
    FLUV_TRY(cut_outlets(ctx, d, t, height));
    if (d->base == 0.0)
        keep_coast(ctx, d, &t->topology, height);
    return FLUV_OK;
}
