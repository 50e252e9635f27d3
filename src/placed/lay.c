// SPDX-License-Identifier: MIT
/* The cells of rivers, and of ways that lead their water on.
 *
 * in   lines, ground        out   ways, each from its source down to what it runs into
 *
 * Rivers that others join come before those that join them. */
#include "placed/placed.h"
#include "placed/shaper.h"

#include "field/grid.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define SILL         1.0f /* m that water falls from a way into a lake and out of it again */
#define NOTED_BEYOND 3    /* cells of land that a line comes to after its end */

/* From then on other ways run into it. */
void fluv_way_mark(const fluv_shaper *s, size_t index)
{
    assert(index < s->laying.ways.count);
    const fluv_laid_way *way = (const fluv_laid_way *)s->laying.ways.items + index;
    const uint32_t *cells = (const uint32_t *)s->laying.cells.items + way->first_cell;
    for (uint32_t i = 0; i < way->cell_count; i++)
        s->earth.way[cells[i]] = (uint32_t)index;
}

fluv_status fluv_way_add(fluv_ctx *ctx, fluv_shaper *s, uint32_t first, uint32_t river,
                         uint32_t drawn, uint32_t into)
{
    assert(first <= s->laying.cells.count);
    fluv_laid_way *way = fluv_list_append(ctx, &s->laying.ways, 1, sizeof *way);
    if (!way)
        return FLUV_NO_MEMORY;
    *way = (fluv_laid_way){.river = river,
                           .first_cell = first,
                           .cell_count = (uint32_t)s->laying.cells.count - first,
                           .drawn = drawn,
                           .end = into};
    fluv_way_mark(s, s->laying.ways.count - 1);
    return FLUV_OK;
}

/* ---- Rivers ---- */

/* The cells of a river's line. */
static fluv_status draw(fluv_ctx *ctx, const fluv_shaper *s, size_t river, fluv_list *cells)
{
    assert(river < s->placed->river_count);
    const fluv_placed_river *r = &s->placed->rivers[river];
    const double *xy = s->placed->xy + 2 * (size_t)r->first_point;
    if (r->freedom > 0.0)
        return fluv_path_find(ctx, &s->earth, xy, r->point_count, r->freedom, cells);
    return fluv_path_draw(ctx, &s->earth, xy, r->point_count, cells);
}

static void reverse(uint32_t *cells, size_t count)
{
    for (size_t i = 0; 2 * i + 1 < count; i++) {
        uint32_t held = cells[i];
        cells[i] = cells[count - 1 - i];
        cells[count - 1 - i] = held;
    }
}

/* Whether a way runs through a cell or beside it. */
static bool touches_way(const fluv_earth *earth, uint32_t cell)
{
    fluv_around around = fluv_around_cell(&earth->topology, cell);
    bool touches = earth->way[cell] != FLUV_NONE;
    for (uint32_t k = 0; k < around.count && !touches; k++)
        touches = earth->way[around.cell[k]] != FLUV_NONE;
    return touches;
}

/* A river from its first cell on land down to water; `into` is the cell it runs into, `beyond` how
 * many cells of land the line comes to after that. */
static size_t trim(const fluv_earth *earth, uint32_t *row, size_t count, uint32_t *into,
                   size_t *beyond)
{
    size_t begin = 0, last = 0;
    *into = FLUV_NONE;
    *beyond = 0;
    while (begin < count && !fluv_earth_is_land(earth, row[begin]))
        begin++;
    for (last = begin; last < count; last++) {
        *into = last > begin ? fluv_way_crossed(earth, row[last - 1], row[last]) : FLUV_NONE;
        if (*into != FLUV_NONE)
            break;
        if (!fluv_earth_is_land(earth, row[last]) || earth->way[row[last]] != FLUV_NONE) {
            *into = row[last];
            break;
        }
    }
    for (size_t i = last; *into != FLUV_NONE && i < count; i++)
        *beyond += fluv_earth_is_land(earth, row[i]) && !touches_way(earth, row[i]);
    memmove(row, row + begin, (last - begin) * sizeof *row);
    count = last - begin;
    bool leaves =
        *into != FLUV_NONE || (count > 0 && (earth->kind[row[count - 1]] & FLUV_CELL_OPEN));
    while (count > 1 && (earth->lake[row[count - 1]] != FLUV_NONE ||
                         (!leaves && earth->held[row[count - 1]] == FLUV_HELD_LAKE)))
        *into = row[--count]; /* it ends in the lake */
    if (*into != FLUV_NONE && (earth->kind[*into] & FLUV_CELL_VOID))
        *into = FLUV_NONE;
    return count;
}

/* Lines of a survey that share their first cells with others begin beside them. */
static size_t begin_free(const fluv_earth *earth, uint32_t *row, size_t count)
{
    size_t taken = 0;
    while (taken < count && earth->way[row[taken]] != FLUV_NONE)
        taken++;
    memmove(row, row + taken, (count - taken) * sizeof *row);
    return count - taken;
}

/* A river that begins beside a placed lake which nothing leaves yet comes out of it: its first cell
 * is the lake's. There is room for one cell more. */
static size_t begin_in_lake(const fluv_shaper *s, uint32_t *row, size_t count)
{
    const fluv_earth *earth = &s->earth;
    if (!count || !fluv_earth_is_land(earth, row[0]) || earth->lake[row[0]] != FLUV_NONE)
        return count;
    fluv_around around = fluv_around_cell(&earth->topology, row[0]);
    for (uint32_t k = 0; k < around.count; k++) {
        uint32_t lake = earth->lake[around.cell[k]];
        bool again = lake == FLUV_NONE || fluv_lake_has_outlet(s, lake);
        for (size_t i = 0; i < count && !again; i++)
            again = earth->lake[row[i]] == lake;
        if (again)
            continue;
        memmove(row + 1, row, count * sizeof *row);
        row[0] = around.cell[k];
        return count + 1;
    }
    return count;
}

/* How low the bed will lie at the end of a line, by the ground it is cut into. A survey's river is
 * burnt in with as little change as can be: its own ground counts alone. */
static float end_of_bed(const fluv_earth *earth, const uint32_t *cells, size_t count, bool mapped)
{
    fluv_bed_job job = {.cells = cells, .count = count};
    float lowest = INFINITY;
    job.fall = fluv_bed_fall(earth, &job, -INFINITY);
    if (!mapped)
        return fluv_bed_end(earth, &job);
    for (size_t i = 0; i < count; i++)
        lowest = fminf(lowest, earth->height[cells[i]]);
    return lowest;
}

static void note_beyond(const fluv_shaper *s, const fluv_placed_river *river, uint32_t into,
                        fluv_landscape *land)
{
    const fluv_earth *earth = &s->earth;
    uint32_t way = earth->way[into];
    uint32_t other =
        way == FLUV_NONE ? FLUV_NONE : ((const fluv_laid_way *)s->laying.ways.items)[way].river;
    fluv_note_add(
        land, "place",
        "river %s comes to %s%s at %.7g, %.7g and ends there: what was drawn beyond is left out",
        fluv_called(river->name), way == FLUV_NONE ? "the sea" : "river ",
        way == FLUV_NONE ? ""
                         : fluv_called(other == FLUV_NONE ? "" : s->placed->rivers[other].name),
        fluv_cell_x(&earth->frame, into), fluv_cell_y(&earth->frame, into));
}

static fluv_status lay_river(fluv_ctx *ctx, fluv_shaper *s, size_t river, fluv_landscape *land)
{
    const fluv_earth *earth = &s->earth;
    fluv_list *cells = &s->laying.cells;
    size_t first = cells->count;
    const fluv_placed_river *r = &s->placed->rivers[river];
    const double *xy = s->placed->xy + 2 * (size_t)r->first_point;
    if (s->left_out[river])
        return FLUV_OK;
    FLUV_TRY(draw(ctx, s, river, cells));
    size_t count = cells->count - first;
    if (!fluv_list_append(ctx, cells, 1, sizeof(uint32_t))) /* room for a beginning in a lake */
        return FLUV_NO_MEMORY;
    cells->count--;
    if (!count && r->mapped)
        return FLUV_OK;
    if (!count) {
        fluv_note_add(land, "place", "river %s lies outside the frame", fluv_called(r->name));
        return FLUV_OK;
    }
    uint32_t *row = (uint32_t *)cells->items + first, into;
    bool from_sea = earth->kind[row[0]] & FLUV_CELL_SEA;
    if (from_sea && !r->mapped && !(earth->kind[row[count - 1]] & FLUV_CELL_SEA))
        reverse(row, count);
    if (r->mapped)
        count = begin_free(earth, row, count);
    else if (!r->kept)
        count = begin_in_lake(s, row, count);
    size_t beyond;
    count = trim(earth, row, count, &into, &beyond);
    cells->count = first + count;
    if (count && beyond >= NOTED_BEYOND && !r->mapped && !r->kept)
        note_beyond(s, r, into, land);
    if (!count && r->mapped)
        return FLUV_OK; /* all of it lies in the sea, or on other rivers */
    if (!count && into != FLUV_NONE && earth->way[into] != FLUV_NONE) {
        if (*r->name)
            fluv_note_add(land, "place", "river %s begins on another river, and is part of it",
                          r->name);
        return FLUV_OK;
    }
    if (count == 1 && earth->lake[row[0]] != FLUV_NONE) {
        fluv_note_add(land, "place", "river %s lies in lake %s, and is part of it",
                      fluv_called(r->name),
                      fluv_called(s->placed->lakes[earth->lake[row[0]]].name));
        cells->count = first;
        return FLUV_OK;
    }
    if (!count && r->kept) {
        fluv_note_add(land, "keep", "river %s at %.7g, %.7g lies in the sea now",
                      fluv_called(r->name), xy[0], xy[1]);
        return FLUV_OK;
    }
    if (!count)
        return fluv_blame(ctx, &r->by,
                          fluv_fail(ctx, FLUV_BAD_RECIPE,
                                    "place: river %s at %.7g, %.7g has no land to run over",
                                    fluv_called(r->name), xy[0], xy[1]));
    return fluv_way_add(ctx, s, (uint32_t)first, (uint32_t)river, (uint32_t)count, into);
}

/* Which ways lead to one: it may not run into them. */
static void bar_ways(const fluv_shaper *s, size_t index, uint8_t *barred)
{
    const fluv_laid_way *ways = s->laying.ways.items;
    for (size_t w = 0; w < s->laying.ways.count; w++) {
        size_t at = w;
        while (at != index && ways[at].end != FLUV_NONE && s->earth.way[ways[at].end] != FLUV_NONE)
            at = s->earth.way[ways[at].end];
        barred[w] = at == index;
    }
}

/* ---- On from where a line ends ---- */

/* A way under construction: the cells laid from `first` on, of the river whose bed lies no higher
 * than `level`. */
typedef struct leading {
    uint32_t first, last; /* place in the list; the cell before it */
    float level;          /* m */
    bool mapped;          /* it leaves no hollow but those that drown it */
    uint32_t into;        /* what it runs into, FLUV_NONE: ground that falls, or the edge */
} leading;

static uint32_t end_of(const fluv_shaper *s, const leading *l)
{
    const uint32_t *cells = s->laying.cells.items;
    return s->laying.cells.count > l->first ? cells[s->laying.cells.count - 1] : l->last;
}

/* From then on the way's cells from `from` on are its own (or nobody's again): nothing of it runs
 * into them. */
static void own(const fluv_shaper *s, size_t from, uint32_t way)
{
    const uint32_t *cells = s->laying.cells.items;
    for (size_t i = from; i < s->laying.cells.count; i++)
        s->earth.way[cells[i]] = way;
}

/* Appends the cells from the way's end down the steepest slope, to the bottom of a hollow; `dry`
 * becomes whether it is one, and not the edge or water. */
static fluv_status descend(fluv_ctx *ctx, fluv_shaper *s, const leading *l, bool *dry)
{
    const fluv_earth *earth = &s->earth;
    *dry = false;
    for (uint32_t at = end_of(s, l), lowest; !(earth->kind[at] & FLUV_CELL_OPEN); at = lowest) {
        fluv_around around = fluv_around_cell(&earth->topology, at);
        lowest = at;
        for (uint32_t k = 0; k < around.count; k++)
            if (earth->height[around.cell[k]] < earth->height[lowest])
                lowest = around.cell[k];
        *dry = lowest == at;
        if (*dry || !fluv_earth_is_land(earth, lowest) || earth->held[lowest] ||
            earth->way[lowest] != FLUV_NONE)
            return FLUV_OK;
        uint32_t *to = fluv_list_append(ctx, &s->laying.cells, 1, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        *to = lowest;
    }
    return FLUV_OK;
}

/* Where the way ends in a hollow it goes on over the hollow's lowest pass; `on` becomes whether it
 * did, `drowns` whether the hollow would fill higher than the river's bed. */
static fluv_status leave_hollow(fluv_ctx *ctx, fluv_shaper *s, leading *l, uint32_t way, bool *on,
                                bool *drowns)
{
    const fluv_earth *earth = &s->earth;
    size_t before = s->laying.cells.count;
    bool dry;
    *on = false;
    FLUV_TRY(descend(ctx, s, l, &dry));
    uint32_t bottom = end_of(s, l);
    size_t down = s->laying.cells.count;
    dry = dry && earth->height[bottom] > 0.0f; /* else the sea would come in */
    if (dry) {
        own(s, before, way);
        FLUV_TRY(fluv_way_on(ctx, earth, bottom, earth->height[bottom], false, &s->laying.cells,
                             &l->into));
    }
    const uint32_t *cells = s->laying.cells.items;
    float pass = -INFINITY;
    bool climbs = false; /* over ground that must stay */
    for (size_t i = down; i < s->laying.cells.count; i++) {
        pass = fmaxf(pass, earth->height[cells[i]]);
        climbs |= earth->held[cells[i]] && earth->height[cells[i]] > earth->height[bottom];
    }
    uint32_t end = end_of(s, l);
    *drowns = pass >= l->level;
    *on = dry && !climbs && (*drowns || !l->mapped) &&
          (l->into != FLUV_NONE || (earth->kind[end] & FLUV_CELL_OPEN) ||
           earth->height[end] < earth->height[bottom]);
    own(s, before, *on ? way : FLUV_NONE);
    if (!*on) {
        s->laying.cells.count = before;
        l->into = FLUV_NONE;
    }
    return FLUV_OK;
}

/* The cells of a way to water, to the edge, or to ground from which water gets there below the
 * river's bed. A hollow that spills below it may lie in a larger one that does not: the way out of
 * the larger one leads through it, and where there is none, both stay. */
static fluv_status lead_out(fluv_ctx *ctx, fluv_shaper *s, leading *l)
{
    uint32_t way = (uint32_t)s->laying.ways.count;
    FLUV_TRY(
        fluv_way_on(ctx, &s->earth, l->last, l->level, s->to_water, &s->laying.cells, &l->into));
    if (s->to_water)
        return FLUV_OK;
    own(s, l->first, way);
    size_t needed = s->laying.cells.count;
    uint32_t into = l->into;
    bool on = true, drowns;
    while (on && l->into == FLUV_NONE && !(s->earth.kind[end_of(s, l)] & FLUV_CELL_OPEN)) {
        FLUV_TRY(leave_hollow(ctx, s, l, way, &on, &drowns));
        if (on && drowns) {
            needed = s->laying.cells.count;
            into = l->into;
        }
    }
    own(s, l->first, FLUV_NONE);
    s->laying.cells.count = needed;
    l->into = into;
    return FLUV_OK;
}

static fluv_status refuse_shut_in(fluv_ctx *ctx, const fluv_shaper *s, const fluv_laid_way *way)
{
    const fluv_placed_river *river = &s->placed->rivers[way->river];
    const double *end = s->placed->xy + 2 * ((size_t)river->first_point + river->point_count - 1);
    return fluv_blame(ctx, &river->by,
                      fluv_fail(ctx, FLUV_BAD_RECIPE,
                                "place: river %s ends on land at %.7g, %.7g, and the rivers that "
                                "join it shut it in: nothing leads its water on",
                                fluv_called(river->name), end[0], end[1]));
}

/* Where a river's line ends on land, a way of its own leads its water on. */
static fluv_status lead_on(fluv_ctx *ctx, fluv_shaper *s, size_t index)
{
    const fluv_laid_way way = ((const fluv_laid_way *)s->laying.ways.items)[index];
    assert(way.cell_count > 0);
    const uint32_t *row = (const uint32_t *)s->laying.cells.items + way.first_cell;
    leading l = {.first = (uint32_t)s->laying.cells.count,
                 .last = row[way.cell_count - 1],
                 .mapped = way.river != FLUV_NONE && s->placed->rivers[way.river].mapped};
    l.level = end_of_bed(&s->earth, row, way.cell_count, l.mapped);
    if (way.end != FLUV_NONE || (s->earth.kind[l.last] & FLUV_CELL_OPEN))
        return FLUV_OK;
    uint8_t *barred = fluv_scratch(ctx, s->laying.ways.count + 1, sizeof *barred);
    if (!barred)
        return FLUV_NO_MEMORY;
    bar_ways(s, index, barred);
    barred[s->laying.ways.count] = 1; /* the way that is being laid */
    s->earth.barred = barred;
    fluv_status status = lead_out(ctx, s, &l);
    s->earth.barred = NULL;
    fluv_scratch_drop(ctx, barred);
    FLUV_TRY(status);
    if (s->to_water && l.into == FLUV_NONE && !(s->earth.kind[end_of(s, &l)] & FLUV_CELL_OPEN))
        return refuse_shut_in(ctx, s, &way);
    fluv_laid_way *from = (fluv_laid_way *)s->laying.ways.items + index;
    bool further = s->laying.cells.count > l.first;
    from->end = further ? ((const uint32_t *)s->laying.cells.items)[l.first] : l.into;
    return further ? fluv_way_add(ctx, s, l.first, FLUV_NONE, 0, l.into) : FLUV_OK;
}

/* Rivers that others join first. */
fluv_status fluv_lay_rivers(fluv_ctx *ctx, fluv_shaper *s, fluv_landscape *land)
{
    size_t count = s->placed->river_count;
    uint32_t *order = fluv_scratch(ctx, count, sizeof *order);
    if (!order)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_placed_order(ctx, s->placed, 1.5 * s->earth.frame.cell, order));
    FLUV_TRY(fluv_advance(ctx, 0.3));
    for (size_t i = 0; i < count; i++)
        FLUV_TRY(lay_river(ctx, s, order[i], land));
    fluv_scratch_drop(ctx, order);
    for (size_t i = 0, drawn = s->laying.ways.count; i < drawn; i++)
        FLUV_TRY(lead_on(ctx, s, i));
    return FLUV_OK;
}

/* ---- Out of lakes ---- */

/* Whether a way ends in a lake. */
static bool is_fed(const fluv_shaper *s, size_t lake)
{
    const fluv_laid_way *ways = s->laying.ways.items;
    for (size_t w = 0; w < s->laying.ways.count; w++)
        if (ways[w].end != FLUV_NONE && s->earth.lake[ways[w].end] == lake)
            return true;
    return false;
}

/* The lake that a way comes to, also along others; FLUV_NONE: none. */
static uint32_t lake_below(const fluv_shaper *s, size_t way)
{
    const fluv_laid_way *ways = s->laying.ways.items;
    size_t most = s->laying.ways.count; /* kept lines may lead in a ring */
    for (uint32_t end; (end = ways[way].end) != FLUV_NONE && most-- > 0; way = s->earth.way[end]) {
        if (s->earth.lake[end] != FLUV_NONE)
            return s->earth.lake[end];
        if (s->earth.way[end] == FLUV_NONE)
            return FLUV_NONE;
    }
    return FLUV_NONE;
}

/* Which ways and lakes (`leads`, zeroed) lead to a lake, also through others: its water may not run
 * into them. */
static void bar_feeders(const fluv_shaper *s, size_t lake, uint8_t *barred, uint8_t *leads)
{
    const fluv_laid_way *ways = s->laying.ways.items;
    const uint32_t *cells = s->laying.cells.items;
    leads[lake] = 1;
    memset(barred, 0, s->laying.ways.count);
    for (bool again = true; again;) {
        again = false;
        for (size_t w = 0; w < s->laying.ways.count; w++) {
            uint32_t below = lake_below(s, w);
            if (barred[w] || below == FLUV_NONE || !leads[below])
                continue;
            barred[w] = again = true;
            for (uint32_t i = 0; i < ways[w].cell_count; i++)
                if (s->earth.lake[cells[ways[w].first_cell + i]] != FLUV_NONE)
                    leads[s->earth.lake[cells[ways[w].first_cell + i]]] = 1;
        }
    }
}

/* The lowest cell around a lake that no way is near, and in `from` the lake's beside it; FLUV_NONE:
 * there is none. */
static uint32_t lowest_free(const fluv_shaper *s, size_t lake, uint32_t *from)
{
    const fluv_earth *earth = &s->earth;
    const fluv_laid_lake *own = (const fluv_laid_lake *)s->laying.lakes.items + lake;
    const uint32_t *cells = (const uint32_t *)s->laying.cells.items + own->first_cell;
    uint32_t best = FLUV_NONE;
    for (uint32_t i = 0; i < own->cell_count; i++) {
        fluv_around around = fluv_around_cell(&earth->topology, cells[i]);
        for (uint32_t k = 0; k < around.count; k++) {
            uint32_t at = around.cell[k];
            if (earth->lake[at] != FLUV_NONE || earth->held[at] || !fluv_earth_is_land(earth, at) ||
                touches_way(earth, at) ||
                (best != FLUV_NONE && earth->height[at] >= earth->height[best]))
                continue;
            best = at;
            *from = cells[i];
        }
    }
    return best;
}

/* A way out that is not the way in. */
static fluv_status lead_from_lake(fluv_ctx *ctx, fluv_shaper *s, size_t lake)
{
    fluv_list *cells = &s->laying.cells;
    uint32_t from = FLUV_NONE, first = (uint32_t)cells->count, out = lowest_free(s, lake, &from);
    if (out == FLUV_NONE)
        return FLUV_OK;
    uint32_t *begin = fluv_list_append(ctx, cells, 2, sizeof *begin);
    uint8_t *barred = fluv_scratch(ctx, s->laying.ways.count + 1, sizeof *barred);
    uint8_t *leads = fluv_scratch_zero(ctx, s->laying.lakes.count, sizeof *leads);
    if (!begin || !barred || !leads)
        return FLUV_NO_MEMORY;
    begin[0] = from;
    begin[1] = out;
    bar_feeders(s, lake, barred, leads);
    barred[s->laying.ways.count] = 1; /* the way that is being laid */
    leading l = {.first = first + 2,
                 .last = out,
                 .level = fminf(s->earth.height[out], fluv_lake_lowest_way(s, lake) - SILL),
                 .into = FLUV_NONE};
    s->earth.barred = barred;
    fluv_status status = FLUV_OK;
    if (!(s->earth.kind[out] & FLUV_CELL_OPEN))
        status = lead_out(ctx, s, &l);
    s->earth.barred = NULL;
    uint32_t into = l.into == FLUV_NONE ? FLUV_NONE : s->earth.lake[l.into];
    bool comes_back = into != FLUV_NONE && leads[into];
    fluv_scratch_drop(ctx, leads);
    fluv_scratch_drop(ctx, barred);
    FLUV_TRY(status);
    if (comes_back) { /* it is left to the ground */
        cells->count = first;
        return FLUV_OK;
    }
    return fluv_way_add(ctx, s, first, FLUV_NONE, 0, l.into);
}

fluv_status fluv_lay_exits(fluv_ctx *ctx, fluv_shaper *s)
{
    for (size_t i = 0; i < s->laying.lakes.count; i++)
        if (!s->placed->lakes[i].follows &&
            ((const fluv_laid_lake *)s->laying.lakes.items)[i].cell_count && is_fed(s, i) &&
            !fluv_lake_has_outlet(s, i))
            FLUV_TRY(lead_from_lake(ctx, s, i));
    return FLUV_OK;
}

/* ---- Hollows that shall hold no lake ---- */

fluv_status fluv_placed_unwanted(fluv_ctx *ctx, const fluv_placed *placed,
                                 const fluv_placed_spot *spot, uint32_t lake)
{
    assert(lake < placed->lake_count);
    return fluv_blame(
        ctx, &spot->by,
        fluv_fail(ctx, FLUV_BAD_RECIPE,
                  "place: there shall be no lake at %.7g, %.7g, where lake %s is placed", spot->x,
                  spot->y, fluv_called(placed->lakes[lake].name)));
}

fluv_status fluv_lay_outlet(fluv_ctx *ctx, fluv_shaper *s, const fluv_placed_spot *spot)
{
    const fluv_earth *earth = &s->earth;
    fluv_list *cells = &s->laying.cells;
    uint32_t cell = fluv_earth_cell(earth, spot->x, spot->y), into;
    if (cell == FLUV_NONE || !fluv_earth_is_land(earth, cell))
        return FLUV_OK;
    if (earth->lake[cell] != FLUV_NONE)
        return fluv_placed_unwanted(ctx, s->placed, spot, earth->lake[cell]);
    cell = fluv_cell_lowest_below(&earth->topology, earth->height, cell);
    assert(cell < earth->topology.count);
    if ((earth->kind[cell] & (FLUV_CELL_SEA | FLUV_CELL_OPEN)) || earth->way[cell] != FLUV_NONE ||
        earth->lake[cell] != FLUV_NONE)
        return FLUV_OK; /* it drains */
    uint32_t first = (uint32_t)cells->count;
    uint32_t *bottom = fluv_list_append(ctx, cells, 1, sizeof *bottom);
    if (!bottom)
        return FLUV_NO_MEMORY;
    *bottom = cell;
    FLUV_TRY(fluv_way_on(ctx, earth, cell, earth->height[cell], true, cells, &into));
    return fluv_way_add(ctx, s, first, FLUV_NONE, 0, into);
}
