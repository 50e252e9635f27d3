// SPDX-License-Identifier: MIT
#ifndef FLUV_STAGES_ERODE_H
#define FLUV_STAGES_ERODE_H

#include "stages/stage.h"

typedef struct fluv_erode_params {
#include "base/param_fields.h"
#include "stages/erode/erode.def"
} fluv_erode_params;

extern const fluv_stage fluv_stage_erode;

#endif
