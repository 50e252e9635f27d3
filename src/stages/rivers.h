// SPDX-License-Identifier: MIT
#ifndef FLUV_STAGES_RIVERS_H
#define FLUV_STAGES_RIVERS_H

#include "stages/stage.h"

typedef struct fluv_rivers_params {
#include "base/param_fields.h"
#include "stages/rivers/rivers.def"
} fluv_rivers_params;

extern const fluv_stage fluv_stage_rivers;

#endif
