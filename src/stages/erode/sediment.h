// SPDX-License-Identifier: MIT
/* Inside `erode`: what streams carry down, lakes trap, and the summary tells of. */
#ifndef FLUV_STAGES_ERODE_SEDIMENT_H
#define FLUV_STAGES_ERODE_SEDIMENT_H

#include "stages/erode/tier.h"
#include "water/sediment.h"

typedef struct fluv_erosion_sediment {
    double quantum;           /* m3 */
    fluv_sediment_total sums; /* of all steps */
    double carried; /* quanta: what slopes brought to streams in the last step of each level */
    fluv_list traps, work; /* fluv_trap, one a basin; uint32_t */
} fluv_erosion_sediment;

void fluv_erosion_sediment_free(fluv_erosion_sediment *sediment);

/* After the streams of a step wore the level's `height` to `after`. */
FLUV_MUST_CHECK fluv_status fluv_erosion_sediment_step(fluv_ctx *ctx,
                                                       const fluv_erode_params *params,
                                                       fluv_erosion_tier *level,
                                                       fluv_erosion_sediment *sediment);

/* After the last step on a level. */
void fluv_erosion_sediment_end(const fluv_erosion_tier *level, fluv_erosion_sediment *sediment);

/* The next level goes on with what lies and moves on the coarser one. */
FLUV_MUST_CHECK fluv_status fluv_erosion_sediment_carry(fluv_ctx *ctx,
                                                        const fluv_erosion_tier *coarser,
                                                        fluv_erosion_tier *level);

/* Writes the layer deposit and the sums, after the last step. */
FLUV_MUST_CHECK fluv_status fluv_erosion_sediment_show(fluv_ctx *ctx,
                                                       const fluv_erosion_sediment *sediment,
                                                       const fluv_erosion_tier *level,
                                                       fluv_landscape *land);

#endif
