// SPDX-License-Identifier: MIT
/* Flats that may be lakes of a map in tiles.
 *
 * in   heights, kinds      out   on rank 0: the first cell of each flat that is large, broad and
 * even
 *
 * Cells of a flat lie within an eighth of a metre of one of them, so within a quarter of each
 * other. A tile tells cells that hang together so, where they reach its rim or are many; rank 0
 * gathers flats from those, in the order of the whole map.  O(n) in tiles. */
#include "tiles/shown.h"

#include <stdlib.h>

#define HANG_TOGETHER 0.251f /* m; a quarter, and what floats are off */
#define FLAT_WITHIN   0.125f /* m, as in water/survey.c */

typedef struct flat_cell {
    uint64_t cell;
    float height;
    uint32_t even; /* all around is within an eighth */
} flat_cell;

typedef struct tile_flats {
    fluv_pane window, held; /* with a ring */
    const float *height;    /* held, as `kind` */
    const uint8_t *kind;
    uint8_t *seen; /* of the window */
    uint32_t *queue;
} tile_flats;

static bool is_ground(const tile_flats *t, uint32_t held)
{
    return !(t->kind[held] & (FLUV_CELL_VOID | FLUV_CELL_SEA));
}

/* Cells of the window that hang together with one; `rim`: some lie on it. */
static uint32_t gather(const tile_flats *t, uint32_t first, bool *rim)
{
    uint32_t tail = 0;
    *rim = false;
    t->seen[first] = 1;
    t->queue[tail++] = first;
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t cell = t->queue[head], at = fluv_pane_find_of(t->held, t->window, cell);
        *rim = *rim || fluv_rim_place(t->window, cell) != FLUV_NONE;
        for (int k = 0; k < 8; k++) {
            if (!fluv_in_grid(t->window.cols, t->window.rows,
                              (int64_t)(cell % t->window.cols) + fluv_dx[k],
                              (int64_t)(cell / t->window.cols) + fluv_dy[k]))
                continue;
            uint32_t to = fluv_cell_beside(t->window.cols, cell, k);
            uint32_t other = fluv_cell_beside(t->held.cols, at, k);
            if (t->seen[to] || !is_ground(t, other) ||
                !(fabsf(t->height[other] - t->height[at]) <= HANG_TOGETHER))
                continue;
            t->seen[to] = 1;
            t->queue[tail++] = to;
        }
    }
    return tail;
}

static bool is_even(const tile_flats *t, uint32_t at)
{
    const fluv_topology grid = fluv_topology_grid(t->held.cols, t->held.rows, 1.0);
    fluv_around around = fluv_around_cell(&grid, at);
    for (uint32_t i = 0; i < around.count; i++)
        if (!(fabsf(t->height[around.cell[i]] - t->height[at]) <= FLAT_WITHIN))
            return false;
    return true;
}

static fluv_status tell_flats(fluv_tile_work *work, uint32_t tile)
{
    tile_flats t = {.window = fluv_tiling_window(&work->tiling, tile)};
    t.held = fluv_pane_grown(&work->tiling, t.window, 1);
    t.height = fluv_tile_load(work, FLUV_GRID_HEIGHT, t.held);
    t.kind = t.height ? fluv_tile_load(work, FLUV_GRID_KIND, t.held) : NULL;
    if (!t.kind)
        return work->failed;
    uint32_t cells = (uint32_t)fluv_pane_count(t.window);
    t.seen = fluv_scratch_zero(work->ctx, cells, 1);
    t.queue = fluv_scratch(work->ctx, cells, sizeof *t.queue);
    if (!t.seen || !t.queue)
        return FLUV_NO_MEMORY;
    double least = work->lakes.rules.min_area / (work->cell * work->cell);
    for (uint32_t c = 0; c < cells; c++) {
        bool rim;
        if (t.seen[c] || !is_ground(&t, fluv_pane_find_of(t.held, t.window, c)))
            continue;
        uint32_t count = gather(&t, c, &rim);
        if (!rim && (double)count * 1.001 < least)
            continue;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t at = fluv_pane_find_of(t.held, t.window, t.queue[i]);
            flat_cell *told = fluv_parcel_add(work, tile, 1, sizeof *told);
            if (!told)
                return FLUV_NO_MEMORY;
            *told = (flat_cell){fluv_pane_cell(&work->tiling, t.held, at), t.height[at],
                                is_even(&t, at)};
        }
    }
    return FLUV_OK;
}

/* ---- On rank 0 ---- */

typedef struct flat_map {
    flat_cell *cells; /* by rising number */
    uint32_t count;
    fluv_topology topology; /* behind the cells those that stand for others around them */
    uint32_t *first, *neighbour;
    double *areas;
    float *height;
    uint8_t *kind;
} flat_map;

static int by_cell(const void *a, const void *b)
{
    uint64_t left = ((const flat_cell *)a)->cell, right = ((const flat_cell *)b)->cell;
    return left < right ? -1 : left > right;
}

static fluv_status take_cells(fluv_tile_work *work, flat_map *m)
{
    size_t all = 0;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++)
        all += work->parcels[tile].count / sizeof *m->cells;
    if (all >= FLUV_NONE / 8) /* each has up to eight neighbours */
        return fluv_fail(work->ctx, FLUV_NO_MEMORY, "flats have more cells than 32 bits count");
    m->cells = fluv_scratch(work->ctx, all + 1, sizeof *m->cells);
    if (!m->cells)
        return FLUV_NO_MEMORY;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        size_t own = work->parcels[tile].count / sizeof *m->cells;
        if (own)
            memcpy(m->cells + m->count, work->parcels[tile].items, own * sizeof *m->cells);
        m->count += (uint32_t)own;
        fluv_list_free(&work->parcels[tile]);
    }
    qsort(m->cells, m->count, sizeof *m->cells, by_cell);
    return FLUV_OK;
}

static fluv_status make_room(fluv_ctx *ctx, flat_map *m)
{
    size_t most = 2 * (size_t)m->count + 1;
    m->first = fluv_scratch(ctx, most + 1, sizeof *m->first);
    m->neighbour = fluv_scratch(ctx, 8 * (size_t)m->count + 1, sizeof *m->neighbour);
    m->areas = fluv_scratch(ctx, most, sizeof *m->areas);
    m->height = fluv_scratch(ctx, most, sizeof *m->height);
    m->kind = fluv_scratch_zero(ctx, most, 1);
    return m->first && m->neighbour && m->areas && m->height && m->kind ? FLUV_OK : FLUV_NO_MEMORY;
}

/* What lies around a cell and was not told: it is the sea, as even as the cell, or no flat. */
static void stand_for_others(flat_map *m, uint32_t cell, uint32_t *behind)
{
    bool even = m->cells[cell].even;
    m->height[*behind] = even ? m->height[cell] : INFINITY;
    m->kind[*behind] = even ? FLUV_CELL_SEA : FLUV_CELL_VOID;
    ++*behind;
}

static void connect(const fluv_tile_work *work, flat_map *m)
{
    const fluv_tiling *tiling = &work->tiling;
    uint32_t steps = 0, behind = m->count;
    for (uint32_t i = 0; i < m->count; i++) {
        uint64_t cell = m->cells[i].cell;
        bool others = false;
        m->first[i] = steps;
        m->height[i] = m->cells[i].height;
        for (int k = 0; k < 8; k++) {
            int64_t col = (int64_t)(cell % tiling->cols) + fluv_dx[k];
            int64_t row = (int64_t)(cell / tiling->cols) + fluv_dy[k];
            if (!fluv_in_grid(tiling->cols, tiling->rows, col, row))
                continue;
            const flat_cell key = {.cell = fluv_tiling_cell(tiling, (uint32_t)col, (uint32_t)row)};
            const flat_cell *found = bsearch(&key, m->cells, m->count, sizeof key, by_cell);
            if (found)
                m->neighbour[steps++] = (uint32_t)(found - m->cells);
            others = others || !found;
        }
        if (!others)
            continue;
        m->neighbour[steps++] = behind;
        stand_for_others(m, i, &behind);
    }
    for (uint32_t i = m->count; i <= behind; i++)
        m->first[i] = steps;
    for (uint32_t i = 0; i < behind; i++)
        m->areas[i] = work->cell * work->cell;
    m->topology = (fluv_topology){
        .count = behind, .first = m->first, .neighbour = m->neighbour, .areas = m->areas};
}

static fluv_status list_flats(fluv_tile_work *work, const fluv_list *found, const flat_map *m)
{
    const uint32_t *seeds = found->items;
    uint64_t *cells = fluv_scratch(work->ctx, found->count, sizeof *cells);
    if (!cells)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < found->count; i++)
        cells[i] = m->cells[seeds[i]].cell;
    if (found->count && (uint64_t)work->tiling.cols * work->tiling.rows >= FLUV_NONE)
        return fluv_fail(work->ctx, FLUV_BAD_USE,
                         "the map shows %zu flat%s that may be lakes, and %u x %u cells are more "
                         "than can be looked at for their shores: lakes.flats=land lets them be "
                         "land, --skip lakes leaves lakes out",
                         found->count, found->count == 1 ? "" : "s", work->tiling.cols,
                         work->tiling.rows);
    const fluv_list list = {.items = cells, .count = found->count, .size = sizeof *cells};
    return fluv_tile_save(work, FLUV_TILES_SEEDS, &list, 1);
}

static fluv_status gather_flats(fluv_tile_work *work)
{
    flat_map m = {0};
    fluv_list seeds = {0};
    FLUV_TRY(take_cells(work, &m));
    FLUV_TRY(make_room(work->ctx, &m));
    connect(work, &m);
    fluv_status status = fluv_survey_list_flats(work->ctx, &m.topology, m.kind, m.height,
                                                work->lakes.rules.min_area, &seeds);
    if (status == FLUV_OK)
        status = list_flats(work, &seeds, &m);
    fluv_list_free(&seeds);
    return status;
}

fluv_status fluv_tiles_find_flats(fluv_tile_work *work)
{
    return fluv_tiles_ask(work, tell_flats, gather_flats);
}
