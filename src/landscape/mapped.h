// SPDX-License-Identifier: MIT
/* Lakes that a map shows: which cells are theirs, and at what level they stand. The layer
 * FLUV_LAYER_mapped is one shared block that begins with a fluv_mapped. */
#ifndef FLUV_LANDSCAPE_MAPPED_H
#define FLUV_LANDSCAPE_MAPPED_H

#include "base/list.h"
#include "landscape/landscape.h"

typedef struct fluv_mapped_lake {
    float level; /* m */
    uint32_t cell_count;
    int64_t feature; /* its number in the file */
    bool floor;      /* the ground under it is that of its floor, not of its surface */
} fluv_mapped_lake;

typedef struct fluv_mapped {
    uint32_t count;
    const fluv_mapped_lake *lakes;
    const uint32_t *lake_of; /* for each cell of the frame its lake, or NONE */
} fluv_mapped;

/* Copies into one block; `lakes` are fluv_mapped_lake. NULL with a message on failure. */
fluv_shared *fluv_mapped_seal(fluv_ctx *ctx, const fluv_list *lakes, const uint32_t *lake_of,
                              size_t cells);

/* Once floors were made for them, the ground is that of their floors. The layer may be missing. */
FLUV_MUST_CHECK fluv_status fluv_mapped_set_floors(fluv_ctx *ctx, fluv_landscape *land);
/* Makes the layer out of the lakes of a finished landscape that were placed and surveyed. */
FLUV_MUST_CHECK fluv_status fluv_mapped_of_lakes(fluv_ctx *ctx, fluv_landscape *land);

/* NULL: the map shows none. */
static inline const fluv_mapped *fluv_mapped_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_mapped);
}

#endif
