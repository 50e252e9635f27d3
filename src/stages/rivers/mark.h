// SPDX-License-Identifier: MIT
/* Inside the stage `rivers`: which cells are channels. */
#ifndef FLUV_STAGES_RIVERS_MARK_H
#define FLUV_STAGES_RIVERS_MARK_H

#include "hydrography/rivers.h"
#include "stages/rivers/rivers.h"

/* Opens the landscape's river cells, marks channel cells and their feeders. */
FLUV_MUST_CHECK fluv_status fluv_rivers_mark(fluv_ctx *ctx, const fluv_rivers_params *params,
                                             fluv_landscape *land, fluv_river_cells *cells);
/* Drainage area (m2) or discharge (m3/s) at which channels begin, and what a cell has of it. */
double fluv_rivers_least(const fluv_rivers_params *params, const fluv_frame *frame);
/* Area from which on a lake's outlet is a river by itself. */
double fluv_rivers_outlets(const fluv_rivers_params *params, const fluv_frame *frame);
static inline double fluv_rivers_value(const fluv_rivers_params *params,
                                       const fluv_river_cells *cells, uint32_t cell)
{
    return params->by == FLUV_RIVERS_BY_discharge ? (double)cells->discharge[cell]
                                                  : cells->area[cell];
}
/* Marks cells of channels that stand out from the land around them; not closed downstream. */
FLUV_MUST_CHECK fluv_status fluv_rivers_detect(fluv_ctx *ctx, const fluv_rivers_params *params,
                                               const fluv_river_cells *cells);

#endif
