// SPDX-License-Identifier: MIT
/* Rivers on the cells of a map in tiles: beds, water and cover, and the banks of wide rivers.
 *
 * in   channel cells of the tile and around it      out   ground, water and cover with rivers
 *
 * A cell within the banks is covered if its way, from one such cell to the next, ends in a river
 * (hydrography/banks.h). A tile follows ways as far as it goes; where one leads on to a cell of
 * another tile, rank 0 knows how that one goes on.  O(n). */
#include "hydrography/banks.h"
#include "tiles/ends.h"
#include "tiles/rivers.h"
#include "water/catchments.h"

#include <stdlib.h>

#define RING 2 /* cells: a step from one cell within the banks to the next */

/* A label is a channel, by its number among those dealt to the tile; EXIT and the number of a cell
 * of another tile; NONE: not covered. */
typedef struct tile_banks {
    fluv_pane window, held; /* with RING cells more around */
    fluv_dealt_list dealt;
    bool any; /* a wide river is near; the rest is there only then */
    uint8_t *bank;
    uint32_t *receiver, *label;
    uint32_t *asked; /* cells of other tiles, in `held` */
    uint32_t asked_count;
} tile_banks;

static const fluv_dealt *dealt_number(const tile_banks *b, size_t i)
{
    return i < b->dealt.own_count ? &b->dealt.own[i] : &b->dealt.around[i - b->dealt.own_count];
}

static size_t dealt_count(const tile_banks *b)
{
    return b->dealt.own_count + b->dealt.around_count;
}

static bool in_window(const tile_banks *b, uint32_t cell)
{
    return fluv_pane_find_of(b->window, b->held, cell) != FLUV_NONE;
}

static bool is_near_land(const tile_banks *b, uint32_t cell)
{
    return (b->bank[cell] & FLUV_BANK_NEAR) && (b->bank[cell] & FLUV_BANK_LAND);
}

static fluv_status mark_near(fluv_tile_work *work, tile_banks *b)
{
    const fluv_tiling *tiling = &work->tiling;
    for (size_t i = 0; i < dealt_count(b); i++)
        b->any = b->any || dealt_number(b, i)->radius >= 1.0;
    if (!b->any)
        return FLUV_OK;
    b->bank = fluv_scratch_zero(work->ctx, fluv_pane_count(b->held), 1);
    if (!b->bank)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < dealt_count(b); i++) {
        const fluv_dealt *d = dealt_number(b, i);
        int64_t col = (int64_t)(d->cell % tiling->cols) - b->held.col;
        int64_t row = (int64_t)(d->cell / tiling->cols) - b->held.row;
        if (d->radius >= 1.0)
            fluv_banks_stamp(b->held.cols, b->held.rows, col, row, d->radius, b->bank);
    }
    return FLUV_OK;
}

/* Lakes, and land beside water that stands in one, are not covered. */
static fluv_status spare_shores(fluv_tile_work *work, tile_banks *b)
{
    fluv_pane wide = fluv_pane_grown(&work->tiling, b->held, 1);
    const uint8_t *cover = fluv_tile_load(work, FLUV_GRID_COVER, wide);
    if (!cover)
        return work->failed;
    const fluv_topology grid = fluv_topology_grid(wide.cols, wide.rows, 1.0);
    for (uint32_t c = 0; c < fluv_pane_count(b->held); c++) {
        uint32_t at = fluv_pane_find_of(wide, b->held, c);
        bool spared = cover[at] == FLUV_LAKE || cover[at] == FLUV_DRY_BED;
        fluv_around around = fluv_around_cell(&grid, at);
        for (uint32_t i = 0; i < around.count; i++)
            spared = spared || cover[around.cell[i]] == FLUV_LAKE;
        if (spared)
            b->bank[c] &= (uint8_t)~FLUV_BANK_LAND;
    }
    return FLUV_OK;
}

/* Land, rivers and ways of the window and around. Labels of rivers are their channels. */
static fluv_status look_around(fluv_tile_work *work, tile_banks *b)
{
    uint32_t cells = (uint32_t)fluv_pane_count(b->held);
    const uint8_t *kind = fluv_tile_load(work, FLUV_GRID_KIND, b->held);
    const uint8_t *way = kind ? fluv_tile_load(work, FLUV_GRID_ROUTE, b->held) : NULL;
    if (!way)
        return work->failed;
    b->receiver = fluv_scratch(work->ctx, cells, sizeof *b->receiver);
    b->label = fluv_scratch(work->ctx, cells, sizeof *b->label);
    b->asked = fluv_scratch(work->ctx, cells - fluv_pane_count(b->window) + 1, sizeof *b->asked);
    if (!b->receiver || !b->label || !b->asked)
        return FLUV_NO_MEMORY;
    fluv_ways_to_receivers(b->held, way, b->receiver);
    for (uint32_t c = 0; c < cells; c++) {
        b->label[c] = FLUV_NONE;
        if (!(kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA)))
            b->bank[c] |= FLUV_BANK_LAND;
    }
    if (work->lakes.wanted)
        FLUV_TRY(spare_shores(work, b));
    for (size_t i = 0; i < dealt_count(b); i++) {
        const fluv_dealt *d = dealt_number(b, i);
        uint32_t at = fluv_pane_find_cell(&work->tiling, b->held, d->cell);
        if (at == FLUV_NONE)
            continue;
        b->bank[at] &= (uint8_t)~FLUV_BANK_LAND;
        if (isnan(d->water))
            continue; /* a dry bed */
        b->bank[at] |= FLUV_BANK_RIVER;
        b->label[at] = (uint32_t)i;
    }
    return FLUV_OK;
}

/* The label of a cell of another tile. */
static uint32_t ask_for(tile_banks *b, uint32_t cell)
{
    if (b->label[cell] == FLUV_NONE) {
        b->asked[b->asked_count] = cell;
        b->label[cell] = FLUV_EXIT_AT + b->asked_count++;
    }
    return b->label[cell];
}

static void follow_steps(tile_banks *b, uint32_t *lead)
{
    for (uint32_t c = 0; c < fluv_pane_count(b->held); c++) {
        lead[c] = FLUV_NONE;
        if (!is_near_land(b, c))
            continue;
        if (!in_window(b, c)) { /* it may cover a cell of this tile that lies beside the banks */
            uint32_t to = b->receiver[c];
            bool aside = to != FLUV_NONE && in_window(b, to) && b->bank[to] == FLUV_BANK_LAND;
            if (aside)
                (void)ask_for(b, c);
            continue;
        }
        uint32_t next = fluv_bank_next(b->bank, b->receiver, c);
        if (next == FLUV_NONE)
            continue;
        bool known = b->bank[next] & FLUV_BANK_RIVER;
        if (!known && in_window(b, next)) {
            lead[c] = next;
            b->label[c] = FLUV_UNLABELLED;
        } else {
            b->label[c] = known ? b->label[next] : ask_for(b, next);
        }
    }
}

static fluv_status find_banks(fluv_tile_work *work, uint32_t tile, tile_banks *b)
{
    *b = (tile_banks){.window = fluv_tiling_window(&work->tiling, tile),
                      .dealt = fluv_dealt_of(work, tile)};
    b->held = fluv_pane_grown(&work->tiling, b->window, RING);
    FLUV_TRY(mark_near(work, b));
    if (!b->any)
        return FLUV_OK;
    FLUV_TRY(look_around(work, b));
    uint32_t *lead = fluv_scratch(work->ctx, fluv_pane_count(b->held), sizeof *lead);
    if (!lead)
        return FLUV_NO_MEMORY;
    follow_steps(b, lead);
    fluv_topology grid = fluv_topology_grid(b->held.cols, b->held.rows, 1.0);
    fluv_labels_follow(&grid, work->ctx->threads, lead, b->label);
    fluv_scratch_drop(work->ctx, lead);
    return FLUV_OK;
}

/* ---- What is told ---- */

/* A cell near the rim whose way over the banks is known as far as its tile goes. */
typedef struct knot {
    uint64_t cell;
    uint64_t next;       /* the cell of another tile that it leads to; NO_CELL: it is covered */
    float ground, water; /* then, as the river has it */
} knot;

typedef struct covered {
    float ground, water;
    uint32_t is; /* 0: it is not covered */
} covered;

/* Whether other tiles may ask for a cell of the window. */
static bool is_at_rim(const tile_banks *b, uint32_t cell)
{
    uint32_t col = b->held.col + cell % b->held.cols - b->window.col;
    uint32_t row = b->held.row + cell / b->held.cols - b->window.row;
    return col < RING || row < RING || col + RING >= b->window.cols || row + RING >= b->window.rows;
}

static fluv_status tell_knot(fluv_tile_work *work, uint32_t tile, const tile_banks *b,
                             uint32_t cell)
{
    uint32_t label = b->label[cell];
    knot *told = fluv_parcel_add(work, tile, 1, sizeof *told);
    if (!told)
        return FLUV_NO_MEMORY;
    *told = (knot){.cell = fluv_pane_cell(&work->tiling, b->held, cell), .next = FLUV_NO_CELL};
    if (fluv_end_is_exit(label)) {
        told->next = fluv_pane_cell(&work->tiling, b->held, b->asked[label - FLUV_EXIT_AT]);
    } else {
        told->ground = dealt_number(b, label)->ground;
        told->water = dealt_number(b, label)->water;
    }
    return FLUV_OK;
}

static bool is_told(const tile_banks *b, uint32_t cell)
{
    return is_near_land(b, cell) && in_window(b, cell) && b->label[cell] != FLUV_NONE &&
           is_at_rim(b, cell);
}

static fluv_status tell_banks(fluv_tile_work *work, uint32_t tile)
{
    tile_banks b;
    FLUV_TRY(find_banks(work, tile, &b));
    if (!b.any)
        return FLUV_OK;
    uint32_t cells = (uint32_t)fluv_pane_count(b.held);
    uint64_t counts[2] = {0, b.asked_count};
    for (uint32_t c = 0; c < cells; c++)
        counts[0] += is_told(&b, c);
    uint64_t *head = fluv_parcel_add(work, tile, 2, sizeof *head);
    if (!head)
        return FLUV_NO_MEMORY;
    memcpy(head, counts, sizeof counts);
    for (uint32_t c = 0; c < cells; c++)
        if (is_told(&b, c))
            FLUV_TRY(tell_knot(work, tile, &b, c));
    uint64_t *asked = fluv_parcel_add(work, tile, b.asked_count, sizeof *asked);
    if (!asked)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < b.asked_count; i++)
        asked[i] = fluv_pane_cell(&work->tiling, b.held, b.asked[i]);
    return FLUV_OK;
}

/* ---- On rank 0 ---- */

typedef struct knots {
    knot *list; /* by rising cell; NULL: they are counted */
    size_t count;
} knots;

static int by_cell(const void *a, const void *b)
{
    uint64_t left = ((const knot *)a)->cell, right = ((const knot *)b)->cell;
    return left < right ? -1 : left > right;
}

/* What a tile asks for; its knots go to the end of the list. */
static const uint64_t *take_parcel(const fluv_tile_work *work, uint32_t tile, knots *all,
                                   size_t *asked)
{
    size_t at = 0;
    *asked = 0;
    if (!work->parcels[tile].count)
        return NULL;
    const uint64_t *head = fluv_parcel_take(work, tile, &at, 2, sizeof *head);
    const knot *told = fluv_parcel_take(work, tile, &at, (size_t)head[0], sizeof *told);
    if (all->list && head[0])
        memcpy(all->list + all->count, told, (size_t)head[0] * sizeof *told);
    all->count += (size_t)head[0];
    *asked = (size_t)head[1];
    return fluv_parcel_take(work, tile, &at, *asked, sizeof *head);
}

static covered resolve(const knots *all, uint64_t cell)
{
    for (;;) {
        const knot key = {.cell = cell};
        const knot *found =
            all->count ? bsearch(&key, all->list, all->count, sizeof key, by_cell) : NULL;
        if (!found)
            return (covered){0};
        if (found->next == FLUV_NO_CELL)
            return (covered){found->ground, found->water, 1};
        cell = found->next;
    }
}

static fluv_status solve_banks(fluv_tile_work *work)
{
    knots all = {0};
    size_t asked;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++)
        (void)take_parcel(work, tile, &all, &asked);
    all.list = fluv_scratch(work->ctx, all.count + 1, sizeof *all.list);
    if (!all.list)
        return FLUV_NO_MEMORY;
    all.count = 0;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++)
        (void)take_parcel(work, tile, &all, &asked);
    qsort(all.list, all.count, sizeof *all.list, by_cell);
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        knots none = {0};
        const uint64_t *cells = take_parcel(work, tile, &none, &asked);
        covered *answers = fluv_scratch(work->ctx, asked + 1, sizeof *answers);
        if (!answers)
            return FLUV_NO_MEMORY;
        for (size_t i = 0; i < asked; i++)
            answers[i] = resolve(&all, cells[i]);
        fluv_parcel_clear(work, tile);
        covered *to = fluv_parcel_add(work, tile, asked, sizeof *to);
        if (!to && asked)
            return FLUV_NO_MEMORY;
        if (asked)
            memcpy(to, answers, asked * sizeof *to);
        fluv_scratch_drop(work->ctx, answers);
    }
    return FLUV_OK;
}

/* ---- Grids with rivers ---- */

typedef struct tile_rivers {
    float *ground, *water;
    uint8_t *cover;
} tile_rivers;

static void cover(const tile_banks *b, const tile_rivers *t, uint32_t in_held, covered as)
{
    uint32_t at = fluv_pane_find_of(b->window, b->held, in_held);
    if (at == FLUV_NONE)
        return;
    t->ground[at] = as.ground;
    t->water[at] = as.water;
    t->cover[at] = FLUV_RIVER;
}

static covered covered_by(const tile_banks *b, const covered *answers, uint32_t label)
{
    if (fluv_end_is_exit(label))
        return answers[label - FLUV_EXIT_AT];
    const fluv_dealt *d = dealt_number(b, label);
    return (covered){d->ground, d->water, 1};
}

static void cover_banks(const tile_banks *b, const covered *answers, const tile_rivers *t)
{
    for (uint32_t c = 0; c < fluv_pane_count(b->held); c++) {
        if (!is_near_land(b, c) || b->label[c] == FLUV_NONE)
            continue;
        covered as = covered_by(b, answers, b->label[c]);
        uint32_t to = b->receiver[c];
        if (!as.is)
            continue;
        if (to != FLUV_NONE && b->bank[to] == FLUV_BANK_LAND)
            cover(b, t, to, as); /* the one beside the banks that it comes over */
        cover(b, t, c, as);
    }
}

static void set_channels(const fluv_tile_work *work, const tile_banks *b, const tile_rivers *t)
{
    for (size_t i = 0; i < b->dealt.own_count; i++) {
        const fluv_dealt *d = &b->dealt.own[i];
        uint32_t at = fluv_pane_find_cell(&work->tiling, b->window, d->cell);
        t->ground[at] = d->ground;
        t->water[at] = d->water;
        t->cover[at] = isnan(d->water) ? FLUV_DRY_BED : FLUV_RIVER;
    }
}

static fluv_status finish(fluv_tile_work *work, uint32_t tile)
{
    tile_banks b;
    tile_rivers t;
    FLUV_TRY(find_banks(work, tile, &b));
    t.ground = fluv_tile_load(work, work->ground, b.window);
    t.water = t.ground ? fluv_tile_load(work, FLUV_GRID_WATER, b.window) : NULL;
    t.cover = t.water ? fluv_tile_load(work, FLUV_GRID_COVER, b.window) : NULL;
    if (!t.cover)
        return work->failed;
    set_channels(work, &b, &t);
    if (b.any)
        cover_banks(&b, work->answers[tile].items, &t);
    FLUV_TRY(fluv_tile_keep(work, FLUV_GRID_BEDS, tile, b.window, t.ground));
    FLUV_TRY(fluv_tile_keep(work, FLUV_GRID_SURFACE, tile, b.window, t.water));
    return fluv_tile_keep(work, FLUV_GRID_COVERED, tile, b.window, t.cover);
}

fluv_status fluv_tiles_cover_banks(fluv_tile_work *work)
{
    FLUV_TRY(fluv_tiles_ask(work, tell_banks, solve_banks));
    return fluv_tiles_each(work, finish);
}
