// SPDX-License-Identifier: MIT
/* Which rings of a drawing are holes.
 *
 * in   rings that do not cross        out   for each whether it lies inside an odd number of others
 *
 * Land and water take turns from outside in: a ring inside another is a lagoon in its land, one
 * inside that an island in the lagoon, however they were drawn. Rings do not cross, so any point of
 * a ring tells for all of it.  O(rings * points of those whose boxes hold it). */
#include "stages/contour/contour.h"

#include <assert.h>
#include <math.h>

static fluv_box box_of(const double *xy, size_t count)
{
    fluv_box box = {{xy[0], xy[1]}, {xy[0], xy[1]}};
    for (size_t i = 1; i < count; i++) {
        box.low = (fluv_vec){fmin(box.low.x, xy[2 * i]), fmin(box.low.y, xy[2 * i + 1])};
        box.high = (fluv_vec){fmax(box.high.x, xy[2 * i]), fmax(box.high.y, xy[2 * i + 1])};
    }
    return box;
}

static bool in_box(const fluv_box *box, fluv_vec p)
{
    return p.x >= box->low.x && p.x <= box->high.x && p.y >= box->low.y && p.y <= box->high.y;
}

/* By the pieces that a line from the point to the east crosses. */
static bool in_ring(const double *xy, size_t count, fluv_vec p)
{
    assert(count >= 3);
    bool inside = false;
    for (size_t i = 0, k = count - 1; i < count; k = i++) {
        const double *a = xy + 2 * k, *b = xy + 2 * i;
        if ((a[1] <= p.y) == (b[1] <= p.y))
            continue;
        inside ^= a[0] + (p.y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) > p.x;
    }
    return inside;
}

fluv_status fluv_rings_holes(fluv_ctx *ctx, const fluv_rings *rings, uint8_t **out)
{
    size_t count = rings->first_point.count, points;
    uint8_t *hole = fluv_scratch_zero(ctx, count + 1, 1);
    fluv_box *boxes = fluv_scratch(ctx, count + 1, sizeof *boxes);
    if (!hole || !boxes)
        return FLUV_NO_MEMORY;
    for (size_t r = 0; r < count; r++) {
        const double *xy = fluv_rings_read(rings, r, &points);
        assert(points > 0);
        boxes[r] = box_of(xy, points);
    }
    for (size_t r = 0; r < count; r++) {
        const double *xy = fluv_rings_read(rings, r, &points);
        fluv_vec p = {xy[0], xy[1]};
        for (size_t k = 0; k < count; k++) {
            const double *other = fluv_rings_read(rings, k, &points);
            if (k != r && in_box(&boxes[k], p))
                hole[r] ^= in_ring(other, points, p);
        }
        if (r % 256 == 0)
            FLUV_TRY(fluv_advance(ctx, 0.2));
    }
    fluv_scratch_drop(ctx, boxes);
    *out = hole;
    return FLUV_OK;
}

static void turn_around(double *xy, size_t count)
{
    for (size_t i = 0, k = count - 1; i < k; i++, k--) {
        double x = xy[2 * i], y = xy[2 * i + 1];
        xy[2 * i] = xy[2 * k];
        xy[2 * i + 1] = xy[2 * k + 1];
        xy[2 * k] = x;
        xy[2 * k + 1] = y;
    }
}

fluv_status fluv_rings_nest(fluv_ctx *ctx, fluv_rings *rings)
{
    uint8_t *hole;
    FLUV_TRY(fluv_rings_holes(ctx, rings, &hole));
    for (size_t r = 0; r < rings->first_point.count; r++) {
        size_t count;
        const double *xy = fluv_rings_read(rings, r, &count);
        if ((fluv_ring_turn(xy, count) < 0.0) != hole[r])
            turn_around((double *)rings->xy.items + (xy - (const double *)rings->xy.items), count);
    }
    fluv_scratch_drop(ctx, hole);
    return FLUV_OK;
}
