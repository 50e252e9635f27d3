// SPDX-License-Identifier: MIT
/* The stage `watersheds`: cells of the river nodes, their areas, flows and crests. */
#ifndef FLUV_STAGES_HYDROLOGY_WATERSHEDS_H
#define FLUV_STAGES_HYDROLOGY_WATERSHEDS_H

#include "stages/stage.h"

typedef struct fluv_watersheds_params {
#include "base/param_fields.h"
#include "stages/watersheds/watersheds.def"
} fluv_watersheds_params;

extern const fluv_stage fluv_stage_watersheds;

#endif
