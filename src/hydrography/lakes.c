// SPDX-License-Identifier: MIT
/* Lakes into the landscape: cover, water surface, and the list with outlines. */
#include "hydrography/lakes.h"

#include "field/outline.h"
#include "landscape/placed.h"
#include "landscape/vectors.h"

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

static void measure_cells(const fluv_topology *topology, const fluv_lakes_found *found,
                          const float *height, const fluv_frame *frame, fluv_lake *list)
{
    for (uint32_t c = 0; c < topology->count; c++) {
        uint32_t i = found->lake_of[c];
        if (i == FLUV_NONE)
            continue;
        fluv_lake *lake = &list[i];
        double area = fluv_cell_area(topology, c);
        float depth = lake->state == FLUV_EMPTY ? 0.0f : lake->level - height[c];
        lake->area += area;
        lake->volume += area * (double)depth; /* of a poured lake, replaced by what was poured */
        if (depth > lake->depth_max || (lake->x == 0.0 && lake->y == 0.0)) {
            lake->depth_max = fmaxf(depth, lake->depth_max);
            lake->x = fluv_cell_x(frame, c);
            lake->y = fluv_cell_y(frame, c);
        }
    }
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

static fluv_lake public_lake(const fluv_found_lake *found, const fluv_placed *placed,
                             const double *area)
{
    bool closed = found->exit == FLUV_NONE;
    fluv_lake lake = {.level = found->level,
                      .catchment = area[closed ? found->root : found->exit],
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

static fluv_status outline_lakes(fluv_ctx *ctx, const fluv_frame *frame, const float *height,
                                 const fluv_lakes_found *found, fluv_lake *list, fluv_rings *rings)
{
    size_t count = found->lakes.count;
    float *level = fluv_scratch(ctx, count, sizeof *level);
    uint32_t *first_ring = fluv_scratch(ctx, count + 1, sizeof *first_ring);
    if (!level || !first_ring)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        level[i] = list[i].level;
    fluv_outline_job job = {.cols = frame->cols,
                            .rows = frame->rows,
                            .label = found->lake_of,
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
    return FLUV_OK;
}

static int by_id(const void *a, const void *b)
{
    int64_t left = ((const fluv_lake *)a)->id, right = ((const fluv_lake *)b)->id;
    return left < right ? -1 : left > right;
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
        items[i] = public_lake(&lakes[i], placed, area);
        items[i].id = id_of(topology, found, i, placed);
    }
    measure_cells(topology, found, height, &land->frame, items);
    for (size_t i = 0; i < found->lakes.count; i++)
        if (found->poured && !lakes[i].surveyed)
            items[i].volume = lakes[i].volume;
    FLUV_TRY(outline_lakes(ctx, &land->frame, height, found, items, rings));
    qsort(items, list->count, sizeof *items, by_id);
    return FLUV_OK;
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
