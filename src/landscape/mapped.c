// SPDX-License-Identifier: MIT
/* Lakes that a map shows, in one block; made from shapes, or again from lakes.  O(n). */
#include "landscape/mapped.h"

#include "landscape/block.h"
#include "landscape/lake_cells.h"

#include <string.h>

fluv_shared *fluv_mapped_seal(fluv_ctx *ctx, const fluv_list *lakes, const uint32_t *lake_of,
                              size_t cells)
{
    fluv_block_part parts[] = {{.bytes = sizeof(fluv_mapped)},
                               fluv_block_list(lakes),
                               {.from = lake_of, .bytes = cells * sizeof *lake_of}};
    fluv_shared *shared = fluv_block_seal(ctx, parts, sizeof parts / sizeof *parts);
    if (shared)
        *(fluv_mapped *)parts[0].at = (fluv_mapped){
            .count = (uint32_t)lakes->count, .lakes = parts[1].at, .lake_of = parts[2].at};
    return shared;
}

static fluv_status put(fluv_ctx *ctx, fluv_landscape *land, const fluv_list *lakes,
                       const uint32_t *lake_of)
{
    fluv_shared *sealed = fluv_mapped_seal(ctx, lakes, lake_of, fluv_cell_count(land));
    if (!sealed)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_mapped, sealed);
    return FLUV_OK;
}

fluv_status fluv_mapped_set_floors(fluv_ctx *ctx, fluv_landscape *land)
{
    const fluv_mapped *mapped = fluv_mapped_of(land);
    if (!mapped || !mapped->count)
        return FLUV_OK;
    fluv_list lakes = {0};
    fluv_mapped_lake *own = fluv_list_append(ctx, &lakes, mapped->count, sizeof *own);
    if (!own)
        return FLUV_NO_MEMORY;
    memcpy(own, mapped->lakes, mapped->count * sizeof *own);
    for (uint32_t i = 0; i < mapped->count; i++)
        own[i].floor = true;
    fluv_status status = put(ctx, land, &lakes, mapped->lake_of);
    fluv_list_free(&lakes);
    return status;
}

/* Numbers the lakes that count by their first cells, as they were when they came. */
static fluv_status number_lakes(fluv_ctx *ctx, const fluv_landscape *land, uint32_t *number,
                                uint32_t *lake_of, fluv_list *lakes)
{
    const fluv_lakes *all = fluv_lakes_of(land);
    for (size_t i = 0; i < all->count; i++)
        number[i] = FLUV_NONE;
    for (size_t c = 0; c < fluv_cell_count(land); c++) {
        const fluv_lake *lake = lake_of[c] == FLUV_NONE ? NULL : &all->lakes[lake_of[c]];
        bool counts = lake && lake->locked && lake->surveyed && lake->state != FLUV_EMPTY;
        uint32_t *own = counts ? &number[lake_of[c]] : NULL;
        if (counts && *own == FLUV_NONE) {
            *own = (uint32_t)lakes->count;
            fluv_mapped_lake *added = fluv_list_append(ctx, lakes, 1, sizeof *added);
            if (!added)
                return FLUV_NO_MEMORY;
            *added = (fluv_mapped_lake){.level = lake->level, .feature = lake->id, .floor = true};
        }
        lake_of[c] = counts ? *own : FLUV_NONE;
        if (counts)
            ((fluv_mapped_lake *)lakes->items)[*own].cell_count++;
    }
    return FLUV_OK;
}

fluv_status fluv_mapped_of_lakes(fluv_ctx *ctx, fluv_landscape *land)
{
    const fluv_frame *frame = &land->frame;
    fluv_lake_map map = {.frame = *frame,
                         .lakes = fluv_lakes_of(land),
                         .height = fluv_height_of(land),
                         .water = fluv_water_of(land),
                         .cover = fluv_cover_of(land)};
    if (!map.lakes || !map.lakes->count || !map.height || !map.water || !map.cover)
        return FLUV_OK;
    map.topology = fluv_topology_grid(frame->cols, frame->rows, frame->cell);
    uint32_t *queue = fluv_scratch(ctx, map.topology.count, sizeof *queue);
    uint32_t *lake_of = fluv_scratch(ctx, map.topology.count, sizeof *lake_of);
    uint32_t *number = fluv_scratch(ctx, map.lakes->count, sizeof *number);
    if (!queue || !lake_of || !number)
        return FLUV_NO_MEMORY;
    (void)fluv_lake_cells_find(&map, ctx->threads, queue, lake_of);
    fluv_list lakes = {0};
    fluv_status status = number_lakes(ctx, land, number, lake_of, &lakes);
    if (status == FLUV_OK && lakes.count)
        status = put(ctx, land, &lakes, lake_of);
    fluv_list_free(&lakes);
    return status;
}
