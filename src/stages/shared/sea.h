// SPDX-License-Identifier: MIT
/* What the water stages begin with: the frame's cells, and which of them are sea. */
#ifndef FLUV_STAGES_SEA_H
#define FLUV_STAGES_SEA_H

#include "landscape/landscape.h"
#include "water/topology.h"

/* The frame as a topology, and `kind` (scratch) for its cells. The sea is what an earlier stage
 * marked as ocean; where none did, what lies at or below 0 and reaches the edge. Cover, water and
 * coast are set accordingly. */
FLUV_MUST_CHECK fluv_status fluv_sea_find(fluv_ctx *ctx, fluv_landscape *land,
                                          fluv_topology *topology, uint8_t **kind);
/* Where rivers were found before, the ground is what it was without them; fluv_sea_find begins with
 * it. */
FLUV_MUST_CHECK fluv_status fluv_sea_fill_beds(fluv_ctx *ctx, fluv_landscape *land);
/* After a change of the ground: where there was an ocean, it comes to all it now reaches, and
 * leaves what has risen above it. */
FLUV_MUST_CHECK fluv_status fluv_sea_follow(fluv_ctx *ctx, fluv_landscape *land);
/* The layer coast: the outline of the cells that cover calls ocean, where the ground crosses 0. */
FLUV_MUST_CHECK fluv_status fluv_sea_outline(fluv_ctx *ctx, fluv_landscape *land);
/* The same from labels of the frame's cells: 0 land, NONE sea or void. Islands are outer rings,
 * ocean within them holes; inland water is land. */
FLUV_MUST_CHECK fluv_status fluv_coast_outline(fluv_ctx *ctx, fluv_landscape *land,
                                               const uint32_t *label, const float *height);

#endif
