// SPDX-License-Identifier: MIT
/* Ways over flats, tile by tile.
 *
 * in   heights, kinds, ways down slopes      out   ways over flats too
 *
 * Flats that lie within a tile are led by the kernel of the whole map (water/flats.c). Of those
 * that reach over rims each tile has pieces: rank 0 says whether the whole has an outlet and higher
 * ground beside it; the two fields of distances are spread within each tile from what stands on the
 * rims around it, until none changes any more; then every cell chooses as it would in the whole. A
 * flat without an outlet drains to its cell that is farthest from higher ground, which all its
 * tiles must have told first.  O(n), and a look at a tile for every time that a distance crosses
 * into it. */
#include "tiles/patches.h"

#include <stdlib.h>

#define FAR UINT32_MAX

enum { HAS_HIGH = 1, HAS_OUTLET = 2 };

/* A tile with a ring around it. */
typedef struct piece_of_land {
    fluv_pane window, held;
    fluv_topology grid; /* of `held` */
    const float *height;
    const uint8_t *kind;
    uint8_t *slope;
} piece_of_land;

static fluv_status load_land(fluv_tile_work *work, uint32_t tile, piece_of_land *land)
{
    land->window = fluv_tiling_window(&work->tiling, tile);
    land->held = fluv_pane_grown(&work->tiling, land->window, 1);
    land->grid = fluv_topology_grid(land->held.cols, land->held.rows, work->cell);
    land->height = fluv_tile_load(work, work->bare, land->held);
    land->kind = land->height ? fluv_tile_load(work, FLUV_GRID_KIND, land->held) : NULL;
    return land->kind ? FLUV_OK : work->failed;
}

/* The cell of `held` that a cell of the tile is. */
static uint32_t held_cell(const piece_of_land *land, uint32_t cell)
{
    uint32_t col = cell % land->window.cols + land->window.col - land->held.col;
    uint32_t row = cell / land->window.cols + land->window.row - land->held.row;
    return row * land->held.cols + col;
}

static bool in_tile(const piece_of_land *land, uint32_t held)
{
    uint32_t col = held % land->held.cols + land->held.col - land->window.col;
    uint32_t row = held / land->held.cols + land->held.row - land->window.row;
    return col < land->window.cols && row < land->window.rows;
}

static bool is_flat(const piece_of_land *land, uint32_t held)
{
    return land->slope[held] == FLUV_NO_WAY &&
           !(land->kind[held] & (FLUV_CELL_VOID | FLUV_CELL_SEA | FLUV_CELL_OPEN));
}

/* ---- Flats within a tile, and pieces of others ---- */

/* The kernel leads over flats of the tile alone: beyond the rim it sees slopes. What it makes of
 * pieces is made anew later. */
static fluv_status lead_within(fluv_tile_work *work, uint32_t tile, const piece_of_land *land)
{
    fluv_ctx *ctx = work->ctx;
    uint32_t cells = land->grid.count;
    uint32_t *receiver = fluv_scratch(ctx, cells, sizeof *receiver);
    fluv_flats_work room = {fluv_scratch(ctx, cells, sizeof(uint32_t)),
                            fluv_scratch(ctx, (size_t)cells + 1, sizeof(uint32_t)),
                            fluv_scratch(ctx, cells, sizeof(uint32_t)),
                            fluv_scratch(ctx, cells, sizeof(uint32_t))};
    uint8_t *way = fluv_scratch(ctx, cells, 1);
    if (!receiver || !room.queue || !room.first || !room.to_low || !room.from_high || !way)
        return FLUV_NO_MEMORY;
    fluv_ways_to_receivers(land->held, land->slope, receiver);
    for (uint32_t c = 0; c < cells; c++)
        if (!in_tile(land, c))
            receiver[c] = 0;
    fluv_flats_resolve(&land->grid, ctx->threads, land->height, land->kind, NULL, &room, receiver);
    for (uint32_t c = 0; c < cells; c++) /* slopes keep theirs, also those that leave the window */
        way[c] = is_flat(land, c) ? (uint8_t)fluv_way_between(land->held.cols, c, receiver[c])
                                  : land->slope[c];
    FLUV_TRY(fluv_tile_keep(work, FLUV_GRID_WAY, tile, land->held, way));
    fluv_scratch_drop(ctx, receiver);
    fluv_scratch_drop(ctx, room.queue);
    fluv_scratch_drop(ctx, room.first);
    fluv_scratch_drop(ctx, room.to_low);
    fluv_scratch_drop(ctx, room.from_high);
    fluv_scratch_drop(ctx, way);
    return FLUV_OK;
}

/* Whether a flat cell of the tile touches one beyond the rim: then they are of one flat. */
static bool goes_on_outside(const piece_of_land *land, uint32_t held)
{
    fluv_around around = fluv_around_inner(land->held.cols, held);
    for (uint32_t i = 0; i < around.count; i++)
        if (!in_tile(land, around.cell[i]) && is_flat(land, around.cell[i]))
            return true;
    return false;
}

/* Pieces of flats that reach over the rim. */
static fluv_status find_pieces(fluv_tile_work *work, const piece_of_land *land, fluv_pieces *pieces)
{
    uint32_t cells = (uint32_t)fluv_pane_count(land->window);
    uint8_t *marks = fluv_scratch(work->ctx, cells, 1);
    fluv_pieces all;
    if (!marks)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < cells; c++)
        marks[c] = is_flat(land, held_cell(land, c));
    FLUV_TRY(fluv_pieces_find(work->ctx, land->window, marks, &all));
    for (uint32_t i = 0; i < fluv_rim_count(land->window); i++) {
        uint32_t cell = fluv_rim_cell(land->window, i);
        if (marks[cell] && goes_on_outside(land, held_cell(land, cell)))
            all.flags[all.label[cell]] = 1;
    }
    for (uint32_t c = 0; c < cells; c++)
        marks[c] = all.label[c] && all.flags[all.label[c]];
    return fluv_pieces_find(work->ctx, land->window, marks, pieces);
}

/* What lies beside a flat cell. */
static uint32_t flags_at(const piece_of_land *land, uint32_t held)
{
    uint32_t flags = 0;
    fluv_around around = fluv_around_inner(land->held.cols, held);
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t other = around.cell[i];
        if (is_flat(land, other))
            continue;
        if (land->height[other] > land->height[held])
            flags |= HAS_HIGH;
        if (land->height[other] == land->height[held])
            flags |= HAS_OUTLET;
    }
    return flags;
}

/* Both fields as they begin: 1 beside outlets and beside higher ground. */
static fluv_status begin_fields(fluv_tile_work *work, uint32_t tile, const piece_of_land *land,
                                fluv_pieces *pieces)
{
    uint32_t cells = (uint32_t)fluv_pane_count(land->window);
    uint32_t *to_low = fluv_scratch_zero(work->ctx, cells, sizeof *to_low);
    uint32_t *from_high = fluv_scratch_zero(work->ctx, cells, sizeof *from_high);
    if (!to_low || !from_high)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < cells; c++) {
        if (!pieces->label[c])
            continue;
        uint32_t flags = flags_at(land, held_cell(land, c));
        pieces->flags[pieces->label[c]] |= flags;
        to_low[c] = flags & HAS_OUTLET ? 1 : FAR;
        from_high[c] = flags & HAS_HIGH ? 1 : FAR;
    }
    FLUV_TRY(fluv_tile_keep(work, FLUV_GRID_TO_LOW, tile, land->window, to_low));
    return fluv_tile_keep(work, FLUV_GRID_FROM_HIGH, tile, land->window, from_high);
}

static fluv_status begin(fluv_tile_work *work, uint32_t tile)
{
    piece_of_land land;
    fluv_pieces pieces;
    FLUV_TRY(load_land(work, tile, &land));
    land.slope = fluv_tile_load(work, FLUV_GRID_SLOPE, land.held);
    if (!land.slope)
        return work->failed;
    FLUV_TRY(lead_within(work, tile, &land));
    FLUV_TRY(find_pieces(work, &land, &pieces));
    if (!pieces.count)
        return FLUV_OK;
    FLUV_TRY(begin_fields(work, tile, &land, &pieces));
    return fluv_pieces_tell(work, tile, &pieces);
}

/* ---- Distances over rims ---- */

typedef struct front {
    uint32_t steps, cell;
} front;

static int by_steps(const void *a, const void *b)
{
    const front *left = a, *right = b;
    return left->steps < right->steps ? -1 : left->steps > right->steps;
}

typedef struct spreading {
    piece_of_land land; /* window and held alone */
    uint32_t *field;    /* of `held` */
    fluv_list fronts;   /* cells from which a step leads further, by steps */
    uint32_t *queue;
    bool changed, rim_changed;
} spreading;

static bool leads_further(const spreading *s, uint32_t from, uint32_t to)
{
    return s->field[to] != 0 && s->field[to] > s->field[from] + 1;
}

static fluv_status find_fronts(fluv_ctx *ctx, spreading *s)
{
    uint32_t cells = s->land.grid.count;
    for (uint32_t c = 0; c < cells; c++) {
        if (s->field[c] == 0 || s->field[c] == FAR)
            continue;
        bool further = false;
        fluv_around around = fluv_around_cell(&s->land.grid, c);
        for (uint32_t i = 0; i < around.count; i++)
            further |= leads_further(s, c, around.cell[i]) && in_tile(&s->land, around.cell[i]);
        if (!further)
            continue;
        front *f = fluv_list_append(ctx, &s->fronts, 1, sizeof *f);
        if (!f)
            return FLUV_NO_MEMORY;
        *f = (front){s->field[c], c};
    }
    if (s->fronts.count)
        qsort(s->fronts.items, s->fronts.count, sizeof(front), by_steps);
    return FLUV_OK;
}

static uint32_t step_from(spreading *s, uint32_t cell, uint32_t tail)
{
    fluv_around around = fluv_around_cell(&s->land.grid, cell);
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t other = around.cell[i];
        if (!in_tile(&s->land, other) || !leads_further(s, cell, other))
            continue;
        s->field[other] = s->field[cell] + 1;
        s->queue[tail++ % s->land.grid.count] = other;
        uint32_t col = other % s->land.held.cols + s->land.held.col - s->land.window.col;
        uint32_t row = other / s->land.held.cols + s->land.held.row - s->land.window.row;
        s->changed = true;
        s->rim_changed |= col == 0 || row == 0 || col + 1 == s->land.window.cols ||
                          row + 1 == s->land.window.rows;
    }
    return tail;
}

/* Fronts and the queue both stand in rising order: the nearer of the two goes first, and no cell is
 * set twice. */
static void spread(spreading *s)
{
    const front *fronts = s->fronts.items;
    uint32_t head = 0, tail = 0, cells = s->land.grid.count;
    for (size_t next = 0; next < s->fronts.count || head != tail;) {
        bool queued = head != tail;
        uint32_t first = queued ? s->queue[head % cells] : 0;
        if (next < s->fronts.count && (!queued || fronts[next].steps <= s->field[first])) {
            if (s->field[fronts[next].cell] == fronts[next].steps)
                tail = step_from(s, fronts[next].cell, tail);
            next++;
        } else {
            head++;
            tail = step_from(s, first, tail);
        }
    }
}

static fluv_status spread_tile(fluv_tile_work *work, uint32_t tile, fluv_tile_grid grid)
{
    spreading s = {0};
    if (!work->active[tile] || !work->notes[tile].count)
        return FLUV_OK;
    s.land.window = fluv_tiling_window(&work->tiling, tile);
    s.land.held = fluv_pane_grown(&work->tiling, s.land.window, 1);
    s.land.grid = fluv_topology_grid(s.land.held.cols, s.land.held.rows, work->cell);
    s.field = fluv_tile_load(work, grid, s.land.held);
    if (!s.field)
        return work->failed;
    s.queue = fluv_scratch(work->ctx, s.land.grid.count, sizeof *s.queue);
    if (!s.queue)
        return FLUV_NO_MEMORY;
    fluv_status status = find_fronts(work->ctx, &s);
    if (status == FLUV_OK)
        spread(&s);
    fluv_list_free(&s.fronts);
    FLUV_TRY(status);
    if (s.rim_changed && !fluv_parcel_add(work, tile, 1, 1))
        return FLUV_NO_MEMORY;
    return s.changed ? fluv_tile_keep(work, grid, tile, s.land.held, s.field) : FLUV_OK;
}

static fluv_status spread_from_high(fluv_tile_work *work, uint32_t tile)
{
    return spread_tile(work, tile, FLUV_GRID_FROM_HIGH);
}

static fluv_status spread_to_low(fluv_tile_work *work, uint32_t tile)
{
    return spread_tile(work, tile, FLUV_GRID_TO_LOW);
}

/* ---- Flats without an outlet ---- */

/* The cell of a piece that would be its flat's root. */
typedef struct candidate {
    uint64_t cell;
    uint32_t patch, steps, tile, won; /* steps from higher ground */
} candidate;

static int by_rank(const void *a, const void *b)
{
    const candidate *left = a, *right = b;
    if (left->patch != right->patch)
        return left->patch < right->patch ? -1 : 1;
    if (left->steps != right->steps)
        return left->steps > right->steps ? -1 : 1;
    return left->cell < right->cell ? -1 : left->cell > right->cell;
}

/* The pieces of a tile once more, from the field that tells them. */
static fluv_status pieces_again(fluv_tile_work *work, fluv_pane window, const uint32_t *field,
                                fluv_pieces *pieces)
{
    size_t cells = fluv_pane_count(window);
    uint8_t *marks = fluv_scratch(work->ctx, cells, 1);
    if (!marks)
        return FLUV_NO_MEMORY;
    for (size_t c = 0; c < cells; c++)
        marks[c] = field[c] != 0;
    return fluv_pieces_find(work->ctx, window, marks, pieces);
}

static fluv_status tell_candidates(fluv_tile_work *work, uint32_t tile, const fluv_pieces *pieces,
                                   const uint32_t *from_high)
{
    const fluv_piece_whole *whole = work->notes[tile].items;
    candidate *best = fluv_scratch(work->ctx, (size_t)pieces->count + 1, sizeof *best);
    if (!best)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 1; i <= pieces->count; i++)
        best[i] = (candidate){FLUV_NO_CELL, whole[i - 1].patch, 0, tile, 0};
    for (uint32_t c = 0; c < fluv_pane_count(pieces->window); c++) {
        candidate *own = &best[pieces->label[c]];
        if (!pieces->label[c] || (own->cell != FLUV_NO_CELL && from_high[c] <= own->steps))
            continue;
        own->cell = fluv_pane_cell(&work->tiling, pieces->window, c);
        own->steps = from_high[c];
    }
    for (uint32_t i = 1; i <= pieces->count; i++) {
        if (whole[i - 1].flags & HAS_OUTLET)
            continue;
        candidate *to = fluv_parcel_add(work, tile, 1, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        *to = best[i];
    }
    return FLUV_OK;
}

/* Flats without higher ground beside them are equally far from it everywhere. */
static fluv_status rest_from_high(fluv_tile_work *work, uint32_t tile)
{
    const fluv_piece_whole *whole = work->notes[tile].items;
    fluv_pane window = fluv_tiling_window(&work->tiling, tile);
    if (!work->notes[tile].count)
        return FLUV_OK;
    uint32_t *to_low = fluv_tile_load(work, FLUV_GRID_TO_LOW, window);
    uint32_t *from_high = to_low ? fluv_tile_load(work, FLUV_GRID_FROM_HIGH, window) : NULL;
    if (!from_high)
        return work->failed;
    fluv_pieces pieces;
    FLUV_TRY(pieces_again(work, window, to_low, &pieces));
    for (size_t c = 0; c < fluv_pane_count(window); c++)
        if (pieces.label[c] && !(whole[pieces.label[c] - 1].flags & HAS_HIGH))
            from_high[c] = 0;
    FLUV_TRY(fluv_tile_keep(work, FLUV_GRID_FROM_HIGH, tile, window, from_high));
    return tell_candidates(work, tile, &pieces, from_high);
}

/* Of each flat the best candidate, back in the parcel of its tile. */
static fluv_status choose_roots(fluv_tile_work *work)
{
    size_t count = 0;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++)
        count += work->parcels[tile].count / sizeof(candidate);
    candidate *all = fluv_scratch(work->ctx, count + 1, sizeof *all);
    if (!all)
        return FLUV_NO_MEMORY;
    count = 0;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        const candidate *own = work->parcels[tile].items;
        for (size_t i = 0; i < work->parcels[tile].count / sizeof *own; i++)
            all[count++] = own[i];
        fluv_parcel_clear(work, tile);
    }
    qsort(all, count, sizeof *all, by_rank);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && all[i].patch == all[i - 1].patch)
            continue;
        candidate *root = fluv_parcel_add(work, all[i].tile, 1, sizeof *root);
        if (!root)
            return FLUV_NO_MEMORY;
        *root = all[i];
    }
    return FLUV_OK;
}

static fluv_status set_roots(fluv_tile_work *work, uint32_t tile)
{
    const fluv_list *roots = &work->answers[tile];
    fluv_pane window = fluv_tiling_window(&work->tiling, tile);
    if (!roots->count)
        return FLUV_OK;
    uint32_t *to_low = fluv_tile_load(work, FLUV_GRID_TO_LOW, window);
    if (!to_low)
        return work->failed;
    for (size_t i = 0; i < roots->count / sizeof(candidate); i++) {
        uint64_t cell = ((const candidate *)roots->items)[i].cell;
        to_low[fluv_pane_find_cell(&work->tiling, window, cell)] = 1;
    }
    return fluv_tile_keep(work, FLUV_GRID_TO_LOW, tile, window, to_low);
}

/* ---- Ways ---- */

static fluv_status choose_ways(fluv_tile_work *work, uint32_t tile)
{
    piece_of_land land;
    if (!work->notes[tile].count)
        return FLUV_OK;
    FLUV_TRY(load_land(work, tile, &land));
    fluv_flat_fields fields;
    fields.to_low = fluv_tile_load(work, FLUV_GRID_TO_LOW, land.held);
    fields.from_high = fields.to_low ? fluv_tile_load(work, FLUV_GRID_FROM_HIGH, land.held) : NULL;
    uint8_t *way = fields.from_high ? fluv_tile_load(work, FLUV_GRID_WAY, land.window) : NULL;
    if (!way)
        return work->failed;
    for (uint32_t c = 0; c < fluv_pane_count(land.window); c++) {
        uint32_t held = held_cell(&land, c);
        if (!fields.to_low[held])
            continue;
        uint32_t to = fluv_flat_choose(&land.grid, land.height, land.kind, &fields, held);
        way[c] = (uint8_t)fluv_way_between(land.held.cols, held, to);
    }
    return fluv_tile_keep(work, FLUV_GRID_WAY, tile, land.window, way);
}

static fluv_status forget_fields(fluv_tile_work *work)
{
    const fluv_transport *by = work->transport;
    if (by->rank == 0) {
        FLUV_TRY(fluv_store_clear(work->ctx, &work->grids[FLUV_GRID_TO_LOW]));
        FLUV_TRY(fluv_store_clear(work->ctx, &work->grids[FLUV_GRID_FROM_HIGH]));
    }
    if (by->meet)
        by->meet(by);
    return FLUV_OK;
}

fluv_status fluv_tiles_lead_over_flats(fluv_tile_work *work)
{
    if (work->bare != FLUV_GRID_HEIGHT) /* ways were found before */
        FLUV_TRY(forget_fields(work));
    FLUV_TRY(fluv_tiles_ask(work, begin, fluv_pieces_join));
    for (uint32_t tile = 0; tile < work->tiling.count; tile++)
        FLUV_TRY(fluv_tile_note(work, tile));
    FLUV_TRY(fluv_tiles_rest(work, spread_from_high));
    FLUV_TRY(fluv_tiles_ask(work, rest_from_high, choose_roots));
    FLUV_TRY(fluv_tiles_each(work, set_roots));
    FLUV_TRY(fluv_tiles_rest(work, spread_to_low));
    return fluv_tiles_each(work, choose_ways);
}
