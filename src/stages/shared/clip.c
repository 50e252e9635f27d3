// SPDX-License-Identifier: MIT
/* What of a convex cell lies inside rings.
 *
 * Each ring is cut by the cell's sides one after another; where a cut takes a ring apart, the
 * pieces stay joined along the side, which adds nothing to the area. Holes run clockwise and count
 * negative.  O(points * sides).
 *
 * Based on: Sutherland, Hodgman. Reentrant polygon clipping. 1974 */
#include "stages/shared/voronoi.h"

#include <assert.h>

/* Keeps what lies left of the way from a to b. */
static size_t cut(const fluv_vec *in, size_t count, fluv_vec a, fluv_vec b, fluv_vec *out)
{
    assert(in != out);
    fluv_vec way = fluv_minus(b, a);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        fluv_vec from = in[i], to = in[i + 1 < count ? i + 1 : 0];
        double side = fluv_cross(way, fluv_minus(from, a));
        double next = fluv_cross(way, fluv_minus(to, a));
        if (side >= 0.0)
            out[kept++] = from;
        if ((side >= 0.0) != (next >= 0.0))
            out[kept++] = fluv_between(from, to, side / (side - next));
    }
    return kept;
}

static double area_of(const fluv_vec *ring, size_t count)
{
    double twice = 0.0;
    for (size_t i = 0; i < count; i++)
        twice += fluv_cross(fluv_minus(ring[i], ring[0]),
                            fluv_minus(ring[i + 1 < count ? i + 1 : 0], ring[0]));
    return 0.5 * twice;
}

double fluv_clip_area(const fluv_outline *rings, const fluv_corner *corners, uint32_t sides,
                      fluv_vec *work, size_t room)
{
    double area = 0.0;
    fluv_vec *in = work, *out = work + room / 2;
    for (size_t r = 0; r < rings->ring_count; r++) {
        size_t count = 0;
        for (uint32_t i = rings->first_point[r]; i < rings->first_point[r + 1]; i++)
            in[count++] = (fluv_vec){rings->xy[2 * (size_t)i], rings->xy[2 * (size_t)i + 1]};
        for (uint32_t k = 0; k < sides && count; k++) {
            assert(2 * count <= room / 2);
            count = cut(in, count, corners[k].at, corners[k + 1 < sides ? k + 1 : 0].at, out);
            fluv_vec *turn = in;
            in = out;
            out = turn;
        }
        area += count > 2 ? area_of(in, count) : 0.0;
    }
    return area;
}
