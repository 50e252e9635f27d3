// SPDX-License-Identifier: MIT
/* The stage `import`: a height map from a file becomes the landscape's frame and height. */
#ifndef FLUV_STAGES_IMPORT_IMPORT_H
#define FLUV_STAGES_IMPORT_IMPORT_H

#include "stages/stage.h"

typedef struct fluv_import_params {
#include "base/param_fields.h"
#include "stages/import/import.def"
} fluv_import_params;

extern const fluv_stage fluv_stage_import;

#endif
