// SPDX-License-Identifier: MIT
/* Lakes as polygons in a file, brought onto the frame's cells. */
#ifndef FLUV_STAGES_IMPORT_LAKE_SHAPES_H
#define FLUV_STAGES_IMPORT_LAKE_SHAPES_H

#include "base/list.h"
#include "landscape/landscape.h"

/* A polygon of the file. */
typedef struct fluv_lake_shape {
    int64_t feature; /* its number there */
    double level;    /* as the file says, m; NaN: it does not */
} fluv_lake_shape;

/* Fills `shapes` (of fluv_lake_shape) and, for each cell whose centre lies in one, its place in the
 * list, NONE for the others. Shapes of dry lakes are left out. */
FLUV_MUST_CHECK fluv_status fluv_lake_shapes_read(fluv_ctx *ctx, const char *file,
                                                  const fluv_landscape *land, fluv_list *shapes,
                                                  uint32_t *shape_of);

#endif
