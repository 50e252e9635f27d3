// SPDX-License-Identifier: MIT
/* Sliding of loose ground.
 *
 * in   ground, change (m)        out   change after one step
 *
 * Where the drop d to a neighbour at distance l exceeds talus T, a share of the excess moves there:
 *
 *     flow = a * (d - T * l)
 *
 * with a in the ratio 1 to 1/sqrt(2) for neighbours at edges and corners, as if a cell were an
 * octagon with sides of equal length. The new height is a sum in which every height, the cell's own
 * included, has a weight that is not negative as long as all eight a add up to at most 1; with at
 * most 1/2 two cells that exchange do not change places either. So no step overshoots, whatever
 * rate, talus and roughness, and no checkerboard can grow. Flows are formed alike from both sides,
 * so what one cell loses the other gains.
 *
 * Change is kept apart from the ground: its own float holds amounts that would be lost below the
 * last digit of a height.  O(cells).
 *
 * Based on: Musgrave, Kolb, Mace. The synthesis and rendering of eroded fractal terrains. 1989;
 * Zeleny. Rivers and lakes in artificial landscape */
#include "field/talus.h"

#include "base/clones.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

#define DIAGONAL     1.41421356F
#define EDGE_SHARE   0.0732233F /* 1 / (8 + 8 / sqrt(2)) */
#define CORNER_SHARE (EDGE_SHARE / DIAGONAL)

/* What a cell gains from one neighbour (or, negative, loses to it) beyond what holds. A height that
 * is none exceeds nothing. */
FLUV_INLINE float excess(float mine, float other, float holds, float other_holds)
{
    float drop = other - mine;
    float gain = drop > other_holds ? drop - other_holds : 0.0F;
    float loss = -drop > holds ? -drop - holds : 0.0F;
    return gain - loss;
}

/* What ground slides on. */
FLUV_INLINE float top_of(float ground, float still)
{
    return ground < still ? still : ground;
}

FLUV_INLINE void slide_row(const fluv_talus *talus, uint32_t row, const float *restrict change,
                           float *restrict next, bool varied, bool wet)
{
    size_t stride = (size_t)talus->cols + 2, begin = (row + 1) * stride + 1;
    const float *restrict ground = talus->ground + begin;
    const float *restrict slope = varied ? talus->slope + begin : talus->ground;
    const float *restrict still = wet ? talus->still + begin : talus->ground;
    const float *restrict moved = change + begin;
    float *restrict out = next + begin;
    ptrdiff_t down = (ptrdiff_t)stride;
    const ptrdiff_t edge[4] = {1, -1, down, -down};
    const ptrdiff_t corner[4] = {down + 1, down - 1, 1 - down, -1 - down};
    float edge_share = talus->rate * EDGE_SHARE, corner_share = talus->rate * CORNER_SHARE;
    float straight = talus->cell, across = talus->cell * DIAGONAL, same = talus->steepest;
    for (ptrdiff_t i = 0; i < (ptrdiff_t)talus->cols; i++) {
        float mine = ground[i] + moved[i], holds = varied ? slope[i] : same;
        mine = wet ? top_of(mine, still[i]) : mine;
        float near = 0.0F, far = 0.0F;
        for (int k = 0; k < 4; k++) {
            ptrdiff_t j = i + edge[k];
            float other = ground[j] + moved[j];
            near += excess(mine, wet ? top_of(other, still[j]) : other, holds * straight,
                           (varied ? slope[j] : same) * straight);
        }
        for (int k = 0; k < 4; k++) {
            ptrdiff_t j = i + corner[k];
            float other = ground[j] + moved[j];
            far += excess(mine, wet ? top_of(other, still[j]) : other, holds * across,
                          (varied ? slope[j] : same) * across);
        }
        out[i] = moved[i] + (edge_share * near + corner_share * far);
    }
}

FLUV_CLONES void fluv_talus_row(const fluv_talus *talus, uint32_t row, const float *change,
                                float *next)
{
    assert(row < talus->rows && change != next && talus->cell > 0.0F);
    assert(!(talus->slope && talus->still));
    if (talus->slope)
        slide_row(talus, row, change, next, true, false);
    else if (talus->still)
        slide_row(talus, row, change, next, false, true);
    else
        slide_row(talus, row, change, next, false, false);
}
