// SPDX-License-Identifier: MIT
/* The stage `keep`: rivers and lakes of an earlier result, placed where they were. */
#ifndef FLUV_STAGES_KEEP_KEEP_H
#define FLUV_STAGES_KEEP_KEEP_H

#include "stages/stage.h"

typedef struct fluv_keep_which {
#include "base/param_fields.h"
#include "stages/keep/which.def"
} fluv_keep_which;

typedef struct fluv_keep_params {
#include "base/param_fields.h"
#include "stages/keep/keep.def"
} fluv_keep_params;

extern const fluv_stage fluv_stage_keep;

#endif
