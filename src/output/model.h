// SPDX-License-Identifier: MIT
/* The landscape as a model: glTF 2.0 binary, with texture and water. */
#ifndef FLUV_OUTPUT_MODEL_H
#define FLUV_OUTPUT_MODEL_H

#include "output/picture.h"

/* Writes a .glb: y up, metres, x east, z south, the frame's centre at x = z = 0. Cells without data
 * leave holes; a landscape without any data gives a valid model without meshes. `texture`: where
 * it was drawn before; NULL: it is drawn now, the same. */
FLUV_MUST_CHECK fluv_status fluv_model_write(fluv_ctx *ctx, const fluv_landscape *land,
                                             const fluv_picture *texture, const char *glb_file);

#endif
