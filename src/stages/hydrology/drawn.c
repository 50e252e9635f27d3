// SPDX-License-Identifier: MIT
/* What was drawn by hand: outline, mouths and rivers, checked before anything grows from them.
 *
 * in   parameters, rings        out   mouths on the coast, rivers inside it
 *
 * Mouths and the lower ends of rivers are moved to the coast nearby. */
#include "field/domain.h"
#include "stages/hydrology/contour.h"

#include <math.h>

#define NEAR 0.06 /* of the land's size: how far from the coast a mouth may be drawn */

typedef struct drawing {
    fluv_domain domain;
    double near; /* m */
} drawing;

static fluv_status study(fluv_ctx *ctx, const fluv_rings *rings, drawing *d)
{
    size_t count = rings->first_point.count;
    uint32_t *starts = fluv_scratch(ctx, count + 1, sizeof *starts);
    if (!starts)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        starts[i] = ((const uint32_t *)rings->first_point.items)[i];
    starts[count] = (uint32_t)(rings->xy.count / 2);
    const double *xy = rings->xy.items;
    fluv_outline outline = {.ring_count = count, .first_point = starts, .xy = xy};
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (size_t i = 0; i < rings->xy.count; i++) {
        low[i % 2] = fmin(low[i % 2], xy[i]);
        high[i % 2] = fmax(high[i % 2], xy[i]);
    }
    double size = fmax(high[0] - low[0], high[1] - low[1]);
    if (!(size > 0.0))
        return fluv_fail(ctx, FLUV_BAD_RECIPE, "contour.outline has no inside");
    FLUV_TRY(fluv_domain_init(ctx, &outline, size / 100.0, &d->domain));
    d->near = NEAR * size;
    uint32_t crossing = fluv_domain_crossing(&d->domain);
    if (crossing != FLUV_NONE)
        return fluv_fail(ctx, FLUV_BAD_RECIPE, "the outline crosses itself near %g, %g",
                         xy[2 * (size_t)crossing], xy[2 * (size_t)crossing + 1]);
    return FLUV_OK;
}

static fluv_status add_mouth(fluv_ctx *ctx, const drawing *d, const char *name, size_t number,
                             fluv_vec p, double weight, fluv_list *mouths)
{
    fluv_nearest near = fluv_segments_nearest(&d->domain.border, p, d->near);
    if (near.segment == FLUV_NONE)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "contour.%s[%zu]: %g, %g is farther than %.0f m from the coast: a mouth "
                         "lies on it",
                         name, number, p.x, p.y, d->near);
    const fluv_segment *piece = &d->domain.border.list[near.segment];
    fluv_vec at = fluv_between(piece->a, piece->b, near.along);
    fluv_mouth *mouth = fluv_list_append(ctx, mouths, 1, sizeof *mouth);
    if (!mouth)
        return FLUV_NO_MEMORY;
    *mouth = (fluv_mouth){at.x, at.y, weight};
    return FLUV_OK;
}

static fluv_status add_river(fluv_ctx *ctx, const drawing *d, const fluv_contour_river *river,
                             size_t number, fluv_list *mouths, fluv_rings *sketches)
{
    const fluv_point *line = river->line.rows;
    FLUV_TRY(add_mouth(ctx, d, "rivers", number, (fluv_vec){line[0].x, line[0].y}, 1.0, mouths));
    const fluv_mouth *mouth = (const fluv_mouth *)mouths->items + mouths->count - 1;
    uint32_t *first = fluv_list_append(ctx, &sketches->first_point, 1, sizeof *first);
    if (!first)
        return FLUV_NO_MEMORY;
    *first = (uint32_t)(sketches->xy.count / 2);
    double *to = fluv_list_append(ctx, &sketches->xy, 2 * river->line.count, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    to[0] = mouth->x;
    to[1] = mouth->y;
    for (size_t i = 1; i < river->line.count; i++) {
        fluv_vec p = {line[i].x, line[i].y};
        if (!fluv_domain_holds(&d->domain, p))
            return fluv_fail(ctx, FLUV_BAD_RECIPE, "contour.rivers[%zu] leaves the land at %g, %g",
                             number, p.x, p.y);
        to[2 * i] = p.x;
        to[2 * i + 1] = p.y;
    }
    return FLUV_OK;
}

static fluv_vec point_at(const fluv_rings *lines, size_t i)
{
    const double *xy = lines->xy.items;
    return (fluv_vec){xy[2 * i], xy[2 * i + 1]};
}

/* Pieces of lines may meet where one follows the other, nowhere else. */
static fluv_status check_crossings(fluv_ctx *ctx, const fluv_rings *lines)
{
    size_t points = lines->xy.count / 2, count = 0;
    const uint32_t *first = lines->first_point.items;
    uint8_t *begins = fluv_scratch_zero(ctx, points + 1, 1);
    if (!begins)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < lines->first_point.count; i++)
        begins[first[i]] = 1;
    begins[points] = 1;
    for (size_t i = 0; i + 1 < points; i++)
        for (size_t k = i + 1; k + 1 < points; k++, count++) {
            if (begins[i + 1] || begins[k + 1] || (k == i + 1))
                continue;
            if (fluv_segments_meet(point_at(lines, i), point_at(lines, i + 1), point_at(lines, k),
                                   point_at(lines, k + 1)))
                return fluv_fail(ctx, FLUV_BAD_RECIPE, "contour.rivers: lines cross near %g, %g",
                                 point_at(lines, k).x, point_at(lines, k).y);
            if (count % 1000000 == 0)
                FLUV_TRY(fluv_advance(ctx, 0.6));
        }
    return FLUV_OK;
}

fluv_status fluv_contour_drawn(fluv_ctx *ctx, const fluv_contour_params *p, const fluv_rings *rings,
                               fluv_list *mouths, fluv_rings *sketches)
{
    if (!p->outline.count && !p->places.count && !p->rivers.count)
        return FLUV_OK;
    drawing d;
    FLUV_TRY(study(ctx, rings, &d));
    for (size_t i = 0; i < p->rivers.count; i++)
        FLUV_TRY(add_river(ctx, &d, &p->rivers.rows[i], i + 1, mouths, sketches));
    FLUV_TRY(check_crossings(ctx, sketches));
    for (size_t i = 0; i < p->places.count; i++) {
        const fluv_contour_mouth *place = &p->places.rows[i];
        FLUV_TRY(add_mouth(ctx, &d, "places", i + 1, (fluv_vec){place->x, place->y}, place->weight,
                           mouths));
    }
    return FLUV_OK;
}
