// SPDX-License-Identifier: MIT
#ifndef FLUV_STAGES_LAKES_H
#define FLUV_STAGES_LAKES_H

#include "stages/stage.h"
#include "water/hollows.h"

typedef struct fluv_lakes_params {
#include "base/param_fields.h"
#include "stages/lakes/lakes.def"
} fluv_lakes_params;

/* m2 of the smallest lake in a frame. */
double fluv_lakes_smallest(const fluv_lakes_params *params, const fluv_frame *frame);
/* Which hollows are lakes, where the map shows none as flats. */
fluv_hollow_rules fluv_lakes_rules(const fluv_lakes_params *params, double min_area);

extern const fluv_stage fluv_stage_lakes;

#endif
