// SPDX-License-Identifier: MIT
/* Inside the outline: walks around boundaries, and how the two forms make rings of them. */
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

/* A boundary, by the edge it is walked from. */
typedef struct fluv_walk {
    uint32_t col, row;
    uint32_t polygon; /* an outer ring and its holes have the same */
    bool hole;        /* begins on the cell's east side, an outer ring on its west side */
    size_t edges;
} fluv_walk;

/* All boundaries of all labels: label by label, and there polygon by polygon,
 * each with its outer ring first. */
typedef struct fluv_walks {
    fluv_list list;        /* fluv_walk, as they were found */
    const uint32_t *order; /* numbers in the list; scratch */
} fluv_walks;

static inline const fluv_walk *fluv_walk_number(const fluv_walks *walks, uint32_t number)
{
    return (const fluv_walk *)walks->list.items + number;
}

/* `walks` comes empty; its list is freed by the caller, also on failure. */
FLUV_MUST_CHECK fluv_status fluv_walks_find(fluv_ctx *ctx, const fluv_outline_job *job,
                                            fluv_walks *walks);

/* What a walk becomes. Points are in cells from the frame's upper left corner, y down. */
typedef struct fluv_walk_rings {
    void *work;       /* room for the form, `work` bytes an edge */
    double *xy;       /* `points` an edge at most, ring after ring */
    uint32_t *length; /* points in each ring; four edges to a ring at least */
    size_t ring_count;
} fluv_walk_rings;

typedef struct fluv_walk_form {
    size_t points, work;
    void (*make)(const fluv_outline_job *job, const fluv_walk *walk, fluv_walk_rings *out);
} fluv_walk_form;

extern const fluv_walk_form fluv_walk_cells, fluv_walk_smooth;

static inline uint32_t fluv_walk_label(const fluv_outline_job *job, uint32_t col, uint32_t row)
{
    /* Columns and rows one before the first wrap around and are outside as well. */
    if (col >= job->cols || row >= job->rows)
        return FLUV_NONE;
    return job->label[(size_t)row * job->cols + col];
}

fluv_walk_edge fluv_walk_begin(const fluv_outline_job *job, const fluv_walk *walk);
/* The edge of the label after `at`; tells in `at` whether its end is a pinch. */
fluv_walk_edge fluv_walk_on(const fluv_outline_job *job, uint32_t label, fluv_walk_edge *at);

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
