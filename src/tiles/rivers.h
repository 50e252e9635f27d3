// SPDX-License-Identifier: MIT
/* Rivers of a map in tiles: what rank 0 tells a tile of the channels in it and around. */
#ifndef FLUV_TILES_RIVERS_H
#define FLUV_TILES_RIVERS_H

#include "hydrography/rivers.h"
#include "tiles/work.h"

/* A channel cell as the network left it. */
typedef struct fluv_dealt {
    uint64_t cell; /* of the map */
    double radius; /* cells that the river covers around it; below 1: none */
    float ground;  /* its bed, m */
    float water;   /* m; NaN: a dry bed */
    uint32_t unit; /* its watershed */
} fluv_dealt;

/* Those of a tile, by rising cell; then those of other tiles whose river may reach into it. */
typedef struct fluv_dealt_list {
    const fluv_dealt *own, *around;
    size_t own_count, around_count;
} fluv_dealt_list;

/* From the tile's notes. */
fluv_dealt_list fluv_dealt_of(const fluv_tile_work *work, uint32_t tile);

/* What rank 0 keeps on disk for the vectors. */
#define FLUV_TILES_RIVERS "rivers.raw" /* fluv_reach; fluv_river_point */
#define FLUV_TILES_SHEDS  "sheds.raw"  /* fluv_watershed, without rings */
#define FLUV_TILES_SEA    "sea.raw"    /* uint8_t: one, where there is sea */

#define FLUV_TILES_LAKE_SHEDS                                                                      \
    "lake_sheds.raw"                     /* uint32_t of each lake, FOLLOWS or its watershed        \
                                          */
#define FLUV_TILES_OUTLETS "outlets.raw" /* int64_t of each lake: the reach that leaves it, 0 */

#define FLUV_SHED_FOLLOWS (FLUV_NONE - 1) /* water goes through the lake as if it were land */

/* What a tile tells of a cell that the network needs. */
typedef struct fluv_channel {
    uint64_t cell;
    double area;
    float height, to_height, discharge;
    uint32_t lake;    /* that covers the cell, */
    uint32_t to_lake; /* and the one it runs into, or NONE */
    uint8_t kind;     /* below */
    uint8_t way;      /* NO_WAY: it leaves the map, or ends */
    uint8_t out;      /* then where, as fluv_way_over_edge says */
    uint8_t sea;      /* it runs into the sea */
} fluv_channel;

enum {
    FLUV_CHANNEL,
    FLUV_MAY_BE, /* a channel, below a lake that lets out a river */
    FLUV_LEAVES, /* a cell at which water leaves a lake, or ends in it */
    FLUV_TOUCH,  /* no cell: lakes at one level that touch */
    FLUV_BEYOND  /* the sea's or lake's cell that a channel runs into */
};

/* On rank 0: the lakes between rivers. */
typedef struct fluv_river_lakes {
    fluv_list stored; /* fluv_lake by their number in the grid */
    fluv_lake *list;  /* by id, as rivers see them; NULL: there is none */
    fluv_lakes lakes;
    uint32_t *place; /* of each number its place in that list */
    uint32_t *taker; /* and of the lake whose cells they count as */
    uint64_t *exit;  /* of each place, NO_CELL: none */
} fluv_river_lakes;

FLUV_MUST_CHECK fluv_status fluv_river_lakes_begin(fluv_tile_work *work, fluv_river_lakes *lakes);
/* From all that was told. */
FLUV_MUST_CHECK fluv_status fluv_river_lakes_join(fluv_tile_work *work, fluv_river_lakes *lakes);
/* Once the network is known. */
FLUV_MUST_CHECK fluv_status fluv_river_lakes_save(fluv_tile_work *work,
                                                  const fluv_river_lakes *lakes,
                                                  const fluv_river_cells *cells,
                                                  const fluv_traces *traces,
                                                  const fluv_watershed_units *units);
void fluv_river_lakes_free(fluv_river_lakes *lakes);

/* Where there are lakes: cells below them that may be channels. */
FLUV_MUST_CHECK fluv_status fluv_tiles_mark_outlets(fluv_tile_work *work);
/* The steps of fluv_tiles_find_rivers. */
FLUV_MUST_CHECK fluv_status fluv_tiles_find_channels(fluv_tile_work *work);
FLUV_MUST_CHECK fluv_status fluv_tiles_cover_banks(fluv_tile_work *work);
FLUV_MUST_CHECK fluv_status fluv_tiles_find_watersheds(fluv_tile_work *work);

#endif
