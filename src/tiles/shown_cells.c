// SPDX-License-Identifier: MIT
/* Lakes that a map shows as flats, in the tiles: what rank 0 has made of them goes to the cells.
 *
 * in   cells that changed, and ways through lakes      out   ground with shores, outlets and
 * floors; ways on it  O(n). */
#include "tiles/lakes.h"
#include "tiles/shown.h"

static fluv_status tell_nothing(fluv_tile_work *work, uint32_t tile)
{
    (void)work;
    (void)tile;
    return FLUV_OK;
}

static fluv_status deal_cells(fluv_tile_work *work)
{
    const fluv_shown_cell *cells = work->shown->changed.items;
    for (size_t i = 0; i < work->shown->changed.count; i++) {
        uint32_t tile = fluv_tiling_tile(&work->tiling, cells[i].cell);
        fluv_shown_cell *to = fluv_parcel_add(work, tile, 1, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        *to = cells[i];
    }
    return FLUV_OK;
}

static void set_heights(const fluv_tile_work *work, uint32_t tile, float *height)
{
    fluv_pane window = fluv_tiling_window(&work->tiling, tile);
    const fluv_shown_cell *cells = work->answers[tile].items;
    for (size_t i = 0; i < work->answers[tile].count / sizeof *cells; i++)
        height[fluv_pane_find_cell(&work->tiling, window, cells[i].cell)] = cells[i].height;
}

/* ---- Shores and outlets ---- */

static fluv_status open_lakes(fluv_tile_work *work)
{
    FLUV_TRY(fluv_shown_open(work, work->shown));
    return deal_cells(work);
}

static fluv_status put_cells(fluv_tile_work *work, uint32_t tile)
{
    fluv_pane window = fluv_tiling_window(&work->tiling, tile);
    const fluv_shown_cell *cells = work->answers[tile].items;
    size_t count = work->answers[tile].count / sizeof *cells;
    float *height = fluv_tile_load(work, FLUV_GRID_HEIGHT, window);
    if (!height)
        return work->failed;
    set_heights(work, tile, height);
    FLUV_TRY(fluv_tile_keep(work, FLUV_GRID_SHORED, tile, window, height));
    if (!count)
        return FLUV_OK;
    uint32_t *lake = fluv_scratch_zero(work->ctx, fluv_pane_count(window), sizeof *lake);
    if (!lake)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        lake[fluv_pane_find_cell(&work->tiling, window, cells[i].cell)] = cells[i].lake + 1;
    return fluv_tile_keep(work, FLUV_GRID_SHOWN, tile, window, lake);
}

/* ---- Ways through lakes ---- */

static fluv_status deal_routes(fluv_tile_work *work)
{
    const fluv_shown_route *routes = work->shown->routes.items;
    for (size_t i = 0; i < work->shown->routes.count; i++) {
        uint32_t tile = fluv_tiling_tile(&work->tiling, routes[i].cell);
        fluv_shown_route *to = fluv_parcel_add(work, tile, 1, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        *to = routes[i];
    }
    return FLUV_OK;
}

static fluv_status put_routes(fluv_tile_work *work, uint32_t tile)
{
    fluv_pane window = fluv_tiling_window(&work->tiling, tile);
    const fluv_shown_route *routes = work->answers[tile].items;
    size_t count = work->answers[tile].count / sizeof *routes;
    if (!count)
        return FLUV_OK;
    uint8_t *way = fluv_tile_load(work, FLUV_GRID_WAY, window);
    if (!way)
        return work->failed;
    for (size_t i = 0; i < count; i++)
        way[fluv_pane_find_cell(&work->tiling, window, routes[i].cell)] = (uint8_t)routes[i].way;
    return fluv_tile_keep(work, FLUV_GRID_WAY, tile, window, way);
}

fluv_status fluv_tiles_open_shown(fluv_tile_work *work)
{
    FLUV_TRY(fluv_tiles_ask(work, tell_nothing, open_lakes));
    FLUV_TRY(fluv_tiles_each(work, put_cells));
    work->bare = FLUV_GRID_SHORED;
    FLUV_TRY(fluv_tiles_find_slopes(work));
    FLUV_TRY(fluv_tiles_lead_over_flats(work));
    FLUV_TRY(fluv_tiles_ask(work, tell_nothing, deal_routes));
    return fluv_tiles_each(work, put_routes);
}

/* ---- Floors ---- */

static fluv_status find_floors(fluv_tile_work *work)
{
    FLUV_TRY(fluv_shown_deepen(work, work->shown));
    return deal_cells(work);
}

static fluv_status put_floors(fluv_tile_work *work, uint32_t tile)
{
    fluv_pane window = fluv_tiling_window(&work->tiling, tile);
    if (!work->answers[tile].count)
        return FLUV_OK;
    float *height = fluv_tile_load(work, FLUV_GRID_SETTLED, window);
    if (!height)
        return work->failed;
    set_heights(work, tile, height);
    return fluv_tile_keep(work, FLUV_GRID_SETTLED, tile, window, height);
}

fluv_status fluv_tiles_deepen_shown(fluv_tile_work *work)
{
    FLUV_TRY(fluv_tiles_ask(work, tell_nothing, find_floors));
    return fluv_tiles_each(work, put_floors);
}
