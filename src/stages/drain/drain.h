// SPDX-License-Identifier: MIT
#ifndef FLUV_STAGES_DRAIN_H
#define FLUV_STAGES_DRAIN_H

#include "stages/shared/routing.h"
#include "stages/stage.h"

typedef struct fluv_drain_params {
#include "base/param_fields.h"
#include "stages/drain/drain.def"
} fluv_drain_params;

/* How water descends by the parameter. */
fluv_descent fluv_drain_descent(const fluv_drain_params *params);

extern const fluv_stage fluv_stage_drain;

#endif
