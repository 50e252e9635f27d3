// SPDX-License-Identifier: MIT
/* Voronoi cells of river nodes, and what of a cell lies inside the contour. */
#ifndef FLUV_STAGES_HYDROLOGY_VORONOI_H
#define FLUV_STAGES_HYDROLOGY_VORONOI_H

#include "field/segments.h"
#include "landscape/hydrology.h"

/* A corner of a cell: equally far from the cell's node, its neighbour `left` and the next one
 * around, `right`; FLUV_NONE: one of the far points that close the outer cells. */
typedef struct fluv_corner {
    fluv_vec at;
    double radius;
    uint32_t left, right;
} fluv_corner;

/* Cell i has corners first[i] .. first[i + 1] - 1, counter-clockwise. */
typedef struct fluv_voronoi {
    uint32_t *first;      /* count + 1; scratch */
    fluv_corner *corners; /* scratch */
} fluv_voronoi;

/* `box` holds the nodes; cells reach far beyond it. */
FLUV_MUST_CHECK fluv_status fluv_voronoi_find(fluv_ctx *ctx, const fluv_streams *streams,
                                              fluv_box box, fluv_voronoi *out);

/* Area of the rings' inside that lies in a convex cell. `work` has room for 4 times the longest
 * ring's points plus 64. */
double fluv_clip_area(const fluv_outline *rings, const fluv_corner *corners, uint32_t count,
                      fluv_vec *work, size_t room);

/* The nodes as segments without length, by place; tag: the node. Scratch memory. */
FLUV_MUST_CHECK fluv_status fluv_nodes_index(fluv_ctx *ctx, const fluv_streams *streams,
                                             fluv_box box, fluv_segments *out);

#endif
