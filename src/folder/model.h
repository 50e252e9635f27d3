// SPDX-License-Identifier: MIT
/* The glTF file as it is written, and its water back. */
#ifndef FLUV_FOLDER_MODEL_H
#define FLUV_FOLDER_MODEL_H

#include "landscape/landscape.h"

#define FLUV_GLB_MAGIC        0x46546C67u /* "glTF" */
#define FLUV_GLB_JSON_CHUNK   0x4E4F534Au
#define FLUV_GLB_BINARY_CHUNK 0x004E4942u
#define FLUV_GLB_FLOAT        5126
#define FLUV_GLB_UINT32       5125

/* The mesh "water" of a file becomes land->model, an empty one where there is none; a file that is
 * not there changes nothing. */
FLUV_MUST_CHECK fluv_status fluv_glb_read_water(fluv_ctx *ctx, fluv_landscape *land,
                                                const char *file);

#endif
