// SPDX-License-Identifier: MIT
/* Hollows keep their passes beside beds that are cut deeper, tile by tile
 * (hydrography/keep_passes.c says why).
 *
 * in   ground, water and cover with rivers, ways      out   ground
 *
 * The level of a cell is the highest point of its water's way. A tile knows it as far as the way
 * lies in the tile; rank 0 goes on from exit to exit. Then a ring of levels tells whether a cell
 * has a lower way beside it.  O(n). */
#include "hydrography/rivers.h"
#include "tiles/ends.h"
#include "tiles/rivers.h"

typedef struct tile_ground {
    fluv_pane window, held; /* with a ring */
    float *ground;          /* of the held cells, as the others */
    const float *water;
    const uint8_t *cover, *way;
} tile_ground;

static fluv_status load_ground(fluv_tile_work *work, uint32_t tile, tile_ground *t)
{
    t->window = fluv_tiling_window(&work->tiling, tile);
    t->held = fluv_pane_grown(&work->tiling, t->window, 1);
    t->ground = fluv_tile_load(work, FLUV_GRID_BEDS, t->held);
    t->water = t->ground ? fluv_tile_load(work, FLUV_GRID_SURFACE, t->held) : NULL;
    t->cover = t->water ? fluv_tile_load(work, FLUV_GRID_COVERED, t->held) : NULL;
    t->way = t->cover ? fluv_tile_load(work, FLUV_GRID_ROUTE, t->held) : NULL;
    return t->way ? FLUV_OK : work->failed;
}

static float surface_of(const tile_ground *t, uint32_t cell)
{
    return isnan(t->water[cell]) ? t->ground[cell] : t->water[cell];
}

static bool is_ground(const tile_ground *t, uint32_t cell)
{
    return t->cover[cell] != FLUV_OCEAN && !isnan(t->ground[cell]);
}

static bool is_land(const tile_ground *t, uint32_t cell)
{
    return t->cover[cell] == FLUV_LAND && isfinite(t->ground[cell]);
}

static uint32_t in_held(const tile_ground *t, uint32_t cell)
{
    return fluv_pane_find_of(t->held, t->window, cell);
}

/* Whether water climbs out of a hollow anywhere in the tile. */
static bool climbs(const tile_ground *t)
{
    for (uint32_t c = 0; c < fluv_pane_count(t->window); c++) {
        uint32_t at = in_held(t, c);
        if (t->way[at] == FLUV_NO_WAY || !is_land(t, at))
            continue;
        uint32_t to = fluv_cell_beside(t->held.cols, at, t->way[at]);
        if (is_ground(t, to) && surface_of(t, to) > t->ground[at])
            return true;
    }
    return false;
}

/* ---- Levels within a tile ---- */

typedef struct tile_levels {
    uint32_t *receiver; /* within the window */
    uint32_t *exit;     /* for each cell of the window EXIT and a place, or NONE */
    float *level;       /* as far as the way lies in the window; NaN: no ground */
} tile_levels;

/* Down from a cell to one that is known, or to the end; then back up the way. */
static fluv_status find_levels_from(fluv_ctx *ctx, const tile_ground *t, uint32_t cell,
                                    fluv_list *way, tile_levels *l)
{
    float last = -INFINITY;
    uint32_t exit = FLUV_NONE;
    way->count = 0;
    for (; cell != FLUV_NONE && is_ground(t, in_held(t, cell)) && isnan(l->level[cell]);
         cell = l->receiver[cell]) {
        uint32_t *to = fluv_list_append(ctx, way, 1, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        *to = cell;
    }
    const uint32_t *cells = way->items;
    if (cell != FLUV_NONE && is_ground(t, in_held(t, cell))) {
        last = l->level[cell];
        exit = l->exit[cell];
    } else if (cell == FLUV_NONE && t->way[in_held(t, cells[way->count - 1])] != FLUV_NO_WAY) {
        exit = FLUV_EXIT_AT + fluv_rim_place(t->window, cells[way->count - 1]);
    }
    for (size_t i = way->count; i-- > 0;) {
        last = l->level[cells[i]] = fmaxf(surface_of(t, in_held(t, cells[i])), last);
        l->exit[cells[i]] = exit;
    }
    return FLUV_OK;
}

static fluv_status find_levels(fluv_tile_work *work, const tile_ground *t, tile_levels *l)
{
    fluv_ctx *ctx = work->ctx;
    uint32_t cells = (uint32_t)fluv_pane_count(t->window);
    l->receiver = fluv_scratch(ctx, cells, sizeof *l->receiver);
    l->exit = fluv_scratch(ctx, cells, sizeof *l->exit);
    l->level = fluv_scratch(ctx, cells, sizeof *l->level);
    const uint8_t *way = fluv_tile_load(work, FLUV_GRID_ROUTE, t->window);
    if (!way)
        return work->failed;
    if (!l->receiver || !l->exit || !l->level)
        return FLUV_NO_MEMORY;
    fluv_ways_to_receivers(t->window, way, l->receiver);
    for (uint32_t c = 0; c < cells; c++) {
        l->level[c] = NAN;
        l->exit[c] = FLUV_NONE;
    }
    fluv_list path = {0};
    fluv_status status = FLUV_OK;
    for (uint32_t c = 0; status == FLUV_OK && c < cells; c++)
        if (isnan(l->level[c]) && is_ground(t, in_held(t, c)))
            status = find_levels_from(ctx, t, c, &path, l);
    fluv_list_free(&path);
    return status;
}

static fluv_status tell_levels(fluv_tile_work *work, uint32_t tile)
{
    tile_ground t;
    tile_levels l;
    FLUV_TRY(load_ground(work, tile, &t));
    FLUV_TRY(find_levels(work, &t, &l));
    const fluv_ends ends = {.window = t.window, .receiver = l.receiver, .end = l.exit};
    const uint8_t *way = fluv_tile_load(work, FLUV_GRID_ROUTE, t.window);
    if (!way)
        return work->failed;
    FLUV_TRY(fluv_rim_tell(work, tile, &ends, way));
    uint32_t rim = fluv_rim_count(t.window);
    float *level = fluv_parcel_add(work, tile, rim, sizeof *level);
    if (!level)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < rim; i++)
        level[i] = l.level[fluv_rim_cell(t.window, i)];
    uint64_t *found = fluv_parcel_add(work, tile, 1, sizeof *found);
    if (!found)
        return FLUV_NO_MEMORY;
    *found = climbs(&t);
    return FLUV_OK;
}

/* ---- On rank 0 ---- */

typedef struct net {
    fluv_rims rims;
    float *level; /* of each place, as far as its way lies in its tile; of those known, all of it */
    uint8_t *known;
    fluv_list way; /* fluv_rim_at */
} net;

/* The level of a place, with all that lies below it. */
static fluv_status level_at(fluv_ctx *ctx, net *n, fluv_rim_at at, float *out)
{
    float last = -INFINITY;
    n->way.count = 0;
    for (;;) {
        uint64_t i = fluv_rims_index(&n->rims, at);
        if (n->known[i]) {
            last = n->level[i];
            break;
        }
        fluv_rim_at *to = fluv_list_append(ctx, &n->way, 1, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        *to = at;
        if (isnan(n->level[i]) || !fluv_end_is_exit(n->rims.end[i]))
            break; /* the sea, or the way ends in the tile */
        at = fluv_rims_beyond(&n->rims, (fluv_rim_at){at.tile, n->rims.end[i] - FLUV_EXIT_AT});
    }
    const fluv_rim_at *way = n->way.items;
    for (size_t k = n->way.count; k-- > 0;) {
        uint64_t i = fluv_rims_index(&n->rims, way[k]);
        last = n->level[i] = fmaxf(n->level[i], last); /* of NaN and a number, the number */
        n->known[i] = 1;
    }
    *out = last;
    return FLUV_OK;
}

static fluv_status take_net(fluv_tile_work *work, net *n, bool *climbing)
{
    FLUV_TRY(fluv_rims_begin(work->ctx, &work->tiling, &n->rims));
    size_t places = n->rims.first[work->tiling.count];
    n->level = fluv_scratch(work->ctx, places, sizeof *n->level);
    n->known = fluv_scratch_zero(work->ctx, places, 1);
    if (!n->level || !n->known)
        return FLUV_NO_MEMORY;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        size_t at = 0, rim = n->rims.first[tile + 1] - n->rims.first[tile];
        fluv_rims_take(work, tile, &at, &n->rims);
        memcpy(n->level + n->rims.first[tile],
               fluv_parcel_take(work, tile, &at, rim, sizeof *n->level), rim * sizeof *n->level);
        *climbing |= *(const uint64_t *)fluv_parcel_take(work, tile, &at, 1, sizeof(uint64_t)) != 0;
        fluv_parcel_clear(work, tile);
    }
    return FLUV_OK;
}

/* For each place the level of where its exit leads; nothing where no water climbs. */
static fluv_status answer_levels(fluv_tile_work *work, net *n)
{
    bool climbing = false;
    static const size_t size = sizeof(fluv_reach);
    FLUV_TRY(take_net(work, n, &climbing));
    fluv_list reaches = {0};
    fluv_status status = fluv_tile_restore(work, FLUV_TILES_RIVERS, &size, 1, &reaches);
    climbing = climbing && reaches.count; /* without rivers no bed was cut */
    fluv_list_free(&reaches);
    FLUV_TRY(status);
    for (uint32_t tile = 0; climbing && tile < work->tiling.count; tile++) {
        uint32_t rim = (uint32_t)(n->rims.first[tile + 1] - n->rims.first[tile]);
        float *level = fluv_parcel_add(work, tile, rim, sizeof *level);
        if (!level)
            return FLUV_NO_MEMORY;
        for (uint32_t i = 0; i < rim; i++) {
            uint32_t end = n->rims.end[n->rims.first[tile] + i];
            level[i] = -INFINITY;
            if (fluv_end_is_exit(end) && end - FLUV_EXIT_AT == i)
                FLUV_TRY(level_at(work->ctx, n, fluv_rims_beyond(&n->rims, (fluv_rim_at){tile, i}),
                                  &level[i]));
        }
    }
    return FLUV_OK;
}

static fluv_status solve_levels(fluv_tile_work *work)
{
    net n = {0};
    fluv_status status = answer_levels(work, &n);
    fluv_rims_free(&n.rims);
    fluv_list_free(&n.way);
    return status;
}

/* ---- Back in the tiles ---- */

static fluv_status keep_levels(fluv_tile_work *work, uint32_t tile)
{
    tile_ground t;
    tile_levels l;
    const float *below = work->answers[tile].items;
    if (!work->answers[tile].count)
        return FLUV_OK;
    FLUV_TRY(load_ground(work, tile, &t));
    FLUV_TRY(find_levels(work, &t, &l));
    for (uint32_t c = 0; c < fluv_pane_count(t.window); c++)
        if (fluv_end_is_exit(l.exit[c]))
            l.level[c] = fmaxf(l.level[c], below[l.exit[c] - FLUV_EXIT_AT]);
    return fluv_tile_keep(work, FLUV_GRID_LEVEL, tile, t.window, l.level);
}

static fluv_status keep_ground(fluv_tile_work *work, uint32_t tile)
{
    tile_ground t;
    FLUV_TRY(load_ground(work, tile, &t));
    if (!work->answers[tile].count)
        return fluv_tile_keep(work, FLUV_GRID_GROUND, tile, t.held, t.ground);
    const float *level = fluv_tile_load(work, FLUV_GRID_LEVEL, t.held);
    if (!level)
        return work->failed;
    fluv_topology grid = fluv_topology_grid(t.held.cols, t.held.rows, 1.0);
    for (uint32_t c = 0; c < grid.count; c++)
        if (is_land(&t, c) && level[c] > t.ground[c] && fluv_has_lower_way(&grid, level, c))
            t.ground[c] = level[c];
    return fluv_tile_keep(work, FLUV_GRID_GROUND, tile, t.held, t.ground);
}

fluv_status fluv_tiles_keep_passes(fluv_tile_work *work)
{
    FLUV_TRY(fluv_tiles_ask(work, tell_levels, solve_levels));
    FLUV_TRY(fluv_tiles_each(work, keep_levels));
    return fluv_tiles_each(work, keep_ground);
}
