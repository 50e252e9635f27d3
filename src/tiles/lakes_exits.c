// SPDX-License-Identifier: MIT
/* Where water leaves lakes, tile by tile.
 *
 * in   lakes, ways      out   cells of each lake; where it is left, and how far water stands at its
 *                             level below
 *
 * A tile counts the cells of lakes and tells where they are left. What joins the way below while it
 * still stands at the lake's level has filled it too (stages/lakes): rank 0 lets tiles follow these
 * ways, one after the other.  O(n). */
#include "tiles/lakes_flow.h"

#include <stdlib.h>

/* ---- What a tile tells of its lakes ---- */

typedef struct cells_told {
    uint64_t lake, count, place;
    fluv_told_steps depth;
    double deepest;
} cells_told;

/* Where water leaves a lake; the last cell in the tile that stands at its level, and the one of
 * another tile that does so too. */
typedef struct exit_told {
    uint64_t lake, cell, next;
    uint64_t end, beyond; /* NO_CELL: it ends here */
    double level;
} exit_told;

typedef struct lake_cells {
    uint32_t lake;
    fluv_lake_cells cells;
} lake_cells;

typedef struct tile_lakes {
    fluv_pane window, held; /* with a ring */
    const uint32_t *lake;   /* held, as the others */
    const float *water, *height;
    const uint8_t *kind, *way;
} tile_lakes;

static fluv_status load_lakes(fluv_tile_work *work, uint32_t tile, tile_lakes *t)
{
    t->window = fluv_tiling_window(&work->tiling, tile);
    t->held = fluv_pane_grown(&work->tiling, t->window, 1);
    t->lake = fluv_tile_load(work, FLUV_GRID_LAKE, t->held);
    t->water = t->lake ? fluv_tile_load(work, FLUV_GRID_WATER, t->held) : NULL;
    t->height = t->water ? fluv_tile_load(work, work->ground, t->held) : NULL;
    t->kind = t->height ? fluv_tile_load(work, FLUV_GRID_KIND, t->held) : NULL;
    t->way = t->kind ? fluv_tile_load(work, FLUV_GRID_ROUTE, t->held) : NULL;
    return t->way ? FLUV_OK : work->failed;
}

static int by_lake(const void *a, const void *b)
{
    uint32_t left = ((const lake_cells *)a)->lake, right = ((const lake_cells *)b)->lake;
    return left < right ? -1 : left > right;
}

static fluv_status list_cells(fluv_tile_work *work, const tile_lakes *t, fluv_list *list)
{
    lake_cells *last = NULL;
    for (uint32_t c = 0; c < fluv_pane_count(t->window); c++) {
        uint32_t at = fluv_pane_find_of(t->held, t->window, c), lake = t->lake[at];
        if (lake == FLUV_NONE)
            continue;
        if (!last || last->lake != lake) {
            last = fluv_list_append(work->ctx, list, 1, sizeof *last);
            if (!last)
                return FLUV_NO_MEMORY;
            *last = (lake_cells){lake, FLUV_NO_LAKE_CELLS};
        }
        float depth = isnan(t->water[at]) ? 0.0f : t->water[at] - t->height[at];
        const fluv_lake_cells own = {1, fluv_in_steps((double)depth), fmaxf(depth, 0.0f),
                                     fluv_pane_cell(&work->tiling, t->held, at)};
        fluv_lake_cells_join(&last->cells, &own);
    }
    if (list->count)
        qsort(list->items, list->count, sizeof *last, by_lake);
    return FLUV_OK;
}

static fluv_status tell_cells(fluv_tile_work *work, uint32_t tile, const fluv_list *list)
{
    const lake_cells *all = list->items;
    uint64_t *count = fluv_parcel_add(work, tile, 1, sizeof *count);
    if (!count)
        return FLUV_NO_MEMORY;
    *count = 0;
    for (size_t i = 0; i < list->count; i++)
        *count += !i || all[i].lake != all[i - 1].lake;
    for (size_t from = 0, end; from < list->count; from = end) {
        fluv_lake_cells sum = FLUV_NO_LAKE_CELLS;
        for (end = from; end < list->count && all[end].lake == all[from].lake; end++)
            fluv_lake_cells_join(&sum, &all[end].cells);
        cells_told *told = fluv_parcel_add(work, tile, 1, sizeof *told);
        if (!told)
            return FLUV_NO_MEMORY;
        *told = (cells_told){all[from].lake, sum.count, sum.place, fluv_steps_tell(sum.depth),
                             (double)sum.deepest};
    }
    return FLUV_OK;
}

static bool in_window(const tile_lakes *t, uint32_t held)
{
    return fluv_pane_find_of(t->window, t->held, held) != FLUV_NONE;
}

/* The cell that one drains to, which a ring shows; NONE: the way ends. */
static uint32_t below(const tile_lakes *t, uint32_t at)
{
    return t->way[at] == FLUV_NO_WAY ? FLUV_NONE : fluv_cell_beside(t->held.cols, at, t->way[at]);
}

/* A dry lake's level is a hair above its floor. */
static float level_at(const tile_lakes *t, uint32_t at)
{
    return isnan(t->water[at]) ? nextafterf(t->height[at], INFINITY) : t->water[at];
}

/* From a cell of the tile on, as far as the tile goes, to the last that stands at a level;
 * `beyond`: the first cell of another tile that does. */
static void walk_shelf(const fluv_tile_work *work, const tile_lakes *t, uint32_t at, float level,
                       uint64_t *end, uint64_t *beyond)
{
    *beyond = FLUV_NO_CELL;
    for (uint32_t to; (to = below(t, at)) != FLUV_NONE; at = to) {
        float surface = t->lake[to] == FLUV_NONE ? t->height[to] : level_at(t, to);
        if (surface != level)
            break;
        if (!in_window(t, to)) {
            *beyond = fluv_pane_cell(&work->tiling, t->held, to);
            break;
        }
    }
    *end = fluv_pane_cell(&work->tiling, t->held, at);
}

static fluv_status tell_exits(fluv_tile_work *work, uint32_t tile, const tile_lakes *t)
{
    for (uint32_t c = 0; c < fluv_pane_count(t->window); c++) {
        uint32_t at = fluv_pane_find_of(t->held, t->window, c), lake = t->lake[at];
        uint32_t to = below(t, at);
        if (lake == FLUV_NONE ||
            (to == FLUV_NONE ? !(t->kind[at] & FLUV_CELL_OPEN) : t->lake[to] == lake))
            continue;
        exit_told *told = fluv_parcel_add(work, tile, 1, sizeof *told);
        if (!told)
            return FLUV_NO_MEMORY;
        *told = (exit_told){.lake = lake,
                            .cell = fluv_pane_cell(&work->tiling, t->held, at),
                            .next = to == FLUV_NONE ? FLUV_NO_CELL
                                                    : fluv_pane_cell(&work->tiling, t->held, to),
                            .level = (double)level_at(t, at)};
        walk_shelf(work, t, at, level_at(t, at), &told->end, &told->beyond);
    }
    return FLUV_OK;
}

fluv_status fluv_flow_tell_lakes(fluv_tile_work *work, uint32_t tile)
{
    tile_lakes t;
    fluv_list list = {0};
    FLUV_TRY(load_lakes(work, tile, &t));
    fluv_status status = list_cells(work, &t, &list);
    if (status == FLUV_OK)
        status = tell_cells(work, tile, &list);
    if (status == FLUV_OK)
        status = tell_exits(work, tile, &t);
    fluv_list_free(&list);
    return status;
}

/* ---- Rank 0: lakes, and ways on at their levels ---- */

static fluv_status open_lakes(fluv_tile_work *work, fluv_flow_net *n)
{
    static const size_t sizes[3] = {sizeof(fluv_found_lake), sizeof(uint64_t),
                                    sizeof(fluv_lakes_total)};
    FLUV_TRY(fluv_tile_restore(work, FLUV_TILES_FOUND, sizes, 3, n->lists));
    n->count = (uint32_t)n->lists[0].count;
    n->lakes = n->lists[0].items;
    n->roots = n->lists[1].items;
    n->cells = fluv_alloc_zero(work->ctx, n->count + 1, sizeof *n->cells);
    n->ways = fluv_alloc_zero(work->ctx, n->count + 1, sizeof *n->ways);
    n->catchment = fluv_alloc_zero(work->ctx, n->count + 1, sizeof *n->catchment);
    n->first = fluv_alloc_zero(work->ctx, (size_t)work->tiling.count + 1, sizeof *n->first);
    if (!n->cells || !n->ways || !n->catchment || !n->first)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < n->count; i++) {
        n->cells[i] = FLUV_NO_LAKE_CELLS;
        n->ways[i] = (fluv_lake_exit){FLUV_NO_CELL, FLUV_NO_CELL, FLUV_NO_CELL, 0.0, 1.0, 0.0};
    }
    return FLUV_OK;
}

typedef struct shelf_head {
    uint64_t lake, at;
    double level;
} shelf_head;

static fluv_status add_segment(fluv_tile_work *work, fluv_flow_net *n, uint64_t lake,
                               uint64_t start)
{
    fluv_lake_segment *to = fluv_list_append(work->ctx, &n->segments, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = (fluv_lake_segment){lake, start};
    return FLUV_OK;
}

/* A way goes on in another tile. */
static fluv_status go_on(fluv_tile_work *work, fluv_flow_net *n, uint64_t lake, uint64_t at)
{
    FLUV_TRY(add_segment(work, n, lake, at));
    shelf_head *to = fluv_parcel_add(work, fluv_tiling_tile(&work->tiling, at), 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = (shelf_head){lake, at, n->ways[lake].level};
    work->again = true;
    return FLUV_OK;
}

static fluv_status take_exit(fluv_tile_work *work, fluv_flow_net *n, const exit_told *told)
{
    fluv_lake_exit *way = &n->ways[told->lake];
    assert(way->exit == FLUV_NO_CELL);
    *way = (fluv_lake_exit){told->cell, told->next, told->end, told->level, 1.0, 0.0};
    n->lakes[told->lake].exit = 0; /* it has one */
    bool first_elsewhere = told->beyond != FLUV_NO_CELL && told->beyond == told->next;
    if (n->lakes[told->lake].surveyed) { /* it takes what reaches it, no more */
        way->end = told->cell;
        return FLUV_OK;
    }
    if (told->next != FLUV_NO_CELL && !first_elsewhere && told->end != told->cell)
        FLUV_TRY(add_segment(work, n, told->lake, told->next));
    return told->beyond == FLUV_NO_CELL ? FLUV_OK : go_on(work, n, told->lake, told->beyond);
}

static fluv_status deal_breaks(fluv_tile_work *work, fluv_flow_net *n);

fluv_status fluv_flow_solve_lakes(fluv_tile_work *work)
{
    fluv_flow_net *n = work->flow;
    fluv_list *told = fluv_scratch_zero(work->ctx, work->tiling.count, sizeof *told);
    fluv_status status = told ? open_lakes(work, n) : FLUV_NO_MEMORY;
    work->again = false;
    for (uint32_t tile = 0; status == FLUV_OK && tile < work->tiling.count; tile++) {
        told[tile] = work->parcels[tile];
        work->parcels[tile] = (fluv_list){0};
    }
    for (uint32_t tile = 0; status == FLUV_OK && tile < work->tiling.count; tile++) {
        const uint64_t *count = told[tile].items;
        const cells_told *cells = (const void *)(count + 1);
        const exit_told *exits = (const void *)(cells + *count);
        size_t exit_count =
            (told[tile].count - sizeof *count - *count * sizeof *cells) / sizeof *exits;
        for (uint64_t i = 0; i < *count; i++)
            fluv_lake_cells_join(&n->cells[cells[i].lake],
                                 &(fluv_lake_cells){cells[i].count, fluv_steps_told(cells[i].depth),
                                                    (float)cells[i].deepest, cells[i].place});
        for (size_t i = 0; i < exit_count && status == FLUV_OK; i++)
            status = take_exit(work, n, &exits[i]);
    }
    for (uint32_t tile = 0; told && tile < work->tiling.count; tile++)
        fluv_list_free(&told[tile]);
    return status == FLUV_OK && !work->again ? deal_breaks(work, n) : status;
}

fluv_status fluv_flow_walk_on(fluv_tile_work *work, uint32_t tile)
{
    tile_lakes t;
    const shelf_head *heads = work->answers[tile].items;
    size_t count = work->answers[tile].count / sizeof *heads;
    if (!count)
        return FLUV_OK;
    FLUV_TRY(load_lakes(work, tile, &t));
    for (size_t i = 0; i < count; i++) {
        exit_told *told = fluv_parcel_add(work, tile, 1, sizeof *told);
        if (!told)
            return FLUV_NO_MEMORY;
        *told = (exit_told){.lake = heads[i].lake};
        walk_shelf(work, &t, fluv_pane_find_cell(&work->tiling, t.held, heads[i].at),
                   (float)heads[i].level, &told->end, &told->beyond);
    }
    return FLUV_OK;
}

fluv_status fluv_flow_solve_walks(fluv_tile_work *work)
{
    fluv_flow_net *n = work->flow;
    fluv_list all = {0};
    fluv_status status = FLUV_OK;
    work->again = false;
    for (uint32_t tile = 0; status == FLUV_OK && tile < work->tiling.count; tile++) {
        size_t own = work->parcels[tile].count / sizeof(exit_told);
        exit_told *to = own ? fluv_list_append(work->ctx, &all, own, sizeof *to) : NULL;
        if (to)
            memcpy(to, work->parcels[tile].items, own * sizeof *to);
        else if (own)
            status = FLUV_NO_MEMORY;
        fluv_parcel_clear(work, tile);
    }
    for (size_t i = 0; status == FLUV_OK && i < all.count; i++) {
        const exit_told *told = (const exit_told *)all.items + i;
        n->ways[told->lake].end = told->end;
        if (told->beyond != FLUV_NO_CELL)
            status = go_on(work, n, told->lake, told->beyond);
    }
    fluv_list_free(&all);
    return status == FLUV_OK && !work->again ? deal_breaks(work, n) : status;
}

void fluv_flow_net_free(fluv_flow_net *n)
{
    for (int i = 0; i < 3; i++)
        fluv_list_free(&n->lists[i]);
    fluv_free(n->cells);
    fluv_free(n->ways);
    fluv_free(n->catchment);
    fluv_free(n->first);
    fluv_list_free(&n->segments);
    fluv_list_free(&n->shelves);
}

/* ---- Breaks ---- */

static int by_cell(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b; /* both begin with it */
    return left < right ? -1 : left > right;
}

static int by_cell_and_lake(const void *a, const void *b)
{
    const fluv_flow_shelf *left = a, *right = b;
    int cells = by_cell(a, b);
    return cells ? cells : left->lake < right->lake ? -1 : left->lake > right->lake;
}

static bool is_shelf(const fluv_lake_exit *way)
{
    return way->exit != FLUV_NO_CELL && way->end != way->exit;
}

fluv_status fluv_flow_list_breaks(fluv_tile_work *work, fluv_flow_net *n, fluv_list *breaks)
{
    for (uint32_t i = 0; i < n->count; i++) {
        const fluv_lake_exit *way = &n->ways[i];
        if (way->exit == FLUV_NO_CELL)
            continue;
        fluv_dealt_break *to = fluv_list_append(work->ctx, breaks, 1 + is_shelf(way), sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        to[0] = (fluv_dealt_break){way->exit, FLUV_EXIT};
        if (!is_shelf(way))
            continue;
        to[1] = (fluv_dealt_break){way->end, FLUV_SHELF};
        fluv_flow_shelf *own = fluv_list_append(work->ctx, &n->shelves, 1, sizeof *own);
        if (!own)
            return FLUV_NO_MEMORY;
        *own = (fluv_flow_shelf){way->end, i};
    }
    if (n->shelves.count)
        qsort(n->shelves.items, n->shelves.count, sizeof(fluv_flow_shelf), by_cell_and_lake);
    fluv_dealt_break *all = breaks->items;
    size_t count = 0;
    if (breaks->count)
        qsort(all, breaks->count, sizeof *all, by_cell);
    for (size_t i = 0; i < breaks->count; i++)
        if (count && all[count - 1].cell == all[i].cell)
            all[count - 1].flags |= all[i].flags;
        else
            all[count++] = all[i];
    breaks->count = count;
    return FLUV_OK;
}

/* Each tile's breaks, and the cells at which it shall tell the area above. */
static fluv_status deal_lists(fluv_tile_work *work, fluv_flow_net *n, const fluv_list *breaks)
{
    const fluv_dealt_break *all = breaks->items;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        uint64_t *head = fluv_parcel_add(work, tile, 2, sizeof *head);
        if (!head)
            return FLUV_NO_MEMORY;
        head[0] = head[1] = 0;
    }
    for (size_t i = 0; i < breaks->count; i++) {
        uint32_t tile = fluv_tiling_tile(&work->tiling, all[i].cell);
        fluv_dealt_break *to = fluv_parcel_add(work, tile, 1, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        *to = all[i];
        ++*(uint64_t *)work->parcels[tile].items;
    }
    for (uint32_t i = 0; i < n->count; i++) {
        uint64_t cell = n->ways[i].exit == FLUV_NO_CELL ? n->roots[i] : n->ways[i].exit;
        uint32_t tile = fluv_tiling_tile(&work->tiling, cell);
        fluv_asked_area *to = fluv_parcel_add(work, tile, 1, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        *to = (fluv_asked_area){i, cell};
        ++((uint64_t *)work->parcels[tile].items)[1];
    }
    return FLUV_OK;
}

static fluv_status deal_breaks(fluv_tile_work *work, fluv_flow_net *n)
{
    fluv_list breaks = {0};
    const fluv_lakes_found found = {.lakes = n->lists[0]};
    fluv_lakes_found_close(&found);
    fluv_status status = FLUV_OK;
    if (work->lakes.mode != FLUV_LAKES_POURED)
        status = fluv_flow_list_breaks(work, n, &breaks);
    if (status == FLUV_OK)
        status = deal_lists(work, n, &breaks);
    fluv_list_free(&breaks);
    return status;
}
