// SPDX-License-Identifier: MIT
/* The glTF file: meshes into it, and its water back. */
#ifndef FLUV_OUTPUT_MODEL_GLB_H
#define FLUV_OUTPUT_MODEL_GLB_H

#include "model/model.h"

#define FLUV_GLB_MAGIC        0x46546C67u /* "glTF" */
#define FLUV_GLB_JSON_CHUNK   0x4E4F534Au
#define FLUV_GLB_BINARY_CHUNK 0x004E4942u
#define FLUV_GLB_FLOAT        5126
#define FLUV_GLB_UINT32       5125

/* `png` may be NULL when the terrain is empty. */
typedef struct fluv_model_parts {
    const fluv_model_mesh *terrain, *water;
    const uint8_t *png;
    size_t png_bytes;
} fluv_model_parts;

FLUV_MUST_CHECK fluv_status fluv_glb_write(fluv_ctx *ctx, const fluv_model_parts *parts,
                                           const char *file);
/* The mesh "water" of a file becomes land->model, an empty one where there is none; a file that is
 * not there changes nothing. */
FLUV_MUST_CHECK fluv_status fluv_glb_read_water(fluv_ctx *ctx, fluv_landscape *land,
                                                const char *file);

#endif
