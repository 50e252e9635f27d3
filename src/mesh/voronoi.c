// SPDX-License-Identifier: MIT
/* Areas of Voronoi cells within a frame.
 *
 * in   a vertex and its neighbours in the Delaunay triangulation        out   an area
 *
 * Inside, the cell's corners are the centres of the circles through the vertex and two successive
 * neighbours. Where such a centre lies outside the frame, or the vertex on the hull, the cell is
 * cut out of the frame instead: by each neighbour, the half that is nearer to the vertex stays. */
#include "mesh/voronoi.h"

#include <assert.h>

#define MOST_CORNERS (FLUV_MESH_DEGREE + 4) /* every cut adds one at most */

typedef struct polygon {
    uint32_t count;
    double x[MOST_CORNERS], y[MOST_CORNERS];
} polygon;

static double polygon_area(const polygon *p)
{
    double sum = 0.0;
    for (uint32_t i = 0, last = p->count - 1; i < p->count; last = i++)
        sum += p->x[last] * p->y[i] - p->y[last] * p->x[i];
    return 0.5 * sum;
}

/* The centres, in order. False when one lies outside the frame. */
static bool find_centres(const fluv_mesh_lattice *lattice, const fluv_star *star, polygon *cell)
{
    double left = -star->centre.x, right = lattice->width - star->centre.x;
    double top = -star->centre.y, bottom = lattice->height - star->centre.y;
    bool inside = true;
    assert(star->count >= 3 && star->count <= FLUV_MESH_DEGREE);
    cell->count = star->count;
    for (uint32_t i = 0, last = star->count - 1; i < star->count; last = i++) {
        double ax = star->x[last], ay = star->y[last], bx = star->x[i], by = star->y[i];
        double a = ax * ax + ay * ay, b = bx * bx + by * by;
        double scale = 0.5 / (ax * by - ay * bx);
        double x = scale * (by * a - ay * b), y = scale * (ax * b - bx * a);
        inside &= x >= left && x <= right && y >= top && y <= bottom;
        cell->x[i] = x;
        cell->y[i] = y;
    }
    return inside;
}

static void add_corner(polygon *p, double x, double y)
{
    assert(p->count < MOST_CORNERS);
    p->x[p->count] = x;
    p->y[p->count++] = y;
}

/* Keeps what is nearer to the origin than to (nx, ny). */
static polygon cut(const polygon *p, double nx, double ny)
{
    polygon kept;
    kept.count = 0;
    double half = 0.5 * (nx * nx + ny * ny);
    for (uint32_t i = 0, last = p->count - 1; i < p->count; last = i++) {
        double from = p->x[last] * nx + p->y[last] * ny - half;
        double to = p->x[i] * nx + p->y[i] * ny - half;
        if ((from > 0.0 && to < 0.0) || (from < 0.0 && to > 0.0)) {
            double t = from / (from - to);
            add_corner(&kept, p->x[last] + t * (p->x[i] - p->x[last]),
                       p->y[last] + t * (p->y[i] - p->y[last]));
        }
        if (to <= 0.0)
            add_corner(&kept, p->x[i], p->y[i]);
    }
    return kept;
}

static double cut_out_of_frame(const fluv_mesh_lattice *lattice, const fluv_star *star)
{
    double left = -star->centre.x, right = lattice->width - star->centre.x;
    double top = -star->centre.y, bottom = lattice->height - star->centre.y;
    polygon cell = {4, {left, right, right, left}, {top, top, bottom, bottom}};
    for (uint32_t i = 0; i < star->count; i++)
        cell = cut(&cell, star->x[i], star->y[i]);
    return polygon_area(&cell);
}

double fluv_voronoi_area(const fluv_mesh_lattice *lattice, const fluv_star *star)
{
    assert(star->centre.x >= 0 && star->centre.x <= lattice->width);
    assert(star->centre.y >= 0 && star->centre.y <= lattice->height);
    polygon cell;
    if (star->closed && find_centres(lattice, star, &cell))
        return polygon_area(&cell);
    return cut_out_of_frame(lattice, star);
}
