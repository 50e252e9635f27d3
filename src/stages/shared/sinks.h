// SPDX-License-Identifier: MIT
/* Ways that end inland, each in a closed lake of one cell. */
#ifndef FLUV_STAGES_SINKS_H
#define FLUV_STAGES_SINKS_H

#include "hydrography/lakes.h"

/* Whether a cell's water ends there, and it is neither sea nor edge. */
static inline bool fluv_is_sink(const uint8_t *kind, const uint32_t *receiver, uint32_t cell)
{
    return receiver[cell] == FLUV_NONE &&
           !(kind[cell] & (FLUV_CELL_VOID | FLUV_CELL_SEA | FLUV_CELL_OPEN));
}

/* Adds a lake for every sink that is in none: found->lake_of is there, and tells of the lakes that
 * were found already. It stands at the ground, which is lowered by a hair.  O(n). */
FLUV_MUST_CHECK fluv_status fluv_sinks_keep(fluv_ctx *ctx, const fluv_topology *topology,
                                            const uint8_t *kind, const uint32_t *receiver,
                                            float *height, fluv_lakes_found *found);

#endif
