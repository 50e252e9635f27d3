// SPDX-License-Identifier: MIT
/* Bends of rivers that are placed before there is ground to find a way on.
 *
 * in   lines that may be left between their points     out   lines with waves on them, to be kept
 *
 * On ground a river with freedom looks for the way that climbs least. Where the ground is yet to be
 * made, the stages that make it all need the same line: so it gets waves by chance, which belong to
 * the place and not to the order in which things stand.  O(points^2), with few of them. */
#include "base/random.h"
#include "stages/place/place.h"

#include <assert.h>
#include <math.h>

#define WAVES  5
#define STEPS  40 /* between two points */
#define ROUNDS 4  /* of giving it less freedom, the last none */
#define MOST_CHECKED                                                                               \
    8000 /* points of a line: with more, crossings are left to those who use it                    \
          */

typedef struct waves {
    double width[WAVES], turn[WAVES]; /* of each; the widths add up to 1 */
} waves;

static waves waves_at(fluv_key key, const double *xy)
{
    waves w;
    double all = 0.0;
    fluv_key own = fluv_key_at(key, xy[0], xy[1]);
    for (uint64_t k = 0; k < WAVES; k++) {
        w.width[k] = (0.2 + fluv_random(own, 2 * k)) / (double)(k + 1);
        w.turn[k] = fluv_random_between(own, 2 * k + 1, 0.0, 2.0 * M_PI);
        all += w.width[k];
    }
    for (int k = 0; k < WAVES; k++)
        w.width[k] /= all;
    return w;
}

/* How far aside, from -1 to 1, and 0 at both points. */
static double aside(const waves *w, double share)
{
    assert(share >= 0.0 && share <= 1.0);
    double sum = 0.0;
    for (int k = 0; k < WAVES; k++)
        sum += w->width[k] * sin(2.0 * M_PI * (k + 1) * share + w->turn[k]);
    return sum * sin(M_PI * share);
}

/* On which side of a line from a to b a point lies: above 0, to its left. */
static double side_of(const double *a, const double *b, const double *p)
{
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

/* Whether two pieces of a line that do not follow each other cross. */
static bool crosses_itself(const double *xy, uint32_t points)
{
    for (uint32_t i = 0; i + 3 < points; i++)
        for (uint32_t k = i + 2; k + 1 < points; k++) {
            const double *a = xy + 2 * (size_t)i, *c = xy + 2 * (size_t)k;
            if (side_of(a, a + 2, c) * side_of(a, a + 2, c + 2) < 0.0 &&
                side_of(c, c + 2, a) * side_of(c, c + 2, a + 2) < 0.0)
                return true;
        }
    return false;
}

static void draw(fluv_key key, const double *from, uint32_t pieces, double freedom, double *to)
{
    assert(pieces > 0);
    uint32_t points = pieces * STEPS + 1;
    for (uint32_t i = 0; i < points; i++) {
        uint32_t piece = i < points - 1 ? i / STEPS : pieces - 1;
        const double *a = from + 2 * (size_t)piece, *b = a + 2;
        const waves w = waves_at(key, a);
        double share = (double)(i - piece * STEPS) / STEPS;
        double far = freedom * aside(&w, share);
        to[2 * i] = a[0] + share * (b[0] - a[0]) - far * (b[1] - a[1]);
        to[2 * i + 1] = a[1] + share * (b[1] - a[1]) + far * (b[0] - a[0]);
    }
}

/* As freely as it may, but not across itself, unless it was drawn like that. */
static fluv_status bend(fluv_ctx *ctx, fluv_key key, fluv_placed_river *river, fluv_list *xy)
{
    assert(river->point_count >= 2 && river->freedom > 0.0);
    uint32_t first = (uint32_t)(xy->count / 2), pieces = river->point_count - 1;
    uint32_t points = pieces * STEPS + 1;
    double *to = fluv_list_append(ctx, xy, 2 * (size_t)points, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    const double *from = (const double *)xy->items + 2 * (size_t)river->first_point;
    double freedom = river->freedom;
    draw(key, from, pieces, freedom, to);
    for (int round = 0; round < ROUNDS && points <= MOST_CHECKED && crosses_itself(to, points);
         round++) {
        freedom = round + 1 < ROUNDS ? 0.5 * freedom : 0.0;
        draw(key, from, pieces, freedom, to);
    }
    river->first_point = first;
    river->point_count = points;
    river->freedom = 0.0;
    return FLUV_OK;
}

fluv_status fluv_place_bend(fluv_ctx *ctx, uint64_t seed, fluv_placing *placing)
{
    fluv_placed_river *rivers = placing->rivers.items;
    for (size_t i = 0; i < placing->rivers.count; i++)
        if (rivers[i].freedom > 0.0)
            FLUV_TRY(bend(ctx, fluv_key_make(seed, "place", "bends"), &rivers[i], &placing->xy));
    return FLUV_OK;
}
