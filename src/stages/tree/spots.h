// SPDX-License-Identifier: MIT
/* Peaks and passes of the stage `place` in a construction tree. */
#ifndef FLUV_STAGES_TREE_SPOTS_H
#define FLUV_STAGES_TREE_SPOTS_H

#include "landscape/placed.h"
#include "stages/tree/tree.h"

/* Room for what is known of spots. Before the masses. */
FLUV_MUST_CHECK fluv_status fluv_tree_open_spots(fluv_ctx *ctx, fluv_tree_work *work);
/* Slopes of the mass' discs around spots, when rivers and shores are there and ravines are not. */
FLUV_MUST_CHECK fluv_status fluv_tree_slope_spots(fluv_ctx *ctx, fluv_tree_work *work);
/* Lets no ravine grow on a spot: lowers the ceiling of ravines there. Kernel. */
void fluv_tree_spare_spots(const fluv_tree_work *work, const fluv_frame *frame, float *ceiling);
/* Slopes of a finished tree, such that spots have their heights; seals it again. */
FLUV_MUST_CHECK fluv_status fluv_tree_fit_spots(fluv_ctx *ctx, const fluv_tree_work *work,
                                                void *block);

#endif
