// SPDX-License-Identifier: MIT
/* Drainage area, tile by tile.
 *
 * in   kinds, ways      out   area of each cell and all above it, and the files' other grids
 *
 * Each tile counts the cells above its exits as if nothing came in, and tells where what comes in
 * at each place of its rim would leave. Rank 0 adds up over the rims, from tile to tile; then each
 * tile counts once more with what comes in. Counts are whole numbers: their sums do not depend on
 * their order, and so not on the tiles.  O(n).
 *
 * Based on: Barnes. Parallel non-divergent flow accumulation for trillion cell digital elevation
 *           models on desktops or clusters. 2017 */
#include "landscape/direction.h"
#include "tiles/ends.h"
#include "water/accumulate.h"

/* Cells above each, with what comes in at the rim (NULL: nothing). */
static fluv_status count_cells(fluv_tile_work *work, const fluv_ends *ends, const uint8_t *kind,
                               const uint64_t *coming, double *count)
{
    fluv_topology grid = fluv_topology_grid(ends->window.cols, ends->window.rows, work->cell);
    uint8_t *donors = fluv_scratch(work->ctx, grid.count, 1);
    if (!donors)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < grid.count; c++)
        count[c] = kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA) ? 0.0 : 1.0;
    for (uint32_t i = 0; coming && i < fluv_rim_count(ends->window); i++)
        count[fluv_rim_cell(ends->window, i)] += (double)coming[i];
    fluv_accumulate(&grid, work->ctx->threads, ends->receiver, NULL, donors, count, NULL);
    return FLUV_OK;
}

typedef struct tile_flow {
    fluv_pane window;
    const uint8_t *kind, *way;
    fluv_ends ends;
    double *count;
} tile_flow;

static fluv_status find_flow(fluv_tile_work *work, uint32_t tile, const uint64_t *coming,
                             tile_flow *f)
{
    f->window = fluv_tiling_window(&work->tiling, tile);
    f->kind = fluv_tile_load(work, FLUV_GRID_KIND, f->window);
    f->way = f->kind ? fluv_tile_load(work, FLUV_GRID_ROUTE, f->window) : NULL;
    if (!f->way)
        return work->failed;
    f->count = fluv_scratch(work->ctx, fluv_pane_count(f->window), sizeof *f->count);
    if (!f->count)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_ends_find(work->ctx, f->window, f->kind, f->way, &f->ends));
    return count_cells(work, &f->ends, f->kind, coming, f->count);
}

static fluv_status tell_exits(fluv_tile_work *work, uint32_t tile)
{
    tile_flow f;
    FLUV_TRY(find_flow(work, tile, NULL, &f));
    FLUV_TRY(fluv_rim_tell(work, tile, &f.ends, f.way));
    uint32_t rim = fluv_rim_count(f.window);
    uint64_t *leaving = fluv_parcel_add(work, tile, rim, sizeof *leaving);
    if (!leaving)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < rim; i++) {
        uint32_t cell = fluv_rim_cell(f.window, i);
        bool exit = f.ends.end[cell] == FLUV_EXIT_AT + i && f.ends.receiver[cell] == FLUV_NONE;
        leaving[i] = exit ? (uint64_t)f.count[cell] : 0;
    }
    return FLUV_OK;
}

/* ---- On rank 0 ---- */

typedef struct flow_net {
    uint64_t *leaving; /* at exits */
    uint64_t *coming;  /* at places that ways come in by */
} flow_net;

static void add_below(void *user, uint64_t exit, uint64_t to, uint64_t next)
{
    const flow_net *net = user;
    net->coming[to] += net->leaving[exit];
    if (next != FLUV_NO_EXIT)
        net->leaving[next] += net->leaving[exit];
}

static fluv_status add_up(fluv_tile_work *work, flow_net *net, fluv_rims *rims)
{
    fluv_ctx *ctx = work->ctx;
    FLUV_TRY(fluv_rims_begin(ctx, &work->tiling, rims));
    size_t places = rims->first[work->tiling.count];
    *net = (flow_net){fluv_scratch(ctx, places, sizeof *net->leaving),
                      fluv_scratch_zero(ctx, places, sizeof *net->coming)};
    if (!net->leaving || !net->coming)
        return FLUV_NO_MEMORY;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        size_t at = 0, count = rims->first[tile + 1] - rims->first[tile];
        fluv_rims_take(work, tile, &at, rims);
        memcpy(net->leaving + rims->first[tile],
               fluv_parcel_take(work, tile, &at, count, sizeof *net->leaving),
               count * sizeof *net->leaving);
    }
    return fluv_rims_descend(ctx, rims, add_below, net);
}

static fluv_status answer_coming(fluv_tile_work *work)
{
    fluv_rims rims = {0};
    flow_net net;
    fluv_status status = add_up(work, &net, &rims);
    for (uint32_t tile = 0; status == FLUV_OK && tile < work->tiling.count; tile++) {
        size_t count = rims.first[tile + 1] - rims.first[tile];
        fluv_parcel_clear(work, tile);
        uint64_t *coming = fluv_parcel_add(work, tile, count, sizeof *coming);
        if (coming)
            memcpy(coming, net.coming + rims.first[tile], count * sizeof *coming);
        else
            status = FLUV_NO_MEMORY;
    }
    fluv_rims_free(&rims);
    return status;
}

/* ---- Grids as files have them ---- */

static fluv_status keep_area(fluv_tile_work *work, uint32_t tile, tile_flow *f)
{
    double cell_area = work->cell * work->cell;
    for (size_t c = 0; c < fluv_pane_count(f->window); c++)
        f->count[c] = f->kind[c] & FLUV_CELL_VOID ? (double)NAN : f->count[c] * cell_area;
    return fluv_tile_keep(work, FLUV_GRID_AREA, tile, f->window, f->count);
}

static fluv_status keep_discharge(fluv_tile_work *work, uint32_t tile, const tile_flow *f)
{
    size_t cells = fluv_pane_count(f->window);
    float *discharge = fluv_scratch(work->ctx, cells, sizeof *discharge);
    if (!discharge)
        return FLUV_NO_MEMORY;
    for (size_t c = 0; c < cells; c++) /* voids have none, 0 as in one piece */
        discharge[c] = fluv_even_discharge(f->count[c], work->cell * work->cell, work->runoff);
    fluv_status status = fluv_tile_keep(work, FLUV_GRID_DISCHARGE, tile, f->window, discharge);
    fluv_scratch_drop(work->ctx, discharge);
    return status;
}

static fluv_status keep_sea(fluv_tile_work *work, uint32_t tile, const tile_flow *f)
{
    size_t cells = fluv_pane_count(f->window);
    uint8_t *cover = fluv_scratch(work->ctx, cells, 1);
    float *water = fluv_scratch(work->ctx, cells, sizeof *water);
    if (!cover || !water)
        return FLUV_NO_MEMORY;
    for (size_t c = 0; c < cells; c++) {
        bool sea = f->kind[c] & FLUV_CELL_SEA;
        cover[c] = f->kind[c] & FLUV_CELL_VOID ? FLUV_TILES_BYTE_NODATA
                   : sea                       ? FLUV_OCEAN
                                               : FLUV_LAND;
        water[c] = sea ? 0.0f : NAN;
    }
    FLUV_TRY(fluv_tile_keep(work, FLUV_GRID_COVER, tile, f->window, cover));
    return fluv_tile_keep(work, FLUV_GRID_WATER, tile, f->window, water);
}

/* ESRI's codes, found on the tile with a ring around it as on a map. */
static fluv_status code_ways(fluv_tile_work *work, uint32_t tile, fluv_landscape *land)
{
    fluv_ctx *ctx = work->ctx;
    fluv_pane held = fluv_pane_grown(&work->tiling, fluv_tiling_window(&work->tiling, tile), 1);
    size_t cells = fluv_pane_count(held);
    land->frame = (fluv_frame){.cols = held.cols, .rows = held.rows, .cell = work->cell};
    float *height = fluv_layer_renew(ctx, land, FLUV_LAYER_height);
    uint32_t *receiver = fluv_layer_renew(ctx, land, FLUV_LAYER_receiver);
    uint8_t *cover = fluv_layer_renew(ctx, land, FLUV_LAYER_cover);
    uint8_t *codes = fluv_scratch(ctx, cells, 1);
    if (!height || !receiver || !cover || !codes)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_store_read(ctx, &work->grids[work->ground], held, height));
    const uint8_t *way = fluv_tile_load(work, FLUV_GRID_ROUTE, held);
    const uint8_t *kind = way ? fluv_tile_load(work, FLUV_GRID_KIND, held) : NULL;
    if (!kind)
        return work->failed;
    fluv_ways_to_receivers(held, way, receiver);
    for (size_t c = 0; c < cells; c++)
        cover[c] = kind[c] & FLUV_CELL_SEA ? FLUV_OCEAN : FLUV_LAND;
    fluv_directions_code(land, FLUV_TILES_BYTE_NODATA, codes);
    return fluv_tile_keep(work, FLUV_GRID_DIRECTION, tile, held, codes);
}

static fluv_status finish(fluv_tile_work *work, uint32_t tile)
{
    tile_flow f;
    FLUV_TRY(find_flow(work, tile, work->answers[tile].items, &f));
    bool lakes = work->ground == FLUV_GRID_SETTLED; /* they have seen to the rest */
    if (!lakes)
        FLUV_TRY(keep_discharge(work, tile, &f));
    FLUV_TRY(keep_area(work, tile, &f));
    if (!lakes)
        FLUV_TRY(keep_sea(work, tile, &f));
    fluv_landscape land = {0};
    fluv_status status = code_ways(work, tile, &land);
    fluv_landscape_free(&land);
    return status;
}

fluv_status fluv_tiles_sum_areas(fluv_tile_work *work)
{
    FLUV_TRY(fluv_tiles_ask(work, tell_exits, answer_coming));
    return fluv_tiles_each(work, finish);
}
