// SPDX-License-Identifier: MIT
/* The stage `network`: a graph of rivers that fills the contour. */
#ifndef FLUV_STAGES_HYDROLOGY_NETWORK_H
#define FLUV_STAGES_HYDROLOGY_NETWORK_H

#include "stages/stage.h"

typedef struct fluv_network_params {
#include "base/param_fields.h"
#include "stages/network/network.def"
} fluv_network_params;

extern const fluv_stage fluv_stage_network;

#endif
