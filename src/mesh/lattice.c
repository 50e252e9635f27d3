// SPDX-License-Identifier: MIT
/* The in-circle test where doubles leave its sign open.
 *
 * The determinant of a, b, c relative to d is a sum over the three of lift times orientation of the
 * other two with d. So the orientation is what the determinant gains when that point's lift is
 * raised; raising d's own lift takes away their sum. A tie is decided by the raised lift of the
 * point of highest index; where that has no effect (the other three lie on a line), by the next. */
#include "mesh/lattice.h"

#include <assert.h>

/* Index of the highest of four. */
static int find_highest(const uint32_t corner[4], const bool passed[4])
{
    int highest = -1;
    for (int i = 0; i < 4; i++)
        if (!passed[i] && (highest < 0 || corner[i] > corner[highest]))
            highest = i;
    return highest;
}

bool fluv_in_circle_exact(const fluv_spot *spots, const uint32_t corner[4])
{
    if (corner[3] == corner[0] || corner[3] == corner[1] || corner[3] == corner[2])
        return false;
    fluv_spot a = spots[corner[0]], b = spots[corner[1]], c = spots[corner[2]];
    fluv_spot d = spots[corner[3]];
    int64_t gain[4] = {fluv_orientation(d, b, c), fluv_orientation(d, c, a),
                       fluv_orientation(d, a, b), 0};
    gain[3] = -(gain[0] + gain[1] + gain[2]);
    __int128 determinant = (__int128)fluv_spots_apart(a, d) * gain[0] +
                           (__int128)fluv_spots_apart(b, d) * gain[1] +
                           (__int128)fluv_spots_apart(c, d) * gain[2];
    if (determinant != 0)
        return determinant > 0;
    bool passed[4] = {false, false, false, false};
    for (int i = 0; i < 4; i++) {
        int highest = find_highest(corner, passed);
        assert(highest >= 0);
        if (gain[highest] != 0)
            return gain[highest] > 0;
        passed[highest] = true;
    }
    assert(!"the four points lie on one line");
    return false;
}
