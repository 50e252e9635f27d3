// SPDX-License-Identifier: MIT
/* Rivers and mouths drawn by hand, checked before anything grows from them.
 *
 * in   shapes, rings        out   mouths on the coast, rivers inside it, what each river ends on
 *
 * A river ends on what one of its ends lies nearest to: the coast, or another river, which it
 * joins. That end is moved there. Rivers on the coast are placed first, then those that join one
 * that is placed, until none is left.  O(points^2). */
#include "stages/contour/contour.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define NEAR  0.12  /* of the land's size: how far from the coast, bays and all, a mouth may be */
#define JOIN  0.04  /* of the land's size: how far from a river one that joins it may end */
#define STEP  0.002 /* of the land's size: between looks at whether a river is on land */
#define APART 1e-6  /* of its first piece: where a river is no longer part of the one it joins */

typedef struct placer {
    const fluv_drawing *d;
    const fluv_rings *drawn;
    fluv_list *mouths; /* fluv_mouth */
    fluv_rings *lines; /* rivers that are placed */
    fluv_list *feet;   /* fluv_sketch_foot, one a line */
    uint32_t *number;  /* a line: its place in `drawn` */
    uint32_t *target;  /* one drawn: the one drawn that it joins, FLUV_NONE: the coast */
    uint8_t *placed;   /* one drawn */
} placer;

/* ---- Where rivers end ---- */

/* A place on one of several lines. */
typedef struct spot {
    uint32_t line; /* FLUV_NONE: nowhere */
    fluv_vec at;
    double distance; /* from where it was looked for */
    double way;      /* from the line's beginning */
} spot;

static spot nearest_spot(const fluv_rings *lines, size_t but, fluv_vec p)
{
    spot best = {.line = FLUV_NONE, .distance = INFINITY};
    for (size_t k = 0; k < lines->first_point.count; k++) {
        size_t count;
        const double *xy = fluv_rings_read(lines, k, &count);
        double way = 0.0;
        for (size_t i = 0; k != but && i + 1 < count; i++) {
            fluv_vec a = {xy[2 * i], xy[2 * i + 1]}, b = {xy[2 * i + 2], xy[2 * i + 3]};
            double along = fluv_segment_along(a, b, p), piece = fluv_vec_distance(a, b);
            fluv_vec at = fluv_between(a, b, along);
            double distance = fluv_vec_distance(at, p);
            if (distance < best.distance)
                best = (spot){(uint32_t)k, at, distance, way + along * piece};
            way += piece;
        }
    }
    return best;
}

/* First and last point of a drawn river. */
static fluv_vec end_of(const fluv_rings *rivers, size_t river, bool last)
{
    size_t count;
    const double *xy = fluv_rings_read(rivers, river, &count);
    const double *at = last ? xy + 2 * (count - 1) : xy;
    return (fluv_vec){at[0], at[1]};
}

/* Where the lines are nearest to an end of the river, and whether that is its last. */
static spot foot_on(const placer *p, const fluv_rings *lines, size_t but, size_t river, bool *last)
{
    spot first = nearest_spot(lines, but, end_of(p->drawn, river, false));
    spot end = nearest_spot(lines, but, end_of(p->drawn, river, true));
    *last = end.distance < first.distance;
    return *last ? end : first;
}

/* Distance of the coast from that end of a river which is nearer to it. */
static double coast_from(const placer *p, size_t river)
{
    return fmin(fluv_domain_shore(&p->d->domain, end_of(p->drawn, river, false)),
                fluv_domain_shore(&p->d->domain, end_of(p->drawn, river, true)));
}

/* The river that a river joins, FLUV_NONE: it reaches the coast. */
static uint32_t joined_by(const placer *p, size_t river)
{
    bool last;
    spot foot = foot_on(p, p->drawn, river, river, &last);
    bool joins = foot.distance <= JOIN * p->d->size && foot.distance < coast_from(p, river);
    return joins ? foot.line : FLUV_NONE;
}

/* ---- Placing ---- */

static fluv_status add_mouth(fluv_ctx *ctx, const fluv_drawing *d, const char *what, size_t number,
                             fluv_mouth at, fluv_list *mouths)
{
    fluv_vec p = {at.x, at.y};
    fluv_nearest near = fluv_segments_nearest(&d->domain.border, p, NEAR * d->size);
    if (near.segment == FLUV_NONE)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "contour: %s %zu: %g, %g is farther than %.0f m from the coast: %s", what,
                         number, p.x, p.y, NEAR * d->size,
                         strcmp(what, "river") == 0 ? "a river ends there or on another river"
                                                    : "a mouth lies on it");
    const fluv_segment *piece = &d->domain.border.list[near.segment];
    p = fluv_between(piece->a, piece->b, near.along);
    fluv_mouth *mouth = fluv_list_append(ctx, mouths, 1, sizeof *mouth);
    if (!mouth)
        return FLUV_NO_MEMORY;
    *mouth = (fluv_mouth){p.x, p.y, at.weight};
    return FLUV_OK;
}

/* From `free` m above its foot on, a river is on land: at its mouth, which was moved to the coast,
 * it may be drawn over it. */
static fluv_status keep_on_land(fluv_ctx *ctx, const placer *p, size_t river, double free)
{
    const fluv_drawing *d = p->d;
    size_t count;
    const double *xy = fluv_rings_read(p->lines, p->lines->first_point.count - 1, &count);
    double way = 0.0, step = STEP * d->size;
    for (size_t i = 0; i + 1 < count; i++) {
        fluv_vec a = {xy[2 * i], xy[2 * i + 1]}, b = {xy[2 * i + 2], xy[2 * i + 3]};
        double piece = fluv_vec_distance(a, b), parts = ceil(piece / step);
        for (double k = 1.0; k <= parts; k++) {
            fluv_vec at = fluv_between(a, b, k / parts);
            if (way + piece * k / parts > free && !fluv_domain_holds(&d->domain, at))
                return fluv_fail(ctx, FLUV_BAD_RECIPE,
                                 "contour: river %zu leaves the land at %g, %g", river + 1, at.x,
                                 at.y);
        }
        way += piece;
    }
    if (!(way > 0.0))
        return fluv_fail(ctx, FLUV_BAD_RECIPE, "contour: river %zu has no length", river + 1);
    return FLUV_OK;
}

/* Appends a river from its foot up. */
static fluv_status add_line(fluv_ctx *ctx, placer *p, size_t river, bool turn,
                            fluv_sketch_foot foot, fluv_vec at)
{
    size_t count;
    const double *xy = fluv_rings_read(p->drawn, river, &count);
    fluv_sketch_foot *to = fluv_list_append(ctx, p->feet, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = foot;
    p->number[p->feet->count - 1] = (uint32_t)river;
    assert(!p->placed[river]);
    p->placed[river] = 1;
    FLUV_TRY(fluv_rings_add(ctx, xy, count, turn, p->lines));
    double *line = (double *)p->lines->xy.items + p->lines->xy.count - 2 * count;
    line[0] = at.x;
    line[1] = at.y;
    return FLUV_OK;
}

/* Takes out the points after the mouth that are off the coast. */
static void leave_sea(placer *p)
{
    size_t line = p->lines->first_point.count - 1, count, off = 0;
    double *xy = (double *)p->lines->xy.items +
                 2 * (size_t)((const uint32_t *)p->lines->first_point.items)[line];
    fluv_rings_read(p->lines, line, &count);
    while (off + 2 < count &&
           !fluv_domain_holds(&p->d->domain, (fluv_vec){xy[2 * off + 2], xy[2 * off + 3]}))
        off++;
    p->lines->xy.count -= 2 * off;
    assert(count - off >= 2);
    memmove(xy + 2, xy + 2 + 2 * off, 2 * (count - off - 1) * sizeof *xy);
}

static fluv_status add_at_coast(fluv_ctx *ctx, placer *p, size_t river)
{
    fluv_vec first = end_of(p->drawn, river, false), last = end_of(p->drawn, river, true);
    bool turn = fluv_domain_shore(&p->d->domain, last) < fluv_domain_shore(&p->d->domain, first);
    fluv_vec low = turn ? last : first;
    FLUV_TRY(add_mouth(ctx, p->d, "river", river + 1, (fluv_mouth){low.x, low.y, 1.0}, p->mouths));
    const fluv_mouth *mouth = (const fluv_mouth *)p->mouths->items + p->mouths->count - 1;
    FLUV_TRY(add_line(ctx, p, river, turn, (fluv_sketch_foot){.into = FLUV_NONE},
                      (fluv_vec){mouth->x, mouth->y}));
    leave_sea(p);
    return keep_on_land(ctx, p, river, NEAR * p->d->size);
}

static fluv_status add_joining(fluv_ctx *ctx, placer *p, size_t river)
{
    bool last;
    spot foot = foot_on(p, p->lines, SIZE_MAX, river, &last);
    assert(foot.line < p->feet->count); /* what it joins is placed */
    fluv_sketch_foot into = {.into = foot.line, .way = foot.way};
    FLUV_TRY(add_line(ctx, p, river, last, into, foot.at));
    return keep_on_land(ctx, p, river, 0.0);
}

static size_t nearest_to_coast(const placer *p)
{
    size_t best = 0;
    double least = INFINITY;
    for (size_t i = 0; i < p->drawn->first_point.count; i++) {
        double far = p->placed[i] ? INFINITY : coast_from(p, i);
        best = far < least ? i : best;
        least = fmin(far, least);
    }
    return best;
}

/* Rivers at the coast, then what joins them, and so on; where rivers join each other alone, the one
 * nearest to the coast goes there. */
static fluv_status place_all(fluv_ctx *ctx, placer *p)
{
    size_t rivers = p->drawn->first_point.count;
    for (size_t i = 0; i < rivers; i++) {
        p->target[i] = joined_by(p, i);
        if (p->target[i] == FLUV_NONE)
            FLUV_TRY(add_at_coast(ctx, p, i));
        FLUV_TRY(fluv_advance(ctx, 0.5));
    }
    while (p->feet->count < rivers) {
        size_t before = p->feet->count;
        for (size_t i = 0; i < rivers; i++)
            if (!p->placed[i] && p->placed[p->target[i]])
                FLUV_TRY(add_joining(ctx, p, i));
        if (p->feet->count == before)
            FLUV_TRY(add_at_coast(ctx, p, nearest_to_coast(p)));
        FLUV_TRY(fluv_advance(ctx, 0.55));
    }
    return FLUV_OK;
}

/* ---- Crossings ---- */

/* Point i of the lines; the first of one that joins another, a little above it. */
static fluv_vec point_at(const placer *p, uint32_t line, size_t i)
{
    const double *xy = (const double *)p->lines->xy.items + 2 * i;
    const fluv_sketch_foot *foot = (const fluv_sketch_foot *)p->feet->items + line;
    fluv_vec at = {xy[0], xy[1]};
    if (foot->into == FLUV_NONE || i != ((const uint32_t *)p->lines->first_point.items)[line])
        return at;
    return fluv_between(at, (fluv_vec){xy[2], xy[3]}, APART);
}

static bool pieces_meet(const placer *p, const uint32_t *line, size_t i, size_t k)
{
    return fluv_segments_meet(point_at(p, line[i], i), point_at(p, line[i], i + 1),
                              point_at(p, line[k], k), point_at(p, line[k], k + 1));
}

static fluv_status refuse_crossing(fluv_ctx *ctx, const placer *p, const uint32_t *line, size_t i,
                                   size_t k)
{
    fluv_vec a = point_at(p, line[i], i), b = point_at(p, line[i], i + 1);
    fluv_vec c = point_at(p, line[k], k), d = point_at(p, line[k], k + 1);
    fluv_vec way = fluv_minus(b, a), other = fluv_minus(d, c);
    double turn = fluv_cross(way, other); /* 0: one lies along the other */
    double along = turn != 0.0 ? fluv_cross(fluv_minus(c, a), other) / turn : 0.0;
    fluv_vec at = turn != 0.0 ? fluv_between(a, b, along) : c;
    if (line[i] == line[k])
        return fluv_fail(ctx, FLUV_BAD_RECIPE, "contour: river %u crosses itself near %g, %g",
                         p->number[line[i]] + 1, at.x, at.y);
    return fluv_fail(ctx, FLUV_BAD_RECIPE, "contour: river %u crosses river %u near %g, %g",
                     p->number[line[i]] + 1, p->number[line[k]] + 1, at.x, at.y);
}

/* Pieces of lines may meet where one follows the other, nowhere else. */
static fluv_status check_crossings(fluv_ctx *ctx, const placer *p)
{
    size_t points = p->lines->xy.count / 2, count = 0;
    uint32_t *line = fluv_scratch(ctx, points, sizeof *line); /* of a point */
    if (!line)
        return FLUV_NO_MEMORY;
    const uint32_t *first = p->lines->first_point.items;
    for (size_t i = 0, k = 0; i < points; i++) {
        k += k + 1 < p->lines->first_point.count && first[k + 1] == i;
        line[i] = (uint32_t)k;
    }
    for (size_t i = 0; i + 1 < points; i++)
        for (size_t k = i + 2; k + 1 < points; k++) {
            if (line[i] != line[i + 1] || line[k] != line[k + 1])
                continue;
            if (pieces_meet(p, line, i, k))
                return refuse_crossing(ctx, p, line, i, k);
            if (count++ % 1000000 == 0)
                FLUV_TRY(fluv_advance(ctx, 0.6));
        }
    return FLUV_OK;
}

fluv_status fluv_contour_drawn(fluv_ctx *ctx, const fluv_shapes *shapes, const fluv_rings *rings,
                               fluv_sketched *out)
{
    size_t rivers = shapes->rivers.first_point.count;
    if (!rivers && !shapes->mouths.count)
        return FLUV_OK;
    fluv_drawing d;
    FLUV_TRY(fluv_drawing_study(ctx, rings, &d));
    placer p = {.d = &d,
                .drawn = &shapes->rivers,
                .mouths = &out->mouths,
                .lines = &out->lines,
                .feet = &out->feet,
                .number = fluv_scratch(ctx, rivers + 1, sizeof *p.number),
                .target = fluv_scratch(ctx, rivers + 1, sizeof *p.target),
                .placed = fluv_scratch_zero(ctx, rivers + 1, 1)};
    if (!p.number || !p.target || !p.placed)
        return FLUV_NO_MEMORY;
    FLUV_TRY(place_all(ctx, &p));
    FLUV_TRY(check_crossings(ctx, &p));
    const fluv_mouth *given = shapes->mouths.items;
    for (size_t i = 0; i < shapes->mouths.count; i++)
        FLUV_TRY(add_mouth(ctx, &d, "mouth", i + 1, given[i], &out->mouths));
    return FLUV_OK;
}
