// SPDX-License-Identifier: MIT
/* Hollows of a map in tiles, and the ways out of them.
 *
 * in   heights, kinds, ways      out   on rank 0: passes over which hollows end, and cells of ways
 *
 * A tile tells the passes that it has decided (tiles/basins.c) and those that are open; rank 0
 * keeps those that join, which are the whole map's. What settling hollows looks at are the ways
 * from both cells of these passes down to where they end, and which other basins lie beside them.
 * Rank 0 follows them over rims, so that every tile knows where they come in, and tiles tell their
 * cells.  O(n) in tiles, O(hollows log hollows) on rank 0. */
#include "tiles/basins.h"
#include "tiles/hollows.h"
#include "tiles/lakes.h"
#include "tiles/shown.h"
#include "water/sets.h"

#include <stdlib.h>

/* ---- Passes ---- */

static uint32_t end_of(const fluv_tile_basins *b, uint32_t at)
{
    uint32_t cell = at == FLUV_NONE ? FLUV_NONE : fluv_basins_tile_cell(b, at);
    return cell == FLUV_NONE ? FLUV_NONE : b->ends.end[cell];
}

static fluv_status tell_join(fluv_tile_work *work, uint32_t tile, const fluv_tile_basins *b,
                             const fluv_pass *pass)
{
    fluv_lake_join *to = fluv_parcel_add(work, tile, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = (fluv_lake_join){.low = fluv_basins_map_cell(work, b, pass->low_cell),
                           .high = fluv_basins_map_cell(work, b, pass->high_cell),
                           .height = pass->height,
                           .slants = fluv_pass_slants(pass, b->grid.cols),
                           .basin = {fluv_basins_map_number(b, pass->low_basin),
                                     fluv_basins_map_number(b, pass->high_basin)},
                           .end = {end_of(b, pass->low_cell), end_of(b, pass->high_cell)}};
    return FLUV_OK;
}

static fluv_status tell_roots(fluv_tile_work *work, uint32_t tile, const fluv_tile_basins *b)
{
    fluv_lake_root *roots = fluv_parcel_add(work, tile, b->hollows, sizeof *roots);
    if (!roots && b->hollows)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < fluv_pane_count(b->window); c++) {
        uint32_t end = b->ends.end[c];
        if (b->ends.receiver[c] != FLUV_NONE || end == FLUV_NONE || fluv_end_is_exit(end) ||
            end == FLUV_OUTSIDE)
            continue;
        uint32_t at = (c / b->window.cols + FLUV_BASINS_AROUND) * b->grid.cols +
                      c % b->window.cols + FLUV_BASINS_AROUND;
        roots[end - 1] =
            (fluv_lake_root){fluv_pane_cell(&work->tiling, b->window, c), (double)b->height[at]};
    }
    return FLUV_OK;
}

static fluv_status keep_labels(fluv_tile_work *work, uint32_t tile, const fluv_tile_basins *b)
{
    uint32_t *names = fluv_scratch(work->ctx, fluv_pane_count(b->window), sizeof *names);
    if (!names)
        return FLUV_NO_MEMORY;
    for (uint32_t row = 0; row < b->window.rows; row++)
        for (uint32_t col = 0; col < b->window.cols; col++) {
            uint32_t at = (row + FLUV_BASINS_AROUND) * b->grid.cols + col + FLUV_BASINS_AROUND;
            names[row * b->window.cols + col] = fluv_basins_map_number(b, b->label[at]);
        }
    return fluv_tile_keep(work, work->basins, tile, b->window, names);
}

static fluv_status tell_all(fluv_tile_work *work, uint32_t tile, const fluv_tile_basins *b,
                            const fluv_pass *decided, const fluv_list *open)
{
    uint64_t *head = fluv_parcel_add(work, tile, 1, sizeof *head);
    if (!head)
        return FLUV_NO_MEMORY;
    *head = b->hollows;
    FLUV_TRY(tell_roots(work, tile, b));
    for (; decided->low_cell != FLUV_NONE; decided++)
        FLUV_TRY(tell_join(work, tile, b, decided));
    const fluv_pass *opened = open->items;
    for (size_t i = 0; i < open->count; i++)
        if (fluv_basins_tile_cell(b, opened[i].low_cell) != FLUV_NONE)
            FLUV_TRY(tell_join(work, tile, b, &opened[i]));
    return keep_labels(work, tile, b);
}

fluv_status fluv_lakes_tell_joins(fluv_tile_work *work, uint32_t tile)
{
    fluv_tile_basins b;
    fluv_list found = {0}, open = {0};
    fluv_pass *sorted = NULL, *decided = NULL;
    FLUV_TRY(fluv_basins_find(work, tile, &b));
    fluv_status status = fluv_basins_find_passes(work->ctx, &b, &found, &sorted);
    if (status == FLUV_OK) {
        decided = fluv_scratch(work->ctx, fluv_basins_count(&b), sizeof *decided);
        status = decided ? fluv_basins_decide(work->ctx, &b, sorted, (uint32_t)found.count, decided,
                                              &open)
                         : FLUV_NO_MEMORY;
    }
    if (status == FLUV_OK)
        status = tell_all(work, tile, &b, decided, &open);
    fluv_list_free(&found);
    fluv_list_free(&open);
    return status;
}

/* ---- On rank 0: those that join ---- */

static int by_height(const void *a, const void *b)
{
    const fluv_lake_join *left = a, *right = b;
    if (left->height != right->height)
        return left->height < right->height ? -1 : 1;
    if (left->slants != right->slants)
        return left->slants < right->slants ? -1 : 1;
    if (left->low != right->low)
        return left->low < right->low ? -1 : 1;
    return left->high < right->high ? -1 : left->high > right->high;
}

static fluv_status add_to(fluv_ctx *ctx, fluv_list *list, const void *items, size_t count,
                          size_t size)
{
    void *to = count ? fluv_list_append(ctx, list, count, size) : NULL;
    if (to)
        memcpy(to, items, count * size);
    return to || !count ? FLUV_OK : FLUV_NO_MEMORY;
}

static fluv_status take_joins(fluv_tile_work *work, fluv_lake_net *net)
{
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        size_t at = 0;
        size_t hollows = *(const uint64_t *)fluv_parcel_take(work, tile, &at, 1, sizeof(uint64_t));
        const fluv_lake_root *roots = fluv_parcel_take(work, tile, &at, hollows, sizeof *roots);
        FLUV_TRY(add_to(work->ctx, &net->roots, roots, hollows, sizeof *roots));
        size_t joins = (work->parcels[tile].count - at) / sizeof(fluv_lake_join);
        const fluv_lake_join *told = fluv_parcel_take(work, tile, &at, joins, sizeof *told);
        FLUV_TRY(add_to(work->ctx, &net->joins, told, joins, sizeof *told));
        fluv_list_free(&work->parcels[tile]);
    }
    if (net->roots.count >= UINT32_MAX / 4)
        return fluv_fail(work->ctx, FLUV_BAD_INPUT, "the map has %zu hollows, expected fewer",
                         net->roots.count);
    return FLUV_OK;
}

/* Kruskal's rule; as many joins are left as there are basins. */
static fluv_status keep_joining(fluv_ctx *ctx, fluv_lake_net *net)
{
    fluv_lake_join *joins = net->joins.items;
    uint32_t *sets = fluv_scratch(ctx, net->roots.count + 1, sizeof *sets);
    size_t kept = 0;
    if (!sets)
        return FLUV_NO_MEMORY;
    if (net->joins.count)
        qsort(joins, net->joins.count, sizeof *joins, by_height);
    fluv_sets_begin(sets, (uint32_t)net->roots.count + 1);
    for (size_t i = 0; i < net->joins.count; i++) {
        uint32_t a = fluv_set_of(sets, joins[i].basin[0]), b = fluv_set_of(sets, joins[i].basin[1]);
        if (a == b)
            continue;
        sets[a > b ? a : b] = a < b ? a : b;
        joins[kept++] = joins[i];
    }
    assert(kept == net->roots.count); /* every hollow has a way outside */
    net->joins.count = kept;
    fluv_scratch_drop(ctx, sets);
    return FLUV_OK;
}

/* ---- On rank 0: where ways go over rims ---- */

static fluv_status start_at(fluv_tile_work *work, uint32_t tile, uint64_t cell)
{
    uint64_t *to = fluv_parcel_add(work, tile, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = cell;
    return FLUV_OK;
}

static uint64_t cell_at(const fluv_tiling *tiling, fluv_rim_at at)
{
    fluv_pane window = fluv_tiling_window(tiling, at.tile);
    return fluv_pane_cell(tiling, window, fluv_rim_cell(window, at.place));
}

/* One side of a pass: its cell, and every cell that the way from it comes into a tile by. */
static fluv_status follow_side(fluv_tile_work *work, const fluv_lake_join *join, int side,
                               uint8_t *seen)
{
    const fluv_tiling *tiling = &work->tiling;
    uint64_t cell = side ? join->high : join->low;
    if (cell == FLUV_NO_CELL)
        return FLUV_OK;
    uint32_t col = (uint32_t)(cell % tiling->cols), row = (uint32_t)(cell / tiling->cols);
    uint32_t tile = fluv_tiling_at(tiling, col, row), end = join->end[side];
    FLUV_TRY(start_at(work, tile, cell));
    if (end == FLUV_NONE)
        end = work->rims->end[fluv_rims_index(work->rims, fluv_rims_find(tiling, col, row))];
    while (fluv_end_is_exit(end)) {
        fluv_rim_at to = fluv_rims_beyond(work->rims, (fluv_rim_at){tile, end - FLUV_EXIT_AT});
        uint64_t index = fluv_rims_index(work->rims, to);
        if (seen[index])
            break;
        seen[index] = 1;
        FLUV_TRY(start_at(work, to.tile, cell_at(tiling, to)));
        tile = to.tile;
        end = work->rims->end[index];
    }
    return FLUV_OK;
}

fluv_status fluv_lakes_take_joins(fluv_tile_work *work)
{
    FLUV_TRY(take_joins(work, work->net));
    return keep_joining(work->ctx, work->net);
}

fluv_status fluv_lakes_solve_joins(fluv_tile_work *work)
{
    const fluv_lake_net *net = work->net;
    FLUV_TRY(fluv_lakes_take_joins(work));
    uint8_t *seen = fluv_scratch_zero(work->ctx, work->rims->first[work->tiling.count], 1);
    if (!seen)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < net->joins.count; i++)
        for (int side = 0; side < 2; side++)
            FLUV_TRY(follow_side(work, (const fluv_lake_join *)net->joins.items + i, side, seen));
    return FLUV_OK;
}

/* ---- Cells of ways ---- */

typedef struct tile_ways {
    fluv_pane window, held; /* with a ring */
    const uint32_t *label;  /* held, as the others */
    const float *height;
    const uint8_t *kind;
    const uint32_t *shown; /* lakes of the map, one more; NULL: there are none */
    const uint8_t *way;    /* of the window */
    uint8_t *marked;       /* likewise */
} tile_ways;

static fluv_status mark_ways(fluv_tile_work *work, uint32_t tile, tile_ways *t)
{
    const uint64_t *starts = work->answers[tile].items;
    t->marked = fluv_scratch_zero(work->ctx, fluv_pane_count(t->window), 1);
    uint32_t *receiver = fluv_scratch(work->ctx, fluv_pane_count(t->window), sizeof *receiver);
    if (!t->marked || !receiver)
        return FLUV_NO_MEMORY;
    fluv_ways_to_receivers(t->window, t->way, receiver);
    for (size_t i = 0; i < work->answers[tile].count / sizeof *starts; i++)
        for (uint32_t at = fluv_pane_find_cell(&work->tiling, t->window, starts[i]);
             at != FLUV_NONE && !t->marked[at]; at = receiver[at])
            t->marked[at] = 1;
    return FLUV_OK;
}

static uint32_t shown_at(const tile_ways *t, uint32_t in_held)
{
    return t->shown ? fluv_shown_lake(t->shown[in_held]) : FLUV_NONE;
}

/* The basins beside a cell, the sea and lakes of the map; returns how many there are. */
static uint8_t look_beside(const tile_ways *t, uint32_t in_held, fluv_lake_beside beside[8])
{
    uint8_t count = 0;
    uint32_t col = in_held % t->held.cols, row = in_held / t->held.cols;
    for (int k = 0; k < 8; k++) {
        if (!fluv_in_grid(t->held.cols, t->held.rows, (int64_t)col + fluv_dx[k],
                          (int64_t)row + fluv_dy[k]))
            continue;
        uint32_t other = fluv_cell_beside(t->held.cols, in_held, k), i = 0;
        bool sea = t->kind[other] & FLUV_CELL_SEA;
        uint32_t lake = shown_at(t, other);
        if (t->label[other] == FLUV_NONE ||
            (!sea && lake == FLUV_NONE && t->label[other] == t->label[in_held]))
            continue;
        while (i < count && (beside[i].label != t->label[other] || beside[i].sea != sea ||
                             beside[i].lake != lake))
            i++;
        if (i == count)
            beside[count++] = (fluv_lake_beside){t->label[other], t->height[other], sea, lake};
        beside[i].height = fminf(beside[i].height, t->height[other]);
    }
    return count;
}

static fluv_status tell_way(fluv_tile_work *work, const tile_ways *t, uint32_t cell,
                            fluv_list *ways, fluv_list *besides)
{
    fluv_lake_beside beside[8];
    uint32_t at = fluv_pane_find_of(t->held, t->window, cell);
    uint8_t count = look_beside(t, at, beside);
    const fluv_lake_way way = {.cell = fluv_pane_cell(&work->tiling, t->window, cell),
                               .label = t->label[at],
                               .height = t->height[at],
                               .way = t->way[cell],
                               .kind = t->kind[at],
                               .lake = shown_at(t, at),
                               .beside = count};
    FLUV_TRY(add_to(work->ctx, ways, &way, 1, sizeof way));
    return add_to(work->ctx, besides, beside, count, sizeof *beside);
}

/* All basins with cells in the tile, each once. */
static fluv_status list_labels(fluv_ctx *ctx, const tile_ways *t, fluv_list *labels)
{
    uint32_t last = FLUV_NONE;
    for (uint32_t c = 0; c < fluv_pane_count(t->window); c++) {
        uint32_t label = t->label[fluv_pane_find_of(t->held, t->window, c)];
        if (label == last)
            continue;
        last = label;
        if (label != FLUV_NONE && label != FLUV_OUTSIDE)
            FLUV_TRY(add_to(ctx, labels, &label, 1, sizeof label));
    }
    uint32_t *list = labels->items;
    size_t count = 0;
    if (labels->count)
        qsort(list, labels->count, sizeof *list, fluv_by_number);
    for (size_t i = 0; i < labels->count; i++)
        if (!i || list[i] != list[i - 1])
            list[count++] = list[i];
    labels->count = count;
    return FLUV_OK;
}

static fluv_status tell_lists(fluv_tile_work *work, uint32_t tile, const fluv_list *lists)
{
    static const size_t sizes[3] = {sizeof(fluv_lake_way), sizeof(fluv_lake_beside),
                                    sizeof(uint32_t)};
    uint64_t *head = fluv_parcel_add(work, tile, 3, sizeof *head);
    if (!head)
        return FLUV_NO_MEMORY;
    for (int i = 0; i < 3; i++)
        head[i] = lists[i].count;
    for (int i = 0; i < 3; i++) {
        void *to = fluv_parcel_add(work, tile, lists[i].count, sizes[i]);
        if (!to)
            return FLUV_NO_MEMORY;
        if (lists[i].count)
            memcpy(to, lists[i].items, lists[i].count * sizes[i]);
    }
    return FLUV_OK;
}

fluv_status fluv_lakes_tell_ways(fluv_tile_work *work, uint32_t tile)
{
    tile_ways t = {.window = fluv_tiling_window(&work->tiling, tile)};
    fluv_list lists[3] = {{0}, {0}, {0}};
    t.held = fluv_pane_grown(&work->tiling, t.window, 1);
    t.label = fluv_tile_load(work, FLUV_GRID_BASIN, t.held);
    t.height = t.label ? fluv_tile_load(work, work->bare, t.held) : NULL;
    t.kind = t.height ? fluv_tile_load(work, FLUV_GRID_KIND, t.held) : NULL;
    t.way = t.kind ? fluv_tile_load(work, FLUV_GRID_WAY, t.window) : NULL;
    if (!t.way)
        return work->failed;
    t.shown = work->shown ? fluv_tile_load(work, FLUV_GRID_SHOWN, t.held) : NULL;
    if (work->shown && !t.shown)
        return work->failed;
    FLUV_TRY(mark_ways(work, tile, &t));
    fluv_status status = list_labels(work->ctx, &t, &lists[2]);
    for (uint32_t c = 0; status == FLUV_OK && c < fluv_pane_count(t.window); c++)
        if (t.marked[c])
            status = tell_way(work, &t, c, &lists[0], &lists[1]);
    if (status == FLUV_OK)
        status = tell_lists(work, tile, lists);
    for (int i = 0; i < 3; i++)
        fluv_list_free(&lists[i]);
    return status;
}
