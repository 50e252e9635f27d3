// SPDX-License-Identifier: MIT
/* The stage `hydraulic`: storms of rain wear the land, and lay down what they carry. */
#ifndef FLUV_STAGES_HYDRAULIC_HYDRAULIC_H
#define FLUV_STAGES_HYDRAULIC_HYDRAULIC_H

#include "stages/stage.h"

typedef struct fluv_hydraulic_params {
#include "base/param_fields.h"
#include "stages/hydraulic/hydraulic.def"
} fluv_hydraulic_params;

extern const fluv_stage fluv_stage_hydraulic;

#endif
