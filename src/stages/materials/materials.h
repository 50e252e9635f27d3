// SPDX-License-Identifier: MIT
/* The stage `materials`: rules for the splat maps of exports. */
#ifndef FLUV_STAGES_MATERIALS_MATERIALS_H
#define FLUV_STAGES_MATERIALS_MATERIALS_H

#include "stages/stage.h"

typedef struct fluv_material {
#include "base/param_fields.h"
#include "stages/materials/material.def"
} fluv_material;

typedef struct fluv_materials_params {
#include "base/param_fields.h"
#include "stages/materials/materials.def"
} fluv_materials_params;

extern const fluv_stage fluv_stage_materials;

/* Whether every rule can be met and has a name that files can carry. */
FLUV_MUST_CHECK fluv_status fluv_materials_check(fluv_ctx *ctx, const fluv_materials_params *p);

#endif
