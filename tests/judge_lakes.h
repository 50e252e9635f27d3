// SPDX-License-Identifier: MIT
/* How high water stands for given volumes, by an algorithm of others: the judge of ours. */
#ifndef JUDGE_LAKES_H
#define JUDGE_LAKES_H

#include <stdint.h>

/* cols x rows cells of `cell_area` m2 and ground z; receiver: a neighbour, UINT32_MAX for a root;
 * outside: not 0 at the roots whose water leaves; water: m3 at each root. Gives, for every cell,
 * the level of the lake over its tree, NaN where that lake has no water, and in *left what left.
 *
 * Passes: max(z_a, z_b) between neighbours a, b of different trees; z_c from a cell c on the
 * frame's edge to the outside. The lowest comes first by (height, lower cell, higher cell), the
 * outside being cell UINT32_MAX. For small grids: O(cells + trees^3.5). */
void judge_lakes(uint32_t cols, uint32_t rows, const float *z, double cell_area,
                 const uint32_t *receiver, const unsigned char *outside, const double *water,
                 double *level, double *left);

#endif
