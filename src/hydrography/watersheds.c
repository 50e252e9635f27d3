// SPDX-License-Identifier: MIT
/* Watersheds: the land of each river system and of each closed lake.
 *
 * in   reaches, lakes, receivers     out   catchments with outlines along cell borders
 *
 * Channels and lakes are labelled first; all other cells take the label of what they drain to.
 * O(n). */
#include "hydrography/rivers.h"

#include "field/outline.h"
#include "water/catchments.h"

#include <assert.h>

static fluv_status add_unit(fluv_ctx *ctx, fluv_watershed_units *u, int64_t id, bool endorheic,
                            uint32_t *number)
{
    fluv_watershed *added = fluv_list_append(ctx, &u->list, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = (fluv_watershed){.id = id, .endorheic = endorheic};
    *number = (uint32_t)u->list.count - 1;
    return FLUV_OK;
}

fluv_status fluv_watersheds_name(fluv_ctx *ctx, const fluv_river_cells *ch,
                                 const fluv_traces *network, fluv_watershed_units *u)
{
    size_t lakes = ch->lakes ? ch->lakes->count : 0;
    u->of_reach = fluv_scratch(ctx, network->count, sizeof *u->of_reach);
    u->of_lake = fluv_scratch(ctx, lakes, sizeof *u->of_lake);
    if (!u->of_reach || !u->of_lake)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < lakes; i++) {
        u->of_lake[i] = FLUV_NONE;
        if (ch->exit_of[i] == FLUV_NONE)
            FLUV_TRY(add_unit(ctx, u, ch->lakes->lakes[i].id, true, &u->of_lake[i]));
    }
    for (uint32_t i = network->count; i-- > 0;) {
        uint32_t number = network->order[i];
        const fluv_trace *t = &network->traces[number];
        if (t->next != FLUV_NONE)
            u->of_reach[number] = u->of_reach[t->next];
        else if (t->to_lake != FLUV_NONE)
            u->of_reach[number] = u->of_lake[t->to_lake];
        else
            FLUV_TRY(add_unit(ctx, u, fluv_trace_id(ch, t), false, &u->of_reach[number]));
        if (t->from_lake != FLUV_NONE)
            u->of_lake[t->from_lake] = u->of_reach[number];
    }
    return FLUV_OK;
}

/* What is known of the label of a cell before its water is followed. */
static uint32_t first_label(const fluv_river_cells *ch, const fluv_watershed_units *u,
                            uint32_t cell)
{
    uint32_t lake = ch->lake_of ? ch->lake_of[cell] : FLUV_NONE;
    bool runs_on = lake != FLUV_NONE && ch->exit_of[lake] != FLUV_NONE && !ch->led[lake];
    if (lake != FLUV_NONE && !runs_on)
        return u->of_lake[lake];
    return ch->receiver[cell] == FLUV_NONE ? FLUV_NONE : FLUV_UNLABELLED;
}

/* `label` may be the cells' lakes: each is read before it is written. */
static void label_cells(fluv_ctx *ctx, const fluv_river_cells *ch, const fluv_traces *network,
                        const fluv_watershed_units *u, uint32_t *label)
{
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < ch->topology.count; c++)
        label[c] = first_label(ch, u, c);
    for (uint32_t i = 0; i < network->count; i++) {
        uint32_t at = network->traces[i].first;
        for (uint32_t k = 0; k < network->traces[i].cell_count; k++, at = ch->receiver[at])
            label[at] = u->of_reach[i];
    }
    fluv_labels_follow(&ch->topology, ctx->threads, ch->receiver, label);
}

/* Cells are counted, so that the sums depend on no order. Neighbours mostly share their label: its
 * count is taken up and put down once a run. */
static void sum_areas(const fluv_topology *topology, const uint32_t *label, size_t count,
                      fluv_watershed *list)
{
    for (uint32_t c = 0; c < topology->count;) {
        uint32_t run = label[c];
        uint32_t from = c;
        while (c < topology->count && label[c] == run)
            c++;
        if (run != FLUV_NONE)
            list[run].area += (double)(c - from);
    }
    for (size_t i = 0; i < count; i++)
        list[i].area *= topology->cell * topology->cell;
}

fluv_status fluv_watersheds_outline(fluv_ctx *ctx, const fluv_frame *frame, const uint32_t *label,
                                    fluv_list *units, fluv_rings *rings)
{
    fluv_watershed *list = units->items;
    uint32_t *first_ring = fluv_scratch(ctx, units->count + 1, sizeof *first_ring);
    if (!first_ring)
        return FLUV_NO_MEMORY;
    fluv_outline_job job = {.cols = frame->cols,
                            .rows = frame->rows,
                            .label = label,
                            .label_count = (uint32_t)units->count,
                            .west = frame->west,
                            .north = frame->north,
                            .cell = frame->cell};
    FLUV_TRY(fluv_outline_cells(ctx, &job,
                                (fluv_outline_rings){&rings->first_point, &rings->xy, first_ring}));
    for (size_t i = 0; i < units->count; i++) {
        list[i].first_ring = first_ring[i];
        list[i].ring_count = first_ring[i + 1] - first_ring[i];
    }
    return FLUV_OK;
}

static fluv_status make(fluv_ctx *ctx, const fluv_river_cells *ch, const fluv_traces *network,
                        fluv_watershed_units *u, fluv_rings *rings, fluv_landscape *land)
{
    uint32_t *label =
        ch->lake_of ? ch->lake_of : fluv_scratch(ctx, ch->topology.count, sizeof *label);
    if (!label)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_watersheds_name(ctx, ch, network, u));
    if (u->list.count) {
        label_cells(ctx, ch, network, u, label);
        FLUV_TRY(fluv_watersheds_outline(ctx, &ch->frame, label, &u->list, rings));
        sum_areas(&ch->topology, label, u->list.count, u->list.items);
    }
    fluv_shared *sealed = fluv_watersheds_seal(ctx, &u->list, rings);
    if (!sealed)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_watersheds, sealed);
    return FLUV_OK;
}

fluv_status fluv_watersheds_make(fluv_ctx *ctx, const fluv_river_cells *ch,
                                 const fluv_traces *network, fluv_landscape *land)
{
    assert(fluv_receivers_inside(&ch->topology, ch->receiver));
    assert(!ch->lake_of == !(ch->lakes && ch->lakes->count));
    fluv_watershed_units u = {0};
    fluv_rings rings = {0};
    fluv_status status = make(ctx, ch, network, &u, &rings, land);
    fluv_list_free(&u.list);
    fluv_rings_free(&rings);
    return status;
}
