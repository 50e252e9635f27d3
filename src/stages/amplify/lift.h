// SPDX-License-Identifier: MIT
/* The uplift that holds worn ground at the drawing: a rate for each square of a lattice. */
#ifndef FLUV_STAGES_AMPLIFY_LIFT_H
#define FLUV_STAGES_AMPLIFY_LIFT_H

#include "field/lattice.h"
#include "stages/amplify/tier.h"

typedef struct fluv_lift {
    fluv_lattice lattice;     /* in m from the frame's north-west corner */
    float *rate;              /* m a step, one a square */
    float *most;              /* the rate's limit, likewise */
    float *work[3];           /* likewise; what is asked for may go to the first */
    uint32_t *first, *vertex; /* land of the tier: square s has vertex[first[s]] .. */
} fluv_lift;

/* Squares as wide as the drawing says and the tier can fill, with the tier's land sorted into
 * them. The rate goes over from the squares there were; zeroed is valid. Scratch memory. */
FLUV_MUST_CHECK fluv_status fluv_lift_fit(fluv_ctx *ctx, const fluv_drawing *drawing,
                                          const fluv_amplify_tier *tier, fluv_lift *lift);
/* The mean of a value a vertex over the land of each square; where there is none, that of the
 * squares around, and 0 far from all land. */
void fluv_lift_mean(fluv_ctx *ctx, const fluv_lift *lift, const fluv_amplify_tier *tier,
                    const float *values, float *mean);
/* A surface above the drawing, a value a square: the least one that meets the highest ground in and
 * beside each square, and falls away from it with `slope`. */
void fluv_lift_tent(const fluv_lift *lift, const fluv_amplify_tier *tier, double slope,
                    float *tent);
/* The difference between the drawing's highest and lowest ground within so many squares. */
void fluv_lift_relief(const fluv_lift *lift, const fluv_amplify_tier *tier, uint32_t reach,
                      float *relief);
/* Values a square, smoothly, at the vertices. */
void fluv_lift_spread(fluv_ctx *ctx, const fluv_lift *lift, const fluv_amplify_tier *tier,
                      const float *values, float *out);
/* Corrects the rate after a step from the tier's `height` to `after`. `crest`: what is held is the
 * mean height and this times its spread, so that ridges rather than the mean stay where they were
 * drawn. */
void fluv_lift_correct(fluv_ctx *ctx, const fluv_amplify_tier *tier, double crest, double least,
                       fluv_lift *lift);

#endif
