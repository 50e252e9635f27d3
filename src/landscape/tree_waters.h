// SPDX-License-Identifier: MIT
/* A construction tree as it leaves a landscape. */
#ifndef FLUV_LANDSCAPE_TREE_WATERS_H
#define FLUV_LANDSCAPE_TREE_WATERS_H

#include "landscape/landscape.h"

/* The landscape's tree, which it has, with its locked lakes at the levels they stand at. Plain
 * memory, to be freed. */
FLUV_MUST_CHECK fluv_status fluv_tree_with_lakes(fluv_ctx *ctx, const fluv_landscape *land,
                                                 unsigned char **out);

#endif
