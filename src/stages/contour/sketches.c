// SPDX-License-Identifier: MIT
/* Rivers and mouths drawn by hand, checked before anything grows from them.
 *
 * in   shapes, rings, rivers that are there        out   mouths on the coast, rivers inside it,
 * what each river ends on
 *
 * A river ends on what one of its ends lies nearest to: the coast, or another river, which it
 * joins. Rivers on the coast are placed first, then those that join one that is placed, until none
 * is left. Between their points they then stray from the line (knots.c).  O(points^2). */
#include "stages/contour/feet.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define NEAR 0.09 /* of the frame's side: how far from the coast a mouth may be placed */
#define JOIN                                                                                       \
    0.03           /* of the frame's side: by how much a river may be drawn over the one it joins  \
                    */
#define APART 1e-6 /* of its first piece: where a river is no longer part of the one it joins */

#define THERE (FLUV_NONE - 1) /* a target: a river that was there before */

typedef struct placer {
    const fluv_drawing *d;
    const fluv_masses *masses;
    const fluv_drawn *of;
    const fluv_rings *drawn;
    const fluv_list *which; /* uint32_t: the placed rivers that the last of them are */
    bool lenient;           /* what does not fit is left out */
    size_t left_out;        /* so many were */
    const double *weights;  /* one drawn; NULL: they keep to their lines */
    size_t there;           /* lines that were there before: they stay as they are */
    fluv_list *mouths;      /* fluv_mouth */
    fluv_rings lines;       /* rivers that are placed */
    fluv_list *feet;        /* fluv_sketch_foot, one a line */
    fluv_drawn_line line;   /* the one at hand */
    uint32_t *number;       /* a line: its place in `drawn`, FLUV_NONE: it was there */
    uint32_t *target; /* one drawn: the one drawn that it joins, THERE, FLUV_NONE: the coast */
    uint8_t *placed;  /* one drawn */
} placer;

/* ---- Messages ---- */

/* What a drawn river is called, and who asked for it. */
typedef struct label {
    char param[40];
    char name[FLUV_NAME_ROOM + 8];
} label;

static const fluv_placed_river *placed_of(const placer *p, size_t river)
{
    const uint32_t *which = p->which->items;
    size_t first = p->drawn->first_point.count - p->which->count;
    return river == FLUV_NONE || river < first ? NULL
                                               : &p->of->placed->rivers[which[river - first]];
}

static label label_of(const placer *p, size_t river)
{
    const fluv_placed_river *placed = placed_of(p, river);
    size_t first = p->drawn->first_point.count - p->which->count - p->of->rivers_by_hand;
    label is = {.param = "contour.file"};
    if (placed)
        snprintf(is.name, sizeof is.name, "%s", fluv_called(placed->name));
    else if (river == FLUV_NONE)
        snprintf(is.name, sizeof is.name, "of contour");
    else
        snprintf(is.name, sizeof is.name, "%zu", river + 1);
    if (placed)
        snprintf(is.param, sizeof is.param, "place");
    else if (river != FLUV_NONE && river >= first)
        snprintf(is.param, sizeof is.param, "contour.rivers[%zu]", river - first);
    return is;
}

/* A failure about a drawn river: of `place`, it points there. */
static fluv_status about(fluv_ctx *ctx, const placer *p, size_t river, fluv_status failure)
{
    const fluv_placed_river *placed = placed_of(p, river);
    return placed ? fluv_blame(ctx, &placed->by, failure) : failure;
}

/* ---- Where rivers end ---- */

/* First and last point of a drawn river. */
static fluv_vec end_of(const fluv_rings *rivers, size_t river, bool last)
{
    size_t count;
    const double *xy = fluv_rings_read(rivers, river, &count);
    assert(count > 0);
    const double *at = last ? xy + 2 * (count - 1) : xy;
    return (fluv_vec){at[0], at[1]};
}

/* Whether a river may end with its first or last point: one that was placed runs from its source
 * down, unless that lies in the sea and its end does not. */
static bool may_end(const placer *p, size_t river, bool last)
{
    if (!placed_of(p, river))
        return true;
    bool turned = !fluv_domain_holds(&p->d->domain, end_of(p->drawn, river, false)) &&
                  fluv_domain_holds(&p->d->domain, end_of(p->drawn, river, true));
    return last != turned;
}

/* Where the lines are nearest to an end of the river, and whether that is its last. */
static fluv_spot_on_line foot_on(const placer *p, const fluv_rings *lines, size_t but, size_t river,
                                 bool *last)
{
    fluv_spot_on_line first = fluv_spot_nearest(lines, but, end_of(p->drawn, river, false));
    fluv_spot_on_line end = fluv_spot_nearest(lines, but, end_of(p->drawn, river, true));
    first.distance = may_end(p, river, false) ? first.distance : INFINITY;
    end.distance = may_end(p, river, true) ? end.distance : INFINITY;
    *last = end.distance < first.distance || !may_end(p, river, false);
    return *last ? end : first;
}

/* Distance of the coast from an end of a river; one in the sea has passed it. */
static double coast_from(const placer *p, size_t river, bool last)
{
    fluv_vec end = end_of(p->drawn, river, last);
    if (!may_end(p, river, last))
        return INFINITY;
    double far = fluv_domain_shore(&p->d->domain, end);
    return fluv_domain_holds(&p->d->domain, end) ? far : -far;
}

static double coast_nearest(const placer *p, size_t river)
{
    return fmin(coast_from(p, river, false), coast_from(p, river, true));
}

/* The river that a river joins, FLUV_NONE: it reaches the coast. `before`: those that were there.
 */
static uint32_t joined_by(const placer *p, const fluv_rings *before, size_t river)
{
    bool last;
    fluv_spot_on_line foot = foot_on(p, p->drawn, river, river, &last);
    double coast = coast_nearest(p, river);
    if (p->there &&
        foot_on(p, before, SIZE_MAX, river, &last).distance < fmin(coast, foot.distance))
        return THERE;
    return foot.distance < coast ? foot.line : FLUV_NONE;
}

/* ---- Placing ---- */

static uint32_t mass_at(const placer *p, uint32_t point)
{
    assert(point < p->masses->rings.xy.count / 2);
    const uint32_t *first = p->masses->rings.first_point.items;
    size_t ring = p->masses->rings.first_point.count - 1;
    while (first[ring] > point)
        ring--;
    return fluv_mass_of_ring(p->masses, ring);
}

static fluv_status add_mouth(fluv_ctx *ctx, placer *p, fluv_mouth at)
{
    fluv_mouth *mouth = fluv_list_append(ctx, p->mouths, 1, sizeof *mouth);
    if (!mouth)
        return FLUV_NO_MEMORY;
    *mouth = at;
    return FLUV_OK;
}

/* A failure about a mouth: one that was placed points there. */
static fluv_status about_mouth(fluv_ctx *ctx, const placer *p, const fluv_mouth *at,
                               fluv_status failure)
{
    for (size_t i = 0; i < p->of->placed->spot_count; i++) {
        const fluv_placed_spot *spot = &p->of->placed->spots[i];
        if (spot->kind == FLUV_SPOT_MOUTH && spot->x == at->x && spot->y == at->y)
            return fluv_blame(ctx, &spot->by, failure);
    }
    return failure;
}

/* The parameter that gives a mouth, by its number from 1. */
static void name_mouth(const placer *p, size_t number, char *name, size_t size)
{
    size_t listed = p->of->shapes->mouths.count - p->of->mouths - p->of->mouths_by_hand;
    if (number > listed)
        snprintf(name, size, "contour.places[%zu]", number - listed - 1);
    else
        snprintf(name, size, "contour.file");
}

static fluv_status add_given(fluv_ctx *ctx, placer *p, size_t number, fluv_mouth at)
{
    const fluv_segments *border = &p->d->domain.border;
    fluv_nearest near = fluv_segments_nearest(border, (fluv_vec){at.x, at.y}, NEAR * p->d->side);
    bool placed = number > p->of->shapes->mouths.count - p->of->mouths;
    if (near.segment == FLUV_NONE) {
        char param[40] = "place";
        if (!placed)
            name_mouth(p, number, param, sizeof param);
        fluv_status failure = fluv_fail(
            ctx, FLUV_BAD_RECIPE,
            "%s: mouth %zu: %g, %g is farther than %.0f m from the coast: a mouth lies on it",
            param, placed ? number - (p->of->shapes->mouths.count - p->of->mouths) : number, at.x,
            at.y, NEAR * p->d->side);
        return placed ? about_mouth(ctx, p, &at, failure) : failure;
    }
    const fluv_segment *piece = &border->list[near.segment];
    fluv_vec on = fluv_between(piece->a, piece->b, near.along);
    return add_mouth(ctx, p, (fluv_mouth){on.x, on.y, at.weight, mass_at(p, piece->tag)});
}

/* The drawn river from its foot up. */
static void take_line(placer *p, size_t river, bool turn)
{
    assert(river < p->drawn->first_point.count);
    size_t count;
    const double *xy = fluv_rings_read(p->drawn, river, &count);
    for (size_t i = 0; i < count; i++)
        memcpy(p->line.xy + 2 * i, xy + 2 * (turn ? count - 1 - i : i), 2 * sizeof *xy);
    p->line.count = count;
    p->line.added = 0.0;
}

/* Whether the river at hand, above its foot, meets one that is placed. */
static bool meets_others(const placer *p)
{
    const fluv_drawn_line *own = &p->line;
    fluv_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (size_t i = 0; i < own->count; i++) {
        box.low = (fluv_vec){fmin(box.low.x, own->xy[2 * i]), fmin(box.low.y, own->xy[2 * i + 1])};
        box.high =
            (fluv_vec){fmax(box.high.x, own->xy[2 * i]), fmax(box.high.y, own->xy[2 * i + 1])};
    }
    for (size_t k = 0; k < p->lines.first_point.count; k++) {
        size_t count;
        const double *xy = fluv_rings_read(&p->lines, k, &count);
        for (size_t n = 0; n + 1 < count; n++) {
            fluv_vec a = {xy[2 * n], xy[2 * n + 1]}, b = {xy[2 * n + 2], xy[2 * n + 3]};
            if (fmax(a.x, b.x) < box.low.x || fmin(a.x, b.x) > box.high.x ||
                fmax(a.y, b.y) < box.low.y || fmin(a.y, b.y) > box.high.y)
                continue;
            for (size_t i = 0; i + 1 < own->count; i++) {
                fluv_vec c = {own->xy[2 * i], own->xy[2 * i + 1]};
                fluv_vec d = {own->xy[2 * i + 2], own->xy[2 * i + 3]};
                if (fluv_segments_meet(a, b, i ? c : fluv_between(c, d, APART), d))
                    return true;
            }
        }
    }
    return false;
}

/* Whether the river at hand has lost its land, or another is in its way. */
static bool must_go(const placer *p, double length)
{
    fluv_vec where;
    return p->lenient && (!(length > 0.0) || p->line.added > NEAR * p->d->side ||
                          fluv_line_leaves_land(p->d, &p->line, &where) || meets_others(p));
}

/* Appends the river at hand. */
static fluv_status add_line(fluv_ctx *ctx, placer *p, size_t river, fluv_sketch_foot foot)
{
    fluv_vec where;
    double length = 0.0;
    for (size_t i = 0; i + 1 < p->line.count; i++)
        length += hypot(p->line.xy[2 * i + 2] - p->line.xy[2 * i],
                        p->line.xy[2 * i + 3] - p->line.xy[2 * i + 1]);
    if (must_go(p, length)) {
        p->placed[river] = 1;
        p->left_out++;
        return FLUV_OK;
    }
    label is = label_of(p, river);
    if (!(length > 0.0))
        return about(ctx, p, river,
                     fluv_fail(ctx, FLUV_BAD_RECIPE, "%s: river %s at %g, %g has no length",
                               is.param, is.name, p->line.xy[0], p->line.xy[1]));
    if (fluv_line_leaves_land(p->d, &p->line, &where))
        return about(ctx, p, river,
                     fluv_fail(ctx, FLUV_BAD_RECIPE, "%s: river %s leaves the land at %g, %g",
                               is.param, is.name, where.x, where.y));
    fluv_sketch_foot *to = fluv_list_append(ctx, p->feet, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = foot;
    to->weight = p->weights ? p->weights[river] : 1.0;
    to->drawn = p->line.added;
    p->number[p->feet->count - 1] = (uint32_t)river;
    assert(!p->placed[river]);
    p->placed[river] = 1;
    return fluv_rings_add(ctx, p->line.xy, p->line.count, false, &p->lines);
}

static fluv_status add_at_coast(fluv_ctx *ctx, placer *p, size_t river)
{
    uint32_t point;
    take_line(p, river, coast_from(p, river, true) < coast_from(p, river, false));
    double most =
        placed_of(p, river) ? INFINITY : NEAR * p->d->side; /* from the source: the first */
    fluv_vec at = fluv_line_end_at_coast(p->d, most, &p->line, &point);
    fluv_mouth mouth = {at.x, at.y, 1.0, mass_at(p, point)};
    size_t left_out = p->left_out;
    FLUV_TRY(add_line(ctx, p, river, (fluv_sketch_foot){.into = FLUV_NONE, .mass = mouth.mass}));
    return left_out == p->left_out ? add_mouth(ctx, p, mouth) : FLUV_OK;
}

static fluv_status add_joining(fluv_ctx *ctx, placer *p, size_t river)
{
    bool last;
    foot_on(p, &p->lines, SIZE_MAX, river, &last);
    take_line(p, river, last);
    fluv_spot_on_line spot = fluv_line_end_on_line(p->d, &p->lines, JOIN * p->d->side, &p->line);
    const fluv_sketch_foot *below = (const fluv_sketch_foot *)p->feet->items + spot.line;
    assert(spot.line < p->feet->count); /* what it joins is placed */
    return add_line(ctx, p, river,
                    (fluv_sketch_foot){.into = spot.line, .way = spot.way, .mass = below->mass});
}

static size_t nearest_to_coast(const placer *p)
{
    size_t best = 0;
    double least = INFINITY;
    for (size_t i = 0; i < p->drawn->first_point.count; i++) {
        double far = p->placed[i] ? INFINITY : coast_nearest(p, i);
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
    for (size_t i = 0; i < rivers; i++)
        p->target[i] = joined_by(p, &p->lines, i);
    for (size_t i = 0; i < rivers; i++) {
        if (p->target[i] == FLUV_NONE)
            FLUV_TRY(add_at_coast(ctx, p, i));
        FLUV_TRY(fluv_advance(ctx, 0.5));
    }
    while (p->feet->count + p->left_out < p->there + rivers) {
        size_t before = p->feet->count + p->left_out;
        for (size_t i = 0; i < rivers && p->feet->count; i++)
            if (!p->placed[i] && (p->target[i] == THERE || p->placed[p->target[i]]))
                FLUV_TRY(add_joining(ctx, p, i));
        if (p->feet->count + p->left_out == before)
            FLUV_TRY(add_at_coast(ctx, p, nearest_to_coast(p)));
        FLUV_TRY(fluv_advance(ctx, 0.55));
    }
    return FLUV_OK;
}

/* ---- Crossings ---- */

/* Point i of the lines; the first of one that joins another, a little above it. */
static fluv_vec point_at(const placer *p, uint32_t line, size_t i)
{
    assert(line < p->feet->count);
    const double *xy = (const double *)p->lines.xy.items + 2 * i;
    const fluv_sketch_foot *foot = (const fluv_sketch_foot *)p->feet->items + line;
    fluv_vec at = {xy[0], xy[1]};
    if (foot->into == FLUV_NONE || i != ((const uint32_t *)p->lines.first_point.items)[line])
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
    label first = label_of(p, p->number[line[i]]), last = label_of(p, p->number[line[k]]);
    if (line[i] == line[k])
        return about(ctx, p, p->number[line[i]],
                     fluv_fail(ctx, FLUV_BAD_RECIPE, "%s: river %s crosses itself near %g, %g",
                               first.param, first.name, at.x, at.y));
    return about(ctx, p, p->number[line[k]],
                 fluv_fail(ctx, FLUV_BAD_RECIPE, "%s: river %s crosses river %s near %g, %g",
                           last.param, first.name, last.name, at.x, at.y));
}

/* Pieces of lines may meet where one follows the other, nowhere else. */
static fluv_status check_crossings(fluv_ctx *ctx, const placer *p)
{
    size_t points = p->lines.xy.count / 2, count = 0;
    uint32_t *line = fluv_scratch(ctx, points, sizeof *line); /* of a point */
    if (!line)
        return FLUV_NO_MEMORY;
    const uint32_t *first = p->lines.first_point.items;
    for (size_t i = 0, k = 0; i < points; i++) {
        k += k + 1 < p->lines.first_point.count && first[k + 1] == i;
        line[i] = (uint32_t)k;
    }
    for (size_t i = 0; i + 1 < points; i++)
        for (size_t k = i + 2; k + 1 < points; k++) {
            if (line[i] != line[i + 1] || line[k] != line[k + 1] || line[k] < p->there)
                continue;
            if (pieces_meet(p, line, i, k))
                return refuse_crossing(ctx, p, line, i, k);
            if (count++ % 1000000 == 0)
                FLUV_TRY(fluv_advance(ctx, 0.6));
        }
    return FLUV_OK;
}

/* ---- All of them ---- */

static fluv_status place_rivers(fluv_ctx *ctx, const fluv_landscape *land, placer *p,
                                fluv_rings *out)
{
    if (!p->drawn->first_point.count)
        return FLUV_OK;
    p->lines = *out; /* those that are there */
    *out = (fluv_rings){0};
    fluv_status status = place_all(ctx, p);
    if (status == FLUV_OK && !p->lenient)
        status = check_crossings(ctx, p);
    fluv_knotted_job job = {.lines = &p->lines,
                            .there = p->there,
                            .feet = p->feet->items,
                            .beside = &p->masses->rings,
                            .side = p->d->side,
                            .key = fluv_key_make(land->seed, "contour", "rivers")};
    if (status == FLUV_OK)
        status = fluv_lines_stray(ctx, &job, out);
    fluv_rings_free(&p->lines);
    return status;
}

/* Lays some of the rivers beside those that `out` has. */
static fluv_status add_rivers(fluv_ctx *ctx, const fluv_landscape *land, placer *p,
                              fluv_sketched *out)
{
    size_t rivers = p->drawn->first_point.count;
    p->there = out->feet.count;
    p->line.xy = fluv_scratch(ctx, p->drawn->xy.count + 2, sizeof(double));
    p->number = fluv_scratch(ctx, p->there + rivers + 1, sizeof *p->number);
    p->target = fluv_scratch(ctx, rivers + 1, sizeof *p->target);
    p->placed = fluv_scratch_zero(ctx, rivers + 1, 1);
    if (!p->line.xy || !p->number || !p->target || !p->placed)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < p->there; i++)
        p->number[i] = FLUV_NONE;
    return place_rivers(ctx, land, p, &out->lines);
}

fluv_status fluv_contour_drawn(fluv_ctx *ctx, const fluv_landscape *land, const fluv_drawn *of,
                               const fluv_masses *masses, fluv_sketched *out)
{
    assert(out->feet.count == out->lines.first_point.count);
    const fluv_shapes *shapes = of->shapes;
    if (!shapes->rivers.first_point.count && !of->kept.first_point.count && !shapes->mouths.count)
        return FLUV_OK;
    fluv_drawing d;
    FLUV_TRY(fluv_drawing_study(ctx, &masses->rings, &land->frame, &d));
    placer p = {.d = &d,
                .masses = masses,
                .of = of,
                .drawn = &shapes->rivers,
                .which = &of->which,
                .weights = shapes->weights.items,
                .mouths = &out->mouths,
                .feet = &out->feet};
    placer kept = p;
    FLUV_TRY(add_rivers(ctx, land, &p, out));
    kept.drawn = &of->kept;
    kept.which = &of->which_kept;
    kept.lenient = true;
    kept.weights = NULL;
    FLUV_TRY(add_rivers(ctx, land, &kept, out));
    const fluv_mouth *given = shapes->mouths.items;
    for (size_t i = 0; i < shapes->mouths.count; i++)
        FLUV_TRY(add_given(ctx, &p, i + 1, given[i]));
    return FLUV_OK;
}
