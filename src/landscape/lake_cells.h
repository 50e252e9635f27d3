// SPDX-License-Identifier: MIT
/* Which cells are whose lake's. */
#ifndef FLUV_LANDSCAPE_LAKE_CELLS_H
#define FLUV_LANDSCAPE_LAKE_CELLS_H

#include "landscape/landscape.h"
#include "water/topology.h"

/* A list of lakes, and the grids they stand on. */
typedef struct fluv_lake_map {
    fluv_topology topology;
    fluv_frame frame;
    const fluv_lakes *lakes;
    const float *height, *water;
    const uint8_t *cover;
} fluv_lake_map;

/* For each cell its place in the list, or NONE: lakes are spread from their deepest points, which
 * lie in the frame. `queue` has room for all cells. Returns the place of the first lake whose
 * deepest point is another's, NONE: there is none. Kernel. */
uint32_t fluv_lake_cells_find(const fluv_lake_map *map, int threads, uint32_t *queue,
                              uint32_t *lake_of);
/* The cell of a lake's deepest point, NONE: it lies outside of the frame. */
uint32_t fluv_lake_root(const fluv_frame *frame, const fluv_lake *lake);
/* Whether a cell beside one of the lake's cells is the lake's too. */
bool fluv_lake_holds(const fluv_lake_map *map, const fluv_lake *lake, uint32_t cell);

#endif
