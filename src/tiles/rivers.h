// SPDX-License-Identifier: MIT
/* Rivers of a map in tiles: what rank 0 tells a tile of the channels in it and around. */
#ifndef FLUV_TILES_RIVERS_H
#define FLUV_TILES_RIVERS_H

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

/* The steps of fluv_tiles_find_rivers. */
FLUV_MUST_CHECK fluv_status fluv_tiles_find_channels(fluv_tile_work *work);
FLUV_MUST_CHECK fluv_status fluv_tiles_cover_banks(fluv_tile_work *work);
FLUV_MUST_CHECK fluv_status fluv_tiles_find_watersheds(fluv_tile_work *work);

#endif
