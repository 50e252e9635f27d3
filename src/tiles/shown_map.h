// SPDX-License-Identifier: MIT
/* The whole map on rank 0, of which little is looked at: grids on disk, and work whose memory is
 * taken where it is touched. */
#ifndef FLUV_TILES_SHOWN_MAP_H
#define FLUV_TILES_SHOWN_MAP_H

#include "tiles/shown.h"

typedef struct fluv_whole_map {
    fluv_tile_work *work;
    fluv_topology topology;
    const uint8_t *kind;
    const float *before; /* heights as they came */
    const uint32_t *label, *lake;
    float *height; /* of the grid that was asked for; what is written stays here */
    fluv_tile_grid height_grid;
    uint32_t *lake_of, *queue, *receiver;
    float *distance;
    uint8_t *changed;
    fluv_survey_room room;
} fluv_whole_map;

/* End it with fluv_whole_map_close, also where this failed. */
FLUV_MUST_CHECK fluv_status fluv_whole_map_open(fluv_tile_work *work, fluv_tile_grid height,
                                                fluv_whole_map *map);
void fluv_whole_map_close(fluv_whole_map *map);

#endif
