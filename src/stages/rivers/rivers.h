// SPDX-License-Identifier: MIT
#ifndef FLUV_STAGES_RIVERS_RIVERS_H
#define FLUV_STAGES_RIVERS_RIVERS_H

#include "hydrography/channel.h"
#include "stages/stage.h"

typedef struct fluv_rivers_params {
#include "base/param_fields.h"
#include "stages/rivers/rivers.def"
} fluv_rivers_params;

extern const fluv_stage fluv_stage_rivers;

fluv_channel_shape fluv_rivers_shape(const fluv_rivers_params *params);
/* The shape that the stage's table gives where nothing is asked for. */
FLUV_MUST_CHECK fluv_status fluv_rivers_usual_shape(fluv_ctx *ctx, fluv_channel_shape *shape);

#endif
