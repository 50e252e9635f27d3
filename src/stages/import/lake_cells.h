// SPDX-License-Identifier: MIT
/* Lakes of a map on the cells, each with its level. */
#ifndef FLUV_STAGES_IMPORT_LAKE_CELLS_H
#define FLUV_STAGES_IMPORT_LAKE_CELLS_H

#include "landscape/mapped.h"
#include "stages/import/lake_shapes.h"
#include "water/topology.h"

typedef struct fluv_lake_cells_job {
    const char *file; /* of the shapes, for messages */
    fluv_topology topology;
    const uint8_t *kind;     /* as fluv_cells_find_sea left it */
    const fluv_list *shapes; /* fluv_lake_shape */
    double spread;           /* m by which the map may differ from a level along the shore */
} fluv_lake_cells_job;

/* Cells of shapes become lakes, one to each part that hangs together, at the file's level or in the
 * middle of what the map shows along the shore. Where the map shows no floor the ground in them is
 * set to that level. `lake_of` holds each cell's shape and becomes its lake; `lakes` are
 * fluv_mapped_lake. Sea and voids are left out. */
FLUV_MUST_CHECK fluv_status fluv_lake_cells_level(fluv_ctx *ctx, const fluv_lake_cells_job *job,
                                                  float *height, uint32_t *lake_of,
                                                  fluv_list *lakes);

#endif
