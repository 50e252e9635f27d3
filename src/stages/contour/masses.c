// SPDX-License-Identifier: MIT
/* Masses of land: which rings go around them, and which are holes.
 *
 * in   rings that do not cross        out   the same, turned and grouped by mass
 *
 * Land and water take turns from outside in: a ring inside another is a lagoon in its land, one
 * inside that an island in the lagoon, however they were drawn. Rings do not cross, so any point of
 * a ring tells for all of it.  O(rings * points of those whose boxes hold it). */
#include "stages/contour/contour.h"

#include <assert.h>
#include <math.h>

static fluv_box box_of(const double *xy, size_t count)
{
    assert(count > 0);
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

/* How rings lie in each other. Scratch memory. */
typedef struct nesting {
    size_t count;
    fluv_box *boxes;
    uint32_t *depth;  /* of a ring: how many go around it */
    uint32_t *around; /* of a ring: the innermost that goes around it, FLUV_NONE: none */
} nesting;

static bool holds(const fluv_rings *rings, const nesting *n, size_t ring, fluv_vec p)
{
    size_t points;
    const double *xy = fluv_rings_read(rings, ring, &points);
    return in_box(&n->boxes[ring], p) && fluv_ring_holds(xy, points, p.x, p.y);
}

/* Rings do not cross: of those around a ring, the innermost lies in all others. */
static void find_around(const fluv_rings *rings, nesting *n, size_t ring)
{
    assert(ring < n->count);
    size_t points;
    const double *xy = fluv_rings_read(rings, ring, &points);
    fluv_vec p = {xy[0], xy[1]};
    n->depth[ring] = 0;
    n->around[ring] = FLUV_NONE;
    for (uint32_t k = 0; k < n->count; k++) {
        if (k == ring || !holds(rings, n, k, p))
            continue;
        n->depth[ring]++;
        const double *best =
            n->around[ring] == FLUV_NONE ? NULL : fluv_rings_read(rings, n->around[ring], &points);
        const double *other = fluv_rings_read(rings, k, &points);
        if (!best || holds(rings, n, n->around[ring], (fluv_vec){other[0], other[1]}))
            n->around[ring] = k;
    }
}

static fluv_status find_nesting(fluv_ctx *ctx, const fluv_rings *rings, nesting *n)
{
    n->count = rings->first_point.count;
    n->boxes = fluv_scratch(ctx, n->count + 1, sizeof *n->boxes);
    n->depth = fluv_scratch(ctx, n->count + 1, sizeof *n->depth);
    n->around = fluv_scratch(ctx, n->count + 1, sizeof *n->around);
    if (!n->boxes || !n->depth || !n->around)
        return FLUV_NO_MEMORY;
    for (size_t r = 0; r < n->count; r++) {
        size_t points;
        const double *xy = fluv_rings_read(rings, r, &points);
        assert(points > 0);
        n->boxes[r] = box_of(xy, points);
    }
    for (size_t r = 0; r < n->count; r++) {
        find_around(rings, n, r);
        if (r % 256 == 0)
            FLUV_TRY(fluv_advance(ctx, 0.2));
    }
    return FLUV_OK;
}

/* Holes run clockwise, all others counter-clockwise. */
static fluv_status take_ring(fluv_ctx *ctx, const fluv_rings *from, size_t ring, bool hole,
                             fluv_rings *to)
{
    size_t count;
    const double *xy = fluv_rings_read(from, ring, &count);
    return fluv_rings_add(ctx, xy, count, (fluv_ring_turn(xy, count) < 0.0) != hole, to);
}

static fluv_status end_mass(fluv_ctx *ctx, const fluv_rings *rings, fluv_list *first_ring)
{
    uint32_t *first = fluv_list_append(ctx, first_ring, 1, sizeof *first);
    if (!first)
        return FLUV_NO_MEMORY;
    *first = (uint32_t)rings->first_point.count;
    return FLUV_OK;
}

static fluv_status group(fluv_ctx *ctx, const fluv_rings *from, const nesting *n, fluv_rings *to,
                         fluv_list *first_ring)
{
    FLUV_TRY(end_mass(ctx, to, first_ring));
    for (size_t r = 0; r < n->count; r++) {
        if (n->depth[r] % 2)
            continue;
        FLUV_TRY(take_ring(ctx, from, r, false, to));
        for (size_t k = 0; k < n->count; k++)
            if (n->depth[k] % 2 && n->around[k] == r)
                FLUV_TRY(take_ring(ctx, from, k, true, to));
        FLUV_TRY(end_mass(ctx, to, first_ring));
    }
    return FLUV_OK;
}

fluv_status fluv_masses_find(fluv_ctx *ctx, fluv_masses *masses)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_rings grouped = {0};
    nesting n;
    fluv_status status = find_nesting(ctx, &masses->rings, &n);
    if (status == FLUV_OK)
        status = group(ctx, &masses->rings, &n, &grouped, &masses->first_ring);
    fluv_scratch_release(ctx, mark);
    fluv_rings *unused = status == FLUV_OK ? &masses->rings : &grouped;
    fluv_rings_free(unused);
    if (status == FLUV_OK)
        masses->rings = grouped;
    return status;
}

uint32_t fluv_mass_of_ring(const fluv_masses *masses, size_t ring)
{
    assert(ring < masses->rings.first_point.count);
    const uint32_t *first = masses->first_ring.items;
    uint32_t mass = 0;
    while (first[mass + 1] <= ring)
        mass++;
    return mass;
}

void fluv_masses_free(fluv_masses *masses)
{
    fluv_rings_free(&masses->rings);
    fluv_list_free(&masses->first_ring);
}

bool fluv_rings_hold(const fluv_rings *rings, fluv_vec p)
{
    bool inside = false;
    for (size_t r = 0; r < rings->first_point.count; r++) {
        size_t count;
        const double *xy = fluv_rings_read(rings, r, &count);
        inside ^= fluv_ring_holds(xy, count, p.x, p.y);
    }
    return inside;
}
