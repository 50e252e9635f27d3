// SPDX-License-Identifier: MIT
/* Watersheds of a map in tiles: every cell takes the label of the channel that its water comes to.
 *
 * in   ways, watersheds of channel cells      out   watershed of each cell, cells of each watershed
 *
 * A tile labels what comes to a channel of its own, and tells where the rest leaves it; rank 0
 * follows exits from tile to tile.  O(n). */
#include "tiles/ends.h"
#include "tiles/rivers.h"
#include "water/catchments.h"

#include <stdlib.h>

typedef struct tile_sheds {
    fluv_dealt_list dealt;
    fluv_list lakes; /* scratch: watersheds of lakes in the tile, uint32_t */
    const uint8_t *way;
    fluv_ends ends; /* a watershed, EXIT and a place on the rim, or NONE */
} tile_sheds;

/* Cells of lakes have their lake's, but where water goes through as over land. */
static fluv_status label_lakes(fluv_tile_work *work, fluv_pane window, tile_sheds *t)
{
    static const size_t size = sizeof(uint32_t);
    fluv_list sheds = {0};
    if (!work->lakes.wanted)
        return FLUV_OK;
    const uint32_t *lake = fluv_tile_load(work, FLUV_GRID_LAKE, window);
    if (!lake)
        return work->failed;
    uint32_t *own = fluv_scratch(work->ctx, fluv_pane_count(window), sizeof *own);
    FLUV_TRY(fluv_tile_restore(work, FLUV_TILES_LAKE_SHEDS, &size, 1, &sheds));
    const uint32_t *shed = sheds.items;
    t->lakes = (fluv_list){.items = own};
    for (size_t c = 0; own && c < fluv_pane_count(window); c++) {
        if (lake[c] == FLUV_NONE || shed[lake[c]] == FLUV_SHED_FOLLOWS)
            continue;
        t->ends.end[c] = shed[lake[c]];
        if (shed[lake[c]] != FLUV_NONE &&
            (!t->lakes.count || own[t->lakes.count - 1] != shed[lake[c]]))
            own[t->lakes.count++] = shed[lake[c]];
    }
    fluv_list_free(&sheds);
    return own ? FLUV_OK : FLUV_NO_MEMORY;
}

static fluv_status find_sheds(fluv_tile_work *work, uint32_t tile, tile_sheds *t)
{
    fluv_pane window = fluv_tiling_window(&work->tiling, tile);
    uint32_t cells = (uint32_t)fluv_pane_count(window);
    t->dealt = fluv_dealt_of(work, tile);
    t->way = fluv_tile_load(work, FLUV_GRID_ROUTE, window);
    if (!t->way)
        return work->failed;
    t->ends = (fluv_ends){.window = window,
                          .receiver = fluv_scratch(work->ctx, cells, sizeof *t->ends.receiver),
                          .end = fluv_scratch(work->ctx, cells, sizeof *t->ends.end)};
    if (!t->ends.receiver || !t->ends.end)
        return FLUV_NO_MEMORY;
    fluv_ways_to_receivers(window, t->way, t->ends.receiver);
    for (uint32_t c = 0; c < cells; c++)
        t->ends.end[c] = t->way[c] == FLUV_NO_WAY ? FLUV_NONE
                         : t->ends.receiver[c] == FLUV_NONE
                             ? FLUV_EXIT_AT + fluv_rim_place(window, c)
                             : FLUV_UNLABELLED;
    FLUV_TRY(label_lakes(work, window, t));
    for (size_t i = 0; i < t->dealt.own_count; i++)
        t->ends.end[fluv_pane_find_cell(&work->tiling, window, t->dealt.own[i].cell)] =
            t->dealt.own[i].unit;
    fluv_topology grid = fluv_topology_grid(window.cols, window.rows, 1.0);
    fluv_labels_follow(&grid, work->ctx->threads, t->ends.receiver, t->ends.end);
    return FLUV_OK;
}

/* ---- What is told: ends of the rim, cells above each exit, cells of each watershed ---- */

typedef struct unit_cells {
    uint64_t unit, cells;
} unit_cells;

static int by_unit(const void *a, const void *b)
{
    uint64_t left = ((const unit_cells *)a)->unit, right = ((const unit_cells *)b)->unit;
    return left < right ? -1 : left > right;
}

/* The watersheds of the tile's channels and lakes, each once. */
static unit_cells *list_units(fluv_ctx *ctx, const tile_sheds *t, size_t *count)
{
    const fluv_dealt_list *dealt = &t->dealt;
    size_t all = dealt->own_count + t->lakes.count;
    unit_cells *list = fluv_scratch(ctx, all + 1, sizeof *list);
    for (size_t i = 0; list && i < dealt->own_count; i++)
        list[i] = (unit_cells){.unit = dealt->own[i].unit};
    for (size_t i = dealt->own_count; list && i < all; i++)
        list[i] = (unit_cells){.unit = ((const uint32_t *)t->lakes.items)[i - dealt->own_count]};
    if (list)
        qsort(list, all, sizeof *list, by_unit);
    *count = 0;
    for (size_t i = 0; list && i < all; i++)
        if (!i || list[i].unit != list[i - 1].unit)
            list[(*count)++] = list[i];
    return list;
}

/* Neighbours mostly share their end: runs of them are counted. */
static void count_cells(const tile_sheds *t, unit_cells *list, size_t units, uint64_t *leaving)
{
    const uint32_t *end = t->ends.end;
    uint32_t cells = (uint32_t)fluv_pane_count(t->ends.window);
    for (uint32_t c = 0; c < cells;) {
        uint32_t from = c, run = end[c];
        while (c < cells && end[c] == run)
            c++;
        if (run == FLUV_NONE)
            continue;
        if (fluv_end_is_exit(run)) {
            leaving[run - FLUV_EXIT_AT] += c - from;
            continue;
        }
        const unit_cells key = {.unit = run};
        unit_cells *found = bsearch(&key, list, units, sizeof key, by_unit);
        assert(found);
        found->cells += c - from;
    }
}

static fluv_status tell_sheds(fluv_tile_work *work, uint32_t tile)
{
    tile_sheds t = {0};
    size_t units;
    FLUV_TRY(find_sheds(work, tile, &t));
    FLUV_TRY(fluv_rim_tell(work, tile, &t.ends, t.way));
    uint32_t rim = fluv_rim_count(t.ends.window);
    uint64_t *leaving = fluv_scratch_zero(work->ctx, rim, sizeof *leaving);
    unit_cells *list = list_units(work->ctx, &t, &units);
    if (!leaving || !list)
        return FLUV_NO_MEMORY;
    count_cells(&t, list, units, leaving);
    uint64_t *told = fluv_parcel_add(work, tile, rim, sizeof *told);
    if (!told)
        return FLUV_NO_MEMORY;
    memcpy(told, leaving, rim * sizeof *told);
    uint64_t *count = fluv_parcel_add(work, tile, 1, sizeof *count);
    if (!count)
        return FLUV_NO_MEMORY;
    *count = units;
    unit_cells *to = fluv_parcel_add(work, tile, units, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    memcpy(to, list, units * sizeof *to);
    return FLUV_OK;
}

/* ---- On rank 0 ---- */

/* Cells of watersheds in all tiles; cells above exits belong where those end. */
static void add_cells(const fluv_tile_work *work, const fluv_rims *rims, uint64_t *cells)
{
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        size_t rim = rims->first[tile + 1] - rims->first[tile], at = 0;
        (void)fluv_parcel_take(work, tile, &at, rim, sizeof *rims->end);
        (void)fluv_parcel_take(work, tile, &at, rim, sizeof *rims->way);
        const uint64_t *leaving = fluv_parcel_take(work, tile, &at, rim, sizeof *leaving);
        for (size_t i = 0; i < rim; i++)
            if (leaving[i] && rims->end[rims->first[tile] + i] != FLUV_NONE)
                cells[rims->end[rims->first[tile] + i]] += leaving[i];
        size_t count = *(const uint64_t *)fluv_parcel_take(work, tile, &at, 1, sizeof(uint64_t));
        const unit_cells *units = fluv_parcel_take(work, tile, &at, count, sizeof *units);
        for (size_t i = 0; i < count; i++)
            cells[units[i].unit] += units[i].cells;
    }
}

static fluv_status set_areas(fluv_tile_work *work, const fluv_rims *rims)
{
    static const size_t size = sizeof(fluv_watershed);
    fluv_list sheds = {0};
    FLUV_TRY(fluv_tile_restore(work, FLUV_TILES_SHEDS, &size, 1, &sheds));
    fluv_watershed *list = sheds.items;
    uint64_t *cells = fluv_scratch_zero(work->ctx, sheds.count + 1, sizeof *cells);
    fluv_status status = cells ? FLUV_OK : FLUV_NO_MEMORY;
    if (cells)
        add_cells(work, rims, cells);
    for (size_t i = 0; cells && i < sheds.count; i++)
        list[i].area = (double)cells[i] * (work->cell * work->cell);
    sheds.size = size;
    if (status == FLUV_OK)
        status = fluv_tile_save(work, FLUV_TILES_SHEDS, &sheds, 1);
    fluv_list_free(&sheds);
    return status;
}

static fluv_status answer(fluv_tile_work *work, fluv_rims *rims)
{
    FLUV_TRY(fluv_rims_begin(work->ctx, &work->tiling, rims));
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        size_t at = 0;
        fluv_rims_take(work, tile, &at, rims);
    }
    fluv_rims_follow(rims);
    FLUV_TRY(set_areas(work, rims));
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        size_t rim = rims->first[tile + 1] - rims->first[tile];
        fluv_parcel_clear(work, tile);
        uint32_t *end = fluv_parcel_add(work, tile, rim, sizeof *end);
        if (!end)
            return FLUV_NO_MEMORY;
        memcpy(end, rims->end + rims->first[tile], rim * sizeof *end);
    }
    return FLUV_OK;
}

static fluv_status solve_sheds(fluv_tile_work *work)
{
    fluv_rims rims = {0};
    fluv_status status = answer(work, &rims);
    fluv_rims_free(&rims);
    return status;
}

static fluv_status finish(fluv_tile_work *work, uint32_t tile)
{
    tile_sheds t = {0};
    const uint32_t *end = work->answers[tile].items;
    FLUV_TRY(find_sheds(work, tile, &t));
    for (size_t c = 0; c < fluv_pane_count(t.ends.window); c++)
        if (fluv_end_is_exit(t.ends.end[c]))
            t.ends.end[c] = end[t.ends.end[c] - FLUV_EXIT_AT];
    return fluv_tile_keep(work, FLUV_GRID_SHED, tile, t.ends.window, t.ends.end);
}

fluv_status fluv_tiles_find_watersheds(fluv_tile_work *work)
{
    FLUV_TRY(fluv_tiles_ask(work, tell_sheds, solve_sheds));
    return fluv_tiles_each(work, finish);
}
