// SPDX-License-Identifier: MIT
/* Natural neighbours of a place and their shares.
 *
 * in   the place and the triangle it lies in        out   vertices and shares
 *
 * The triangles whose circles hold the place would fall to a new vertex there; they are found from
 * the place's own outwards. The land that the new cell takes from a vertex is a polygon between
 * centres of circles: those of the fallen triangles, and those through the place and a side of the
 * hole. Its area is summed up side by side of the polygon, each when its edge of the triangulation
 * is met:
 *
 *   an edge a b between two fallen triangles     their centres        + for b, - for a
 *   a side a b of the hole                       centre, new centre   + for b, - for a
 *   a corner of the hole                         two new centres      + for the corner
 *
 * No centre of the place with an edge inside the hole is needed: those run off to infinity.
 * O(fallen triangles), four in the mean.
 *
 * Based on: Sibson. A vector identity for the Dirichlet tessellation. 1980 */
#include "mesh/natural.h"

#include <assert.h>

typedef struct point {
    double x, y; /* lattice units from the place */
} point;

typedef struct hole {
    const fluv_guide *guide;
    double x, y; /* the place */
    fluv_natural *natural;
    point centre[FLUV_MESH_DEGREE]; /* new ones; number i for the side from corner i to the next */
    uint32_t sides;
} hole;

static double cross(point a, point b)
{
    return a.x * b.y - a.y * b.x;
}

static point position(const hole *h, uint32_t vertex)
{
    fluv_spot spot = h->guide->spot[vertex];
    return (point){spot.x - h->x, spot.y - h->y};
}

/* The centre of the circle through the place, a and b. */
static point new_centre(point a, point b)
{
    double aa = a.x * a.x + a.y * a.y, bb = b.x * b.x + b.y * b.y, scale = 0.5 / cross(a, b);
    return (point){scale * (b.y * aa - a.y * bb), scale * (a.x * bb - b.x * aa)};
}

static point old_centre(point a, point b, point c)
{
    point from_a = new_centre((point){b.x - a.x, b.y - a.y}, (point){c.x - a.x, c.y - a.y});
    return (point){a.x + from_a.x, a.y + from_a.y};
}

/* Whether the circle through a, b, c, counter-clockwise, holds the place. A wrong answer where it
 * hardly does changes the shares by next to nothing. */
static bool falls(point a, point b, point c)
{
    double aa = a.x * a.x + a.y * a.y, bb = b.x * b.x + b.y * b.y, cc = c.x * c.x + c.y * c.y;
    return aa * cross(b, c) + bb * cross(c, a) + cc * cross(a, b) > 0.0;
}

static uint32_t add_corner(hole *h, uint32_t vertex, double share)
{
    assert(h->natural->count < FLUV_MESH_DEGREE);
    uint32_t slot = h->natural->count++;
    h->natural->vertex[slot] = vertex;
    h->natural->share[slot] = share;
    return slot;
}

/* Goes on behind the side a b of a fallen triangle. Corner a has its slot, b will get one; returns
 * what b gains. */
static double cross_side(hole *h, uint32_t slot, uint32_t b, point centre)
{
    fluv_natural *natural = h->natural;
    uint32_t a = natural->vertex[slot], behind = fluv_guide_behind(h->guide, a, b);
    point at_a = position(h, a), at_b = position(h, b);
    if (behind != FLUV_NONE && natural->count + 3 < FLUV_MESH_DEGREE) {
        point at_behind = position(h, behind);
        if (falls(at_b, at_a, at_behind)) {
            point next = old_centre(at_b, at_a, at_behind);
            double gain = cross(centre, next);
            natural->share[slot] -= gain;
            slot = add_corner(h, behind, cross_side(h, slot, behind, next));
            return gain + cross_side(h, slot, b, next);
        }
    }
    point end = new_centre(at_a, at_b);
    double gain = cross(centre, end);
    natural->share[slot] -= gain;
    assert(h->sides < FLUV_MESH_DEGREE);
    h->centre[h->sides++] = end;
    return gain;
}

static void close_corners(hole *h)
{
    fluv_natural *natural = h->natural;
    double sum = 0.0;
    assert(h->sides == natural->count); /* a hole has as many sides as corners */
    for (uint32_t i = 0, last = h->sides - 1; i < h->sides; last = i++) {
        natural->share[i] += cross(h->centre[last], h->centre[i]);
        sum += natural->share[i];
    }
    for (uint32_t i = 0; i < h->sides; i++)
        natural->share[i] /= sum;
}

void fluv_natural_find(const fluv_guide *guide, const uint32_t corner[3], double x, double y,
                       fluv_natural *natural)
{
    hole h = {.guide = guide, .x = x, .y = y, .natural = natural, .sides = 0};
    point centre =
        old_centre(position(&h, corner[0]), position(&h, corner[1]), position(&h, corner[2]));
    natural->count = 0;
    uint32_t slot = add_corner(&h, corner[0], 0.0);
    slot = add_corner(&h, corner[1], cross_side(&h, slot, corner[1], centre));
    slot = add_corner(&h, corner[2], cross_side(&h, slot, corner[2], centre));
    natural->share[0] += cross_side(&h, slot, corner[0], centre);
    close_corners(&h);
}
