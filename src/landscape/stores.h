// SPDX-License-Identifier: MIT
/* Stores: water that gathered in hollows while the ground was made, and where it stands. The layer
 * FLUV_LAYER_stores is one shared block that begins with a fluv_stores. */
#ifndef FLUV_LANDSCAPE_STORES_H
#define FLUV_LANDSCAPE_STORES_H

#include "landscape/landscape.h"

typedef struct fluv_store {
    double x, y;   /* m from the frame's north-west corner, eastwards and southwards */
    double volume; /* m3 */
} fluv_store;

typedef struct fluv_stores {
    fluv_budget budget; /* m3; what is stored is the sum of the volumes */
    size_t count;
    fluv_store list[];
} fluv_stores;

#endif
