// SPDX-License-Identifier: MIT
/* River mouths placed automatically.
 *
 * in   rings, spacing        out   mouths with weights
 *
 * Great rivers end apart from each other and in bays. A stretch of the contour is seen from
 * `spacing` to either side: how far its middle lies inland of the chord is its concavity. The most
 * concave place of a mass of land gets the first mouth, then the most concave one that is at least
 * `spacing` from all others, and so on. The deeper the bay, the greater the river: of many mouths
 * the sizes go with one over their rank, so a weight, which is the logarithm of the size, goes with
 * that of the share of mouths that are as concave. A lagoon is concave all around: what counts
 * there is how much more so a place is than a round shore. One with a shore shorter than the
 * spacing takes brooks alone. What happens at a place depends on the coast and the mouths around
 * it. O(places * mouths).
 *
 * Based on: Dunne, Leopold. Water in environmental planning. 1978 */
#include "stages/contour/contour.h"

#include "base/random.h"
#include "field/noise.h"
#include "field/segments.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define STANDARD    0.1   /* spacing, of the frame's longer side */
#define MOST_MOUTHS 20000 /* along the frame's longer side */
#define STEPS       16.0  /* places a spacing */
#define AROUND      0.3 /* spacings of coast to either side of which a mouth lies in the deepest bay */
#define DIRECTIONS  16
#define INLAND      (1.0 / 3.0) /* spacings: where there must be room for a river, */
#define ROOM                                                                                       \
    0.25 /* and how much; an edge of the network, as a rule, and what it keeps from coasts */
#define CHANCE  0.15
#define WAVE    0.8 /* spacings: of chance along the coast */
#define LOTS    0.5 /* spacings a side of squares that have their luck in common */
#define LUCK    0.07
#define DEEPEST 0.46 /* concavity of the bay of a great river */
#define STEEP   2.3  /* how much greater rivers are in deeper bays */
#define ARMS    3    /* lengths of coast that are looked at: narrow inlets and wide gulfs */

typedef struct place {
    fluv_vec at;
    double concavity; /* of the spacing, with a little chance */
    uint32_t index;
} place;

typedef struct ring_walk {
    const double *xy;
    uint32_t count;
    double *piece; /* length of the piece after a point */
    double length;
} ring_walk;

static fluv_vec point_of(const ring_walk *ring, uint32_t i)
{
    assert(i < ring->count);
    return (fluv_vec){ring->xy[2 * (size_t)i], ring->xy[2 * (size_t)i + 1]};
}

static uint32_t after(const ring_walk *ring, uint32_t i)
{
    return i + 1 < ring->count ? i + 1 : 0;
}

static uint32_t before(const ring_walk *ring, uint32_t i)
{
    return i > 0 ? i - 1 : ring->count - 1;
}

static void measure(ring_walk *ring)
{
    ring->length = 0.0;
    for (uint32_t i = 0; i < ring->count; i++) {
        ring->piece[i] = fluv_vec_distance(point_of(ring, i), point_of(ring, after(ring, i)));
        ring->length += ring->piece[i];
    }
    assert(ring->count >= 3 && ring->length > 0.0);
}

/* Places at ARMS equal steps of the way from a place on the piece after point i, forwards or
 * backwards; `way`: from the point to the place. Sums begin at the place, so that the rest of the
 * ring does not matter. */
static void look_along(const ring_walk *ring, uint32_t i, double way, double arm, bool forwards,
                       fluv_vec *out)
{
    assert(arm > 0.0 && ring->length > 0.0);
    double left = forwards ? ring->piece[i] - way : way; /* of the piece */
    double gone = 0.0;                                   /* at its near end */
    for (int k = 0; k < ARMS; k++) {
        double far = arm * (k + 1) / ARMS;
        while (gone + left < far) {
            gone += left;
            i = forwards ? after(ring, i) : before(ring, i);
            left = ring->piece[i];
        }
        double rest = left - (far - gone), piece = ring->piece[i]; /* to its far end */
        double t = piece > 0.0 ? rest / piece : 0.0;
        out[k] =
            fluv_between(point_of(ring, i), point_of(ring, after(ring, i)), forwards ? 1.0 - t : t);
    }
}

/* Land lies left of the ring, so a bay is left of the chord. */
static double concavity_at(const ring_walk *ring, uint32_t i, double way, double arm)
{
    fluv_vec from[ARMS], to[ARMS];
    fluv_vec p = fluv_between(point_of(ring, i), point_of(ring, after(ring, i)),
                              ring->piece[i] > 0.0 ? way / ring->piece[i] : 0.0);
    look_along(ring, i, way, arm, false, from);
    look_along(ring, i, way, arm, true, to);
    double sum = 0.0;
    for (int k = 0; k < ARMS; k++) {
        fluv_vec chord = fluv_minus(to[k], from[k]);
        double length = sqrt(fluv_dot(chord, chord));
        sum += length > 0.0 ? fluv_cross(chord, fluv_minus(p, from[k])) / (length * arm) : 0.0;
    }
    return sum / ARMS;
}

/* How concave a round shore of that length is, everywhere. */
static double round_concavity(double length, double arm)
{
    assert(length > 0.0 && arm > 0.0);
    double radius = length / (2.0 * M_PI), sum = 0.0;
    for (int k = 1; k <= ARMS; k++)
        sum += radius * (1.0 - cos(arm * k / ARMS / radius)) / arm;
    return sum / ARMS;
}

/* The square of a lattice that a place lies in: where the way enters another, a mouth may be. */
static fluv_vec square_of(fluv_vec p, double side)
{
    assert(side > 0.0);
    return (fluv_vec){floor(p.x / side), floor(p.y / side)};
}

static bool same_square(fluv_vec a, fluv_vec b, double side)
{
    fluv_vec p = square_of(a, side), q = square_of(b, side);
    return p.x == q.x && p.y == q.y;
}

typedef struct survey {
    double spacing;
    fluv_key key;
    fluv_drawing drawing;
    fluv_list places; /* place */
} survey;

static fluv_status add_place(fluv_ctx *ctx, survey *s, fluv_vec at, double concavity)
{
    place *to = fluv_list_append(ctx, &s->places, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    fluv_noise noise = {.key = s->key,
                        .wavelength = WAVE * s->spacing,
                        .octaves = 2,
                        .gain = 0.5,
                        .lacunarity = 2.0};
    float chance;
    fluv_noise_points(&noise, &at.x, &at.y, 1, &chance);
    *to = (place){.at = at, .concavity = concavity + CHANCE * (0.5 + (double)chance)};
    return FLUV_OK;
}

static fluv_status survey_ring(fluv_ctx *ctx, survey *s, const ring_walk *ring)
{
    bool lagoon = fluv_ring_turn(ring->xy, ring->count) < 0.0;
    double arm = fmin(s->spacing, ring->length / 4.0), step = s->spacing / STEPS;
    double level = lagoon ? round_concavity(ring->length, arm) : 0.0;
    fluv_vec last = point_of(ring, ring->count - 1);
    for (uint32_t i = 0; i < ring->count && (!lagoon || ring->length >= s->spacing); i++) {
        double parts = fmin(ceil(ring->piece[i] / step), 1e6);
        for (double k = 0.0; k < parts; k++) {
            fluv_vec at =
                fluv_between(point_of(ring, i), point_of(ring, after(ring, i)), k / parts);
            if (!same_square(last, at, 0.5 * step))
                FLUV_TRY(add_place(ctx, s, at,
                                   concavity_at(ring, i, ring->piece[i] * k / parts, arm) - level));
            last = at;
        }
    }
    if (!lagoon && !s->places.count) /* an islet within one square */
        return add_place(ctx, s, point_of(ring, 0), 0.0);
    return FLUV_OK;
}

/* Whether a river can go inland from a place: there is ground away from all coasts before it. */
static bool has_room(const survey *s, fluv_vec p)
{
    const fluv_domain *land = &s->drawing.domain;
    for (int k = 0; k < DIRECTIONS; k++) {
        double angle = 2.0 * M_PI * k / DIRECTIONS;
        fluv_vec at = {p.x + INLAND * s->spacing * cos(angle),
                       p.y + INLAND * s->spacing * sin(angle)};
        if (fluv_domain_holds(land, at) &&
            fluv_segments_nearest(&land->border, at, ROOM * s->spacing).segment == FLUV_NONE)
            return true;
    }
    return false;
}

/* Whether no place of the coast around, one way or the other, is as concave. */
static bool is_deepest(const place *list, uint32_t count, uint32_t at, uint32_t step, double around)
{
    assert(at < count);
    double way = 0.0;
    for (uint32_t i = at, k = 0; k + 1 < count && way < around; k++) {
        uint32_t next = (i + step) % count;
        way += fluv_vec_distance(list[i].at, list[next].at);
        i = next;
        if (way < around && (list[i].concavity > list[at].concavity ||
                             (list[i].concavity == list[at].concavity && i < at)))
            return false;
    }
    return true;
}

/* Leaves out places without room inland. */
static void drop_narrow(survey *s)
{
    place *list = s->places.items;
    size_t kept = 0;
    for (size_t i = 0; i < s->places.count; i++)
        if (has_room(s, list[i].at))
            list[kept++] = list[i];
    s->places.count = kept;
}

/* Adds the places of a ring at which mouths may be: the deepest of their bays. `any`: whether there
 * is room or not. Where they are does not depend on which are chosen, so that a mouth more or less
 * does not move all others. */
static fluv_status list_places(fluv_ctx *ctx, survey *s, ring_walk *ring, bool any, fluv_list *bays)
{
    ring->piece = fluv_scratch(ctx, ring->count, sizeof *ring->piece);
    if (!ring->piece)
        return FLUV_NO_MEMORY;
    measure(ring);
    s->places.count = 0;
    FLUV_TRY(survey_ring(ctx, s, ring));
    if (!any)
        drop_narrow(s);
    const place *list = s->places.items;
    uint32_t count = (uint32_t)s->places.count;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_deepest(list, count, i, 1, AROUND * s->spacing) ||
            !is_deepest(list, count, i, count - 1, AROUND * s->spacing))
            continue;
        place *to = fluv_list_append(ctx, bays, 1, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        *to = list[i];
        to->index = (uint32_t)bays->count - 1;
    }
    fluv_scratch_drop(ctx, ring->piece);
    return FLUV_OK;
}

static int by_concavity(const void *a, const void *b)
{
    const place *left = a, *right = b;
    if (left->concavity != right->concavity)
        return left->concavity > right->concavity ? -1 : 1;
    return left->index < right->index ? -1 : left->index > right->index;
}

static bool is_free(const fluv_list *mouths, fluv_vec p, uint32_t mass, double spacing)
{
    const fluv_mouth *list = mouths->items;
    for (size_t i = 0; i < mouths->count; i++)
        if (list[i].mass == mass &&
            fluv_vec_distance(p, (fluv_vec){list[i].x, list[i].y}) < spacing)
            return false;
    return true;
}

/* Of about fifteen mouths on a usual coast the weights go with one minus the logarithm of the rank;
 * a few are greater than their bays, so that a straight coast has rivers too. */
static double weight_of(const survey *s, const place *p)
{
    fluv_vec lot = square_of(p->at, LOTS * s->spacing);
    double luck = -log(1.0 - fluv_random(fluv_key_at(s->key, lot.x, lot.y), 0)) - 1.0;
    double deep = fmax(0.0, p->concavity + LUCK * fmax(0.0, luck));
    return fmin(1.0, pow(deep / DEEPEST, STEEP));
}

static fluv_status choose(fluv_ctx *ctx, const survey *s, const fluv_list *bays, uint32_t mass,
                          size_t most, fluv_list *mouths)
{
    const place *list = bays->items;
    size_t given = mouths->count;
    for (size_t i = 0; i < bays->count && mouths->count - given < most; i++) {
        if (i % 1024 == 0)
            FLUV_TRY(fluv_advance(ctx, 0.8));
        if (!is_free(mouths, list[i].at, mass, s->spacing))
            continue;
        fluv_mouth *mouth = fluv_list_append(ctx, mouths, 1, sizeof *mouth);
        if (!mouth)
            return FLUV_NO_MEMORY;
        *mouth = (fluv_mouth){list[i].at.x, list[i].at.y, weight_of(s, &list[i]), mass};
    }
    return FLUV_OK;
}

static fluv_status place_on(fluv_ctx *ctx, const fluv_contour_params *params,
                            const fluv_masses *masses, uint32_t mass, survey *s, fluv_list *bays,
                            fluv_list *mouths)
{
    assert(mass + 1 < masses->first_ring.count);
    const uint32_t *first_ring = masses->first_ring.items;
    bays->count = 0;
    for (int any = 0; any < 2 && !bays->count; any++) /* an islet may have no room at all */
        for (uint32_t r = first_ring[mass]; r < first_ring[mass + 1]; r++) {
            size_t count;
            ring_walk ring = {.xy = fluv_rings_read(&masses->rings, r, &count)};
            ring.count = (uint32_t)count;
            FLUV_TRY(list_places(ctx, s, &ring, any, bays));
        }
    assert(bays->count > 0);
    qsort(bays->items, bays->count, sizeof(place), by_concavity);
    return choose(ctx, s, bays, mass, params->mouths ? (size_t)params->mouths : SIZE_MAX, mouths);
}

static bool has_placed(const fluv_list *mouths, size_t from, size_t end, uint32_t mass)
{
    assert(end <= mouths->count);
    const fluv_mouth *list = mouths->items;
    for (size_t i = from; i < end; i++)
        if (list[i].mass == mass)
            return true;
    return false;
}

fluv_status fluv_mouths_place(fluv_ctx *ctx, const fluv_contour_params *params,
                              const fluv_landscape *land, const fluv_masses *masses, size_t placed,
                              fluv_list *mouths)
{
    size_t given = mouths->count;
    double standard = STANDARD * fluv_frame_side(&land->frame);
    survey s = {.spacing = params->spacing > 0.0 ? params->spacing : standard,
                .key = fluv_key_make(land->seed, "contour", "mouths")};
    fluv_list bays = {0}; /* place */
    if (s.spacing < fluv_frame_side(&land->frame) / MOST_MOUTHS)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "contour.spacing is %g m, but the frame's longer side has %g m: at least "
                         "a %dth of it",
                         s.spacing, fluv_frame_side(&land->frame), MOST_MOUTHS);
    FLUV_TRY(fluv_drawing_study(ctx, &masses->rings, &land->frame, &s.drawing));
    fluv_status status = FLUV_OK;
    for (uint32_t m = 0; status == FLUV_OK && m + 1 < masses->first_ring.count; m++)
        if (!has_placed(mouths, placed, given, m))
            status = place_on(ctx, params, masses, m, &s, &bays, mouths);
    fluv_list_free(&bays);
    fluv_list_free(&s.places);
    return status;
}
