// SPDX-License-Identifier: MIT
/* Cells below lakes that may be channels, tile by tile.
 *
 * in   lakes, ways, areas      out   for each cell whether it lies below a lake, above any channel
 *
 * Whether a lake lets out a river depends on rivers that run into it, which rank 0 knows; a tile
 * marks the ways that would be rivers then, down to a channel, a lake or the sea. Where one leaves
 * the tile, the next goes on with it, until all have ended. By discharge, which lakes make less,
 * channels go on likewise where they have too little.  O(n). */
#include "tiles/rivers.h"

typedef struct tile_outlets {
    fluv_pane window, held; /* with a ring */
    const uint32_t *lake;   /* held, as `way` */
    const uint8_t *way;
    const uint8_t *cover; /* of the window, as the others */
    const double *area;
    const float *discharge;
    uint8_t *mark;
} tile_outlets;

static fluv_status load_outlets(fluv_tile_work *work, uint32_t tile, tile_outlets *t)
{
    t->window = fluv_tiling_window(&work->tiling, tile);
    t->held = fluv_pane_grown(&work->tiling, t->window, 1);
    t->lake = fluv_tile_load(work, FLUV_GRID_LAKE, t->held);
    t->way = t->lake ? fluv_tile_load(work, FLUV_GRID_ROUTE, t->held) : NULL;
    t->cover = t->way ? fluv_tile_load(work, FLUV_GRID_COVER, t->window) : NULL;
    t->area = t->cover ? fluv_tile_load(work, FLUV_GRID_AREA, t->window) : NULL;
    t->discharge = t->area ? fluv_tile_load(work, FLUV_GRID_DISCHARGE, t->window) : NULL;
    return t->discharge ? FLUV_OK : work->failed;
}

static bool is_large(const fluv_tile_work *work, const tile_outlets *t, uint32_t cell)
{
    double value = work->rivers.by_discharge ? (double)t->discharge[cell] : t->area[cell];
    return t->cover[cell] == FLUV_LAND && value >= work->rivers.least;
}

/* From a cell of the ring or the tile down; where the way leaves the tile is told. */
static fluv_status walk(fluv_tile_work *work, uint32_t tile, tile_outlets *t, uint32_t held)
{
    for (;;) {
        uint32_t cell = fluv_pane_find_of(t->window, t->held, held);
        if (cell == FLUV_NONE) {
            uint64_t *told = fluv_parcel_add(work, tile, 1, sizeof *told);
            if (!told)
                return FLUV_NO_MEMORY;
            *told = fluv_pane_cell(&work->tiling, t->held, held);
            return FLUV_OK;
        }
        if (t->cover[cell] != FLUV_LAND || is_large(work, t, cell) || t->mark[cell])
            return FLUV_OK;
        t->mark[cell] = 1;
        if (t->way[held] == FLUV_NO_WAY)
            return FLUV_OK;
        uint32_t to = fluv_cell_beside(t->held.cols, held, t->way[held]);
        if (fluv_pane_find(
                t->held, (int64_t)t->held.col + held % t->held.cols + fluv_dx[t->way[held]],
                (int64_t)t->held.row + held / t->held.cols + fluv_dy[t->way[held]]) == FLUV_NONE)
            return FLUV_OK;
        held = to;
    }
}

static fluv_status mark_tile(fluv_tile_work *work, uint32_t tile)
{
    tile_outlets t;
    FLUV_TRY(load_outlets(work, tile, &t));
    t.mark = fluv_scratch_zero(work->ctx, fluv_pane_count(t.window), 1);
    if (!t.mark)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < fluv_pane_count(t.window); c++) {
        uint32_t at = fluv_pane_find_of(t.held, t.window, c);
        bool begins =
            t.lake[at] != FLUV_NONE || (work->rivers.by_discharge && is_large(work, &t, c));
        if (!begins || t.way[at] == FLUV_NO_WAY)
            continue;
        uint32_t to = fluv_cell_beside(t.held.cols, at, t.way[at]);
        if (t.lake[to] == FLUV_NONE)
            FLUV_TRY(walk(work, tile, &t, to));
    }
    return fluv_tile_keep(work, FLUV_GRID_OUTLET, tile, t.window, t.mark);
}

/* Ways go on in the tiles that they come to. */
static fluv_status deal_heads(fluv_tile_work *work)
{
    fluv_list all = {0};
    fluv_status status = FLUV_OK;
    for (uint32_t tile = 0; status == FLUV_OK && tile < work->tiling.count; tile++) {
        size_t own = work->parcels[tile].count / sizeof(uint64_t);
        uint64_t *to = own ? fluv_list_append(work->ctx, &all, own, sizeof *to) : NULL;
        if (to)
            memcpy(to, work->parcels[tile].items, own * sizeof *to);
        else if (own)
            status = FLUV_NO_MEMORY;
        fluv_parcel_clear(work, tile);
    }
    work->again = all.count > 0;
    for (size_t i = 0; status == FLUV_OK && i < all.count; i++) {
        uint64_t cell = ((const uint64_t *)all.items)[i];
        uint64_t *to = fluv_parcel_add(work, fluv_tiling_tile(&work->tiling, cell), 1, sizeof *to);
        if (to)
            *to = cell;
        else
            status = FLUV_NO_MEMORY;
    }
    fluv_list_free(&all);
    return status;
}

static fluv_status go_on(fluv_tile_work *work, uint32_t tile)
{
    tile_outlets t;
    const uint64_t *heads = work->answers[tile].items;
    size_t count = work->answers[tile].count / sizeof *heads;
    if (!count)
        return FLUV_OK;
    FLUV_TRY(load_outlets(work, tile, &t));
    t.mark = fluv_tile_load(work, FLUV_GRID_OUTLET, t.window);
    if (!t.mark)
        return work->failed;
    for (size_t i = 0; i < count; i++)
        FLUV_TRY(walk(work, tile, &t, fluv_pane_find_cell(&work->tiling, t.held, heads[i])));
    return fluv_tile_keep(work, FLUV_GRID_OUTLET, tile, t.window, t.mark);
}

fluv_status fluv_tiles_mark_outlets(fluv_tile_work *work)
{
    const fluv_transport *by = work->transport;
    if (!work->lakes.wanted)
        return FLUV_OK;
    FLUV_TRY(fluv_tiles_ask(work, mark_tile, deal_heads));
    for (work->again = by->hear ? by->hear(by, work->again) : work->again; work->again;
         work->again = by->hear ? by->hear(by, work->again) : work->again)
        FLUV_TRY(fluv_tiles_ask(work, go_on, deal_heads));
    return FLUV_OK;
}
