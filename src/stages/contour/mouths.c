// SPDX-License-Identifier: MIT
/* River mouths placed automatically.
 *
 * in   rings, spacing        out   mouths with weights
 *
 * Great rivers end apart from each other and in bays. A stretch of the contour is seen from
 * `spacing` to either side: how far its middle lies inland of the chord is its concavity. The most
 * concave place gets the first mouth, then the most concave one that is at least `spacing` from all
 * others, and so on. The deeper the bay, the greater the river; sizes of rivers go with one over
 * their rank, and weights with the logarithm of the size. A lagoon is concave all around: what
 * counts there is how much more so a place is than the rest of its shore. One with a shore shorter
 * than the spacing takes brooks alone.  O(places * mouths).
 *
 * Based on: Dunne, Leopold. Water in environmental planning. 1978 */
#include "stages/contour/contour.h"

#include "base/random.h"
#include "field/segments.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define STEPS 16.0 /* places a spacing */

typedef struct place {
    fluv_vec at;
    double concavity; /* of the spacing, with a little chance */
    uint32_t index;
} place;

typedef struct ring_walk {
    const double *xy;
    uint32_t count;
    double length;
    double *way; /* to each point from the first; count + 1 of them */
} ring_walk;

static fluv_vec point_of(const ring_walk *ring, uint32_t i)
{
    i = i < ring->count ? i : i - ring->count;
    return (fluv_vec){ring->xy[2 * (size_t)i], ring->xy[2 * (size_t)i + 1]};
}

static void measure(ring_walk *ring)
{
    ring->way[0] = 0.0;
    for (uint32_t i = 0; i < ring->count; i++)
        ring->way[i + 1] =
            ring->way[i] + fluv_vec_distance(point_of(ring, i), point_of(ring, i + 1));
    ring->length = ring->way[ring->count];
    assert(ring->count >= 3);
}

static fluv_vec ring_at(const ring_walk *ring, double way)
{
    way -= ring->length * floor(way / ring->length);
    assert(ring->length > 0.0 && way >= 0.0);
    uint32_t low = 0, high = ring->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (ring->way[middle] <= way)
            low = middle;
        else
            high = middle;
    }
    double piece = ring->way[low + 1] - ring->way[low];
    return fluv_between(point_of(ring, low), point_of(ring, low + 1),
                        piece > 0.0 ? (way - ring->way[low]) / piece : 0.0);
}

/* Land lies left of the ring, so a bay is left of the chord. */
static double concavity_at(const ring_walk *ring, double way, double arm)
{
    fluv_vec p = ring_at(ring, way);
    double sum = 0.0;
    for (int k = 1; k <= 3; k++) { /* narrow inlets and wide gulfs */
        fluv_vec a = ring_at(ring, way - arm * k / 3.0), b = ring_at(ring, way + arm * k / 3.0);
        double chord = fluv_vec_distance(a, b);
        sum += chord > 0.0 ? fluv_cross(fluv_minus(b, a), fluv_minus(p, a)) / (chord * arm) : 0.0;
    }
    return sum / 3.0;
}

/* How concave the lagoon's shore is everywhere is taken away. */
static void level_lagoon(place *list, size_t count)
{
    double mean = 0.0;
    for (size_t i = 0; i < count; i++)
        mean += list[i].concavity / (double)count;
    for (size_t i = 0; i < count; i++)
        list[i].concavity -= mean;
}

static fluv_status list_places(fluv_ctx *ctx, double spacing, fluv_key key, ring_walk *ring,
                               fluv_list *places)
{
    ring->way = fluv_scratch(ctx, (size_t)ring->count + 1, sizeof *ring->way);
    if (!ring->way)
        return FLUV_NO_MEMORY;
    measure(ring);
    bool lagoon = fluv_ring_turn(ring->xy, ring->count) < 0.0;
    if (lagoon && ring->length < spacing) {
        fluv_scratch_drop(ctx, ring->way);
        return FLUV_OK;
    }
    double count = fmin(fmax(3.0, ceil(ring->length / (spacing / STEPS))), 1e6);
    double arm = fmin(spacing, ring->length / 4.0);
    place *list = fluv_list_append(ctx, places, (size_t)count, sizeof *list);
    if (!list)
        return FLUV_NO_MEMORY;
    size_t before = places->count - (size_t)count;
    for (size_t i = 0; i < (size_t)count; i++) {
        double way = ring->length * (double)i / count;
        list[i] = (place){.at = ring_at(ring, way),
                          .index = (uint32_t)(before + i),
                          .concavity =
                              concavity_at(ring, way, arm) + 0.15 * fluv_random(key, before + i)};
    }
    if (lagoon)
        level_lagoon(list, (size_t)count);
    fluv_scratch_drop(ctx, ring->way);
    return FLUV_OK;
}

static int by_concavity(const void *a, const void *b)
{
    const place *left = a, *right = b;
    if (left->concavity != right->concavity)
        return left->concavity > right->concavity ? -1 : 1;
    return left->index < right->index ? -1 : left->index > right->index;
}

static bool is_free(const fluv_list *mouths, fluv_vec p, double spacing)
{
    const fluv_mouth *list = mouths->items;
    for (size_t i = 0; i < mouths->count; i++)
        if (fluv_vec_distance(p, (fluv_vec){list[i].x, list[i].y}) < spacing)
            return false;
    return true;
}

static fluv_status choose(fluv_ctx *ctx, const fluv_contour_params *params, const fluv_list *places,
                          fluv_list *mouths)
{
    const place *list = places->items;
    size_t given = mouths->count, most = params->mouths ? (size_t)params->mouths : SIZE_MAX;
    for (size_t i = 0; i < places->count && mouths->count - given < most; i++) {
        if (i % 1024 == 0)
            FLUV_TRY(fluv_advance(ctx, 0.8));
        if (!is_free(mouths, list[i].at, params->spacing))
            continue;
        fluv_mouth *mouth = fluv_list_append(ctx, mouths, 1, sizeof *mouth);
        if (!mouth)
            return FLUV_NO_MEMORY;
        *mouth = (fluv_mouth){.x = list[i].at.x, .y = list[i].at.y};
    }
    fluv_mouth *placed = (fluv_mouth *)mouths->items + given;
    size_t count = mouths->count - given;
    for (size_t i = 0; i < count; i++) /* in order of concavity */
        placed[i].weight = 1.0 - log((double)i + 1.0) / log((double)count + 1.0);
    assert(count == 0 || (placed[count - 1].weight >= 0.0 && placed[0].weight <= 1.0));
    return FLUV_OK;
}

fluv_status fluv_mouths_place(fluv_ctx *ctx, const fluv_contour_params *params,
                              const fluv_landscape *land, const fluv_rings *rings,
                              fluv_list *mouths)
{
    fluv_list places = {0};
    fluv_key key = fluv_key_make(land->seed, "contour", "mouths");
    const uint32_t *first = rings->first_point.items;
    const double *xy = rings->xy.items;
    fluv_status status = FLUV_OK;
    for (size_t r = 0; status == FLUV_OK && r < rings->first_point.count; r++) {
        uint32_t end =
            r + 1 < rings->first_point.count ? first[r + 1] : (uint32_t)(rings->xy.count / 2);
        ring_walk ring = {.xy = xy + 2 * (size_t)first[r], .count = end - first[r]};
        status = list_places(ctx, params->spacing, key, &ring, &places);
    }
    if (status == FLUV_OK && places.count) {
        qsort(places.items, places.count, sizeof(place), by_concavity);
        status = choose(ctx, params, &places, mouths);
    }
    fluv_list_free(&places);
    return status;
}
