// SPDX-License-Identifier: MIT
#ifndef FLUV_STAGES_STRATA_H
#define FLUV_STAGES_STRATA_H

#include "stages/stage.h"

typedef struct fluv_strata_layer {
#include "base/param_fields.h"
#include "stages/strata/layer.def"
} fluv_strata_layer;

typedef struct fluv_strata_params {
#include "base/param_fields.h"
#include "stages/strata/strata.def"
} fluv_strata_params;

extern const fluv_stage fluv_stage_strata;

#endif
