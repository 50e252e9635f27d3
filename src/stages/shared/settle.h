// SPDX-License-Identifier: MIT
/* Ground without hollows but those that are wanted. */
#ifndef FLUV_STAGES_SETTLE_H
#define FLUV_STAGES_SETTLE_H

#include "base/ctx.h"
#include "water/topology.h"

/* Cuts open or fills the hollows of a grid in whose basin no marked cell lies. `kind` is as
 * fluv_cells_classify and fluv_cells_find_sea left it. Scratch is given back. */
FLUV_MUST_CHECK fluv_status fluv_ground_settle(fluv_ctx *ctx, const fluv_topology *grid,
                                               uint8_t *kind, const uint8_t *marked, float *height);

#endif
