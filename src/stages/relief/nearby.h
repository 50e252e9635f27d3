// SPDX-License-Identifier: MIT
/* What the water around a place is like, without a jump between one water and the next (nearby.c).
 */
#ifndef FLUV_STAGES_RELIEF_NEARBY_H
#define FLUV_STAGES_RELIEF_NEARBY_H

#include "stages/relief/parts.h"

#define FLUV_NEARBY_TIERS 16

/* Of a river's or lake's cell, or of what lies between several. */
typedef struct fluv_water_near {
    float level;  /* surface, m */
    float lifted; /* how much higher that is than the sheet, m */
    float half;   /* how far it will reach from where it is marked, m, */
    float floor;  /* and the floor of its valley beyond that, m */
} fluv_water_near;

typedef struct fluv_nearby_tier {
    uint32_t cols, rows;
    fluv_water_near *at;
    uint8_t *known; /* not 0: there is water within */
} fluv_nearby_tier;

typedef struct fluv_nearby_from {
    const float *lifted;     /* of water cells */
    const uint32_t *nearest; /* water cell, FLUV_NONE: there is none in the frame */
} fluv_nearby_from;

/* Tier 0 has squares of 2 x 2 cells, every other twice as large as the one before. */
typedef struct fluv_nearby {
    const fluv_relief_job *job;
    fluv_nearby_from from;
    uint32_t count;
    fluv_nearby_tier tiers[FLUV_NEARBY_TIERS];
} fluv_nearby;

/* Keeps job and what `from` points to. */
FLUV_MUST_CHECK fluv_status fluv_nearby_make(fluv_ctx *ctx, const fluv_relief_job *job,
                                             const fluv_nearby_from *from, fluv_nearby *out);
void fluv_nearby_drop(fluv_ctx *ctx, fluv_nearby *nearby);
/* At a cell, `distance` m from the nearest water; all 0 where there is no water in the frame. */
fluv_water_near fluv_nearby_at(const fluv_nearby *nearby, uint32_t cell, float distance);

#endif
