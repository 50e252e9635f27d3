// SPDX-License-Identifier: MIT
#ifndef FLUV_STAGES_UPLIFT_H
#define FLUV_STAGES_UPLIFT_H

#include "stages/stage.h"

typedef struct fluv_uplift_params {
#include "base/param_fields.h"
#include "stages/uplift/uplift.def"
} fluv_uplift_params;

extern const fluv_stage fluv_stage_uplift;

#endif
