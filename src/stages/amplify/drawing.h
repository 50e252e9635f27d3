// SPDX-License-Identifier: MIT
/* The drawing that becomes a landscape: heights of its land, and what of it stays as drawn. */
#ifndef FLUV_STAGES_AMPLIFY_DRAWING_H
#define FLUV_STAGES_AMPLIFY_DRAWING_H

#include "mesh/mesh.h"
#include "stages/amplify/amplify.h"

/* What a cell of the drawing is. */
enum { FLUV_DRAWN_LAND, FLUV_DRAWN_SEA, FLUV_DRAWN_VOID, FLUV_DRAWN_HELD };

typedef struct fluv_drawing {
    fluv_frame frame;
    uint64_t seed;
    double width, height, longer; /* of the frame, m */
    float *ground;                /* m, one a cell: of land as drawn, of what is held the level
                                   * that ground beside it wears down to; NaN: sea or void */
    uint8_t *is;                  /* FLUV_DRAWN_..., one a cell */
    bool land;                    /* there is some */
    double base;                  /* m: rivers end in the sea at this height */
    double side;                  /* m: the drawing is kept in the mean over squares so wide */
    double grain, valley;         /* m, as the parameters say */
} fluv_drawing;

/* Scratch memory. */
FLUV_MUST_CHECK fluv_status fluv_drawing_read(fluv_ctx *ctx, const fluv_amplify_params *params,
                                              const fluv_landscape *land, fluv_drawing *drawing);
/* Marks what is held: lakes, and the floors of hollows. */
FLUV_MUST_CHECK fluv_status fluv_drawing_hold(fluv_ctx *ctx, const fluv_amplify_params *params,
                                              const fluv_landscape *land, fluv_drawing *drawing);
/* The drawing at the vertices of a mesh, in the mean over what they stand for: heights, NaN for sea
 * and voids, and what they are. */
FLUV_MUST_CHECK fluv_status fluv_drawing_at(fluv_ctx *ctx, const fluv_drawing *drawing,
                                            const fluv_mesh *mesh, float *ground, uint8_t *is);

#endif
