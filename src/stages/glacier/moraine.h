// SPDX-License-Identifier: MIT
/* What ice has worn off, carried to where it melts. */
#ifndef FLUV_STAGES_GLACIER_MORAINE_H
#define FLUV_STAGES_GLACIER_MORAINE_H

#include "stages/glacier/ice.h"

/* Carries `load` (m over a cell's area, a grid of the level) down the ice as it lies; what melts
 * out is left in `laid`, added. `load` is used up. Returns what leaves over the edge, m times
 * cells. */
FLUV_MUST_CHECK fluv_status fluv_moraine_lay(fluv_ctx *ctx, const fluv_ice *ice, float *load,
                                             float *laid, double *gone);

#endif
