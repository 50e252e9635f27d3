// SPDX-License-Identifier: MIT
/* The outlines of labelled cells as rings.
 *
 * Both forms append their rings to a list of ring starts (uint32_t) and a list of coordinates
 * (double x, y), grouped label by label: each outer ring (counter-clockwise with y up) is followed
 * by its holes (clockwise). No first point is repeated at a ring's end. Every ring is a simple
 * polygon, and the rings of one label make a valid multipolygon. Centres of the label's cells are
 * inside, all others outside. At the frame's border rings run along the border. */
#ifndef FLUV_FIELD_OUTLINE_H
#define FLUV_FIELD_OUTLINE_H

#include "base/list.h"

typedef struct fluv_outline_job {
    uint32_t cols, rows;
    const uint32_t *label; /* cols * rows values, each < label_count or FLUV_NONE */
    uint32_t label_count;
    double west, north, cell; /* as in fluv_frame */

    /* Used by fluv_outline_smooth alone. */
    bool corners_join;   /* cells of one label that touch at a corner belong together */
    const float *ground; /* with `level`: the line runs where the ground crosses the level, */
    const float *level;  /* one a label; both NULL: halfway between cell centres */
} fluv_outline_job;

typedef struct fluv_outline_rings {
    fluv_list *first_point; /* uint32_t, one a ring */
    fluv_list *xy;          /* double */
    uint32_t *first_ring;   /* label_count + 1 of them: the rings of label k are
                             * first_ring[k] .. first_ring[k + 1] - 1 of first_point */
} fluv_outline_rings;

/* Rings along cell borders: their area is the cells' area, and neighbouring labels share their
 * border exactly. Cells that touch at a corner alone are separate rings. */
FLUV_MUST_CHECK fluv_status fluv_outline_cells(fluv_ctx *ctx, const fluv_outline_job *job,
                                               fluv_outline_rings out);

/* Smooth rings, without the stair steps of the grid. With `corners_join` every group of cells
 * joined by edges or corners has exactly one outer ring; where two labels cross at a corner, the
 * lower one is joined. */
FLUV_MUST_CHECK fluv_status fluv_outline_smooth(fluv_ctx *ctx, const fluv_outline_job *job,
                                                fluv_outline_rings out);

#endif
