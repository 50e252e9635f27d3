// SPDX-License-Identifier: MIT
/* The stage `thermal`: steep ground crumbles and slides down until it holds. */
#ifndef FLUV_STAGES_THERMAL_H
#define FLUV_STAGES_THERMAL_H

#include "stages/stage.h"

typedef struct fluv_thermal_params {
#include "base/param_fields.h"
#include "stages/thermal/thermal.def"
} fluv_thermal_params;

extern const fluv_stage fluv_stage_thermal;

#endif
