// SPDX-License-Identifier: MIT
/* The network of rivers of a map in tiles.
 *
 * in   areas, discharge, ways      out   reaches, and what becomes of each channel's cell
 *
 * A tile tells its channel cells: where they are, what they drain, where they lead. They are what
 * the lines of rivers are made of, so that rank 0 holds no more than the result. It takes them for
 * a map that has no other cells, in the order of the whole one, and makes reaches as ever: heads,
 * junctions, lines, beds and orders are the same, and ids are those of the whole map's cells.
 * O(channel cells). */
#include "hydrography/banks.h"
#include "tiles/rivers.h"

#include <stdlib.h>

/* ---- In a tile ---- */

typedef struct tile_water {
    fluv_pane window, held; /* with a ring */
    const uint8_t *kind;    /* held */
    const float *height;    /* held */
    const uint8_t *way;     /* of the window, as the others */
    const double *area;
    const float *discharge;
    /* Where there are lakes: */
    const uint32_t *lake; /* held, as `water`; NULL: there are none */
    const float *water;
    const uint8_t *cover, *outlet;
} tile_water;

static fluv_status load_water(fluv_tile_work *work, uint32_t tile, tile_water *t)
{
    t->window = fluv_tiling_window(&work->tiling, tile);
    t->held = fluv_pane_grown(&work->tiling, t->window, 1);
    t->kind = fluv_tile_load(work, FLUV_GRID_KIND, t->held);
    t->height = t->kind ? fluv_tile_load(work, work->ground, t->held) : NULL;
    t->way = t->height ? fluv_tile_load(work, FLUV_GRID_ROUTE, t->window) : NULL;
    t->area = t->way ? fluv_tile_load(work, FLUV_GRID_AREA, t->window) : NULL;
    t->discharge = t->area ? fluv_tile_load(work, FLUV_GRID_DISCHARGE, t->window) : NULL;
    if (!t->discharge || !work->lakes.wanted)
        return t->discharge ? FLUV_OK : work->failed;
    t->lake = fluv_tile_load(work, FLUV_GRID_LAKE, t->held);
    t->water = t->lake ? fluv_tile_load(work, FLUV_GRID_WATER, t->held) : NULL;
    t->cover = t->water ? fluv_tile_load(work, FLUV_GRID_COVER, t->window) : NULL;
    t->outlet = t->cover ? fluv_tile_load(work, FLUV_GRID_OUTLET, t->window) : NULL;
    return t->outlet ? FLUV_OK : work->failed;
}

static fluv_channel describe(const fluv_tiling *tiling, const tile_water *t, uint32_t cell,
                             uint32_t in_held)
{
    fluv_channel out = {.cell = fluv_pane_cell(tiling, t->window, cell),
                        .area = t->area[cell],
                        .height = t->height[in_held],
                        .discharge = t->discharge[cell],
                        .lake = t->lake ? t->lake[in_held] : FLUV_NONE,
                        .to_lake = FLUV_NONE,
                        .way = t->way[cell]};
    if (out.way == FLUV_NO_WAY) {
        out.out = (uint8_t)fluv_way_over_edge(t->held.cols, t->held.rows, t->height, in_held);
        return out;
    }
    uint32_t to = fluv_cell_beside(t->held.cols, in_held, out.way);
    out.sea = (t->kind[to] & FLUV_CELL_SEA) != 0;
    out.to_height = t->height[to];
    out.to_lake = t->lake ? t->lake[to] : FLUV_NONE;
    return out;
}

static fluv_status tell(fluv_tile_work *work, uint32_t tile, const fluv_channel *channel)
{
    fluv_channel *told = fluv_parcel_add(work, tile, 1, sizeof *told);
    if (!told)
        return FLUV_NO_MEMORY;
    *told = *channel;
    return FLUV_OK;
}

/* Whether a cell of the window is a channel, or may be. */
static bool is_channel(const fluv_tile_work *work, const tile_water *t, uint32_t cell,
                       uint32_t in_held, uint8_t *kind)
{
    const fluv_tile_rivers *rivers = &work->rivers;
    double value = rivers->by_discharge ? (double)t->discharge[cell] : t->area[cell];
    bool land = t->cover ? t->cover[cell] == FLUV_LAND
                         : !(t->kind[in_held] & (FLUV_CELL_VOID | FLUV_CELL_SEA));
    bool large = value >= rivers->least;
    *kind = large ? FLUV_CHANNEL : FLUV_MAY_BE;
    return land && (large || (t->outlet && t->outlet[cell]));
}

/* Lakes at one level that touch here, each pair from one side. */
static fluv_status tell_touching(fluv_tile_work *work, uint32_t tile, const tile_water *t,
                                 uint32_t at)
{
    uint32_t col = at % t->held.cols, row = at / t->held.cols;
    for (int k = 0; k < 8; k++) {
        if (!fluv_in_grid(t->held.cols, t->held.rows, (int64_t)col + fluv_dx[k],
                          (int64_t)row + fluv_dy[k]))
            continue;
        uint32_t other = fluv_cell_beside(t->held.cols, at, k);
        if (t->lake[other] == FLUV_NONE || t->lake[other] <= t->lake[at] ||
            t->water[other] != t->water[at])
            continue;
        FLUV_TRY(tell(
            work, tile,
            &(fluv_channel){.kind = FLUV_TOUCH, .lake = t->lake[at], .to_lake = t->lake[other]}));
    }
    return FLUV_OK;
}

static fluv_status tell_lake_cell(fluv_tile_work *work, uint32_t tile, const tile_water *t,
                                  uint32_t cell, uint32_t at)
{
    fluv_channel out = describe(&work->tiling, t, cell, at);
    FLUV_TRY(tell_touching(work, tile, t, at));
    if (out.way != FLUV_NO_WAY && out.to_lake == out.lake)
        return FLUV_OK;
    out.kind = FLUV_LEAVES;
    return tell(work, tile, &out);
}

/* Area and constant runoff only grow downstream: what has begun goes on, but through lakes. */
static fluv_status tell_channels(fluv_tile_work *work, uint32_t tile)
{
    tile_water t = {0};
    FLUV_TRY(load_water(work, tile, &t));
    for (uint32_t c = 0; c < fluv_pane_count(t.window); c++) {
        uint32_t at = fluv_pane_find_of(t.held, t.window, c);
        uint8_t kind;
        if (t.lake && t.lake[at] != FLUV_NONE) {
            FLUV_TRY(tell_lake_cell(work, tile, &t, c, at));
            continue;
        }
        if (!is_channel(work, &t, c, at, &kind))
            continue;
        fluv_channel out = describe(&work->tiling, &t, c, at);
        out.kind = kind;
        FLUV_TRY(tell(work, tile, &out));
    }
    return FLUV_OK;
}

/* ---- On rank 0 ---- */

/* Of two at one cell the one that knows more comes first. */
static int by_cell(const void *a, const void *b)
{
    const fluv_channel *left = a, *right = b;
    if (left->cell != right->cell)
        return left->cell < right->cell ? -1 : 1;
    return left->kind < right->kind ? -1 : left->kind > right->kind;
}

static uint64_t cell_below(const fluv_tiling *tiling, const fluv_channel *c)
{
    return (uint64_t)((int64_t)c->cell + fluv_dy[c->way] * (int64_t)tiling->cols + fluv_dx[c->way]);
}

/* Whether the network needs a cell: of those at which lakes are left, one a lake. */
static bool is_needed(const fluv_river_lakes *lakes, const fluv_channel *told)
{
    if (told->kind == FLUV_TOUCH)
        return false;
    return told->kind != FLUV_LEAVES || lakes->exit[lakes->taker[told->lake]] == told->cell;
}

/* The cell of the sea or a lake that one runs into. */
static bool ends_below(const fluv_channel *told)
{
    return told->sea || told->to_lake != FLUV_NONE;
}

static size_t take_told(fluv_tile_work *work, fluv_channel *all)
{
    const fluv_river_lakes *lakes = work->river_lakes;
    size_t at = 0;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        const fluv_channel *told = work->parcels[tile].items;
        size_t own = work->parcels[tile].count / sizeof *told;
        for (size_t i = 0; i < own; i++) {
            if (!is_needed(lakes, &told[i]))
                continue;
            if (all)
                all[at] = told[i];
            at++;
            if (!ends_below(&told[i]))
                continue;
            if (all)
                all[at] = (fluv_channel){.cell = cell_below(&work->tiling, &told[i]),
                                         .height = told[i].to_height,
                                         .lake = told[i].to_lake,
                                         .to_lake = FLUV_NONE,
                                         .sea = told[i].sea,
                                         .way = FLUV_NO_WAY,
                                         .kind = FLUV_BEYOND};
            at++;
        }
        if (all)
            fluv_list_free(&work->parcels[tile]);
    }
    return at;
}

/* Channels of all tiles by rising cell, and the cells of the sea and of lakes that they run into
 * or come out of. */
static fluv_status gather(fluv_tile_work *work, fluv_channel **out, size_t *count)
{
    FLUV_TRY(fluv_river_lakes_join(work, work->river_lakes));
    size_t room = take_told(work, NULL);
    if (room >= FLUV_NONE)
        return fluv_fail(work->ctx, FLUV_NO_MEMORY, "rivers have more cells than 32 bits count");
    fluv_channel *all = fluv_scratch(work->ctx, room + 1, sizeof *all);
    if (!all)
        return FLUV_NO_MEMORY;
    size_t at = take_told(work, all);
    qsort(all, at, sizeof *all, by_cell);
    *count = 0;
    for (size_t i = 0; i < at; i++) /* several may run into one cell */
        if (!i || all[i].cell != all[i - 1].cell)
            all[(*count)++] = all[i];
    *out = all;
    return FLUV_OK;
}

typedef struct network {
    fluv_river_cells cells; /* channels, and cells of the sea below them, by rising place */
    uint64_t *place;        /* what of them the reaches only read */
    uint32_t *receiver;
    double *area;
    float *discharge;
    uint8_t *way_out;
    fluv_traces traces;
    fluv_watershed_units units;
    uint32_t *unit_of; /* of each cell */
    fluv_list reaches, points;
} network;

static fluv_status make_arrays(fluv_ctx *ctx, uint32_t count, network *n)
{
    n->place = fluv_scratch(ctx, count, sizeof *n->place);
    n->receiver = fluv_scratch(ctx, count, sizeof *n->receiver);
    n->area = fluv_scratch(ctx, count, sizeof *n->area);
    n->discharge = fluv_scratch(ctx, count, sizeof *n->discharge);
    n->way_out = fluv_scratch(ctx, count, sizeof *n->way_out);
    n->cells.topology = (fluv_topology){.count = count};
    n->cells.place = n->place;
    n->cells.receiver = n->receiver;
    n->cells.area = n->area;
    n->cells.discharge = n->discharge;
    n->cells.way_out = n->way_out;
    n->cells.height = fluv_scratch(ctx, count, sizeof *n->cells.height);
    n->cells.water = fluv_scratch(ctx, count, sizeof *n->cells.water);
    n->cells.cover = fluv_scratch(ctx, count, sizeof *n->cells.cover);
    n->cells.channel = fluv_scratch(ctx, count, sizeof *n->cells.channel);
    n->cells.feeders = fluv_scratch(ctx, count, sizeof *n->cells.feeders);
    n->unit_of = fluv_scratch(ctx, count, sizeof *n->unit_of);
    bool all = n->place && n->receiver && n->area && n->discharge && n->way_out &&
               n->cells.height && n->cells.water && n->cells.cover && n->cells.channel &&
               n->cells.feeders && n->unit_of;
    return all ? FLUV_OK : FLUV_NO_MEMORY;
}

static uint32_t find_cell(const fluv_channel *all, uint32_t count, uint64_t cell)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (all[middle].cell < cell)
            low = middle + 1;
        else
            high = middle;
    }
    assert(low < count && all[low].cell == cell); /* rivers end in water or leave the map */
    return low;
}

static void fill_arrays(const fluv_tiling *tiling, const fluv_channel *all, network *n)
{
    fluv_river_cells *ch = &n->cells;
    for (uint32_t i = 0; i < ch->topology.count; i++) {
        bool sea = all[i].kind == FLUV_BEYOND && all[i].sea;
        n->place[i] = all[i].cell;
        n->receiver[i] = all[i].way == FLUV_NO_WAY
                             ? FLUV_NONE
                             : find_cell(all, ch->topology.count, cell_below(tiling, &all[i]));
        n->area[i] = all[i].area;
        n->discharge[i] = all[i].discharge;
        n->way_out[i] = all[i].out;
        ch->height[i] = all[i].height;
        ch->water[i] = sea ? 0.0f : NAN;
        ch->cover[i] = sea ? FLUV_OCEAN : FLUV_LAND;
        ch->channel[i] = all[i].kind == FLUV_CHANNEL;
        n->unit_of[i] = FLUV_NONE;
    }
}

/* Which cells are whose lake's, and which lie below lakes that let out rivers. */
static fluv_status add_lakes(fluv_tile_work *work, const fluv_channel *all, network *n)
{
    const fluv_river_lakes *lakes = work->river_lakes;
    fluv_river_cells *ch = &n->cells;
    ch->lakes = lakes->list ? &lakes->lakes : NULL;
    if (!lakes->lakes.count)
        return FLUV_OK;
    ch->lake_of = fluv_scratch(work->ctx, ch->topology.count, sizeof *ch->lake_of);
    ch->exit_of = fluv_scratch(work->ctx, lakes->lakes.count, sizeof *ch->exit_of);
    ch->led = fluv_scratch(work->ctx, lakes->lakes.count, sizeof *ch->led);
    if (!ch->lake_of || !ch->exit_of || !ch->led)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < ch->topology.count; i++) {
        uint32_t lake = all[i].lake;
        ch->lake_of[i] = lake == FLUV_NONE ? FLUV_NONE : lakes->taker[lake];
        if (lake == FLUV_NONE)
            continue;
        bool empty = lakes->list[ch->lake_of[i]].state == FLUV_EMPTY;
        ch->cover[i] = empty ? FLUV_DRY_BED : FLUV_LAKE;
        ch->water[i] = empty ? NAN : lakes->list[ch->lake_of[i]].level;
    }
    for (uint32_t i = 0; i < lakes->lakes.count; i++)
        ch->exit_of[i] = lakes->exit[i] == FLUV_NO_CELL
                             ? FLUV_NONE
                             : find_cell(all, ch->topology.count, lakes->exit[i]);
    for (uint32_t i = 0; work->rivers.by_discharge && i < ch->topology.count; i++)
        if (ch->channel[i])
            fluv_channel_mark_below(ch, i);
    fluv_outlets_mark(ch, work->rivers.outlets);
    return FLUV_OK;
}

static void label_channels(network *n)
{
    for (uint32_t i = 0; i < n->traces.count; i++) {
        uint32_t at = n->traces.traces[i].first;
        for (uint32_t k = 0; k < n->traces.traces[i].cell_count; k++, at = n->cells.receiver[at])
            n->unit_of[at] = n->units.of_reach[i];
    }
}

/* `all` is given back on the way. */
static fluv_status make_network(fluv_tile_work *work, fluv_channel *all, uint32_t count, network *n)
{
    fluv_ctx *ctx = work->ctx;
    n->cells.frame = work->rivers.frame;
    FLUV_TRY(make_arrays(ctx, count, n));
    fill_arrays(&work->tiling, all, n);
    FLUV_TRY(add_lakes(work, all, n));
    fluv_river_cells_count_feeders(&n->cells);
    fluv_scratch_drop(ctx, all);
    FLUV_TRY(fluv_traces_find(ctx, &n->cells, &n->traces));
    if (n->traces.count) {
        FLUV_TRY(fluv_reaches_make(ctx, &work->rivers.shape, &n->cells, &n->traces, &n->reaches,
                                   &n->points));
        FLUV_TRY(
            fluv_reaches_relate(ctx, &n->cells, &n->traces, n->reaches.items, n->points.items));
    }
    FLUV_TRY(fluv_watersheds_name(ctx, &n->cells, &n->traces, &n->units));
    label_channels(n);
    FLUV_TRY(fluv_river_lakes_save(work, work->river_lakes, &n->cells, &n->traces, &n->units));
    fluv_list parts[2] = {n->reaches, n->points};
    FLUV_TRY(fluv_tile_save(work, FLUV_TILES_RIVERS, parts, 2));
    fluv_list_free(&n->reaches);
    fluv_list_free(&n->points);
    return fluv_tile_save(work, FLUV_TILES_SHEDS, &n->units.list, 1);
}

/* ---- What comes back ---- */

/* Cells around a channel's for which tiles must know it: two, over which water comes to a bank, and
 * all that its river covers. */
#define RING 2

typedef void visit_tile(void *user, uint32_t tile, const fluv_dealt *dealt);

static void each_tile_around(const fluv_tile_work *work, const fluv_dealt *dealt, visit_tile *visit,
                             void *user)
{
    const fluv_tiling *t = &work->tiling;
    uint32_t col = (uint32_t)(dealt->cell % t->cols), row = (uint32_t)(dealt->cell / t->cols);
    uint32_t reach = RING + (dealt->radius >= 1.0 ? (uint32_t)dealt->radius : 0);
    uint32_t own = fluv_tiling_at(t, col, row);
    uint32_t left = (col > reach ? col - reach : 0) / t->tile_cols;
    uint32_t right = (t->cols - col > reach ? col + reach : t->cols - 1) / t->tile_cols;
    uint32_t top = (row > reach ? row - reach : 0) / t->tile_rows;
    uint32_t bottom = (t->rows - row > reach ? row + reach : t->rows - 1) / t->tile_rows;
    for (uint32_t r = top; r <= bottom; r++)
        for (uint32_t c = left; c <= right; c++)
            if (r * t->across + c != own)
                visit(user, r * t->across + c, dealt);
}

/* Where a tile's channels go: its own, and those around it. */
typedef struct dealing {
    uint64_t own, around; /* how many */
    fluv_dealt *next, *next_around;
} dealing;

static void count_around(void *user, uint32_t tile, const fluv_dealt *dealt)
{
    (void)dealt;
    ((dealing *)user)[tile].around++;
}

static void add_around(void *user, uint32_t tile, const fluv_dealt *dealt)
{
    *((dealing *)user)[tile].next_around++ = *dealt;
}

static fluv_dealt dealt_at(const fluv_tile_work *work, const network *n, uint32_t i)
{
    const fluv_river_cells *ch = &n->cells;
    bool spread = work->rivers.shape.spread;
    return (fluv_dealt){.cell = ch->place[i],
                        .radius =
                            spread ? fluv_river_cells_half_width(ch, &work->rivers.shape, i) : 0.0,
                        .ground = ch->height[i],
                        .water = ch->water[i],
                        .unit = n->unit_of[i]};
}

/* Room in each tile's parcel for no more than there will be. */
static fluv_status make_room(fluv_tile_work *work, dealing *tiles)
{
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        dealing *d = &tiles[tile];
        size_t count = (size_t)(d->own + d->around);
        uint64_t *head = fluv_list_renew(work->ctx, &work->parcels[tile],
                                         2 * sizeof *head + count * sizeof *d->next, 1);
        if (!head)
            return FLUV_NO_MEMORY;
        head[0] = d->own;
        head[1] = d->around;
        d->next = (fluv_dealt *)(head + 2);
        d->next_around = d->next + d->own;
    }
    return FLUV_OK;
}

static fluv_status deal(fluv_tile_work *work, const network *n)
{
    uint32_t count = n->cells.topology.count;
    dealing *tiles = fluv_scratch_zero(work->ctx, work->tiling.count, sizeof *tiles);
    if (!tiles)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        if (n->cells.channel[i]) {
            fluv_dealt dealt = dealt_at(work, n, i);
            tiles[fluv_tiling_tile(&work->tiling, dealt.cell)].own++;
            each_tile_around(work, &dealt, count_around, tiles);
        }
    FLUV_TRY(make_room(work, tiles));
    for (uint32_t i = 0; i < count; i++)
        if (n->cells.channel[i]) {
            fluv_dealt dealt = dealt_at(work, n, i);
            *tiles[fluv_tiling_tile(&work->tiling, dealt.cell)].next++ = dealt;
            each_tile_around(work, &dealt, add_around, tiles);
        }
    return FLUV_OK;
}

static fluv_status solve_network(fluv_tile_work *work)
{
    fluv_channel *all = NULL;
    size_t count = 0;
    fluv_river_lakes lakes;
    network n = {.reaches.size = sizeof(fluv_reach), .points.size = sizeof(fluv_river_point)};
    work->river_lakes = &lakes;
    fluv_status status = fluv_river_lakes_begin(work, &lakes);
    if (status == FLUV_OK)
        status = gather(work, &all, &count);
    if (status == FLUV_OK)
        status = make_network(work, all, (uint32_t)count, &n);
    if (status == FLUV_OK)
        status = deal(work, &n);
    fluv_list_free(&n.reaches);
    fluv_list_free(&n.points);
    fluv_list_free(&n.units.list);
    fluv_river_lakes_free(&lakes);
    work->river_lakes = NULL;
    return status;
}

fluv_dealt_list fluv_dealt_of(const fluv_tile_work *work, uint32_t tile)
{
    const uint64_t *head = work->notes[tile].items;
    const fluv_dealt *list = (const fluv_dealt *)(head + 2);
    assert(work->notes[tile].count ==
           2 * sizeof *head + (size_t)(head[0] + head[1]) * sizeof *list);
    return (fluv_dealt_list){list, list + head[0], (size_t)head[0], (size_t)head[1]};
}

fluv_status fluv_tiles_find_channels(fluv_tile_work *work)
{
    FLUV_TRY(fluv_tiles_mark_outlets(work));
    FLUV_TRY(fluv_tiles_ask(work, tell_channels, solve_network));
    return fluv_tiles_each(work, fluv_tile_note);
}

fluv_status fluv_tiles_find_rivers(fluv_tile_work *work)
{
    FLUV_TRY(fluv_tiles_find_channels(work));
    FLUV_TRY(fluv_tiles_cover_banks(work));
    return fluv_tiles_find_watersheds(work);
}
