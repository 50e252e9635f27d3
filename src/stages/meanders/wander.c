// SPDX-License-Identifier: MIT
/* How one river wanders.
 *
 * in   a line with widths     out   the line after so many years; the bends that were cut off
 *
 * The bank on the outside of a bend gives way. How fast hangs on the curvature there and, more, on
 * that upstream, because the current needs some way to turn aside:
 *
 *     R0 = k w / r        R(s) = -R0(s) + 2.5 * mean of R0 upstream, weighted with exp(-a t / w)
 *
 * with the radius r of the bend and the width w. Small bends of wave number q (over the line's
 * length) then grow by
 *
 *     k w q^2 (1.5 - x) / (1 + x),    x = (q w / a)^2
 *
 * which is most at x = sqrt(2.5) - 1. So a = 8.243 / wavelength, in widths, makes bends of that
 * wavelength. Bends that come nearer to each other than a width and a half are cut through, and, by
 * floods, those with a way across that is some widths long and many times as steep as the way
 * round. O(years * places).
 *
 * Based on: Howard, Knutson. Sufficient conditions for river meandering: a simulation approach.
 * 1984; Sylvester, Durkin, Covault. High curvatures drive river meandering. 2019 */
#include "stages/meanders/wander.h"

#include "base/random.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define RATE       0.1   /* k, 1/y, at the usual wavelength: some hundredths of a width a year */
#define USUAL      11.0  /* widths; others grow as fast, seen against their wavelength */
#define UPSTREAM   2.5   /* weight of curvature upstream */
#define FASTEST    8.243 /* 2 pi / sqrt(sqrt(2.5) - 1) */
#define LONGER     1.2   /* shorter bends grow nearly as fast, so that the mean would be short */
#define STEP       0.4   /* y */
#define MOST       0.03  /* of a width in a step */
#define APART      0.5   /* widths between places */
#define NECK       1.5   /* widths at which it is cut through */
#define LOOP       4.0   /* widths along the line between places that a neck parts, at the least */
#define CHUTE      5.0   /* widths across which floods cut a bend through */
#define STEEPER    4.0   /* times, and more, than the way round it */
#define SILT       60.0  /* y in which a bend that was cut off silts up */
#define LOOK_EVERY 6     /* steps, for necks and spacing */

float fluv_wander_height(const fluv_wander_ground *ground, fluv_vec at)
{
    double col = floor(at.x / ground->cell), row = floor(at.y / ground->cell);
    if (!(col >= 0.0 && row >= 0.0 && col < ground->cols && row < ground->rows))
        return NAN;
    return ground->height[(size_t)row * ground->cols + (size_t)col];
}

static fluv_bend between(const fluv_bend *a, const fluv_bend *b, double t)
{
    float part = (float)t;
    return (fluv_bend){.at = fluv_between(a->at, b->at, t),
                       .width = a->width + (b->width - a->width) * part,
                       .level = a->level + (b->level - a->level) * part,
                       .free = fminf(a->free, b->free)};
}

static fluv_status add(fluv_ctx *ctx, fluv_list *line, const fluv_bend *bend)
{
    fluv_bend *added = fluv_list_append(ctx, line, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = *bend;
    return FLUV_OK;
}

fluv_status fluv_bends_space(fluv_ctx *ctx, double least, fluv_list *line)
{
    const fluv_bend *old = line->items;
    size_t count = line->count;
    if (count < 2)
        return FLUV_OK;
    fluv_list spaced = {0};
    fluv_status status = add(ctx, &spaced, &old[0]);
    for (size_t i = 1; i < count && status == FLUV_OK; i++) {
        fluv_bend last = ((const fluv_bend *)spaced.items)[spaced.count - 1];
        double far = fluv_vec_distance(last.at, old[i].at);
        double step = fmax(APART * (double)old[i].width, least);
        if (far < 0.6 * step && i + 1 < count)
            continue;
        int parts = far > 1.5 * step ? (int)ceil(far / step) : 1;
        for (int k = 1; k <= parts && status == FLUV_OK; k++) {
            fluv_bend next = k == parts ? old[i] : between(&last, &old[i], (double)k / parts);
            status = add(ctx, &spaced, &next);
        }
    }
    fluv_list_free(line);
    *line = spaced;
    return status;
}

/* How freely the river moves to a place: not into the sides of its valley. */
static double room_at(const fluv_wander_rules *rules, const fluv_bend *bend, fluv_vec to)
{
    double above = (double)(fluv_wander_height(&rules->ground, to) - bend->level);
    double part = isfinite(above) ? 2.0 - 2.0 * above / rules->bank : 0.0;
    return (double)bend->free * fmin(1.0, fmax(0.0, part));
}

/* A step of all places but the ends; `moved` has room for them. */
static void step(const fluv_wander_rules *rules, const fluv_bend *line, size_t count,
                 fluv_vec *moved)
{
    double wavelength = LONGER * rules->wavelength, part = wavelength / USUAL;
    double upstream = 0.0, way = FASTEST / wavelength, rate = RATE * part * part;
    moved[0] = line[0].at;
    moved[count - 1] = line[count - 1].at;
    for (size_t i = 1; i + 1 < count; i++) {
        fluv_vec a = fluv_minus(line[i].at, line[i - 1].at);
        fluv_vec b = fluv_minus(line[i + 1].at, line[i].at);
        double la = sqrt(fluv_dot(a, a)), lb = sqrt(fluv_dot(b, b)), width = (double)line[i].width;
        double turn = atan2(fluv_cross(a, b), fluv_dot(a, b)),
               own = rate * turn / (0.5 * (la + lb));
        double fades = exp(-way * la / width);
        own *= width * width;
        upstream = upstream * fades + own * (1.0 - fades);
        double shift = STEP * (UPSTREAM * upstream - own), most = MOST * width;
        shift = fmin(most, fmax(-most, shift));
        fluv_vec along = fluv_plus(fluv_times(a, 1.0 / la), fluv_times(b, 1.0 / lb));
        double length = sqrt(fluv_dot(along, along));
        moved[i] = line[i].at;
        if (!(length > 1e-6))
            continue;
        fluv_vec out = {along.y / length, -along.x / length}; /* away from the turn's middle */
        double room = room_at(rules, &line[i], fluv_plus(line[i].at, fluv_times(out, shift)));
        moved[i] = fluv_plus(line[i].at, fluv_times(out, shift * room));
    }
}

/* ---- Necks --------------------------------------------------------------------------------------
 */

/* Places by squares as wide as the widest neck, in chains. */
typedef struct squares {
    uint32_t *head, *next, mask;
    double side;
} squares;

static uint32_t square_at(const squares *s, double x, double y)
{
    uint64_t col = (uint64_t)(int64_t)floor(x / s->side);
    uint64_t row = (uint64_t)(int64_t)floor(y / s->side);
    return (uint32_t)fluv_mix(col * 0x9e3779b1u + row) & s->mask;
}

static bool is_neck(double round, double across, double width)
{
    return round > LOOP * width &&
           (across < NECK * width || (across < CHUTE * width && across * STEEPER < round));
}

/* The last place that lies at a neck from place i, FLUV_NONE: none. */
static uint32_t across(const squares *s, const fluv_bend *line, const double *way, uint32_t i)
{
    uint32_t last = FLUV_NONE;
    double width = (double)line[i].width;
    for (int k = 0; k < 9; k++) {
        double x = line[i].at.x + s->side * (k % 3 - 1), y = line[i].at.y + s->side * (k / 3 - 1);
        uint32_t j = s->head[square_at(s, x, y)];
        for (; j != FLUV_NONE; j = s->next[j])
            if (j > i && (last == FLUV_NONE || j > last) &&
                is_neck(way[j] - way[i], fluv_vec_distance(line[i].at, line[j].at), width))
                last = j;
    }
    return last;
}

/* Keeps the bend between two places, if it is to be kept. */
static fluv_status keep_bend(fluv_ctx *ctx, const fluv_bend *line, uint32_t from, uint32_t to,
                             fluv_oxbows *oxbows)
{
    if (!oxbows || !oxbows->kept)
        return FLUV_OK;
    fluv_oxbow *oxbow = fluv_list_append(ctx, &oxbows->list, 1, sizeof *oxbow);
    if (!oxbow)
        return FLUV_NO_MEMORY;
    *oxbow = (fluv_oxbow){oxbows->bends.count, to - from + 1};
    fluv_bend *bends = fluv_list_append(ctx, &oxbows->bends, to - from + 1, sizeof *bends);
    if (!bends)
        return FLUV_NO_MEMORY;
    memcpy(bends, line + from, (to - from + 1) * sizeof *bends);
    return FLUV_OK;
}

static fluv_status cut_necks(fluv_ctx *ctx, const squares *s, const double *way, fluv_list *line,
                             fluv_oxbows *oxbows)
{
    fluv_bend *bends = line->items;
    uint32_t count = (uint32_t)line->count, kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        bends[kept++] = bends[i];
        uint32_t to = bends[i].free > 0.0f ? across(s, bends, way, i) : FLUV_NONE;
        if (to == FLUV_NONE || !(bends[to].free > 0.0f))
            continue;
        FLUV_TRY(keep_bend(ctx, bends, i, to, oxbows));
        i = to - 1;
    }
    line->count = kept;
    return FLUV_OK;
}

/* Work. */
typedef struct rooms {
    fluv_list moved, ways, chains;
} rooms;

/* Chains of all places and the way to each; then cuts. */
static fluv_status find_necks(fluv_ctx *ctx, fluv_list *line, rooms *room, fluv_oxbows *oxbows)
{
    uint32_t count = (uint32_t)line->count, places = 16;
    while (places < 2 * count)
        places *= 2;
    double *way = fluv_list_renew(ctx, &room->ways, count, sizeof *way);
    squares s = {.mask = places - 1};
    s.head = fluv_list_renew(ctx, &room->chains, (size_t)places + count, sizeof *s.head);
    if (!way || !s.head)
        return FLUV_NO_MEMORY;
    s.next = s.head + places;
    memset(s.head, 0xff, places * sizeof *s.head);
    const fluv_bend *bends = line->items;
    for (uint32_t i = 0; i < count; i++) {
        s.side = fmax(s.side, CHUTE * (double)bends[i].width);
        way[i] = i ? way[i - 1] + fluv_vec_distance(bends[i - 1].at, bends[i].at) : 0.0;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t square = square_at(&s, bends[i].at.x, bends[i].at.y);
        s.next[i] = s.head[square];
        s.head[square] = i;
    }
    return cut_necks(ctx, &s, way, line, oxbows);
}

static fluv_status move(fluv_ctx *ctx, const fluv_wander_rules *rules, fluv_list *line, rooms *room,
                        fluv_oxbows *oxbows)
{
    int64_t steps = (int64_t)(rules->years / STEP);
    for (int64_t i = 0; i < steps; i++) {
        if (oxbows)
            oxbows->kept = (double)(steps - i) * STEP <= SILT;
        fluv_vec *moved = fluv_list_renew(ctx, &room->moved, line->count, sizeof *moved);
        if (!moved)
            return FLUV_NO_MEMORY;
        fluv_bend *bends = line->items;
        step(rules, bends, line->count, moved);
        for (size_t k = 0; k < line->count; k++)
            bends[k].at = moved[k];
        if (i % LOOK_EVERY && i + 1 < steps)
            continue;
        FLUV_TRY(find_necks(ctx, line, room, oxbows));
        FLUV_TRY(fluv_bends_space(ctx, 0.5 * rules->ground.cell, line));
        FLUV_TRY(fluv_look(ctx));
    }
    return FLUV_OK;
}

fluv_status fluv_bends_wander(fluv_ctx *ctx, const fluv_wander_rules *rules, fluv_list *line,
                              fluv_oxbows *oxbows)
{
    assert(rules->wavelength > 0.0 && rules->bank > 0.0 && rules->ground.height);
    rooms room = {0};
    fluv_status status = FLUV_OK;
    if (line->count > 2)
        status = move(ctx, rules, line, &room, oxbows);
    fluv_list_free(&room.moved);
    fluv_list_free(&room.ways);
    fluv_list_free(&room.chains);
    return status;
}
