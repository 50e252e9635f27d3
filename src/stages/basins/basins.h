// SPDX-License-Identifier: MIT
/* The stage `basins`: which way water goes. */
#ifndef FLUV_STAGES_BASINS_H
#define FLUV_STAGES_BASINS_H

#include "stages/shared/counts.h"

typedef struct fluv_basins_params {
#include "base/param_fields.h"
#include "stages/basins/basins.def"
} fluv_basins_params;

extern const fluv_stage fluv_stage_basins;

#endif
