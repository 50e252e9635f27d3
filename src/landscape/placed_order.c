// SPDX-License-Identifier: MIT
/* Which placed rivers others end on.
 *
 * in   lines     out   the rivers, in an order in which each finds the one it ends on
 *
 * O(rivers^2 + points of lines that another's end is near to). */
#include "field/segments.h"
#include "landscape/placed.h"

#include <math.h>

/* West, east, south, north of a river's line. */
static void find_box(const fluv_placed *placed, const fluv_placed_river *r, double box[4])
{
    const double *xy = placed->xy + 2 * (size_t)r->first_point;
    box[0] = box[2] = INFINITY;
    box[1] = box[3] = -INFINITY;
    for (size_t i = 0; i < 2 * (size_t)r->point_count; i++) {
        double *side = box + (i % 2 ? 2 : 0);
        side[0] = fmin(side[0], xy[i]);
        side[1] = fmax(side[1], xy[i]);
    }
}

static bool is_near(const double box[4], fluv_vec at, double near)
{
    return at.x > box[0] - near && at.x < box[1] + near && at.y > box[2] - near &&
           at.y < box[3] + near;
}

/* The river on whose line another one ends, not at its very end; FLUV_NONE: none. */
static uint32_t joined_by(const fluv_placed *placed, const double *boxes, size_t river, double near)
{
    const fluv_placed_river *r = &placed->rivers[river];
    const double *last = placed->xy + 2 * ((size_t)r->first_point + r->point_count - 1);
    const fluv_vec foot = {last[0], last[1]};
    double best = near;
    uint32_t joined = FLUV_NONE;
    for (size_t k = 0; k < placed->river_count; k++) {
        const fluv_placed_river *q = &placed->rivers[k];
        const double *xy = placed->xy + 2 * (size_t)q->first_point;
        bool may = k != river && is_near(&boxes[4 * k], foot, near);
        for (size_t p = 0; may && p + 1 < q->point_count; p++) {
            fluv_vec a = {xy[2 * p], xy[2 * p + 1]}, b = {xy[2 * p + 2], xy[2 * p + 3]};
            double far = fluv_segment_distance(a, b, foot);
            bool at_foot = p + 2 == q->point_count && fluv_vec_distance(b, foot) < near;
            if (far < best && !(at_foot && k > river)) {
                best = far;
                joined = (uint32_t)k;
            }
        }
    }
    return joined;
}

static fluv_status find_joined(fluv_ctx *ctx, const fluv_placed *placed, double near,
                               uint32_t *joined)
{
    double *boxes = fluv_scratch(ctx, 4 * placed->river_count, sizeof *boxes);
    if (!boxes)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < placed->river_count; i++)
        find_box(placed, &placed->rivers[i], &boxes[4 * i]);
    for (size_t i = 0; i < placed->river_count; i++) {
        joined[i] = joined_by(placed, boxes, i, near);
        FLUV_TRY(fluv_look(ctx));
    }
    fluv_scratch_drop(ctx, boxes);
    return FLUV_OK;
}

static double length_of(const fluv_placed *placed, uint32_t river)
{
    const fluv_placed_river *r = &placed->rivers[river];
    const double *xy = placed->xy + 2 * (size_t)r->first_point;
    double length = 0.0;
    for (size_t p = 0; p + 1 < r->point_count; p++)
        length += hypot(xy[2 * p + 2] - xy[2 * p], xy[2 * p + 3] - xy[2 * p + 1]);
    return length;
}

/* Rivers that end in one place end on each other, and each waits for the next: of those to which
 * the waiting of `from` leads, the longest. */
static uint32_t longest_in_ring(const fluv_placed *placed, const uint32_t *joined, uint32_t from)
{
    uint32_t at = from, longest;
    for (size_t i = 0; i < placed->river_count; i++)
        at = joined[at];
    longest = at;
    for (uint32_t other = joined[at]; other != at; other = joined[other])
        if (length_of(placed, other) > length_of(placed, longest))
            longest = other;
    return longest;
}

fluv_status fluv_placed_order(fluv_ctx *ctx, const fluv_placed *placed, double near,
                              uint32_t *order)
{
    size_t count = placed->river_count, done = 0;
    uint32_t *joined = fluv_scratch(ctx, count, sizeof *joined);
    uint8_t *taken = fluv_scratch_zero(ctx, count, sizeof *taken);
    if (!joined || !taken)
        return FLUV_NO_MEMORY;
    FLUV_TRY(find_joined(ctx, placed, near, joined));
    while (done < count) {
        size_t before = done;
        uint32_t waiting = FLUV_NONE;
        for (uint32_t i = 0; i < count; i++) {
            if (taken[i])
                continue;
            if (joined[i] != FLUV_NONE && !taken[joined[i]]) {
                waiting = i;
                continue;
            }
            taken[i] = 1;
            order[done++] = i;
        }
        if (done == before)
            joined[longest_in_ring(placed, joined, waiting)] = FLUV_NONE;
    }
    fluv_scratch_drop(ctx, taken);
    fluv_scratch_drop(ctx, joined);
    return FLUV_OK;
}
