// SPDX-License-Identifier: MIT
/* A height map that is read part by part, for maps larger than memory: the same heights as the
 * stage makes of the whole. */
#ifndef FLUV_STAGES_IMPORT_PARTS_H
#define FLUV_STAGES_IMPORT_PARTS_H

#include "landscape/landscape.h"
#include "stages/import/import.h"

/* A map that is open. Free it with fluv_import_parts_close. */
typedef struct fluv_import_parts fluv_import_parts;

/* Opens the map, and gives the landscape its frame and CRS. What cannot be done part by part is
 * refused: other cells than the file's own, water beside it, scales that are guessed. */
FLUV_MUST_CHECK fluv_status fluv_import_parts_open(fluv_ctx *ctx, const fluv_import_params *params,
                                                   fluv_landscape *land, fluv_import_parts **out);
void fluv_import_parts_close(fluv_import_parts *parts); /* NULL is legal */

/* Heights of a part, m, NaN: none. */
FLUV_MUST_CHECK fluv_status fluv_import_parts_read(fluv_ctx *ctx, fluv_import_parts *parts,
                                                   uint32_t col, uint32_t row, uint32_t cols,
                                                   uint32_t rows, float *out);

/* Whether the stage would make slopes of the terraces of the whole map: `heights` are all that
 * there are, perhaps several times each, of a map of `cells`. */
FLUV_MUST_CHECK fluv_status fluv_import_parts_judge(fluv_ctx *ctx, const fluv_import_params *params,
                                                    const float *heights, size_t count,
                                                    size_t cells);
#endif
