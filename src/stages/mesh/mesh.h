// SPDX-License-Identifier: MIT
/* The stage `mesh`: points over the frame that other stages grow land on. */
#ifndef FLUV_STAGES_MESH_H
#define FLUV_STAGES_MESH_H

#include "stages/stage.h"

typedef struct fluv_mesh_params {
#include "base/param_fields.h"
#include "stages/mesh/mesh.def"
} fluv_mesh_params;

extern const fluv_stage fluv_stage_mesh;

#endif
