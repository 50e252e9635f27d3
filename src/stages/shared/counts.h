// SPDX-License-Identifier: MIT
/* Numbers by type of region, as in `sources: {flatland: 120, mountain: 200}`.
 *
 * A number is a density: about so many are made where the type covers its usual part of the frame,
 * more where it covers more. So what is made in one place does not depend on how much land of the
 * type there is in another, and no edit moves what lies elsewhere. */
#ifndef FLUV_STAGES_COUNTS_H
#define FLUV_STAGES_COUNTS_H

#include "landscape/regions.h"
#include "landscape/shore.h"
#include "stages/stage.h"

typedef struct fluv_type_count {
#include "base/param_fields.h"
#include "stages/shared/counts.def"
} fluv_type_count;

extern const fluv_list_columns fluv_type_count_columns;

typedef struct fluv_counts_job {
    const fluv_regions *regions;
    const char *where; /* the parameter, as stage.name */
    const char *alias; /* what type 0 may be called besides its own name; NULL: nothing */
    const fluv_type_count *rows;
    size_t row_count;
} fluv_counts_job;

/* Writes what the rows say over what `counts` holds, one a type. */
FLUV_MUST_CHECK fluv_status fluv_counts_read(fluv_ctx *ctx, const fluv_counts_job *job,
                                             uint32_t *counts);

/* How much of the frame a type usually covers, m2: flatland two thirds of the land, any other a
 * tenth of the frame. */
double fluv_usual_area(const fluv_landscape *land, uint32_t type);

#endif
