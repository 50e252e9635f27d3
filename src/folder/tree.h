// SPDX-License-Identifier: MIT
/* Construction trees as files. */
#ifndef FLUV_FOLDER_TREE_H
#define FLUV_FOLDER_TREE_H

#include "folder/files.h"
#include "landscape/tree.h"

struct fluv_tree {
    unsigned char *block;
    fluv_tree_index *index;
};

/* The file becomes the layer `tree`; a missing file is no mistake. */
FLUV_MUST_CHECK fluv_status fluv_tree_layer_read(fluv_ctx *ctx, fluv_landscape *land,
                                                 const char *file);

#endif
