// SPDX-License-Identifier: MIT
/* The stage `channels`: where rivers and lakes are. */
#ifndef FLUV_STAGES_CHANNELS_H
#define FLUV_STAGES_CHANNELS_H

#include "stages/shared/counts.h"

typedef struct fluv_channels_params {
#include "base/param_fields.h"
#include "stages/channels/channels.def"
} fluv_channels_params;

extern const fluv_stage fluv_stage_channels;

#endif
