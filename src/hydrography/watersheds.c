// SPDX-License-Identifier: MIT
/* Watersheds: the land of each river system and of each closed lake.
 *
 * in   reaches, lakes, receivers     out   catchments with outlines along cell borders
 *
 * Channels and lakes are labelled first; all other cells take the label of what they drain to.
 * O(n). */
#include "hydrography/rivers.h"

#include "field/outline.h"
#include "landscape/vectors.h"
#include "water/catchments.h"

#include <assert.h>

typedef struct units {
    uint32_t *of_reach, *of_lake; /* watershed of each trace and each lake, or NONE */
    fluv_list list;               /* of fluv_watershed */
} units;

static fluv_status add_unit(fluv_ctx *ctx, units *u, int64_t id, bool endorheic, uint32_t *number)
{
    fluv_watershed *added = fluv_list_append(ctx, &u->list, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = (fluv_watershed){.id = id, .endorheic = endorheic};
    *number = (uint32_t)u->list.count - 1;
    return FLUV_OK;
}

static fluv_status name_units(fluv_ctx *ctx, const fluv_river_cells *ch, const fluv_traces *network,
                              units *u)
{
    size_t lakes = ch->lakes ? ch->lakes->count : 0;
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
            FLUV_TRY(add_unit(ctx, u, fluv_trace_id(t), false, &u->of_reach[number]));
        if (t->from_lake != FLUV_NONE)
            u->of_lake[t->from_lake] = u->of_reach[number];
    }
    return FLUV_OK;
}

/* What is known of the label of a cell before its water is followed. */
static uint32_t first_label(const fluv_river_cells *ch, const units *u, uint32_t cell)
{
    uint32_t lake = ch->lake_of ? ch->lake_of[cell] : FLUV_NONE;
    bool runs_on = lake != FLUV_NONE && ch->exit_of[lake] != FLUV_NONE && !ch->led[lake];
    if (lake != FLUV_NONE && !runs_on)
        return u->of_lake[lake];
    return ch->receiver[cell] == FLUV_NONE ? FLUV_NONE : FLUV_UNLABELLED;
}

/* `label` may be the cells' lakes: each is read before it is written. */
static void label_cells(fluv_ctx *ctx, const fluv_river_cells *ch, const fluv_traces *network,
                        const units *u, uint32_t *label)
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

/* Neighbours mostly share their label: its sum is taken up and put down once a run. */
static void sum_areas(const fluv_topology *topology, const uint32_t *label, fluv_watershed *list)
{
    for (uint32_t c = 0; c < topology->count;) {
        uint32_t run = label[c];
        double area = run == FLUV_NONE ? 0.0 : list[run].area;
        for (; c < topology->count && label[c] == run; c++)
            area += fluv_cell_area(topology, c);
        if (run != FLUV_NONE)
            list[run].area = area;
    }
}

static fluv_status outline_units(fluv_ctx *ctx, const fluv_river_cells *ch, const uint32_t *label,
                                 const units *u, fluv_rings *rings)
{
    const fluv_frame *frame = &ch->frame;
    fluv_watershed *list = u->list.items;
    uint32_t *first_ring = fluv_scratch(ctx, u->list.count + 1, sizeof *first_ring);
    if (!first_ring)
        return FLUV_NO_MEMORY;
    fluv_outline_job job = {.cols = frame->cols,
                            .rows = frame->rows,
                            .label = label,
                            .label_count = (uint32_t)u->list.count,
                            .west = frame->west,
                            .north = frame->north,
                            .cell = frame->cell};
    FLUV_TRY(fluv_outline_cells(ctx, &job,
                                (fluv_outline_rings){&rings->first_point, &rings->xy, first_ring}));
    for (size_t i = 0; i < u->list.count; i++) {
        list[i].first_ring = first_ring[i];
        list[i].ring_count = first_ring[i + 1] - first_ring[i];
    }
    sum_areas(&ch->topology, label, list);
    return FLUV_OK;
}

static fluv_status make(fluv_ctx *ctx, const fluv_river_cells *ch, const fluv_traces *network,
                        units *u, fluv_rings *rings, fluv_landscape *land)
{
    uint32_t *label =
        ch->lake_of ? ch->lake_of : fluv_scratch(ctx, ch->topology.count, sizeof *label);
    u->of_reach = fluv_scratch(ctx, network->count, sizeof *u->of_reach);
    u->of_lake = fluv_scratch(ctx, ch->lakes ? ch->lakes->count : 0, sizeof *u->of_lake);
    if (!label || !u->of_reach || !u->of_lake)
        return FLUV_NO_MEMORY;
    FLUV_TRY(name_units(ctx, ch, network, u));
    if (u->list.count) {
        label_cells(ctx, ch, network, u, label);
        FLUV_TRY(outline_units(ctx, ch, label, u, rings));
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
    units u = {0};
    fluv_rings rings = {0};
    fluv_status status = make(ctx, ch, network, &u, &rings, land);
    fluv_list_free(&u.list);
    fluv_rings_free(&rings);
    return status;
}
