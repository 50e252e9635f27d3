// SPDX-License-Identifier: MIT
/* Shores of placed lakes.
 *
 * in   an outline, or a place and an area        out   rings, in metres
 *
 * By place and area a lake is longer than wide, along the placed river that it lies on, else in a
 * direction by chance. Its rays are moved in and out by noise that belongs to the place, and scaled
 * so that its area is the one asked for.  O(points). */
#include "stages/shared/lake_shape.h"

#include "field/noise.h"
#include "field/segments.h"
#include "landscape/basins.h"
#include "landscape/layout.h"

#include <assert.h>
#include <math.h>

#define LONGER 1.25 /* than a circle of its area, one way; so much narrower the other */
#define BAYS   0.9  /* of the noise */
#define LEAST  0.55 /* of the radius, the shortest ray */
#define MOST   1.6

static double area_of(const fluv_outline *shore)
{
    double area = 0.0;
    for (size_t r = 0; r < shore->ring_count; r++) {
        size_t first = shore->first_point[r], count = shore->first_point[r + 1] - first;
        double ring = 0.0;
        const double *xy = shore->xy + 2 * first;
        for (size_t i = 0; i < count; i++) {
            size_t next = (i + 1) % count;
            ring += (xy[2 * i] - xy[0]) * (xy[2 * next + 1] - xy[1]) -
                    (xy[2 * next] - xy[0]) * (xy[2 * i + 1] - xy[1]);
        }
        area += (r ? -0.5 : 0.5) * fabs(ring);
    }
    return area;
}

/* The way of the first placed river that comes so near; false: none does. */
static bool along_river(const fluv_placed *placed, fluv_vec at, double near, fluv_vec *along)
{
    for (size_t r = 0; r < placed->river_count; r++) {
        const fluv_placed_river *river = &placed->rivers[r];
        const double *xy = placed->xy + 2 * (size_t)river->first_point;
        fluv_vec in = {0.0, 0.0}, out = {0.0, 0.0}; /* where it comes near, and where it leaves */
        bool any = false;
        for (uint32_t i = 0; i + 1 < river->point_count; i++) {
            fluv_vec a = {xy[2 * i], xy[2 * i + 1]}, b = {xy[2 * i + 2], xy[2 * i + 3]};
            if (fluv_segment_distance(a, b, at) > near)
                continue;
            in = any ? in : a;
            out = b;
            any = true;
        }
        double length = fluv_vec_distance(in, out);
        if (any && length > 0.0) {
            *along = (fluv_vec){(out.x - in.x) / length, (out.y - in.y) / length};
            return true;
        }
    }
    return false;
}

static void draw_round(uint64_t seed, const fluv_placed *placed, const fluv_placed_lake *lake,
                       double *xy)
{
    fluv_key key = fluv_key_make(seed, "place", "lake shapes");
    double radius = sqrt(lake->area / M_PI), along_x, along_y;
    fluv_vec along = {0.0, 0.0};
    fluv_noise noise = {
        .key = key, .wavelength = 1.3 * radius, .octaves = 4, .gain = 0.55, .lacunarity = 2.0};
    uint64_t place = (uint64_t)(int64_t)floor(lake->x) << 32 ^ (uint64_t)(int64_t)floor(lake->y);
    fluv_layout_ray((uint32_t)(fluv_random(key, place) * FLUV_RAYS) % FLUV_RAYS, &along_x,
                    &along_y);
    if (along_river(placed, (fluv_vec){lake->x, lake->y}, radius, &along)) {
        along_x = along.x;
        along_y = along.y;
    }
    for (uint32_t i = 0; i < FLUV_LAKE_POINTS; i++) {
        double dx, dy;
        float value;
        fluv_layout_ray(i, &dx, &dy);
        double x = lake->x + radius * dx, y = lake->y + radius * dy;
        fluv_noise_points(&noise, &x, &y, 1, &value);
        double ray = radius * fmin(MOST, fmax(LEAST, 1.0 + BAYS * (double)value));
        double forth = ray * LONGER * (dx * along_x + dy * along_y);
        double aside = ray / LONGER * (dy * along_x - dx * along_y);
        xy[2 * i] = forth * along_x - aside * along_y;
        xy[2 * i + 1] = forth * along_y + aside * along_x;
    }
}

void fluv_lake_shape_draw(uint64_t seed, const fluv_placed *placed, const fluv_placed_lake *lake,
                          double *xy)
{
    const uint32_t first[2] = {0, FLUV_LAKE_POINTS};
    const fluv_outline shore = {.ring_count = 1, .first_point = first, .xy = xy};
    assert(lake->area > 0.0);
    draw_round(seed, placed, lake, xy);
    double scale = sqrt(lake->area / area_of(&shore));
    for (uint32_t i = 0; i < FLUV_LAKE_POINTS; i++) {
        xy[2 * i] = lake->x + scale * xy[2 * i];
        xy[2 * i + 1] = lake->y + scale * xy[2 * i + 1];
    }
}

static fluv_status shape_round(fluv_ctx *ctx, const fluv_landscape *land, const fluv_placed *placed,
                               const fluv_placed_lake *lake, fluv_lake_shape *shape)
{
    double *xy = fluv_scratch(ctx, (size_t)2 * FLUV_LAKE_POINTS, sizeof *xy);
    uint32_t *first = fluv_scratch(ctx, 2, sizeof *first);
    if (!xy || !first)
        return FLUV_NO_MEMORY;
    first[0] = 0;
    first[1] = FLUV_LAKE_POINTS;
    fluv_lake_shape_draw(land->seed, placed, lake, xy);
    shape->shore = (fluv_outline){.ring_count = 1, .first_point = first, .xy = xy};
    shape->x = lake->x;
    shape->y = lake->y;
    return FLUV_OK;
}

/* The place of a lattice over the outline that lies farthest inside. */
static void find_inside(fluv_lake_shape *shape)
{
    assert(shape->shore.ring_count > 0);
    const fluv_outline *shore = &shape->shore;
    double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY, most = -1.0;
    uint32_t points = shore->first_point[shore->ring_count];
    for (uint32_t i = 0; i < points; i++) {
        low_x = fmin(low_x, shore->xy[2 * i]);
        high_x = fmax(high_x, shore->xy[2 * i]);
        low_y = fmin(low_y, shore->xy[2 * i + 1]);
        high_y = fmax(high_y, shore->xy[2 * i + 1]);
    }
    shape->x = shore->xy[0];
    shape->y = shore->xy[1];
    for (int row = 1; row < 32; row++)
        for (int col = 1; col < 32; col++) {
            double x = low_x + (high_x - low_x) * col / 32.0;
            double y = low_y + (high_y - low_y) * row / 32.0, least = INFINITY;
            if (!fluv_outline_holds(shore, x, y))
                continue;
            for (uint32_t i = 0; i < points && least > most; i++)
                least = fmin(least, fluv_length(shore->xy[2 * i] - x, shore->xy[2 * i + 1] - y));
            if (least > most) {
                most = least;
                shape->x = x;
                shape->y = y;
            }
        }
}

static fluv_status shape_drawn(fluv_ctx *ctx, const fluv_placed *placed,
                               const fluv_placed_lake *lake, fluv_lake_shape *shape)
{
    FLUV_TRY(fluv_placed_shore(ctx, placed, lake, &shape->shore));
    shape->x = lake->x;
    shape->y = lake->y;
    if (!lake->made)
        find_inside(shape);
    return FLUV_OK;
}

fluv_status fluv_lake_shape_find(fluv_ctx *ctx, const fluv_landscape *land,
                                 const fluv_placed *placed, size_t index, fluv_lake_shape *shape)
{
    assert(index < placed->lake_count && shape);
    const fluv_placed_lake *lake = &placed->lakes[index];
    *shape = (fluv_lake_shape){0};
    if (lake->ring_count)
        FLUV_TRY(shape_drawn(ctx, placed, lake, shape));
    else
        FLUV_TRY(shape_round(ctx, land, placed, lake, shape));
    shape->area = area_of(&shape->shore);
    for (uint32_t i = 0; i < shape->shore.first_point[shape->shore.ring_count]; i++)
        shape->reach = fmax(shape->reach, fluv_length(shape->shore.xy[2 * i] - shape->x,
                                                      shape->shore.xy[2 * i + 1] - shape->y));
    return FLUV_OK;
}
