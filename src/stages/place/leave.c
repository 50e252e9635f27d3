// SPDX-License-Identifier: MIT
/* Rivers that begin on the shore of a placed lake leave it.
 *
 * in   lines, shores        out   lines that begin a little inside the lake
 *
 * Nobody draws a source on a shore to the metre: a line that begins as near to one as the frame
 * shows is meant to come out of the lake. A lake has one outlet: where another river leaves it, the
 * line stays as it is.  O(rivers * lakes * points). */
#include "landscape/layout.h"
#include "stages/place/place.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define NEAR_OF_SIDE 256.0 /* of the frame's longer side: what lies as near lies on the shore */
#define DIRECTIONS   32    /* in which the inside of a lake is looked for */

/* A lake and the line at hand. */
typedef struct outlet {
    const fluv_placing *placing;
    const fluv_outline *shore;
    double near; /* m */
} outlet;

static const double *points_of(const fluv_placing *placing, const fluv_placed_river *river)
{
    return (const double *)placing->xy.items + 2 * (size_t)river->first_point;
}

/* Whether a river comes out of the lake: it lies in it somewhere, and ends outside. */
static bool leaves(const outlet *o, const fluv_placed_river *river)
{
    assert(o->near > 0.0 && river->point_count > 0);
    const double *xy = points_of(o->placing, river);
    size_t last = river->point_count - (size_t)1;
    if (fluv_outline_holds(o->shore, xy[2 * last], xy[2 * last + 1]))
        return false;
    for (size_t i = 0; i < last; i++) {
        const double *a = xy + 2 * i;
        double parts = ceil(hypot(a[2] - a[0], a[3] - a[1]) / o->near) + 1.0;
        for (double k = 0.0; k < parts; k++)
            if (fluv_outline_holds(o->shore, a[0] + k / parts * (a[2] - a[0]),
                                   a[1] + k / parts * (a[3] - a[1])))
                return true;
    }
    return false;
}

/* The place around the line's beginning that lies deepest in the lake; false: none does. */
static bool find_inside(const outlet *o, const double *from, double inside[2])
{
    double deepest = 0.0;
    for (int k = 0; k < DIRECTIONS; k++) {
        double angle = 2.0 * M_PI * k / DIRECTIONS;
        double x = from[0] + 2.0 * o->near * cos(angle), y = from[1] + 2.0 * o->near * sin(angle);
        double beyond = fluv_outline_beyond(o->shore, x, y);
        if (beyond >= deepest)
            continue;
        deepest = beyond;
        inside[0] = x;
        inside[1] = y;
    }
    return deepest < 0.0;
}

/* The line once more, with a place before its first. */
static fluv_status begin_at(fluv_ctx *ctx, fluv_placing *placing, size_t river, const double *at)
{
    assert(river < placing->rivers.count);
    fluv_placed_river *r = (fluv_placed_river *)placing->rivers.items + river;
    size_t count = r->point_count, first = placing->xy.count / 2;
    double *to = fluv_list_append(ctx, &placing->xy, 2 * (count + 1), sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    memcpy(to, at, 2 * sizeof *to);
    memcpy(to + 2, points_of(placing, r), 2 * count * sizeof *to);
    r->first_point = (uint32_t)first;
    r->point_count++;
    return FLUV_OK;
}

static bool is_taken(const outlet *o)
{
    const fluv_placed_river *rivers = o->placing->rivers.items;
    for (size_t i = 0; i < o->placing->rivers.count; i++)
        if (leaves(o, &rivers[i]))
            return true;
    return false;
}

static fluv_status leave_lake(fluv_ctx *ctx, size_t lake, double near, fluv_placing *placing)
{
    assert(lake < placing->lakes.count && near > 0.0);
    fluv_outline shore;
    const fluv_placed so_far = {.xy = placing->xy.items, .rings = placing->rings.items};
    FLUV_TRY(fluv_placed_shore(ctx, &so_far, (const fluv_placed_lake *)placing->lakes.items + lake,
                               &shore));
    const outlet o = {placing, &shore, near};
    for (size_t i = 0; i < placing->rivers.count; i++) {
        const fluv_placed_river *river = (const fluv_placed_river *)placing->rivers.items + i;
        const double *from = points_of(placing, river);
        double inside[2];
        if (river->kept || fabs(fluv_outline_beyond(&shore, from[0], from[1])) > near ||
            fluv_outline_holds(&shore, from[0], from[1]) || is_taken(&o) ||
            !find_inside(&o, from, inside))
            continue;
        return begin_at(ctx, placing, i, inside); /* the outlet is had */
    }
    return FLUV_OK;
}

fluv_status fluv_place_leave(fluv_ctx *ctx, const fluv_frame *frame, fluv_placing *placing)
{
    double near = fmax(frame->cell, fluv_frame_side(frame) / NEAR_OF_SIDE);
    for (size_t i = 0; i < placing->lakes.count; i++)
        if (((const fluv_placed_lake *)placing->lakes.items)[i].ring_count)
            FLUV_TRY(leave_lake(ctx, i, near, placing));
    return FLUV_OK;
}
