// SPDX-License-Identifier: MIT
/* Hollows over rims, as rank 0 solves them.
 *
 * in   ends of rims, open passes of all tiles     out   which passes water takes, and which ways
 *                                                       turn round because of it
 *
 * First every place on a rim gets the basin that its water gathers in, by following exits from tile
 * to tile. Then the open passes, from the lowest up, join basins to a spanning tree of least height
 * with the outside as its root (Kruskal); heights and cells order them strictly, so that the tree
 * is the only one, whatever the tiles. Seen from the outside each basin has one pass over which its
 * water leaves; from there back to the basin's root its ways turn round, tile after tile.
 * O(rims + passes log passes).
 *
 * Based on: Barnes. Parallel priority-flood depression filling for trillion cell digital elevation
 *           models on desktops or clusters. 2016 */
#include "tiles/hollows.h"

#include "water/sets.h"

#include <stdlib.h>

/* ---- Names ---- */

#define UNNAMED (FLUV_NONE - 1)

/* The basin at a place on a rim; those on the way there are named in passing. */
static uint32_t name_from(const fluv_rims *rims, const uint32_t *base, fluv_rim_at from,
                          uint32_t *basin)
{
    fluv_rim_at at = from;
    uint32_t name;
    for (;;) {
        uint64_t index = fluv_rims_index(rims, at);
        uint32_t end = rims->end[index];
        if (basin[index] != UNNAMED || !fluv_end_is_exit(end)) {
            name = basin[index] != UNNAMED                   ? basin[index]
                   : end == FLUV_NONE || end == FLUV_OUTSIDE ? end
                                                             : base[at.tile] + end;
            break;
        }
        at = fluv_rims_beyond(rims, (fluv_rim_at){at.tile, end - FLUV_EXIT_AT});
    }
    for (at = from; basin[fluv_rims_index(rims, at)] == UNNAMED;) {
        uint64_t index = fluv_rims_index(rims, at);
        basin[index] = name;
        if (!fluv_end_is_exit(rims->end[index]))
            break;
        at = fluv_rims_beyond(rims, (fluv_rim_at){at.tile, rims->end[index] - FLUV_EXIT_AT});
    }
    return name;
}

/* The tile's first number, and the basins at the rim of the tile with its ring. */
static fluv_status answer_names(fluv_tile_work *work, uint32_t tile, const uint32_t *base,
                                uint32_t *basin)
{
    const fluv_tiling *tiling = &work->tiling;
    fluv_pane held = fluv_pane_grown(tiling, fluv_tiling_window(tiling, tile), 1);
    uint32_t rim = fluv_rim_count(held);
    fluv_parcel_clear(work, tile);
    uint32_t *names = fluv_parcel_add(work, tile, (size_t)rim + 1, sizeof *names);
    if (!names)
        return FLUV_NO_MEMORY;
    *names++ = base[tile];
    for (uint32_t i = 0; i < rim; i++) {
        uint32_t cell = fluv_rim_cell(held, i);
        fluv_rim_at at =
            fluv_rims_find(tiling, held.col + cell % held.cols, held.row + cell / held.cols);
        names[i] = name_from(work->rims, base, at, basin);
    }
    return FLUV_OK;
}

fluv_status fluv_hollows_name(fluv_tile_work *work)
{
    fluv_rims *rims = work->rims;
    uint32_t tiles = work->tiling.count;
    uint64_t all = 0;
    FLUV_TRY(fluv_rims_begin(work->ctx, &work->tiling, rims));
    size_t places = rims->first[tiles];
    uint32_t *base = fluv_scratch(work->ctx, tiles, sizeof *base);
    uint32_t *basin = fluv_scratch(work->ctx, places, sizeof *basin);
    if (!base || !basin)
        return FLUV_NO_MEMORY;
    for (uint32_t tile = 0; tile < tiles; tile++) {
        size_t at = 0;
        base[tile] = (uint32_t)all;
        all += *(const uint32_t *)fluv_parcel_take(work, tile, &at, 1, sizeof(uint32_t));
        fluv_rims_take(work, tile, &at, rims);
    }
    if (all >= UNNAMED)
        return fluv_fail(work->ctx, FLUV_BAD_INPUT,
                         "the map has %llu hollows, expected fewer "
                         "than %u",
                         (unsigned long long)all, UNNAMED);
    for (size_t i = 0; i < places; i++)
        basin[i] = UNNAMED;
    for (uint32_t tile = 0; tile < tiles; tile++)
        FLUV_TRY(answer_names(work, tile, base, basin));
    return FLUV_OK;
}

/* ---- The tree ---- */

typedef struct graph {
    fluv_open_pass *passes;
    size_t pass_count;
    uint32_t *names; /* of the basins in it, rising; OUTSIDE is the first */
    uint32_t basins;
    uint32_t (*ends)[2];  /* of each pass: its basins by their place in `names` */
    uint32_t *first, *at; /* passes at a basin: at[first[b]] .. at[first[b + 1] - 1] */
} graph;

static int by_height(const void *a, const void *b)
{
    const fluv_open_pass *left = a, *right = b;
    if (left->height != right->height)
        return left->height < right->height ? -1 : 1;
    if (left->slants != right->slants)
        return left->slants < right->slants ? -1 : 1;
    if (left->low != right->low)
        return left->low < right->low ? -1 : 1;
    return left->high < right->high ? -1 : left->high > right->high;
}

static int by_number(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return left < right ? -1 : left > right;
}

static fluv_status take_passes(fluv_tile_work *work, graph *g)
{
    for (uint32_t tile = 0; tile < work->tiling.count; tile++)
        g->pass_count += work->parcels[tile].count / sizeof *g->passes;
    if (g->pass_count >= FLUV_NONE / 2)
        return fluv_fail(work->ctx, FLUV_BAD_INPUT,
                         "%zu passes between tiles, expected fewer than "
                         "%u: take larger tiles",
                         g->pass_count, FLUV_NONE / 2);
    g->passes = fluv_scratch(work->ctx, g->pass_count, sizeof *g->passes);
    if (!g->passes)
        return FLUV_NO_MEMORY;
    size_t count = 0;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        size_t own = work->parcels[tile].count / sizeof *g->passes;
        if (own)
            memcpy(g->passes + count, work->parcels[tile].items, own * sizeof *g->passes);
        count += own;
        fluv_parcel_clear(work, tile);
    }
    qsort(g->passes, count, sizeof *g->passes, by_height);
    return FLUV_OK;
}

static fluv_status number_basins(fluv_ctx *ctx, graph *g)
{
    g->names = fluv_scratch(ctx, 2 * g->pass_count + 1, sizeof *g->names);
    g->ends = fluv_scratch(ctx, g->pass_count, sizeof *g->ends);
    if (!g->names || !g->ends)
        return FLUV_NO_MEMORY;
    g->names[0] = FLUV_OUTSIDE;
    for (size_t i = 0; i < g->pass_count; i++) {
        g->names[2 * i + 1] = g->passes[i].basin[0];
        g->names[2 * i + 2] = g->passes[i].basin[1];
    }
    qsort(g->names, 2 * g->pass_count + 1, sizeof *g->names, by_number);
    g->basins = 0;
    for (size_t i = 0; i <= 2 * g->pass_count; i++)
        if (i == 0 || g->names[i] != g->names[i - 1])
            g->names[g->basins++] = g->names[i];
    for (size_t i = 0; i < g->pass_count; i++)
        for (int side = 0; side < 2; side++) {
            const uint32_t *found = bsearch(&g->passes[i].basin[side], g->names, g->basins,
                                            sizeof *g->names, by_number);
            g->ends[i][side] = (uint32_t)(found - g->names);
        }
    return FLUV_OK;
}

/* Keeps the passes that join what is not joined yet. */
static fluv_status keep_joining(fluv_ctx *ctx, graph *g)
{
    uint32_t *sets = fluv_scratch(ctx, g->basins, sizeof *sets);
    size_t kept = 0;
    if (!sets)
        return FLUV_NO_MEMORY;
    fluv_sets_begin(sets, g->basins);
    for (size_t i = 0; i < g->pass_count; i++) {
        uint32_t a = fluv_set_of(sets, g->ends[i][0]), b = fluv_set_of(sets, g->ends[i][1]);
        if (a == b)
            continue;
        sets[a > b ? a : b] = a < b ? a : b;
        g->passes[kept] = g->passes[i];
        g->ends[kept][0] = g->ends[i][0];
        g->ends[kept++][1] = g->ends[i][1];
    }
    assert(kept + 1 == g->basins); /* every basin has a way outside */
    g->pass_count = kept;
    fluv_scratch_drop(ctx, sets);
    return FLUV_OK;
}

static fluv_status plant(fluv_ctx *ctx, graph *g)
{
    g->first = fluv_scratch_zero(ctx, (size_t)g->basins + 2, sizeof *g->first);
    g->at = fluv_scratch(ctx, 2 * g->pass_count, sizeof *g->at);
    if (!g->first || !g->at)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < g->pass_count; i++)
        for (int side = 0; side < 2; side++)
            g->first[g->ends[i][side] + 2]++;
    for (uint32_t b = 0; b < g->basins; b++)
        g->first[b + 2] += g->first[b + 1];
    for (size_t i = 0; i < g->pass_count; i++)
        for (int side = 0; side < 2; side++)
            g->at[g->first[g->ends[i][side] + 1]++] = (uint32_t)i;
    return FLUV_OK;
}

/* ---- Ways that turn round ---- */

static fluv_status add_turn(fluv_tile_work *work, uint32_t tile, fluv_turn turn)
{
    fluv_turn *to = fluv_parcel_add(work, tile, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = turn;
    return FLUV_OK;
}

/* From an exit of a tile on to the basin's root, over all rims. */
static fluv_status turn_on(fluv_tile_work *work, uint32_t tile, uint32_t end)
{
    const fluv_rims *rims = work->rims;
    while (fluv_end_is_exit(end)) {
        fluv_rim_at exit = {tile, end - FLUV_EXIT_AT}, to = fluv_rims_beyond(rims, exit);
        int k = rims->way[fluv_rims_index(rims, exit)];
        FLUV_TRY(add_turn(work, to.tile,
                          (fluv_turn){.what = FLUV_TURN_RIM,
                                      .index = to.place,
                                      .way = (uint32_t)fluv_way_back(k)}));
        tile = to.tile;
        end = rims->end[fluv_rims_index(rims, to)];
    }
    return FLUV_OK;
}

/* The pass's cell on this side belongs to another tile than told of it. */
static fluv_status turn_beyond(fluv_tile_work *work, const fluv_open_pass *pass, int side)
{
    uint64_t from = side ? pass->high : pass->low, to = side ? pass->low : pass->high;
    uint32_t cols = work->tiling.cols;
    uint32_t col = (uint32_t)(from % cols), row = (uint32_t)(from / cols);
    fluv_rim_at at = fluv_rims_find(&work->tiling, col, row);
    uint32_t way = FLUV_NO_WAY;
    for (uint32_t k = 0; k < 8; k++)
        if ((int64_t)(to % cols) == (int64_t)col + fluv_dx[k] &&
            (int64_t)(to / cols) == (int64_t)row + fluv_dy[k])
            way = k;
    FLUV_TRY(
        add_turn(work, at.tile, (fluv_turn){.what = FLUV_TURN_RIM, .index = at.place, .way = way}));
    return turn_on(work, at.tile, work->rims->end[fluv_rims_index(work->rims, at)]);
}

static fluv_status lead_over(fluv_tile_work *work, const fluv_open_pass *pass, int side)
{
    if (pass->end[side] == FLUV_NONE)
        return turn_beyond(work, pass, side);
    FLUV_TRY(add_turn(
        work, pass->tile,
        (fluv_turn){.what = FLUV_TURN_PASS, .index = pass->index, .side = (uint32_t)side}));
    return turn_on(work, pass->tile, pass->end[side]);
}

/* From the outside inwards: each basin leaves over the pass by which it was reached. */
static fluv_status lead_all(fluv_tile_work *work, const graph *g)
{
    uint32_t *queue = fluv_scratch(work->ctx, g->basins, sizeof *queue);
    uint8_t *reached = fluv_scratch_zero(work->ctx, g->basins, 1);
    uint32_t head = 0, tail = 0;
    if (!queue || !reached)
        return FLUV_NO_MEMORY;
    queue[tail++] = 0;
    reached[0] = 1;
    while (head < tail) {
        uint32_t outer = queue[head++];
        for (uint32_t i = g->first[outer]; i < g->first[outer + 1]; i++) {
            uint32_t pass = g->at[i];
            int side = g->ends[pass][0] == outer; /* the inner one */
            uint32_t inner = g->ends[pass][side];
            if (reached[inner])
                continue;
            reached[inner] = 1;
            queue[tail++] = inner;
            FLUV_TRY(lead_over(work, &g->passes[pass], side));
        }
    }
    return FLUV_OK;
}

fluv_status fluv_hollows_join(fluv_tile_work *work)
{
    graph g = {0};
    FLUV_TRY(take_passes(work, &g));
    FLUV_TRY(number_basins(work->ctx, &g));
    FLUV_TRY(keep_joining(work->ctx, &g));
    FLUV_TRY(plant(work->ctx, &g));
    fluv_status status = lead_all(work, &g);
    fluv_rims_free(work->rims);
    return status;
}
