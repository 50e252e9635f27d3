// SPDX-License-Identifier: MIT
/* The drawing that becomes a landscape: heights of its land, and what of it stays as drawn. */
#ifndef FLUV_STAGES_AMPLIFY_DRAWING_H
#define FLUV_STAGES_AMPLIFY_DRAWING_H

#include "base/list.h"
#include "mesh/mesh.h"
#include "stages/amplify/amplify.h"

/* What a cell of the drawing is: land; land at a lake's shore, which its hollow may spread to; and
 * what is no land: sea, void, and what is held. */
enum { FLUV_DRAWN_LAND, FLUV_DRAWN_SHORE, FLUV_DRAWN_SEA, FLUV_DRAWN_VOID, FLUV_DRAWN_HELD };

static inline bool fluv_drawn_is_land(uint8_t is)
{
    return is == FLUV_DRAWN_LAND || is == FLUV_DRAWN_SHORE;
}

/* A drawn hollow that a lake may fill. */
typedef struct fluv_drawn_lake {
    uint32_t root; /* its deepest cell */
    float brim;    /* m, where it overflows */
} fluv_drawn_lake;

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
    fluv_list lakes;              /* of fluv_drawn_lake */
} fluv_drawing;

/* Scratch memory. */
FLUV_MUST_CHECK fluv_status fluv_drawing_read(fluv_ctx *ctx, const fluv_amplify_params *params,
                                              const fluv_landscape *land, fluv_drawing *drawing);
/* Marks what is held: lakes, and the floors of hollows. */
FLUV_MUST_CHECK fluv_status fluv_drawing_hold(fluv_ctx *ctx, const fluv_amplify_params *params,
                                              const fluv_landscape *land, fluv_drawing *drawing);
/* What is no scratch. Zeroed is valid. */
void fluv_drawing_free(fluv_drawing *drawing);
/* The drawing at the vertices of a mesh, in the mean over what they stand for: heights, NaN for sea
 * and voids, and what they are. */
FLUV_MUST_CHECK fluv_status fluv_drawing_at(fluv_ctx *ctx, const fluv_drawing *drawing,
                                            const fluv_mesh *mesh, float *ground, uint8_t *is);

#endif
