// SPDX-License-Identifier: MIT
/* Coarse to fine: what changes the ground does so first on a coarse lattice whose spacing comes
 * from the frame's width, and then on finer and finer ones down to the frame's own cells. Large
 * valleys come from the coarse lattices, which are the same for every size; finer ones add to them.
 */
#ifndef FLUV_STAGES_LEVELS_H
#define FLUV_STAGES_LEVELS_H

#include "field/regrid.h"
#include "landscape/landscape.h"

#define FLUV_TIER_COARSEST 256 /* cells along the longer side */
#define FLUV_TIERS         16

/* A lattice with a rim of one cell around the ground: cell (col, row) is at [(row + 1) * stride +
 * col + 1], and every grid has one row more than it needs, so that loops may run over the rim. */
typedef struct fluv_tier {
    uint32_t cols, rows;
    size_t stride;      /* cols + 2 */
    double cell;        /* m */
    int index;          /* 0: the coarsest */
    bool last;          /* the frame's own cells */
    double from, share; /* of the stage's progress */
} fluv_tier;

static inline size_t fluv_tier_room(const fluv_tier *level)
{
    return level->stride * ((size_t)level->rows + 3);
}

/* The ground of a grid of the level, without its rim. */
static inline fluv_values fluv_tier_values(const fluv_tier *level, float *grid)
{
    return (fluv_values){grid + level->stride + 1, level->cols, level->rows, level->stride};
}

/* Levels of a frame, coarsest first; says how many. */
int fluv_tiers_of(const fluv_frame *frame, fluv_tier levels[FLUV_TIERS]);

/* Steps to do at a level when the coarsest does `steps`: fewer where cells are finer, as the finer
 * ones move short distances only. */
int64_t fluv_tier_steps(const fluv_tier *level, int64_t steps);

/* What goes from level to level beside the ground's change: grids of amounts whose sums are kept.
 */
#define FLUV_TIER_AMOUNTS 3

typedef struct fluv_tier_state {
    fluv_tier level;
    float *ground;                     /* m, NaN: none; the rim is NaN */
    float *change;                     /* m, to be added to the ground */
    float *amounts[FLUV_TIER_AMOUNTS]; /* per area; those asked for */
} fluv_tier_state;

typedef fluv_status fluv_tier_fn(fluv_ctx *ctx, void *user, fluv_tier_state *state);

/* Runs `work` level by level, from height as it is, and hands over the state of the last one, whose
 * grids are scratch. Heights are left alone. */
FLUV_MUST_CHECK fluv_status fluv_tiers_walk(fluv_ctx *ctx, const fluv_landscape *land, int amounts,
                                            fluv_tier_fn *work, void *user, fluv_tier_state *end);
/* Adds the change of the last level to height. `tell`: what it took and gave goes to wear and
 * deposit, which may hold that of earlier stages. */
FLUV_MUST_CHECK fluv_status fluv_tier_publish(fluv_ctx *ctx, const fluv_tier_state *end, bool tell,
                                              fluv_landscape *land);
/* A parameter's map or the like at a level: brought to it, with 0 in the rim. */
FLUV_MUST_CHECK fluv_status fluv_tier_take(fluv_ctx *ctx, const fluv_landscape *land,
                                           const fluv_tier *level, const float *values, float *out);

#endif
