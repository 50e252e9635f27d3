// SPDX-License-Identifier: MIT
/* Rasters that lie beside a height map, on the same cells. */
#ifndef FLUV_STAGES_IMPORT_BESIDE_H
#define FLUV_STAGES_IMPORT_BESIDE_H

#include "stages/import/placement.h"

/* What all of them must fit. */
typedef struct fluv_beside {
    const fluv_import_placement *plan; /* of the height map, whose cells are kept */
    bool placed;                       /* the height map has a place; otherwise it is a picture */
    const char *crop;                  /* the part that was taken of it */
} fluv_beside;

/* One value a cell of the frame as the file has it, NaN: nodata; scratch. Refused where its cells
 * are not the height map's. `param` names it in messages. */
FLUV_MUST_CHECK fluv_status fluv_beside_read(fluv_ctx *ctx, const fluv_beside *beside,
                                             const char *param, const char *file, float **values);

#endif
