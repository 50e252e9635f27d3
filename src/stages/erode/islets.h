// SPDX-License-Identifier: MIT
/* Islands that are too small for a mesh. */
#ifndef FLUV_STAGES_ERODE_ISLETS_H
#define FLUV_STAGES_ERODE_ISLETS_H

#include "base/list.h"
#include "stages/erode/tier.h"

typedef struct fluv_islets {
    fluv_list cells; /* uint32_t, those of the first islet, then of the next */
    fluv_list first; /* uint32_t, of each islet */
} fluv_islets;

/* Islands of the layer cover on which no vertex of the mesh is land. None where there is no
 * cover. */
FLUV_MUST_CHECK fluv_status fluv_islets_find(fluv_ctx *ctx, const fluv_landscape *land,
                                             const fluv_erosion_tier *level, fluv_islets *out);
/* Notes how many of them the layer height does not have. */
void fluv_islets_tell(const fluv_islets *islets, fluv_landscape *land);
void fluv_islets_free(fluv_islets *islets);

#endif
