// SPDX-License-Identifier: MIT
/* Ends of ways within tiles. O(n). */
#include "tiles/ends.h"

#include "water/catchments.h"

fluv_status fluv_ends_find(fluv_ctx *ctx, fluv_pane window, const uint8_t *kind, const uint8_t *way,
                           fluv_ends *ends)
{
    fluv_topology grid = fluv_topology_grid(window.cols, window.rows, 1.0);
    *ends = (fluv_ends){.window = window,
                        .receiver = fluv_scratch(ctx, grid.count, sizeof *ends->receiver),
                        .end = fluv_scratch(ctx, grid.count, sizeof *ends->end)};
    if (!ends->receiver || !ends->end)
        return FLUV_NO_MEMORY;
    fluv_ways_to_receivers(window, way, ends->receiver);
    for (uint32_t c = 0; c < grid.count; c++) {
        uint32_t end = FLUV_UNLABELLED;
        if (kind[c] & FLUV_CELL_VOID)
            end = FLUV_NONE;
        else if (way[c] == FLUV_NO_WAY)
            end = kind[c] == 0 ? ++ends->hollows : FLUV_OUTSIDE;
        else if (ends->receiver[c] == FLUV_NONE)
            end = FLUV_EXIT_AT + fluv_rim_place(window, c);
        ends->end[c] = end;
    }
    fluv_labels_follow(&grid, ctx->threads, ends->receiver, ends->end);
    return FLUV_OK;
}

fluv_status fluv_rim_tell(fluv_tile_work *work, uint32_t tile, const fluv_ends *ends,
                          const uint8_t *way)
{
    uint32_t rim = fluv_rim_count(ends->window);
    uint32_t *end = fluv_parcel_add(work, tile, rim, sizeof *end);
    if (!end)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < rim; i++)
        end[i] = ends->end[fluv_rim_cell(ends->window, i)];
    uint8_t *ways = fluv_parcel_add(work, tile, rim, 1);
    if (!ways)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < rim; i++)
        ways[i] = way[fluv_rim_cell(ends->window, i)];
    return FLUV_OK;
}

fluv_status fluv_rims_begin(fluv_ctx *ctx, const fluv_tiling *tiling, fluv_rims *rims)
{
    *rims = (fluv_rims){.tiling = tiling};
    rims->first = fluv_alloc(ctx, (size_t)tiling->count + 1, sizeof *rims->first);
    if (!rims->first)
        return FLUV_NO_MEMORY;
    rims->first[0] = 0;
    for (uint32_t tile = 0; tile < tiling->count; tile++)
        rims->first[tile + 1] =
            rims->first[tile] + fluv_rim_count(fluv_tiling_window(tiling, tile));
    size_t all = rims->first[tiling->count];
    rims->end = fluv_alloc_zero(ctx, all, sizeof *rims->end);
    rims->way = fluv_alloc_zero(ctx, all, 1);
    return rims->end && rims->way ? FLUV_OK : FLUV_NO_MEMORY;
}

void fluv_rims_free(fluv_rims *rims)
{
    fluv_free(rims->first);
    fluv_free(rims->end);
    fluv_free(rims->way);
    *rims = (fluv_rims){0};
}

void fluv_rims_take(const fluv_tile_work *work, uint32_t tile, size_t *at, fluv_rims *rims)
{
    uint64_t first = rims->first[tile];
    size_t count = rims->first[tile + 1] - first;
    memcpy(rims->end + first, fluv_parcel_take(work, tile, at, count, sizeof *rims->end),
           count * sizeof *rims->end);
    memcpy(rims->way + first, fluv_parcel_take(work, tile, at, count, 1), count);
}

fluv_rim_at fluv_rims_find(const fluv_tiling *tiling, uint32_t col, uint32_t row)
{
    fluv_rim_at at = {.tile = fluv_tiling_at(tiling, col, row)};
    fluv_pane window = fluv_tiling_window(tiling, at.tile);
    at.place = fluv_rim_place(window, fluv_pane_find(window, col, row));
    assert(at.place != FLUV_NONE);
    return at;
}

fluv_rim_at fluv_rims_beyond(const fluv_rims *rims, fluv_rim_at exit)
{
    fluv_pane window = fluv_tiling_window(rims->tiling, exit.tile);
    uint32_t cell = fluv_rim_cell(window, exit.place);
    int k = rims->way[fluv_rims_index(rims, exit)];
    assert(k < FLUV_NO_WAY);
    uint32_t col = window.col + cell % window.cols, row = window.row + cell / window.cols;
    return fluv_rims_find(rims->tiling, (uint32_t)((int64_t)col + fluv_dx[k]),
                          (uint32_t)((int64_t)row + fluv_dy[k]));
}

/* ---- Down over rims ---- */

typedef struct descent {
    const fluv_rims *rims;
    fluv_rim_carry *carry;
    void *user;
    uint32_t *awaited; /* of exits: places that lead to it and are not carried yet */
} descent;

/* The exit that water takes which comes in at a place; false: it ends in the tile. */
static bool exit_of(const fluv_rims *rims, fluv_rim_at at, fluv_rim_at *exit)
{
    uint32_t end = rims->end[fluv_rims_index(rims, at)];
    *exit = (fluv_rim_at){at.tile, end - FLUV_EXIT_AT};
    return fluv_end_is_exit(end);
}

typedef void visit_exit(const descent *d, fluv_rim_at exit);

/* An exit is the end of its own way; a cell with two places has it once. */
static void each_exit(const descent *d, visit_exit *visit)
{
    const fluv_tiling *tiling = d->rims->tiling;
    for (uint32_t tile = 0; tile < tiling->count; tile++) {
        fluv_pane window = fluv_tiling_window(tiling, tile);
        for (uint32_t i = 0; i < d->rims->first[tile + 1] - d->rims->first[tile]; i++)
            if (d->rims->end[d->rims->first[tile] + i] == FLUV_EXIT_AT + i &&
                fluv_rim_place(window, fluv_rim_cell(window, i)) == i)
                visit(d, (fluv_rim_at){tile, i});
    }
}

static void await_below(const descent *d, fluv_rim_at exit)
{
    fluv_rim_at next;
    if (exit_of(d->rims, fluv_rims_beyond(d->rims, exit), &next))
        d->awaited[fluv_rims_index(d->rims, next)]++;
}

#define CARRIED UINT32_MAX

/* From an exit that awaits nothing on down, as far as all is known. */
static void carry_below(const descent *d, fluv_rim_at exit)
{
    uint64_t at = fluv_rims_index(d->rims, exit);
    while (at != FLUV_NO_EXIT && d->awaited[at] == 0) {
        fluv_rim_at to = fluv_rims_beyond(d->rims, exit);
        uint64_t next = exit_of(d->rims, to, &exit) ? fluv_rims_index(d->rims, exit) : FLUV_NO_EXIT;
        d->awaited[at] = CARRIED;
        d->carry(d->user, at, fluv_rims_index(d->rims, to), next);
        if (next != FLUV_NO_EXIT)
            d->awaited[next]--;
        at = next;
    }
}

fluv_status fluv_rims_descend(fluv_ctx *ctx, const fluv_rims *rims, fluv_rim_carry *carry,
                              void *user)
{
    size_t places = rims->first[rims->tiling->count];
    descent d = {rims, carry, user, fluv_scratch_zero(ctx, places, sizeof *d.awaited)};
    if (!d.awaited)
        return FLUV_NO_MEMORY;
    each_exit(&d, await_below);
    each_exit(&d, carry_below);
    fluv_scratch_drop(ctx, d.awaited);
    return FLUV_OK;
}

/* Where the way from a place ends; written down at every place on it that an exit leads to. */
static void follow(fluv_rims *rims, fluv_rim_at from)
{
    uint32_t end = rims->end[fluv_rims_index(rims, from)];
    for (fluv_rim_at at = from; fluv_end_is_exit(end); end = rims->end[fluv_rims_index(rims, at)])
        at = fluv_rims_beyond(rims, (fluv_rim_at){at.tile, end - FLUV_EXIT_AT});
    for (fluv_rim_at at = from;;) {
        uint32_t *known = &rims->end[fluv_rims_index(rims, at)];
        if (!fluv_end_is_exit(*known))
            return;
        fluv_rim_at exit = {at.tile, *known - FLUV_EXIT_AT};
        *known = end;
        at = fluv_rims_beyond(rims, exit);
    }
}

void fluv_rims_follow(fluv_rims *rims)
{
    for (uint32_t tile = 0; tile < rims->tiling->count; tile++)
        for (uint32_t i = 0; i < rims->first[tile + 1] - rims->first[tile]; i++)
            follow(rims, (fluv_rim_at){tile, i});
}
