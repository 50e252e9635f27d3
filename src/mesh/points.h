// SPDX-License-Identifier: MIT
/* Poisson-disc points over a frame: no two nearer than the spacing, and no room for one more. */
#ifndef FLUV_MESH_POINTS_H
#define FLUV_MESH_POINTS_H

#include "base/ctx.h"
#include "base/random.h"
#include "mesh/lattice.h"

/* The frame on the lattice. A spacing is sqrt(2) * 2^cell_bits units, the diagonal of a square cell
 * of 2^cell_bits units, so that its square is whole and a cell has room for one point at most. The
 * units along x and y differ by less than the rounding of the sides to whole units. */
typedef struct fluv_mesh_lattice {
    int32_t width, height; /* units; the frame is 0 .. width, 0 .. height */
    int cell_bits;
    double unit_x, unit_y; /* m */
} fluv_mesh_lattice;

/* Square of the spacing, in units. */
static inline int64_t fluv_mesh_lattice_spacing2(const fluv_mesh_lattice *lattice)
{
    return (int64_t)2 << (2 * lattice->cell_bits);
}

/* The lattice of a frame of width * height m for a spacing in m, at most half a side. Fails when
 * there would be too many points. */
FLUV_MUST_CHECK fluv_status fluv_mesh_lattice_init(fluv_ctx *ctx, double width, double height,
                                                   double spacing, fluv_mesh_lattice *lattice);

/* Points in the order of the Hilbert curve (mesh/hilbert.h), all different; scratch. */
typedef struct fluv_points {
    fluv_spot *spot;
    uint32_t count;
} fluv_points;

/* Fills the frame with points: corners, evenly spaced points along its sides, one spacing apart or
 * slightly more, and Poisson-disc points inside, none on a side; maximal: every place of the
 * lattice is nearer than the spacing to a point. The same for any number of threads. About 0.73
 * points a square of the spacing; O(n). */
FLUV_MUST_CHECK fluv_status fluv_points_make(fluv_ctx *ctx, const fluv_mesh_lattice *lattice,
                                             fluv_key key, fluv_points *points);

/* A plain grid with so many spaces across and down, none narrower than the lattice's spacing. */
FLUV_MUST_CHECK fluv_status fluv_points_grid(fluv_ctx *ctx, const fluv_mesh_lattice *lattice,
                                             uint32_t across, uint32_t down, fluv_points *points);

/* Whether a point lies on the frame's side. */
static inline bool fluv_spot_at_edge(const fluv_mesh_lattice *lattice, fluv_spot spot)
{
    return spot.x == 0 || spot.y == 0 || spot.x == lattice->width || spot.y == lattice->height;
}

#endif
