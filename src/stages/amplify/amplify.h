// SPDX-License-Identifier: MIT
/* The stage `amplify`: a rough drawing becomes land that water has cut. */
#ifndef FLUV_STAGES_AMPLIFY_H
#define FLUV_STAGES_AMPLIFY_H

#include "stages/stage.h"

typedef struct fluv_amplify_params {
#include "base/param_fields.h"
#include "stages/amplify/amplify.def"
} fluv_amplify_params;

extern const fluv_stage fluv_stage_amplify;

#endif
