// SPDX-License-Identifier: MIT
/* Passes over tiles, their grids and parcels. */
#include "tiles/work.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    size_t bytes;
} grids[FLUV_GRIDS] = {
    [FLUV_GRID_HEIGHT] = {"height", sizeof(float)},
    [FLUV_GRID_KIND] = {"kind", 1},
    [FLUV_GRID_SLOPE] = {"slope", 1},
    [FLUV_GRID_TO_LOW] = {"to_low", sizeof(uint32_t)},
    [FLUV_GRID_FROM_HIGH] = {"from_high", sizeof(uint32_t)},
    [FLUV_GRID_WAY] = {"way", 1},
    [FLUV_GRID_LED] = {"led", 1},
    [FLUV_GRID_CARVED] = {"carved", sizeof(float)},
    [FLUV_GRID_ROUTE] = {"route", 1},
    [FLUV_GRID_AREA] = {"area", sizeof(double)},
    [FLUV_GRID_DIRECTION] = {"direction", 1},
    [FLUV_GRID_COVER] = {"cover", 1},
    [FLUV_GRID_WATER] = {"water", sizeof(float)},
    [FLUV_GRID_DISCHARGE] = {"discharge", sizeof(float)},
    [FLUV_GRID_LAND] = {"land", sizeof(uint32_t)},
    [FLUV_GRID_BEDS] = {"beds", sizeof(float)},
    [FLUV_GRID_SURFACE] = {"surface", sizeof(float)},
    [FLUV_GRID_COVERED] = {"covered", 1},
    [FLUV_GRID_SHED] = {"shed", sizeof(uint32_t)},
    [FLUV_GRID_LEVEL] = {"level", sizeof(float)},
    [FLUV_GRID_GROUND] = {"ground", sizeof(float)},
    [FLUV_GRID_BASIN] = {"basin", sizeof(uint32_t)},
    [FLUV_GRID_SETTLED] = {"settled", sizeof(float)},
    [FLUV_GRID_LAKE] = {"lake", sizeof(uint32_t)},
    [FLUV_GRID_GIVES] = {"gives", 1},
    [FLUV_GRID_OUTLET] = {"outlet", 1},
    [FLUV_GRID_FIRST] = {"first", sizeof(uint32_t)},
    [FLUV_GRID_SHORED] = {"shored", sizeof(float)},
    [FLUV_GRID_SHOWN] = {"shown", sizeof(uint32_t)},
};

static void path_of(const char *folder, int grid, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%s.raw", folder, grids[grid].name);
}

bool fluv_tile_grids_whole(const fluv_tiling *tiling, const char *folder)
{
    bool whole = true;
    for (int i = 0; i < FLUV_GRIDS; i++) {
        char path[PATH_MAX];
        path_of(folder, i, path);
        whole &= fluv_store_is_whole(tiling, path, grids[i].bytes);
    }
    return whole;
}

fluv_status fluv_tile_work_begin(fluv_tile_work *work)
{
    assert(work->tiling.count > 0 && work->folder && work->transport && work->cell > 0.0);
    work->parcels = fluv_alloc_zero(work->ctx, work->tiling.count, sizeof *work->parcels);
    work->answers = fluv_alloc_zero(work->ctx, work->tiling.count, sizeof *work->answers);
    work->notes = fluv_alloc_zero(work->ctx, work->tiling.count, sizeof *work->notes);
    work->active = fluv_alloc_zero(work->ctx, work->tiling.count, 1);
    if (!work->parcels || !work->answers || !work->notes || !work->active)
        return FLUV_NO_MEMORY;
    for (int i = 0; i < FLUV_GRIDS; i++) {
        char path[PATH_MAX];
        path_of(work->folder, i, path);
        FLUV_TRY(fluv_store_open(work->ctx, &work->tiling, path, grids[i].bytes, &work->grids[i]));
    }
    return FLUV_OK;
}

static void free_lists(fluv_list **lists, uint32_t count)
{
    for (uint32_t i = 0; *lists && i < count; i++)
        fluv_list_free(&(*lists)[i]);
    fluv_free(*lists);
    *lists = NULL;
}

void fluv_tile_work_end(fluv_tile_work *work)
{
    for (int i = 0; i < FLUV_GRIDS; i++)
        fluv_store_close(&work->grids[i]);
    free_lists(&work->parcels, work->tiling.count);
    free_lists(&work->answers, work->tiling.count);
    free_lists(&work->notes, work->tiling.count);
    fluv_free(work->active);
    work->active = NULL;
}

static bool owns(const fluv_tile_work *work, uint32_t tile)
{
    return fluv_transport_owns(work->transport, work->tiling.count, tile);
}

fluv_status fluv_tiles_each(fluv_tile_work *work, fluv_tile_pass *pass)
{
    uint32_t tiles = work->tiling.count;
    for (uint32_t tile = 0; tile < tiles; tile++) {
        if (!owns(work, tile))
            continue;
        struct fluv_scratch_block *mark = fluv_scratch_mark(work->ctx);
        fluv_status status = pass(work, tile);
        fluv_scratch_release(work->ctx, mark);
        if (status == FLUV_OK)
            status = fluv_advance(work->ctx, (work->passes_done + (double)tile / tiles) /
                                                 (work->passes + 1.0));
        FLUV_TRY(status);
    }
    work->passes_done += work->passes_done < work->passes;
    if (work->transport->meet)
        work->transport->meet(work->transport);
    return FLUV_OK;
}

fluv_status fluv_tiles_ask(fluv_tile_work *work, fluv_tile_pass *pass,
                           fluv_status (*solve)(fluv_tile_work *work))
{
    const fluv_transport *by = work->transport;
    uint32_t tiles = work->tiling.count;
    FLUV_TRY(fluv_tiles_each(work, pass));
    if (by->collect)
        FLUV_TRY(by->collect(by, work->ctx, tiles, work->parcels));
    for (uint32_t tile = 0; tile < tiles; tile++)
        work->bytes_told += work->parcels[tile].count;
    if (by->rank == 0) {
        struct fluv_scratch_block *mark = fluv_scratch_mark(work->ctx);
        fluv_status status = solve(work);
        fluv_scratch_release(work->ctx, mark);
        FLUV_TRY(status);
    }
    if (by->deal)
        FLUV_TRY(by->deal(by, work->ctx, tiles, work->parcels));
    for (uint32_t tile = 0; tile < tiles; tile++) {
        fluv_list answer = work->parcels[tile];
        work->parcels[tile] = work->answers[tile];
        work->answers[tile] = answer;
        fluv_parcel_clear(work, tile);
    }
    return FLUV_OK;
}

fluv_status fluv_tile_note(fluv_tile_work *work, uint32_t tile)
{
    fluv_list_free(&work->notes[tile]);
    work->notes[tile] = work->answers[tile];
    work->answers[tile] = (fluv_list){0};
    return FLUV_OK;
}

/* ---- Rounds ---- */

static void wake_around(fluv_tile_work *work, uint32_t tile)
{
    const fluv_tiling *tiling = &work->tiling;
    for (int k = 0; k < 8; k++) {
        int64_t col = (int64_t)(tile % tiling->across) + fluv_dx[k];
        int64_t row = (int64_t)(tile / tiling->across) + fluv_dy[k];
        if (fluv_in_grid(tiling->across, tiling->down, col, row))
            work->active[row * tiling->across + col] = 1;
    }
}

static fluv_status find_active(fluv_tile_work *work)
{
    uint32_t tiles = work->tiling.count;
    memset(work->active, 0, tiles);
    work->again = false;
    for (uint32_t tile = 0; tile < tiles; tile++)
        if (work->parcels[tile].count) {
            wake_around(work, tile);
            work->again = true;
        }
    for (uint32_t tile = 0; tile < tiles; tile++) {
        fluv_parcel_clear(work, tile);
        uint8_t *answer = fluv_parcel_add(work, tile, 1, 1);
        if (!answer)
            return FLUV_NO_MEMORY;
        *answer = work->active[tile];
    }
    return FLUV_OK;
}

fluv_status fluv_tiles_rest(fluv_tile_work *work, fluv_tile_pass *pass)
{
    const fluv_transport *by = work->transport;
    memset(work->active, 1, work->tiling.count);
    do {
        FLUV_TRY(fluv_tiles_ask(work, pass, find_active));
        for (uint32_t tile = 0; tile < work->tiling.count; tile++)
            if (owns(work, tile))
                work->active[tile] = *(const uint8_t *)work->answers[tile].items;
        if (by->hear)
            work->again = by->hear(by, work->again);
    } while (work->again);
    return FLUV_OK;
}

void *fluv_tile_load(fluv_tile_work *work, fluv_tile_grid grid, fluv_pane window)
{
    void *cells = fluv_scratch(work->ctx, fluv_pane_count(window), grids[grid].bytes);
    work->failed =
        cells ? fluv_store_read(work->ctx, &work->grids[grid], window, cells) : FLUV_NO_MEMORY;
    return work->failed == FLUV_OK ? cells : NULL;
}

fluv_status fluv_tile_keep(fluv_tile_work *work, fluv_tile_grid grid, uint32_t tile, fluv_pane held,
                           const void *cells)
{
    return fluv_store_write(work->ctx, &work->grids[grid], fluv_tiling_window(&work->tiling, tile),
                            held, cells);
}

/* ---- Lists on disk ---- */

fluv_status fluv_tile_save(fluv_tile_work *work, const char *name, const fluv_list *lists,
                           size_t count)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", work->folder, name);
    FILE *stream = fopen(path, "wb");
    bool good = stream != NULL;
    for (size_t i = 0; good && i < count; i++) {
        uint64_t items = lists[i].count;
        good = fwrite(&items, sizeof items, 1, stream) == 1 &&
               (!items || fwrite(lists[i].items, lists[i].size, items, stream) == items);
    }
    good = stream && fclose(stream) == 0 && good;
    return good ? FLUV_OK
                : fluv_fail(work->ctx, FLUV_IO, "cannot write %s: %s", path, strerror(errno));
}

static bool read_list(fluv_ctx *ctx, FILE *stream, size_t size, fluv_list *list)
{
    uint64_t items = 0;
    bool good = fread(&items, sizeof items, 1, stream) == 1;
    void *to = good && items ? fluv_list_append(ctx, list, items, size) : NULL;
    return good && (!items || (to && fread(to, size, items, stream) == items));
}

fluv_status fluv_tile_restore(fluv_tile_work *work, const char *name, const size_t *sizes,
                              size_t count, fluv_list *lists)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", work->folder, name);
    FILE *stream = fopen(path, "rb");
    bool good = stream != NULL;
    for (size_t i = 0; good && i < count; i++)
        good = read_list(work->ctx, stream, sizes[i], &lists[i]);
    if (stream)
        fclose(stream);
    return good ? FLUV_OK : fluv_fail(work->ctx, FLUV_IO, "cannot read %s", path);
}

/* Things of 8 bytes may stand behind those of 4. */
static size_t room_of(size_t count, size_t size)
{
    return (count * size + 7) & ~(size_t)7;
}

void *fluv_parcel_add(fluv_tile_work *work, uint32_t tile, size_t count, size_t size)
{
    return fluv_list_append(work->ctx, &work->parcels[tile], room_of(count, size), 1);
}

const void *fluv_parcel_take(const fluv_tile_work *work, uint32_t tile, size_t *at, size_t count,
                             size_t size)
{
    const fluv_list *parcel = &work->parcels[tile];
    const void *things = (const uint8_t *)parcel->items + *at;
    *at += room_of(count, size);
    assert(*at <= parcel->count);
    return things;
}

void fluv_parcel_clear(fluv_tile_work *work, uint32_t tile)
{
    work->parcels[tile].count = 0;
}
