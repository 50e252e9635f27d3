// SPDX-License-Identifier: MIT
/* The stage `regions`: what terrain lies where. */
#ifndef FLUV_STAGES_REGIONS_H
#define FLUV_STAGES_REGIONS_H

#include "stages/stage.h"

typedef struct fluv_regions_type {
#include "base/param_fields.h"
#include "stages/regions/type.def"
} fluv_regions_type;

typedef struct fluv_regions_marker {
#include "base/param_fields.h"
#include "stages/regions/marker.def"
} fluv_regions_marker;

typedef struct fluv_regions_count {
#include "base/param_fields.h"
#include "stages/regions/count.def"
} fluv_regions_count;

typedef struct fluv_regions_params {
#include "base/param_fields.h"
#include "stages/regions/regions.def"
} fluv_regions_params;

extern const fluv_list_columns fluv_regions_type_columns, fluv_regions_marker_columns,
    fluv_regions_count_columns;
extern const fluv_stage fluv_stage_regions;

#endif
