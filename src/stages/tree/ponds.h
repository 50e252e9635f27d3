// SPDX-License-Identifier: MIT
/* Placed lakes in a construction tree. */
#ifndef FLUV_STAGES_TREE_PONDS_H
#define FLUV_STAGES_TREE_PONDS_H

#include "stages/tree/tree.h"

/* Finds the lakes, and lets the courses run level through them: makes the layer `courses` anew. */
FLUV_MUST_CHECK fluv_status fluv_tree_find_ponds(fluv_ctx *ctx, fluv_tree_work *work,
                                                 fluv_landscape *land);
/* Level ground for the lakes of the mass: adds to the valleys. */
FLUV_MUST_CHECK fluv_status fluv_tree_add_ponds(fluv_ctx *ctx, fluv_tree_work *work);
/* Water and floors of the lakes: adds to the rivers, when all of these and their heights are known.
 */
FLUV_MUST_CHECK fluv_status fluv_tree_fill_ponds(fluv_ctx *ctx, fluv_tree_work *work);
/* Lets no ravine grow in a lake: lowers the ceiling of ravines there. Kernel. */
void fluv_tree_spare_ponds(const fluv_tree_work *work, const fluv_frame *frame, float *ceiling);
/* Lets no ravine beside a lake be lower: raises the bottom of ravines there. Kernel. */
void fluv_tree_bank_ponds(const fluv_tree_work *work, const fluv_frame *frame, float *bottom);

#endif
