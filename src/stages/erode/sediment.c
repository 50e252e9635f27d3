// SPDX-License-Identifier: MIT
/* Sediment while mountains rise and are worn down.
 *
 * in   routes of the water, heights before and after the streams     out   loads, lake floors, the
 *                                                                          layer deposit, sums
 *
 * Hollows are taken as full of water: what streams bring into them stays, up to the level at which
 * they spill.  O(n). */
#include "stages/erode/sediment.h"

#include "mesh/surface.h"

#include <assert.h>
#include <math.h>

void fluv_erosion_sediment_free(fluv_erosion_sediment *sediment)
{
    fluv_list_free(&sediment->traps);
    fluv_list_free(&sediment->work);
}

/* Where a hollow spills on the ground after the step. */
static fluv_trap own_trap(const fluv_erosion_tier *l, const fluv_outflow *hollow)
{
    assert(hollow->root < l->mesh->count && hollow->pass < l->mesh->count);
    uint32_t beyond = l->receiver[hollow->root];
    float pass = l->after[hollow->pass];
    return (fluv_trap){beyond == FLUV_NONE ? pass : fmaxf(pass, l->after[beyond]), hollow->pass};
}

/* A hollow that spills into one whose water stands higher is a part of that lake. */
static void find_level(const fluv_erosion_tier *l, uint32_t basin, fluv_trap *traps,
                       uint32_t *chain)
{
    const fluv_outflow *outflows = l->connection.outflows;
    uint32_t length = 0;
    for (; basin != FLUV_OUTSIDE && isnan(traps[basin].level); basin = outflows[basin].next)
        chain[length++] = basin;
    assert(length <= l->connection.basin_count);
    while (length > 0) {
        uint32_t at = chain[--length];
        fluv_trap own = own_trap(l, &outflows[at]);
        traps[at] = basin != FLUV_OUTSIDE && traps[basin].level > own.level ? traps[basin] : own;
        basin = at;
    }
}

static fluv_status find_traps(fluv_ctx *ctx, const fluv_erosion_tier *l,
                              fluv_erosion_sediment *sediment)
{
    uint32_t count = l->connection.basin_count;
    fluv_trap *traps = fluv_list_renew(ctx, &sediment->traps, (size_t)count + 1, sizeof *traps);
    uint32_t *chain = fluv_list_renew(ctx, &sediment->work, (size_t)count + 1, sizeof *chain);
    if (!traps || !chain)
        return FLUV_NO_MEMORY;
    for (uint32_t b = 0; b <= count; b++)
        traps[b] = (fluv_trap){NAN, FLUV_NONE};
    for (uint32_t b = 1; b <= count; b++)
        find_level(l, b, traps, chain);
    return FLUV_OK;
}

fluv_status fluv_erosion_sediment_step(fluv_ctx *ctx, const fluv_erode_params *params,
                                       fluv_erosion_tier *l, fluv_erosion_sediment *sediment)
{
    assert(l->moving && l->load && l->laid && sediment->quantum > 0.0);
    bool hollows = l->connection.basin_count > 0;
    FLUV_TRY(find_traps(ctx, l, sediment));
    const fluv_sediment step = {.topology = &l->topology,
                                .kind = l->kind,
                                .receiver = l->receiver,
                                .area = l->area,
                                .unit = l->unit,
                                .uplift = l->uplift,
                                .basin = hollows ? l->connection.label : NULL,
                                .traps = hollows ? sediment->traps.items : NULL,
                                .years = params->step,
                                .quantum = sediment->quantum,
                                .moving = l->moving,
                                .load = l->load,
                                .laid = l->laid};
    fluv_sediment_sums sums =
        fluv_sediment_step(&step, ctx->threads, l->height, l->donors, l->after);
    fluv_sediment_add(&sediment->sums, &sums);
    return FLUV_OK;
}

void fluv_erosion_sediment_end(const fluv_erosion_tier *level, fluv_erosion_sediment *sediment)
{
    for (uint32_t v = 0; v < level->mesh->count; v++)
        sediment->carried += (double)level->moving[v];
}

fluv_status fluv_erosion_sediment_carry(fluv_ctx *ctx, const fluv_erosion_tier *coarser,
                                        fluv_erosion_tier *level)
{
    assert(coarser->load && coarser->laid && level->load && level->laid);
    FLUV_TRY(fluv_erosion_carry(ctx, coarser->mesh, coarser->load, level->mesh, level->load));
    return fluv_erosion_carry(ctx, coarser->mesh, coarser->laid, level->mesh, level->laid);
}

fluv_status fluv_erosion_sediment_show(fluv_ctx *ctx, const fluv_erosion_sediment *sediment,
                                       const fluv_erosion_tier *level, fluv_landscape *land)
{
    const fluv_frame *frame = &land->frame;
    const fluv_sediment_total *sums = &sediment->sums;
    fluv_surface surface;
    float *deposit = fluv_layer_edit(ctx, land, FLUV_LAYER_deposit);
    if (!deposit)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_surface_init(ctx, level->mesh, level->laid, FLUV_SURFACE_LINEAR, &surface));
    FLUV_TRY(fluv_surface_fill(ctx, &surface, frame->cols, frame->rows, deposit));
    fluv_surface_drop(ctx, &surface);
    double carried = sediment->carried, eroded = sums->worn + sums->brought + carried;
    land->erosion = (fluv_erosion){.known = true,
                                   .eroded = sediment->quantum * eroded,
                                   .carried = sediment->quantum * carried,
                                   .deposited = sediment->quantum * sums->laid,
                                   .left = sediment->quantum * sums->left};
    return FLUV_OK;
}
