// SPDX-License-Identifier: MIT
/* The stage `coast`: where land ends. */
#ifndef FLUV_STAGES_COAST_H
#define FLUV_STAGES_COAST_H

#include "stages/stage.h"

typedef struct fluv_coast_marker {
#include "base/param_fields.h"
#include "stages/coast/marker.def"
} fluv_coast_marker;

typedef struct fluv_coast_landmass {
#include "base/param_fields.h"
#include "stages/coast/landmass.def"
} fluv_coast_landmass;

extern const fluv_list_columns fluv_coast_landmass_columns;

typedef struct fluv_coast_params {
#include "base/param_fields.h"
#include "stages/coast/coast.def"
} fluv_coast_params;

extern const fluv_stage fluv_stage_coast;

#endif
