// SPDX-License-Identifier: MIT
/* Lakes that were found on the cells, and writing them into the landscape. */
#ifndef FLUV_HYDROGRAPHY_LAKES_H
#define FLUV_HYDROGRAPHY_LAKES_H

#include "base/list.h"
#include "landscape/landscape.h"
#include "water/accumulate.h"

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

/* Writes cover, water and the lakes layer. Areas must be known. */
FLUV_MUST_CHECK fluv_status fluv_lakes_publish(fluv_ctx *ctx, const fluv_topology *topology,
                                               const fluv_lakes_found *found, fluv_landscape *land);

#endif
