// SPDX-License-Identifier: MIT
/* The stage `faults`: bare land by random faults. */
#ifndef FLUV_STAGES_FAULTS_H
#define FLUV_STAGES_FAULTS_H

#include "stages/stage.h"

typedef struct fluv_faults_params {
#include "base/param_fields.h"
#include "stages/faults/faults.def"
} fluv_faults_params;

extern const fluv_stage fluv_stage_faults;

#endif
