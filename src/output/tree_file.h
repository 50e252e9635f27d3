// SPDX-License-Identifier: MIT
/* Construction trees as files. */
#ifndef FLUV_OUTPUT_TREE_FILE_H
#define FLUV_OUTPUT_TREE_FILE_H

#include "landscape/landscape.h"
#include "landscape/tree.h"

#define FLUV_TREE_NAME "terrain.tree"

struct fluv_tree {
    unsigned char *block;
    fluv_tree_index *index;
};

#endif
