// SPDX-License-Identifier: MIT
/* Discharge through lakes, tile by tile.
 *
 * in   lakes, ways, areas      out   discharge; what each lake gets, loses and covers
 *
 * Where water leaves a lake, or has stood at its level until there, it loses what the lake lacks;
 * where it ends in one, all of it. These cells are breaks: a tile counts the cells whose runoff
 * comes to each break and exit first, and where it goes on from there; rank 0 leads water from
 * break to break over all tiles and takes the losses; each tile then adds up between them. Water is
 * counted in whole parts of what a cell gives (water/sums.h), so that every sum is exact. Ways on
 * at a lake's level are followed from tile to tile.  O(n).
 *
 * Based on: Barnes. Parallel non-divergent flow accumulation for trillion cell digital elevation
 *           models on desktops or clusters. 2017 */
#include "tiles/lakes_flow.h"
#include "water/catchments.h"

#include <stdlib.h>

/* ---- What comes to breaks and exits in a tile ---- */

typedef struct tile_flow {
    fluv_pane window;
    const uint8_t *way, *gives;
    const uint32_t *lake;
    uint32_t *break_cell, *receiver, *label;
    uint32_t dealt, count; /* breaks: those dealt, and with ends in lakes */
    const fluv_asked_area *asked;
    size_t asked_count;
    const fluv_dealt_break *breaks;
} tile_flow;

static bool ends_in_lake(const tile_flow *f, uint32_t cell, bool lakes)
{
    return lakes && f->way[cell] == FLUV_NO_WAY && f->lake[cell] != FLUV_NONE &&
           f->label[cell] == FLUV_UNLABELLED;
}

static fluv_status find_breaks(fluv_tile_work *work, uint32_t tile, tile_flow *f)
{
    const uint64_t *head = work->notes[tile].items;
    uint32_t cells = (uint32_t)fluv_pane_count(f->window), most = 0;
    bool lakes = work->lakes.mode != FLUV_LAKES_POURED;
    f->breaks = (const fluv_dealt_break *)(head + 2);
    f->asked = (const fluv_asked_area *)(f->breaks + head[0]);
    f->dealt = (uint32_t)head[0];
    f->asked_count = (size_t)head[1];
    f->receiver = fluv_scratch(work->ctx, cells, sizeof *f->receiver);
    f->label = fluv_scratch(work->ctx, cells, sizeof *f->label);
    if (!f->receiver || !f->label)
        return FLUV_NO_MEMORY;
    fluv_ways_to_receivers(f->window, f->way, f->receiver);
    for (uint32_t c = 0; c < cells; c++) {
        f->label[c] = FLUV_UNLABELLED;
        most += lakes && f->way[c] == FLUV_NO_WAY && f->lake[c] != FLUV_NONE;
    }
    f->break_cell = fluv_scratch(work->ctx, f->dealt + most, sizeof *f->break_cell);
    if (!f->break_cell)
        return FLUV_NO_MEMORY;
    for (; f->count < f->dealt; f->count++) {
        uint32_t cell = fluv_pane_find_cell(&work->tiling, f->window, f->breaks[f->count].cell);
        f->break_cell[f->count] = cell;
        f->label[cell] = f->count;
    }
    for (uint32_t c = 0; c < cells; c++) {
        if (ends_in_lake(f, c, lakes)) {
            f->break_cell[f->count] = c;
            f->label[c] = f->count++;
        } else if (f->label[c] == FLUV_UNLABELLED && f->receiver[c] == FLUV_NONE) {
            f->label[c] =
                f->way[c] == FLUV_NO_WAY ? FLUV_NONE : FLUV_EXIT_AT + fluv_rim_place(f->window, c);
        }
    }
    fluv_topology grid = fluv_topology_grid(f->window.cols, f->window.rows, work->cell);
    fluv_labels_follow(&grid, work->ctx->threads, f->receiver, f->label);
    return FLUV_OK;
}

static fluv_status load_flow(fluv_tile_work *work, uint32_t tile, tile_flow *f)
{
    *f = (tile_flow){.window = fluv_tiling_window(&work->tiling, tile)};
    f->way = fluv_tile_load(work, FLUV_GRID_ROUTE, f->window);
    f->gives = f->way ? fluv_tile_load(work, FLUV_GRID_GIVES, f->window) : NULL;
    f->lake = f->gives ? fluv_tile_load(work, FLUV_GRID_LAKE, f->window) : NULL;
    return f->lake ? find_breaks(work, tile, f) : work->failed;
}

/* Where a break's water goes on to. */
static uint64_t out_of(const tile_flow *f, uint32_t i)
{
    uint32_t cell = f->break_cell[i], to = f->receiver[cell];
    if (to != FLUV_NONE)
        return f->label[to];
    return f->way[cell] == FLUV_NO_WAY ? FLUV_NONE : FLUV_EXIT_AT + fluv_rim_place(f->window, cell);
}

static fluv_status tell_counts(fluv_tile_work *work, uint32_t tile, const tile_flow *f)
{
    uint32_t rim = fluv_rim_count(f->window);
    uint64_t *rain = fluv_parcel_add(work, tile, 2, sizeof *rain);
    if (!rain)
        return FLUV_NO_MEMORY;
    rain[0] = 0;
    rain[1] = f->count;
    for (uint32_t c = 0; c < fluv_pane_count(f->window); c++)
        rain[0] += f->gives[c];
    uint64_t *leaving = fluv_parcel_add(work, tile, rim, sizeof *leaving);
    if (!leaving)
        return FLUV_NO_MEMORY;
    fluv_break_told *told = fluv_scratch_zero(work->ctx, f->count, sizeof *told);
    if (!told)
        return FLUV_NO_MEMORY;
    memset(leaving, 0, rim * sizeof *leaving);
    for (uint32_t i = 0; i < f->count; i++) {
        uint32_t cell = f->break_cell[i]; /* of a shelf's end too, where a lake begins there */
        bool exits = i < f->dealt && (f->breaks[i].flags & FLUV_EXIT);
        bool ends = f->way[cell] == FLUV_NO_WAY && f->lake[cell] != FLUV_NONE && !exits;
        told[i] = (fluv_break_told){ends ? f->lake[cell] : FLUV_NONE, 0, out_of(f, i)};
    }
    for (uint32_t c = 0; c < fluv_pane_count(f->window); c++) {
        uint32_t end = f->label[c];
        if (!f->gives[c] || end == FLUV_NONE)
            continue;
        if (fluv_end_is_exit(end))
            leaving[end - FLUV_EXIT_AT]++;
        else
            told[end].cells++;
    }
    fluv_break_told *to = fluv_parcel_add(work, tile, f->count, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    if (f->count)
        memcpy(to, told, f->count * sizeof *to);
    return FLUV_OK;
}

static fluv_status tell_flow(fluv_tile_work *work, uint32_t tile)
{
    tile_flow f;
    FLUV_TRY(load_flow(work, tile, &f));
    const fluv_ends ends = {.window = f.window, .receiver = f.receiver, .end = f.label};
    FLUV_TRY(fluv_rim_tell(work, tile, &ends, f.way));
    FLUV_TRY(tell_counts(work, tile, &f));
    if (!f.asked_count)
        return FLUV_OK;
    const double *area = fluv_tile_load(work, FLUV_GRID_AREA, f.window);
    if (!area)
        return work->failed;
    for (size_t i = 0; i < f.asked_count; i++) {
        double *told = fluv_parcel_add(work, tile, 2, sizeof *told);
        if (!told)
            return FLUV_NO_MEMORY;
        told[0] = (double)f.asked[i].lake;
        told[1] = area[fluv_pane_find_cell(&work->tiling, f.window, f.asked[i].cell)];
    }
    return FLUV_OK;
}

/* ---- Discharge of the tile ---- */

static int by_order(const void *a, const void *b)
{
    uint64_t left = ((const fluv_thinned *)a)->order, right = ((const fluv_thinned *)b)->order;
    return left < right ? -1 : left > right;
}

static fluv_status thin(fluv_tile_work *work, const tile_flow *f, const uint32_t *receiver,
                        const fluv_thinned *parts, size_t count, double *flow)
{
    fluv_thinned *sorted = fluv_scratch(work->ctx, count + 1, sizeof *sorted);
    if (!sorted)
        return FLUV_NO_MEMORY;
    if (count)
        memcpy(sorted, parts, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_order);
    for (size_t i = 0; i < count; i++) {
        uint32_t end = fluv_pane_find_cell(&work->tiling, f->window, sorted[i].end);
        uint32_t at = fluv_pane_find_cell(&work->tiling, f->window, sorted[i].start);
        for (; at != FLUV_NONE && at != end; at = receiver[at])
            flow[at] *= sorted[i].factor;
    }
    return FLUV_OK;
}

static fluv_status add_up(fluv_tile_work *work, const tile_flow *f, const double *coming,
                          const double *out, double *flow)
{
    uint32_t cells = (uint32_t)fluv_pane_count(f->window);
    double part = fluv_flow_parts(fluv_flow_unit_of(work), work->lakes.runoff);
    uint32_t *receiver = fluv_scratch(work->ctx, cells, sizeof *receiver);
    uint8_t *donors = fluv_scratch(work->ctx, cells, 1);
    if (!receiver || !donors)
        return FLUV_NO_MEMORY;
    memcpy(receiver, f->receiver, cells * sizeof *receiver);
    for (uint32_t c = 0; c < cells; c++)
        flow[c] = f->gives[c] ? part : 0.0;
    for (uint32_t i = 0; i < fluv_rim_count(f->window); i++)
        flow[fluv_rim_cell(f->window, i)] += coming[i];
    for (uint32_t i = 0; i < f->count; i++) { /* from breaks on only what they let go */
        uint32_t to = f->receiver[f->break_cell[i]];
        if (to != FLUV_NONE)
            flow[to] += out[i];
        receiver[f->break_cell[i]] = FLUV_NONE;
    }
    fluv_topology grid = fluv_topology_grid(f->window.cols, f->window.rows, work->cell);
    fluv_accumulate(&grid, work->ctx->threads, receiver, NULL, donors, flow, NULL);
    for (uint32_t i = 0; i < f->count; i++)
        flow[f->break_cell[i]] = out[i];
    return FLUV_OK;
}

static fluv_status finish(fluv_tile_work *work, uint32_t tile)
{
    tile_flow f;
    FLUV_TRY(load_flow(work, tile, &f));
    size_t cells = fluv_pane_count(f.window), rim = fluv_rim_count(f.window);
    const double *coming = work->answers[tile].items, *out = coming + rim;
    const fluv_thinned *parts = (const fluv_thinned *)(const void *)(out + f.count);
    size_t thin_count = (work->answers[tile].count - (rim + f.count) * sizeof *out) / sizeof *parts;
    fluv_flow_unit unit = fluv_flow_unit_of(work);
    double *flow = fluv_scratch(work->ctx, cells, sizeof *flow);
    float *discharge = fluv_scratch(work->ctx, cells, sizeof *discharge);
    if (!flow || !discharge)
        return FLUV_NO_MEMORY;
    FLUV_TRY(add_up(work, &f, coming, out, flow));
    FLUV_TRY(thin(work, &f, f.receiver, parts, thin_count, flow));
    for (size_t c = 0; c < cells; c++)
        discharge[c] =
            fluv_even_discharge(flow[c] / unit.parts, work->cell * work->cell, unit.rate);
    return fluv_tile_keep(work, FLUV_GRID_DISCHARGE, tile, f.window, discharge);
}

static fluv_status lead_through(fluv_tile_work *work)
{
    const fluv_transport *by = work->transport;
    FLUV_TRY(fluv_tiles_ask(work, fluv_flow_tell_lakes, fluv_flow_solve_lakes));
    for (work->again = by->hear ? by->hear(by, work->again) : work->again; work->again;
         work->again = by->hear ? by->hear(by, work->again) : work->again)
        FLUV_TRY(fluv_tiles_ask(work, fluv_flow_walk_on, fluv_flow_solve_walks));
    FLUV_TRY(fluv_tiles_each(work, fluv_tile_note));
    FLUV_TRY(fluv_tiles_ask(work, tell_flow, fluv_flow_solve));
    return fluv_tiles_each(work, finish);
}

fluv_status fluv_tiles_lead_through_lakes(fluv_tile_work *work)
{
    fluv_flow_net net = {0};
    work->flow = &net;
    fluv_status status = lead_through(work);
    fluv_flow_net_free(&net);
    work->flow = NULL;
    return status;
}
