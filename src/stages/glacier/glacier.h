// SPDX-License-Identifier: MIT
/* The stage `glacier`: ice gathers above the snow line, flows down and shapes its valleys. */
#ifndef FLUV_STAGES_GLACIER_H
#define FLUV_STAGES_GLACIER_H

#include "stages/stage.h"

typedef struct fluv_glacier_params {
#include "base/param_fields.h"
#include "stages/glacier/glacier.def"
} fluv_glacier_params;

extern const fluv_stage fluv_stage_glacier;

#endif
