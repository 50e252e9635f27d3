// SPDX-License-Identifier: MIT
/* Basins of a tile.
 *
 * in   heights, kinds, ways, numbers of the basins at the rim      out   labels, and passes between
 *                                                                        them
 *
 * A tile labels its cells by following ways; where they leave it, by the number that rank 0 gave
 * the cell beyond.  O(n). */
#include "tiles/basins.h"

#include "water/sets.h"

#include <stdlib.h>

/* The cell of the grid that a cell of the tile is. */
static uint32_t grid_cell(const fluv_tile_basins *b, uint32_t cell)
{
    return (cell / b->window.cols + FLUV_BASINS_AROUND) * b->grid.cols + cell % b->window.cols +
           FLUV_BASINS_AROUND;
}

static int by_number(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return left < right ? -1 : left > right;
}

static bool is_foreign(const fluv_tile_basins *b, uint32_t name)
{
    return name != FLUV_NONE && name != FLUV_OUTSIDE && name - b->base - 1 >= b->hollows;
}

static fluv_status find_foreign(fluv_ctx *ctx, fluv_tile_basins *b)
{
    uint32_t rim = fluv_rim_count(b->held), found = 0;
    b->foreign = fluv_scratch(ctx, (size_t)rim + 1, sizeof *b->foreign);
    if (!b->foreign)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < rim; i++)
        if (is_foreign(b, b->names[i]))
            b->foreign[found++] = b->names[i];
    qsort(b->foreign, found, sizeof *b->foreign, by_number);
    for (uint32_t i = 0; i < found; i++)
        if (i == 0 || b->foreign[i] != b->foreign[i - 1])
            b->foreign[b->foreign_count++] = b->foreign[i];
    return FLUV_OK;
}

/* From numbers in the map to the tile's own. */
static uint32_t own_number(const fluv_tile_basins *b, uint32_t name)
{
    if (name == FLUV_NONE || name == FLUV_OUTSIDE)
        return name;
    if (!is_foreign(b, name))
        return name - b->base;
    const uint32_t *found =
        bsearch(&name, b->foreign, b->foreign_count, sizeof *b->foreign, by_number);
    assert(found);
    return 1 + b->hollows + (uint32_t)(found - b->foreign);
}

/* The name at a place of the map that lies in the ring. */
static uint32_t name_beside(const fluv_tile_basins *b, uint32_t cell, int k)
{
    uint32_t at =
        fluv_pane_find(b->held, (int64_t)b->window.col + cell % b->window.cols + fluv_dx[k],
                       (int64_t)b->window.row + cell / b->window.cols + fluv_dy[k]);
    return b->names[fluv_rim_place(b->held, at)];
}

/* The basin of every exit of the tile is that of the cell beyond. */
static fluv_status label_tile(fluv_ctx *ctx, fluv_tile_basins *b, const uint8_t *way)
{
    uint32_t rim = fluv_rim_count(b->window);
    uint32_t *beyond = fluv_scratch(ctx, rim, sizeof *beyond);
    if (!beyond)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < rim; i++) {
        uint32_t cell = fluv_rim_cell(b->window, i);
        bool exit = b->ends.end[cell] == FLUV_EXIT_AT + i && b->ends.receiver[cell] == FLUV_NONE;
        beyond[i] = exit ? own_number(b, name_beside(b, cell, way[cell])) : FLUV_NONE;
    }
    for (uint32_t c = 0; c < fluv_pane_count(b->window); c++) {
        uint32_t end = b->ends.end[c];
        b->label[grid_cell(b, c)] = fluv_end_is_exit(end) ? beyond[end - FLUV_EXIT_AT] : end;
    }
    return FLUV_OK;
}

/* Whether a cell of the tile's rim has a neighbour in another tile. */
static bool meets_others(const fluv_tile_basins *b, uint32_t cell)
{
    for (int k = 0; k < 8; k++) {
        int64_t col = (int64_t)b->window.col + cell % b->window.cols + fluv_dx[k];
        int64_t row = (int64_t)b->window.row + cell / b->window.cols + fluv_dy[k];
        if (fluv_pane_find(b->window, col, row) == FLUV_NONE &&
            fluv_pane_find(b->held, col, row) != FLUV_NONE)
            return true;
    }
    return false;
}

static fluv_status label_all(fluv_ctx *ctx, fluv_tile_basins *b, const uint8_t *way)
{
    for (uint32_t at = 0; at < b->grid.count; at++)
        b->label[at] = FLUV_NONE;
    for (uint32_t i = 0; i < fluv_rim_count(b->held); i++) {
        uint32_t cell = fluv_rim_cell(b->held, i);
        uint32_t col = b->held.col + cell % b->held.cols + FLUV_BASINS_AROUND - b->window.col;
        uint32_t row = b->held.row + cell / b->held.cols + FLUV_BASINS_AROUND - b->window.row;
        b->label[row * b->grid.cols + col] = own_number(b, b->names[i]);
    }
    FLUV_TRY(label_tile(ctx, b, way));
    b->border = fluv_scratch_zero(ctx, fluv_basins_count(b), 1);
    if (!b->border)
        return FLUV_NO_MEMORY;
    memset(b->border + 1 + b->hollows, 1, b->foreign_count);
    b->border[FLUV_OUTSIDE] = 1;
    for (uint32_t i = 0; i < fluv_rim_count(b->window); i++) {
        uint32_t cell = fluv_rim_cell(b->window, i), label = b->label[grid_cell(b, cell)];
        if (label != FLUV_NONE && meets_others(b, cell))
            b->border[label] = 1;
    }
    return FLUV_OK;
}

/* Heights and kinds of the tile and its ring, in the grid that has more around it. */
static fluv_status load_ground(fluv_tile_work *work, fluv_tile_basins *b)
{
    const float *height = fluv_tile_load(work, work->bare, b->held);
    const uint8_t *kind = height ? fluv_tile_load(work, FLUV_GRID_KIND, b->held) : NULL;
    if (!kind)
        return work->failed;
    for (uint32_t at = 0; at < b->grid.count; at++)
        b->height[at] = NAN;
    memset(b->kind, 0, b->grid.count);
    for (uint32_t row = 0; row < b->held.rows; row++) {
        size_t from = (size_t)row * b->held.cols;
        size_t to =
            (size_t)(b->held.row + row + FLUV_BASINS_AROUND - b->window.row) * b->grid.cols +
            b->held.col + FLUV_BASINS_AROUND - b->window.col;
        memcpy(b->height + to, height + from, b->held.cols * sizeof *height);
        memcpy(b->kind + to, kind + from, b->held.cols);
    }
    return FLUV_OK;
}

fluv_status fluv_basins_find(fluv_tile_work *work, uint32_t tile, fluv_tile_basins *b)
{
    fluv_ctx *ctx = work->ctx;
    const uint32_t *answer = work->answers[tile].items;
    *b = (fluv_tile_basins){
        .window = fluv_tiling_window(&work->tiling, tile), .base = answer[0], .names = answer + 1};
    b->held = fluv_pane_grown(&work->tiling, b->window, 1);
    b->grid = fluv_topology_grid(b->window.cols + 2 * FLUV_BASINS_AROUND,
                                 b->window.rows + 2 * FLUV_BASINS_AROUND, work->cell);
    const uint8_t *kind = fluv_tile_load(work, FLUV_GRID_KIND, b->window);
    const uint8_t *way = kind ? fluv_tile_load(work, FLUV_GRID_WAY, b->window) : NULL;
    if (!way)
        return work->failed;
    b->height = fluv_scratch(ctx, b->grid.count, sizeof *b->height);
    b->kind = fluv_scratch(ctx, b->grid.count, 1);
    b->label = fluv_scratch(ctx, b->grid.count, sizeof *b->label);
    if (!b->height || !b->kind || !b->label)
        return FLUV_NO_MEMORY;
    FLUV_TRY(load_ground(work, b));
    FLUV_TRY(fluv_ends_find(ctx, b->window, kind, way, &b->ends));
    b->hollows = b->ends.hollows;
    FLUV_TRY(find_foreign(ctx, b));
    return label_all(ctx, b, way);
}

fluv_status fluv_basins_tell_rim(fluv_tile_work *work, uint32_t tile)
{
    fluv_pane window = fluv_tiling_window(&work->tiling, tile);
    const uint8_t *kind = fluv_tile_load(work, FLUV_GRID_KIND, window);
    const uint8_t *way = kind ? fluv_tile_load(work, FLUV_GRID_WAY, window) : NULL;
    if (!way)
        return work->failed;
    fluv_ends ends;
    FLUV_TRY(fluv_ends_find(work->ctx, window, kind, way, &ends));
    uint32_t *count = fluv_parcel_add(work, tile, 1, sizeof *count);
    if (!count)
        return FLUV_NO_MEMORY;
    *count = ends.hollows;
    return fluv_rim_tell(work, tile, &ends, way);
}

fluv_status fluv_basins_find_passes(fluv_ctx *ctx, const fluv_tile_basins *b, fluv_list *found,
                                    fluv_pass **sorted)
{
    FLUV_TRY(fluv_passes_find(ctx, &b->grid, b->height, b->kind, b->label, found));
    uint32_t count = (uint32_t)found->count;
    uint64_t *room = fluv_scratch(ctx, 2 * (size_t)count + 1, sizeof *room);
    *sorted = fluv_scratch(ctx, (size_t)count + 1, sizeof **sorted);
    if (!room || !*sorted)
        return FLUV_NO_MEMORY;
    fluv_passes_sort(found->items, count, b->grid.cols, ctx->threads, room, *sorted);
    fluv_scratch_drop(ctx, room);
    return FLUV_OK;
}

fluv_status fluv_basins_decide(fluv_ctx *ctx, const fluv_tile_basins *b, const fluv_pass *sorted,
                               uint32_t count, fluv_pass *decided, fluv_list *open)
{
    uint32_t all = fluv_basins_count(b), found = 0;
    uint32_t *sets = fluv_scratch(ctx, all, sizeof *sets);
    uint8_t *border = fluv_scratch(ctx, all, 1);
    if (!sets || !border)
        return FLUV_NO_MEMORY;
    fluv_sets_begin(sets, all);
    memcpy(border, b->border, all);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t low = fluv_set_of(sets, sorted[i].low_basin);
        uint32_t high = fluv_set_of(sets, sorted[i].high_basin);
        if (low == high)
            continue;
        if (!border[low] || !border[high]) {
            decided[found++] = sorted[i];
        } else {
            fluv_pass *to = fluv_list_append(ctx, open, 1, sizeof *to);
            if (!to)
                return FLUV_NO_MEMORY;
            *to = sorted[i];
        }
        border[low] |= border[high];
        sets[high] = low;
    }
    assert(found < all);
    decided[found].low_cell = FLUV_NONE; /* the end */
    return FLUV_OK;
}
