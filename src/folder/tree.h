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

#endif
