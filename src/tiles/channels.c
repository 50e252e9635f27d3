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

typedef struct channel {
    uint64_t cell;
    double area;
    float height, discharge;
    uint8_t way; /* NO_WAY: it leaves the map */
    uint8_t out; /* then where, as fluv_way_over_edge says */
    uint8_t sea; /* it runs into the sea */
} channel;

/* ---- In a tile ---- */

typedef struct tile_water {
    fluv_pane window, held; /* with a ring */
    const uint8_t *kind;    /* held */
    const float *height;    /* held */
    const uint8_t *way;     /* of the window, as the others */
    const double *area;
    const float *discharge;
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
    return t->discharge ? FLUV_OK : work->failed;
}

static channel describe(const fluv_tiling *tiling, const tile_water *t, uint32_t cell,
                        uint32_t in_held)
{
    channel out = {.cell = fluv_pane_cell(tiling, t->window, cell),
                   .area = t->area[cell],
                   .height = t->height[in_held],
                   .discharge = t->discharge[cell],
                   .way = t->way[cell]};
    if (out.way == FLUV_NO_WAY)
        out.out = (uint8_t)fluv_way_over_edge(t->held.cols, t->held.rows, t->height, in_held);
    else
        out.sea = (t->kind[fluv_cell_beside(t->held.cols, in_held, out.way)] & FLUV_CELL_SEA) != 0;
    return out;
}

/* Area and constant runoff only grow downstream: what has begun goes on. */
static fluv_status tell_channels(fluv_tile_work *work, uint32_t tile)
{
    tile_water t;
    FLUV_TRY(load_water(work, tile, &t));
    const fluv_tile_rivers *rivers = &work->rivers;
    for (uint32_t c = 0; c < fluv_pane_count(t.window); c++) {
        double value = rivers->by_discharge ? (double)t.discharge[c] : t.area[c];
        if (!(value >= rivers->least))
            continue;
        uint32_t at = fluv_pane_find_of(t.held, t.window, c);
        if (t.kind[at] & (FLUV_CELL_VOID | FLUV_CELL_SEA))
            continue;
        channel *told = fluv_parcel_add(work, tile, 1, sizeof *told);
        if (!told)
            return FLUV_NO_MEMORY;
        *told = describe(&work->tiling, &t, c, at);
    }
    return FLUV_OK;
}

/* ---- On rank 0 ---- */

static int by_cell(const void *a, const void *b)
{
    uint64_t left = ((const channel *)a)->cell, right = ((const channel *)b)->cell;
    return left < right ? -1 : left > right;
}

static uint64_t cell_below(const fluv_tiling *tiling, const channel *c)
{
    return (uint64_t)((int64_t)c->cell + fluv_dy[c->way] * (int64_t)tiling->cols + fluv_dx[c->way]);
}

/* Channels of all tiles by rising cell, and the cells of the sea that they run into: those have
 * area 0. */
static fluv_status gather(fluv_tile_work *work, channel **out, size_t *count)
{
    size_t room = 0;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        const channel *told = work->parcels[tile].items;
        size_t own = work->parcels[tile].count / sizeof *told;
        for (size_t i = 0; i < own; i++)
            room += 1 + told[i].sea;
    }
    if (room >= FLUV_NONE)
        return fluv_fail(work->ctx, FLUV_NO_MEMORY, "rivers have more cells than 32 bits count");
    channel *all = fluv_scratch(work->ctx, room + 1, sizeof *all);
    if (!all)
        return FLUV_NO_MEMORY;
    size_t at = 0;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        const channel *told = work->parcels[tile].items;
        size_t own = work->parcels[tile].count / sizeof *told;
        for (size_t i = 0; i < own; i++) {
            all[at++] = told[i];
            if (told[i].sea)
                all[at++] =
                    (channel){.cell = cell_below(&work->tiling, &told[i]), .way = FLUV_NO_WAY};
        }
        fluv_list_free(&work->parcels[tile]);
    }
    qsort(all, at, sizeof *all, by_cell);
    *count = 0;
    for (size_t i = 0; i < at; i++) /* several may run into one cell of the sea */
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

static uint32_t find_cell(const channel *all, uint32_t count, uint64_t cell)
{
    const channel key = {.cell = cell};
    const channel *found = bsearch(&key, all, count, sizeof key, by_cell);
    assert(found); /* rivers end in the sea or leave the map */
    return (uint32_t)(found - all);
}

static void fill_arrays(const fluv_tiling *tiling, const channel *all, network *n)
{
    fluv_river_cells *ch = &n->cells;
    for (uint32_t i = 0; i < ch->topology.count; i++) {
        bool sea = all[i].area == 0.0;
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
        ch->channel[i] = !sea;
        n->unit_of[i] = FLUV_NONE;
    }
    fluv_river_cells_count_feeders(ch);
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
static fluv_status make_network(fluv_tile_work *work, channel *all, uint32_t count, network *n)
{
    fluv_ctx *ctx = work->ctx;
    n->cells.frame = work->rivers.frame;
    FLUV_TRY(make_arrays(ctx, count, n));
    fill_arrays(&work->tiling, all, n);
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

static uint32_t tile_of(const fluv_tiling *tiling, uint64_t cell)
{
    return fluv_tiling_at(tiling, (uint32_t)(cell % tiling->cols), (uint32_t)(cell / tiling->cols));
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
            tiles[tile_of(&work->tiling, dealt.cell)].own++;
            each_tile_around(work, &dealt, count_around, tiles);
        }
    FLUV_TRY(make_room(work, tiles));
    for (uint32_t i = 0; i < count; i++)
        if (n->cells.channel[i]) {
            fluv_dealt dealt = dealt_at(work, n, i);
            *tiles[tile_of(&work->tiling, dealt.cell)].next++ = dealt;
            each_tile_around(work, &dealt, add_around, tiles);
        }
    return FLUV_OK;
}

static fluv_status solve_network(fluv_tile_work *work)
{
    channel *all = NULL;
    size_t count = 0;
    network n = {.reaches.size = sizeof(fluv_reach), .points.size = sizeof(fluv_river_point)};
    FLUV_TRY(gather(work, &all, &count));
    fluv_status status = make_network(work, all, (uint32_t)count, &n);
    if (status == FLUV_OK)
        status = deal(work, &n);
    fluv_list_free(&n.reaches);
    fluv_list_free(&n.points);
    fluv_list_free(&n.units.list);
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
    FLUV_TRY(fluv_tiles_ask(work, tell_channels, solve_network));
    return fluv_tiles_each(work, fluv_tile_note);
}

fluv_status fluv_tiles_find_rivers(fluv_tile_work *work)
{
    FLUV_TRY(fluv_tiles_find_channels(work));
    FLUV_TRY(fluv_tiles_cover_banks(work));
    return fluv_tiles_find_watersheds(work);
}
