// SPDX-License-Identifier: MIT
/* Water through lakes of a map in tiles: what its steps share. */
#ifndef FLUV_TILES_LAKES_FLOW_H
#define FLUV_TILES_LAKES_FLOW_H

#include "tiles/lakes.h"
#include "water/accumulate.h"

/* ---- On rank 0 ---- */

/* Ground at a lake's level, from a cell on, in one tile. */
typedef struct fluv_lake_segment {
    uint64_t lake, start;
} fluv_lake_segment;

/* Of each lake: where it lets water out, and how far that stands at its level. */
typedef struct fluv_lake_exit {
    uint64_t exit, next, end;
    double level;
    double factor; /* of the flow along the way; 1: all */
    double taken;  /* at the end, in parts */
} fluv_lake_exit;

/* The last cell of it, in the order in which one piece takes water there. */
typedef struct fluv_flow_shelf {
    uint64_t cell;
    uint32_t lake;
} fluv_flow_shelf;

typedef struct fluv_flow_net {
    fluv_list lists[3]; /* fluv_found_lake; its root; fluv_lakes_total */
    fluv_found_lake *lakes;
    const uint64_t *roots;
    uint32_t count;
    fluv_lake_cells *cells;
    fluv_lake_exit *ways;
    double *catchment;
    fluv_list segments; /* of ways at a lake's level, in any order */
    fluv_list shelves;  /* fluv_flow_shelf, by cell and lake */
    /* Breaks of all tiles: those of a tile are first[tile] .. first[tile + 1] - 1; behind them the
     * places of all rims. */
    uint64_t *first;
} fluv_flow_net;

void fluv_flow_net_free(fluv_flow_net *net);

/* ---- What is dealt and told ---- */

typedef struct fluv_dealt_break {
    uint64_t cell, flags; /* FLUV_EXIT, FLUV_SHELF */
} fluv_dealt_break;

/* A cell above which a tile shall tell the area, for a lake. */
typedef struct fluv_asked_area {
    uint64_t lake, cell;
} fluv_asked_area;

/* A break, and what is in a tile beyond those that were dealt: ends in lakes. */
typedef struct fluv_break_told {
    uint64_t lake;  /* in which water ends here; NONE: it does not */
    uint64_t cells; /* that lead their runoff here */
    uint64_t out;   /* the break or exit it comes to next; NONE: it is gone */
} fluv_break_told;

/* A part of a way at a lake's level, on which all flows become less by a factor. */
typedef struct fluv_thinned {
    uint64_t order, start, end;
    double factor;
} fluv_thinned;

/* Parts of what a cell gives in a year, in which water is counted. */
static inline fluv_flow_unit fluv_flow_unit_of(const fluv_tile_work *work)
{
    double rate = work->lakes.runoff;
    return fluv_flow_unit_for(rate > 0.0 ? rate : 1.0,
                              (double)work->tiling.cols * work->tiling.rows);
}

/* ---- Steps ---- */

FLUV_MUST_CHECK fluv_status fluv_flow_tell_lakes(fluv_tile_work *work, uint32_t tile);
FLUV_MUST_CHECK fluv_status fluv_flow_solve_lakes(fluv_tile_work *work);
/* While ways at lakes' levels lead over rims. */
FLUV_MUST_CHECK fluv_status fluv_flow_walk_on(fluv_tile_work *work, uint32_t tile);
FLUV_MUST_CHECK fluv_status fluv_flow_solve_walks(fluv_tile_work *work);
/* All breaks that are dealt, by rising cell. */
FLUV_MUST_CHECK fluv_status fluv_flow_list_breaks(fluv_tile_work *work, fluv_flow_net *net,
                                                  fluv_list *breaks);
FLUV_MUST_CHECK fluv_status fluv_flow_solve(fluv_tile_work *work);

#endif
