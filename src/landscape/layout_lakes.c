// SPDX-License-Identifier: MIT
/* The shape of planned lakes: drowned valleys.
 *
 * in   a lake of the plan, a place        out   how far it lies from the lake's middle, 1: its
 * shore
 *
 * A place is told by the way along the river from the lake's middle to where it is nearest, and how
 * far aside it lies there. In these two the lake is an ellipse, so that it bends with its valley;
 * the way up a tributary counts more, since it rises faster, so that the lake has an arm there.
 * Noise moves the shore.  O(points of its line in reach + lines). */
#include "field/noise.h"
#include "landscape/basins.h"
#include "landscape/layout.h"

#include <assert.h>
#include <math.h>

#define SWING   2.0  /* the sum of octaves seldom reaches half of its bound */
#define SLACK   1e-9 /* for what rounding may do to a bound */
#define STEEPER 1.3  /* way up a tributary against way up the lake's own river */

/* A place before a lake, and the least that was found for it. */
typedef struct place {
    const fluv_layout *plan;
    double x, y;
    double root;            /* of length against width */
    double reach;           /* no way along the river that is longer counts, m */
    double least;           /* half-axis of the ellipse through the place, m */
    double enough;          /* one that is less need not be told more exactly, m */
    fluv_layout_piece best; /* that it was found on */
} place;

/* Looks at the piece between two points; `along` is the way from the middle to the first, m, and
 * each metre of the piece counts `steeper`. Returns how far the place lies from it. */
static double look_at(place *p, const fluv_layout_point *a, const fluv_layout_point *b,
                      double along, double steeper)
{
    double dx = b->x - a->x, dy = b->y - a->y, square = dx * dx + dy * dy;
    double share = square > 0.0 ? ((p->x - a->x) * dx + (p->y - a->y) * dy) / square : 0.0;
    share = share > 0.0 ? (share < 1.0 ? share : 1.0) : 0.0;
    double east = a->x + share * dx - p->x, north = a->y + share * dy - p->y;
    double far = sqrt(east * east + north * north);
    double way = (along + share * steeper * sqrt(square)) / p->root, aside = far * p->root;
    double axis = sqrt(way * way + aside * aside);
    if (axis < p->least) {
        p->least = axis;
        p->best = (fluv_layout_piece){a, b, along, steeper};
    }
    return far;
}

/* Follows the points of a line from `from` to `to`, either way, as far as the lake may reach.
 * Pieces that must lie farther aside than what was found are passed over. Returns the last point
 * come to. */
static uint32_t look_along(place *p, uint32_t from, uint32_t to, double along, double steeper)
{
    const fluv_layout_point *points = p->plan->points;
    double begin = points[from].way, here = along;
    while (from != to && here < p->reach && here < p->least * p->root && p->least >= p->enough) {
        uint32_t next = from < to ? from + 1 : from - 1;
        double far = look_at(p, &points[from], &points[next], here, steeper);
        double spare = far - p->least / p->root, reached = points[next].way;
        for (from = next; from != to && here < p->reach; from = next) {
            next = from < to ? from + 1 : from - 1;
            if (fabs(points[next].way - reached) > spare)
                break;
            here = along + steeper * fabs(points[next].way - begin);
        }
        here = along + steeper * fabs(points[from].way - begin);
    }
    return from;
}

/* Tributaries that join between two points of the lake's own line. */
static void look_at_tributaries(place *p, const fluv_layout_lake *lake, uint32_t first,
                                uint32_t last)
{
    const fluv_layout *plan = p->plan;
    for (uint32_t i = plan->lines[lake->line].first_joining; i != FLUV_NONE;
         i = plan->lines[i].next_joining) {
        const fluv_layout_line *line = &plan->lines[i];
        if (!line->point_count || line->into < first || line->into > last)
            continue;
        const fluv_layout_point *into = &plan->points[line->into];
        uint32_t end = line->first_point + line->point_count - 1;
        double along = fabs(into->way - plan->points[lake->middle].way);
        look_at(p, into, &plan->points[end], along, STEEPER);
        along +=
            STEEPER * fluv_length(plan->points[end].x - into->x, plan->points[end].y - into->y);
        look_along(p, end, line->first_point, along, STEEPER);
    }
}

/* Half-axis of the ellipse through a place, m, before noise has moved the shore; `most` where it
 * is no less, and where it is less than `enough`, anything that is less. `near`: the piece that a
 * place beside it was told by, and then this one; what is looked at first spares looking farther.
 */
static double axis_at(const fluv_layout *plan, const fluv_layout_lake *lake, double x, double y,
                      double enough, double most, fluv_layout_piece *near)
{
    const fluv_layout_line *line = &plan->lines[lake->line];
    assert(lake->middle >= line->first_point &&
           lake->middle < line->first_point + line->point_count);
    place p = {.plan = plan,
               .x = x,
               .y = y,
               .root = sqrt(lake->stretch),
               .reach = fluv_layout_lake_reach(plan, lake),
               .least = most,
               .enough = enough,
               .best = *near};
    uint32_t last = line->first_point + line->point_count - 1;
    if (near->from && near->along < p.reach)
        look_at(&p, near->from, near->to, near->along, near->steeper);
    uint32_t up = look_along(&p, lake->middle, line->first_point, 0.0, 1.0);
    uint32_t down = look_along(&p, lake->middle, last, 0.0, 1.0);
    if (p.least >= enough)
        look_at_tributaries(&p, lake, up, down);
    *near = p.best;
    return p.least;
}

static double with_noise(const fluv_layout *plan, const fluv_layout_lake *lake, double x, double y,
                         double axis)
{
    float value = 0.0F;
    fluv_noise noise = {.key = plan->outline_key,
                        .wavelength = plan->bays * lake->radius,
                        .octaves = plan->outline_octaves,
                        .gain = 0.5,
                        .lacunarity = 2.0};
    fluv_noise_points(&noise, &x, &y, 1, &value);
    double swing = fmax(-1.0, fmin(1.0, SWING * (double)value));
    return axis / lake->radius * exp(-plan->outline * swing);
}

double fluv_layout_lake_at(const fluv_layout *plan, const fluv_layout_lake *lake, double x,
                           double y)
{
    if (lake->placed)
        return fluv_outline_holds(&lake->shore, x, y) ? 0.5 : 2.0;
    fluv_layout_piece near = {0};
    return with_noise(plan, lake, x, y, axis_at(plan, lake, x, y, 0.0, INFINITY, &near));
}

bool fluv_layout_lake_holds(const fluv_layout *plan, const fluv_layout_lake *lake, double x,
                            double y, double within, fluv_layout_piece *near)
{
    assert(within > 0.0);
    if (lake->placed)
        return fluv_layout_lake_at(plan, lake, x, y) < within;
    double usual = within * lake->radius, moved = exp(plan->outline) * (1.0 + SLACK);
    double axis = axis_at(plan, lake, x, y, usual / moved * (1.0 - SLACK), usual * moved, near);
    if (axis >= usual * moved)
        return false;
    return axis * moved < usual || with_noise(plan, lake, x, y, axis) < within;
}

double fluv_layout_lake_reach(const fluv_layout *plan, const fluv_layout_lake *lake)
{
    return lake->placed ? lake->radius : lake->radius * sqrt(lake->stretch) * exp(plan->outline);
}
