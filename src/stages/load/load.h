// SPDX-License-Identifier: MIT
/* The stage `load`: a finished folder becomes the landscape to go on from. */
#ifndef FLUV_STAGES_LOAD_LOAD_H
#define FLUV_STAGES_LOAD_LOAD_H

#include "stages/stage.h"

typedef struct fluv_load_params {
#include "base/param_fields.h"
#include "stages/load/load.def"
} fluv_load_params;

extern const fluv_stage fluv_stage_load;

#endif
