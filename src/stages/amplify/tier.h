// SPDX-License-Identifier: MIT
/* One tier of `amplify`: a mesh over the frame, or in the end the frame's own cells. */
#ifndef FLUV_STAGES_AMPLIFY_TIER_H
#define FLUV_STAGES_AMPLIFY_TIER_H

#include "stages/amplify/drawing.h"
#include "water/connect.h"

/* What is sea or held has FLUV_CELL_SEA: it keeps its height and takes all water. Sea stands at the
 * drawing's base, voids at a height that nothing runs down to. */
typedef struct fluv_amplify_tier {
    fluv_shared *block;    /* of the mesh; NULL: the frame's own cells */
    const fluv_mesh *mesh; /* likewise */
    fluv_topology topology;
    double spacing; /* m */
    float *change;  /* m, to the drawing, of a tier at rest, which has nothing else but its mesh */
    float *maps;    /* the next seven, one after another */
    float *drawn;   /* m, as far as the tier shows it; NaN: sea or void */
    float *height, *after;
    float *uplift;   /* m a step */
    float *rock;     /* times the uplift: hard rock stands higher */
    float *talus;    /* steepest slope that holds */
    float *ceiling;  /* m: what rises to it rises no more */
    uint8_t *kind;   /* FLUV_CELL_... */
    uint8_t *donors; /* work; before the first step FLUV_DRAWN_..., after it whether a channel */
    uint32_t *receiver;
    uint64_t *area; /* drained, and what stands for slopes too small to be seen; in units */
    double unit;    /* m2; the frame has less than 2^60 */
    fluv_connection connection;
} fluv_amplify_tier;

#define FLUV_AMPLIFY_BLOCK 1024 /* vertices at a time */

/* Places of some vertices in a row, m eastwards and southwards from the frame's corner. */
typedef struct fluv_amplify_spots {
    uint32_t count;
    double x[FLUV_AMPLIFY_BLOCK], y[FLUV_AMPLIFY_BLOCK];
} fluv_amplify_spots;

void fluv_amplify_spots_take(const fluv_amplify_tier *tier, uint32_t from,
                             fluv_amplify_spots *spots);

static inline bool fluv_amplify_is_land(const fluv_amplify_tier *tier, uint32_t vertex)
{
    return !(tier->kind[vertex] & (FLUV_CELL_SEA | FLUV_CELL_VOID));
}

/* What is `after` is now. */
static inline void fluv_amplify_tier_turn(fluv_amplify_tier *tier)
{
    float *height = tier->height;
    tier->height = tier->after;
    tier->after = height;
}

/* A mesh with the given spacing; 0: the frame's own cells. Its ground is the drawing's, and as a
 * coarser tier at rest changed it, which is freed; zeroed: there is none. */
FLUV_MUST_CHECK fluv_status fluv_amplify_tier_make(fluv_ctx *ctx, const fluv_drawing *drawing,
                                                   double spacing, int index,
                                                   fluv_amplify_tier *coarser,
                                                   fluv_amplify_tier *tier);
/* Keeps the mesh and what was changed. */
FLUV_MUST_CHECK fluv_status fluv_amplify_tier_rest(fluv_ctx *ctx, fluv_amplify_tier *tier);
/* Zeroed is valid. */
void fluv_amplify_tier_free(fluv_ctx *ctx, fluv_amplify_tier *tier);

#endif
