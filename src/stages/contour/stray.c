// SPDX-License-Identifier: MIT
/* Lines made finer: bays, headlands and bends smaller than the pieces that were drawn.
 *
 * in   lines, how far each piece may stray        out   the same lines with more points
 *
 * The points of the drawing stay. Between two of them a line leaves the chord to either side, as a
 * smooth curve through the points would, plus a fractal noise whose longest wave is about as long
 * as the piece: what was drawn in detail stays as it is, what was sketched gets a coast. How far is
 * bounded at every place by the least of
 *
 *   share * length of the piece,
 *   0.4 * distance to any other piece that does not adjoin, one step to the side of the place,
 *   tan(a) * distance to the nearer point, a less than half the angle between the pieces there.
 *
 * So pieces stay in strips that do not touch: no two cross, and no island or lagoon is made or
 * lost. What happens on a piece depends on it, on the two that adjoin, and on what is near.
 * O(points * pieces around). */
#include "stages/contour/contour.h"

#include "field/noise.h"

#include <assert.h>
#include <math.h>

#define SQUARES   8.0 /* fine pieces a square of the search */
#define CLEAR     0.4 /* of the distance to others */
#define WITHIN    0.8 /* of the tangent of half the angle at a point */
#define STEEPEST  1.0 /* away from the chord */
#define LEAST_WAY 1.5 /* fine pieces: shorter ones stay */
#define WAVE      1.1 /* the longest wave, in lengths of the piece */
#define CURVE     0.4 /* of what is allowed, for the smooth curve; the rest is for the noise */
#define SWING     2.4 /* of noise, in what is allowed */
#define OCTAVES   9
#define TURNED    1.2 /* slope of the smooth curve at a point, at most */
#define ROUND     0.4 /* of a piece, from either end: where the curve leaves the chord */

/* A drawn piece from point a to b of a line. */
typedef struct piece {
    fluv_vec a, b;
    double length, share;
    uint32_t number, before, after; /* its own and of those that adjoin, FLUV_NONE: none */
    double turn_a, turn_b;          /* to the left, from the piece before and to the one after */
} piece;

typedef struct refiner {
    const fluv_ragged *job;
    fluv_segments drawn; /* tag: number of the piece */
    fluv_rings *out;
} refiner;

static fluv_vec point_at(const double *xy, size_t i)
{
    return (fluv_vec){xy[2 * i], xy[2 * i + 1]};
}

/* How far the way turns to the left where one piece follows the other. */
static double turn_between(fluv_vec before, fluv_vec after)
{
    return atan2(fluv_cross(before, after), fluv_dot(before, after));
}

/* Piece i of a line of `count` points, whose first piece has the number `first`. */
static piece piece_of(const fluv_ragged *job, const double *xy, size_t count, uint32_t first,
                      size_t i)
{
    size_t pieces = job->closed ? count : count - 1;
    size_t last = (i + pieces - 1) % pieces, next = (i + 1) % pieces;
    assert(i < pieces && count >= 2);
    piece p = {.a = point_at(xy, i),
               .b = point_at(xy, (i + 1) % count),
               .share = job->share[first + i],
               .number = first + (uint32_t)i,
               .before = job->closed || i > 0 ? first + (uint32_t)last : FLUV_NONE,
               .after = job->closed || i + 1 < pieces ? first + (uint32_t)next : FLUV_NONE};
    fluv_vec way = fluv_minus(p.b, p.a);
    p.length = sqrt(fluv_dot(way, way));
    if (p.before != FLUV_NONE)
        p.turn_a = turn_between(fluv_minus(p.a, point_at(xy, last)), way);
    if (p.after != FLUV_NONE)
        p.turn_b = turn_between(way, fluv_minus(point_at(xy, (i + 2) % count), p.b));
    return p;
}

/* ---- Room ---- */

static size_t parts_of(fluv_vec a, fluv_vec b, double side)
{
    assert(side > 0.0);
    return (size_t)(fluv_vec_distance(a, b) / side) + 1;
}

static fluv_status list_piece(fluv_ctx *ctx, fluv_vec a, fluv_vec b, uint32_t number,
                              fluv_segments *to)
{
    size_t parts = parts_of(a, b, to->side);
    for (size_t k = 0; k < parts; k++) {
        fluv_segment part = {fluv_between(a, b, (double)k / (double)parts),
                             fluv_between(a, b, (double)(k + 1) / (double)parts), number};
        if (!fluv_segments_add(to, part))
            return fluv_fail(ctx, FLUV_NO_MEMORY, "a line of the drawing is too winding");
    }
    return FLUV_OK;
}

/* The pieces of all lines; numbers go on from `number`. Counts parts when `to` is NULL. */
static fluv_status list_lines(fluv_ctx *ctx, const fluv_rings *lines, bool closed, double side,
                              uint32_t number, size_t *parts, fluv_segments *to)
{
    for (size_t k = 0; k < lines->first_point.count; k++) {
        size_t count;
        const double *xy = fluv_rings_read(lines, k, &count);
        for (size_t i = 0; i + (closed ? 0 : 1) < count; i++) {
            fluv_vec a = point_at(xy, i), b = point_at(xy, (i + 1) % count);
            *parts += parts_of(a, b, side);
            if (to)
                FLUV_TRY(list_piece(ctx, a, b, number + (uint32_t)i, to));
        }
        number += (uint32_t)count;
    }
    return FLUV_OK;
}

static fluv_status index_drawn(fluv_ctx *ctx, refiner *r)
{
    const fluv_ragged *job = r->job;
    const fluv_rings *lists[2] = {job->lines, job->beside};
    fluv_box box = fluv_rings_box(job->lines);
    uint32_t number[2] = {0, (uint32_t)(job->lines->xy.count / 2)};
    double side = SQUARES * job->fine;
    size_t parts = 0;
    if (job->beside) {
        fluv_box other = fluv_rings_box(job->beside);
        box.low = (fluv_vec){fmin(box.low.x, other.low.x), fmin(box.low.y, other.low.y)};
        box.high = (fluv_vec){fmax(box.high.x, other.high.x), fmax(box.high.y, other.high.y)};
    }
    for (int k = 0; k < 2 && lists[k]; k++)
        FLUV_TRY(list_lines(ctx, lists[k], k || job->closed, side, number[k], &parts, NULL));
    FLUV_TRY(fluv_segments_init(ctx, box, side, parts, &r->drawn));
    for (int k = 0; k < 2 && lists[k]; k++)
        FLUV_TRY(list_lines(ctx, lists[k], k || job->closed, side, number[k], &parts, &r->drawn));
    return FLUV_OK;
}

/* Distance to the nearest piece that does not adjoin, at most `limit`. */
static double clearance(const fluv_segments *s, const piece *p, fluv_vec at, double limit)
{
    uint32_t left = fluv_segments_col(s, at.x - limit), right = fluv_segments_col(s, at.x + limit);
    uint32_t low = fluv_segments_row(s, at.y - limit), high = fluv_segments_row(s, at.y + limit);
    for (uint32_t row = low; row <= high; row++)
        for (uint32_t col = left; col <= right; col++)
            for (uint32_t l = s->head[(size_t)row * s->cols + col]; l != FLUV_NONE;
                 l = s->links[l].next) {
                const fluv_segment *other = &s->list[s->links[l].segment];
                if (other->tag != p->number && other->tag != p->before && other->tag != p->after)
                    limit = fmin(limit, fluv_segment_distance(other->a, other->b, at));
            }
    return limit;
}

/* Steepest way off the chord at a point where the line turns by `turn` to the side of the way. */
static double wedge(double turn)
{
    double half = 0.5 * (M_PI - turn);
    return half < 0.25 * M_PI + 0.5 ? fmin(STEEPEST, WITHIN * tan(half)) : STEEPEST;
}

/* How far the line may be from the chord at t, on one side: 1 to the left, -1 to the right. */
static double room_at(const refiner *r, const piece *p, double t, double step, int side)
{
    assert(t >= 0.0 && t <= 1.0 && (side == 1 || side == -1));
    double most = p->share * p->length;
    most = fmin(most, wedge(side * p->turn_a) * t * p->length);
    most = fmin(most, wedge(side * p->turn_b) * (1.0 - t) * p->length);
    double limit = most / CLEAR + step;
    return fmin(most, CLEAR * (clearance(&r->drawn, p, fluv_between(p->a, p->b, t), limit) - step));
}

/* ---- Way ---- */

/* Off the chord where the line rounds a corner; `far`: from the point, of the piece. */
static double round_at(double turn, double far)
{
    double slope = fmin(fmax(tan(0.5 * turn), -TURNED), TURNED),
           left = fmax(0.0, 1.0 - far / ROUND);
    return -slope * far * left * left;
}

/* A curve that is smooth at the points, off the chord. It leaves the chord near them alone, so that
 * a point that is moved changes the next pieces but one nowhere, and the next little. */
static double curve_at(const piece *p, double t)
{
    return p->length * (round_at(p->turn_a, t) + round_at(p->turn_b, 1.0 - t));
}

/* Within the room on its side. */
static double pressed(double wish, double left, double right)
{
    double room = wish > 0.0 ? left : right;
    if (!(room > 0.0))
        return 0.0;
    return wish / sqrt(1.0 + wish * wish / (room * room));
}

static double off_chord(const refiner *r, const piece *p, double t, double step)
{
    const fluv_ragged *job = r->job;
    fluv_vec at = fluv_between(p->a, p->b, t);
    fluv_noise noise = {.key = job->key,
                        .wavelength = WAVE * p->length,
                        .octaves = OCTAVES,
                        .gain = job->gain,
                        .lacunarity = 2.0,
                        .finest = 0.5 * job->fine};
    float swing;
    fluv_noise_points(&noise, &at.x, &at.y, 1, &swing);
    double left = room_at(r, p, t, step, 1), right = room_at(r, p, t, step, -1);
    return pressed(curve_at(p, t), CURVE * left, CURVE * right) +
           pressed(SWING * p->share * p->length * (double)swing, (1.0 - CURVE) * left,
                   (1.0 - CURVE) * right);
}

static fluv_status add_point(fluv_ctx *ctx, fluv_vec at, fluv_list *xy)
{
    double *to = fluv_list_append(ctx, xy, 2, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    to[0] = at.x;
    to[1] = at.y;
    return FLUV_OK;
}

/* The piece's first point and those between. */
static fluv_status refine_piece(fluv_ctx *ctx, const refiner *r, const piece *p)
{
    double fine = r->job->fine;
    bool stays = !(p->share > 0.0) || p->length < LEAST_WAY * fine;
    double parts = stays ? 1.0 : ceil(p->length / fine);
    FLUV_TRY(add_point(ctx, p->a, &r->out->xy));
    fluv_vec way = fluv_minus(p->b, p->a);
    fluv_vec left = {-way.y / p->length, way.x / p->length};
    for (double k = 1.0; k < parts; k++) {
        double t = k / parts, off = off_chord(r, p, t, p->length / parts);
        FLUV_TRY(add_point(ctx, fluv_plus(fluv_between(p->a, p->b, t), fluv_times(left, off)),
                           &r->out->xy));
    }
    return fluv_advance(ctx, 0.3);
}

static fluv_status refine_line(fluv_ctx *ctx, const refiner *r, const double *xy, size_t count,
                               uint32_t first, uint32_t *place)
{
    uint32_t *start = fluv_list_append(ctx, &r->out->first_point, 1, sizeof *start);
    if (!start)
        return FLUV_NO_MEMORY;
    *start = (uint32_t)(r->out->xy.count / 2);
    for (size_t i = 0; i < count; i++) {
        if (place)
            place[first + i] = (uint32_t)(r->out->xy.count / 2);
        if (r->job->closed || i + 1 < count) {
            piece p = piece_of(r->job, xy, count, first, i);
            FLUV_TRY(refine_piece(ctx, r, &p));
        } else {
            FLUV_TRY(add_point(ctx, point_at(xy, i), &r->out->xy));
        }
    }
    return FLUV_OK;
}

fluv_status fluv_lines_refine(fluv_ctx *ctx, const fluv_ragged *job, fluv_rings *out,
                              uint32_t *place)
{
    refiner r = {.job = job, .out = out};
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    assert(job->fine > 0.0 && job->lines->xy.count > 0);
    FLUV_TRY(index_drawn(ctx, &r));
    uint32_t first = 0;
    for (size_t k = 0; k < job->lines->first_point.count; k++) {
        size_t count;
        const double *xy = fluv_rings_read(job->lines, k, &count);
        FLUV_TRY(refine_line(ctx, &r, xy, count, first, place));
        first += (uint32_t)count;
    }
    fluv_scratch_release(ctx, mark);
    return FLUV_OK;
}
