// SPDX-License-Identifier: MIT
/* Lines of a survey as a network: pieces between nodes, each running down. */
#ifndef FLUV_STAGES_IMPORT_RIVER_LINES_H
#define FLUV_STAGES_IMPORT_RIVER_LINES_H

#include "landscape/hydrology.h"
#include "landscape/landscape.h"

typedef struct fluv_river_piece {
    size_t first, count; /* of its points */
    uint32_t shape;      /* the line it is part of */
    uint32_t node[2];    /* where it begins and ends, as it was drawn */
    bool turned;         /* it runs the other way */
    bool arm;            /* it leaves a river that it comes back to, or leads nowhere */
} fluv_river_piece;

typedef struct fluv_river_node {
    double x, y;
    float height;          /* the lowest ground around it, m */
    bool edge, sea, shore; /* at the frame's edge; in the sea; beside it */
} fluv_river_node;

/* Zeroed is valid. */
typedef struct fluv_river_lines {
    fluv_list pieces, nodes, xy; /* the above; double, two a point */
} fluv_river_lines;

void fluv_river_lines_free(fluv_river_lines *lines);

/* Cuts lines at the frame's edge and where others end on them, and joins ends that lie within a
 * cell of each other. `kind` is the frame's (water/topology.h). To be freed also after a failure.
 */
FLUV_MUST_CHECK fluv_status fluv_river_lines_split(fluv_ctx *ctx, const fluv_shapes *shapes,
                                                   const fluv_landscape *land, const uint8_t *kind,
                                                   fluv_river_lines *lines);
/* Finds out which way each piece runs (river_ways.c). */
FLUV_MUST_CHECK fluv_status fluv_river_lines_turn(fluv_ctx *ctx, fluv_river_lines *lines);

#endif
