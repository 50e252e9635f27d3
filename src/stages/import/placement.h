// SPDX-License-Identifier: MIT
/* Onto which cells a height map comes, and bringing it there. */
#ifndef FLUV_STAGES_IMPORT_PLAN_H
#define FLUV_STAGES_IMPORT_PLAN_H

#include "stages/import/source.h"

#include <gdalwarper.h>

#define FLUV_PICTURE_CELL 30.0 /* m, where nobody says */

/* Zeroed is valid. */
typedef struct fluv_import_placement {
    fluv_frame frame;
    OGRSpatialReferenceH crs; /* of the frame; NULL: none. Owned */
    bool as_it_is;            /* the file's cells are the frame's cells */
    GDALResampleAlg resampling;
} fluv_import_placement;

/* `asked`: the recipe's frame. `cell`: of a picture the side of its cells, of a map the side to
 * resample to; 0: not said. The source's place changes to metres where its CRS is a local one in
 * another unit. */
FLUV_MUST_CHECK fluv_status fluv_import_placement_make(fluv_ctx *ctx, fluv_source *source,
                                                       const fluv_frame *asked, double cell,
                                                       fluv_import_placement *plan);
void fluv_import_placement_free(fluv_import_placement *plan);

/* Fills `out`, the plan's frame, from the source's values; NaN is nodata in both. */
FLUV_MUST_CHECK fluv_status fluv_import_resample(fluv_ctx *ctx, fluv_source *source,
                                                 const fluv_import_placement *plan, float *values,
                                                 float *out);

#endif
