// SPDX-License-Identifier: MIT
/* The stage `relief`: the land between rivers. */
#ifndef FLUV_STAGES_RELIEF_H
#define FLUV_STAGES_RELIEF_H

#include "stages/stage.h"

typedef struct fluv_relief_params {
#include "base/param_fields.h"
#include "stages/relief/relief.def"
} fluv_relief_params;

extern const fluv_stage fluv_stage_relief;

#endif
