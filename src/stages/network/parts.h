// SPDX-License-Identifier: MIT
/* What the stage `network` is made of: where its rivers begin to grow. */
#ifndef FLUV_STAGES_NETWORK_PARTS_H
#define FLUV_STAGES_NETWORK_PARTS_H

#include "landscape/hydrology.h"
#include "stages/shared/grow.h"

/* Where there is land for rivers. Scratch memory. */
typedef struct fluv_mouth_rooms {
    fluv_vec corner; /* of cell 0, low x and y */
    double cell;     /* m */
    uint32_t cols, rows;
    uint8_t *land; /* a cell: whether its middle is */
} fluv_mouth_rooms;

FLUV_MUST_CHECK fluv_status fluv_rooms_find(fluv_ctx *ctx, const fluv_grower *grower,
                                            fluv_mouth_rooms *out);

/* Adds a mouth with the priority that its weight and the land around give it; `sketched`: 1 + the
 * sketch that ends in it. FLUV_NONE: no room. */
uint32_t fluv_mouth_add(fluv_grower *grower, const fluv_mouth *mouth, const fluv_mouth_rooms *rooms,
                        uint32_t sketched);

/* Horton-Strahler orders of sketches, of what was drawn alone. Kernel. */
void fluv_sketch_orders(const fluv_contour *contour, uint8_t *order);

/* Adds the sketches of a mass of land with their mouths, which come first in the list of mouths;
 * `orders`: of sketches that have no more than that, 0: as great as their mouth; `mouths`: how many
 * of these were passed. `room` becomes false when there was none. */
FLUV_MUST_CHECK fluv_status fluv_sketches_add(fluv_ctx *ctx, fluv_grower *grower,
                                              const fluv_contour *contour, uint32_t mass,
                                              const uint8_t *orders, const fluv_mouth_rooms *rooms,
                                              size_t *mouths, bool *room);
/* Nodes that mouths and drawn rivers need, at most. */
size_t fluv_sketches_count(const fluv_contour *contour, double edge);

#endif
