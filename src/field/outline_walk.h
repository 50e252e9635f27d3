// SPDX-License-Identifier: MIT
/* Inside the outline: one walk around a boundary, and how the two forms make rings of it. */
#ifndef FLUV_FIELD_OUTLINE_WALK_H
#define FLUV_FIELD_OUTLINE_WALK_H

#include "field/outline.h"

/* The sides of a cell, counter-clockwise. Along a side the walk keeps the cell on its left, so it
 * heads north on the east side, west on the north side and so on. */
typedef enum fluv_side { FLUV_SIDE_E, FLUV_SIDE_N, FLUV_SIDE_W, FLUV_SIDE_S } fluv_side;

/* One cell side between a label and something else. */
typedef struct fluv_walk_edge {
    uint32_t col, row; /* the cell with the label */
    uint8_t side;      /* fluv_side */
    bool border;       /* lies on the frame's border */
    bool pinch; /* at its end the label touches itself across the corner and was not joined */
} fluv_walk_edge;

/* Points of rings under construction, in cells from the frame's upper left corner, y down. */
typedef struct fluv_traced_ring {
    uint32_t label;
    uint32_t polygon; /* outer ring and its holes have the same */
    bool hole;
    size_t first_point, point_count; /* in fluv_trace.xy, pairs */
} fluv_traced_ring;

typedef struct fluv_trace {
    fluv_list rings; /* fluv_traced_ring */
    fluv_list xy;    /* double */
    fluv_list edges; /* fluv_walk_edge: the walk at hand */
    fluv_list work;  /* what the form needs for a walk */
    fluv_list work_2;
} fluv_trace;

/* Makes rings of the walk in `trace->edges`; `ring` brings label, polygon and, for a walk around a
 * hole, hole = true. */
typedef fluv_status fluv_walk_form(fluv_ctx *ctx, const fluv_outline_job *job, fluv_trace *trace,
                                   fluv_traced_ring ring);

fluv_walk_form fluv_walk_to_cell_rings;
fluv_walk_form fluv_walk_to_smooth_ring;

/* Appends a ring that starts at `first_point` of trace->xy and ends at its end. */
FLUV_MUST_CHECK fluv_status fluv_trace_ring(fluv_ctx *ctx, fluv_trace *trace, fluv_traced_ring ring,
                                            size_t first_point);

/* Where along its heading's end an edge stops: a corner of the grid. */
static inline uint32_t fluv_walk_end_col(fluv_walk_edge edge)
{
    return edge.col + (edge.side == FLUV_SIDE_E || edge.side == FLUV_SIDE_S);
}
static inline uint32_t fluv_walk_end_row(fluv_walk_edge edge)
{
    return edge.row + (edge.side == FLUV_SIDE_W || edge.side == FLUV_SIDE_S);
}

#endif
