// SPDX-License-Identifier: MIT
/* Inside the stage `meanders`: beds of rivers that wandered, and of their cut-off bends. */
#ifndef FLUV_STAGES_MEANDERS_CARVE_H
#define FLUV_STAGES_MEANDERS_CARVE_H

#include "stages/meanders/lines.h"

/* The frame's own cells. */
typedef struct fluv_bed_land {
    uint32_t cols, rows;
    double cell;
    const uint8_t *kind;
    const float *frozen;         /* NaN: not; NULL: nothing is */
    fluv_wander_ground overflow; /* m: the lattice with every hollow filled */
    float *height;
} fluv_bed_land;

/* Ends every river where it first comes to one before it, or leads it there. Rivers that begin
 * beside another are none. Scratch memory; `taken` holds all lines. */
FLUV_MUST_CHECK fluv_status fluv_meanders_join(fluv_ctx *ctx, const fluv_bed_land *land,
                                               fluv_list *rivers, fluv_segments *taken);
/* Digs the beds of all rivers that are free somewhere, from there on down. */
FLUV_MUST_CHECK fluv_status fluv_meanders_dig(fluv_ctx *ctx, const fluv_bed_land *land,
                                              const fluv_list *rivers);
/* Digs the bends that were cut off, the newest first, where no river and no newer one is near.
 * Returns how many in `dug`. */
FLUV_MUST_CHECK fluv_status fluv_oxbows_dig(fluv_ctx *ctx, const fluv_bed_land *land,
                                            const fluv_oxbows *oxbows, const fluv_segments *taken,
                                            size_t *dug);

#endif
