// SPDX-License-Identifier: MIT
/* The integer lattice that mesh points lie on, and exact geometry on it.
 *
 * Coordinates are 0 .. 2^26, so differences are at most 2^26 in size. With d a difference:
 *
 *   d * d                          <= 2^52   exact in int64_t and in double
 *   orientation  d * d - d * d     <= 2^53   exact in int64_t and in double
 *   lift         d * d + d * d     <= 2^53   exact in int64_t and in double
 *   lift * orientation             <= 2^106  needs 128 bits; three of them are summed
 *
 * The in-circle determinant is first formed in double from exact factors: three products and two
 * sums, each off by at most 2^-53 of itself, so its sign is certain beyond 2^-50 of the sum of
 * sizes. Only when it is nearer to 0 is it formed again in 128 bits. There is no epsilon.
 *
 * Four points on a circle: every point's lift is thought to be raised by an amount too small to
 * matter otherwise, far more for a higher index than for a lower one. So no four points are ever on
 * a circle, and a set of points has one Delaunay triangulation, whatever the method.
 *
 * Based on: Guibas, Stolfi. Primitives for the manipulation of general subdivisions. 1985
 *           Devillers, Teillaud. Perturbations for Delaunay and weighted Delaunay 3D
 *           triangulations. 2011 */
#ifndef FLUV_MESH_LATTICE_H
#define FLUV_MESH_LATTICE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define FLUV_LATTICE_BITS 26

/* A point of the lattice: 0 <= x, y <= 2^FLUV_LATTICE_BITS. */
typedef struct fluv_spot {
    int32_t x, y;
} fluv_spot;

/* Twice the signed area of the triangle a b c: positive when it turns from x towards y. */
static inline int64_t fluv_orientation(fluv_spot a, fluv_spot b, fluv_spot c)
{
    return (int64_t)(b.x - a.x) * (c.y - a.y) - (int64_t)(b.y - a.y) * (c.x - a.x);
}

/* Square of the distance. */
static inline int64_t fluv_spots_apart(fluv_spot a, fluv_spot b)
{
    int64_t dx = a.x - b.x, dy = a.y - b.y;
    return dx * dx + dy * dy;
}

/* The slow half of fluv_in_circle: in 128 bits, ties by index. */
bool fluv_in_circle_exact(const fluv_spot *spots, const uint32_t corner[4]);

/* Whether spot d lies inside the circle through spots a, b, c, whose orientation is positive. */
static inline bool fluv_in_circle(const fluv_spot *spots, uint32_t a, uint32_t b, uint32_t c,
                                  uint32_t d)
{
    fluv_spot o = spots[d];
    double ax = spots[a].x - o.x, ay = spots[a].y - o.y;
    double bx = spots[b].x - o.x, by = spots[b].y - o.y;
    double cx = spots[c].x - o.x, cy = spots[c].y - o.y;
    double p = (ax * ax + ay * ay) * (bx * cy - by * cx);
    double q = (bx * bx + by * by) * (cx * ay - cy * ax);
    double r = (cx * cx + cy * cy) * (ax * by - ay * bx);
    double determinant = p + q + r;
    double doubt = 0x1p-50 * (fabs(p) + fabs(q) + fabs(r));
    if (determinant > doubt || determinant < -doubt)
        return determinant > 0.0;
    return fluv_in_circle_exact(spots, (uint32_t[4]){a, b, c, d});
}

#endif
