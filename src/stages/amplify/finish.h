// SPDX-License-Identifier: MIT
#ifndef FLUV_STAGES_AMPLIFY_FINISH_H
#define FLUV_STAGES_AMPLIFY_FINISH_H

#include "stages/amplify/tier.h"

/* Makes the ground of the frame's own cells the landscape's. Sea, voids and what is held keep the
 * heights that the landscape has. Of the tier's arrays some are work, the others go. */
FLUV_MUST_CHECK fluv_status fluv_amplify_finish(fluv_ctx *ctx, const fluv_drawing *drawing,
                                                fluv_amplify_tier *tier, fluv_landscape *land);

#endif
