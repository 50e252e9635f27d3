// SPDX-License-Identifier: MIT
/* The mesh that carries the flow, as plain arrays. */
#ifndef FLUV_STAGES_BASINS_GRAPH_H
#define FLUV_STAGES_BASINS_GRAPH_H

#include "base/random.h"
#include "landscape/landscape.h"

/* As in fluv_basins; scratch. */
typedef struct fluv_basins_graph {
    uint32_t count;
    uint32_t *first, *neighbour;
    double *x, *y, *cell; /* CRS; m2 */
    uint8_t *at_edge;
} fluv_basins_graph;

FLUV_MUST_CHECK fluv_status fluv_basins_graph_make(fluv_ctx *ctx, const fluv_frame *frame,
                                                   double spacing, fluv_key key,
                                                   fluv_basins_graph *graph);

#endif
