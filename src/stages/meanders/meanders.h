// SPDX-License-Identifier: MIT
/* The stage `meanders`: rivers wander over the floors of their valleys. */
#ifndef FLUV_STAGES_MEANDERS_H
#define FLUV_STAGES_MEANDERS_H

#include "stages/stage.h"

typedef struct fluv_meanders_params {
#include "base/param_fields.h"
#include "stages/meanders/meanders.def"
} fluv_meanders_params;

extern const fluv_stage fluv_stage_meanders;

#endif
