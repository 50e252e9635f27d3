// SPDX-License-Identifier: MIT
/* Values of any scale become heights of the frame's range: what the stages that invent bare land
 * share.
 *
 * The values' range is measured on a lattice over the frame that is the same for every size, and
 * what lies beyond it is pressed together, so that the same land comes out at every size. */
#ifndef FLUV_STAGES_SPAN_H
#define FLUV_STAGES_SPAN_H

#include "landscape/landscape.h"

#define FLUV_SPAN_SIDE   128 /* lattice points a side */
#define FLUV_SPAN_POINTS ((size_t)FLUV_SPAN_SIDE * FLUV_SPAN_SIDE)

typedef struct fluv_span {
    double centre_x, centre_y, half_x, half_y; /* of the frame, m */
    double low, high;                          /* m */
    double ocean;                              /* share of the frame below sea level */
    double lowland;         /* slope of the lowest land against the mean slope, 0 .. 1 */
    bool coast;             /* the range goes below sea level, and part of it should */
    float least, sea, most; /* values that become low, 0 and high */
} fluv_span;

/* What a stage asks for. `low` and `high` count where the frame gives no height range. */
typedef struct fluv_span_wish {
    double low, high, ocean, lowland;
} fluv_span_wish;

/* The frame's range, not measured yet. Fails when it is empty, naming the stage. */
FLUV_MUST_CHECK fluv_status fluv_span_open(fluv_ctx *ctx, const fluv_frame *frame,
                                           const char *stage, fluv_span_wish wish, fluv_span *span);
/* Position of the lattice's point in a column or row, m. */
double fluv_span_x(const fluv_span *span, int col);
double fluv_span_y(const fluv_span *span, int row);
/* Takes the range from the values at the FLUV_SPAN_POINTS points of the lattice; sorts them. */
void fluv_span_measure(fluv_span *span, float *values);
/* Values to heights, in place. */
void fluv_span_heights(const fluv_span *span, size_t count, float *values);

#endif
