// SPDX-License-Identifier: MIT
/* Which reach, lake or watershed lies at a place.
 *
 * in   rivers, lakes, watersheds; a place      out   ids
 *
 * Of several reaches the nearest, of several lakes the one around the place or with the nearest
 * point of its shore; of equals the first.  O(points). */
#include "landscape/waters_at.h"

#include "landscape/landscape.h"
#include "landscape/vectors.h"

#include <assert.h>
#include <math.h>

#define ROOM_CELLS 1.5 /* a river's line passes within this of the cells it runs through */

/* Distance of a place from the piece between two points of a line. */
static double from_piece(const fluv_river_point *a, const fluv_river_point *b, double x, double y)
{
    double dx = b->x - a->x, dy = b->y - a->y, square = dx * dx + dy * dy;
    double along = square > 0.0 ? ((x - a->x) * dx + (y - a->y) * dy) / square : 0.0;
    along = fmin(fmax(along, 0.0), 1.0);
    return hypot(a->x + along * dx - x, a->y + along * dy - y);
}

size_t fluv_reach_near(const fluv_rivers *rivers, double x, double y, double near)
{
    assert(rivers && near >= 0.0);
    size_t found = SIZE_MAX;
    double best = INFINITY;
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        assert(reach->first_point + reach->point_count <= rivers->point_count);
        const fluv_river_point *points = rivers->points + reach->first_point;
        for (uint32_t k = 1; k < reach->point_count; k++) {
            double far = from_piece(&points[k - 1], &points[k], x, y);
            if (far < best && far < fmax(near, 0.5 * (double)points[k - 1].width)) {
                best = far;
                found = i;
            }
        }
    }
    return found;
}

/* Whether a place lies inside an odd number of these rings. */
static bool holds(const fluv_outline *outline, uint32_t first, uint32_t count, double x, double y)
{
    bool inside = false;
    assert(first + count <= outline->ring_count);
    for (uint32_t r = first; r < first + count; r++) {
        uint32_t from = outline->first_point[r];
        inside ^= fluv_ring_holds(outline->xy + 2 * (size_t)from,
                                  outline->first_point[r + 1] - from, x, y);
    }
    return inside;
}

size_t fluv_lake_near(const fluv_lakes *lakes, double x, double y, double near)
{
    assert(lakes && near >= 0.0);
    const fluv_outline *outline = &lakes->outline;
    size_t found = SIZE_MAX;
    for (size_t i = 0; i < lakes->count; i++) {
        const fluv_lake *lake = &lakes->lakes[i];
        if (!lake->ring_count)
            continue;
        if (holds(outline, lake->first_ring, lake->ring_count, x, y))
            return i;
        uint32_t from = outline->first_point[lake->first_ring];
        uint32_t to = outline->first_point[lake->first_ring + 1];
        for (uint32_t k = from; k < to; k++) {
            const double *at = outline->xy + 2 * (size_t)k;
            double far = hypot(at[0] - x, at[1] - y);
            if (far < near) {
                near = far;
                found = i;
            }
        }
    }
    return found;
}

static int64_t watershed_at(const fluv_watersheds *all, double x, double y)
{
    for (size_t i = 0; all && i < all->count; i++)
        if (holds(&all->outline, all->watersheds[i].first_ring, all->watersheds[i].ring_count, x,
                  y))
            return all->watersheds[i].id;
    return 0;
}

fluv_waters fluv_waters_at(const fluv_landscape *land, double x, double y, double near)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    const fluv_lakes *lakes = fluv_lakes_of(land);
    near = near > 0.0 ? near : 0.0;
    double room = fmax(near, ROOM_CELLS * fluv_frame_of(land)->cell);
    size_t reach = rivers ? fluv_reach_near(rivers, x, y, room) : SIZE_MAX;
    size_t lake = lakes ? fluv_lake_near(lakes, x, y, near) : SIZE_MAX;
    return (fluv_waters){.reach = reach == SIZE_MAX ? 0 : rivers->reaches[reach].id,
                         .lake = lake == SIZE_MAX ? 0 : lakes->lakes[lake].id,
                         .watershed = watershed_at(fluv_watersheds_of(land), x, y)};
}
