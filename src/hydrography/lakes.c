// SPDX-License-Identifier: MIT
/* Lakes into the landscape: cover, water surface, and the list with outlines. */
#include "hydrography/lakes.h"

#include "field/outline.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void write_rasters(const fluv_topology *topology, int threads, const fluv_lakes_found *found,
                          uint8_t *cover, float *water)
{
    const fluv_found_lake *lakes = found->lakes.items;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < topology->count; c++) {
        uint32_t lake = found->lake_of[c];
        if (lake == FLUV_NONE)
            continue;
        assert(lake < found->lakes.count);
        bool empty = lakes[lake].state == FLUV_EMPTY;
        cover[c] = empty ? FLUV_DRY_BED : FLUV_LAKE;
        water[c] = empty ? NAN : lakes[lake].level;
    }
}

void fluv_lake_cells_join(fluv_lake_cells *all, const fluv_lake_cells *part)
{
    bool first = part->deepest == all->deepest && part->place < all->place;
    if (part->deepest > all->deepest || first) {
        all->deepest = part->deepest;
        all->place = part->place;
    }
    all->count += part->count;
    all->depth += part->depth;
}

void fluv_lake_measure(const fluv_frame *frame, const fluv_lake_cells *cells, fluv_lake *lake)
{
    double area = frame->cell * frame->cell;
    if (!cells->count)
        return;
    lake->area = (double)cells->count * area;
    lake->volume = fluv_from_steps(cells->depth) * area;
    lake->depth_max = cells->deepest;
    lake->x = frame->west + frame->cell * ((double)(cells->place % frame->cols) + 0.5);
    lake->y = frame->north - frame->cell * ((double)(cells->place / frame->cols) + 0.5);
}

static fluv_status measure_cells(fluv_ctx *ctx, const fluv_lakes_found *found, const float *height,
                                 const fluv_landscape *land, fluv_lake *list)
{
    fluv_lake_cells *cells = fluv_scratch(ctx, found->lakes.count, sizeof *cells);
    if (!cells)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < found->lakes.count; i++)
        cells[i] = FLUV_NO_LAKE_CELLS;
    for (uint32_t c = 0; c < fluv_cell_count(land); c++) {
        uint32_t i = found->lake_of[c];
        if (i == FLUV_NONE)
            continue;
        float depth = list[i].state == FLUV_EMPTY ? 0.0f : list[i].level - height[c];
        fluv_lake_cells_join(
            &cells[i], &(fluv_lake_cells){1, fluv_in_steps((double)depth), fmaxf(depth, 0.0f), c});
    }
    for (size_t i = 0; i < found->lakes.count; i++)
        fluv_lake_measure(&land->frame, &cells[i], &list[i]);
    fluv_scratch_drop(ctx, cells);
    return FLUV_OK;
}

/* A lake's id is that of its deepest cell, one more. A lake that was kept has the one it had, if
 * that cell is still its own: no other lake can have it then. */
static int64_t id_of(const fluv_topology *topology, const fluv_lakes_found *found, uint32_t lake,
                     const fluv_placed *placed)
{
    const fluv_found_lake *own = (const fluv_found_lake *)found->lakes.items + lake;
    int64_t kept = own->placed ? placed->lakes[own->placed - 1].id : 0;
    bool own_cell = kept > 0 && kept <= topology->count && found->lake_of[kept - 1] == lake;
    return own_cell ? kept : (int64_t)own->root + 1;
}

fluv_lake fluv_lake_public(const fluv_found_lake *found, const fluv_placed *placed,
                           double catchment)
{
    bool closed = found->exit == FLUV_NONE;
    fluv_lake lake = {.level = found->level,
                      .catchment = catchment,
                      .inflow = found->water.inflow,
                      .evaporation = found->water.evaporation,
                      .demand = found->water.demand,
                      .closed = closed,
                      .surveyed = found->surveyed,
                      .state = found->state,
                      .merged = found->merged,
                      .locked = found->locked};
    if (found->placed)
        memcpy(lake.name, placed->lakes[found->placed - 1].name, FLUV_NAME_ROOM);
    return lake;
}

static int by_id(const void *a, const void *b)
{
    int64_t left = ((const fluv_lake *)a)->id, right = ((const fluv_lake *)b)->id;
    return left < right ? -1 : left > right;
}

fluv_status fluv_lakes_outline(fluv_ctx *ctx, const fluv_frame *frame, const float *height,
                               const uint32_t *lake_of, fluv_list *lakes, fluv_rings *rings)
{
    fluv_lake *list = lakes->items;
    size_t count = lakes->count;
    float *level = fluv_scratch(ctx, count, sizeof *level);
    uint32_t *first_ring = fluv_scratch(ctx, count + 1, sizeof *first_ring);
    if (!level || !first_ring)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        level[i] = list[i].level;
    fluv_outline_job job = {.cols = frame->cols,
                            .rows = frame->rows,
                            .label = lake_of,
                            .label_count = (uint32_t)count,
                            .west = frame->west,
                            .north = frame->north,
                            .cell = frame->cell,
                            .corners_join = true,
                            .ground = height,
                            .level = level};
    FLUV_TRY(fluv_outline_smooth(
        ctx, &job, (fluv_outline_rings){&rings->first_point, &rings->xy, first_ring}));
    for (size_t i = 0; i < count; i++) {
        list[i].first_ring = first_ring[i];
        list[i].ring_count = first_ring[i + 1] - first_ring[i];
    }
    qsort(list, count, sizeof *list, by_id);
    return FLUV_OK;
}

/* Lakes have no outlet before there are rivers. */
static fluv_status fill_list(fluv_ctx *ctx, const fluv_topology *topology,
                             const fluv_lakes_found *found, const fluv_landscape *land,
                             fluv_list *list, fluv_rings *rings)
{
    const float *height = fluv_layer_read(land, FLUV_LAYER_height);
    const double *area = fluv_layer_read(land, FLUV_LAYER_area);
    const fluv_found_lake *lakes = found->lakes.items;
    fluv_lake *items = fluv_list_append(ctx, list, found->lakes.count, sizeof *items);
    if (!items)
        return FLUV_NO_MEMORY;
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    for (uint32_t i = 0; i < found->lakes.count; i++) {
        uint32_t out = lakes[i].exit == FLUV_NONE ? lakes[i].root : lakes[i].exit;
        items[i] = fluv_lake_public(&lakes[i], placed, area[out]);
        items[i].id = id_of(topology, found, i, placed);
    }
    FLUV_TRY(measure_cells(ctx, found, height, land, items));
    for (size_t i = 0; i < found->lakes.count; i++)
        if (found->poured && !lakes[i].surveyed)
            items[i].volume = lakes[i].volume;
    return fluv_lakes_outline(ctx, &land->frame, height, found->lake_of, list, rings);
}

fluv_status fluv_lakes_publish(fluv_ctx *ctx, const fluv_topology *topology,
                               const fluv_lakes_found *found, fluv_landscape *land)
{
    assert(found->lake_of && topology->count == fluv_cell_count(land));
    assert(fluv_layer_read(land, FLUV_LAYER_area));
    uint8_t *cover = fluv_layer_edit(ctx, land, FLUV_LAYER_cover);
    float *water = fluv_layer_edit(ctx, land, FLUV_LAYER_water);
    if (!cover || !water)
        return FLUV_NO_MEMORY;
    write_rasters(topology, ctx->threads, found, cover, water);
    fluv_list list = {.size = sizeof(fluv_lake)};
    fluv_rings rings = {0};
    fluv_status status =
        found->lakes.count ? fill_list(ctx, topology, found, land, &list, &rings) : FLUV_OK;
    fluv_shared *sealed = status == FLUV_OK ? fluv_lakes_seal(ctx, &list, &rings) : NULL;
    fluv_list_free(&list);
    fluv_rings_free(&rings);
    if (!sealed)
        return status == FLUV_OK ? FLUV_NO_MEMORY : status;
    fluv_layer_put(land, FLUV_LAYER_lakes, sealed);
    return FLUV_OK;
}
