// SPDX-License-Identifier: MIT
/* The container of a glTF file: a chunk of JSON and a chunk of bytes, both padded. */
#ifndef FLUV_OUTPUT_GLB_FILE_H
#define FLUV_OUTPUT_GLB_FILE_H

#include "base/ctx.h"

#include <stdio.h>

#define FLUV_GLB_VERTEX_TARGET 34962
#define FLUV_GLB_INDEX_TARGET  34963

/* Bytes with their padding to a multiple of four. */
size_t fluv_glb_padded(size_t bytes);

/* Whether so many bytes, JSON and all, go into one file: its header counts with 32 bits. */
bool fluv_glb_holds(size_t bytes);

/* Bytes and their padding. */
bool fluv_glb_put(FILE *out, const void *bytes, size_t count, char pad);
/* All that stands before the bytes of the second chunk, which has `bytes` of them, padding counted;
 * 0: there is no second chunk. */
bool fluv_glb_put_head(FILE *out, const char *json, size_t bytes);

#endif
