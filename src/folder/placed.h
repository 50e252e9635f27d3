// SPDX-License-Identifier: MIT
/* placed.json: what was placed, and the cells it was laid on, numbered from the north-west corner,
 * row by row.
 *
 *     slope    of valley sides that are cut
 *     rivers   name, line [x, y, x, y, …] from the source down, discharge, width, freedom; kept: of
 *              an earlier result; mapped: of a survey, and cut no deeper than mend
 *     lakes    name, id (0: none yet), x, y, area, depth, level (null: the ground has it),
 *              follows; rings, the shore and its islands, as lines are
 *     spots    name, kind (peak, pass, mouth, no_lake), x, y, height, radius, weight
 *     laid     null, or ways: river (null: it leads on, or drains a hollow), cells from the source
 *              down, how many of them were drawn, end: the cell it runs into, null: over the edge;
 *              and lakes, one for each above: cells, level */
#ifndef FLUV_FOLDER_PLACED_H
#define FLUV_FOLDER_PLACED_H

#include "folder/files.h"

/* Words for fluv_spot_kind, NULL at the end. */
extern const char *const fluv_spot_words[];

/* Adds the wanted ones of the layers `placed` and `laid` to the landscape; a missing file is no
 * mistake. What it says is not checked (fluv_sound_land does). */
FLUV_MUST_CHECK fluv_status fluv_placed_read(fluv_ctx *ctx, fluv_landscape *land, const char *file,
                                             fluv_layer_set wanted);

#endif
