// SPDX-License-Identifier: MIT
/* Lakes of a map in tiles: which hollows hold water, how high it stands, and the ground between.
 *
 * in   heights, kinds, ways      out   ground without small hollows, lake of each cell, ways that
 *                                      lead through lakes, cover and water
 *
 * Rank 0 has the hierarchy of hollows and the ways out of them (lakes_map.c) and decides there what
 * one piece decides (stages/lakes). What it needs of other cells are sums, and heights of lakes
 * that are not full: a tile finds for each of its cells the hollow, later the pool, that it lies
 * in, in the part of the tree that it was dealt. Ground is filled by the tile, to one level for
 * each basin, and cut where rank 0 says.  O(n log h). */
#include "tiles/lakes.h"

#include "tiles/basins.h"
#include "tiles/hollows.h"
#include "tiles/shown.h"

#include <stdlib.h>

/* Bytes that things take in an answer. */
static size_t room_of(uint64_t count, size_t size)
{
    return ((size_t)count * size + 7) & ~(size_t)7;
}

/* ---- A tile's part of a tree ---- */

typedef struct tile_tree {
    fluv_tile_forest forest;
    fluv_ascent ascent;
    uint32_t last, place; /* the label that was looked for last, and its place */
} tile_tree;

static fluv_status read_tree(fluv_ctx *ctx, const fluv_list *from, tile_tree *t, const void **rest)
{
    *rest = fluv_tile_forest_read(from, &t->forest);
    t->last = FLUV_NONE;
    uint32_t *jump = fluv_scratch(ctx, t->forest.nodes, sizeof *jump);
    uint32_t *depth = fluv_scratch(ctx, t->forest.nodes, sizeof *depth);
    if (!jump || !depth)
        return FLUV_NO_MEMORY;
    t->ascent = (fluv_ascent){t->forest.parent, t->forest.level, jump, FLUV_NONE};
    fluv_ascent_prepare(&t->ascent, t->forest.nodes, depth);
    fluv_scratch_drop(ctx, depth);
    return FLUV_OK;
}

/* The place of a label in the tree; NONE: it is the outside, or no land. Neighbours mostly share
 * it. */
static uint32_t place_of(tile_tree *t, uint32_t label)
{
    if (label == FLUV_NONE || label == FLUV_OUTSIDE)
        return FLUV_NONE;
    if (label != t->last) {
        const uint32_t *found =
            bsearch(&label, t->forest.label, t->forest.labels, sizeof label, fluv_by_number);
        assert(found);
        t->last = label;
        t->place = (uint32_t)(found - t->forest.label);
    }
    return t->place;
}

/* The innermost node around a cell that ends above it; NONE: none. */
static uint32_t node_at(const tile_tree *t, fluv_ascended *last, uint32_t place, float height)
{
    uint32_t leaf = place == FLUV_NONE ? FLUV_NONE : t->forest.leaf[place];
    return leaf == FLUV_NONE ? FLUV_NONE : fluv_ascend(&t->ascent, last, leaf, height);
}

/* ---- Sizes of hollows ---- */

static fluv_status tell_sizes(fluv_tile_work *work, uint32_t tile)
{
    fluv_pane window = fluv_tiling_window(&work->tiling, tile);
    tile_tree t;
    const void *rest;
    const uint32_t *label = fluv_tile_load(work, FLUV_GRID_BASIN, window);
    const float *height = label ? fluv_tile_load(work, work->bare, window) : NULL;
    if (!height)
        return work->failed;
    FLUV_TRY(read_tree(work->ctx, &work->answers[tile], &t, &rest));
    fluv_hollow_sums *sums = fluv_scratch_zero(work->ctx, t.forest.nodes, sizeof *sums);
    if (!sums)
        return FLUV_NO_MEMORY;
    fluv_ascended last = FLUV_NOT_ASCENDED;
    for (uint32_t c = 0; c < fluv_pane_count(window); c++) {
        uint32_t place = place_of(&t, label[c]);
        if (place == FLUV_NONE)
            continue;
        uint32_t in = node_at(&t, &last, place, height[c]);
        sums[t.forest.leaf[place]].catchment++;
        if (in == FLUV_NONE)
            continue;
        sums[in].area++;
        sums[in].ground += fluv_in_steps((double)height[c]);
    }
    for (uint32_t n = 0; n < t.forest.nodes; n++) {
        if (!sums[n].area && !sums[n].catchment)
            continue;
        fluv_lake_sums *told = fluv_parcel_add(work, tile, 1, sizeof *told);
        if (!told)
            return FLUV_NO_MEMORY;
        *told = (fluv_lake_sums){t.forest.node[n], sums[n].area, sums[n].catchment,
                                 fluv_steps_tell(sums[n].ground)};
    }
    return FLUV_OK;
}

/* ---- Ground, and sizes of pools ---- */

typedef struct settled {
    fluv_pane window;
    const uint32_t *label;
    const uint8_t *kind;
    const uint32_t *shown; /* lakes of the map, one more; NULL: there are none */
    float *height;
    tile_tree tree;
    const fluv_cell_change *cuts;
} settled;

/* `grid`: the ground as it came, or as it was settled. */
static fluv_status load_settled(fluv_tile_work *work, uint32_t tile, fluv_tile_grid grid,
                                settled *s)
{
    const void *rest;
    s->window = fluv_tiling_window(&work->tiling, tile);
    s->label = fluv_tile_load(work, FLUV_GRID_BASIN, s->window);
    s->kind = s->label ? fluv_tile_load(work, FLUV_GRID_KIND, s->window) : NULL;
    s->height = s->kind ? fluv_tile_load(work, grid, s->window) : NULL;
    if (!s->height)
        return work->failed;
    s->shown = work->shown ? fluv_tile_load(work, FLUV_GRID_SHOWN, s->window) : NULL;
    if (work->shown && !s->shown)
        return work->failed;
    FLUV_TRY(read_tree(work->ctx, &work->notes[tile], &s->tree, &rest));
    s->cuts = rest;
    return FLUV_OK;
}

/* The pool that a cell is in; NONE: in none. Cells of the map's lakes are in theirs though they do
 * not lie below its level. */
static uint32_t pool_of(settled *s, fluv_ascended *last, uint32_t cell)
{
    uint32_t place = place_of(&s->tree, s->label[cell]);
    uint32_t leaf = place == FLUV_NONE ? FLUV_NONE : s->tree.forest.leaf[place];
    if (leaf != FLUV_NONE && s->shown && s->shown[cell] && s->tree.forest.still[leaf])
        return leaf;
    return node_at(&s->tree, last, place, s->height[cell]);
}

static void settle_ground(const fluv_tile_work *work, settled *s, fluv_moved_steps *moved)
{
    for (uint32_t c = 0; c < fluv_pane_count(s->window); c++) {
        uint32_t place = place_of(&s->tree, s->label[c]);
        if (place == FLUV_NONE)
            continue;
        float fill = s->tree.forest.fill[place], rise = fill - s->height[c];
        if (!(rise > 0.0f))
            continue;
        s->height[c] = fill;
        moved->filled += fluv_in_steps((double)rise);
        moved->highest_fill = fmaxf(moved->highest_fill, rise);
    }
    for (uint32_t i = 0; i < s->tree.forest.cuts; i++)
        s->height[fluv_pane_find_cell(&work->tiling, s->window, s->cuts[i].cell)] =
            s->cuts[i].height;
}

/* Returns how many cells of land lead their water to no pool. */
static uint64_t sum_pools(settled *s, fluv_pool_sums *sums, uint64_t *supply)
{
    fluv_ascended last = FLUV_NOT_ASCENDED;
    uint64_t none = 0;
    for (uint32_t c = 0; c < fluv_pane_count(s->window); c++) {
        uint32_t place = place_of(&s->tree, s->label[c]);
        uint32_t leaf = place == FLUV_NONE ? FLUV_NONE : s->tree.forest.leaf[place];
        if (!(s->kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA)))
            *(leaf == FLUV_NONE ? &none : &supply[leaf]) += 1;
        uint32_t pool = pool_of(s, &last, c);
        if (pool == FLUV_NONE)
            continue;
        sums[pool].area++;
        sums[pool].ground += fluv_in_steps((double)s->height[c]);
    }
    return none;
}

static fluv_status tell_pools(fluv_tile_work *work, uint32_t tile)
{
    settled s;
    fluv_moved_steps moved = {0};
    FLUV_TRY(load_settled(work, tile, work->bare, &s));
    settle_ground(work, &s, &moved);
    FLUV_TRY(fluv_tile_keep(work, FLUV_GRID_SETTLED, tile, s.window, s.height));
    uint32_t nodes = s.tree.forest.nodes;
    fluv_pool_sums *sums = fluv_scratch_zero(work->ctx, nodes, sizeof *sums);
    uint64_t *supply = fluv_scratch_zero(work->ctx, nodes, sizeof *supply);
    fluv_settled_told *head = fluv_parcel_add(work, tile, 1, sizeof *head);
    if (!sums || !supply || !head)
        return FLUV_NO_MEMORY;
    *head = (fluv_settled_told){.filled = fluv_steps_tell(moved.filled),
                                .none = sum_pools(&s, sums, supply),
                                .highest = (double)moved.highest_fill,
                                .pools = nodes};
    fluv_pool_told *told = fluv_parcel_add(work, tile, nodes, sizeof *told);
    if (!told)
        return FLUV_NO_MEMORY;
    for (uint32_t n = 0; n < nodes; n++)
        told[n] = (fluv_pool_told){s.tree.forest.node[n], sums[n].area, supply[n],
                                   fluv_steps_tell(sums[n].ground)};
    return FLUV_OK;
}

/* ---- Heights of lakes that are not full ---- */

static int by_lake(const void *a, const void *b)
{
    const fluv_height_told *left = a, *right = b;
    if (left->lake != right->lake)
        return left->lake < right->lake ? -1 : 1;
    return left->height < right->height ? -1 : left->height > right->height;
}

static fluv_status list_heights(fluv_ctx *ctx, settled *s, const uint32_t *lakes, fluv_list *found)
{
    fluv_ascended last = FLUV_NOT_ASCENDED;
    for (uint32_t c = 0; c < fluv_pane_count(s->window); c++) {
        uint32_t pool = pool_of(s, &last, c);
        if (pool == FLUV_NONE || lakes[pool] == FLUV_NONE)
            continue;
        fluv_height_told *to = fluv_list_append(ctx, found, 1, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        *to = (fluv_height_told){lakes[pool], s->height[c], 1};
    }
    return FLUV_OK;
}

static fluv_status tell_list(fluv_tile_work *work, uint32_t tile, const fluv_list *found)
{
    fluv_height_told *all = found->items;
    if (!found->count)
        return FLUV_OK;
    qsort(all, found->count, sizeof *all, by_lake);
    for (size_t from = 0, end; from < found->count; from = end) {
        for (end = from + 1; end < found->count && by_lake(&all[from], &all[end]) == 0;)
            end++;
        fluv_height_told *to = fluv_parcel_add(work, tile, 1, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        *to = all[from];
        to->count = end - from;
    }
    return FLUV_OK;
}

static fluv_status tell_heights(fluv_tile_work *work, uint32_t tile)
{
    settled s;
    fluv_list found = {0};
    if (!work->answers[tile].count)
        return FLUV_OK;
    FLUV_TRY(load_settled(work, tile, FLUV_GRID_SETTLED, &s));
    fluv_status status = list_heights(work->ctx, &s, work->answers[tile].items, &found);
    if (status == FLUV_OK)
        status = tell_list(work, tile, &found);
    fluv_list_free(&found);
    return status;
}

/* ---- Lakes on the cells ---- */

typedef struct tile_lakes {
    uint32_t *lake;
    float *water;
    uint8_t *cover, *gives, *way;
    bool poured;
} tile_lakes;

static fluv_status take_room(fluv_tile_work *work, fluv_pane window, tile_lakes *t)
{
    size_t cells = fluv_pane_count(window);
    *t = (tile_lakes){fluv_scratch(work->ctx, cells, sizeof *t->lake),
                      fluv_scratch(work->ctx, cells, sizeof *t->water),
                      fluv_scratch(work->ctx, cells, 1),
                      fluv_scratch(work->ctx, cells, 1),
                      NULL,
                      work->lakes.mode == FLUV_LAKES_POURED};
    if (!t->lake || !t->water || !t->cover || !t->gives)
        return FLUV_NO_MEMORY;
    t->way = fluv_tile_load(work, FLUV_GRID_WAY, window);
    return t->way ? FLUV_OK : work->failed;
}

/* The lake that covers a cell, or NONE. */
static const fluv_pool_answer *lake_at(settled *s, const fluv_pool_answer *pools,
                                       fluv_ascended *last, uint32_t cell)
{
    uint32_t pool = pool_of(s, last, cell);
    if (pool == FLUV_NONE || pools[pool].lake == FLUV_NONE)
        return NULL;
    bool wet = pools[pool].surveyed || s->height[cell] < pools[pool].level;
    return wet ? &pools[pool] : NULL;
}

static bool is_parched(settled *s, const fluv_pool_answer *pools, uint32_t cell)
{
    uint32_t place = place_of(&s->tree, s->label[cell]);
    uint32_t leaf = place == FLUV_NONE ? FLUV_NONE : s->tree.forest.leaf[place];
    return leaf != FLUV_NONE && pools[leaf].parched;
}

static void set_cells(settled *s, const fluv_pool_answer *pools, tile_lakes *t)
{
    fluv_ascended last = FLUV_NOT_ASCENDED;
    for (uint32_t c = 0; c < fluv_pane_count(s->window); c++) {
        const fluv_pool_answer *lake = lake_at(s, pools, &last, c);
        bool sea = s->kind[c] & FLUV_CELL_SEA, is_void = s->kind[c] & FLUV_CELL_VOID;
        t->lake[c] = lake ? lake->lake : FLUV_NONE;
        t->water[c] = lake && !lake->empty ? lake->level : sea ? 0.0f : NAN;
        t->cover[c] = lake      ? lake->empty ? FLUV_DRY_BED : FLUV_LAKE
                      : is_void ? FLUV_TILES_BYTE_NODATA
                      : sea     ? FLUV_OCEAN
                                : FLUV_LAND;
        t->gives[c] = !sea && !is_void && (t->poured ? !is_parched(s, pools, c) : !lake);
    }
}

/* Lakes of the map at the edge. */
static void set_edges(const settled *s, const fluv_edge_answer *edges, size_t count, tile_lakes *t)
{
    for (uint32_t c = 0; c < fluv_pane_count(s->window); c++)
        for (size_t i = 0; s->shown[c] && i < count; i++) {
            if (edges[i].shown != fluv_shown_lake(s->shown[c]))
                continue;
            t->lake[c] = edges[i].lake;
            t->water[c] = edges[i].level;
            t->cover[c] = FLUV_LAKE;
            t->gives[c] = t->gives[c] && t->poured;
        }
}

static fluv_status finish(fluv_tile_work *work, uint32_t tile)
{
    settled s;
    tile_lakes t;
    const uint64_t *edges = work->answers[tile].items;
    const fluv_pool_answer *pools =
        (const void *)((const uint8_t *)(edges + 1) + room_of(*edges, sizeof(fluv_edge_answer)));
    FLUV_TRY(load_settled(work, tile, FLUV_GRID_SETTLED, &s));
    FLUV_TRY(take_room(work, s.window, &t));
    set_cells(&s, pools, &t);
    if (*edges)
        set_edges(&s, (const void *)(edges + 1), (size_t)*edges, &t);
    const uint8_t *answer = work->answers[tile].items;
    size_t at =
        (size_t)((const uint8_t *)pools - answer) + room_of(s.tree.forest.nodes, sizeof *pools);
    for (; at < work->answers[tile].count; at += sizeof(fluv_cell_change)) {
        const fluv_cell_change *change = (const void *)(answer + at);
        t.way[fluv_pane_find_cell(&work->tiling, s.window, change->cell)] = (uint8_t)change->way;
    }
    FLUV_TRY(fluv_tile_keep(work, FLUV_GRID_LAKE, tile, s.window, t.lake));
    FLUV_TRY(fluv_tile_keep(work, FLUV_GRID_WATER, tile, s.window, t.water));
    FLUV_TRY(fluv_tile_keep(work, FLUV_GRID_COVER, tile, s.window, t.cover));
    FLUV_TRY(fluv_tile_keep(work, FLUV_GRID_GIVES, tile, s.window, t.gives));
    return fluv_tile_keep(work, FLUV_GRID_LED, tile, s.window, t.way);
}

/* ---- All of it ---- */

/* `work->again`: a lake of the map needs another way out, and all is done again. */
static fluv_status fill(fluv_tile_work *work)
{
    const fluv_transport *by = work->transport;
    FLUV_TRY(fluv_tiles_ask(work, fluv_basins_tell_rim, fluv_hollows_name));
    FLUV_TRY(fluv_tiles_ask(work, fluv_lakes_tell_joins, fluv_lakes_solve_joins));
    FLUV_TRY(fluv_tiles_ask(work, fluv_lakes_tell_ways, fluv_lakes_solve_ways));
    FLUV_TRY(fluv_tiles_ask(work, tell_sizes, fluv_lakes_solve_sizes));
    FLUV_TRY(fluv_tiles_each(work, fluv_tile_note));
    FLUV_TRY(fluv_tiles_ask(work, tell_pools, fluv_lakes_solve_pools));
    work->again = by->hear ? by->hear(by, work->again) : work->again;
    if (work->again)
        return FLUV_OK;
    FLUV_TRY(fluv_tiles_ask(work, tell_heights, fluv_lakes_solve_levels));
    return fluv_tiles_each(work, finish);
}

/* With hollows' net, on rank 0. */
static fluv_status with_net(fluv_tile_work *work, fluv_status (*run)(fluv_tile_work *work))
{
    fluv_rims rims = {0};
    fluv_lake_net net;
    fluv_status status = fluv_lake_net_begin(work, &net);
    work->rims = &rims;
    work->net = &net;
    if (status == FLUV_OK)
        status = run(work);
    fluv_lake_net_free(&net);
    fluv_rims_free(&rims);
    work->rims = NULL;
    work->net = NULL;
    return status;
}

static fluv_status fill_among_shown(fluv_tile_work *work)
{
    do {
        FLUV_TRY(fluv_tiles_open_shown(work));
        FLUV_TRY(with_net(work, fill));
    } while (work->again);
    return fluv_tiles_deepen_shown(work);
}

/* Whether the map shows lakes, as rank 0 knows. */
static fluv_status begin_shown(fluv_tile_work *work, fluv_shown *shown, bool *any)
{
    const fluv_transport *by = work->transport;
    if (work->lakes.flats && by->rank == 0)
        FLUV_TRY(fluv_shown_begin(work, shown));
    *any = shown->parts[0].count > 0;
    *any = by->hear ? by->hear(by, *any) : *any;
    return FLUV_OK;
}

fluv_status fluv_tiles_fill_lakes(fluv_tile_work *work)
{
    fluv_shown shown = {0};
    bool any = false;
    fluv_status status = begin_shown(work, &shown, &any);
    work->basins = FLUV_GRID_BASIN;
    work->shown = any ? &shown : NULL;
    if (status == FLUV_OK)
        status = any ? fill_among_shown(work) : with_net(work, fill);
    fluv_shown_free(&shown);
    work->shown = NULL;
    return status;
}

/* ---- Lakes that the map shows ---- */

static fluv_status judge_joined(fluv_tile_work *work)
{
    FLUV_TRY(fluv_lakes_take_joins(work));
    return fluv_shown_judge(work);
}

static fluv_status judge(fluv_tile_work *work)
{
    work->basins = FLUV_GRID_FIRST;
    FLUV_TRY(fluv_tiles_ask(work, fluv_basins_tell_rim, fluv_hollows_name));
    return fluv_tiles_ask(work, fluv_lakes_tell_joins, judge_joined);
}

fluv_status fluv_tiles_judge_flats(fluv_tile_work *work)
{
    static const size_t size = sizeof(uint64_t);
    const fluv_transport *by = work->transport;
    fluv_list seeds = {0};
    if (by->rank == 0)
        FLUV_TRY(fluv_tile_restore(work, FLUV_TILES_SEEDS, &size, 1, &seeds));
    bool any = seeds.count > 0;
    any = by->hear ? by->hear(by, any) : any;
    fluv_list_free(&seeds);
    if (any)
        return with_net(work, judge);
    return by->rank == 0 ? fluv_shown_judge(work) : FLUV_OK;
}
