// SPDX-License-Identifier: MIT
/* From the numbers in a file to heights in metres. */
#ifndef FLUV_STAGES_IMPORT_HEIGHTS_H
#define FLUV_STAGES_IMPORT_HEIGHTS_H

#include "stages/import/import.h"
#include "stages/import/source.h"

/* metres = factor * value + shift */
typedef struct fluv_to_metres {
    double factor, shift;
} fluv_to_metres;

/* How the file's numbers become metres, where file or user say: FLUV_BAD_INPUT where only the whole
 * map's numbers could tell. For a map that is read part by part. */
FLUV_MUST_CHECK fluv_status fluv_heights_way(fluv_ctx *ctx, const fluv_source *source,
                                             const fluv_import_params *params,
                                             const fluv_frame *asked, fluv_to_metres *way);
/* Turns some of the source's values into metres, in place. Returns how many are heights. */
size_t fluv_heights_turn(const fluv_source *source, fluv_to_metres way, size_t count,
                         float *values);

/* Turns `values` (cols * rows of the source) into metres, in place; what cannot be a height becomes
 * NaN. `asked` is the recipe's frame, whose height range a picture takes unless the stage has one.
 * `*guess`: what the numbers of a picture were taken for, "metres" or "decimetres", where neither
 * the file nor the user says; NULL: it was said. */
FLUV_MUST_CHECK fluv_status fluv_import_heights(fluv_ctx *ctx, const fluv_source *source,
                                                const fluv_import_params *params,
                                                const fluv_frame *asked, float *values,
                                                const char **guess);

#endif
