// SPDX-License-Identifier: MIT
/* The work on a map that is cut into tiles: what its passes share.
 *
 * A pass goes over a rank's tiles one after the other; each reads windows of grids that earlier
 * passes wrote, and writes its own tile of new ones. Where a tile must know more of the others than
 * a ring of cells, it leaves a parcel; rank 0 solves what the parcels tell and deals out answers.
 */
#ifndef FLUV_TILES_WORK_H
#define FLUV_TILES_WORK_H

#include "hydrography/channel.h"
#include "landscape/landscape.h"
#include "tiles/store.h"
#include "tiles/transport.h"
#include "water/follow.h"
#include "water/hollows.h"
#include "water/receivers.h"

typedef enum fluv_tile_grid {
    FLUV_GRID_HEIGHT,    /* float, m; NaN: void */
    FLUV_GRID_KIND,      /* byte, FLUV_CELL_… */
    FLUV_GRID_SLOPE,     /* byte: ways down, NO_WAY on flats */
    FLUV_GRID_TO_LOW,    /* uint32_t: flats that reach over rims, else 0 */
    FLUV_GRID_FROM_HIGH, /* uint32_t, likewise */
    FLUV_GRID_WAY,       /* byte: ways with those over flats */
    FLUV_GRID_LED,       /* byte: ways that lead on out of hollows */
    FLUV_GRID_CARVED,    /* float, m: ground in which these are cut */
    FLUV_GRID_ROUTE,     /* byte: and do not cross */
    FLUV_GRID_AREA,      /* double, m2; NaN: void */
    FLUV_GRID_DIRECTION, /* byte, ESRI's code */
    FLUV_GRID_COVER,     /* byte */
    FLUV_GRID_WATER,     /* float, m; NaN: none */
    FLUV_GRID_DISCHARGE, /* float, m3/s; 0 in voids too */
    FLUV_GRID_LAND,      /* uint32_t: 0 land; NONE: sea or void */
    FLUV_GRID_BEDS,      /* float, m: ground with the beds of rivers */
    FLUV_GRID_SURFACE,   /* float, m: water with rivers */
    FLUV_GRID_COVERED,   /* byte: cover with rivers */
    FLUV_GRID_SHED,      /* uint32_t: watershed, NONE: of no river */
    FLUV_GRID_LEVEL,     /* float, m: highest point of the way from a cell; NaN: no ground */
    FLUV_GRID_GROUND,    /* float, m: and hollows' passes are kept */
    FLUV_GRID_BASIN,     /* uint32_t: hollow that a cell drains to; 0: none; NONE: void */
    FLUV_GRID_SETTLED,   /* float, m: ground without hollows that are no lakes */
    FLUV_GRID_LAKE,      /* uint32_t: lake of a cell, dry ones too; NONE: none */
    FLUV_GRID_GIVES,     /* byte: what falls on the cell runs off */
    FLUV_GRID_OUTLET,    /* byte: a channel, if the lake above lets out a river */
    FLUV_GRID_FIRST,     /* uint32_t: BASIN, before lakes of the map had shores */
    FLUV_GRID_SHORED,    /* float, m: ground with their shores and outlets */
    FLUV_GRID_SHOWN,     /* uint32_t: lake of the map, one more; 0: none */
    FLUV_GRIDS
} fluv_tile_grid;

/* What is a river. */
typedef struct fluv_tile_rivers {
    fluv_frame frame; /* of the map */
    bool by_discharge;
    double least;   /* m2 or m3/s at which channels begin */
    double outlets; /* m2 above a lake's exit, at which its outlet is a river by itself */
    fluv_channel_shape shape;
} fluv_tile_rivers;

/* Which hollows are lakes, and how full. */
typedef struct fluv_tile_lakes {
    bool wanted;
    bool flats; /* of the map may be lakes */
    fluv_hollow_rules rules;
    double min_depth; /* as it was asked for; rules have it as a float */
    enum { FLUV_LAKES_FULL, FLUV_LAKES_POURED, FLUV_LAKES_STEADY } mode;
    double runoff, evaporation, rain; /* m/y, or m */
} fluv_tile_lakes;

typedef struct fluv_tile_work {
    fluv_ctx *ctx;
    fluv_tiling tiling;
    fluv_frame frame; /* of the map */
    double cell;      /* m */
    double runoff;    /* m/y, the same everywhere */
    fluv_tile_rivers rivers;
    fluv_tile_lakes lakes;
    fluv_descent descent;
    fluv_wander wander;
    fluv_tile_grid bare;   /* ground on which ways are found: HEIGHT, or SHORED */
    fluv_tile_grid basins; /* that lakes' hollows are told of: FIRST or BASIN */
    fluv_tile_grid ground; /* that water runs on: HEIGHT, CARVED or SETTLED */
    const fluv_transport *transport;
    const char *folder; /* for what stands on disk */
    fluv_store grids[FLUV_GRIDS];
    fluv_list *parcels;         /* of bytes, one a tile: what is told, and what rank 0 answers */
    fluv_list *answers;         /* likewise, to the last question */
    fluv_list *notes;           /* of bytes, one a tile: what its rank keeps from pass to pass */
    uint8_t *active;            /* for each tile: whether the next round is for it */
    bool again;                 /* on rank 0: whether there is one */
    struct fluv_rims *rims;     /* rank 0: what it knows of all rims at the moment */
    struct fluv_lake_net *net;  /* and of hollows, */
    struct fluv_flow_net *flow; /* and of water through lakes */
    struct fluv_shown *shown; /* and of lakes of the map; other ranks: not NULL, if there are any */
    struct fluv_river_lakes *river_lakes;
    fluv_status failed;           /* why the last load gave NULL */
    void *user;                   /* of the pass that reads the map */
    uint32_t passes_done, passes; /* for the progress */
    uint64_t bytes_told;          /* to rank 0, of which it knows */
} fluv_tile_work;

#define FLUV_TILES_BYTE_NODATA 255 /* of grids of bytes, where there is no height */

/* Whether all grids of an earlier run are in its folder, none cut short. */
bool fluv_tile_grids_whole(const fluv_tiling *tiling, const char *folder);
/* `folder` is there. What was taken by then is given back with fluv_tile_work_end. */
FLUV_MUST_CHECK fluv_status fluv_tile_work_begin(fluv_tile_work *work);
void fluv_tile_work_end(fluv_tile_work *work); /* legal twice */

typedef fluv_status fluv_tile_pass(fluv_tile_work *work, uint32_t tile);
/* For each tile of this rank; scratch memory is released after each. All ranks have done theirs
 * when it returns. */
FLUV_MUST_CHECK fluv_status fluv_tiles_each(fluv_tile_work *work, fluv_tile_pass *pass);
/* Each tile leaves a parcel, or none; `solve` runs where all are and makes answers of them. */
FLUV_MUST_CHECK fluv_status fluv_tiles_ask(fluv_tile_work *work, fluv_tile_pass *pass,
                                           fluv_status (*solve)(fluv_tile_work *work));

/* A tile's answer becomes its notes. */
FLUV_MUST_CHECK fluv_status fluv_tile_note(fluv_tile_work *work, uint32_t tile);
/* Goes on with rounds of a pass until it rests. The pass runs for tiles that are active and leaves
 * a parcel where cells on its rim changed; then tiles around it are active in the next round. */
FLUV_MUST_CHECK fluv_status fluv_tiles_rest(fluv_tile_work *work, fluv_tile_pass *pass);

/* Scratch memory for a window of a grid, and the grid in it; NULL with a message: return
 * work->failed. */
void *fluv_tile_load(fluv_tile_work *work, fluv_tile_grid grid, fluv_pane window);
/* Writes a tile from a window that holds it. */
FLUV_MUST_CHECK fluv_status fluv_tile_keep(fluv_tile_work *work, fluv_tile_grid grid, uint32_t tile,
                                           fluv_pane held, const void *cells);

/* On rank 0: lists on disk beside the grids, for passes of a later run too; and those, into lists
 * that are empty, of items of `sizes` bytes. */
FLUV_MUST_CHECK fluv_status fluv_tile_save(fluv_tile_work *work, const char *name,
                                           const fluv_list *lists, size_t count);
FLUV_MUST_CHECK fluv_status fluv_tile_restore(fluv_tile_work *work, const char *name,
                                              const size_t *sizes, size_t count, fluv_list *lists);

/* Room for `count` things of `size` bytes at the end of a tile's parcel, where any may stand. NULL
 * with a message. */
void *fluv_parcel_add(fluv_tile_work *work, uint32_t tile, size_t count, size_t size);
void fluv_parcel_clear(fluv_tile_work *work, uint32_t tile);
/* What was added so, in the same order: `*at` begins with 0 and moves on. */
const void *fluv_parcel_take(const fluv_tile_work *work, uint32_t tile, size_t *at, size_t count,
                             size_t size);

/* What rank 0 keeps of the ground that was carved: one fluv_ground_change. */
#define FLUV_TILES_CHANGE "change.raw"

/* ---- The passes, in their order ---------------------------------------------------------------
 */

FLUV_MUST_CHECK fluv_status fluv_tiles_find_sea(fluv_tile_work *work);
FLUV_MUST_CHECK fluv_status fluv_tiles_find_slopes(fluv_tile_work *work);
FLUV_MUST_CHECK fluv_status fluv_tiles_lead_over_flats(fluv_tile_work *work);
FLUV_MUST_CHECK fluv_status fluv_tiles_lead_out_of_hollows(fluv_tile_work *work);
/* Where the ground is to be CARVED. */
FLUV_MUST_CHECK fluv_status fluv_tiles_carve(fluv_tile_work *work);
/* Where flats of the map may be lakes: which ones, by their shape; and once ways are known, by what
 * lies around. */
FLUV_MUST_CHECK fluv_status fluv_tiles_find_flats(fluv_tile_work *work);
FLUV_MUST_CHECK fluv_status fluv_tiles_judge_flats(fluv_tile_work *work);
/* Where hollows are to be lakes: ground, ways, lakes. */
FLUV_MUST_CHECK fluv_status fluv_tiles_fill_lakes(fluv_tile_work *work);
/* And what they get and lose, once areas are known. */
FLUV_MUST_CHECK fluv_status fluv_tiles_lead_through_lakes(fluv_tile_work *work);
FLUV_MUST_CHECK fluv_status fluv_tiles_part_crossings(fluv_tile_work *work);
FLUV_MUST_CHECK fluv_status fluv_tiles_sum_areas(fluv_tile_work *work);
FLUV_MUST_CHECK fluv_status fluv_tiles_find_coast(fluv_tile_work *work);
FLUV_MUST_CHECK fluv_status fluv_tiles_find_rivers(fluv_tile_work *work);
FLUV_MUST_CHECK fluv_status fluv_tiles_keep_passes(fluv_tile_work *work);

#endif
