// SPDX-License-Identifier: MIT
#ifndef FLUV_STAGES_LAKES_H
#define FLUV_STAGES_LAKES_H

#include "stages/stage.h"

typedef struct fluv_lakes_params {
#include "base/param_fields.h"
#include "stages/lakes/lakes.def"
} fluv_lakes_params;

extern const fluv_stage fluv_stage_lakes;

#endif
