// SPDX-License-Identifier: MIT
/* The stage `midpoint`: bare land by midpoint displacement. */
#ifndef FLUV_STAGES_MIDPOINT_H
#define FLUV_STAGES_MIDPOINT_H

#include "stages/stage.h"

typedef struct fluv_midpoint_params {
#include "base/param_fields.h"
#include "stages/midpoint/midpoint.def"
} fluv_midpoint_params;

extern const fluv_stage fluv_stage_midpoint;

#endif
