// SPDX-License-Identifier: MIT
/* A tier's ground: made ready, and worn step by step. */
#ifndef FLUV_STAGES_AMPLIFY_WEAR_H
#define FLUV_STAGES_AMPLIFY_WEAR_H

#include "stages/amplify/lift.h"
#include "water/follow.h"

typedef struct fluv_amplify_law {
    const fluv_amplify_params *params;
    const fluv_drawing *drawing;
    double pace;        /* in a step water wears pace * sqrt(area) * slope, m */
    double source;      /* m2: area at which steep valleys begin */
    fluv_wander wander; /* on the frame's own cells */
    fluv_lift lift;
} fluv_amplify_law;

fluv_amplify_law fluv_amplify_law_of(const fluv_amplify_params *params, const fluv_landscape *land,
                                     const fluv_drawing *drawing);

/* Lays out what a tier's steps need: the lift's squares, the slopes that hold, ceilings, rock; and
 * bumps on its ground, `first`: hills. */
FLUV_MUST_CHECK fluv_status fluv_amplify_prepare(fluv_ctx *ctx, fluv_amplify_law *law, bool first,
                                                 fluv_amplify_tier *tier);
/* One step; `correct` the lift afterwards. Says at `progress` whether to go on. */
FLUV_MUST_CHECK fluv_status fluv_amplify_step(fluv_ctx *ctx, fluv_amplify_law *law, bool correct,
                                              double progress, fluv_amplify_tier *tier);

#endif
