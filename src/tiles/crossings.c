// SPDX-License-Identifier: MIT
/* Ways that cross, tile by tile.
 *
 * in   heights, ways that lead out of hollows      out   ways of which no two cross
 *
 * In the whole map (fluv_receivers_part) crossings are parted one after the other in the order of
 * their cells, and which of two steps is turned depends on where ways run that were turned before.
 * That order is kept: rank 0 parts them. It needs no cells for it but those at crossings, and those
 * of rims that a way enters a tile by; between them every tile tells how ways run. Only steps at
 * crossings are turned, to cells at the same crossing, so that the net of these cells stays whole.
 *
 *     a   b     a -> d and b -> c cross: a takes c, or b takes d. A corner step crosses no more
 * than x       one other, and what is turned runs straight: so no crossing comes or goes while c d
 * others are parted.
 *
 * O(n), and a way through the net for every crossing. */
#include "tiles/work.h"

#include "water/topology.h"

#include <stdlib.h>

/* A cell of the net, and the next one that its way comes to. */
typedef struct knot {
    uint64_t cell, next; /* NO_CELL: it ends before another */
    double lowest;       /* surface from here on, up to the next */
} knot;

/* A crossing: the cells of its two steps, each from and to, with their heights. */
typedef struct crossing {
    uint64_t place; /* its upper left cell: crossings are parted in this order */
    uint64_t from[2], to[2];
    float from_height[2], to_height[2];
} crossing;

/* What is turned. */
typedef struct turned {
    uint64_t cell;
    uint64_t way;
} turned;

/* ---- A tile's part of the net ---- */

typedef struct tile_net {
    fluv_pane window, held;
    const uint8_t *way;   /* of `held`, as the others */
    const float *surface; /* that water sees: lakes' levels, ground elsewhere */
    const uint32_t *lake; /* NULL: there are none */
    uint8_t *knot;        /* for each cell: it is one, or beyond the rim */
} tile_net;

static bool in_tile(const tile_net *n, uint32_t held)
{
    return fluv_pane_find_of(n->window, n->held, held) != FLUV_NONE;
}

/* The steps that cross below a cell and the one east of it: their first cells, or false. */
static bool find_crossing(const tile_net *n, uint32_t a, uint32_t from[2], uint32_t to[2])
{
    uint32_t b = a + 1, c = a + n->held.cols, d = c + 1;
    bool falls = n->way[a] == 1, rises = n->way[b] == 3;
    if (!(falls || n->way[d] == 5) || !(rises || n->way[c] == 7))
        return false;
    from[0] = falls ? a : d;
    to[0] = falls ? d : a;
    from[1] = rises ? b : c;
    to[1] = rises ? c : b;
    return true;
}

/* Within a lake steps may cross: nobody sees them. */
static bool within_lake(const tile_net *n, uint32_t from, uint32_t to)
{
    return n->lake && n->lake[from] != FLUV_NONE && n->lake[from] == n->lake[to];
}

static fluv_status tell_crossing(fluv_tile_work *work, const tile_net *n, uint32_t a,
                                 const uint32_t from[2], const uint32_t to[2], fluv_list *found)
{
    const fluv_tiling *tiling = &work->tiling;
    if (!in_tile(n, a))
        return FLUV_OK; /* another tile's */
    crossing *out = fluv_list_append(work->ctx, found, 1, sizeof *out);
    if (!out)
        return FLUV_NO_MEMORY;
    out->place = fluv_pane_cell(tiling, n->held, a);
    for (int i = 0; i < 2; i++) {
        out->from[i] = fluv_pane_cell(tiling, n->held, from[i]);
        out->to[i] = fluv_pane_cell(tiling, n->held, to[i]);
        out->from_height[i] = n->surface[from[i]];
        out->to_height[i] = n->surface[to[i]];
    }
    return FLUV_OK;
}

static fluv_status find_crossings(fluv_tile_work *work, tile_net *n, fluv_list *found)
{
    for (uint32_t row = 0; row + 1 < n->held.rows; row++)
        for (uint32_t col = 0; col + 1 < n->held.cols; col++) {
            uint32_t a = row * n->held.cols + col, from[2], to[2];
            if (!find_crossing(n, a, from, to) || within_lake(n, from[0], to[0]) ||
                within_lake(n, from[1], to[1]))
                continue;
            FLUV_TRY(tell_crossing(work, n, a, from, to, found));
            for (int i = 0; i < 2; i++)
                n->knot[from[i]] = n->knot[to[i]] = 1;
        }
    return FLUV_OK;
}

/* Cells of the tile that a way comes to from beyond the rim. */
static void mark_entries(tile_net *n)
{
    for (uint32_t i = 0; i < fluv_rim_count(n->held); i++) {
        uint32_t cell = fluv_rim_cell(n->held, i);
        int k = n->way[cell];
        if (k == FLUV_NO_WAY || in_tile(n, cell))
            continue;
        uint32_t to =
            fluv_pane_find(n->held, (int64_t)n->held.col + cell % n->held.cols + fluv_dx[k],
                           (int64_t)n->held.row + cell / n->held.cols + fluv_dy[k]);
        if (to != FLUV_NONE && in_tile(n, to))
            n->knot[to] = 1;
    }
    for (uint32_t i = 0; i < fluv_rim_count(n->held); i++) {
        uint32_t cell = fluv_rim_cell(n->held, i);
        if (!in_tile(n, cell))
            n->knot[cell] = 1; /* a knot of the tile it lies in, if a way leads there */
    }
}

static fluv_status tell_knots(fluv_tile_work *work, const tile_net *n, fluv_list *knots)
{
    for (uint32_t c = 0; c < fluv_pane_count(n->held); c++) {
        if (!n->knot[c] || !in_tile(n, c))
            continue;
        uint32_t at = c;
        bool ended = false;
        float lowest = INFINITY;
        do {
            lowest = fminf(lowest, n->surface[at]);
            ended = n->way[at] == FLUV_NO_WAY;
            if (!ended)
                at = fluv_cell_beside(n->held.cols, at, n->way[at]);
        } while (!ended && !n->knot[at]);
        knot *to = fluv_list_append(work->ctx, knots, 1, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        to->cell = fluv_pane_cell(&work->tiling, n->held, c);
        to->next = ended ? FLUV_NO_CELL : fluv_pane_cell(&work->tiling, n->held, at);
        to->lowest = (double)lowest;
    }
    return FLUV_OK;
}

/* A list into the parcel, its length before it. */
static fluv_status tell_list(fluv_tile_work *work, uint32_t tile, const fluv_list *list,
                             size_t size)
{
    uint64_t *count = fluv_parcel_add(work, tile, 1, sizeof *count);
    if (!count)
        return FLUV_NO_MEMORY;
    *count = list->count;
    void *to = fluv_parcel_add(work, tile, list->count, size);
    if (!to)
        return FLUV_NO_MEMORY;
    if (list->count)
        memcpy(to, list->items, list->count * size);
    return FLUV_OK;
}

static fluv_status tell(fluv_tile_work *work, uint32_t tile, tile_net *n, fluv_list *found,
                        fluv_list *knots)
{
    FLUV_TRY(find_crossings(work, n, found));
    mark_entries(n);
    FLUV_TRY(tell_knots(work, n, knots));
    FLUV_TRY(tell_list(work, tile, found, sizeof(crossing)));
    return tell_list(work, tile, knots, sizeof(knot));
}

static fluv_status load_net(fluv_tile_work *work, tile_net *n)
{
    n->surface = fluv_tile_load(work, work->ground, n->held);
    n->way = n->surface ? fluv_tile_load(work, FLUV_GRID_LED, n->held) : NULL;
    if (!n->way)
        return work->failed;
    n->knot = fluv_scratch_zero(work->ctx, fluv_pane_count(n->held), 1);
    if (!n->knot || work->ground != FLUV_GRID_SETTLED)
        return n->knot ? FLUV_OK : FLUV_NO_MEMORY;
    n->lake = fluv_tile_load(work, FLUV_GRID_LAKE, n->held);
    float *surface = n->lake ? fluv_tile_load(work, FLUV_GRID_WATER, n->held) : NULL;
    if (!surface)
        return work->failed;
    for (uint32_t c = 0; c < fluv_pane_count(n->held);
         c++) /* dry lakes and the sea: their ground */
        if (n->lake[c] == FLUV_NONE || isnan(surface[c]))
            surface[c] = n->surface[c];
    n->surface = surface;
    return FLUV_OK;
}

static fluv_status tell_net(fluv_tile_work *work, uint32_t tile)
{
    tile_net n = {.window = fluv_tiling_window(&work->tiling, tile)};
    fluv_list found = {0}, knots = {0};
    n.held = fluv_pane_grown(&work->tiling, n.window, 1);
    FLUV_TRY(load_net(work, &n));
    fluv_status status = tell(work, tile, &n, &found, &knots);
    fluv_list_free(&found);
    fluv_list_free(&knots);
    return status;
}

/* ---- On rank 0 ---- */

typedef struct whole_net {
    knot *knots; /* by cell */
    size_t *next;
    size_t knot_count;
    crossing *crossings; /* by place */
    size_t crossing_count;
} whole_net;

#define NO_KNOT SIZE_MAX

static int by_cell(const void *a, const void *b)
{
    uint64_t left = ((const knot *)a)->cell, right = ((const knot *)b)->cell;
    return left < right ? -1 : left > right;
}

static int by_place(const void *a, const void *b)
{
    uint64_t left = ((const crossing *)a)->place, right = ((const crossing *)b)->place;
    return left < right ? -1 : left > right;
}

static size_t find_knot(const whole_net *net, uint64_t cell)
{
    const knot key = {.cell = cell};
    const knot *found = cell == FLUV_NO_CELL
                            ? NULL
                            : bsearch(&key, net->knots, net->knot_count, sizeof key, by_cell);
    return found ? (size_t)(found - net->knots) : NO_KNOT;
}

/* A list of every tile's, one behind the other; the first pass over parcels counts. */
static void gather(const fluv_tile_work *work, whole_net *net)
{
    net->crossing_count = net->knot_count = 0;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        size_t at = 0;
        size_t count = *(const uint64_t *)fluv_parcel_take(work, tile, &at, 1, sizeof(uint64_t));
        const crossing *found = fluv_parcel_take(work, tile, &at, count, sizeof *found);
        if (net->crossings)
            memcpy(net->crossings + net->crossing_count, found, count * sizeof *found);
        net->crossing_count += count;
        count = *(const uint64_t *)fluv_parcel_take(work, tile, &at, 1, sizeof(uint64_t));
        const knot *knots = fluv_parcel_take(work, tile, &at, count, sizeof *knots);
        if (net->knots)
            memcpy(net->knots + net->knot_count, knots, count * sizeof *knots);
        net->knot_count += count;
    }
}

static fluv_status take_net(fluv_tile_work *work, whole_net *net)
{
    gather(work, net);
    net->crossings = fluv_scratch(work->ctx, net->crossing_count + 1, sizeof *net->crossings);
    net->knots = fluv_scratch(work->ctx, net->knot_count + 1, sizeof *net->knots);
    net->next = fluv_scratch(work->ctx, net->knot_count + 1, sizeof *net->next);
    if (!net->crossings || !net->knots || !net->next)
        return FLUV_NO_MEMORY;
    gather(work, net);
    qsort(net->crossings, net->crossing_count, sizeof *net->crossings, by_place);
    qsort(net->knots, net->knot_count, sizeof *net->knots, by_cell);
    for (size_t i = 0; i < net->knot_count; i++)
        net->next[i] = find_knot(net, net->knots[i].next);
    return FLUV_OK;
}

static bool runs_into(const whole_net *net, size_t from, size_t to)
{
    for (; from != NO_KNOT; from = net->next[from])
        if (from == to)
            return true;
    return false;
}

static fluv_status turn(fluv_tile_work *work, uint64_t cell, uint64_t to)
{
    uint32_t cols = work->tiling.cols;
    int64_t dx = (int64_t)(to % cols) - (int64_t)(cell % cols);
    int64_t dy = (int64_t)(to / cols) - (int64_t)(cell / cols);
    uint32_t tile = fluv_tiling_at(&work->tiling, (uint32_t)(cell % cols), (uint32_t)(cell / cols));
    turned *out = fluv_parcel_add(work, tile, 1, sizeof *out);
    if (!out)
        return FLUV_NO_MEMORY;
    *out = (turned){cell, FLUV_NO_WAY};
    for (uint64_t k = 0; k < 8; k++)
        if (fluv_dx[k] == dx && fluv_dy[k] == dy)
            out->way = k;
    return FLUV_OK;
}

/* The same, where the way there does not come below it before. */
static bool leads_to(const whole_net *net, size_t from, size_t to, float height)
{
    for (; from != NO_KNOT; from = net->next[from]) {
        if (from == to)
            return true;
        if (net->knots[from].lowest < (double)height)
            return false;
    }
    return false;
}

/* As `part` and, where no way climbs, `turn_aside` of water/receivers.c choose: whether the first
 * of the two steps is turned. */
static bool turns_first(const fluv_tile_work *work, const whole_net *net, const crossing *x,
                        const size_t ends[4])
{
    size_t a = ends[0], b = ends[1], d = ends[2], c = ends[3];
    const float *from = x->from_height;
    if (work->ground != FLUV_GRID_HEIGHT)
        return from[0] > from[1] || (from[0] == from[1] && !leads_to(net, c, a, from[0]));
    float climbed = from[0] > x->to_height[0] ? from[0] : x->to_height[0];
    return x->to_height[1] <= climbed ? !runs_into(net, c, a) : runs_into(net, d, b);
}

static fluv_status part(fluv_tile_work *work, whole_net *net, const crossing *x)
{
    size_t a = find_knot(net, x->from[0]), b = find_knot(net, x->from[1]);
    size_t d = find_knot(net, x->to[0]), c = find_knot(net, x->to[1]);
    assert(a != NO_KNOT && b != NO_KNOT && c != NO_KNOT && d != NO_KNOT);
    bool first = turns_first(work, net, x, (size_t[]){a, b, d, c});
    if (first)
        net->next[a] = c;
    else
        net->next[b] = d;
    return turn(work, x->from[first ? 0 : 1], x->to[first ? 1 : 0]);
}

static fluv_status part_all(fluv_tile_work *work)
{
    whole_net net = {0};
    FLUV_TRY(take_net(work, &net));
    for (uint32_t tile = 0; tile < work->tiling.count; tile++)
        fluv_parcel_clear(work, tile);
    for (size_t i = 0; i < net.crossing_count; i++)
        FLUV_TRY(part(work, &net, &net.crossings[i]));
    return FLUV_OK;
}

static fluv_status take_turns(fluv_tile_work *work, uint32_t tile)
{
    fluv_pane window = fluv_tiling_window(&work->tiling, tile);
    const turned *turns = work->answers[tile].items;
    uint8_t *way = fluv_tile_load(work, FLUV_GRID_LED, window);
    if (!way)
        return work->failed;
    for (size_t i = 0; i < work->answers[tile].count / sizeof *turns; i++)
        way[fluv_pane_find_cell(&work->tiling, window, turns[i].cell)] = (uint8_t)turns[i].way;
    return fluv_tile_keep(work, FLUV_GRID_ROUTE, tile, window, way);
}

fluv_status fluv_tiles_part_crossings(fluv_tile_work *work)
{
    FLUV_TRY(fluv_tiles_ask(work, tell_net, part_all));
    return fluv_tiles_each(work, take_turns);
}
