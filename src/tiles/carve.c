// SPDX-License-Identifier: MIT
/* Ways out of hollows cut into the ground, tile by tile.
 *
 * in   heights, kinds, ways that lead out of hollows      out   ground that never rises along them
 *
 * In the whole map (stages/shared/ways.c) a cell that is cut comes down to the lowest root above
 * it, whatever the order of roots. So a tile cuts from its own roots, and tells how low its exits
 * are then; rank 0 carries the lowest on from tile to tile; each tile cuts once more, also from
 * where ways come in. Both sides of a rim are cut from the same number. Land below the sea that
 * drains into it is raised to it, for which rank 0 says where ways end.  O(n), and roots are
 * sorted. */
#include "tiles/ends.h"
#include "water/catchments.h"
#include "water/moved.h"

#include <stdlib.h>

enum { ELSEWHERE, IN_SEA }; /* where ways end, if not at an exit */

typedef struct tile_ground {
    const uint8_t *kind, *led;
    float *height;
    fluv_ends ends; /* ELSEWHERE, IN_SEA, an exit, or NONE */
    uint32_t *roots;
    uint32_t root_count;
} tile_ground;

/* What rank 0 answers for a place of the rim. */
typedef struct coming {
    float low;    /* that water comes from, m; INFINITY: none comes */
    uint32_t end; /* of the way from there */
} coming;

/* ---- In a tile ---- */

static fluv_status find_ends(fluv_tile_work *work, fluv_pane window, tile_ground *t)
{
    fluv_ctx *ctx = work->ctx;
    uint32_t cells = (uint32_t)fluv_pane_count(window);
    t->ends = (fluv_ends){.window = window,
                          .receiver = fluv_scratch(ctx, cells, sizeof *t->ends.receiver),
                          .end = fluv_scratch(ctx, cells, sizeof *t->ends.end)};
    if (!t->ends.receiver || !t->ends.end)
        return FLUV_NO_MEMORY;
    fluv_ways_to_receivers(window, t->led, t->ends.receiver);
    for (uint32_t c = 0; c < cells; c++) {
        uint32_t end = FLUV_UNLABELLED;
        if (t->led[c] == FLUV_NO_WAY)
            end = t->kind[c] & FLUV_CELL_SEA ? IN_SEA : ELSEWHERE;
        else if (t->ends.receiver[c] == FLUV_NONE)
            end = FLUV_EXIT_AT + fluv_rim_place(window, c);
        t->ends.end[c] = end;
    }
    fluv_topology grid = fluv_topology_grid(window.cols, window.rows, 1.0);
    fluv_labels_follow(&grid, ctx->threads, t->ends.receiver, t->ends.end);
    return FLUV_OK;
}

static fluv_status find_roots(fluv_tile_work *work, fluv_pane window, tile_ground *t)
{
    uint32_t cells = (uint32_t)fluv_pane_count(window);
    const uint8_t *way = fluv_tile_load(work, FLUV_GRID_WAY, window);
    if (!way)
        return work->failed;
    for (uint32_t c = 0; c < cells; c++)
        t->root_count += way[c] == FLUV_NO_WAY && t->kind[c] == 0;
    t->roots = fluv_scratch(work->ctx, t->root_count, sizeof *t->roots);
    if (!t->roots)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0, i = 0; c < cells; c++)
        if (way[c] == FLUV_NO_WAY && t->kind[c] == 0)
            t->roots[i++] = c;
    return FLUV_OK;
}

static fluv_status load_ground(fluv_tile_work *work, uint32_t tile, tile_ground *t)
{
    fluv_pane window = fluv_tiling_window(&work->tiling, tile);
    *t = (tile_ground){.kind = fluv_tile_load(work, FLUV_GRID_KIND, window)};
    t->led = t->kind ? fluv_tile_load(work, FLUV_GRID_LED, window) : NULL;
    t->height = t->led ? fluv_tile_load(work, FLUV_GRID_HEIGHT, window) : NULL;
    if (!t->height)
        return work->failed;
    FLUV_TRY(find_ends(work, window, t));
    return find_roots(work, window, t);
}

/* From where a way is cut: a root, or a cell that water comes in by. */
typedef struct source {
    float level;
    uint32_t cell;
} source;

static int by_level(const void *a, const void *b)
{
    const source *left = a, *right = b;
    return left->level < right->level ? -1 : left->level > right->level;
}

/* The lowest first: then no cell is cut twice. */
static void cut_below(tile_ground *t, source *sources, size_t count, fluv_moved *cut)
{
    qsort(sources, count, sizeof *sources, by_level);
    for (size_t i = 0; i < count; i++) {
        float level = sources[i].level;
        for (uint32_t at = sources[i].cell; at != FLUV_NONE && t->height[at] >= level;
             at = t->ends.receiver[at]) {
            if (!(t->height[at] > level))
                continue;
            fluv_moved_add(cut, t->height[at] - level);
            t->height[at] = level + 0.0f; /* as in one piece */
        }
    }
}

/* Cuts from all roots and, unless `rim` is NULL, from where ways come in. */
static fluv_status cut_tile(fluv_tile_work *work, tile_ground *t, const coming *rim,
                            fluv_moved *cut)
{
    uint32_t places = fluv_rim_count(t->ends.window);
    size_t count = 0;
    source *sources = fluv_scratch(work->ctx, (size_t)t->root_count + places, sizeof *sources);
    if (!sources)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < t->root_count; i++)
        sources[count++] = (source){t->height[t->roots[i]], t->roots[i]};
    for (uint32_t i = 0; rim && i < places; i++)
        if (isfinite(rim[i].low))
            sources[count++] = (source){rim[i].low, fluv_rim_cell(t->ends.window, i)};
    cut_below(t, sources, count, cut);
    fluv_scratch_drop(work->ctx, sources);
    return FLUV_OK;
}

static fluv_status tell_lows(fluv_tile_work *work, uint32_t tile)
{
    tile_ground t;
    fluv_moved cut = {0};
    FLUV_TRY(load_ground(work, tile, &t));
    FLUV_TRY(cut_tile(work, &t, NULL, &cut));
    FLUV_TRY(fluv_rim_tell(work, tile, &t.ends, t.led));
    uint32_t rim = fluv_rim_count(t.ends.window);
    float *low = fluv_parcel_add(work, tile, rim, sizeof *low);
    if (!low)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < rim; i++)
        low[i] = t.height[fluv_rim_cell(t.ends.window, i)];
    return FLUV_OK;
}

/* ---- On rank 0 ---- */

typedef struct lows {
    float *leaving; /* of exits */
    float *coming;
} lows;

static void carry_low(void *user, uint64_t exit, uint64_t to, uint64_t next)
{
    const lows *l = user;
    float low = l->leaving[exit];
    l->coming[to] = fminf(l->coming[to], low);
    if (next != FLUV_NO_EXIT)
        l->leaving[next] = fminf(l->leaving[next], low);
}

static fluv_status carry_lows(fluv_tile_work *work, fluv_rims *rims)
{
    fluv_ctx *ctx = work->ctx;
    FLUV_TRY(fluv_rims_begin(ctx, &work->tiling, rims));
    size_t places = rims->first[work->tiling.count];
    lows l = {fluv_scratch(ctx, places, sizeof(float)), fluv_scratch(ctx, places, sizeof(float))};
    if (!l.leaving || !l.coming)
        return FLUV_NO_MEMORY;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        size_t at = 0, rim = rims->first[tile + 1] - rims->first[tile];
        fluv_rims_take(work, tile, &at, rims);
        memcpy(l.leaving + rims->first[tile],
               fluv_parcel_take(work, tile, &at, rim, sizeof *l.leaving), rim * sizeof *l.leaving);
        fluv_parcel_clear(work, tile);
    }
    for (size_t i = 0; i < places; i++)
        l.coming[i] = INFINITY;
    FLUV_TRY(fluv_rims_descend(ctx, rims, carry_low, &l));
    fluv_rims_follow(rims);
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        uint64_t first = rims->first[tile], rim = rims->first[tile + 1] - first;
        coming *answer = fluv_parcel_add(work, tile, rim, sizeof *answer);
        if (!answer)
            return FLUV_NO_MEMORY;
        for (uint64_t i = 0; i < rim; i++)
            answer[i] = (coming){l.coming[first + i], rims->end[first + i]};
    }
    return FLUV_OK;
}

static fluv_status solve_lows(fluv_tile_work *work)
{
    fluv_rims rims = {0};
    fluv_status status = carry_lows(work, &rims);
    fluv_rims_free(&rims);
    return status;
}

/* ---- Back in the tiles, and what came of it ---- */

typedef struct tile_change {
    uint64_t hollows;
    fluv_moved cut, filled;
} tile_change;

static void lift(tile_ground *t, const coming *rim, fluv_moved *filled)
{
    for (uint32_t c = 0; c < fluv_pane_count(t->ends.window); c++) {
        if (!(t->height[c] < 0.0f) || t->kind[c] & (FLUV_CELL_SEA | FLUV_CELL_VOID))
            continue;
        uint32_t end = t->ends.end[c];
        if ((fluv_end_is_exit(end) ? rim[end - FLUV_EXIT_AT].end : end) != IN_SEA)
            continue;
        fluv_moved_add(filled, -t->height[c]);
        t->height[c] = 0.0f;
    }
}

static fluv_status carve_tile(fluv_tile_work *work, uint32_t tile)
{
    tile_ground t;
    const coming *rim = work->answers[tile].items;
    FLUV_TRY(load_ground(work, tile, &t));
    tile_change change = {.hollows = t.root_count};
    FLUV_TRY(cut_tile(work, &t, rim, &change.cut));
    lift(&t, rim, &change.filled);
    tile_change *told = fluv_parcel_add(work, tile, 1, sizeof *told);
    if (!told)
        return FLUV_NO_MEMORY;
    *told = change;
    return fluv_tile_keep(work, FLUV_GRID_CARVED, tile, t.ends.window, t.height);
}

static fluv_status note_change(fluv_tile_work *work)
{
    tile_change all = {0};
    double area = work->cell * work->cell;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        const tile_change *told = work->parcels[tile].items;
        all.hollows += told->hollows;
        fluv_moved_join(&all.cut, &told->cut);
        fluv_moved_join(&all.filled, &told->filled);
        fluv_parcel_clear(work, tile);
    }
    fluv_ground_change change = {.hollows_breached = all.hollows,
                                 .volume_cut = fluv_moved_volume(&all.cut, area),
                                 .volume_filled = fluv_moved_volume(&all.filled, area),
                                 .deepest_cut = all.cut.most,
                                 .highest_fill = all.filled.most};
    const fluv_list list = {.items = &change, .count = 1, .size = sizeof change};
    return fluv_tile_save(work, FLUV_TILES_CHANGE, &list, 1);
}

fluv_status fluv_tiles_carve(fluv_tile_work *work)
{
    FLUV_TRY(fluv_tiles_ask(work, tell_lows, solve_lows));
    return fluv_tiles_ask(work, carve_tile, note_change);
}
