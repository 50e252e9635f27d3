// SPDX-License-Identifier: MIT
/* The Hilbert curve: an order of lattice points in which neighbours in the order are neighbours in
 * the plane. A square's four quarters come one after another, first those of one half:
 *
 *     1 | 2        each quarter again so, turned such that ends meet beginnings
 *     --+--
 *     0 | 3 */
#ifndef FLUV_MESH_HILBERT_H
#define FLUV_MESH_HILBERT_H

#include "base/ctx.h"
#include "mesh/lattice.h"

/* How the curve lies in a square. The halves are cut along x, or along y when `turned`; the first
 * half is the low one, or the high one when `reversed`. */
typedef struct fluv_curve {
    bool turned, reversed;
} fluv_curve;

/* The curve in a square's quarter 0 .. 3. */
static inline fluv_curve fluv_curve_enter(fluv_curve curve, int quarter)
{
    if (quarter == 0 || quarter == 3)
        curve.turned = !curve.turned;
    if (quarter == 3)
        curve.reversed = !curve.reversed;
    return curve;
}

/* Which quarter a point lies in; `bit` is 1 in the upper halves of the square's sides. */
static inline int fluv_curve_quarter(fluv_curve curve, fluv_spot spot, int bit)
{
    int x = (spot.x >> bit) & 1, y = (spot.y >> bit) & 1;
    int along = (curve.turned ? y : x) ^ curve.reversed;
    int across = (curve.turned ? x : y) ^ curve.reversed;
    return (3 * along) ^ across;
}

/* Place of a point on the curve through the square of 2^bits points a side. `end` (or NULL) is the
 * curve inside the last, smallest square. */
uint64_t fluv_hilbert_key(fluv_spot spot, int bits, fluv_curve *end);

/* Sorts any points along the curve; equal ones stay in their order. O(n log n). */
FLUV_MUST_CHECK fluv_status fluv_hilbert_sort(fluv_ctx *ctx, fluv_spot *spots, uint32_t count);

#endif
