// SPDX-License-Identifier: MIT
/* Cells of a placed lake, and the banks around them. */
#ifndef FLUV_STAGES_SAMPLE_BANKS_H
#define FLUV_STAGES_SAMPLE_BANKS_H

#include "stages/sample/sample.h"
#include "stages/shared/ponds.h"

typedef struct fluv_pond_cells {
    const fluv_paths *paths;
    double slope;   /* of ground that is cut, rise over run */
    uint32_t *lake; /* of a cell; FLUV_NONE: none */
} fluv_pond_cells;

/* Marks the cells in a lake; false: it has too few, or none can be there. Kernel. */
bool fluv_pond_mark(const fluv_pond_cells *cells, const fluv_pond *pond, uint32_t number);
/* Levels the cells, and gives them a shore that holds the water. */
FLUV_MUST_CHECK fluv_status fluv_pond_bank(fluv_ctx *ctx, const fluv_pond_cells *cells,
                                           const fluv_pond *pond, uint32_t number);

#endif
