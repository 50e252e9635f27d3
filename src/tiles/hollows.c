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

#include "tiles/basins.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Passes of a tile ---- */

/* What a tile keeps on disk until rank 0 has answered: decided passes, then those it told. Basins
 * have the tile's own numbers, cells are those of its grid. */
typedef struct kept {
    uint32_t basins, decided, told;
    uint8_t *border;   /* for each basin */
    fluv_pass *passes; /* decided + told */
} kept;

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

static fluv_status tell_pass(fluv_tile_work *work, uint32_t tile, const fluv_tile_basins *b,
                             const kept *k, const trees *t, uint32_t index)
{
    const fluv_pass *pass = &k->passes[k->decided + index];
    fluv_open_pass *to = fluv_parcel_add(work, tile, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = (fluv_open_pass){.low = fluv_basins_map_cell(work, b, pass->low_cell),
                           .high = fluv_basins_map_cell(work, b, pass->high_cell),
                           .height = pass->height,
                           .slants = fluv_pass_slants(pass, b->grid.cols),
                           .tile = tile,
                           .index = index};
    for (int side = 0; side < 2; side++) {
        uint32_t basin = basin_of(pass, side), own = cell_of(pass, side);
        to->basin[side] = fluv_basins_map_number(b, t->root[basin]);
        to->end[side] = FLUV_NONE;
        if (own == FLUV_NONE)
            continue;
        uint32_t cell = fluv_basins_tile_cell(b, turning_cell(k, t, basin, own));
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

/* Open passes are told by the tile that has their low cell. */
static fluv_status keep_passes(fluv_tile_work *work, uint32_t tile, const fluv_tile_basins *b,
                               const fluv_pass *decided, const fluv_list *open)
{
    kept k = {.basins = fluv_basins_count(b), .border = b->border};
    const fluv_pass *opened = open->items;
    while (decided[k.decided].low_cell != FLUV_NONE)
        k.decided++;
    k.passes = fluv_scratch(work->ctx, k.decided + open->count + 1, sizeof *k.passes);
    if (!k.passes)
        return FLUV_NO_MEMORY;
    memcpy(k.passes, decided, k.decided * sizeof *decided);
    for (size_t i = 0; i < open->count; i++)
        if (fluv_basins_tile_cell(b, opened[i].low_cell) != FLUV_NONE)
            k.passes[k.decided + k.told++] = opened[i];
    trees t;
    FLUV_TRY(grow_trees(work->ctx, &k, &t));
    for (uint32_t i = 0; i < k.told; i++)
        FLUV_TRY(tell_pass(work, tile, b, &k, &t, i));
    return save(work, tile, &k);
}

static fluv_status tell_passes(fluv_tile_work *work, uint32_t tile)
{
    fluv_tile_basins b;
    fluv_list found = {0}, open = {0};
    fluv_pass *sorted = NULL;
    FLUV_TRY(fluv_basins_find(work, tile, &b));
    fluv_status status = fluv_basins_find_passes(work->ctx, &b, &found, &sorted);
    fluv_pass *decided =
        status == FLUV_OK ? fluv_scratch(work->ctx, fluv_basins_count(&b), sizeof *decided) : NULL;
    if (status == FLUV_OK)
        status = decided ? fluv_basins_decide(work->ctx, &b, sorted, (uint32_t)found.count, decided,
                                              &open)
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
    const fluv_tile_basins shape = {.window = window,
                                    .grid = {.cols = window.cols + 2 * FLUV_BASINS_AROUND}};
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
        turn_way(window, way, fluv_basins_tile_cell(&shape, from),
                 fluv_way_between(shape.grid.cols, from, to));
    }
    return fluv_tile_keep(work, FLUV_GRID_LED, tile, window, way);
}

fluv_status fluv_tiles_lead_out_of_hollows(fluv_tile_work *work)
{
    fluv_rims rims = {0};
    work->rims = &rims;
    fluv_status status = fluv_tiles_ask(work, fluv_basins_tell_rim, fluv_hollows_name);
    if (status == FLUV_OK)
        status = fluv_tiles_ask(work, tell_passes, fluv_hollows_join);
    if (status == FLUV_OK)
        status = fluv_tiles_each(work, turn_ways);
    fluv_rims_free(&rims);
    work->rims = NULL;
    return status;
}
