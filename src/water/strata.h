// SPDX-License-Identifier: MIT
/* Rock in layers below the ground: how easily each wears, and how steep it stands. Layers move up
 * with the rock they are in, so heights in here are those the rock had at the start. */
#ifndef FLUV_WATER_STRATA_H
#define FLUV_WATER_STRATA_H

#include "interfluve.h"

typedef struct fluv_rock {
    float erodibility; /* k of the stream power law, m^(1-2m)/y */
    float talus;       /* steepest slope that holds, rise over run */
} fluv_rock;

/* Layer l lies above base[l] + lift, layer 0 on top; the last goes down for ever. With one layer
 * base and lift are not looked at. */
typedef struct fluv_strata {
    uint32_t layer_count; /* >= 1 */
    const fluv_rock *rocks;
    const float *base; /* heights of the layers' lower sides, falling, where lift is 0 */
    const float *lift; /* for each vertex how far tilt, folds and faults moved them */
} fluv_strata;

/* The layer that holds a height at a vertex, in the rock's own heights. */
static inline uint32_t fluv_strata_layer(const fluv_strata *strata, uint32_t vertex, float height)
{
    uint32_t layer = 0, last = strata->layer_count - 1;
    while (layer < last && height <= strata->base[layer] + strata->lift[vertex])
        layer++;
    return layer;
}

#endif
