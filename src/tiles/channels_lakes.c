// SPDX-License-Identifier: MIT
/* Lakes between the rivers of a map in tiles, on rank 0.
 *
 * in   the list of lakes, cells at which water leaves them, lakes that touch
 * out   lakes as rivers see them: by id, with one way out each
 *
 * For rivers a lake is what hangs together at its level (landscape/lake_cells.h): of lakes at one
 * level that touch, the first has the cells of all. Its way out is the last of those that lead away
 * from them.  O(lakes log lakes). */
#include "tiles/lakes.h"
#include "tiles/rivers.h"
#include "water/sets.h"

#include <stdlib.h>

static int by_id(const void *a, const void *b)
{
    int64_t left = ((const fluv_lake *)a)->id, right = ((const fluv_lake *)b)->id;
    return left < right ? -1 : left > right;
}

fluv_status fluv_river_lakes_begin(fluv_tile_work *work, fluv_river_lakes *l)
{
    static const size_t sizes[2] = {sizeof(fluv_lake), sizeof(fluv_lakes_total)};
    fluv_list parts[2] = {{0}, {0}};
    *l = (fluv_river_lakes){0};
    if (!work->lakes.wanted)
        return FLUV_OK;
    fluv_status status = fluv_tile_restore(work, FLUV_TILES_LAKES, sizes, 2, parts);
    l->stored = parts[0];
    fluv_list_free(&parts[1]);
    FLUV_TRY(status);
    size_t count = l->stored.count;
    const fluv_lake *stored = l->stored.items;
    l->list = fluv_alloc(work->ctx, count + 1, sizeof *l->list);
    l->place = fluv_alloc(work->ctx, count + 1, sizeof *l->place);
    l->taker = fluv_alloc(work->ctx, count + 1, sizeof *l->taker);
    l->exit = fluv_alloc(work->ctx, count + 1, sizeof *l->exit);
    if (!l->list || !l->place || !l->taker || !l->exit)
        return FLUV_NO_MEMORY;
    if (count)
        memcpy(l->list, stored, count * sizeof *stored);
    qsort(l->list, count, sizeof *l->list, by_id);
    for (uint32_t i = 0; i < count; i++) {
        const fluv_lake *found = bsearch(&stored[i], l->list, count, sizeof *stored, by_id);
        assert(found);
        l->place[i] = (uint32_t)(found - l->list);
        l->exit[i] = FLUV_NO_CELL;
    }
    fluv_sets_begin(l->taker, (uint32_t)count); /* by place, until all are joined */
    l->lakes = (fluv_lakes){.count = count, .lakes = l->list};
    return FLUV_OK;
}

static void each_told(fluv_tile_work *work, fluv_river_lakes *l,
                      void visit(fluv_river_lakes *l, const fluv_channel *told))
{
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        const fluv_channel *told = work->parcels[tile].items;
        for (size_t i = 0; i < work->parcels[tile].count / sizeof *told; i++)
            visit(l, &told[i]);
    }
}

static void join_touching(fluv_river_lakes *l, const fluv_channel *told)
{
    if (told->kind != FLUV_TOUCH)
        return;
    uint32_t a = fluv_set_of(l->taker, l->place[told->lake]);
    uint32_t b = fluv_set_of(l->taker, l->place[told->to_lake]);
    l->taker[a > b ? a : b] = a < b ? a : b;
}

static void find_exit(fluv_river_lakes *l, const fluv_channel *told)
{
    if (told->kind != FLUV_LEAVES)
        return;
    uint32_t lake = l->taker[told->lake];
    bool stays = told->to_lake != FLUV_NONE && l->taker[told->to_lake] == lake;
    if (l->list[lake].closed || stays)
        return;
    if (l->exit[lake] == FLUV_NO_CELL || told->cell > l->exit[lake])
        l->exit[lake] = told->cell;
}

fluv_status fluv_river_lakes_join(fluv_tile_work *work, fluv_river_lakes *l)
{
    size_t count = l->lakes.count;
    if (!l->list)
        return FLUV_OK;
    each_told(work, l, join_touching);
    uint32_t *of_place = fluv_scratch(work->ctx, count, sizeof *of_place);
    if (!of_place)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        of_place[i] = fluv_set_of(l->taker, i);
    for (uint32_t i = 0; i < count; i++)
        l->taker[i] = of_place[l->place[i]]; /* by number from here on */
    fluv_scratch_drop(work->ctx, of_place);
    each_told(work, l, find_exit);
    return FLUV_OK;
}

fluv_status fluv_river_lakes_save(fluv_tile_work *work, const fluv_river_lakes *l,
                                  const fluv_river_cells *ch, const fluv_traces *traces,
                                  const fluv_watershed_units *units)
{
    size_t count = l->lakes.count;
    if (!l->list)
        return FLUV_OK;
    uint32_t *shed = fluv_scratch(work->ctx, count, sizeof *shed);
    int64_t *of_place = fluv_scratch_zero(work->ctx, count, sizeof *of_place);
    int64_t *outlet = fluv_scratch(work->ctx, count, sizeof *outlet);
    if (!shed || !of_place || !outlet)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < traces->count; i++)
        if (traces->traces[i].from_lake != FLUV_NONE)
            of_place[traces->traces[i].from_lake] = fluv_trace_id(ch, &traces->traces[i]);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t lake = l->taker[i];
        bool runs_on = ch->exit_of[lake] != FLUV_NONE && !ch->led[lake];
        shed[i] = runs_on ? FLUV_SHED_FOLLOWS : units->of_lake[lake];
        outlet[i] = of_place[l->place[i]];
    }
    const fluv_list sheds = {.items = shed, .count = count, .size = sizeof *shed};
    const fluv_list outlets = {.items = outlet, .count = count, .size = sizeof *outlet};
    FLUV_TRY(fluv_tile_save(work, FLUV_TILES_LAKE_SHEDS, &sheds, 1));
    return fluv_tile_save(work, FLUV_TILES_OUTLETS, &outlets, 1);
}

void fluv_river_lakes_free(fluv_river_lakes *l)
{
    fluv_list_free(&l->stored);
    fluv_free(l->list);
    fluv_free(l->place);
    fluv_free(l->taker);
    fluv_free(l->exit);
    *l = (fluv_river_lakes){0};
}
