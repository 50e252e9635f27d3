// SPDX-License-Identifier: MIT
/* The stage `names`: what rivers and lakes are called. */
#ifndef FLUV_STAGES_NAMES_NAMES_H
#define FLUV_STAGES_NAMES_NAMES_H

#include "stages/stage.h"

typedef struct fluv_name {
#include "base/param_fields.h"
#include "stages/names/name.def"
} fluv_name;

typedef struct fluv_names_params {
#include "base/param_fields.h"
#include "stages/names/names.def"
} fluv_names_params;

extern const fluv_stage fluv_stage_names;

#endif
