// SPDX-License-Identifier: MIT
/* The stage `noise`: bare land from fractal noise. */
#ifndef FLUV_STAGES_NOISE_H
#define FLUV_STAGES_NOISE_H

#include "stages/stage.h"

typedef struct fluv_noise_params {
#include "base/param_fields.h"
#include "stages/noise/noise.def"
} fluv_noise_params;

extern const fluv_stage fluv_stage_noise;

#endif
