// SPDX-License-Identifier: MIT
/* Ways out of hollows, tile by tile.
 *
 * in   heights, kinds, ways      out   ways that lead on over the passes of least height
 *
 * In the whole map the passes that join basins to a spanning tree of least height decide where
 * water goes on (stages/shared/ways.c); the tree is unique, since no two passes are equal. A tile
 * takes the passes that it sees from the lowest up. One that leaves a set of basins which lie in
 * the tile altogether is the lowest way out of that set, and so part of the tree: decided. One that
 * joins two sets which both reach over the rim is open; one that joins what is joined already is in
 * no tree. So only open passes are told, and no more than there are basins at the rim. Rank 0 joins
 * (hollows_graph.c); each tile then turns its ways round.  O(n).
 *
 *       rim
 *        |   1 . . 2        2 and 3 lie within, 1 and 4 reach over the rim. The lowest pass of 2
 *     ---+     \  /          leads to 3, that of both to 1: decided. 1-4 is open: 2 and 3 count as
 *     4  |      3            part of 1.
 *
 * Based on: Barnes. Parallel priority-flood depression filling. 2016
 *           Cordonnier, Bovy, Braun. A versatile, linear complexity algorithm for flow routing in
 *           topographies with depressions. 2019 */
#include "tiles/hollows.h"

#include "water/sets.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define AROUND 2 /* cells around the tile: a ring of the neighbours', and one without labels */

/* A tile's basins have numbers of their own: OUTSIDE, its own hollows, then those of other tiles
 * that reach into it or its ring, by their numbers in the map. */
typedef struct basins {
    fluv_pane window, held; /* the tile; and with its ring */
    fluv_topology grid;     /* the tile with AROUND cells on each side, also beyond the map */
    float *height;
    uint8_t *kind;
    uint32_t *label;
    uint32_t base, hollows;
    const uint32_t *names; /* in the map, at the rim of `held` */
    uint32_t *foreign;     /* rising */
    uint32_t foreign_count;
    uint8_t *border; /* for each basin: reaches over the rim, or may */
    fluv_ends ends;
} basins;

static uint32_t basin_count(const basins *b)
{
    return 1 + b->hollows + b->foreign_count;
}

/* The cell of the grid that a cell of the tile is, and back (NONE: it lies in the ring). */
static uint32_t grid_cell(const basins *b, uint32_t cell)
{
    return (cell / b->window.cols + AROUND) * b->grid.cols + cell % b->window.cols + AROUND;
}

static uint32_t tile_cell(const basins *b, uint32_t at)
{
    uint32_t col = at % b->grid.cols - AROUND, row = at / b->grid.cols - AROUND;
    return col < b->window.cols && row < b->window.rows ? row * b->window.cols + col : FLUV_NONE;
}

static uint64_t map_cell(const fluv_tile_work *work, const basins *b, uint32_t at)
{
    if (at == FLUV_NONE)
        return FLUV_NO_CELL;
    return fluv_tiling_cell(&work->tiling, b->window.col + at % b->grid.cols - AROUND,
                            b->window.row + at / b->grid.cols - AROUND);
}

static int by_number(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return left < right ? -1 : left > right;
}

static bool is_foreign(const basins *b, uint32_t name)
{
    return name != FLUV_NONE && name != FLUV_OUTSIDE && name - b->base - 1 >= b->hollows;
}

static fluv_status find_foreign(fluv_ctx *ctx, basins *b)
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

/* From numbers in the map to the tile's own, and back. */
static uint32_t own_number(const basins *b, uint32_t name)
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

static uint32_t map_number(const basins *b, uint32_t basin)
{
    if (basin == FLUV_OUTSIDE)
        return FLUV_OUTSIDE;
    return basin <= b->hollows ? b->base + basin : b->foreign[basin - b->hollows - 1];
}

/* The name at a place of the map that lies in the ring. */
static uint32_t name_beside(const basins *b, uint32_t cell, int k)
{
    uint32_t at =
        fluv_pane_find(b->held, (int64_t)b->window.col + cell % b->window.cols + fluv_dx[k],
                       (int64_t)b->window.row + cell / b->window.cols + fluv_dy[k]);
    return b->names[fluv_rim_place(b->held, at)];
}

/* The basin of every exit of the tile is that of the cell beyond. */
static fluv_status label_tile(fluv_ctx *ctx, basins *b, const uint8_t *way)
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
static bool meets_others(const basins *b, uint32_t cell)
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

static fluv_status label_all(fluv_ctx *ctx, basins *b, const uint8_t *way)
{
    for (uint32_t at = 0; at < b->grid.count; at++)
        b->label[at] = FLUV_NONE;
    for (uint32_t i = 0; i < fluv_rim_count(b->held); i++) {
        uint32_t cell = fluv_rim_cell(b->held, i);
        uint32_t col = b->held.col + cell % b->held.cols + AROUND - b->window.col;
        uint32_t row = b->held.row + cell / b->held.cols + AROUND - b->window.row;
        b->label[row * b->grid.cols + col] = own_number(b, b->names[i]);
    }
    FLUV_TRY(label_tile(ctx, b, way));
    b->border = fluv_scratch_zero(ctx, basin_count(b), 1);
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
static fluv_status load_ground(fluv_tile_work *work, basins *b)
{
    const float *height = fluv_tile_load(work, FLUV_GRID_HEIGHT, b->held);
    const uint8_t *kind = height ? fluv_tile_load(work, FLUV_GRID_KIND, b->held) : NULL;
    if (!kind)
        return work->failed;
    for (uint32_t at = 0; at < b->grid.count; at++)
        b->height[at] = NAN;
    memset(b->kind, 0, b->grid.count);
    for (uint32_t row = 0; row < b->held.rows; row++) {
        size_t from = (size_t)row * b->held.cols;
        size_t to = (size_t)(b->held.row + row + AROUND - b->window.row) * b->grid.cols +
                    b->held.col + AROUND - b->window.col;
        memcpy(b->height + to, height + from, b->held.cols * sizeof *height);
        memcpy(b->kind + to, kind + from, b->held.cols);
    }
    return FLUV_OK;
}

static fluv_status find_basins(fluv_tile_work *work, uint32_t tile, basins *b)
{
    fluv_ctx *ctx = work->ctx;
    const uint32_t *answer = work->answers[tile].items;
    *b = (basins){
        .window = fluv_tiling_window(&work->tiling, tile), .base = answer[0], .names = answer + 1};
    b->held = fluv_pane_grown(&work->tiling, b->window, 1);
    b->grid =
        fluv_topology_grid(b->window.cols + 2 * AROUND, b->window.rows + 2 * AROUND, work->cell);
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

/* ---- Passes of a tile ---- */

/* What a tile keeps on disk until rank 0 has answered: decided passes, then those it told. Basins
 * have the tile's own numbers, cells are those of its grid. */
typedef struct kept {
    uint32_t basins, decided, told;
    uint8_t *border;   /* for each basin */
    fluv_pass *passes; /* decided + told */
} kept;

/* Sorts what is decided, first in `passes`, from what is open, which goes to `open`. */
static fluv_status decide(fluv_ctx *ctx, const basins *b, const fluv_pass *sorted, uint32_t count,
                          fluv_pass *decided, fluv_list *open)
{
    uint32_t all = basin_count(b), found = 0;
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

/* The trees that decided passes make, each with one basin at the rim (or the outside) as its root:
 * the pass towards it, and on which side of that a basin lies. */
typedef struct trees {
    uint32_t *pass; /* NONE: a root */
    uint8_t *side;  /* 0: low */
    uint32_t *root;
} trees;

static uint32_t basin_of(const fluv_pass *pass, int side)
{
    return side ? pass->high_basin : pass->low_basin;
}

static uint32_t cell_of(const fluv_pass *pass, int side)
{
    return side ? pass->high_cell : pass->low_cell;
}

static fluv_status grow_trees(fluv_ctx *ctx, const kept *k, trees *t)
{
    uint32_t *first = fluv_scratch_zero(ctx, (size_t)k->basins + 2, sizeof *first);
    uint32_t *at = fluv_scratch(ctx, 2 * (size_t)k->decided + 1, sizeof *at);
    uint32_t *queue = fluv_scratch(ctx, k->basins, sizeof *queue), head = 0, tail = 0;
    t->pass = fluv_scratch(ctx, k->basins, sizeof *t->pass);
    t->side = fluv_scratch_zero(ctx, k->basins, 1);
    t->root = fluv_scratch(ctx, k->basins, sizeof *t->root);
    if (!first || !at || !queue || !t->pass || !t->side || !t->root)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < 2 * k->decided; i++)
        first[basin_of(&k->passes[i / 2], i & 1) + 2]++;
    for (uint32_t b = 0; b < k->basins; b++)
        first[b + 2] += first[b + 1];
    for (uint32_t i = 0; i < 2 * k->decided; i++)
        at[first[basin_of(&k->passes[i / 2], i & 1) + 1]++] = i / 2;
    for (uint32_t b = 0; b < k->basins; b++) {
        t->pass[b] = t->root[b] = FLUV_NONE;
        if (k->border[b]) {
            t->root[b] = b;
            queue[tail++] = b;
        }
    }
    while (head < tail) {
        uint32_t outer = queue[head++];
        for (uint32_t i = first[outer]; i < first[outer + 1]; i++) {
            const fluv_pass *pass = &k->passes[at[i]];
            int side = pass->low_basin == outer;
            uint32_t inner = basin_of(pass, side);
            if (t->root[inner] != FLUV_NONE)
                continue;
            t->root[inner] = t->root[outer];
            t->pass[inner] = at[i];
            t->side[inner] = (uint8_t)side;
            queue[tail++] = inner;
        }
    }
    return FLUV_OK;
}

/* The cell at which the water of a tree's root turns where it leaves by way of `basin`, over whose
 * side of a pass `own` lies. */
static uint32_t turning_cell(const kept *k, const trees *t, uint32_t basin, uint32_t own)
{
    uint32_t cell = own;
    while (t->pass[basin] != FLUV_NONE) {
        const fluv_pass *pass = &k->passes[t->pass[basin]];
        int outer = !t->side[basin];
        cell = cell_of(pass, outer);
        basin = basin_of(pass, outer);
    }
    return cell;
}

static fluv_status tell_pass(fluv_tile_work *work, uint32_t tile, const basins *b, const kept *k,
                             const trees *t, uint32_t index)
{
    const fluv_pass *pass = &k->passes[k->decided + index];
    fluv_open_pass *to = fluv_parcel_add(work, tile, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = (fluv_open_pass){.low = map_cell(work, b, pass->low_cell),
                           .high = map_cell(work, b, pass->high_cell),
                           .height = pass->height,
                           .slants = fluv_pass_slants(pass, b->grid.cols),
                           .tile = tile,
                           .index = index};
    for (int side = 0; side < 2; side++) {
        uint32_t basin = basin_of(pass, side), own = cell_of(pass, side);
        to->basin[side] = map_number(b, t->root[basin]);
        to->end[side] = FLUV_NONE;
        if (own == FLUV_NONE)
            continue;
        uint32_t cell = tile_cell(b, turning_cell(k, t, basin, own));
        if (cell != FLUV_NONE)
            to->end[side] = b->ends.end[cell];
    }
    return FLUV_OK;
}

/* ---- On disk ---- */

static fluv_status open_kept(fluv_tile_work *work, uint32_t tile, const char *mode, FILE **stream)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/passes-%u.raw", work->folder, tile);
    *stream = fopen(path, mode);
    return *stream ? FLUV_OK : fluv_fail(work->ctx, FLUV_IO, "%s: cannot be opened", path);
}

static fluv_status save(fluv_tile_work *work, uint32_t tile, const kept *k)
{
    FILE *stream;
    FLUV_TRY(open_kept(work, tile, "wb", &stream));
    size_t count = (size_t)k->decided + k->told;
    uint32_t head[3] = {k->basins, k->decided, k->told};
    bool good = fwrite(head, sizeof head, 1, stream) == 1 &&
                fwrite(k->border, 1, k->basins, stream) == k->basins &&
                fwrite(k->passes, sizeof *k->passes, count, stream) == count;
    good = fclose(stream) == 0 && good;
    return good ? FLUV_OK : fluv_fail(work->ctx, FLUV_IO, "%s: cannot be written", work->folder);
}

static fluv_status fetch(fluv_tile_work *work, uint32_t tile, kept *k)
{
    FILE *stream;
    uint32_t head[3];
    FLUV_TRY(open_kept(work, tile, "rb", &stream));
    bool good = fread(head, sizeof head, 1, stream) == 1;
    *k = good ? (kept){.basins = head[0], .decided = head[1], .told = head[2]} : (kept){0};
    size_t count = (size_t)k->decided + k->told;
    k->border = fluv_scratch(work->ctx, (size_t)k->basins + 1, 1);
    k->passes = fluv_scratch(work->ctx, count + 1, sizeof *k->passes);
    bool room = k->border && k->passes;
    good = good && room && fread(k->border, 1, k->basins, stream) == k->basins &&
           fread(k->passes, sizeof *k->passes, count, stream) == count;
    fclose(stream);
    if (!room)
        return FLUV_NO_MEMORY;
    return good ? FLUV_OK : fluv_fail(work->ctx, FLUV_IO, "%s: is cut short", work->folder);
}

/* ---- Passes over tiles ---- */

static fluv_status tell_rim(fluv_tile_work *work, uint32_t tile)
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

/* Passes of the tile and its ring, in rising order. */
static fluv_status find_passes(fluv_ctx *ctx, const basins *b, fluv_list *found, fluv_pass **sorted)
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

/* Open passes are told by the tile that has their low cell. */
static fluv_status keep_passes(fluv_tile_work *work, uint32_t tile, const basins *b,
                               const fluv_pass *decided, const fluv_list *open)
{
    kept k = {.basins = basin_count(b), .border = b->border};
    const fluv_pass *opened = open->items;
    while (decided[k.decided].low_cell != FLUV_NONE)
        k.decided++;
    k.passes = fluv_scratch(work->ctx, k.decided + open->count + 1, sizeof *k.passes);
    if (!k.passes)
        return FLUV_NO_MEMORY;
    memcpy(k.passes, decided, k.decided * sizeof *decided);
    for (size_t i = 0; i < open->count; i++)
        if (tile_cell(b, opened[i].low_cell) != FLUV_NONE)
            k.passes[k.decided + k.told++] = opened[i];
    trees t;
    FLUV_TRY(grow_trees(work->ctx, &k, &t));
    for (uint32_t i = 0; i < k.told; i++)
        FLUV_TRY(tell_pass(work, tile, b, &k, &t, i));
    return save(work, tile, &k);
}

static fluv_status tell_passes(fluv_tile_work *work, uint32_t tile)
{
    basins b;
    fluv_list found = {0}, open = {0};
    fluv_pass *sorted = NULL;
    FLUV_TRY(find_basins(work, tile, &b));
    fluv_status status = find_passes(work->ctx, &b, &found, &sorted);
    fluv_pass *decided =
        status == FLUV_OK ? fluv_scratch(work->ctx, basin_count(&b), sizeof *decided) : NULL;
    if (status == FLUV_OK)
        status = decided ? decide(work->ctx, &b, sorted, (uint32_t)found.count, decided, &open)
                         : FLUV_NO_MEMORY;
    if (status == FLUV_OK)
        status = keep_passes(work, tile, &b, decided, &open);
    fluv_list_free(&found);
    fluv_list_free(&open);
    return status;
}

/* Turns the way from a cell on to where it ends or leaves the tile; the cell drains to `k`. */
static void turn_way(fluv_pane window, uint8_t *way, uint32_t cell, int k)
{
    for (;;) {
        int before = way[cell];
        way[cell] = (uint8_t)k;
        if (before == FLUV_NO_WAY ||
            !fluv_in_grid(window.cols, window.rows, (int64_t)(cell % window.cols) + fluv_dx[before],
                          (int64_t)(cell / window.cols) + fluv_dy[before]))
            return;
        cell = fluv_cell_beside(window.cols, cell, before);
        k = fluv_way_back(before);
    }
}

/* A tree's root leaves by way of `basin`, over pass `last`: the passes between are taken the other
 * way. */
static void turn_tree(const kept *k, trees *t, uint32_t basin, uint32_t last, int side)
{
    uint32_t pass = last;
    while (basin != FLUV_NONE) {
        uint32_t old = t->pass[basin];
        int old_side = t->side[basin];
        t->pass[basin] = pass;
        t->side[basin] = (uint8_t)side;
        if (old == FLUV_NONE)
            return;
        basin = basin_of(&k->passes[old], !old_side);
        pass = old;
        side = !old_side;
    }
}

static fluv_status turn_ways(fluv_tile_work *work, uint32_t tile)
{
    fluv_pane window = fluv_tiling_window(&work->tiling, tile);
    const basins shape = {.window = window, .grid = {.cols = window.cols + 2 * AROUND}};
    const fluv_turn *turns = work->answers[tile].items;
    size_t count = work->answers[tile].count / sizeof *turns;
    uint8_t *way = fluv_tile_load(work, FLUV_GRID_WAY, window);
    if (!way)
        return work->failed;
    kept k;
    trees t;
    FLUV_TRY(fetch(work, tile, &k));
    FLUV_TRY(grow_trees(work->ctx, &k, &t));
    for (size_t i = 0; i < count; i++)
        if (turns[i].what == FLUV_TURN_PASS) {
            uint32_t pass = k.decided + turns[i].index;
            turn_tree(&k, &t, basin_of(&k.passes[pass], (int)turns[i].side), pass,
                      (int)turns[i].side);
        } else {
            turn_way(window, way, fluv_rim_cell(window, turns[i].index), (int)turns[i].way);
        }
    for (uint32_t b = 0; b < k.basins; b++) {
        if (t.pass[b] == FLUV_NONE)
            continue;
        const fluv_pass *pass = &k.passes[t.pass[b]];
        uint32_t from = cell_of(pass, t.side[b]), to = cell_of(pass, !t.side[b]);
        turn_way(window, way, tile_cell(&shape, from), fluv_way_between(shape.grid.cols, from, to));
    }
    return fluv_tile_keep(work, FLUV_GRID_LED, tile, window, way);
}

fluv_status fluv_tiles_lead_out_of_hollows(fluv_tile_work *work)
{
    fluv_rims rims = {0};
    work->rims = &rims;
    fluv_status status = fluv_tiles_ask(work, tell_rim, fluv_hollows_name);
    if (status == FLUV_OK)
        status = fluv_tiles_ask(work, tell_passes, fluv_hollows_join);
    if (status == FLUV_OK)
        status = fluv_tiles_each(work, turn_ways);
    fluv_rims_free(&rims);
    work->rims = NULL;
    return status;
}
