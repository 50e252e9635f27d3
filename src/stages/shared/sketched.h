// SPDX-License-Identifier: MIT
/* Drawn rivers of a contour that were placed. */
#ifndef FLUV_STAGES_SKETCHED_H
#define FLUV_STAGES_SKETCHED_H

#include "landscape/hydrology.h"
#include "landscape/placed.h"

/* The placed river that a sketch is, FLUV_NONE: none. A river is known by its source, where no
 * other begins. Kernel. */
uint32_t fluv_sketch_placed(const fluv_contour *contour, size_t sketch, const fluv_placed *placed);
/* The highest node of a sketch, FLUV_NONE: it has none. Kernel. */
uint32_t fluv_sketch_top(const fluv_streams *streams, size_t sketch);

#endif
