// SPDX-License-Identifier: MIT
#ifndef FLUV_STAGES_AMPLIFY_FLOORS_H
#define FLUV_STAGES_AMPLIFY_FLOORS_H

#include "stages/amplify/tier.h"

/* Gives the valleys of the frame's own cells a floor. Areas and channels are those of the step
 * before. */
void fluv_amplify_widen(const fluv_amplify_params *params, fluv_amplify_tier *tier);

#endif
