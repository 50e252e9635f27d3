// SPDX-License-Identifier: MIT
/* From the numbers in a file to heights in metres. */
#ifndef FLUV_STAGES_IMPORT_HEIGHTS_H
#define FLUV_STAGES_IMPORT_HEIGHTS_H

#include "stages/import/import.h"
#include "stages/import/source.h"

/* Turns `values` (cols * rows of the source) into metres, in place; what cannot be a height becomes
 * NaN. `asked` is the recipe's frame, whose height range a picture takes unless the stage has one.
 * `*guess`: what the numbers of a picture were taken for, "metres" or "decimetres", where neither
 * the file nor the user says; NULL: it was said. */
FLUV_MUST_CHECK fluv_status fluv_import_heights(fluv_ctx *ctx, const fluv_source *source,
                                                const fluv_import_params *params,
                                                const fluv_frame *asked, float *values,
                                                const char **guess);

#endif
