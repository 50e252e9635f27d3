// SPDX-License-Identifier: MIT
/* The glTF file: meshes into it. */
#ifndef FLUV_OUTPUT_MODEL_GLB_H
#define FLUV_OUTPUT_MODEL_GLB_H

#include "model/model.h"

/* `png` may be NULL when the terrain is empty. */
typedef struct fluv_model_parts {
    const fluv_model_mesh *terrain, *water;
    const uint8_t *png;
    size_t png_bytes;
} fluv_model_parts;

FLUV_MUST_CHECK fluv_status fluv_glb_write(fluv_ctx *ctx, const fluv_model_parts *parts,
                                           const char *file);

#endif
