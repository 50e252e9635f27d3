// SPDX-License-Identifier: MIT
/* Outlets of surveyed lakes.
 *
 * in   lakes as flats with closed shores     out   a way down from each, cut at the lake's level
 *
 * Trees, bridges and noise block the outlets that maps should show. From the lake's shore the
 * ground is flooded, lowest first, until the flood meets ground that drains off below the lake, a
 * lower lake, the sea or the edge; the way the flood took is the one that needs the least climb,
 * and is cut. Where the flood has to climb more than a sill allows, the map shows a lake without an
 * outlet; where it is known that it must have one, the flood climbs on. Whether ground drains off
 * below the lake is found by flooding what lies below its level from there, lowest first, which is
 * quick where it does; where the filled heights of the map are known, ground that they show shut in
 * is not tried. They do not tell all: where its own shore was raised, what drained along it is shut
 * in with the lake. O(m log m) in the cells flooded.
 *
 * Based on: Lindsay. Efficient hybrid breaching-filling sink removal methods. 2016 */
#include "water/survey.h"

#include "base/queue.h"
#include "water/undo.h"

#include <assert.h>
#include <string.h>

#define MOST_CLIMB_TO_EDGE 2.0f /* m; nobody knows what lies beyond */

typedef struct opener {
    const fluv_topology *topology;
    const uint8_t *kind;
    const fluv_survey_filled *filled;
    float *height;
    fluv_survey *survey;
    uint32_t *seen, *from; /* for each cell the lake that flooded it last, and from which cell */
    uint32_t *way;         /* the way that is cut, from its end */
    fluv_heap *open;
    uint32_t *shut;   /* for each cell the last lake that it was seen to be shut in with, */
    fluv_heap *lower; /* and work of looking */
} opener;

static fluv_surveyed_lake *lake_of(const opener *o, uint32_t lake)
{
    assert(lake < o->survey->lakes.count);
    return (fluv_surveyed_lake *)o->survey->lakes.items + lake;
}

static const fluv_surveyed_lake *lake_at(const opener *o, uint32_t cell)
{
    uint32_t lake = o->survey->lake_of[cell];
    return lake == FLUV_NONE ? NULL : lake_of(o, lake);
}

/* A way may not come beside a lake or sea that stands higher: it would open its shore. */
static bool is_barred(const opener *o, uint32_t cell, uint32_t own, float level)
{
    const fluv_surveyed_lake *here = lake_at(o, cell);
    if (here)
        return here->level > level;
    fluv_around around = fluv_around_known(o->topology, o->kind, cell);
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t other = around.cell[i];
        const fluv_surveyed_lake *beside = lake_at(o, other);
        if (beside && o->survey->lake_of[other] != own && beside->level > level)
            return true;
        if ((o->kind[other] & FLUV_CELL_SEA) && level < 0.0f)
            return true;
    }
    return level < 0.0f && (o->kind[cell] & FLUV_CELL_SEA);
}

static void flood_from(opener *o, uint32_t cell, uint32_t own, float level, float reached)
{
    fluv_around around = fluv_around_known(o->topology, o->kind, cell);
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t other = around.cell[i];
        if (o->seen[other] == own || o->survey->lake_of[other] == own ||
            (o->kind[other] & FLUV_CELL_VOID) || is_barred(o, other, own, level))
            continue;
        o->seen[other] = own;
        o->from[other] = cell;
        fluv_heap_push(o->open, fmaxf(reached, o->height[other]), other);
    }
}

/* The other lake that a cell touches and that does not stand higher; NULL: none. */
static const fluv_surveyed_lake *lake_beside(const opener *o, uint32_t cell, uint32_t own)
{
    fluv_around around = fluv_around_known(o->topology, o->kind, cell);
    for (uint32_t i = 0; i < around.count; i++) {
        const fluv_surveyed_lake *lake = lake_at(o, around.cell[i]);
        if (lake && o->survey->lake_of[around.cell[i]] != own)
            return lake;
    }
    return NULL;
}

/* Whether a way that stays below a level leads from a cell to the sea or the edge. */
static bool leads_off(opener *o, uint32_t cell, uint32_t own, float level)
{
    o->lower->count = 0;
    o->shut[cell] = own;
    fluv_heap_push(o->lower, o->height[cell], cell);
    for (uint32_t at; (at = fluv_heap_pop(o->lower, NULL)) != FLUV_NONE;) {
        if (o->kind[at] & (FLUV_CELL_SEA | FLUV_CELL_OPEN))
            return true; /* beside voids it is open too */
        fluv_around around = fluv_around_known(o->topology, o->kind, at);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            if (!(o->height[other] < level) || o->shut[other] == own)
                continue;
            o->shut[other] = own;
            fluv_heap_push(o->lower, o->height[other], other);
        }
    }
    return false;
}

static bool drains_below(opener *o, uint32_t cell, uint32_t own, float level)
{
    float lowest = o->filled ? fluv_survey_filled_at(o->filled, cell) : o->height[cell];
    return lowest < level && o->shut[cell] != own && leads_off(o, cell, own, level);
}

/* Whether the way ends at a cell, and how low it may come down there. */
static bool is_way_out(opener *o, uint32_t cell, uint32_t own, float level, float reached,
                       float *lowest)
{
    const fluv_surveyed_lake *lake = lake_beside(o, cell, own), *from = lake_of(o, own);
    float climb = from->way == FLUV_WAY_CUT ? INFINITY : MOST_CLIMB_TO_EDGE;
    *lowest = lake ? lake->level : o->height[cell];
    if (lake)
        return true;
    if (o->kind[cell] & FLUV_CELL_SEA) {
        *lowest = 0.0f;
        return true;
    }
    if ((o->kind[cell] & FLUV_CELL_OPEN) && reached <= level + climb)
        return true;
    return drains_below(o, cell, own, level);
}

/* The cell where the lowest way out ends, NONE where it climbs too high. */
static uint32_t find_way_out(opener *o, uint32_t own, const uint32_t *cells, uint32_t count,
                             float max_sill, float *lowest)
{
    fluv_surveyed_lake *lake = lake_of(o, own);
    o->open->count = 0;
    for (uint32_t i = 0; i < count; i++)
        flood_from(o, cells[i], own, lake->level, lake->level);
    float reached;
    for (uint32_t at; (at = fluv_heap_pop(o->open, &reached)) != FLUV_NONE;) {
        if (reached > lake->level + max_sill)
            return FLUV_NONE;
        if (is_way_out(o, at, own, lake->level, reached, lowest)) {
            lake->sill = reached - lake->level;
            return at;
        }
        flood_from(o, at, own, lake->level, reached);
    }
    return FLUV_NONE;
}

static bool is_beside(const opener *o, uint32_t cell, uint32_t lake)
{
    fluv_around around = fluv_around_known(o->topology, o->kind, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (o->survey->lake_of[around.cell[i]] == lake)
            return true;
    return false;
}

static fluv_status set_height(fluv_ctx *ctx, opener *o, uint32_t cell, float height)
{
    assert(cell < o->topology->count && isfinite(height));
    float cut = o->height[cell] - height;
    double volume = (double)cut * fluv_cell_area(o->topology, cell);
    FLUV_TRY(fluv_undo_note(ctx, &o->survey->undo, cell, o->height[cell]));
    o->height[cell] = height;
    o->survey->changed[cell] = 1;
    if (cut > 0.0f)
        o->survey->volume_cut += volume;
    else
        o->survey->volume_raised -= volume;
    o->survey->deepest_cut = fmaxf(o->survey->deepest_cut, cut);
    return FLUV_OK;
}

/* From the end back to the lake, then down again: the ground only falls, and not below the end.
 * Beside the lake it stays at the lake's level, so that the shore has no second gap. */
static fluv_status cut_way(fluv_ctx *ctx, opener *o, uint32_t own, uint32_t end, float level,
                           float lowest)
{
    uint32_t length = 0;
    assert(end != FLUV_NONE && lowest <= level);
    for (uint32_t at = end; o->survey->lake_of[at] != own; at = o->from[at]) {
        assert(length < o->topology->count && o->seen[at] == own);
        o->way[length++] = at;
    }
    float height = level;
    while (length-- > 0) {
        uint32_t cell = o->way[length];
        if (o->kind[cell] & FLUV_CELL_SEA)
            break;
        if (!is_beside(o, cell, own))
            height = fminf(height, fmaxf(lowest, o->height[cell]));
        FLUV_TRY(set_height(ctx, o, cell, is_beside(o, cell, own) ? level : height));
    }
    return FLUV_OK;
}

static fluv_status open_lake(fluv_ctx *ctx, opener *o, uint32_t own, const uint32_t *cells,
                             float max_sill)
{
    fluv_surveyed_lake *lake = lake_of(o, own);
    if (lake->at_edge || lake->way == FLUV_WAY_RISE)
        return FLUV_OK;
    float lowest;
    if (lake->way == FLUV_WAY_CUT)
        max_sill = INFINITY;
    uint32_t end = find_way_out(o, own, cells, lake->cell_count, max_sill, &lowest);
    lake->closed = end == FLUV_NONE;
    if (lake->closed)
        return FLUV_OK;
    return cut_way(ctx, o, own, end, lake->level, fminf(lowest, lake->level));
}

static fluv_status take_room(fluv_ctx *ctx, size_t count, fluv_survey_room *room)
{
    room->seen = fluv_scratch(ctx, count, sizeof *room->seen);
    room->from = fluv_scratch(ctx, count, sizeof *room->from);
    room->shut = fluv_scratch(ctx, count, sizeof *room->shut);
    if (!room->seen || !room->from || !room->shut)
        return FLUV_NO_MEMORY;
    memset(room->seen, 0xff, count * sizeof *room->seen);
    memset(room->shut, 0xff, count * sizeof *room->shut);
    FLUV_TRY(fluv_heap_init(ctx, &room->open, count));
    return fluv_heap_init(ctx, &room->lower, count);
}

static void drop_room(fluv_ctx *ctx, const fluv_survey_room *room)
{
    fluv_scratch_drop(ctx, room->seen);
    fluv_scratch_drop(ctx, room->from);
    fluv_scratch_drop(ctx, room->open.items);
    fluv_scratch_drop(ctx, room->shut);
    fluv_scratch_drop(ctx, room->lower.items);
}

fluv_status fluv_survey_open(fluv_ctx *ctx, const fluv_survey_ground *ground, float max_sill,
                             float *height, fluv_survey *survey)
{
    assert(survey->lake_of && ground->kind && ground->queue && survey->changed);
    fluv_survey_room own = {0}, *room = ground->room ? ground->room : &own;
    if (!ground->room)
        FLUV_TRY(take_room(ctx, ground->topology->count, room));
    opener o = {.topology = ground->topology,
                .kind = ground->kind,
                .filled = ground->filled,
                .height = height,
                .survey = survey,
                .seen = room->seen,
                .from = room->from,
                .way = ground->queue,
                .open = &room->open,
                .shut = room->shut,
                .lower = &room->lower};
    const uint32_t *cells = survey->cells.items;
    for (uint32_t i = 0; i < survey->lakes.count; i++) {
        FLUV_TRY(open_lake(ctx, &o, i, cells, max_sill));
        cells += lake_of(&o, i)->cell_count;
        FLUV_TRY(fluv_advance(ctx, 0.1));
    }
    drop_room(ctx, &own);
    return FLUV_OK;
}
