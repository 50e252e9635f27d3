// SPDX-License-Identifier: MIT
/* Inside `erode`: what the author placed, on a mesh. */
#ifndef FLUV_STAGES_ERODE_HAND_H
#define FLUV_STAGES_ERODE_HAND_H

#include "stages/erode/tier.h"

/* Vertices along a placed river, from its source down. */
typedef struct fluv_hand_way {
    uint32_t first, count; /* in `vertices` */
    double above;          /* m of the river above it */
    double spring;         /* m2 of land that would give what it brings at its source */
} fluv_hand_way;

typedef struct fluv_hand_lake {
    uint32_t first, count;         /* its own, in `vertices` */
    uint32_t first_rim, rim_count; /* and those around it */
    uint32_t outlet;               /* of the rim, where a way leaves it; FLUV_NONE: the lowest */
    float level;                   /* m; NaN: as high as its outlet */
    float depth;                   /* m */
} fluv_hand_lake;

typedef struct fluv_hand {
    fluv_list ways, lakes;
    fluv_list vertices; /* uint32_t */
    fluv_list share;    /* float for each of `vertices`: of its lake's depth */
    fluv_list queue;    /* uint32_t, room for the greatest lake and its outlet */
    bool springs;       /* some way brings water */
} fluv_hand;

void fluv_hand_free(fluv_hand *hand);

/* Where it lies on the mesh. Ground that stays is marked in the level's kinds, and has its height.
 * Nothing where nothing is placed. To be freed also after a failure. */
FLUV_MUST_CHECK fluv_status fluv_hand_make(fluv_ctx *ctx, const fluv_landscape *land,
                                           fluv_erosion_tier *level, fluv_hand *hand);

/* Before receivers are known: ways fall all the way, and lakes lie lower than their rims,
 * as high as their outlets. */
void fluv_hand_shape(const fluv_hand *hand, fluv_erosion_tier *level);
/* At last: lakes get their floors. */
void fluv_hand_sink(const fluv_hand *hand, fluv_erosion_tier *level);
/* Afterwards: water follows the ways. */
void fluv_hand_lead(const fluv_hand *hand, fluv_erosion_tier *level);
/* Makes of the areas that are drained what wears the ground: with the springs of ways, and no less
 * than rivers of their length have. */
void fluv_hand_add_flow(fluv_ctx *ctx, const fluv_hand *hand, fluv_erosion_tier *level);

#endif
