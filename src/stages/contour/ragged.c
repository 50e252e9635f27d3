// SPDX-License-Identifier: MIT
/* Outlines made finer: bays and headlands smaller than the pieces that were drawn.
 *
 * in   rings        out   the same rings with more points, shifted
 *
 * Pieces are halved along a smooth curve until they are short. Then every point is shifted by a
 * fractal noise whose longest wave is about as long as the pieces were: what was drawn in detail
 * stays as it is, what was sketched gets a coast. Where a coast is folded over itself, the little
 * loop is cut off; where great parts of it are, the shift is made less until they are not.
 * O(points).
 *
 * Based on: Dyn, Levin, Gregory. A 4-point interpolatory subdivision scheme for curve design.
 * 1987 */
#include "stages/contour/contour.h"

#include "field/domain.h"
#include "field/noise.h"

#include <assert.h>
#include <math.h>

#define FINE      600.0 /* pieces along the land's longer side */
#define MOST_WAVE 0.25  /* of the land's size */
#define WAVE      1.1   /* the longest wave, in pieces as they were drawn */
#define SHIFT     1.6   /* of a wave, at raggedness 1 */
#define OCTAVES   9
#define BLOCK     256
#define TRIES     12
#define LOOP      400 /* points of a loop that is cut off, at most */

static double piece_length(const double *xy, size_t count, size_t i)
{
    const double *a = xy + 2 * i, *b = xy + 2 * (i + 1 < count ? i + 1 : 0);
    return hypot(b[0] - a[0], b[1] - a[1]);
}

static double mean_piece(const double *xy, size_t count)
{
    assert(count > 0);
    double length = 0.0;
    for (size_t i = 0; i < count; i++)
        length += piece_length(xy, count, i);
    return length / (double)count;
}

/* Halfway between two points of a smooth curve through all of them. */
static void put_between(const double *xy, size_t count, size_t i, double *out)
{
    const double *a = xy + 2 * ((i + count - 1) % count), *b = xy + 2 * i;
    const double *c = xy + 2 * ((i + 1) % count), *d = xy + 2 * ((i + 2) % count);
    out[0] = (9.0 * (b[0] + c[0]) - a[0] - d[0]) / 16.0;
    out[1] = (9.0 * (b[1] + c[1]) - a[1] - d[1]) / 16.0;
}

/* One ring, halved until its pieces are short: scratch memory. */
static double *halve(fluv_ctx *ctx, const double *from, size_t *count, double fine)
{
    int rounds = 0;
    while (rounds < 12 && mean_piece(from, *count) > fine * (double)(1 << rounds))
        rounds++;
    double *xy = fluv_scratch(ctx, 2 * (*count << rounds), sizeof *xy);
    double *finer = fluv_scratch(ctx, 2 * (*count << rounds), sizeof *finer);
    if (!xy || !finer)
        return NULL;
    for (size_t i = 0; i < 2 * *count; i++)
        xy[i] = from[i];
    for (; rounds > 0; rounds--, *count *= 2) {
        for (size_t i = 0; i < *count; i++) {
            finer[4 * i] = xy[2 * i];
            finer[4 * i + 1] = xy[2 * i + 1];
            put_between(xy, *count, i, finer + 4 * i + 2);
        }
        double *turn = xy;
        xy = finer;
        finer = turn;
    }
    return xy;
}

static void shift(const fluv_noise *noise, fluv_key key, double far, double *xy, size_t count)
{
    double x[BLOCK], y[BLOCK];
    float move[2][BLOCK];
    for (size_t from = 0; from < count; from += BLOCK) {
        size_t n = count - from < BLOCK ? count - from : BLOCK;
        for (size_t i = 0; i < n; i++) {
            x[i] = xy[2 * (from + i)];
            y[i] = xy[2 * (from + i) + 1];
        }
        for (uint64_t axis = 0; axis < 2; axis++) {
            fluv_noise along = *noise;
            along.key = fluv_key_split(key, axis);
            fluv_noise_points(&along, x, y, n, move[axis]);
        }
        for (size_t i = 0; i < n; i++) {
            xy[2 * (from + i)] += far * (double)move[0][i];
            xy[2 * (from + i) + 1] += far * (double)move[1][i];
        }
    }
}

static fluv_vec point_at(const double *xy, size_t i)
{
    return (fluv_vec){xy[2 * i], xy[2 * i + 1]};
}

/* The end of the longest loop that begins on the piece after point i; i itself: there is none. */
static size_t loop_end(const double *xy, size_t count, size_t i)
{
    fluv_vec a = point_at(xy, i), b = point_at(xy, i + 1);
    size_t most = i + LOOP < count - 1 ? i + LOOP : count - 2;
    for (size_t k = most; k > i + 1; k--)
        if (fluv_segments_meet(a, b, point_at(xy, k), point_at(xy, k + 1)))
            return k;
    return i;
}

/* Leaves out the points between two pieces that cross. Returns how many are left. */
static size_t cut_loops(double *xy, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++, kept++) {
        fluv_vec at = point_at(xy, i);
        assert(kept <= i);
        xy[2 * kept] = at.x;
        xy[2 * kept + 1] = at.y;
        if (i + 2 < count)
            i = loop_end(xy, count, i);
    }
    return kept;
}

static fluv_status refine_ring(fluv_ctx *ctx, const fluv_ragged *job, double strength,
                               const double *from, size_t count, fluv_rings *out)
{
    double piece = mean_piece(from, count);
    double *xy = halve(ctx, from, &count, job->size / FINE);
    if (!xy)
        return FLUV_NO_MEMORY;
    fluv_noise noise = {.wavelength = fmin(WAVE * piece, MOST_WAVE * job->size),
                        .octaves = OCTAVES,
                        .gain = 0.5,
                        .lacunarity = 2.0};
    if (noise.wavelength > 0.0)
        shift(&noise, job->key, SHIFT * strength * noise.wavelength, xy, count);
    count = cut_loops(xy, count);
    return fluv_rings_add(ctx, xy, count, false, out);
}

static fluv_status refine(fluv_ctx *ctx, const fluv_ragged *job, double strength,
                          const fluv_rings *from, fluv_rings *out)
{
    for (size_t r = 0; r < from->first_point.count; r++) {
        size_t count;
        const double *xy = fluv_rings_read(from, r, &count);
        FLUV_TRY(refine_ring(ctx, job, strength, xy, count, out));
    }
    return FLUV_OK;
}

/* Whether every ring still is one, and holes lie where holes were. */
static fluv_status find_misplaced(fluv_ctx *ctx, const fluv_rings *was, const fluv_rings *now,
                                  bool *misplaced)
{
    uint8_t *before, *after;
    *misplaced = false;
    if (was->first_point.count < 2)
        return FLUV_OK;
    FLUV_TRY(fluv_rings_holes(ctx, was, &before));
    FLUV_TRY(fluv_rings_holes(ctx, now, &after));
    for (size_t r = 0; r < was->first_point.count; r++) {
        size_t count;
        const double *xy = fluv_rings_read(now, r, &count);
        double turn = fluv_ring_turn(xy, count);
        *misplaced |= before[r] != after[r] || count < 3 || !(before[r] ? turn < 0.0 : turn > 0.0);
    }
    return FLUV_OK;
}

/* One try; `good`: no ring crosses itself or another. */
static fluv_status try_refine(fluv_ctx *ctx, const fluv_ragged *job, double strength,
                              const fluv_rings *rings, fluv_rings *finer, bool *good)
{
    fluv_drawing drawing;
    bool misplaced;
    FLUV_TRY(refine(ctx, job, strength, rings, finer));
    FLUV_TRY(fluv_drawing_study(ctx, finer, &drawing));
    *good = fluv_domain_crossing(&drawing.domain) == FLUV_NONE;
    if (*good) {
        FLUV_TRY(find_misplaced(ctx, rings, finer, &misplaced));
        *good = !misplaced;
    }
    return fluv_advance(ctx, 0.3);
}

fluv_status fluv_contour_refine(fluv_ctx *ctx, const fluv_ragged *job, fluv_rings *rings)
{
    double strength = job->ragged;
    assert(strength > 0.0 && strength <= 1.0 && job->size > 0.0);
    for (int k = 0; k < TRIES; k++, strength *= 0.8) {
        struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
        fluv_rings finer = {0};
        bool good = false;
        fluv_status status = try_refine(ctx, job, strength, rings, &finer, &good);
        fluv_scratch_release(ctx, mark);
        if (status == FLUV_OK && good) {
            fluv_rings_free(rings);
            *rings = finer;
            return FLUV_OK;
        }
        fluv_rings_free(&finer);
        FLUV_TRY(status);
    }
    return FLUV_OK;
}
