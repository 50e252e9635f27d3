// SPDX-License-Identifier: MIT
/* Lakes that were found on the cells, and writing them into the landscape. */
#ifndef FLUV_HYDROGRAPHY_LAKES_H
#define FLUV_HYDROGRAPHY_LAKES_H

#include "base/list.h"
#include "landscape/landscape.h"
#include "landscape/placed.h"
#include "landscape/vectors.h"
#include "water/accumulate.h"
#include "water/pools.h"
#include "water/survey.h"

typedef struct fluv_found_lake {
    float level;
    uint32_t root;         /* cell */
    uint32_t exit;         /* the cell its water leaves from, NONE: closed */
    uint32_t merged;       /* hollows under its surface */
    double volume;         /* m3 that were poured and stand in it; known with volumes only */
    double kept;           /* m3 that were poured and stayed; likewise */
    fluv_lake_water water; /* m3/y, or m3 that were poured */
    uint8_t state;         /* fluv_lake_state */
    uint32_t placed;       /* which of the placed lakes it is, one more; 0: none */
    bool surveyed;
    bool locked;  /* it stands where someone put it: placed, or a shape of a file */
    bool at_edge; /* surveyed, and open to the frame's edge: poured water leaves it at once */
} fluv_found_lake;

typedef struct fluv_lakes_found {
    fluv_list lakes;   /* of fluv_found_lake */
    uint32_t *lake_of; /* for each cell its lake, NONE: none; dry lakes' beds included. Scratch */
    uint8_t *exits;    /* for each cell whether a lake lets water out there. Scratch */
    bool poured;       /* volumes were poured, and are known better than levels tell */
} fluv_lakes_found;

FLUV_MUST_CHECK fluv_status fluv_lakes_found_add(fluv_ctx *ctx, fluv_lakes_found *found,
                                                 const fluv_found_lake *lake, uint32_t *number);
/* Which lakes there are; lake_of: for each pool its lake, or NONE. Heights are asked for at pools'
 * roots. */
FLUV_MUST_CHECK fluv_status fluv_lakes_of_pools(fluv_ctx *ctx, const fluv_pools *pools,
                                                const float *height, const fluv_survey *survey,
                                                uint32_t *lake_of, fluv_lakes_found *found);
/* Surveyed lakes on the frame's edge are no pools: their water leaves at once. `number`: of each
 * surveyed lake the one it is, or NONE. */
FLUV_MUST_CHECK fluv_status fluv_lakes_of_edge(fluv_ctx *ctx, const fluv_survey *survey,
                                               uint32_t *number, fluv_lakes_found *found);
/* Whether a flat of the map under the lake is its own, and gets a floor: not where the level was
 * found from the ground as it is. */
bool fluv_lake_keeps_flat(const fluv_found_lake *lake, bool poured);
/* Once exits are known: of two full pools whose water just reaches the pass between them, one has
 * no way out. */
void fluv_lakes_found_close(const fluv_lakes_found *found);

/* All cells of a lake, counted in any order. */
typedef struct fluv_lake_cells {
    uint64_t count;
    fluv_steps depth; /* of water */
    float deepest;    /* m */
    uint64_t place;   /* the first of the deepest cells */
} fluv_lake_cells;

#define FLUV_NO_LAKE_CELLS ((fluv_lake_cells){.place = UINT64_MAX})

void fluv_lake_cells_join(fluv_lake_cells *all, const fluv_lake_cells *part);
/* A lake as others see it, without outline. */
fluv_lake fluv_lake_public(const fluv_found_lake *found, const fluv_placed *placed,
                           double catchment);
/* Area, depth, volume and place from all of its cells. A volume that was poured is known better. */
void fluv_lake_measure(const fluv_frame *frame, const fluv_lake_cells *cells, fluv_lake *lake);
/* Outlines of the lakes that `lake_of` names by their place in the list, which is then sorted by
 * id. */
FLUV_MUST_CHECK fluv_status fluv_lakes_outline(fluv_ctx *ctx, const fluv_frame *frame,
                                               const float *height, const uint32_t *lake_of,
                                               fluv_list *list, fluv_rings *rings);
/* Writes cover, water and the lakes layer. Areas must be known. */
FLUV_MUST_CHECK fluv_status fluv_lakes_publish(fluv_ctx *ctx, const fluv_topology *topology,
                                               const fluv_lakes_found *found, fluv_landscape *land);

#endif
